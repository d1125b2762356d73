import Diagnostics
import HTML
import Names

/// Writes a page as a web view loads it from its package: well-formed, references relative so that they work under any
/// origin.
struct WebPageWriter {
  let path: String
  let base: String
  /// Whether the page loads the bridge's script before any of its own.
  var hasBridge = false

  /// The site path of the bridge's script.
  static let bridgePath = "hybrid-bridge.js"

  /// The markup: what XML parsers read back to the same tree, which is checked, and browsers read as HTML.
  func write(_ page: Document, of source: SourceFile, diagnostics: inout DiagnosticSink) -> [UInt8] {
    var document = page
    if hasBridge, document.head.exists {
      let script = document.prependElement(.script, to: document.head)
      document.setAttribute(.src, to: SiteReference.relative(to: Self.bridgePath, from: path), of: script)
    }
    let rewriter = MarkupRewriter(attribute: { document, node, attribute in
      guard attribute.namespace == .none || attribute.namespace == .xlink else { return nil }
      guard holdsURL(attribute.name) else { return nil }
      let value = document.value(attribute)
      let rewritten = rewritten(value, of: attribute.name, on: document.name(node))
      return rewritten == value ? nil : rewritten
    })
    let markup = document.xhtml(.polyglot, rewriter: rewriter)
    document.verifyWellFormed(markup, .polyglot, rewriter: rewriter, of: source, diagnostics: &diagnostics)
    return markup
  }

  private func holdsURL(_ attribute: Name) -> Bool {
    switch attribute {
    case .srcset, .href, .src, .poster, .data, .background, .xlinkHref, .action, Self.formaction: true
    default: false
    }
  }

  /// An attribute's value with its URLs pointing inside the package.
  func rewritten(_ value: String, of attribute: Name, on element: Name) -> String {
    switch attribute {
    case .srcset:
      var bytes = Array(value.utf8)
      for range in ReferenceCollector.sourceSetRanges(bytes).reversed() {
        let url = String(decoding: bytes[range], as: UTF8.self)
        bytes.replaceSubrange(range, with: Array(rewritten(url).utf8))
      }
      return String(decoding: bytes, as: UTF8.self)
    case .href, .src, .poster, .data, .background, .xlinkHref, .action, Self.formaction: return rewritten(value)
    default: return value
    }
  }

  private static let formaction = Name("formaction")

  /// A URL that counts from the site's root, as seen from the page; any other as it is.
  private func rewritten(_ url: String) -> String {
    let stripped = SiteReference.stripped(url)
    guard stripped.hasPrefix("/"), !stripped.hasPrefix("//") else { return url }
    switch SiteReference(stripped, from: path, base: base) {
    case .local(let target, let suffix): return SiteReference.relative(to: target, from: path) + suffix
    case .directory(let target, let suffix):
      let index = target.isEmpty ? "index.html" : target + "/index.html"
      return SiteReference.relative(to: index, from: path) + suffix
    default: return url
    }
  }
}
