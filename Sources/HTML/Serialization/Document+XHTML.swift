import Diagnostics
import Names

extension Document {
  /// The document as well-formed markup, which XML parsers read back to the same tree; UTF-8.
  ///
  /// What XML cannot write is coerced as the HTML standard's section 13.2.9 has it: characters in names become `U` and six
  /// digits (in the polyglot form such names stay, and only HTML reads them), `--` in comments gets a space, control
  /// characters become U+FFFD. Prefixes that the page uses without declaring them (`v-on:click`, `t:for`) are declared on
  /// the root.
  public func xhtml(_ form: MarkupForm = .xml, rewriter: MarkupRewriter = MarkupRewriter()) -> [UInt8] {
    markup(form, rewriter: rewriter, keepsHTML: form == .polyglot)
  }

  private func markup(_ form: MarkupForm, rewriter: MarkupRewriter, keepsHTML: Bool) -> [UInt8] {
    let view = XMLView(self, form: form, rewriter: rewriter, keepsHTML: keepsHTML)
    var writer = XHTMLWriter(view)
    writer.write()
    guard form == .polyglot, EncodingSniffer.declaredEncoding(in: writer.output) != "utf-8" else {
      return writer.output
    }
    return [0xEF, 0xBB, 0xBF] + writer.output
  }

  /// Reads markup back through libxml2 and compares the trees. Of a page in the polyglot form with names or texts of
  /// scripts that XML does not have, markup with those coerced is read instead.
  ///
  /// - Parameters: as they were given to ``xhtml(_:rewriter:)``.
  /// - Returns: what differs first, or `nil` where the trees are the same.
  public func difference(
    fromWellFormed markup: [UInt8], _ form: MarkupForm = .xml, rewriter: MarkupRewriter = MarkupRewriter()
  ) -> String? {
    difference(
      fromWellFormed: markup, form, rewriter: rewriter,
      coerces: form == .polyglot && (!unusualNames().unwritable.isEmpty || holdsTextForHTML(rewriter)))
  }

  private func difference(
    fromWellFormed markup: [UInt8], _ form: MarkupForm, rewriter: MarkupRewriter, coerces: Bool
  ) -> String? {
    let markup = coerces ? self.markup(form, rewriter: rewriter, keepsHTML: false) : markup
    let (document, problems) = XMLTree.read(markup, keepsPlaces: false)
    for problem in problems where problem.kind != .warning { return "libxml2: \(problem.message)" }
    var comparison = TreeComparison(expected: XMLView(self, form: form, rewriter: rewriter), found: document)
    return comparison.difference()?.text
  }

  /// Checks that markup which was written gives the same tree when libxml2 reads it, and says so where it does not.
  ///
  /// Of a page in the polyglot form whose elements the parser moved, HTML's parser reads the markup, too; where it finds
  /// another tree, which nobody can help, that is a warning.
  ///
  /// - Parameters:
  ///   - markup: as ``xhtml(_:rewriter:)`` returned it for the same form and rewriter.
  ///   - form: how it was written.
  ///   - rewriter: what was written otherwise.
  ///   - source: the page, for the diagnostics. Names that XML can only write under another name are noted there too.
  ///   - readsPlainMarkup: whether markup is read that no parser has rules or limits of its own for.
  ///   - diagnostics: takes where the trees differ.
  @discardableResult
  public func verifyWellFormed(
    _ markup: [UInt8], _ form: MarkupForm = .xml, rewriter: MarkupRewriter = MarkupRewriter(), of source: SourceFile,
    readsPlainMarkup: Bool = true, diagnostics: inout DiagnosticSink
  ) -> Bool {
    let (unwritable, hasPrefixes) = unusualNames()
    // To Token pages `@click` is nothing out of the way, and no web view's scripts look for it.
    for (name, range) in unwritable where !isCaseSensitive {
      let becomes =
        form == .polyglot
        ? "only HTML's parser reads the packaged page" : "it becomes \(XMLView.written(name.string))"
      diagnostics.report(.markupName, "XML cannot write the name `\(name)`; \(becomes)", in: source, at: range)
    }
    let coerces = form == .polyglot && (!unwritable.isEmpty || holdsTextForHTML(rewriter))
    let isRead = readsPlainMarkup || coerces || hasPrefixes || !isPlain(markup)
    if isRead, let difference = difference(fromWellFormed: markup, form, rewriter: rewriter, coerces: coerces) {
      diagnostics.report(.markupNotReadBack, difference, in: source, at: 0..<0)
      return false
    }
    if form == .polyglot, isRearranged, let difference = difference(fromHTML: markup, rewriter: rewriter) {
      diagnostics.report(
        .markupReadOtherwise, "a web view reads the packaged page as another tree: \(difference.text)", in: source,
        at: place(of: difference.node),
        help: "mend the nesting of tags that `hybrid check` notes before this place")
    }
    return true
  }

