import Diagnostics
import Names

extension Document {
  /// The document as well-formed markup, which XML parsers read back to the same tree; UTF-8.
  ///
  /// What XML cannot write is coerced as the HTML standard's section 13.2.9 has it: characters in names become `U` and six
  /// digits, `--` in comments gets a space, control characters become U+FFFD. Prefixes that the page uses without declaring
  /// them (`v-on:click`, `t:for`) are declared on the root.
  public func xhtml(_ form: MarkupForm = .xml, rewriter: MarkupRewriter = MarkupRewriter()) -> [UInt8] {
    let view = XMLView(self, form: form, rewriter: rewriter)
    var writer = XHTMLWriter(view)
    writer.write()
    guard form == .polyglot, EncodingSniffer.declaredEncoding(in: writer.output) != "utf-8" else {
      return writer.output
    }
    return [0xEF, 0xBB, 0xBF] + writer.output
  }

  /// Reads markup back through libxml2 and compares the trees.
  ///
  /// - Parameters: as they were given to ``xhtml(_:rewriter:)``.
  /// - Returns: what differs first, or `nil` where the trees are the same.
  public func difference(
    fromWellFormed markup: [UInt8], _ form: MarkupForm = .xml, rewriter: MarkupRewriter = MarkupRewriter()
  ) -> String? {
    let (document, problems) = XMLTree.read(markup, keepsPlaces: false)
    for problem in problems where problem.kind != .warning { return "libxml2: \(problem.message)" }
    var comparison = TreeComparison(expected: XMLView(self, form: form, rewriter: rewriter), found: document)
    return comparison.difference()
  }

  /// Checks that markup which was written gives the same tree when libxml2 reads it, and says so where it does not.
  ///
  /// - Parameters:
  ///   - markup: as ``xhtml(_:rewriter:)`` returned it for the same form and rewriter.
  ///   - source: the page, for the diagnostics. Names that XML can only write under another name are noted there too.
  @discardableResult
  public func verifyWellFormed(
    _ markup: [UInt8], _ form: MarkupForm = .xml, rewriter: MarkupRewriter = MarkupRewriter(), of source: SourceFile,
    diagnostics: inout DiagnosticSink
  ) -> Bool {
    reportCoercedNames(in: source, diagnostics: &diagnostics)
    guard let difference = difference(fromWellFormed: markup, form, rewriter: rewriter) else { return true }
    diagnostics.report(.markupNotReadBack, difference, in: source, at: 0..<0)
    return false
  }

  private func reportCoercedNames(in source: SourceFile, diagnostics: inout DiagnosticSink) {
    var seen: Set<Name> = []
    func report(_ name: Name, _ range: Range<Int>) {
      guard seen.insert(name).inserted else { return }
      let written = XMLView.written(name.string)
      guard written != name.string, XMLName.split(name.string) == nil else { return }
      diagnostics.report(
        .markupName, "XML cannot write the name \"\(name)\"; it becomes \(written)", in: source, at: range)
    }
    for index in nodes.indices where nodes[index].kind == .element {
      let node = NodeID(UInt32(index))
      report(nodes[index].name, sourceRange(node))
      for attribute in attributes(node) { report(attribute.name, attribute.sourceRange) }
    }
  }
}
