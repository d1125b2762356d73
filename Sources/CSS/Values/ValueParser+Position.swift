import CSSValues
import Names

/// Positions (CSS Values 4, 8.3) and what builds on them.
extension ValueParser {
  private struct Component {
    var keyword: Name?
    var offset: CSSValue?
  }

  /// A `<position>` as its two offsets from the left and the top.
  func position(_ cursor: inout TokenCursor, allowsThree: Bool = false) -> CSSValue? {
    var parts: [CSSValue] = []
    while parts.count < 4 {
      let start = cursor
      if let name = keyword(&cursor, ["left", "right", "top", "bottom", "center"]) {
        parts.append(.keyword(name))
      } else if let value = numeric(.lengthPercentage, .all, &cursor) {
        parts.append(value)
      } else {
        cursor = start
        break
      }
    }
    return Self.position(parts, allowsThree: allowsThree)
  }

  private static func position(_ parts: [CSSValue], allowsThree: Bool) -> CSSValue? {
    func name(_ index: Int) -> Name? {
      if case .keyword(let name) = parts[index] { return name }
      return nil
    }
    func isX(_ name: Name?) -> Bool { name == "left" || name == "right" || name == "center" }
    func isY(_ name: Name?) -> Bool { name == "top" || name == "bottom" || name == "center" }
    switch parts.count {
    case 1:
      if let name = name(0) {
        return name == "top" || name == "bottom"
          ? pair(.keyword("center"), parts[0]) : pair(parts[0], .keyword("center"))
      }
      return pair(parts[0], .keyword("center"))
    case 2:
      let (first, second) = (name(0), name(1))
      if first == nil || isX(first), second == nil || isY(second) { return pair(parts[0], parts[1]) }
      if let first, let second, isY(first), isX(second) { return pair(parts[1], parts[0]) }
      return nil
    case 3:
      guard allowsThree else { return nil }
      // One edge with an offset and one keyword.
      var components: [Component] = []
      for part in parts {
        if case .keyword(let name) = part {
          components.append(Component(keyword: name))
        } else {
          guard let last = components.last, last.offset == nil, last.keyword != "center" else { return nil }
          components[components.count - 1].offset = part
        }
      }
      guard components.count == 2 else { return nil }
      return edges(components[0], components[1])
    case 4:
      guard let first = name(0), let second = name(2), name(1) == nil, name(3) == nil else { return nil }
      return edges(Component(keyword: first, offset: parts[1]), Component(keyword: second, offset: parts[3]))
    default: return nil
    }
  }

  private static func edges(_ first: Component, _ second: Component) -> CSSValue? {
    func isX(_ component: Component) -> Bool { component.keyword == "left" || component.keyword == "right" }
    func isY(_ component: Component) -> Bool { component.keyword == "top" || component.keyword == "bottom" }
    func isCenter(_ component: Component) -> Bool { component.keyword == "center" && component.offset == nil }
    func value(_ component: Component) -> CSSValue {
      guard let name = component.keyword else { return component.offset ?? .zeroLength }
      return offset(component.offset, from: name)
    }
    if isX(first) || isCenter(first), isY(second) || isCenter(second) { return pair(value(first), value(second)) }
    if isY(first) || isCenter(first), isX(second) || isCenter(second) { return pair(value(second), value(first)) }
    return nil
  }

  private static func pair(_ x: CSSValue, _ y: CSSValue) -> CSSValue {
    .list([offset(keyword: x), offset(keyword: y)], .space)
  }

  private static func offset(keyword value: CSSValue) -> CSSValue {
    guard case .keyword(let name) = value else { return value }
    return offset(nil, from: name)
  }

  /// An offset from an edge as one from the left or top.
  private static func offset(_ value: CSSValue?, from edge: Name) -> CSSValue {
    switch edge {
    case "center": return .percentage(50)
    case "right", "bottom":
      guard let value else { return .percentage(100) }
      switch value {
      case .percentage(let percentage): return .percentage(100 - percentage)
      case .dimension(let number, let unit):
        if number == 0 { return .percentage(100) }
        return .math(
          CalcExpression(.sum([.percentage(100), .negate(unit == .px ? .length(number) : .dimension(number, unit))])))
      case .math(let expression): return .math(CalcExpression(.sum([.percentage(100), .negate(expression.root)])))
      default: return value
      }
    default: return value ?? .percentage(0)
    }
  }