  /// Whether markup that was written of the document is of elements of one language, with texts and comments, neither long nor deep:
  /// no element was moved, and none has contents of another kind.
  private func isPlain(_ markup: [UInt8]) -> Bool {
    // libxml2 takes texts of ten million bytes and trees of 256 levels.
    guard markup.count < 1 << 20, !isRearranged else { return false }
    var depths = [UInt8](repeating: 0, count: nodes.count)
    for index in nodes.indices {
      let record = nodes[index]
      switch record.kind {
      case .element:
        if record.name == .noscript || record.name == .template { return false }
        if namespace(NodeID(UInt32(index))) != .html, !isCaseSensitive { return false }
      case .text, .comment, .document, .doctype: break
      default: return false
      }
      let parent = parent(NodeID(UInt32(index)))
      guard parent.exists else { continue }
      guard parent.index < index, depths[parent.index] < 200 else { return false }
      depths[index] = depths[parent.index] + 1
    }
    return attributes.allSatisfy { $0.namespace == .none }
  }

  /// Reads markup in the polyglot form back through HTML's parser and compares the trees.
  ///
  /// Trees of markup whose elements were not moved read back the same (``isRearranged``).
  func difference(
    fromHTML markup: [UInt8], rewriter: MarkupRewriter = MarkupRewriter()
  ) -> (node: NodeID, text: String)? {
    var unused = DiagnosticSink(limit: 0)
    let hasMark = markup.starts(with: [0xEF, 0xBB, 0xBF])
    let source = SourceFile(path: "", bytes: hasMark ? Array(markup.dropFirst(3)) : markup)
    let document = HTMLParser.parse(source, scripting: isScripted, diagnostics: &unused)
    var comparison = TreeComparison(
      expected: XMLView(self, form: .polyglot, rewriter: rewriter, keepsHTML: true), found: document, reader: .html)
    return comparison.difference()
  }

  /// The source of a node, or of the one that it is in where the parser implied it.
  private func place(of node: NodeID) -> Range<Int> {
    var node = node
    while node.exists, sourceRange(node).isEmpty { node = parent(node) }
    return node.exists ? sourceRange(node) : 0..<0
  }

  /// Whether a script, style or `<xmp>` holds a text that the polyglot form writes only for HTML.
  private func holdsTextForHTML(_ rewriter: MarkupRewriter) -> Bool {
    var view: XMLView?
    for index in nodes.indices where nodes[index].kind == .text {
      let node = NodeID(UInt32(index))
      let parent = parentElement(node)
      guard parent.exists, isElement(parent, .script) || isElement(parent, .style) || isElement(parent, .xmp) else {
        continue
      }
      let known = view ?? XMLView(self, form: .polyglot, rewriter: rewriter, keepsHTML: true)
      view = known
      if let raw = known.rawText(in: parent), !raw.isReadByBoth(known.text(node)) { return true }
    }
    return false
  }

  /// The names that XML does not have, each with its first place in the source; and whether any name may have a prefix.
  private func unusualNames() -> (unwritable: [(name: Name, range: Range<Int>)], hasPrefixes: Bool) {
    var result: [(name: Name, range: Range<Int>)] = []
    var hasPrefixes = false
    var seen: Set<Name> = []
    func visit(_ name: Name, _ range: Range<Int>, isAttribute: Bool = false) {
      guard seen.insert(name).inserted else { return }
      let text = name.string
      if text.utf8.contains(0x3A) { hasPrefixes = true }
      guard XMLView.written(text) != text else { return }
      // Declarations of namespaces and `xml:lang` are XML's own.
      if !isAttribute || XMLName.split(text) == nil { result.append((name, range)) }
    }
    for index in nodes.indices where nodes[index].kind == .element {
      let node = NodeID(UInt32(index))
      visit(nodes[index].name, sourceRange(node))
      for attribute in attributes(node) { visit(attribute.name, attribute.sourceRange, isAttribute: true) }
    }
    return (result, hasPrefixes)
  }
}
