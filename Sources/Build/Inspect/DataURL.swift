import Foundation

/// The bytes of `data:` URLs (RFC 2397).
enum DataURL {
  /// The bytes; `nil` where the URL has no comma or its base 64 is damaged.
  static func bytes(of url: String) -> [UInt8]? {
    guard let comma = url.firstIndex(of: ",") else { return nil }
    let isBase64 = url[..<comma].lowercased().hasSuffix(";base64")
    let body = percentDecoded(url[url.index(after: comma)...])
    guard isBase64 else { return body }
    let clean = body.filter { $0 > 0x20 }
    return Data(base64Encoded: Data(clean), options: .ignoreUnknownCharacters).map { Array($0) }
  }

  private static func percentDecoded(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let value = UInt8(String(decoding: source[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return bytes
  }
}
