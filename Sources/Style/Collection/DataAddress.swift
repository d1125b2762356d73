import Diagnostics

/// Sheets whose address holds their text (`data:`, RFC 2397).
enum DataAddress {
  /// The sheet of a `data:` address, or `nil` for other addresses.
  static func sheet(_ address: String) -> SourceFile? {
    guard address.prefix(5).lowercased() == "data:", let comma = address.firstIndex(of: ",") else { return nil }
    let type = address[address.index(address.startIndex, offsetBy: 5)..<comma].lowercased()
    guard type.isEmpty || type.hasPrefix("text/css") || type.hasPrefix(";") else { return nil }
    let body = percentDecoded(Array(address[address.index(after: comma)...].utf8))
    let bytes = type.hasSuffix(";base64") ? base64Decoded(body) : body
    return SourceFile(path: String(address.prefix(64)), bytes: bytes)
  }

  private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x37
      case 0x61...0x66: byte - 0x57
      default: nil
      }
    }
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func base64Decoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      let value: UInt32
      switch byte {
      case 0x41...0x5A: value = UInt32(byte - 0x41)
      case 0x61...0x7A: value = UInt32(byte - 0x61) + 26
      case 0x30...0x39: value = UInt32(byte - 0x30) + 52
      case 0x2B, 0x2D: value = 62
      case 0x2F, 0x5F: value = 63
      default: continue
      }
      buffer = (buffer << 6 | value) & 0xFF_FFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return result
  }
}
