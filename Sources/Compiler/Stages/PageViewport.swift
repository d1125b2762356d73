import CSSValues
import Diagnostics
import HTML
import Names

extension PageReading {
  /// What the page's `<meta name="viewport">` says; the last element counts.
  func viewportDescription(of document: Document) -> ViewportDescription {
    guard dialect == .web, compiler.options.readsMetaViewport,
      let content = meta(named: "viewport", in: document).flatMap({ document.value($0, .content) })
    else { return ViewportDescription() }
    return ViewportDescription(content: content)
  }

  /// The last `<meta>` of a name that has a `content`; `nil` without one.
  func meta(named name: String, in document: Document) -> NodeID? {
    var found: NodeID?
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node), document.name(node) == .meta, document.namespace(node) != .svg,
        document.value(node, .name)?.lowercased() == name, document.value(node, .content) != nil
      {
        found = node
      }
      node = document.next(after: node)
    }
    return found
  }

  /// Warns of a Web page that does not say how wide it is.
  mutating func reportMissingViewport(_ description: ViewportDescription) {
    guard dialect == .web, description.saysNothing else { return }
    diagnostics.report(
      Diagnostic(
        .noViewport, "the page names no viewport width: phones lay it out 980 px wide, its frames are of the screen's",
        at: SourceLocation(file: authoredFile),
        help: "add `<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">` to the head"))
  }
}
