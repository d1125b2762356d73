/// What a Markdown text may have at most, so that reading it takes time and memory for only its length.
///
/// The parser takes time for the square of some counts: of brackets and `<?` in a paragraph, of footnotes, of the lines that
/// may be a table's first. Texts that people write are far below the bounds. Front matter and code between fences are not
/// parsed, and do not count.
struct MarkdownBounds {
  static let size = 1 << 20
  /// Bytes without a blank line or the beginning of a list's item between them.
  static let blockSize = 256 << 10
  /// Brackets in such a block.
  static let blockBrackets = 10_000
  /// Brackets in all: each may make a link.
  static let brackets = 75_000
  static let footnotes = 3_000
  static let declarations = 2_000
  static let columns = 500
  static let cells = 500_000
  static let tableLines = 20_000
  static let levels = 200
  /// Each mark may make a list, an item and a paragraph; a page has fewer items (``LayoutLimits``), and a page of this many takes 290 MB.
  static let markers = 75_000
  /// Bytes that brackets may make by repeating the longest definition of a link: `[a]` has three, and stands for all of them.
  static let repeatedDefinitions = 16 << 20

  /// What is beyond the bounds, and the byte where.
  struct Excess: Hashable {
    var message: String
    var offset: Int
  }

  private var code = MarkdownCode()
  private var brackets = 0
  private var footnotes = 0
  private var declarations = 0
  private var cells = 0
  private var markers = 0
  /// The squares of the lines of blocks that may hold a table.
  private var tableWork = 0
  /// Where the longest text begins that may define a link, and its bytes.
  private var longestDefinition = (start: 0, count: 0)
  // Of the block that goes on.
  private var blockStart = 0
  private var blockLines = 0
  private var blockColumns = 0
  private var blockBrackets = 0
  private var mayBeTable = false
  /// Where a text begins that may define a link.
  private var definitionStart: Int?
  /// How far what goes on in the item is indented at least, where the line before began one.
  private var itemIndent = 0

  /// The first thing in a text that is beyond the bounds; `nil` where all of it is within.
  ///
  /// - Parameter start: the first byte behind the front matter.
  static func excess(in bytes: [UInt8], from start: Int) -> Excess? {
    guard bytes.count <= size else {
      return Excess(message: "the Markdown file has \(bytes.count) bytes; \(size) are the most", offset: 0)
    }
    var bounds = MarkdownBounds()
    return bytes.withUnsafeBufferPointer { bounds.excess($0, from: start) }
  }

  private mutating func excess(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Excess? {
    // The parser passes over a byte order mark.
    var line = bytes[start...].starts(with: [0xEF, 0xBB, 0xBF]) ? start + 3 : start
    blockStart = line
    while line < bytes.count {
      var end = line
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      let next = bytes[end...].starts(with: [0x0D, 0x0A]) ? end + 2 : end + 1
      if let message = add(UnsafeBufferPointer(rebasing: bytes[line..<end]), at: line, next) {
        return Excess(message: message, offset: line)
      }
      line = next
    }
    if let message = closeBlock(at: bytes.count) { return Excess(message: message, offset: blockStart) }
    let (repeated, overflow) = longestDefinition.count.multipliedReportingOverflow(by: brackets)
    guard overflow || repeated > Self.repeatedDefinitions else { return nil }
    return Excess(
      message: "\(brackets) times `[` may repeat a link's definition of \(longestDefinition.count) bytes; "
        + "\(Self.repeatedDefinitions) bytes in all are the most", offset: longestDefinition.start)
  }

  /// Counts a line; what is too much, if anything.
  ///
  /// - Parameter next: where the next line begins.
  private mutating func add(_ line: UnsafeBufferPointer<UInt8>, at offset: Int, _ next: Int) -> String? {
    let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    if code.takes(line) || isBlank {
      let message = closeBlock(at: offset)
      blockStart = next
      itemIndent = 0
      return message
    }
    if let indent = itemStart(line) {
      if let message = closeBlock(at: offset) { return message }
      blockStart = offset
      itemIndent = indent
    } else {
      itemIndent = 0
    }
    blockLines += 1
    if let message = countLevels(line) { return message }
    return countSigns(line, at: offset)
  }

  /// Counts brackets, declarations and what tables are made of.
  private mutating func countSigns(_ line: UnsafeBufferPointer<UInt8>, at offset: Int) -> String? {
    var pipes = 0
    var isRule = true
    var hasDash = false
    for (index, byte) in line.enumerated() {
      let next = index + 1 < line.count ? line[index + 1] : 0
      switch byte {
      case 0x7C: pipes += 1
      case 0x2D: hasDash = true
      case 0x5B:
        blockBrackets += 1
        if next == 0x5E { footnotes += 1 }
        isRule = false
      case 0x5D:
        if next == 0x3A { beginDefinition(at: offset + index + 2) }
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
    if blockBrackets > Self.blockBrackets { return "\(Self.blockBrackets) times `[` without a blank line are the most" }
    if brackets + blockBrackets > Self.brackets { return "the file has more than \(Self.brackets) times `[`" }
    if footnotes > Self.footnotes { return "the file has more than \(Self.footnotes) times `[^`" }
    if declarations > Self.declarations { return "the file has more than \(Self.declarations) times `<?` and `<!`" }
    return nil
  }

  /// How far what goes on in an item is indented at least, where a line begins one whatever comes before it; `nil` otherwise.
  ///
  /// CommonMark, 5.2: an item with text interrupts a paragraph if its mark is a bullet or 1. Any number begins an item
  /// right behind the line of another one that it is not in.
  private func itemStart(_ line: UnsafeBufferPointer<UInt8>) -> Int? {
    let indent = line.prefix { $0 == 0x20 }.count
    guard indent <= 3 else { return nil }
    let rest = line[indent...]
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    let sign = rest.dropFirst(digits.count)
    switch sign.first {
    case 0x2A, 0x2B, 0x2D: guard digits.isEmpty else { return nil }
    case 0x2E, 0x29:
      guard (1...9).contains(digits.count), digits.elementsEqual([0x31]) || indent < itemIndent else { return nil }
    default: return nil
    }
    let text = sign.dropFirst()
    guard text.first == 0x20, text.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
    return indent + digits.count + 2
  }

  /// Begins what may define a link, which goes on to the next such text or to the end of the block.
  private mutating func beginDefinition(at offset: Int) {
    endDefinition(at: offset)
    definitionStart = offset
  }

  private mutating func endDefinition(at offset: Int) {
    guard let start = definitionStart else { return }
    if offset - start > longestDefinition.count { longestDefinition = (start, offset - start) }
    definitionStart = nil
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
    endDefinition(at: offset)
    brackets += blockBrackets
    defer { (blockLines, blockColumns, blockBrackets, mayBeTable) = (0, 0, 0, false) }
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
