/// Texts in UTF-16, as editors and shells on Windows write them.
enum UTF16Text {
  /// The units of a text that begins with a byte order mark; `nil` for every other text. A last odd byte is left out.
  static func units(of bytes: [UInt8]) -> [UInt16]? {
    guard bytes.count >= 2 else { return nil }
    let isBigEndian: Bool
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF): isBigEndian = true
    case (0xFF, 0xFE): isBigEndian = false
    default: return nil
    }
    return (1..<bytes.count / 2).map { index in
      let (first, second) = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
  }
}
