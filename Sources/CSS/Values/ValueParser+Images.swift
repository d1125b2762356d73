import CSSValues
import Names

/// CSS Images 3 and 4: images.
extension ValueParser {
  /// An `<image>`.
  func image(_ cursor: inout TokenCursor, depth: Int) -> CSSValue? {
    guard depth < Self.maximumDepth else { return nil }
    if let url = url(&cursor) { return url }
    guard cursor.peekKind == .function else { return nil }
    let name = cursor.lowercasedName(cursor.peek)
    let contents = cursor.consumeBlock()
    switch name {
    case "linear-gradient", "repeating-linear-gradient": return linearGradient(name, contents, depth: depth)
    case "radial-gradient", "repeating-radial-gradient": return radialGradient(name, contents, depth: depth)
    case "-webkit-linear-gradient", "-webkit-repeating-linear-gradient":
      return prefixedLinearGradient(name, contents, depth: depth)
    case "-webkit-radial-gradient", "-webkit-repeating-radial-gradient":
      return prefixedRadialGradient(name, contents, depth: depth)
    case "conic-gradient", "repeating-conic-gradient": return conicGradient(name, contents, depth: depth)
    case "image-set", "-webkit-image-set": return imageSet(contents, depth: depth)
    case "-webkit-cross-fade": return crossFade(name, contents, depth: depth)
    case "light-dark":
      guard let parts = commaSeparated(contents), parts.count == 2 else { return nil }
      var images: [CSSValue] = []
      for part in parts {
        var part = part
        if part.consumeIdent("none") {
          images.append(.keyword("none"))
        } else {
          guard let image = image(&part, depth: depth + 1) else { return nil }
          images.append(image)
        }
        guard part.isAtEnd else { return nil }
      }
      return .function("light-dark", images, .comma)
    case "-webkit-gradient": return legacyGradient(contents, depth: depth)
    default: return nil
    }
  }

  /// The interpolation method `in <space>`, taken out of a gradient's first argument.
  private func interpolation(_ cursor: inout TokenCursor) -> [CSSValue]?? {
    let start = cursor
    cursor.skipWhitespace()
    guard cursor.consumeIdent("in") else {
      cursor = start
      return .some(nil)
    }
    let rectangular: [StaticString] = [
      "srgb", "srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb", "rec2020", "lab", "oklab",
      "xyz",
      "xyz-d50", "xyz-d65",
    ]
    if let space = keyword(&cursor, rectangular) {
      return [.keyword("in"), .keyword(space == "xyz" ? "xyz-d65" : space)]
    }
    guard let space = keyword(&cursor, ["hsl", "hwb", "lch", "oklch"]) else { return .none }
    if let method = keyword(&cursor, ["shorter", "longer", "increasing", "decreasing"]) {
      guard keyword(&cursor, ["hue"]) != nil else { return .none }
      let words: [CSSValue] = [.keyword("in"), .keyword(space)]
      return method == "shorter" ? words : words + [.keyword(method), .keyword("hue")]
    }
    return [.keyword("in"), .keyword(space)]
  }

  /// 3.1 Linear gradients.
  private func linearGradient(_ name: Name, _ contents: TokenCursor, depth: Int) -> CSSValue? {
    guard var parts = commaSeparated(contents) else { return nil }
    var head: [CSSValue] = []
    var first = parts[0]
    guard var method = interpolation(&first) else { return nil }
    let afterMethod = first
    if let angle = numeric(.angleOrZero, .all, &first) {
      head = [angle]
    } else {
      first = afterMethod
      first.skipWhitespace()
      if first.consumeIdent("to") {
        guard let sides = sides(&first), !sides.isEmpty else { return nil }
        head = [.keyword("to")] + sides
      }
    }
    if method == nil {
      guard let late = interpolation(&first) else { return nil }
      method = late
    }
    first.skipWhitespace()
    if first.position != parts[0].position {
      guard first.isAtEnd else { return nil }
      parts.removeFirst()
    }
    guard let stops = colorStops(parts, .lengthPercentage, depth: depth) else { return nil }
    if head == [.keyword("to"), .keyword("bottom")] || head == [.dimension(180, .deg)] { head = [] }
    return gradient(name, head, method, stops)
  }

