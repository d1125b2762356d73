import CSSValues
import Names

/// CSS Color 4 and 5: colours.
extension ValueParser {
  /// A `<color>`; the cursor is undefined where there is none.
  func color(_ cursor: inout TokenCursor, depth: Int = 0) -> ColorValue? {
    guard depth < Self.maximumDepth else { return nil }
    cursor.skipWhitespace()
    let token = cursor.peek
    switch token.kind {
    case .hash:
      guard let color = cursor.stream.withText(token, { HexColor.parse($0) }) else { return nil }
      cursor.position += 1
      return .absolute(color)
    case .ident:
      let name = cursor.lowercasedName(token)
      guard let value = Self.namedColor(name) ?? hashless(cursor) else { return nil }
      cursor.position += 1
      return value
    case .number, .dimension:
      guard let value = hashless(cursor) else { return nil }
      cursor.position += 1
      return value
    case .function: return colorFunction(&cursor, depth: depth + 1)
    default: return nil
    }
  }

  /// A colour keyword in lower case.
  static func namedColor(_ name: Name) -> ColorValue? {
    if NamedColors.all[name] != nil { return .named(name) }
    if name == "currentcolor" { return .currentColor }
    return SystemColors.names.contains(name) ? .system(name) : nil
  }

  /// Quirks Mode Standard, 3.3 The hashless hex color quirk.
  private func hashless(_ cursor: TokenCursor) -> ColorValue? {
    guard hasHashlessColors else { return nil }
    let token = cursor.peek
    var digits: [UInt8]
    switch token.kind {
    case .ident: digits = cursor.stream.withText(token) { Array($0) }
    case .number, .dimension:
      guard token.isInteger, !token.isSigned else { return nil }
      digits = Array(cursor.stream.source[token.range])
      while digits.count < 6 { digits.insert(UInt8(ascii: "0"), at: 0) }
    default: return nil
    }
    guard digits.count == 3 || digits.count == 6 else { return nil }
    return digits.withUnsafeBufferPointer { HexColor.parse($0) }.map(ColorValue.absolute)
  }

  // MARK: Functions

  private func colorFunction(_ cursor: inout TokenCursor, depth: Int) -> ColorValue? {
    // OPTIMIZATION: the most frequent ones need no name.
    let isRGB = cursor.text(cursor.peek, is: "rgb") || cursor.text(cursor.peek, is: "rgba")
    let name = isRGB ? "rgb" : cursor.lowercasedName(cursor.peek).string
    var contents = cursor.consumeBlock()
    contents.skipWhitespace()
    let value: ColorValue?
    switch name {
    case "rgb": value = channels(.rgb, &contents, depth: depth)
    case "hsl", "hsla": value = channels(.hsl, &contents, depth: depth)
    case "hwb": value = channels(.hwb, &contents, depth: depth)
    case "lab": value = channels(.lab, &contents, depth: depth)
    case "lch": value = channels(.lch, &contents, depth: depth)
    case "oklab": value = channels(.oklab, &contents, depth: depth)
    case "oklch": value = channels(.oklch, &contents, depth: depth)
    case "color": value = channels(nil, &contents, depth: depth)
    case "alpha": value = alphaFunction(&contents, depth: depth)
    case "color-mix": return colorMix(contents, depth: depth)
    case "light-dark":
      guard let parts = commaSeparated(contents), parts.count == 2 else { return nil }
      var (light, dark) = (parts[0], parts[1])
      guard let first = color(&light, depth: depth), light.isAtEnd, let second = color(&dark, depth: depth),
        dark.isAtEnd
      else { return nil }
      return .lightDark(first, second)
    case "contrast-color":
      guard let inner = color(&contents, depth: depth) else { return nil }
      value = .contrast(inner)
    default: return nil
    }
    contents.skipWhitespace()
    return contents.isAtEnd ? value : nil
  }

  /// `alpha(from <color> / <alpha>)`.
  private func alphaFunction(_ cursor: inout TokenCursor, depth: Int) -> ColorValue? {
    guard cursor.consumeIdent("from"), let origin = color(&cursor, depth: depth) else { return nil }
    cursor.skipWhitespace()
    guard cursor.consumeDelim("/"), let alpha = channel([.alpha: "alpha"], allowsAngle: false, &cursor) else {
      return nil
    }
    return .function(
      .color(.srgb), origin: origin, channels: [.keyword("r"), .keyword("g"), .keyword("b")], alpha: alpha)
  }

