import Foundation

/// Base64 (RFC 4648). A text stands for bytes only if it is the one that they are encoded as: two texts for one signature or
/// digest would be two names.
public enum Base64 {
  /// Section 4, with padding.
  public static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Section 5, without padding.
  public static func encodeURL(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { digits in
      var (count, pending, bits) = (0, 0 as UInt32, 0 as UInt32)
      func put(_ value: UInt32) {
        digits[count] = alphabet.utf8Start[Int(value & 0x3F)]
        count += 1
      }
      for byte in bytes {
        pending = pending << 8 | UInt32(byte)
        bits += 8
        while bits >= 6 {
          bits -= 6
          put(pending >> bits)
        }
      }
      if bits > 0 { put(pending << (6 - bits)) }
      return count
    }
  }

  /// The bytes of a text of section 4 with padding, or `nil`.
  public static func decode(_ text: String) -> [UInt8]? {
    // Foundation takes texts whose last digit has bits that stand for nothing.
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
    return [UInt8](data)
  }

  /// The bytes of a text of section 5 without padding, or `nil`.
  public static func decodeURL(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var (pending, bits) = (0 as UInt32, 0 as UInt32)
    for digit in text.utf8 {
      guard let value = value(ofURLDigit: digit) else { return nil }
      pending = pending << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
      }
    }
    // A digit too many makes less than a byte, and bits of the last one that stand for nothing are 0.
    return bits < 6 && pending & ((1 << bits) - 1) == 0 ? bytes : nil
  }

  /// The digits of section 5 by their values.
  private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  private static func value(ofURLDigit digit: UInt8) -> UInt8? {
    switch digit {
    case 0x41...0x5A: digit - 0x41
    case 0x61...0x7A: digit - 0x61 + 26
    case 0x30...0x39: digit - 0x30 + 52
    case 0x2D: 62
    case 0x5F: 63
    default: nil
    }
  }
}