  /// `background-position-x`, `-y`: an edge with an offset, or one of them.
  func positionComponent(_ cursor: inout TokenCursor, isHorizontal: Bool) -> CSSValue? {
    if keyword(&cursor, ["center"]) != nil { return .percentage(50) }
    let edges: [StaticString] =
      isHorizontal ? ["left", "right", "x-start", "x-end"] : ["top", "bottom", "y-start", "y-end"]
    if let edge = keyword(&cursor, edges) {
      let start = cursor
      let value = numeric(.lengthPercentage, .all, &cursor)
      if value == nil { cursor = start }
      let isFar = edge == "right" || edge == "bottom" || edge == "x-end" || edge == "y-end"
      return Self.offset(value, from: isFar ? "right" : "left")
    }
    return numeric(.lengthPercentage, .all, &cursor)
  }

  /// `transform-origin` (CSS Transforms 1, 5): two offsets and a depth.
  func transformOrigin(_ cursor: inout TokenCursor) -> CSSValue? {
    var parts: [CSSValue] = []
    while parts.count < 2 {
      let start = cursor
      if let name = keyword(&cursor, ["left", "right", "top", "bottom", "center"]) {
        parts.append(.keyword(name))
      } else if let value = numeric(.lengthPercentage, .all, &cursor) {
        parts.append(value)
      } else {
        cursor = start
        break
      }
    }
    guard !parts.isEmpty, let position = Self.position(parts, allowsThree: false),
      case .list(let offsets, _) = position
    else { return nil }
    let start = cursor
    if parts.count == 2, let depth = numeric(.length, .all, &cursor) { return .list(offsets + [depth], .space) }
    cursor = start
    return position
  }

  /// `position-area` (CSS Anchor Positioning 1, 3.1): one or two keywords of matching axes.
  func positionArea(_ cursor: inout TokenCursor) -> CSSValue? {
    let horizontal: Set<Name> = [
      "left", "right", "span-left", "span-right", "x-start", "x-end", "span-x-start", "span-x-end", "self-x-start",
      "self-x-end", "span-self-x-start", "span-self-x-end",
    ]
    let vertical: Set<Name> = [
      "top", "bottom", "span-top", "span-bottom", "y-start", "y-end", "span-y-start", "span-y-end", "self-y-start",
      "self-y-end", "span-self-y-start", "span-self-y-end",
    ]
    let block: Set<Name> = [
      "block-start", "block-end", "span-block-start", "span-block-end", "self-block-start", "self-block-end",
      "span-self-block-start", "span-self-block-end",
    ]
    let inline: Set<Name> = [
      "inline-start", "inline-end", "span-inline-start", "span-inline-end", "self-inline-start", "self-inline-end",
      "span-self-inline-start", "span-self-inline-end",
    ]
    let either: Set<Name> = ["start", "end", "span-start", "span-end", "self-start", "self-end"]
    let common: Set<Name> = ["center", "span-all"]
    let groups = [horizontal, vertical, block, inline, either]
    let all = groups.reduce(common) { $0.union($1) }
    guard let first = keyword(&cursor, all) else { return nil }
    guard let second = keyword(&cursor, all) else { return .keyword(first) }
    func group(_ name: Name) -> Int? { groups.firstIndex { $0.contains(name) } }
    switch (group(first), group(second)) {
    case (nil, nil), (nil, _), (_, nil): break
    case (0, 1), (1, 0), (2, 3), (3, 2), (4, 4): break
    default: return nil
    }
    return .list([.keyword(first), .keyword(second)], .space)
  }

  // MARK: Shapes

  /// `path([<fill-rule>,]? <string>)`.
  func pathFunction(_ cursor: inout TokenCursor) -> CSSValue? {
    guard let contents = function("path", &cursor), let parts = commaSeparated(contents), parts.count <= 2 else {
      return nil
    }
    var arguments: [CSSValue] = []
    if parts.count == 2 {
      var rule = parts[0]
      guard property != .d, let name = keyword(&rule, ["nonzero", "evenodd"]), rule.isAtEnd else { return nil }
      if name == "evenodd" { arguments.append(.keyword(name)) }
    }
    var text = parts[parts.count - 1]
    guard let string = string(&text), text.isAtEnd, case .string(let data) = string, let path = SVGPath(data) else {
      return nil
    }
    return .function("path", arguments + [.string(path.text)], .comma)
  }

