import CSSValues
import Names

/// Writes the values of declarations shorter: numbers, zeros, colors and repeated sides. A shorter text counts only where the
/// property's grammar makes the same values of it.
struct ValueMinifier {
  private struct Rewrites: OptionSet {
    let rawValue: UInt8
    static let numbers = Rewrites(rawValue: 1)
    static let zeros = Rewrites(rawValue: 2)
    static let colors = Rewrites(rawValue: 4)
    static let sides = Rewrites(rawValue: 8)
    static let all: Rewrites = [.numbers, .zeros, .colors, .sides]
  }

  let stream: TokenStream
  private var parser = PropertyParser()

  init(_ stream: TokenStream) { self.stream = stream }

  /// A value as short as it is known to be the same; `nil` of a property that the table lacks.
  mutating func shortest(_ property: PropertyID, _ value: Range<Int>) -> [UInt8]? {
    let before = StyleSheetEquivalence.declarations(property, stream.cursor.over(value), &parser)
    // Only the tokens of what is substituted later are known.
    guard !before.isEmpty, !before.contains(where: { if case .unresolved = $0.value { true } else { false } }) else {
      return nil
    }
    let plain = StyleSheetMinifier.text(value, .value, stream)
    for rewrites: Rewrites in [.all, [.numbers, .zeros, .sides], [.numbers, .sides], .numbers] {
      let text = text(value, property, rewrites)
      if text == plain { return nil }
      guard text.count <= plain.count else { continue }
      let written = TokenStream(text)
      if StyleSheetOutline.fault(written) == nil,
        StyleSheetEquivalence.declarations(property, written.cursor, &parser) == before
      {
        return text
      }
    }
    return nil
  }

  private func text(_ value: Range<Int>, _ property: PropertyID, _ rewrites: Rewrites) -> [UInt8] {
    var depth = 0
    var skipped = value.lowerBound
    let text = StyleSheetMinifier.text(value, .value, stream) { index in
      // What a color's function held is behind it.
      if index < skipped { return [] }
      let token = stream.tokens[index]
      defer {
        if token.opensBlock { depth += 1 }
        if token.kind == .rightParenthesis || token.kind == .rightBracket { depth -= 1 }
      }
      switch token.kind {
      case .number, .percentage, .dimension:
        if rewrites.contains(.zeros), depth == 0, token.kind == .dimension, token.number == 0, isLength(token) {
          return [0x30]
        }
        return rewrites.contains(.numbers) ? number(token) : nil
      case .hash where rewrites.contains(.colors): return hash(token)
      case .ident where rewrites.contains(.colors):
        return Self.hashes[stream.lowercasedName(token).string].map { Array($0.utf8) }
      case .function where rewrites.contains(.colors):
        guard let hash = hexadecimal(index, value.upperBound) else { return nil }
        skipped = Int(token.match) + 1
        depth -= 1
        return hash
      default: return nil
      }
    }
    return rewrites.contains(.sides) && Self.sided.contains(property.name) ? Self.withoutRepeatedSides(text) : text
  }

  // MARK: Numbers

  private func isLength(_ token: Token) -> Bool {
    ["px", "em", "rem", "ex", "ch", "vw", "vh", "vmin", "vmax", "cm", "mm", "in", "pt", "pc"]
      .contains(stream.lowercasedName(token).string)
  }

  /// `0.50em` as `.5em`; `nil` of what stays.
  private func number(_ token: Token) -> [UInt8]? {
    let text = Array(stream.source[token.range])
    var index = 0
    var sign: [UInt8] = []
    if let first = text.first, first == 0x2B || first == 0x2D {
      sign = [first]
      index = 1
    }
    func digits() -> ArraySlice<UInt8> { text[index...].prefix { $0 >= 0x30 && $0 <= 0x39 } }
    var whole = digits()
    index += whole.count
    guard index < text.count, text[index] == 0x2E else { return nil }
    index += 1
    var fraction = digits()
    index += fraction.count
    let rest = text[index...]
    // Exponents and escapes stay.
    guard token.kind != .number || rest.isEmpty, !rest.contains(0x5C),
      !(token.kind == .dimension && rest.count != Int(token.textEnd - token.textStart))
    else { return nil }
    while fraction.last == 0x30 { fraction.removeLast() }
    while whole.first == 0x30, whole.count > 1 || !fraction.isEmpty { whole.removeFirst() }
    let point: [UInt8] = fraction.isEmpty ? [] : [0x2E]
    return sign + Array(whole) + point + Array(fraction) + Array(rest)
  }

