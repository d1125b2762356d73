/// What a Markdown text may have at most, so that reading it takes time and memory for only its length.
///
/// The parser takes time for the square of some counts: of brackets and footnotes, of `<?` in a paragraph, of the lines that
/// may be a table's first. Texts that people write are far below the bounds.
struct MarkdownBounds {
  static let size = 1 << 20
  /// Bytes without a blank line between them.
  static let blockSize = 256 << 10
  static let brackets = 10_000
  static let footnotes = 3_000
  static let declarations = 2_000
  static let columns = 500
  static let cells = 500_000
  static let tableLines = 20_000
  static let levels = 200
  /// Each mark may make a list, an item and a paragraph; a page has fewer items (``LayoutLimits``), and a page of this many takes 290 MB.
  static let markers = 75_000

  /// What is beyond the bounds, and the byte where.
  struct Excess: Hashable {
    var message: String
    var offset: Int
  }

  private var brackets = 0
  private var footnotes = 0
  private var declarations = 0
  private var cells = 0
  private var markers = 0
  /// The squares of the lines of blocks that may hold a table.
  private var tableWork = 0
  // Of the block that goes on.
  private var blockStart = 0
  private var blockLines = 0
  private var blockColumns = 0
  private var mayBeTable = false

  /// The first thing in a text that is beyond the bounds; `nil` where all of it is within.
  static func excess(in bytes: [UInt8]) -> Excess? {
    guard bytes.count <= size else {
      return Excess(message: "the Markdown file has \(bytes.count) bytes; \(size) are the most", offset: 0)
    }
    var bounds = MarkdownBounds()
    return bytes.withUnsafeBufferPointer { bounds.excess($0) }
  }

  private mutating func excess(_ bytes: UnsafeBufferPointer<UInt8>) -> Excess? {
    var line = 0
    while line < bytes.count {
      var end = line
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      if let message = add(UnsafeBufferPointer(rebasing: bytes[line..<end]), at: line) {
        return Excess(message: message, offset: line)
      }
      line = end + 1
    }
    return closeBlock(at: bytes.count).map { Excess(message: $0, offset: blockStart) }
  }

  /// Counts a line; what is too much, if anything.
  private mutating func add(_ line: UnsafeBufferPointer<UInt8>, at offset: Int) -> String? {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      let message = closeBlock(at: offset)
      blockStart = offset + line.count + 1
      return message
    }
    blockLines += 1
    if let message = countLevels(line) { return message }
    var pipes = 0
    var isRule = true
    var hasDash = false
    for (index, byte) in line.enumerated() {
      let next = index + 1 < line.count ? line[index + 1] : 0
      switch byte {
      case 0x7C: pipes += 1
      case 0x2D: hasDash = true
      case 0x5B:
        brackets += 1
        if next == 0x5E { footnotes += 1 }
        isRule = false
      case 0x3C:
        if next == 0x3F || next == 0x21 { declarations += 1 }
        isRule = false
      case 0x20, 0x09, 0x3A, 0x3E: break
      default: isRule = false
      }
    }
    blockColumns = max(blockColumns, pipes + 1)
    mayBeTable = mayBeTable || isRule && hasDash
    if brackets > Self.brackets { return "the file has more than \(Self.brackets) times `[`" }
    if footnotes > Self.footnotes { return "the file has more than \(Self.footnotes) times `[^`" }
    if declarations > Self.declarations { return "the file has more than \(Self.declarations) times `<?` and `<!`" }
    return nil
  }

  /// Counts the quotes and list items that a line begins with.
  private mutating func countLevels(_ line: UnsafeBufferPointer<UInt8>) -> String? {
    var levels = 0
    prefix: for (index, byte) in line.enumerated() {
      let isLast = index + 1 == line.count || line[index + 1] == 0x20 || line[index + 1] == 0x09
      switch byte {
      case 0x3E: levels += 1
      case 0x2A, 0x2B, 0x2D, 0x2E, 0x29: if isLast { levels += 1 }
      case 0x20, 0x09, 0x30...0x39: break
      default: break prefix
      }
    }
    markers += levels
    if levels > Self.levels {
      return "a line begins with \(levels) levels of quotes and lists; \(Self.levels) are the most"
    }
    return markers > Self.markers ? "the file has more than \(Self.markers) marks of quotes and lists" : nil
  }

  /// Ends the block that goes on; what was too much of it, if anything.
  private mutating func closeBlock(at offset: Int) -> String? {
    defer { (blockLines, blockColumns, mayBeTable) = (0, 0, false) }
    guard offset - blockStart <= Self.blockSize else {
      return "\(offset - blockStart) bytes without a blank line; \(Self.blockSize) are the most"
    }
    guard mayBeTable else { return nil }
    if blockColumns > Self.columns { return "a table has \(blockColumns) columns; \(Self.columns) are the most" }
    cells += blockLines * blockColumns
    tableWork += blockLines * blockLines
    if cells > Self.cells { return "the tables have more than \(Self.cells) cells" }
    return tableWork > Self.tableLines * Self.tableLines ? "the tables have more than \(Self.tableLines) lines" : nil
  }
}