  /// `polygon()` (CSS Shapes 1, 3.1).
  func polygon(_ cursor: inout TokenCursor) -> CSSValue? {
    guard let contents = function("polygon", &cursor), var parts = commaSeparated(contents) else { return nil }
    var arguments: [CSSValue] = []
    var first = parts[0]
    var head: [CSSValue] = []
    if let name = keyword(&first, ["nonzero", "evenodd"]) { if name == "evenodd" { head.append(.keyword(name)) } }
    if first.position != parts[0].position || first.isAtEnd == false {
      var round = first
      round.skipWhitespace()
      if round.consumeIdent("round") {
        guard let radius = numeric(.length, .nonNegative, &round) else { return nil }
        head += [.keyword("round"), radius]
        first = round
      }
    }
    if first.position != parts[0].position {
      first.skipWhitespace()
      guard first.isAtEnd else { return nil }
      parts.removeFirst()
      if !head.isEmpty { arguments.append(head.count == 1 ? head[0] : .list(head, .space)) }
    }
    guard !parts.isEmpty else { return nil }
    for part in parts {
      var part = part
      guard let x = numeric(.lengthPercentage, .all, &part), let y = numeric(.lengthPercentage, .all, &part) else {
        return nil
      }
      part.skipWhitespace()
      guard part.isAtEnd else { return nil }
      arguments.append(.list([x, y], .space))
    }
    return .function("polygon", arguments, .comma)
  }

  /// `shape()` (CSS Shapes 2, 3): the commands are checked by a grammar.
  func shapeFunction(_ cursor: inout TokenCursor, depth: Int) -> CSSValue? {
    guard let contents = function("shape", &cursor), let parts = commaSeparated(contents), parts.count >= 2 else {
      return nil
    }
    var arguments: [CSSValue] = []
    for (index, part) in parts.enumerated() {
      var part = part
      var items: [CSSValue] = []
      guard match(index == 0 ? Self.shapeStart : Self.shapeCommand, &part, &items, depth: depth + 1) else { return nil }
      part.skipWhitespace()
      guard part.isAtEnd, let value = Self.joined(items.filter { $0 != .keyword("nonzero") }) else { return nil }
      arguments.append(value)
    }
    return .function("shape", arguments, .comma)
  }

  private static let shapeStart = GrammarLibrary.compile("[ nonzero | evenodd ]? from <position>")
  private static let shapeCommand = GrammarLibrary.compile(
    """
    [ move | line ] [ to <position> | by <length-percentage>{2} ] | \
    [ hline | vline ] [ to [ <length-percentage> | left | center | right | top | bottom | x-start | x-end | y-start | \
    y-end ] | by <length-percentage> ] | \
    curve [ to <position> with <shape-control> [ / <shape-control> ]? | \
    by <length-percentage>{2} with <shape-control> [ / <shape-control> ]? ] | \
    smooth [ to <position> [ with <shape-control> ]? | by <length-percentage>{2} [ with <shape-control> ]? ] | \
    arc [ to <position> | by <length-percentage>{2} ] \
    [ of <length-percentage>{1,2} && [ cw | ccw ]? && [ large | small ]? && [ rotate <angle> ]? ] | close
    """)

  // MARK: Easing (CSS Easing 2)

  /// `steps()`.
  func steps(_ cursor: inout TokenCursor) -> CSSValue? {
    guard let contents = function("steps", &cursor), let parts = commaSeparated(contents), parts.count <= 2 else {
      return nil
    }
    var position: Name?
    if parts.count == 2 {
      var second = parts[1]
      guard
        let name = keyword(&second, ["jump-start", "jump-end", "jump-none", "jump-both", "start", "end"]),
        second.isAtEnd
      else { return nil }
      position = name
    }
    var first = parts[0]
    guard let count = numeric(.integer, CalcRange(position == "jump-none" ? 2 : 1, .infinity), &first), first.isAtEnd
    else { return nil }
    let normalized: Name? = position == "jump-end" || position == "end" ? nil : position
    return .function("steps", [count] + (normalized.map { [.keyword($0)] } ?? []), .comma)
  }

  /// `linear()`.
  func linearStops(_ cursor: inout TokenCursor) -> CSSValue? {
    guard let contents = function("linear", &cursor), let parts = commaSeparated(contents), parts.count >= 2 else {
      return nil
    }
    var stops: [CSSValue] = []
    for part in parts {
      var part = part
      var number: CSSValue?
      var shares: [CSSValue] = []
      var sharesBefore = 0
      while !part.isAtEnd {
        if number == nil, let value = numeric(.number, .all, &part) {
          sharesBefore = shares.count
          number = value
        } else if shares.count < 2, let value = numeric(.percentage, .all, &part) {
          shares.append(value)
        } else {
          return nil
        }
        part.skipWhitespace()
      }
      // The number comes before or behind its positions, not between them.
      guard let number, sharesBefore != 1 || shares.count == 1 else { return nil }
      stops.append(.list([number] + shares, .space))
    }
    return .function("linear", stops, .comma)
  }
}
