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
    guard form == .polyglot, EncodingSniffer.declaredEncoding(in: writer.output) != "utf-8" else { return writer.output }
    return [0xEF, 0xBB, 0xBF] + writer.output
  }

  /// Reads markup back through libxml2 and compares the trees.
  ///
  /// - Parameters: as they were given to ``xhtml(_:rewriter:)``.
  /// - Returns: what differs first, or `nil` where the trees are the same.
  public func difference(
    fromWellFormed markup: [UInt8], _ form: MarkupForm = .xml, rewriter: MarkupRewriter = MarkupRewriter()
  ) -> String? {
    let (document, problems) = XMLTree.read(markup)
    for problem in problems where problem.kind != .warning { return "libxml2: \(problem.message)" }
    var comparison = TreeComparison(expected: XMLView(self, form: form, rewriter: rewriter), found: document)
    return comparison.difference()
  }
}
