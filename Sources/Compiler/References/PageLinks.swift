import Diagnostics
import HTML
import Names

/// Where a page leads and where it can be entered: what is needed of a page to check the links of a site.
public struct PageLinks: Hashable, Sendable, Codable {
  /// A URL in a page that a reader can follow.
  public struct Link: Hashable, Sendable, Codable {
    /// What holds the URL.
    public enum Kind: String, Hashable, Sendable, Codable {
      /// `<a href>`, `<area href>`.
      case anchor
      /// `<form action>`, `formaction`.
      case form
      /// A literal in a script: `Turbolinks.visit("…")`, `pushNavigatorWithURL("…")`.
      case script
    }
    /// The URL as written.
    public var url: String
    /// What holds the URL.
    public var kind: Kind
    /// The site path of the file that the link was written in, where that is not the page: a layout, a partial, the page
    /// that this one was made from.
    public var file: String?
    /// The first byte of the attribute or literal in the file's text (decoded to UTF-8).
    public var start: Int
    /// The byte after the last one.
    public var end: Int
    /// `data-turbolinks-action` or `data-turbo-action`, as written.
    public var action: String?
    /// Whether `data-turbolinks="false"` or `data-turbo="false"` is on the element or around it.
    public var isPlain = false
    /// Whether a script handles the element, so that its fragment need not name an anchor.
    public var isScripted = false

    /// A link from its parts.
    public init(url: String, kind: Kind, range: Range<Int>) {
      self.url = url
      self.kind = kind
      start = range.lowerBound
      end = range.upperBound
    }
  }

  /// More links than this are not kept.
  static let limit = 20_000

  /// In document order.
  public var links: [Link] = []
  /// The identifiers that a fragment can name, sorted.
  public var anchors: [String] = []
  /// What the URLs count from, where that is not the page: `<base href>`.
  public var base: DocumentBase?

  /// A page without links.
  public init() {}

  /// The links and anchors of a document.
  ///
  /// - Parameters:
  ///   - document: the tree.
  ///   - source: the text that the document was read from, which knows where its parts were written.
  ///   - path: the page's site path.
  ///   - base: what its URLs count from.
  init(of document: Document, source: SourceFile, path: String, base: DocumentBase) {
    if base.isSet { self.base = base }
    for reference in ReferenceCollector.references(of: document) where reference.kind == .link {
      guard links.count < Self.limit else { break }
      let isForm = reference.attribute.string == "action" || reference.attribute.string == "formaction"
      var link = Link(url: reference.url, kind: isForm ? .form : .anchor, range: reference.range)
      link.action =
        document.value(reference.node, Self.turbolinksAction) ?? document.value(reference.node, Self.turboAction)
      link.isPlain = Self.isPlain(reference.node, in: document)
      link.isScripted = document.attributes(reference.node).contains { attribute in
        let name = attribute.name.string
        return name.hasPrefix("on") || name.hasPrefix("@") || name == "role" || name.hasSuffix("toggle")
          || name.hasSuffix("target") && name.hasPrefix("data-")
      }
      links.append(link)
    }
    var anchors: Set<String> = []
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node) {
        if let id = document.value(node, .id), !id.isEmpty { anchors.insert(id) }
        if document.name(node) == .a, let name = document.value(node, .name), !name.isEmpty { anchors.insert(name) }
        appendHandlers(of: node, in: document)
      } else if document.kind(node) == .text, document.name(document.parent(node)) == .script {
        let start = document.sourceRange(node).lowerBound
        append(literalsOf: Array(document.utf8(node)), at: start)
      }
      node = document.next(after: node)
    }
    self.anchors = anchors.sorted()
    // Every page's links stay in memory until all are checked: without the room that appending left.
    links = links.withUnsafeBufferPointer { Array($0) }
    for index in links.indices {
      let written = source.written(links[index].start..<links[index].end)
      if written.file.path != path { links[index].file = written.file.path }
      links[index].start = written.range.lowerBound
      links[index].end = written.range.upperBound
    }
  }

  private static let turbolinks = Name("data-turbolinks")
  private static let turbo = Name("data-turbo")
  private static let turbolinksAction = Name("data-turbolinks-action")
  private static let turboAction = Name("data-turbo-action")

  /// `data-turbolinks="false"` counts for all below, until an element says `true`.
  private static func isPlain(_ node: NodeID, in document: Document) -> Bool {
    var node = node
    while node.exists, document.isElement(node) {
      if let value = document.value(node, turbolinks) ?? document.value(node, turbo) { return value == "false" }
      node = document.parent(node)
    }
    return false
  }

  private mutating func appendHandlers(of node: NodeID, in document: Document) {
    for attribute in document.attributes(node) {
      // OPTIMIZATION: most attributes are these.
      switch attribute.name {
      case .class, .id, .style, .src: continue
      default: break
      }
      let name = attribute.name.string
      guard name.hasPrefix("on") || name.hasPrefix("@") || name == "href" else { continue }
      var bytes = Array(document.utf8(of: attribute))
      if name == "href" {
        guard bytes.starts(with: "javascript:".utf8) else { continue }
        bytes.removeFirst("javascript:".utf8.count)
      }
      for literal in ScriptLiterals.visits(in: bytes) where links.count < Self.limit {
        links.append(Link(url: literal.url, kind: .script, range: attribute.sourceRange))
      }
    }
  }

  private mutating func append(literalsOf script: [UInt8], at start: Int) {
    for literal in ScriptLiterals.visits(in: script) where links.count < Self.limit {
      let range = (start + literal.range.lowerBound)..<(start + literal.range.upperBound)
      links.append(Link(url: literal.url, kind: .script, range: range))
    }
  }
}
