/// The An+B microsyntax (CSS Syntax 3, 6) at the start of a cursor.
public enum NthPattern {
  /// A and B, or `nil` where there is no pattern; the cursor comes after it.
  public static func parse(_ cursor: inout TokenCursor) -> (step: Int32, offset: Int32)? {
    let token = cursor.next()
    switch token.kind {
    case .number:
      return token.isInteger ? (0, clamped(token.number)) : nil
    case .ident:
      if cursor.text(token, is: "odd") { return (2, 1) }
      if cursor.text(token, is: "even") { return (2, 0) }
      return afterUnit(Array(cursor.text(token).utf8), step: nil, &cursor)
    case .dimension:
      return token.isInteger ? afterUnit(Array(cursor.text(token).utf8), step: clamped(token.number), &cursor) : nil
    case .delim where token.isDelim("+"):
      // `+n`, without white space between.
      guard let name = cursor.consume(.ident) else { return nil }
      let text = Array(cursor.text(name).utf8)
      return text.first == 0x2D ? nil : afterUnit(text, step: nil, &cursor)
    default:
      return nil
    }
  }

  /// What follows the number: `n`, `-n`, `n-`, `n-3`, then perhaps a sign and a number.
  private static func afterUnit(_ text: [UInt8], step number: Int32?, _ cursor: inout TokenCursor) -> (Int32, Int32)? {
    var text = text[...]
    var step = number ?? 1
    if text.first == 0x2D, number == nil {
      step = -1
      text = text.dropFirst()
    }
    guard let unit = text.popFirst(), unit | 0x20 == 0x6E else { return nil }
    if text.isEmpty { return optionalOffset(step, &cursor) }
    guard text.popFirst() == 0x2D else { return nil }
    if text.isEmpty {
      // `n- 3`
      cursor.skipWhitespace()
      guard let number = cursor.consume(.number), number.isInteger, !number.isSigned else { return nil }
      return (step, clamped(-number.number))
    }
    var value: Double = 0
    for byte in text {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Double(byte - 0x30)
    }
    return (step, clamped(-value))
  }

  private static func optionalOffset(_ step: Int32, _ cursor: inout TokenCursor) -> (Int32, Int32)? {
    let saved = cursor
    cursor.skipWhitespace()
    let token = cursor.peek
    if token.kind == .number, token.isInteger, token.isSigned {
      cursor.position += 1
      return (step, clamped(token.number))
    }
    if token.isDelim("+") || token.isDelim("-") {
      cursor.position += 1
      cursor.skipWhitespace()
      guard let number = cursor.consume(.number), number.isInteger, !number.isSigned else { return nil }
      return (step, clamped(token.isDelim("-") ? -number.number : number.number))
    }
    cursor = saved
    return (step, 0)
  }

  private static func clamped(_ value: Double) -> Int32 {
    Int32(max(-2_147_483_647, min(2_147_483_647, value)))
  }
}
