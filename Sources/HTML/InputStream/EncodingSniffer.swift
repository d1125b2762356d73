/// Finds out a page's encoding and decodes it to UTF-8 (HTML, section 13.2.3; the Encoding standard).
public enum EncodingSniffer {
  /// Decodes a page's bytes: a byte order mark wins, then a `<meta>` in the first 1,024 bytes, then UTF-8.
  ///
  /// - Returns: valid UTF-8 without byte order mark, and the encoding's name in the Encoding standard, lower-case.
  public static func decode(_ bytes: [UInt8]) -> (text: [UInt8], encoding: String) {
    // UNIMPLEMENTED: other encodings than UTF-8.
    (Array(String(decoding: bytes, as: UTF8.self).utf8), "utf-8")
  }
}

extension EncodingSniffer {
  /// The encoding that markup declares for itself.
  static func declaredEncoding(in bytes: [UInt8]) -> String? { nil }
}
