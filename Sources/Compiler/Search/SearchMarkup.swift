import Diagnostics
import HTML

/// What a page's markup says to search: its boxes, and the attributes that are wrong.
struct SearchMarkup {
  /// Whether the page has a search box.
  private(set) var hasBox = false

  /// Reads the attributes of a page.
  ///
  /// - Parameters:
  ///   - document: the page.
  ///   - isIndexed: whether the configuration asks for an index.
  ///   - source: the page's source, for places.
  ///   - diagnostics: takes what is wrong.
  init(_ document: Document, isIndexed: Bool, in source: SourceFile, _ diagnostics: inout DiagnosticSink) {
    var node = document.documentElement
    while node.exists {
      if document.isElement(node), let attribute = document.attribute(node, SearchTextCollector.attribute) {
        let value = document.value(attribute)
        switch SearchTextCollector.Value(rawValue: value) {
        case .off: break
        case .box:
          if !isIndexed {
            diagnostics.report(
              .searchBoxWithoutIndex, "a search box is here, and the configuration does not ask for an index",
              in: source, at: attribute.sourceRange, help: "write `\"search\": true` in hybrid.json")
          }
          hasBox = true
        case nil:
          diagnostics.report(
            .searchAttributeUnknown, "`data-hybrid-search` is `\(value.prefix(60))`", in: source,
            at: attribute.sourceRange, help: "write `off` to leave a part out, `box` for a search box")
        }
      }
      node = document.next(after: node)
    }
  }
}
