import Diagnostics

/// Distinguishes files that are not text from pages with a stray control character.
///
/// Browsers read NUL and other control characters in a page (HTML, 13.2.2: parse errors that they recover from), so that
/// a single one says nothing; files of other kinds are known by how they begin, or by having many.
public enum BinaryData {
  /// What pages are never: the beginnings of images, fonts, archives and programs.
  private static let signatures: [[UInt8]] = [
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("%PDF-".utf8),
    [0x50, 0x4B, 0x03, 0x04], [0x1F, 0x8B, 0x08], [0x7F, 0x45, 0x4C, 0x46], Array("wOFF".utf8), Array("wOF2".utf8),
    Array("OTTO\0".utf8), [0x00, 0x01, 0x00, 0x00], [0xCA, 0xFE, 0xBA, 0xBE], [0xCF, 0xFA, 0xED, 0xFE],
    [0x28, 0xB5, 0x2F, 0xFD], Array("BZh9".utf8), [0x37, 0x7A, 0xBC, 0xAF], [0xFD, 0x37, 0x7A, 0x58],
    Array("SQLite format 3\0".utf8), Array("OggS\0".utf8), Array("ID3\u{3}".utf8),
  ]
  /// Of so many first bytes…
  private static let head = 8_192
  /// …at least so many are control characters that texts do not have, and one in a hundred.
  private static let leastControls = 8

  /// The offset of the first byte that no text has, where bytes are not text; `nil` for texts.
  ///
  /// - Parameter bytes: a file as it is; one that begins with UTF-16's byte order mark is a text.
  public static func fault(in bytes: [UInt8]) -> Int? {
    if signatures.contains(where: bytes.starts) { return bytes.firstIndex(where: isControl) ?? 0 }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return nil }
    let part = bytes.prefix(head)
    let controls = part.withUnsafeBytes(countControls)
    return controls >= leastControls && controls * 100 > part.count ? part.firstIndex(where: isControl) : nil
  }

  /// OPTIMIZATION: eight bytes at a time, of which the highest bit of each says something of it.
  private static func countControls(_ bytes: UnsafeRawBufferPointer) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highest = ones << 7
    var count = 0
    var index = 0
    while index + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // What is added makes 0x80 of the first byte that is meant.
      let low = word & ~highest
      let isControl =
        ~word & highest
        & (~(low &+ ones &* (0x80 - 0x09)) | (low &+ ones &* (0x80 - 0x0E)) & ~(low &+ ones &* (0x80 - 0x1B))
          | (low &+ ones &* (0x80 - 0x7F)))
      if isControl != 0 { count += isControl.nonzeroBitCount }
      index += 8
    }
    for byte in bytes[index...] where isControl(byte) { count += 1 }
    return count
  }

  /// NUL and the others except for white space and what begins ISO-2022-JP's escapes.
  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x09 || byte &- 0x0E < 0x0D || byte == 0x7F }

  /// The problem of a page that is not text, at the first byte that shows it.
  public static func problem(of source: SourceFile, at offset: Int) -> Diagnostic {
    let (line, column) = source.position(at: offset)
    return Diagnostic(
      .pageNotText, "the page is not text: it has \(name(of: source.bytes[offset])) here",
      at: SourceLocation(file: source.path, line: line, column: column),
      help: "give the file another ending, or list it in .hybridignore")
  }

  /// A byte as messages name it: `a NUL`, `the control character U+0001`.
  private static func name(of byte: UInt8) -> String {
    if byte == 0 { return "a NUL" }
    guard isControl(byte) else { return "the byte 0x" + String(byte, radix: 16, uppercase: true) }
    let digits = String(byte, radix: 16, uppercase: true)
    return "the control character U+" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