  private static let spaces: [Name: Color.Space] = [
    "srgb": .srgb, "srgb-linear": .srgbLinear, "display-p3": .displayP3, "display-p3-linear": .displayP3Linear,
    "a98-rgb": .a98RGB, "prophoto-rgb": .prophotoRGB, "rec2020": .rec2020, "xyz": .xyzD65, "xyz-d65": .xyzD65,
    "xyz-d50": .xyzD50,
  ]

  private static let mixSpaces: [Name: Color.Space] = spaces.merging([
    "lab": .lab, "oklab": .oklab, "lch": .lch, "oklch": .oklch, "hsl": .hsl, "hwb": .hwb,
  ]) { $1 }

  /// The keywords of a function's channels.
  private static func names(of function: ColorFunction) -> [CalcVariable: Name] {
    switch function {
    case .rgb: [.r: "r", .g: "g", .b: "b", .alpha: "alpha"]
    case .hsl: [.h: "h", .s: "s", .l: "l", .alpha: "alpha"]
    case .hwb: [.h: "h", .w: "w", .b: "b", .alpha: "alpha"]
    case .lab, .oklab: [.l: "l", .a: "a", .b: "b", .alpha: "alpha"]
    case .lch, .oklch: [.l: "l", .c: "c", .h: "h", .alpha: "alpha"]
    case .color(let space):
      space == .xyzD50 || space == .xyzD65
        ? [.x: "x", .y: "y", .z: "z", .alpha: "alpha"] : [.r: "r", .g: "g", .b: "b", .alpha: "alpha"]
    }
  }

  private func channels(_ named: ColorFunction?, _ cursor: inout TokenCursor, depth: Int) -> ColorValue? {
    var origin: ColorValue?
    if cursor.consumeIdent("from") {
      guard let color = color(&cursor, depth: depth) else { return nil }
      origin = color
      cursor.skipWhitespace()
    }
    let function: ColorFunction
    if let named {
      function = named
    } else {
      guard cursor.peekKind == .ident, let space = Self.spaces[cursor.lowercasedName(cursor.next())] else { return nil }
      function = .color(space)
    }
    let variables = origin == nil ? [:] : Self.names(of: function)
    let hue = function.space.hueIndex
    var values: [CSSValue] = []
    var isLegacy = false
    for index in 0..<3 {
      if index == 1, origin == nil, function == .rgb || function == .hsl {
        cursor.skipWhitespace()
        isLegacy = cursor.peekKind == .comma
      }
      if isLegacy, index > 0 {
        cursor.skipWhitespace()
        guard cursor.consume(.comma) != nil else { return nil }
      }
      guard let value = channel(variables, allowsAngle: hue == index, &cursor) else { return nil }
      if hue == index, case .percentage = value { return nil }
      values.append(value)
    }
    if isLegacy, !Self.isLegacy(values, function) { return nil }
    cursor.skipWhitespace()
    var alpha: CSSValue?
    if isLegacy ? cursor.consume(.comma) != nil : cursor.consumeDelim("/") {
      guard let value = channel(variables, allowsAngle: false, &cursor) else { return nil }
      if isLegacy, value == .keyword("none") { return nil }
      alpha = value
    }
    return Self.resolved(.function(function, origin: origin, channels: values, alpha: alpha))
  }

  /// Whether commas may separate the channels: all numbers or all percentages of `rgb()`, percentages of `hsl()`.
  private static func isLegacy(_ values: [CSSValue], _ function: ColorFunction) -> Bool {
    func isPercentage(_ value: CSSValue) -> Bool {
      switch value {
      case .percentage: true
      case .math(let expression): expression.root.isPercentageLike
      default: false
      }
    }
    if values.contains(.keyword("none")) { return false }
    if function == .hsl { return values[1...].allSatisfy(isPercentage) && !isPercentage(values[0]) }
    let count = values.count(where: isPercentage)
    return count == 0 || count == 3
  }

  /// A channel: a number, percentage or (for hues) angle, `none`, or a keyword of a relative colour.
  private func channel(
    _ variables: [CalcVariable: Name], allowsAngle: Bool, _ cursor: inout TokenCursor
  ) -> CSSValue? {
    cursor.skipWhitespace()
    let token = cursor.peek
    if token.kind == .ident {
      let name = cursor.lowercasedName(token)
      guard name == "none" || variables.values.contains(name) else { return nil }
      cursor.position += 1
      return .keyword(name)
    }
    if token.kind == .function {
      var parser = CalcParser(percentageKind: nil, isToken: options.isToken)
      for (variable, name) in variables { parser.variables[name] = variable }
      guard let (node, type) = parser.function(&cursor, depth: 0),
        type.isNumber || type == .percentage || (allowsAngle && type == CalcType(.angle))
      else { return nil }
      if allowsAngle, type == .percentage { return nil }
      return .math(CalcExpression(node, percentagesAreOpaque: false))
    }
    var kinds = NumericKinds.numberOrPercentage
    if allowsAngle { kinds.dimension = .angle }
    return numeric(kinds, .all, &cursor)
  }

