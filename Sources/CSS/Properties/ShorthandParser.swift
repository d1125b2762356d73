import CSSValues
import Names

/// Expands shorthands to their longhands' values.
struct ShorthandParser {
  let values: ValueParser

  typealias Longhands = [(PropertyID, CSSValue)]

  /// The longhands' values, or nothing where the value is invalid.
  func parse(_ property: PropertyID, _ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    cursor.skipWhitespace()
    let longhands = property.longhands
    switch PropertyTable.form(of: property) {
    case .sides?: return sides(longhands, cursor)
    case .pair?: return pair(property, longhands, cursor)
    case .anyOrder?: return anyOrder(property, longhands, cursor)
    case nil: break
    }
    switch property {
    case .all: return []
    case .border, .borderBlock, .borderInline, .rule: return border(property, cursor)
    case .borderRadius: return borderRadius(cursor)
    case .background, .mask: return LayeredShorthand(values: values, property: property).parse(cursor)
    case .animation, .transition, .scrollTimeline, .viewTimeline, .animationRange:
      return LayeredShorthand(values: values, property: property).parse(cursor)
    case .backgroundPosition: return backgroundPosition(cursor)
    case .flex: return flex(cursor)
    case .font: return FontShorthand(values: values).parse(cursor)
    case .fontVariant: return FontShorthand(values: values).parseVariant(cursor)
    case .fontSynthesis: return fontSynthesis(cursor)
    case .gridRow, .gridColumn, .gridArea: return gridLines(property, cursor)
    case .grid, .gridTemplate: return GridShorthand(values: values).parse(property, cursor)
    case .columns: return columns(cursor)
    case .container: return container(cursor)
    case .borderImage, .webkitMaskBoxImage: return borderImage(property, cursor)
    case .marker:
      guard let value = values.parse(.markerStart, cursor) else { return [] }
      return longhands.map { ($0, value) }
    case .pageBreakAfter, .pageBreakBefore, .pageBreakInside, .webkitColumnBreakAfter, .webkitColumnBreakBefore,
      .webkitColumnBreakInside:
      return legacyBreak(property, longhands[0], cursor)
    case .textBox: return textBox(cursor)
    case .whiteSpace: return whiteSpace(cursor)
    case .offset: return offset(cursor)
    default: return []
    }
  }

  /// The initial value of a longhand as a specified one.
  static func initial(_ property: PropertyID) -> CSSValue {
    InitialValues.value(property)
  }

  /// The longest part of the cursor's start that is a value of a property, by component values; the cursor moves past it.
  func prefix(_ property: PropertyID, _ cursor: inout TokenCursor) -> CSSValue? {
    let physical = property.isLogical ? property.definition.horizontalCounterpart ?? property : property
    let grammar = GrammarLibrary.grammar(of: physical)
    var probe = cursor
    // OPTIMIZATION: what is always one component needs no list of what was matched.
    if grammar.isAtomic {
      probe.skipWhitespace()
      guard let value = values.single(grammar, &probe) else { return nil }
      cursor = probe
      return Canonical.value(value, of: physical)
    }
    var items: [CSSValue] = []
    guard values.match(grammar.root, &probe, &items, depth: 0),
      let value = ValueParser.joined(items)
    else { return nil }
    cursor = probe
    return Canonical.value(value, of: physical)
  }

  /// One to four values for the four sides.
  private func sides(_ longhands: [PropertyID], _ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    guard let top = prefix(longhands[0], &cursor) else { return [] }
    let second = prefix(longhands[0], &cursor)
    let third = second == nil ? nil : prefix(longhands[0], &cursor)
    let fourth = third == nil ? nil : prefix(longhands[0], &cursor)
    cursor.skipWhitespace()
    guard cursor.isAtEnd else { return [] }
    let right = second ?? top
    return [(longhands[0], top), (longhands[1], right), (longhands[2], third ?? top), (longhands[3], fourth ?? right)]
  }

  /// One or two values for two longhands.
  private func pair(_ property: PropertyID, _ longhands: [PropertyID], _ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    guard let first = prefix(longhands[0], &cursor) else { return [] }
    cursor.skipWhitespace()
    var second = first
    if !cursor.isAtEnd {
      guard let value = prefix(longhands[1], &cursor) else { return [] }
      second = value
      cursor.skipWhitespace()
      guard cursor.isAtEnd else { return [] }
    } else if property == .placeContent {
      // A single baseline is start in the other axis (CSS Box Alignment 3, 5.4).
      if Self.isBaseline(first) {
        guard first == .keyword("baseline") else { return [] }
        second = .keyword("start")
      }
    } else if property == .placeItems || property == .placeSelf {
      if property == .placeItems, first == .keyword("anchor-center") { return [] }
      guard values.parse(longhands[1], TokenStream(text: first.text).cursor) != nil else { return [] }
    }
    return [(longhands[0], first), (longhands[1], second)]
  }