  /// One or two sides, the horizontal one first; `nil` where they contradict each other.
  private func sides(_ cursor: inout TokenCursor) -> [CSSValue]? {
    var sides: [Name] = []
    while let side = keyword(&cursor, ["left", "right", "top", "bottom"]) { sides.append(side) }
    let horizontal = sides.filter { $0 == "left" || $0 == "right" }
    let vertical = sides.filter { $0 == "top" || $0 == "bottom" }
    guard horizontal.count <= 1, vertical.count <= 1 else { return nil }
    return (horizontal + vertical).map(CSSValue.keyword)
  }

  /// The prefixed form (Compatibility Standard, 4.2): an angle, or the sides where the line begins.
  private func prefixedLinearGradient(_ name: Name, _ contents: TokenCursor, depth: Int) -> CSSValue? {
    guard var parts = commaSeparated(contents) else { return nil }
    var head: [CSSValue] = []
    var first = parts[0]
    if let angle = numeric(.angleOrZero, .all, &first) {
      head = [angle]
    } else {
      first = parts[0]
      guard let sides = sides(&first) else { return nil }
      head = sides
    }
    if !head.isEmpty {
      first.skipWhitespace()
      guard first.isAtEnd else { return nil }
      parts.removeFirst()
    }
    guard let stops = colorStops(parts, .lengthPercentage, depth: depth) else { return nil }
    return gradient(name, head, nil, stops)
  }

  /// The prefixed form: a position, then a shape with an extent or two lengths, each with a comma behind it.
  private func prefixedRadialGradient(_ name: Name, _ contents: TokenCursor, depth: Int) -> CSSValue? {
    guard var parts = commaSeparated(contents) else { return nil }
    var preludes: [CSSValue] = []
    var first = parts[0]
    if let place = position(&first) {
      first.skipWhitespace()
      guard first.isAtEnd else { return nil }
      preludes.append(place)
      parts.removeFirst()
    }
    if let next = parts.first, let shape = prefixedShape(next) {
      // Without a position there is one all the same: the shape is never the first.
      if preludes.isEmpty { preludes.append(.keyword("center")) }
      preludes.append(shape)
      parts.removeFirst()
    }
    guard !parts.isEmpty, let stops = colorStops(parts, .lengthPercentage, depth: depth) else { return nil }
    return .function(name, preludes + stops, .comma)
  }

  /// A shape and an extent in either order, each with its default, or two lengths; `nil` for anything else.
  private func prefixedShape(_ cursor: TokenCursor) -> CSSValue? {
    var cursor = cursor
    var shape: Name?
    var extent: Name?
    var sizes: [CSSValue] = []
    while true {
      if shape == nil, sizes.isEmpty, let name = keyword(&cursor, ["circle", "ellipse"]) {
        shape = name
      } else if extent == nil, sizes.isEmpty,
        let name = keyword(
          &cursor, ["closest-side", "farthest-side", "closest-corner", "farthest-corner", "cover", "contain"])
      {
        extent = name
      } else if shape == nil, extent == nil, sizes.count < 2,
        let size = numeric(.lengthPercentage, .nonNegative, &cursor)
      {
        sizes.append(size)
      } else {
        break
      }
    }
    cursor.skipWhitespace()
    guard cursor.isAtEnd else { return nil }
    if sizes.count == 2 { return .list(sizes, .space) }
    guard sizes.isEmpty, shape != nil || extent != nil else { return nil }
    return .list([.keyword(shape ?? "ellipse"), .keyword(extent ?? "cover")], .space)
  }

  /// A gradient; the method that is its colours' own default is left out.
  private func gradient(
    _ name: Name, _ head: [CSSValue], _ method: [CSSValue]?, _ stops: [CSSValue]
  ) -> CSSValue {
    var head = head
    if let method {
      let isLegacy = stops.allSatisfy { Self.isLegacyStop($0) }
      let standard: [CSSValue] = [.keyword("in"), .keyword(isLegacy ? "srgb" : "oklab")]
      if method != standard { head += method }
    }
    return .function(name, (head.isEmpty ? [] : [.list(head, .space)]) + stops, .comma)
  }

  private static func isLegacyStop(_ stop: CSSValue) -> Bool {
    switch stop {
    case .color(.absolute(let color)): return color.space == .legacySRGB || color.space == .hsl || color.space == .hwb
    case .color(.mix), .color(.function), .color(.contrast): return false
    case .list(let items, _): return items.first.map(isLegacyStop) ?? true
    default: return true
    }
  }

