import CCMark
import Platform

/// A parsed text; frees cmark-gfm's nodes.
final class MarkdownTree {
  let root: MarkdownNode
  private let isLarge: Bool

  /// A text of so many bytes makes so many small blocks that they are given back to the system once they are free.
  private static let largeText = 1 << 18

  /// cmark-gfm keeps the signs of its extensions in variables of the process while it parses.
  private static let isParsing = Mutex<Void>(())
  private static let registration: Void = cmark_gfm_core_extensions_ensure_registered()

  /// Parses a text that is within ``MarkdownBounds``; `nil` where the library gives no tree.
  init?(_ bytes: ArraySlice<UInt8>) {
    let address = Self.whileParsing { UInt(bitPattern: Self.parse(bytes)) }
    guard let root = OpaquePointer(bitPattern: address) else { return nil }
    self.root = MarkdownNode(root)
    isLarge = bytes.count >= Self.largeText
  }

  /// Calls `body` while nothing else parses.
  static func whileParsing<Result: Sendable>(_ body: () -> Result) -> Result { isParsing.withLock { _ in body() } }

  /// A parser of the flavour that pages are written in; ``whileParsing(_:)`` calls who uses it.
  ///
  /// - Parameters:
  ///   - extension: is asked first for the blocks that a line opens.
  ///   - memory: what the parser and its tree are kept in.
  static func newParser(
    with extension: OpaquePointer? = nil, _ memory: UnsafeMutablePointer<cmark_mem>? = nil
  ) -> OpaquePointer? {
    _ = registration
    let options = CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_SOURCEPOS
    guard let parser = memory.map({ cmark_parser_new_with_mem(options, $0) }) ?? cmark_parser_new(options) else {
      return nil
    }
    if let `extension` { cmark_parser_attach_syntax_extension(parser, `extension`) }
    // Autolinks are the renderer's: the extension of this version reads beyond its text (CVE-2023-22485).
    for name in ["table", "strikethrough", "tasklist"] {
      if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
    }
    return parser
  }

  private static func parse(_ bytes: ArraySlice<UInt8>) -> OpaquePointer? {
    guard let parser = newParser() else { return nil }
    defer { cmark_parser_free(parser) }
    bytes.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        cmark_parser_feed(parser, start.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    return cmark_parser_finish(parser)
  }

  deinit {
    cmark_node_free(root.pointer)
    if isLarge { ProcessMemory.giveBack() }
  }
}
