import HTML
import Names
import References

/// What the URLs of a document count from: the document base URL (HTML, 2.4.3), which the first `<base href>` sets (4.2.3).
public struct DocumentBase: Hashable, Sendable, Codable {
  /// What a `<base href>` leads to.
  enum Place: Hashable, Sendable, Codable {
    /// A file of the site; the page itself where nothing else is said.
    case file(String)
    /// A folder of the site, without its closing `/`; empty for the root.
    case folder(String)
    /// Over the network: an absolute URL.
    case remote(String)
    /// Another scheme, which the site does not hold.
    case otherScheme(String)
  }

  /// The bytes that the base of a page may have in all, once for each of its nodes.
  static let mostBytes = 20_000_000

  /// The site path of the page.
  let page: String
  /// Where its URLs count from.
  let place: Place

  /// A document without `<base href>`, or a style sheet.
  public init(_ path: String) {
    page = path
    place = .file(path)
  }

  /// The base of a document.
  ///
  /// - Parameters:
  ///   - document: the tree.
  ///   - path: the page's site path.
  ///   - prefix: the path prefix that absolute references carry.
  public init(of document: Document, path: String, prefix: String) {
    page = path
    guard let attribute = Self.attribute(of: document) else {
      place = .file(path)
      return
    }
    let href = document.value(attribute)
    switch SiteReference(href, from: path, base: prefix) {
    case .local(let file, _): place = .file(file)
    case .directory(let folder, _): place = .folder(folder)
    // URL, 4.4: `..` stays at the root.
    case .outside: place = .folder("")
    case .remote(let url): place = .remote(url.hasPrefix("//") ? "https:" + url : url)
    // 4.2.3: `data:` and `javascript:` URLs set nothing.
    case .samePage, .data, .otherScheme("javascript"): place = .file(path)
    case .otherScheme(let scheme): place = .otherScheme(scheme)
    }
  }

  /// Whether URLs count from elsewhere than the page.
  public var isSet: Bool { place != .file(page) }

  /// The site path of a file that URLs count from as they do from the base; `nil` for a base outside the site.
  var file: String? {
    switch place {
    case .file(let file): file
    case .folder(let folder): folder.isEmpty ? "index.html" : folder + "/index.html"
    case .remote, .otherScheme: nil
    }
  }

  /// The `href` of the first `<base>` that has one, in tree order; templates' contents are other trees.
  static func attribute(of document: Document) -> Document.Attribute? {
    var node = document.documentElement
    while node.exists {
      if document.isElement(node, .base), document.namespace(node) != .svg,
        let href = document.attribute(node, .href)
      {
        return href
      }
      node = document.next(after: node)
    }
    return nil
  }
}

extension SiteReference {
  /// Resolves a URL of a document against its base.
  ///
  /// - Parameters:
  ///   - text: the URL as written.
  ///   - base: the document's base.
  ///   - prefix: the path prefix that absolute references carry.
  public init(_ text: String, from base: DocumentBase, prefix: String) {
    guard base.isSet else {
      self.init(text, from: base.page, base: prefix)
      return
    }
    guard let file = base.file else {
      self.init(text, outside: base)
      return
    }
    self.init(text, from: file, base: prefix)
    // A URL of only a fragment or query is one of the base, not of the page.
    switch (self, base.place) {
    case (.samePage(let suffix), .folder(let folder)): self = .directory(path: folder, suffix: suffix)
    case (.samePage(let suffix), .file(let file)): self = .local(path: file, suffix: suffix)
    case (.local(file, let suffix), .folder(let folder)) where Self.stripped(text).hasPrefix("?"):
      self = .directory(path: folder, suffix: suffix)
    default: break
    }
  }

  /// A URL whose base is not a place of the site.
  private init(_ text: String, outside base: DocumentBase) {
    let url = Self.stripped(text)
    if Self.scheme(of: url) != nil || url.hasPrefix("//") {
      self.init(text, from: base.page)
      return
    }
    switch base.place {
    case .remote(let remote):
      self = .remote(RemoteAddress(url, against: remote).map { $0.url + $0.fragment } ?? remote)
    case .otherScheme(let scheme): self = .otherScheme(scheme)
    case .file, .folder: self.init(text, from: base.page)
    }
  }
}
