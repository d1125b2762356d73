/// A `data:` URL (RFC 2397, Fetch 6).
package struct DataURL: Sendable {
  /// The media type as written, without parameters.
  package let mediaType: String
  /// The decoded body.
  package let bytes: [UInt8]

  /// Decodes a URL; `nil` where it is no `data:` URL or its base64 is not valid.
  package init?(_ url: String) {
    let text = SiteReference.stripped(url)
    guard text.lowercased().hasPrefix("data:"), let comma = text.firstIndex(of: ",") else { return nil }
    let header = text[text.index(text.startIndex, offsetBy: 5)..<comma]
    // A fragment is none of it (Fetch, 6): colors such as `#ccc` cut a drawing off that does not write them as `%23ccc`.
    let body = SiteReference.percentDecodedBytes(String(text[text.index(after: comma)...].prefix { $0 != "#" }))
    mediaType = String(header.prefix { $0 != ";" }).lowercased()
    if header.lowercased().hasSuffix(";base64") {
      guard let decoded = Self.base64(body) else { return nil }
      bytes = decoded
    } else {
      bytes = body
    }
  }

  /// Forgiving base64 (Infra, 7): white space is skipped, padding optional.
  private static func base64(_ text: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in text {
      let value: UInt32
      switch byte {
      case 0x41...0x5A: value = UInt32(byte) - 0x41
      case 0x61...0x7A: value = UInt32(byte) - 0x61 + 26
      case 0x30...0x39: value = UInt32(byte) - 0x30 + 52
      case 0x2B: value = 62
      case 0x2F: value = 63
      case 0x3D, 0x20, 0x09, 0x0A, 0x0C, 0x0D: continue
      default: return nil
      }
      buffer = buffer << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return result
  }
}
