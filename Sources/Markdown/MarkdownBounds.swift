/// What reading a Markdown text may take at most.
///
/// The parser takes time for the length of a text, except for a few constructs, whose time grows with the square of how many there
/// are. These are counted as the parser meets them: blocks while it reads the lines, links and the like in the texts of the
/// blocks that it found, before it looks into these. So code and raw markup cost nothing, and a table's row costs its cells.
struct MarkdownBounds {
  static let size = 1 << 20
  /// What all of it together may take, in nanoseconds of a slow processor.
  static let steps = 500_000_000
  static let columns = 500
  /// Those that the parser adds to short rows too.
  static let cells = 300_000
  static let levels = 200
  /// A quote or an item has several elements; a page has fewer of these (`LayoutLimits`).
  static let quotesAndItems = 75_000
  private static let tooManyItems = "the file has more than \(quotesAndItems) quotes and items of lists"
  /// How many lines are read before quotes and items are counted again.
  private static let linesBetweenCounts = 16_384
  /// Nodes of the parser's tree, of about 200 bytes each.
  static let nodes = 800_000
  /// Bytes that references may make by repeating the definitions of links: `[a]` has three, and stands for all of one.
  static let repeatedDefinitions = 16 << 20

  /// Steps for each open level at a line: the parser looks at all of them, in each of two passes.
  private static let stepsOfLevel = 90
  /// Steps for each mark of emphasis before a link: the parser looks at all of them again.
  private static let stepsOfMark = 3
  /// Steps for each `![` before a link.
  private static let stepsOfImage = 5

  /// What is beyond the bounds, and the byte where.
  struct Excess: Hashable, Sendable {
    var message: String
    var offset: Int
    var help = "split the file"
  }

  private let bytes: [UInt8]
  private let start: Int
  private let definitions: MarkdownDefinitions
  private var steps = 0
  private var nodes = 0
  private var quotesAndItems = 0
  private var repeated = 0

  /// The first thing in a text that is beyond the bounds; `nil` where all of it is within.
  ///
  /// - Parameter start: the first byte behind the front matter.
  static func excess(in bytes: [UInt8], from start: Int) -> Excess? {
    guard bytes.count <= size else {
      return Excess(message: "the Markdown file has \(bytes.count) bytes; \(size) are the most", offset: 0)
    }
    return MarkdownTree.whileParsing {
      guard let blocks = MarkdownBlocks(mostHeaderSteps: Self.steps) else { return nil }
      var bounds = MarkdownBounds(bytes, start)
      return bounds.read(into: blocks) ?? bounds.countBlocks(of: blocks)
    }
  }

  private init(_ bytes: [UInt8], _ start: Int) {
    self.bytes = bytes
    // The parser passes over a byte order mark.
    self.start = bytes[start...].starts(with: [0xEF, 0xBB, 0xBF]) ? start + 3 : start
    definitions = MarkdownDefinitions(in: bytes[start...])
  }

  // MARK: Lines

  /// Reads the blocks, each line once the lines before it were within the bounds.
  private mutating func read(into blocks: MarkdownBlocks) -> Excess? {
    bytes.withUnsafeBufferPointer { bytes in
      var depth = MarkdownDepth()
      var line = start
      var lines = 0
      while line < bytes.count {
        lines += 1
        if lines % Self.linesBetweenCounts == 0, let excess = excessOfItems(blocks) { return excess }
        let next = Self.lineEnd(bytes, line)
        steps += Self.stepsOfLevel * depth.levels(at: bytes[line..<next])
        if let excess = stepsExcess("lines within deep lists and quotes", at: line) { return excess }
        let text = UnsafeBufferPointer(rebasing: bytes[line..<next])
        if blocks.mayBeInTable { steps += MarkdownBlocks.steps(ofRow: text) }
        if let excess = stepsExcess("rows of many cells", at: line) { return excess }
        let headerSteps = blocks.headerSteps
        blocks.read(text)
        steps += blocks.headerSteps - headerSteps
        if let excess = stepsExcess("rows that may begin a table in one paragraph", at: line) { return excess }
        if blocks.cells > Self.cells {
          return Excess(message: "the tables have more than \(Self.cells) cells", offset: line)
        }
        line = next
      }
      return nil
    }
  }

