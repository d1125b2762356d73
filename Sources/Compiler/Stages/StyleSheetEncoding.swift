import HTML

/// The encoding of stylesheets (CSS Syntax 3, 3.2).
enum StyleSheetEncoding {
  /// The text in UTF-8: by the byte order mark, else as UTF-8.
  static func decode(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    // DEVIATION: a sheet whose `@charset` names another encoding is read as UTF-8 where its bytes are UTF-8, and by
    // HTML's sniffing (which knows byte order marks) otherwise.
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      return EncodingSniffer.decode(bytes).text
    }
    return bytes
  }
}
