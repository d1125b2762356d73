/// Base64 (RFC 4648): section 4 with padding, section 5 (URL) without. Decoding accepts the one canonical spelling only.
public enum Base64 {
  private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let url = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Section 4, with padding.
  public static func encode(_ bytes: [UInt8]) -> String {
    let digits = encode(bytes, standard)
    return digits + String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
  }

  /// Section 5, without padding.
  public static func encodeURL(_ bytes: [UInt8]) -> String { encode(bytes, url) }

  /// The bytes of a text of section 4 with padding, or `nil`.
  public static func decode(_ text: String) -> [UInt8]? {
    guard text.utf8.count % 4 == 0 else { return nil }
    var digits = Array(text.utf8)
    for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    return decode(digits, standard)
  }

  /// The bytes of a text of section 5 without padding, or `nil`.
  public static func decodeURL(_ text: String) -> [UInt8]? { decode(Array(text.utf8), url) }

  private static func encode(_ bytes: [UInt8], _ alphabet: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count * 4 + 2) / 3)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        result.append(alphabet[Int(buffer >> UInt32(bits)) & 63])
      }
      buffer &= (1 << UInt32(bits)) - 1
    }
    if bits > 0 { result.append(alphabet[Int(buffer << UInt32(6 - bits)) & 63]) }
    return String(decoding: result, as: UTF8.self)
  }

  private static func decode(_ text: [UInt8], _ alphabet: [UInt8]) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
    var result: [UInt8] = []
    result.reserveCapacity(text.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits = 0
    for digit in text {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
        buffer &= (1 << UInt32(bits)) - 1
      }
    }
    // What is left over must be zeros: one spelling for each value.
    return buffer == 0 ? result : nil
  }
}