  /// The first byte of the next line.
  private static func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return min(bytes.count, bytes[end...].starts(with: [0x0D, 0x0A]) ? end + 2 : end + 1)
  }

  private func stepsExcess(_ what: String, at offset: Int) -> Excess? {
    guard steps > Self.steps else { return nil }
    return Excess(
      message: "\(what) would take the parser more than \(Self.steps / 1_000_000) million steps", offset: offset,
      help: "split the file, or put blank lines between its parts")
  }

  // MARK: Blocks

  /// Where there are too many quotes and items already: their nodes would take hundreds of megabytes before all are counted.
  private func excessOfItems(_ blocks: MarkdownBlocks) -> Excess? {
    var count = 0
    var next = blocks.first
    while var node = next {
      if node.kind == .blockQuote || node.kind == .item {
        count += 1
        if count > Self.quotesAndItems {
          return Excess(message: Self.tooManyItems, offset: offset(ofLine: blocks.line(of: node)))
        }
      }
      next = node.firstChild ?? node.next
      while next == nil, let parent = node.parent {
        node = parent
        next = node.next
      }
    }
    return nil
  }

  /// Counts the blocks that were read, and what is in their texts.
  private mutating func countBlocks(of blocks: MarkdownBlocks) -> Excess? {
    var levels = 0
    var next = blocks.first
    while var node = next {
      let kind = node.kind
      nodes += 1
      if kind == .blockQuote || kind == .item {
        levels += 1
        quotesAndItems += 1
      }
      if let excess = excess(at: node, kind, levels) {
        return Excess(message: excess.message, offset: offset(ofLine: blocks.line(of: node)), help: excess.help)
      }
      next = node.firstChild ?? node.next
      if node.firstChild == nil, kind == .blockQuote || kind == .item { levels -= 1 }
      while next == nil, let parent = node.parent {
        if parent.kind == .blockQuote || parent.kind == .item { levels -= 1 }
        node = parent
        next = node.next
      }
    }
    return nil
  }

  /// What is too much at a block, if anything; its place is that of the block.
  private mutating func excess(at node: MarkdownNode, _ kind: MarkdownNode.Kind, _ levels: Int) -> Excess? {
    if levels > Self.levels {
      return Excess(message: "quotes and lists have more than \(Self.levels) levels", offset: 0)
    }
    if quotesAndItems > Self.quotesAndItems {
      return Excess(message: Self.tooManyItems, offset: 0)
    }
    switch kind {
    case .table:
      let columns = node.alignments.count
      if columns > Self.columns {
        return Excess(message: "a table has \(columns) columns; \(Self.columns) are the most", offset: 0)
      }
    case .paragraph, .heading, .tableCell:
      if let excess = node.withContent({ countSigns($0) }) { return excess }
    default: break
    }
    guard nodes > Self.nodes else { return nil }
    return Excess(message: "the file has more than \(Self.nodes) blocks, texts and signs", offset: 0)
  }

  private func offset(ofLine number: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var line = start
      for _ in 1..<max(1, number) where line < bytes.count { line = Self.lineEnd(bytes, line) }
      return min(line, bytes.count)
    }
  }

  // MARK: Texts

  /// Counts what the parser finds in the text of a block.
  private mutating func countSigns(_ text: UnsafeBufferPointer<UInt8>) -> Excess? {
    var found = 1
    var marks = 0
    var images = 0
    var isEscaped = false
    var label: Int?
    for (index, byte) in text.enumerated() {
      let wasEscaped = isEscaped
      isEscaped = false
      let before = index > 0 ? text[index - 1] : 0x0A
      switch byte {
      case 0x0A, 0x26: found += 2
      case 0x5C:
        found += 2
        isEscaped = !wasEscaped
      case 0x60: found += before == byte ? 0 : 2
      case 0x2A, 0x5F, 0x7E:
        found += before == byte ? 1 : 2
        // `_` within words, and what has spaces on both sides, begins and ends nothing.
        if before != byte, Self.mayEmphasize(text, index) { marks += 1 }
      case 0x5B:
        found += 2
        if before == 0x21 { images += 1 }
        if !wasEscaped { label = index + 1 }
      case 0x5D:
        found += 2
        steps += Self.stepsOfMark * marks + Self.stepsOfImage * images
        if !wasEscaped {
          if let start = label { repeated += definitions.size(for: text[start..<index]) }
          label = nil
        }
      case 0x3C:
        found += 2
        if Self.maySearch(text[index...]) { steps += text.count - index }
      default: break
      }
    }
    nodes += min(found, text.count)
    if repeated > Self.repeatedDefinitions {
      return Excess(
        message: "references repeat the definitions of links: more than \(Self.repeatedDefinitions) bytes", offset: 0,
        help: "split the file, or make the definitions shorter")
    }
    return stepsExcess("links among many signs, or many `<?` and `<!`,", at: 0)
  }

  /// Whether the parser looks for an end of raw markup, which may be missing, to the end of the text: comments end at the next one.
  private static func maySearch(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    switch text.dropFirst().first {
    case 0x3F: true
    case 0x21: text.dropFirst(2).first != 0x2D
    default: false
    }
  }

  /// Whether a run of `*`, `_` or `~` may begin or end emphasis: `_` within words does not, nor what has white space on both sides.
  private static func mayEmphasize(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let byte = text[index]
    let before = index > 0 ? text[index - 1] : 0x0A
    let after = text[index...].first { $0 != byte } ?? 0x0A
    if byte == 0x5F, isLetter(before), isLetter(after) { return false }
    return before > 0x20 || after > 0x20
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }
}
