/// Writes URLs.
enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// A path's bytes with everything escaped that a path may not hold.
  static func encoded(_ bytes: [UInt8], keepingSlash: Bool) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x21, 0x24, 0x26...0x2C, 0x3A, 0x3B, 0x3D,
        0x40:
        result.append(byte)
      case 0x2F where keepingSlash: result.append(byte)
      default: result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The literal part of a pattern, in which a slash's escape stays one.
  static func literal(_ bytes: [UInt8]) -> String {
    encoded(bytes, keepingSlash: true).replacing("%252F", with: "%2F").replacing("%252f", with: "%2F")
  }

  /// A query's name or value (application/x-www-form-urlencoded, with `%20` for a space).
  static func query(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2A: result.append(byte)
      default: result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
