import Foundation

/// Base64 (RFC 4648). A text stands for bytes only if it is the one that they are encoded as: two texts for one signature or
/// digest would be two names.
public enum Base64 {
  /// Section 4, with padding.
  public static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Section 5, without padding.
  public static func encodeURL(_ bytes: [UInt8]) -> String {
    let digits = encode(bytes).utf8.prefix { $0 != UInt8(ascii: "=") }
    return String(decoding: digits.map { translated($0, "+/", "-_") }, as: UTF8.self)
  }

  /// The bytes of a text of section 4 with padding, or `nil`.
  public static func decode(_ text: String) -> [UInt8]? {
    // Foundation takes texts whose last digit has bits that stand for nothing.
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
    return [UInt8](data)
  }

  /// The bytes of a text of section 5 without padding, or `nil`.
  public static func decodeURL(_ text: String) -> [UInt8]? {
    guard !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
    let digits = String(decoding: text.utf8.map { translated($0, "-_", "+/") }, as: UTF8.self)
    return decode(digits + String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4))
  }

  /// The digit of another alphabet: the two differ in two digits.
  private static func translated(_ digit: UInt8, _ from: StaticString, _ to: StaticString) -> UInt8 {
    digit == from.utf8Start[0] ? to.utf8Start[0] : digit == from.utf8Start[1] ? to.utf8Start[1] : digit
  }
}
