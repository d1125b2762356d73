/// An image that a page holds in its address: a `data:` URL (RFC 2397, Fetch 6). The compiler's own reader of such addresses needs the
/// parser of CSS, which apps do not link.
public struct InlineImage: Hashable, Sendable {
  /// The image file.
  public let bytes: [UInt8]

  /// The bytes of an address; `nil` where it is no `data:` URL, or holds base64 that is not valid.
  public init?(_ address: String) {
    guard address.prefix(5).lowercased() == "data:", let comma = address.firstIndex(of: ",") else { return nil }
    let body = Self.decoded(address[address.index(after: comma)...].prefix { $0 != "#" }.utf8)
    guard address[..<comma].lowercased().hasSuffix(";base64") else {
      bytes = body
      return
    }
    guard let image = Self.base64(body) else { return nil }
    bytes = image
  }

  /// With percent signs and two digits as the bytes that they stand for.
  private static func decoded(_ text: Substring.UTF8View) -> [UInt8] {
    let text = Array(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      if text[place] == UInt8(ascii: "%"), place + 2 < text.count,
        let byte = UInt8(String(decoding: text[(place + 1)...(place + 2)], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        place += 3
      } else {
        bytes.append(text[place])
        place += 1
      }
    }
    return bytes
  }

  /// Forgiving base64 (Infra, 7): white space is skipped, padding optional.
  private static func base64(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var (buffer, bits) = (UInt32(0), UInt32(0))
    for byte in text {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="), 0x20, 0x09, 0x0A, 0x0C, 0x0D: continue
      default: return nil
      }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    return bytes
  }
}
