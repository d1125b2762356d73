import CSSValues
import Names

/// The `<color>` of CSS Color 3, which lets less be written than today's: what old tools and formats understand.
public enum Color3 {
  /// The colour that a cursor holds and nothing else, or `nil`.
  public static func parse(_ cursor: TokenCursor) -> ColorValue? {
    let cursor = cursor.trimmed()
    switch cursor.peekKind {
    case .hash:
      break
    case .function: guard isFunction(cursor) else { return nil }
    case .ident: guard !SystemColors.names.contains(cursor.lowercasedName(cursor.peek)) else { return nil }
    default: return nil
    }
    if let color = unclamped(cursor) { return color }
    var rest = cursor
    guard let color = ValueParser(options: ParsingOptions(), property: nil).color(&rest), rest.isAtEnd else {
      return nil
    }
    if case .named(let name) = color { return NamedColors.all[name].map(ColorValue.absolute) }
    return color
  }

  /// `rgb()` and `rgba()` with channels as they are, beyond the gamut too (CSS Color 3, 4.2.1).
  private static func unclamped(_ cursor: TokenCursor) -> ColorValue? {
    guard cursor.peekKind == .function, cursor.text(cursor.peek, is: "rgb") || cursor.text(cursor.peek, is: "rgba")
    else { return nil }
    let numbers = cursor.remaining.compactMap { index -> Double? in
      let token = cursor.stream.tokens[index]
      return token.kind == .number ? token.number / 255 : (token.kind == .percentage ? token.number / 100 : nil)
    }
    guard numbers.count >= 3 else { return nil }
    let alpha = numbers.count > 3 ? min(max(numbers[3] * 255, 0), 1) : 1
    return .absolute(Color(.legacySRGB, numbers[0], numbers[1], numbers[2], alpha: alpha))
  }

  /// Whether a function has the arguments that CSS Color 3, 4.2 gives it.
  private static func isFunction(_ cursor: TokenCursor) -> Bool {
    let name = cursor.lowercasedName(cursor.peek)
    let count: Int
    switch name {
    case "rgb", "hsl": count = 3
    case "rgba", "hsla": count = 4
    default: return false
    }
    var cursor = cursor
    var contents = cursor.consumeBlock()
    var kinds: [TokenKind] = []
    var integers: [Bool] = []
    while true {
      contents.skipWhitespace()
      let token = contents.next()
      guard token.kind == .number || token.kind == .percentage else { return false }
      kinds.append(token.kind)
      integers.append(token.isInteger)
      contents.skipWhitespace()
      if contents.isAtEnd { break }
      guard contents.consume(.comma) != nil else { return false }
    }
    guard kinds.count == count, count == 3 || kinds[3] == .number else { return false }
    if name == "rgb" || name == "rgba" {
      let isInteger = kinds[..<3].allSatisfy { $0 == .number } && integers[..<3].allSatisfy { $0 }
      return isInteger || kinds[..<3].allSatisfy { $0 == .percentage }
    }
    return kinds[0] == .number && kinds[1] == .percentage && kinds[2] == .percentage
  }
}
