import Diagnostics
import HTML
import Names
import References

/// Writes a page as a web view loads it from its package: well-formed, references relative so that they work under any
/// origin; those of a page that routes show in other folders count from the root.
struct WebPageWriter {
  let path: String
  /// What the page's URLs count from.
  let documentBase: DocumentBase
  /// The path prefix of absolute references.
  let base: String
  /// Whether the page loads the bridge's script before any of its own.
  var hasBridge = false
  /// Whether the page loads the script of its search box.
  var hasSearchBox = false
  /// Whether the page is loaded by URLs in other folders than its file's.
  var isShownElsewhere = false
  /// Whether the markup is read back however plain it is.
  var readsPlainMarkup = true

  /// The site path of the script of search boxes.
  static let searchPath = "hybrid-search.js"

  /// The site path of the bridge's script.
  static let bridgePath = "hybrid-bridge.js"

  /// Whether the package holds a style sheet of the site with other bytes than its source.
  var isRewritten: (String) -> Bool = { _ in false }

  private var urls: PackagedURL {
    // What counts from a `<base href>` counts from there wherever the page is shown.
    PackagedURL(path: documentBase.file, base: base, isFromRoot: isShownElsewhere && !documentBase.isSet)
  }
  /// URLs that count from the page whatever its `<base href>` says.
  private var ownURLs: PackagedURL { PackagedURL(path: path, base: base, isFromRoot: isShownElsewhere) }

  /// The markup: what XML parsers read back to the same tree, which is checked where ``readsPlainMarkup`` says so, and browsers read as HTML.
  func write(_ page: Document, of source: SourceFile, diagnostics: inout DiagnosticSink) -> [UInt8] {
    var document = page
    if hasBridge, document.head.exists {
      let script = document.prependElement(.script, to: document.head)
      document.setAttribute(.src, to: ownURLs.written(Self.bridgePath), of: script)
    }
    if hasSearchBox, document.head.exists {
      let script = document.prependElement(.script, to: document.head)
      document.setAttribute(.src, to: ownURLs.written(Self.searchPath), of: script)
      document.setAttribute(.type, to: "module", of: script)
    }
    keepFormOwners(in: &document)
    let sheet = PackagedStyleSheet(urls)
    let rewriter = MarkupRewriter(
      attribute: { document, node, attribute in
        guard attribute.namespace == .none || attribute.namespace == .xlink else { return nil }
        if attribute.name == .style || document.namespace(node) == .svg && !holdsURL(attribute.name) {
          return sheet.rewritten(Array(document.utf8(of: attribute))).map { String(decoding: $0, as: UTF8.self) }
        }
        if attribute.name == .integrity { return integrity(document, node) }
        if attribute.name == Self.content, ReferenceCollector.isRefresh(node, in: document) {
          return refresh(Array(document.utf8(of: attribute)))
        }
        guard holdsURL(attribute.name) else { return nil }
        let value = document.value(attribute)
        // The base itself counts from the page (HTML, 4.2.3).
        let rewritten =
          document.isElement(node, .base)
          ? ownURLs.rewritten(value) : rewritten(value, of: attribute.name)
        return rewritten == value ? nil : rewritten
      },
      text: { document, node in
        let parent = document.parentElement(node)
        guard parent.exists, document.isElement(parent, .style) else { return nil }
        return sheet.rewritten(Array(document.utf8(node))).map { String(decoding: $0, as: UTF8.self) }
      })
    let markup = document.xhtml(.polyglot, rewriter: rewriter)
    document.verifyWellFormed(
      markup, .polyglot, rewriter: rewriter, of: source, readsPlainMarkup: readsPlainMarkup,
      diagnostics: &diagnostics)
    return markup
  }

  /// Names the forms of controls that are not in theirs, which only misnested tags say (HTML, 4.10.18.3).
  private func keepFormOwners(in document: inout Document) {
    var number = 0
    for (control, form) in document.formOwners {
      var id = document.value(form, .id) ?? ""
      if id.isEmpty {
        number += 1
        id = "hybrid-form-\(number)"
        document.setAttribute(.id, to: id, of: form)
      }
      document.setAttribute(.form, to: id, of: control)
    }
  }

  /// A style sheet or script that is packed with other URLs has another digest: it goes without, as the manifest has one of
  /// each file.
  private func integrity(_ document: Document, _ node: NodeID) -> String? {
    guard
      let url = document.isElement(node, .link)
        ? document.value(node, .href) : document.isElement(node, .script) ? document.value(node, .src) : nil,
      case .local(let target, _) = SiteReference(url, from: documentBase, prefix: base), isRewritten(target)
    else { return nil }
    return ""
  }

  /// The content of a refresh with its URL pointing inside the package; `nil` where it stays.
  private func refresh(_ content: [UInt8]) -> String? {
    guard let range = ReferenceCollector.refreshRange(content) else { return nil }
    let url = String(decoding: content[range], as: UTF8.self)
    let rewritten = urls.rewritten(url)
    guard rewritten != url else { return nil }
    return String(
      decoding: content[..<range.lowerBound] + Array(rewritten.utf8) + content[range.upperBound...], as: UTF8.self)
  }

  private func holdsURL(_ attribute: Name) -> Bool {
    switch attribute {
    case .srcset, Self.imagesrcset, .href, .src, .poster, .data, .background, .xlinkHref, .action, Self.formaction: true
    default: false
    }
  }

  /// An attribute's value with its URLs pointing inside the package.
  func rewritten(_ value: String, of attribute: Name) -> String {
    switch attribute {
    case .srcset, Self.imagesrcset:
      return SourceSet.rewriting(value) { urls.rewritten($0) }
    default: return urls.rewritten(value)
    }
  }

  private static let content = Name("content")
  private static let formaction = Name("formaction")
  private static let imagesrcset = Name("imagesrcset")
}
