import CSSValues
import Diagnostics
import HTML
import Layout
import References

extension PageReading {
  /// What of a page is written shorter.
  private struct Attempt {
    var texts: Bool
    var styles: Bool

    /// What stays as it is where less than everything is written shorter.
    var kept: String {
      texts ? "the page's styles are" : styles ? "the page's white space and comments are" : "the page is"
    }
  }

  /// The page as it is packed: without white space and comments that show nowhere, with shorter styles.
  ///
  /// The shorter page is laid out at every viewport in every color scheme. Where a frame, a style, a line or the order of painting
  /// differs, its styles stay as they are written, or its texts, or both.
  mutating func minified(
    _ document: Document, _ sheets: PageStyleSheets, _ layouts: [ViewportLayout], _ description: ViewportDescription
  ) -> Document {
    // Token pages are read by the app, and XHTML has rules of its own.
    guard dialect == .web, !document.isCaseSensitive else { return document }
    let whole = Attempt(texts: compiler.options.minifiesPages, styles: compiler.options.minifiesStyles)
    var attempts = [whole]
    if whole.texts, whole.styles {
      attempts += [Attempt(texts: true, styles: false), Attempt(texts: false, styles: true)]
    }
    let expected = layouts.map(LayoutEquality.init)
    var kept = KeptWhiteSpace(document, sheets, layouts, whole.texts ? scriptTexts(of: document) : nil)
    var first: (node: NodeID?, text: String, viewport: String)?
    for attempt in attempts {
      var minifier = PageMinifier(document)
      if attempt.texts { minifier.minifyTexts(except: &kept) }
      if attempt.styles { minifier.minifyStyles() }
      if first == nil { reportRefusals(minifier, document) }
      guard minifier.isChanged else { continue }
      if let difference = difference(of: minifier, sheets, expected, description) {
        first = first ?? difference
        continue
      }
      report(first, attempt, document)
      return minifier.document
    }
    report(first, Attempt(texts: false, styles: false), document)
    return document
  }

  private mutating func report(
    _ difference: (node: NodeID?, text: String, viewport: String)?, _ attempt: Attempt, _ document: Document
  ) {
    guard let difference else { return }
    diagnostics.report(
      .pageNotMinified, "\(attempt.kept) not minified: \(difference.text) then, at \(difference.viewport)", in: source,
      at: difference.node.map { document.sourceRange($0) } ?? 0..<0)
  }

  private mutating func reportRefusals(_ minifier: PageMinifier, _ document: Document) {
    for refusal in minifier.refusals {
      diagnostics.report(
        .sheetNotMinified, "the styles of `\(document.name(refusal.node))` are not minified: \(refusal.reason)",
        in: source, at: document.sourceRange(refusal.node))
    }
  }

  /// What a shorter page shows otherwise; `nil` for nothing.
  private func difference(
    of minifier: PageMinifier, _ sheets: PageStyleSheets, _ expected: [LayoutEquality],
    _ description: ViewportDescription
  ) -> (node: NodeID?, text: String, viewport: String)? {
    let options = compiler.options
    var proof = self
    proof.diagnostics = DiagnosticSink(limit: 0)
    let document = minifier.document
    let rules = minifier.changesStyles ? proof.collectStyles(of: document) : sheets
    let other = LayoutStage(
      document: document, sheets: rules, fonts: proof.fontSet, images: proof.images(of: document),
      digests: compiler.digests, styleMemories: compiler.styleMemories,
      customScrollbars: options.features.customScrollbars, resolvesStates: false,
      limits: limits)
    for (known, screen) in zip(expected, options.screens) {
      let layout = other.layOut(on: screen, described: description, features: options.features)
      if let difference = known.difference(from: LayoutEquality(layout)) {
        return (difference.node, difference.text, screen.name)
      }
    }
    return nil
  }

  /// The texts of the page's scripts.
  private mutating func scriptTexts(of document: Document) -> PageScriptTexts {
    let (base, prefix) = (base, compiler.options.base)
    var checker = checker
    let texts = PageScriptTexts(document) { url in
      guard case .local(let path, _) = SiteReference(url, from: base, prefix: prefix) else { return nil }
      return try? checker.read(path)
    }
    self.checker = checker
    return texts
  }
}
