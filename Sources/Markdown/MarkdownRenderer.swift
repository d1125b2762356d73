import CCMark

/// Writes a parsed text as markup: GitHub's elements, raw markup as it is, coloured code.
struct MarkdownRenderer {
  /// Code blocks of more bytes stay without colours: each colour is an element.
  private static let longestColouredCode = 100_000

  var output: MarkupOutput
  let address: (String) -> String

  private var identifiers = HeadingIdentifiers()
  /// How deep in links the walk is: addresses there are text.
  private var linkDepth = 0
  private var alignments: [UInt8] = []
  private var column = 0
  private var isInHeader = false
  private var hasTableBody = false
  private var footnotes = 0
  /// How often each footnote was referred to.
  private var references: [String: Int] = [:]

  init(output: MarkupOutput, address: @escaping (String) -> String) {
    self.output = output
    self.address = address
  }

  /// Writes a tree.
  mutating func render(_ root: MarkdownNode) {
    guard let iterator = cmark_iter_new(root.pointer) else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { break }
      guard let pointer = cmark_iter_get_node(iterator) else { continue }
      let node = MarkdownNode(pointer)
      let kind = node.kind
      if event == CMARK_EVENT_ENTER {
        enter(node, kind)
        if kind == .image {
          // The text inside is its alternative.
          cmark_iter_reset(iterator, pointer, CMARK_EVENT_EXIT)
        }
      } else {
        leave(node, kind)
      }
    }
    if footnotes > 0 { output.write("</ol>\n</section>\n") }
  }

  private mutating func enter(_ node: MarkdownNode, _ kind: MarkdownNode.Kind) {
    switch kind {
    case .paragraph, .heading, .codeBlock, .blockQuote, .list, .item, .thematicBreak, .table, .tableRow, .footnote:
      output.mark(line: node.line)
    default: break
    }
    switch kind {
    case .blockQuote: output.write("<blockquote>\n")
    case .list: enterList(node)
    case .item: enterItem(node)
    case .codeBlock: code(node)
    case .htmlBlock: output.copy(node.literal, fromLine: node.line)
    case .paragraph: if !node.isTight { output.write("<p>") }
    case .heading: enterHeading(node)
    case .thematicBreak: output.write("<hr>\n")
    case .footnote: enterFootnote()
    case .text: text(node.literal)
    case .softBreak: output.write("\n")
    case .lineBreak: output.write("<br>\n")
    case .code:
      output.write("<code>")
      output.write(literal: node.literal.utf8)
      output.write("</code>")
    case .html: output.write(node.literal)
    case .emphasis: output.write("<em>")
    case .strong: output.write("<strong>")
    case .strikethrough: output.write("<del>")
    case .link: enterLink(node)
    case .image: image(node)
    case .footnoteReference: reference(to: node.literal)
    case .table:
      alignments = node.alignments
      hasTableBody = false
      output.write("<table>\n")
    case .tableRow: enterRow(node)
    case .tableCell: enterCell()
    case .document, .other: break
    }
  }

  private mutating func leave(_ node: MarkdownNode, _ kind: MarkdownNode.Kind) {
    switch kind {
    case .blockQuote: output.write("</blockquote>\n")
    case .list: output.write(node.isOrderedList ? "</ol>\n" : "</ul>\n")
    case .item: output.write("</li>\n")
    case .paragraph:
      if node.parent?.kind == .footnote, node.next == nil { backReferences() }
      if !node.isTight { output.write("</p>\n") }
    case .heading: output.write("</h\(node.headingLevel)>\n")
    case .footnote: output.write("</li>\n")
    case .emphasis: output.write("</em>")
    case .strong: output.write("</strong>")
    case .strikethrough: output.write("</del>")
    case .link:
      linkDepth -= 1
      output.write("</a>")
    case .table: output.write(hasTableBody ? "</tbody>\n</table>\n" : "</table>\n")
    case .tableRow:
      output.write(isInHeader ? "</tr>\n</thead>\n" : "</tr>\n")
      isInHeader = false
    case .tableCell:
      output.write(isInHeader ? "</th>\n" : "</td>\n")
      column += 1
    default: break
    }
  }

  // MARK: Blocks

  private mutating func enterList(_ node: MarkdownNode) {
    guard node.isOrderedList else { return output.write("<ul>\n") }
    output.write(node.listStart == 1 ? "<ol>\n" : "<ol start=\"\(node.listStart)\">\n")
  }

  private mutating func enterItem(_ node: MarkdownNode) {
    guard let isChecked = node.isChecked else { return output.write("<li>") }
    let name = isChecked ? "Completed task" : "Incomplete task"
    output.write(
      "<li class=\"task-list-item\"><input type=\"checkbox\" disabled\(isChecked ? " checked" : "") aria-label=\"\(name)\"> "
    )
  }

  private mutating func enterHeading(_ node: MarkdownNode) {
    let identifier = identifiers.identifier(for: node.plainText)
    let attribute = identifier.isEmpty ? "" : " id=\"\(MarkupOutput.escaped(identifier, inAttribute: true))\""
    output.write("<h\(node.headingLevel)\(attribute)>")
  }

  private mutating func code(_ node: MarkdownNode) {
    let words = node.info.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "{" || $0 == "," })
    let name = words.first.map { $0.lowercased() } ?? ""
    guard !name.isEmpty, !node.info.hasPrefix("{") else { return plainCode(node, "") }
    let attribute = " class=\"language-\(MarkupOutput.literal(name))\""
    let text = Array(node.literal.utf8)
    guard text.count <= Self.longestColouredCode, let language = CodeLanguage(name) else {
      return plainCode(node, attribute)
    }
    output.write("<pre><code\(attribute)>")
    var end = 0
    for token in CodeHighlighter.tokens(of: text, language) {
      output.write(literal: text[end..<token.range.lowerBound])
      output.write("<span class=\"code-\(token.kind.rawValue)\">")
      output.write(literal: text[token.range])
      output.write("</span>")
      end = token.range.upperBound
    }
    output.write(literal: text[end...])
    output.write("</code></pre>\n")
  }

  private mutating func plainCode(_ node: MarkdownNode, _ attribute: String) {
    output.write("<pre><code\(attribute)>")
    output.write(literal: node.literal.utf8)
    output.write("</code></pre>\n")
  }

  private mutating func enterRow(_ node: MarkdownNode) {
    column = 0
    isInHeader = node.isHeaderRow
    if isInHeader {
      output.write("<thead>\n")
    } else if !hasTableBody {
      hasTableBody = true
      output.write("<tbody>\n")
    }
    output.write("<tr>\n")
  }

  private mutating func enterCell() {
    let letter = column < alignments.count ? alignments[column] : 0
    let alignment = [UInt8(ascii: "l"): "left", UInt8(ascii: "c"): "center", UInt8(ascii: "r"): "right"][letter]
    let style = alignment.map { " style=\"text-align: \($0)\"" } ?? ""
    output.write(isInHeader ? "<th\(style)>" : "<td\(style)>")
  }

  // MARK: Footnotes

  private mutating func enterFootnote() {
    if footnotes == 0 { output.write("<section class=\"footnotes\">\n<ol>\n") }
    footnotes += 1
    output.write("<li id=\"fn-\(footnotes)\">\n")
  }

  private mutating func reference(to number: String) {
    let count = references[number, default: 0] + 1
    references[number] = count
    let shown = MarkupOutput.escaped(number, inAttribute: true)
    let suffix = count == 1 ? "" : "-\(count)"
    output.write(
      "<sup class=\"footnote-ref\"><a href=\"#fn-\(shown)\" id=\"fnref-\(shown)\(suffix)\">\(shown)</a></sup>")
  }

  private mutating func backReferences() {
    let count = references["\(footnotes)"] ?? 0
    for number in 0..<count {
      let suffix = number == 0 ? "" : "-\(number + 1)"
      output.write(
        " <a href=\"#fnref-\(footnotes)\(suffix)\" class=\"footnote-backref\" aria-label=\"Back to reference \(footnotes)\(suffix)\">↑</a>"
      )
    }
  }

  // MARK: Inlines

  private mutating func text(_ text: String) {
    guard linkDepth == 0 else { return output.write(escaping: text) }
    let bytes = Array(text.utf8)
    var end = 0
    for link in BareLinks.links(in: bytes) {
      output.write(escaping: bytes[end..<link.range.lowerBound])
      output.write("<a href=\"\(Self.attribute(link.url))\">")
      output.write(literal: bytes[link.range])
      output.write("</a>")
      end = link.range.upperBound
    }
    output.write(escaping: bytes[end...])
  }

  private mutating func enterLink(_ node: MarkdownNode) {
    linkDepth += 1
    output.write("<a href=\"\(Self.attribute(address(node.url)))\"\(Self.title(node))>")
  }

  private mutating func image(_ node: MarkdownNode) {
    let text = MarkupOutput.escaped(node.plainText, inAttribute: true)
    output.write("<img src=\"\(Self.attribute(node.url))\" alt=\"\(text)\"\(Self.title(node))>")
  }

  private static func title(_ node: MarkdownNode) -> String {
    let title = node.title
    return title.isEmpty ? "" : " title=\"\(MarkupOutput.escaped(title, inAttribute: true))\""
  }

  /// A URL as an attribute has it: what no URL holds is percent-encoded, as cmark does.
  private static func attribute(_ url: String) -> String {
    var bytes: [UInt8] = []
    for byte in url.utf8 {
      let isSafe =
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || "-_.+!*'(),%#@?=;:/$~&".utf8.contains(byte)
      if isSafe {
        bytes.append(byte)
      } else {
        bytes += [0x25, hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      }
    }
    return MarkupOutput.escaped(String(decoding: bytes, as: UTF8.self), inAttribute: true)
  }

  private static let hexadecimal = Array("0123456789ABCDEF".utf8)
}
