/// Where the front matter of a Markdown file is: the lines between `---` at its beginning, as Jekyll, Hugo and Eleventy have it.
public struct MarkdownFrontMatter: Hashable, Sendable {
  /// Front matter is looked for in this many bytes.
  static let limit = 1 << 16

  /// The bytes between the fences.
  public let text: Range<Int>
  /// The first byte behind the second fence.
  public let end: Int

  /// The front matter of a text; `nil` for one that begins otherwise.
  public init?(of bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = Self.lineEnd(bytes, start)
    guard Self.isFence(bytes[start..<line]) else { return nil }
    let first = line
    while line < min(bytes.count, Self.limit) {
      let end = Self.lineEnd(bytes, line)
      if Self.isFence(bytes[line..<end]) {
        text = first..<line
        self.end = end
        return
      }
      line = end
    }
    return nil
  }

  /// Whether a text begins with front matter whose second fence is missing: a fence, then `name:`.
  public static func isUnclosed(in bytes: [UInt8]) -> Bool {
    guard MarkdownFrontMatter(of: bytes) == nil else { return false }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let line = lineEnd(bytes, start)
    guard isFence(bytes[start..<line]) else { return false }
    let name = bytes[line...].prefix(64).prefix { byte in
      (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x5F || byte == 0x2D
    }
    return !name.isEmpty && name.endIndex < bytes.count && bytes[name.endIndex] == 0x3A
  }

  /// The byte behind the end of a line.
  private static func lineEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }

  private static func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    var line = line
    while let last = line.last, last <= 0x20 { line.removeLast() }
    return line.elementsEqual("---".utf8)
  }

  /// The front matter in a text of as many lines as the file has up to its end, so that places in it are those in the file.
  public func yaml(in bytes: [UInt8]) -> [UInt8] { [0x0A] + bytes[text] }
}