  /// `color-mix()` (CSS Color 5, 3).
  private func colorMix(_ contents: TokenCursor, depth: Int) -> ColorValue? {
    guard var parts = commaSeparated(contents) else { return nil }
    var space = Color.Space.oklab
    var hue = HueInterpolation.shorter
    if parts[0].peekKind == .ident, parts[0].text(parts[0].peek, is: "in") {
      var method = parts.removeFirst()
      method.position += 1
      method.skipWhitespace()
      guard method.peekKind == .ident, let named = Self.mixSpaces[method.lowercasedName(method.next())] else {
        return nil
      }
      space = named
      method.skipWhitespace()
      if !method.isAtEnd {
        guard space.hueIndex != nil, let name = keyword(&method, ["shorter", "longer", "increasing", "decreasing"]),
          keyword(&method, ["hue"]) != nil
        else { return nil }
        method.skipWhitespace()
        guard method.isAtEnd else { return nil }
        hue =
          switch name {
          case "longer": .longer
          case "increasing": .increasing
          case "decreasing": .decreasing
          default: .shorter
          }
      }
    }
    var items: [ColorMixItem] = []
    for part in parts {
      var part = part
      var share = numeric(.percentage, CalcRange(0, 100), &part)
      guard let color = color(&part, depth: depth) else { return nil }
      part.skipWhitespace()
      if share == nil, !part.isAtEnd { share = numeric(.percentage, CalcRange(0, 100), &part) }
      part.skipWhitespace()
      guard part.isAtEnd else { return nil }
      items.append(ColorMixItem(color: color, percentage: share))
    }
    // DEVIATION: of CSS Color 5 any number mixes; browsers know two.
    guard items.count == 2 else { return nil }
    return .mix(space: space, hue: hue, items)
  }

  /// A function of literals as the colour that it is.
  private static func resolved(_ value: ColorValue) -> ColorValue {
    guard case .function(let function, nil, let channels, let alpha) = value else { return value }
    let literals = (channels + (alpha.map { [$0] } ?? [])).allSatisfy {
      if case .math = $0 { return false }
      return true
    }
    guard literals else { return value }
    return .absolute(Color(function, channels: channels, alpha: alpha))
  }
}

extension CalcNode {
  /// Whether a calculation's first leaf is a percentage: with a checked type, all that count are.
  var isPercentageLike: Bool {
    switch self {
    case .percentage: true
    case .sum(let nodes), .min(let nodes), .max(let nodes): nodes.first?.isPercentageLike ?? false
    case .product(let nodes): nodes.contains { $0.isPercentageLike }
    case .negate(let node), .clamp(_, let node, _), .round(_, let node, _): node.isPercentageLike
    case .function(let function, let nodes):
      [.abs, .mod, .rem, .hypot].contains(function) && (nodes.first?.isPercentageLike ?? false)
    default: false
    }
  }
}

/// `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`.
enum HexColor {
  static func parse(_ digits: UnsafeBufferPointer<UInt8>) -> Color? {
    guard digits.count == 3 || digits.count == 4 || digits.count == 6 || digits.count == 8 else { return nil }
    // Eight digits, the last two `ff` where there is no alpha.
    var value: UInt32 = 0
    for digit in digits {
      let nibble: UInt8
      switch digit {
      case 0x30...0x39: nibble = digit - 0x30
      case 0x41...0x46: nibble = digit - 0x37
      case 0x61...0x66: nibble = digit - 0x57
      default: return nil
      }
      value = digits.count <= 4 ? value << 8 | UInt32(nibble) * 0x11 : value << 4 | UInt32(nibble)
    }
    if digits.count == 3 || digits.count == 6 { value = value << 8 | 0xFF }
    return Color(
      .legacySRGB, Double(value >> 24) / 255, Double(value >> 16 & 255) / 255, Double(value >> 8 & 255) / 255,
      alpha: Double(value & 255) / 255)
  }
}