  private static func isBaseline(_ value: CSSValue) -> Bool {
    if case .list(let items, _) = value { return items.contains(.keyword("baseline")) }
    return value == .keyword("baseline")
  }

  /// Each longhand at most once, in any order; the others are initial.
  private func anyOrder(_ property: PropertyID, _ longhands: [PropertyID], _ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    var found = [CSSValue?](repeating: nil, count: longhands.count)
    var isEmpty = true
    var noneCount = 0
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if property == .listStyle, cursor.consumeIdent("none") {
        noneCount += 1
        continue
      }
      var matched = false
      for (index, longhand) in longhands.enumerated() where found[index] == nil {
        if property == .textWrap || property == .flexFlow || property == .listStyle, cursor.isAtEnd { break }
        var probe = cursor
        guard let value = prefix(longhand, &probe), probe.position > cursor.position else { continue }
        // `auto` of an outline is its style, and `-webkit-text-decoration` takes the lines first.
        if property == .outline, longhand == .outlineColor, value == .keyword("auto") { continue }
        found[index] = value
        isEmpty = false
        cursor = probe
        matched = true
        break
      }
      guard matched else { return [] }
    }
    if property == .listStyle {
      // `none` counts for whichever of type and image is not given (CSS Lists 3, 3.4).
      let free = longhands.indices.filter {
        found[$0] == nil && (longhands[$0] == .listStyleType || longhands[$0] == .listStyleImage)
      }
      guard noneCount <= free.count else { return [] }
      if noneCount > 0 {
        for index in free { found[index] = .keyword("none") }
        isEmpty = free.isEmpty && isEmpty
      }
    }
    guard !isEmpty else { return [] }
    var result: Longhands = []
    result.reserveCapacity(longhands.count)
    for (index, longhand) in longhands.enumerated() {
      result.append((longhand, found[index] ?? Self.initial(longhand)))
    }
    return result
  }

  /// `border`, `border-block`, `border-inline`, `rule`: width, style and colour for all sides.
  private func border(_ property: PropertyID, _ cursor: TokenCursor) -> Longhands {
    let single = anyOrder(.borderTop, [.borderTopWidth, .borderTopStyle, .borderTopColor], cursor)
    guard single.count == 3 else { return [] }
    return property.longhands.map { longhand in
      switch Self.borderParts[Int(longhand.rawValue)] {
      case .width: (longhand, single[0].1)
      case .style: (longhand, single[1].1)
      case .color: (longhand, single[2].1)
      case .image: (longhand, Self.initial(longhand))
      }
    }
  }

  private enum BorderPart: UInt8 { case width, style, color, image }

  /// Which part of a border each longhand is, by its name.
  private static let borderParts: [BorderPart] = PropertyTable.definitions.map { definition in
    if definition.name.hasPrefix("border-image") { return .image }
    if definition.name.hasSuffix("width") { return .width }
    return definition.name.hasSuffix("style") ? .style : .color
  }

  /// `border-radius`: horizontal radii, then `/` and vertical ones.
  private func borderRadius(_ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    func radii() -> [CSSValue]? {
      var list: [CSSValue] = []
      while list.count < 4, let value = values.numeric(.lengthPercentage, .nonNegative, &cursor) { list.append(value) }
      guard let first = list.first else { return nil }
      let second = list.count > 1 ? list[1] : first
      let third = list.count > 2 ? list[2] : first
      return [first, second, third, list.count > 3 ? list[3] : second]
    }
    guard let horizontal = radii() else { return [] }
    var vertical = horizontal
    cursor.skipWhitespace()
    if cursor.consumeDelim("/") {
      guard let second = radii() else { return [] }
      vertical = second
      cursor.skipWhitespace()
    }
    guard cursor.isAtEnd else { return [] }
    return zip(PropertyID.borderRadius.longhands, zip(horizontal, vertical)).map { longhand, radius in
      (longhand, radius.0 == radius.1 ? radius.0 : .list([radius.0, radius.1], .space))
    }
  }

  private func backgroundPosition(_ cursor: TokenCursor) -> Longhands {
    guard let layers = values.commaSeparated(cursor) else { return [] }
    var (xs, ys): ([CSSValue], [CSSValue]) = ([], [])
    for layer in layers {
      var layer = layer
      guard let position = values.position(&layer, allowsThree: true), case .list(let pair, _) = position else {
        return []
      }
      layer.skipWhitespace()
      guard layer.isAtEnd else { return [] }
      xs.append(pair[0])
      ys.append(pair[1])
    }
    func list(_ items: [CSSValue]) -> CSSValue { items.count == 1 ? items[0] : .list(items, .comma) }
    return [(.backgroundPositionX, list(xs)), (.backgroundPositionY, list(ys))]
  }

  /// `flex` (CSS Flexbox 1, 7.1).
  private func flex(_ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    func result(_ grow: CSSValue, _ shrink: CSSValue, _ basis: CSSValue) -> Longhands {
      [(.flexGrow, grow), (.flexShrink, shrink), (.flexBasis, basis)]
    }
    if cursor.position + 1 == cursor.end, cursor.consumeIdent("none") {
      return result(.number(0), .number(0), .keyword("auto"))
    }
    var grow: CSSValue?
    var shrink: CSSValue?
    var basis: CSSValue?
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if grow == nil, let value = values.numeric(.number, .nonNegative, &cursor) {
        grow = value
        cursor.skipWhitespace()
        shrink = values.numeric(.number, .nonNegative, &cursor)
      } else if basis == nil, let value = prefix(.flexBasis, &cursor) {
        basis = value
      } else {
        return []
      }
    }
    guard grow != nil || basis != nil else { return [] }
    return result(grow ?? .number(1), shrink ?? .number(1), basis ?? .percentage(0))
  }

  private func fontSynthesis(_ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    let longhands = PropertyID.fontSynthesis.longhands
    if cursor.position + 1 == cursor.end, cursor.consumeIdent("none") {
      return longhands.map { ($0, .keyword("none")) }
    }
    var found: Set<Name> = []
    while let name = values.keyword(&cursor, ["weight", "style", "small-caps"]) {
      guard found.insert(name).inserted else { return [] }
    }
    cursor.skipWhitespace()
    guard cursor.isAtEnd, !found.isEmpty else { return [] }
    return zip(longhands, ["weight", "style", "small-caps"] as [Name]).map {
      ($0, .keyword(found.contains($1) ? "auto" : "none"))
    }
  }

  /// `grid-row`, `grid-column`, `grid-area` (CSS Grid 2, 8.4): lines between slashes.
  private func gridLines(_ property: PropertyID, _ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    var lines: [CSSValue] = []
    while true {
      guard let line = values.gridLine(&cursor) else { return [] }
      lines.append(line)
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      guard cursor.consumeDelim("/") else { return [] }
    }
    let longhands = property.longhands
    guard lines.count <= longhands.count else { return [] }
    /// A name stands for the opposite edge too.
    func opposite(_ line: CSSValue) -> CSSValue {
      if case .identifier = line { return line }
      return .keyword("auto")
    }
    if lines.count < 2 { lines.append(opposite(lines[0])) }
    // Of an area: row start, column start, row end, column end.
    while lines.count < longhands.count { lines.append(opposite(lines[lines.count - 2])) }
    return Array(zip(longhands, lines))
  }

  /// `columns` (CSS Multi-column 1 and 2).
  private func columns(_ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    var width: CSSValue?
    var count: CSSValue?
    var autos = 0
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd || cursor.peek.isDelim("/") { break }
      if cursor.consumeIdent("auto") {
        autos += 1
      } else if count == nil, let value = values.numeric(.integer, CalcRange(1, .infinity), &cursor) {
        count = value
      } else if width == nil, let value = values.numeric(.length, .nonNegative, &cursor) {
        width = value
      } else {
        return []
      }
    }
    var height = CSSValue.keyword("auto")
    if cursor.consumeDelim("/") {
      if let value = prefix(.columnHeight, &cursor) { height = value } else { return [] }
      cursor.skipWhitespace()
      guard cursor.isAtEnd else { return [] }
    }
    let given = (width == nil ? 0 : 1) + (count == nil ? 0 : 1)
    guard given + autos >= 1, given + autos <= 2 else { return [] }
    return [
      (.columnWidth, width ?? .keyword("auto")), (.columnCount, count ?? .keyword("auto")), (.columnHeight, height),
    ]
  }

  private func container(_ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    guard let name = prefix(.containerName, &cursor) else { return [] }
    var type = CSSValue.keyword("normal")
    cursor.skipWhitespace()
    if cursor.consumeDelim("/") {
      guard let value = prefix(.containerType, &cursor) else { return [] }
      type = value
      cursor.skipWhitespace()
    }
    return cursor.isAtEnd ? [(.containerName, name), (.containerType, type)] : []
  }

  /// `border-image` (CSS Backgrounds and Borders 3, 6.7).
  private func borderImage(_ property: PropertyID, _ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    let longhands = property.longhands
    var found: [Int: CSSValue] = [:]
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if found[1] == nil, let slice = prefix(longhands[1], &cursor) {
        found[1] = slice
        cursor.skipWhitespace()
        if cursor.consumeDelim("/") {
          let start = cursor
          if let width = prefix(longhands[2], &cursor) { found[2] = width } else { cursor = start }
          cursor.skipWhitespace()
          if cursor.consumeDelim("/") {
            guard let outset = prefix(longhands[3], &cursor) else { return [] }
            found[3] = outset
          } else if found[2] == nil {
            return []
          }
        }
      } else if found[4] == nil, let value = prefix(longhands[4], &cursor) {
        found[4] = value
      } else if found[0] == nil, let value = prefix(longhands[0], &cursor) {
        found[0] = value
      } else {
        return []
      }
    }
    guard !found.isEmpty else { return [] }
    return longhands.enumerated().map { ($1, found[$0] ?? Self.initial($1)) }
  }

  /// `page-break-*` and the prefixed column breaks as `break-*` (CSS Fragmentation 3, 3.4).
  private func legacyBreak(_ property: PropertyID, _ longhand: PropertyID, _ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    let isColumn = property.name.hasPrefix("-webkit-")
    let isInside = longhand == .breakInside
    let allowed: [StaticString] =
      isInside
      ? ["auto", "avoid"] : (isColumn ? ["auto", "avoid", "always"] : ["auto", "avoid", "always", "left", "right"])
    guard let name = values.keyword(&cursor, allowed), cursor.isAtEnd else { return [] }
    if name == "always" { return [(longhand, .keyword(isColumn ? "column" : "page"))] }
    return [(longhand, .keyword(isColumn && name == "avoid" ? "avoid-column" : name))]
  }

  private func textBox(_ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    if cursor.position + 1 == cursor.end, cursor.consumeIdent("normal") {
      return [(.textBoxTrim, .keyword("none")), (.textBoxEdge, .keyword("auto"))]
    }
    var trim: CSSValue?
    var edge: CSSValue?
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      if trim == nil, let value = prefix(.textBoxTrim, &cursor) {
        trim = value
      } else if edge == nil, let value = prefix(.textBoxEdge, &cursor) {
        edge = value
      } else {
        return []
      }
    }
    guard trim != nil || edge != nil else { return [] }
    return [(.textBoxTrim, trim ?? .keyword("trim-both")), (.textBoxEdge, edge ?? .keyword("auto"))]
  }

  /// `white-space` (CSS Text 4, 3): its old keywords, or the longhands in any order.
  private func whiteSpace(_ cursor: TokenCursor) -> Longhands {
    func result(_ collapse: Name, _ wrap: Name) -> Longhands {
      [(.whiteSpaceCollapse, .keyword(collapse)), (.textWrapMode, .keyword(wrap))]
    }
    if cursor.position + 1 == cursor.end, cursor.peekKind == .ident {
      switch cursor.lowercasedName(cursor.peek) {
      case "normal": return result("collapse", "wrap")
      case "pre": return result("preserve", "nowrap")
      case "nowrap": return result("collapse", "nowrap")
      case "pre-wrap", "-webkit-nowrap": return result("preserve", "wrap")
      case "pre-line": return result("preserve-breaks", "wrap")
      case "break-spaces": return result("break-spaces", "wrap")
      default: break
      }
    }
    return anyOrder(.whiteSpace, [.whiteSpaceCollapse, .textWrapMode], cursor)
  }

  /// `offset` (Motion Path 1, 5).
  private func offset(_ cursor: TokenCursor) -> Longhands {
    var cursor = cursor
    var found: [PropertyID: CSSValue] = [:]
    if let position = prefix(.offsetPosition, &cursor) { found[.offsetPosition] = position }
    if let path = prefix(.offsetPath, &cursor) {
      found[.offsetPath] = path
      while true {
        if found[.offsetDistance] == nil, let value = prefix(.offsetDistance, &cursor) {
          found[.offsetDistance] = value
        } else if found[.offsetRotate] == nil, let value = prefix(.offsetRotate, &cursor) {
          found[.offsetRotate] = value
        } else {
          break
        }
      }
    }
    guard !found.isEmpty else { return [] }
    cursor.skipWhitespace()
    if cursor.consumeDelim("/") {
      guard let anchor = prefix(.offsetAnchor, &cursor) else { return [] }
      found[.offsetAnchor] = anchor
      cursor.skipWhitespace()
    }
    guard cursor.isAtEnd else { return [] }
    return PropertyID.offset.longhands.map { ($0, found[$0] ?? Self.initial($0)) }
  }
}
