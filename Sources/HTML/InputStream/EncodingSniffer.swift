/// Finds out a source's encoding and decodes it to UTF-8 (HTML, section 13.2.3; Encoding, section 6).
public enum EncodingSniffer {
  /// Decodes a page's bytes: a byte order mark wins, then a `<meta>` (or an XML declaration) in the first 1,024 bytes,
  /// then UTF-8.
  ///
  /// - Returns: valid UTF-8 without byte order mark, and the encoding's name in the Encoding standard, lower-case.
  public static func decode(_ bytes: [UInt8]) -> (text: [UInt8], encoding: String) {
    decode(bytes, declared: declaredEncoding(in: bytes).flatMap { TextEncoding(label: $0) })
  }

  /// Decodes a style sheet's bytes (CSS Syntax, section 3.2): a byte order mark wins, then `@charset "…";` at the very
  /// beginning, then the encoding of the document that refers to it, then UTF-8.
  ///
  /// - Parameter documentEncoding: as ``decode(_:)`` returned it for the document, or `nil`.
  public static func decodeStyleSheet(
    _ bytes: [UInt8], documentEncoding: String? = nil
  ) -> (text: [UInt8], encoding: String) {
    var declared: TextEncoding?
    let opening = Array("@charset \"".utf8)
    if bytes.starts(with: opening),
      let end = bytes[opening.count..<min(bytes.count, 1_024)].firstIndex(of: 0x22),
      end + 1 < bytes.count, bytes[end + 1] == 0x3B
    {
      declared = TextEncoding(label: String(decoding: bytes[opening.count..<end], as: UTF8.self))
      // A rule that could be read as ASCII is not in UTF-16.
      if let found = declared, found.name.hasPrefix("utf-16") { declared = .utf8 }
    }
    return decode(bytes, declared: declared ?? documentEncoding.flatMap { TextEncoding(label: $0) })
  }

  private static func decode(_ bytes: [UInt8], declared: TextEncoding?) -> (text: [UInt8], encoding: String) {
    let (encoding, markLength): (TextEncoding, Int) =
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        (.utf8, 3)
      } else if bytes.starts(with: [0xFE, 0xFF]) {
        (.utf16BigEndian, 2)
      } else if bytes.starts(with: [0xFF, 0xFE]) {
        (.utf16LittleEndian, 2)
      } else {
        (declared ?? .utf8, 0)
      }
    return (encoding.decode(bytes[markLength...]), encoding.name)
  }

  /// The name of the encoding that a page declares for itself, or `nil`.
  static func declaredEncoding(in bytes: [UInt8]) -> String? {
    var prescan = EncodingPrescan(bytes.prefix(1_024))
    return prescan.run()?.name
  }
}