  // MARK: Colors

  /// Names that are longer than the color in hexadecimal digits.
  private static let hashes = [
    "white": "#fff", "black": "#000", "yellow": "#ff0", "fuchsia": "#f0f", "magenta": "#f0f", "lightgray": "#d3d3d3",
    "whitesmoke": "#f5f5f5", "darkgray": "#a9a9a9", "dimgray": "#696969", "gainsboro": "#dcdcdc",
    "lightgrey": "#d3d3d3", "darkgrey": "#a9a9a9", "aquamarine": "#7fffd4", "blueviolet": "#8a2be2",
  ]

  /// Colors whose name is shorter than their digits.
  private static let names = [
    "f00": "red", "ff0000": "red", "d2b48c": "tan", "000080": "navy", "808080": "gray", "008080": "teal",
    "c0c0c0": "silver", "800000": "maroon", "808000": "olive", "800080": "purple", "008000": "green",
    "ffa500": "orange",
    "ffd700": "gold", "ffc0cb": "pink", "dda0dd": "plum", "f0e68c": "khaki", "fffff0": "ivory", "f5f5dc": "beige",
    "f0ffff": "azure", "ffe4c4": "bisque", "4b0082": "indigo", "faf0e6": "linen", "cd853f": "peru", "fa8072": "salmon",
    "a0522d": "sienna", "fffafa": "snow", "ff6347": "tomato", "ee82ee": "violet", "f5deb3": "wheat", "ff7f50": "coral",
    "a52a2a": "brown",
  ]

  private func hash(_ token: Token) -> [UInt8]? {
    let digits = stream.text(token).lowercased()
    guard !token.flags.contains(.escaped), digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
      return nil
    }
    if let name = Self.names[digits] { return Array(name.utf8) }
    return [0x23] + Self.halved(Array(digits.utf8))
  }

  /// `aabbcc` as `abc`.
  private static func halved(_ digits: [UInt8]) -> [UInt8] {
    guard digits.count == 6 || digits.count == 8 else { return digits }
    var short: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard digits[index] == digits[index + 1] else { return digits }
      short.append(digits[index])
    }
    return short
  }

  /// `rgb(255, 255, 255)` as `#fff`.
  private func hexadecimal(_ index: Int, _ end: Int) -> [UInt8]? {
    let close = Int(stream.tokens[index].match)
    guard stream.text(stream.tokens[index], is: "rgb"), close < end else { return nil }
    let parts = (index + 1..<close).map { stream.tokens[$0] }.filter { $0.kind != .whitespace }
    guard parts.count == 5, parts[1].kind == .comma, parts[3].kind == .comma else { return nil }
    var digits = ""
    for part in [parts[0], parts[2], parts[4]] {
      guard part.kind == .number, part.isInteger, part.number >= 0, part.number <= 255 else { return nil }
      let text = String(Int(part.number), radix: 16)
      digits += text.count == 1 ? "0" + text : text
    }
    if let name = Self.names[digits] { return Array(name.utf8) }
    return [0x23] + Self.halved(Array(digits.utf8))
  }

  // MARK: Sides

  private static let sided: Set<String> = [
    "margin", "padding", "inset", "border-width", "border-style", "border-color", "border-radius", "scroll-margin",
    "scroll-padding", "gap", "overflow",
  ]

  /// `0 auto 0 auto` as `0 auto`.
  private static func withoutRepeatedSides(_ text: [UInt8]) -> [UInt8] {
    guard !text.contains(where: { $0 == 0x28 || $0 == 0x2C || $0 == 0x2F }) else { return text }
    var parts = text.split(separator: 0x20).map(Array.init)
    guard (2...4).contains(parts.count) else { return text }
    if parts.count == 4, parts[1] == parts[3] { parts.removeLast() }
    if parts.count == 3, parts[0] == parts[2] { parts.removeLast() }
    if parts.count == 2, parts[0] == parts[1] { parts.removeLast() }
    return Array(parts.joined(separator: [0x20]))
  }
}