  /// 3.2 Radial gradients.
  private func radialGradient(_ name: Name, _ contents: TokenCursor, depth: Int) -> CSSValue? {
    guard var parts = commaSeparated(contents) else { return nil }
    let start = parts[0]
    var first = start
    guard var method = interpolation(&first) else { return nil }
    var shape: Name?
    var sizes: [CSSValue] = []
    var extent: Name?
    while true {
      if shape == nil, let name = keyword(&first, ["circle", "ellipse"]) {
        shape = name
      } else if extent == nil, sizes.isEmpty,
        let name = keyword(
          &first, ["closest-side", "farthest-side", "closest-corner", "farthest-corner"])
      {
        extent = name
      } else if extent == nil, sizes.count < 2, let size = numeric(.lengthPercentage, .nonNegative, &first) {
        sizes.append(size)
      } else {
        break
      }
    }
    if shape == "circle" || (shape == nil && sizes.count == 1) {
      if sizes.count > 1 { return nil }
      if case .percentage? = sizes.first { return nil }
    } else if sizes.count == 1 {
      return nil
    }
    var head: [CSSValue] = []
    if let shape, shape == "circle" ? sizes.isEmpty : (sizes.isEmpty && extent == nil && false) {
      head.append(.keyword(shape))
    }
    if let extent, extent != "farthest-corner" { head.append(.keyword(extent)) }
    head += sizes
    first.skipWhitespace()
    if first.consumeIdent("at") {
      guard let position = position(&first) else { return nil }
      head += [.keyword("at"), position]
    }
    if method == nil {
      guard let late = interpolation(&first) else { return nil }
      method = late
    }
    first.skipWhitespace()
    if first.position != start.position {
      guard first.isAtEnd else { return nil }
      parts.removeFirst()
    }
    guard let stops = colorStops(parts, .lengthPercentage, depth: depth) else { return nil }
    return gradient(name, head, method, stops)
  }

  /// 3.3 Conic gradients.
  private func conicGradient(_ name: Name, _ contents: TokenCursor, depth: Int) -> CSSValue? {
    guard var parts = commaSeparated(contents) else { return nil }
    let start = parts[0]
    var first = start
    guard var method = interpolation(&first) else { return nil }
    var head: [CSSValue] = []
    first.skipWhitespace()
    if first.consumeIdent("from") {
      guard let angle = numeric(.angleOrZero, .all, &first) else { return nil }
      if angle != .dimension(0, .deg) { head = [.keyword("from"), angle] }
    }
    first.skipWhitespace()
    if first.consumeIdent("at") {
      guard let position = position(&first) else { return nil }
      head += [.keyword("at"), position]
    }
    if method == nil {
      guard let late = interpolation(&first) else { return nil }
      method = late
    }
    first.skipWhitespace()
    if first.position != start.position {
      guard first.isAtEnd else { return nil }
      parts.removeFirst()
    }
    let kinds = NumericKinds(percentage: true, dimension: .angle, unitlessZero: true)
    guard let stops = colorStops(parts, kinds, depth: depth) else { return nil }
    return gradient(name, head, method, stops)
  }

  /// 3.5.1 Color stop lists: stops with up to two positions, hints between them.
  private func colorStops(_ parts: [TokenCursor], _ kinds: NumericKinds, depth: Int) -> [CSSValue]? {
    var stops: [CSSValue] = []
    var lastWasHint = true
    var count = 0
    for part in parts {
      var part = part
      if let hint = numeric(kinds, .all, &part) {
        part.skipWhitespace()
        if part.isAtEnd {
          guard !lastWasHint else { return nil }
          stops.append(hint)
          lastWasHint = true
          continue
        }
        guard let color = color(&part, depth: depth) else { return nil }
        part.skipWhitespace()
        guard part.isAtEnd else { return nil }
        stops.append(.list([.color(color), hint], .space))
      } else {
        guard let color = color(&part, depth: depth) else { return nil }
        var items: [CSSValue] = [.color(color)]
        while items.count < 3, let position = numeric(kinds, .all, &part) { items.append(position) }
        part.skipWhitespace()
        guard part.isAtEnd else { return nil }
        if items.count == 3 {
          stops.append(.list([items[0], items[1]], .space))
          stops.append(.list([items[0], items[2]], .space))
        } else {
          stops.append(items.count == 1 ? items[0] : .list(items, .space))
        }
      }
      lastWasHint = false
      count += 1
    }
    guard count >= 1, !lastWasHint else { return nil }
    return stops
  }

