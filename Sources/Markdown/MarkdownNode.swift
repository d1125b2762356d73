import CCMark

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A node of a parsed text: what the renderer asks cmark-gfm's nodes.
struct MarkdownNode {
  enum Kind {
    case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak, footnote
    case text, softBreak, lineBreak, code, html, emphasis, strong, link, image, footnoteReference
    case table, tableRow, tableCell, strikethrough, other
  }

  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  var kind: Kind {
    switch cmark_node_get_type(pointer) {
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_BLOCK_QUOTE: .blockQuote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnote
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_HTML_INLINE: .html
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference
    default: extensionKind
    }
  }

  /// The kinds of extensions have numbers that are given at run time.
  private var extensionKind: Kind {
    switch typeName {
    case "table": .table
    case "table_row", "table_header": .tableRow
    case "table_cell": .tableCell
    case "strikethrough": .strikethrough
    default: .other
    }
  }

  private var typeName: String { cmark_node_get_type_string(pointer).map { String(cString: $0) } ?? "" }

  /// The text of a text, a code or raw markup.
  var literal: String { cmark_node_get_literal(pointer).map { String(cString: $0) } ?? "" }
  var url: String { cmark_node_get_url(pointer).map { String(cString: $0) } ?? "" }
  var title: String { cmark_node_get_title(pointer).map { String(cString: $0) } ?? "" }
  /// The words behind a code block's fence.
  var info: String { cmark_node_get_fence_info(pointer).map { String(cString: $0) } ?? "" }
  var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }
  var isOrderedList: Bool { cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
  var listStart: Int { Int(cmark_node_get_list_start(pointer)) }
  /// The line in the text that was parsed, from 1; 0 where it is not known.
  var line: Int { Int(cmark_node_get_start_line(pointer)) }
  var endLine: Int { Int(cmark_node_get_end_line(pointer)) }
  var parent: MarkdownNode? { cmark_node_parent(pointer).map { MarkdownNode($0) } }
  var next: MarkdownNode? { cmark_node_next(pointer).map { MarkdownNode($0) } }
  var firstChild: MarkdownNode? { cmark_node_first_child(pointer).map { MarkdownNode($0) } }

  /// Whether a paragraph is in a list whose items have no blank lines between them.
  var isTight: Bool {
    guard let list = cmark_node_parent(cmark_node_parent(pointer)) else { return false }
    return cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list) != 0
  }

  /// Whether a list item's box is checked; `nil` for an item without a box.
  var isChecked: Bool? {
    guard typeName == "tasklist" else { return nil }
    return cmark_gfm_extensions_get_tasklist_item_checked(pointer)
  }

  var isHeaderRow: Bool { cmark_gfm_extensions_get_table_row_is_header(pointer) != 0 }

  /// The letter of each column's alignment: `l`, `c`, `r`, or 0.
  var alignments: [UInt8] {
    let count = Int(cmark_gfm_extensions_get_table_columns(pointer))
    guard let letters = cmark_gfm_extensions_get_table_alignments(pointer) else { return [] }
    return Array(UnsafeBufferPointer(start: letters, count: count))
  }

  /// Calls `body` with the bytes of a block of ``MarkdownBlocks``, in which the parser has looked for nothing yet.
  func withContent<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard let text = cmark_node_get_string_content(pointer) else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    // The parser has replaced NUL, so that the text ends at the first one.
    let count = strlen(text)
    return text.withMemoryRebound(to: UInt8.self, capacity: count) {
      body(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// The headings below the node, in the order of the text.
  var headings: [MarkdownNode] {
    var found: [MarkdownNode] = []
    guard let iterator = cmark_iter_new(pointer) else { return found }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return found }
      guard event == CMARK_EVENT_ENTER, let current = cmark_iter_get_node(iterator) else { continue }
      if cmark_node_get_type(current) == CMARK_NODE_HEADING { found.append(MarkdownNode(current)) }
    }
  }

  /// The node's text without markup.
  var plainText: String {
    var text = ""
    guard let iterator = cmark_iter_new(pointer) else { return text }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return text }
      guard event == CMARK_EVENT_ENTER, let current = cmark_iter_get_node(iterator) else { continue }
      let node = MarkdownNode(current)
      switch node.kind {
      case .text, .code: text += node.literal
      case .softBreak, .lineBreak: text += " "
      default: break
      }
    }
  }
}
