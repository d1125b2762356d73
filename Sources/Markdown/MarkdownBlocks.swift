import CCMark

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// The blocks of a text while the parser reads its lines. It looks into their texts only at the end of the whole, which never comes here.
final class MarkdownBlocks {
  /// The lines that are read before the text.
  private static let linesBefore = 2

  /// Steps for each byte of a paragraph that is looked through for a table's first row.
  private static let stepsOfByte = 160
  /// Steps for each pair of cells of a row: cells are a list that the parser goes through from its start to add one.
  private static let stepsOfCells = 10

  /// What looking through paragraphs for the first rows of tables takes.
  private(set) var headerSteps = 0
  /// Whether the next line may be a row.
  private(set) var mayBeInTable = false
  /// Cells of tables behind their first rows.
  private(set) var cells = 0

  /// Memory of zeros: nothing ends the text of a heading or cell without one (cmark-gfm 0.29.0.gfm.6), whose length no function says.
  ///
  /// Safe: it is never written once it is made.
  private nonisolated(unsafe) static let zeros: UnsafeMutablePointer<cmark_mem> = {
    let functions = UnsafeMutablePointer<cmark_mem>.allocate(capacity: 1)
    functions.initialize(
      to: cmark_mem(
        calloc: { count, size in
          guard let new = calloc(count, size) else { fatalError("out of memory") }
          return new
        },
        realloc: { old, size in
          guard let new = old == nil ? calloc(1, size) : realloc(old, size) else { fatalError("out of memory") }
          return new
        },
        free: { free($0) }))
    return functions
  }()

  private let parser: OpaquePointer
  /// The parser shows its nodes to nothing but extensions: this one opens no blocks, and hears of the lines that may open some.
  private let listener: OpaquePointer
  private var root: OpaquePointer?
  private let mostHeaderSteps: Int

  /// Whoever makes one is in ``MarkdownTree/whileParsing(_:)``.
  ///
  /// - Parameter mostHeaderSteps: beyond so many, no tables are looked for.
  init?(mostHeaderSteps: Int) {
    guard let listener = cmark_syntax_extension_new("hybrid-blocks") else { return nil }
    guard let parser = MarkdownTree.newParser(with: listener, Self.zeros) else {
      cmark_syntax_extension_free(cmark_get_default_mem_allocator(), listener)
      return nil
    }
    self.listener = listener
    self.parser = parser
    self.mostHeaderSteps = mostHeaderSteps
    cmark_syntax_extension_set_private(listener, Unmanaged.passUnretained(self).toOpaque(), nil)
    cmark_syntax_extension_set_open_block_func(listener) { listener, isIndented, parser, container, line, count in
      if let container, let line, let pointer = cmark_syntax_extension_get_private(listener) {
        // Safe: the object frees the parser, which calls this, before it is gone.
        let blocks = Unmanaged<MarkdownBlocks>.fromOpaque(pointer).takeUnretainedValue()
        let first = min(Int(count), max(0, Int(cmark_parser_get_first_nonspace(parser))))
        let text = UnsafeBufferPointer(start: line + first, count: Int(count) - first)
        // What is handed back is asked for no other extension's blocks.
        if !blocks.maySearch(text, in: container, isIndented: isIndented != 0) { return container }
      }
      return nil
    }
    // A paragraph that leads to the document, whatever the text has.
    cmark_parser_feed(parser, "a\n\n", 3)
  }

  deinit {
    cmark_parser_free(parser)
    cmark_syntax_extension_free(cmark_get_default_mem_allocator(), listener)
  }

  /// Reads a line.
  func read(_ line: UnsafeBufferPointer<UInt8>) {
    line.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
    if line.last != 0x0A, line.last != 0x0D { cmark_parser_feed(parser, "\n", 1) }
  }

  /// The first block; `nil` for a text without any.
  var first: MarkdownNode? { root.flatMap { MarkdownNode($0).firstChild?.next } }

  /// The line of a block in the text, from 1.
  func line(of node: MarkdownNode) -> Int { node.line - Self.linesBefore }

  /// Counts what a line makes the parser do in a block; whether it may.
  private func maySearch(
    _ line: UnsafeBufferPointer<UInt8>, in container: OpaquePointer, isIndented: Bool
  ) -> Bool {
    guard root != nil else {
      root = container
      return true
    }
    let node = MarkdownNode(container)
    let kind = node.kind
    mayBeInTable = kind == .table || kind == .tableRow || kind == .tableCell
    guard !isIndented else { return true }
    switch kind {
    case .paragraph:
      guard Self.mayBeDelimiterRow(line) else { return true }
      mayBeInTable = true
      headerSteps += Self.steps(ofRow: line) + node.withContent { Self.stepsOfByte * $0.count + Self.steps(ofRow: $0) }
    case .table: cells += node.alignments.count
    default: break
    }
    return headerSteps <= mostHeaderSteps
  }

  /// What splitting the lines of a text into cells takes.
  static func steps(ofRow text: UnsafeBufferPointer<UInt8>) -> Int {
    var steps = 0
    var cells = 0
    for byte in text {
      if byte == 0x7C { cells += 1 }
      guard byte == 0x0A else { continue }
      steps += stepsOfCells * cells * cells
      cells = 0
    }
    return steps + stepsOfCells * cells * cells
  }

  /// GFM, 4.10: whether a line has only what a table's second row has.
  private static func mayBeDelimiterRow(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.contains(0x2D) && line.allSatisfy { $0 <= 0x20 || $0 == 0x2D || $0 == 0x3A || $0 == 0x7C }
  }
}