  /// 2.4 `image-set()`.
  private func imageSet(_ contents: TokenCursor, depth: Int) -> CSSValue? {
    guard let parts = commaSeparated(contents) else { return nil }
    var options: [CSSValue] = []
    for part in parts {
      var part = part
      let source: CSSValue
      if let string = string(&part), case .string(let text) = string {
        source = .url(resolved(text))
      } else {
        guard let image = image(&part, depth: depth + 1) else { return nil }
        if case .function("image-set", _, _) = image { return nil }
        source = image
      }
      var resolution: CSSValue?
      var type: CSSValue?
      while true {
        part.skipWhitespace()
        if part.isAtEnd { break }
        if resolution == nil, let value = numeric(.resolution, .nonNegative, &part) {
          resolution = value
        } else if type == nil, var contents = function("type", &part), let string = string(&contents) {
          contents.skipWhitespace()
          guard contents.isAtEnd else { return nil }
          type = .function("type", [string], .space)
        } else {
          return nil
        }
      }
      options.append(.list([source, resolution ?? .dimension(1, .dppx)] + (type.map { [$0] } ?? []), .space))
    }
    return .function("image-set", options, .comma)
  }

  /// 2.6 `cross-fade()`.
  private func crossFade(_ name: Name, _ contents: TokenCursor, depth: Int) -> CSSValue? {
    guard let parts = commaSeparated(contents) else { return nil }
    var items: [CSSValue] = []
    for part in parts {
      var part = part
      var pieces: [CSSValue] = []
      while !part.isAtEnd {
        if let share = numeric(.numberOrPercentage, .nonNegative, &part) {
          pieces.append(share)
        } else if let image = image(&part, depth: depth + 1) {
          pieces.append(image)
        } else {
          guard let color = color(&part, depth: depth + 1) else { return nil }
          pieces.append(.color(color))
        }
        part.skipWhitespace()
      }
      guard pieces.count <= 2 else { return nil }
      items.append(pieces.count == 1 ? pieces[0] : .list(pieces, .space))
    }
    return .function(name, items, .comma)
  }

  /// `-webkit-gradient()` in older sheets: kept as written where its parts can be colours and positions, but that words of
  /// sides are percentages.
  private func legacyGradient(_ contents: TokenCursor, depth: Int) -> CSSValue? {
    guard let parts = commaSeparated(contents), parts.count >= 3 else { return nil }
    var first = parts[0]
    guard keyword(&first, ["linear", "radial"]) != nil, first.isAtEnd else { return nil }
    return .function(
      "-webkit-gradient",
      parts.map { legacyStop($0, depth: depth + 1) ?? .raw(Self.legacyPoint($0.sourceText)) }, .comma)
  }

  /// A point of `-webkit-gradient()` with percentages instead of words; any other part as it is.
  private static func legacyPoint(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    let horizontal = ["left": "0%", "center": "50%", "right": "100%"]
    let vertical = ["top": "0%", "center": "50%", "bottom": "100%"]
    guard words.count == 2, horizontal[words[0]] != nil || vertical[words[1]] != nil else { return text }
    return "\(horizontal[words[0]] ?? words[0]) \(vertical[words[1]] ?? words[1])"
  }

  /// `from(color)`, `to(color)` or `color-stop(offset, color)`.
  private func legacyStop(_ part: TokenCursor, depth: Int) -> CSSValue? {
    for (text, name) in [("from", "from"), ("to", "to"), ("color-stop", "color-stop")] as [(StaticString, Name)] {
      var part = part
      guard let contents = function(text, &part), part.isAtEnd, let pieces = commaSeparated(contents) else { continue }
      var items: [CSSValue] = []
      for piece in pieces {
        var piece = piece
        if let offset = numeric(.numberOrPercentage, .all, &piece) {
          items.append(offset)
        } else if let color = color(&piece, depth: depth) {
          items.append(.color(color))
        }
        piece.skipWhitespace()
        guard piece.isAtEnd else { return nil }
      }
      return items.count == pieces.count ? .function(name, items, .comma) : nil
    }
    return nil
  }
}
