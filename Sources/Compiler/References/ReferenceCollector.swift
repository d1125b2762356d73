import HTML
import Names
import PageFormat
import References

/// A URL in a page's markup: where it is and what it is for.
struct DocumentReference {
  /// The element.
  var node: NodeID
  /// The attribute that holds the URL.
  var attribute: Name
  /// The URL as written.
  var url: String
  /// What it is for.
  var kind: ReferenceKind
  /// The attribute's bytes in the source.
  var range: Range<Int>
  /// Whether it is one of several files of which a viewport shows one.
  var isCandidate = false
}

/// Finds the URLs of a document's markup; those of stylesheets are the sheets' own.
enum ReferenceCollector {
  /// The references in document order.
  ///
  /// - Parameter registry: what knows the URLs of an app's own components, on a Token page.
  static func references(of document: Document, _ registry: ComponentRegistry? = nil) -> [DocumentReference] {
    var result: [DocumentReference] = []
    var node = document.next(after: .document)
    while node.exists {
      if document.isElement(node) {
        let start = result.count
        collect(node, in: document, registry, into: &result)
        if hasCandidates(node, in: document) {
          for index in start..<result.count where [.src, .srcset].contains(result[index].attribute) {
            result[index].isCandidate = true
          }
        }
      }
      // Templates' contents are trees of their own, and scripts may stamp them out.
      let contents = document.templateContents(of: node)
      if contents.exists {
        var inner = document.next(after: contents, within: contents)
        while inner.exists {
          if document.isElement(inner) { collect(inner, in: document, registry, into: &result) }
          inner = document.next(after: inner, within: contents)
        }
      }
      node = document.next(after: node)
    }
    return result
  }

  private static func collect(
    _ node: NodeID, in document: Document, _ registry: ComponentRegistry?, into result: inout [DocumentReference]
  ) {
    let element = document.name(node)
    for attribute in document.attributes(node) {
      if element == .meta, attribute.name == Self.content, isRefresh(node, in: document) {
        let value = Array(document.utf8(of: attribute))
        guard let range = refreshRange(value) else { continue }
        result.append(
          DocumentReference(
            node: node, attribute: attribute.name, url: String(decoding: value[range], as: UTF8.self), kind: .link,
            range: attribute.sourceRange))
        continue
      }
      let known = kind(of: attribute.name, element: element, node: node, document: document)
      // OPTIMIZATION: most attributes refer to nothing, and their values are not read.
      if known == nil, registry == nil { continue }
      let value = document.value(attribute)
      guard let kind = known ?? ownKind(of: attribute.name, value, node, document, registry) else { continue }
      if attribute.name == .srcset || attribute.name == Self.imagesrcset {
        for url in SourceSet.urls(value) {
          result.append(
            DocumentReference(node: node, attribute: attribute.name, url: url, kind: kind, range: attribute.sourceRange)
          )
        }
      } else {
        result.append(
          DocumentReference(node: node, attribute: attribute.name, url: value, kind: kind, range: attribute.sourceRange)
        )
      }
    }
  }

  /// Whether an element's images are candidates of one image: an `<img>` with `srcset` or in a `<picture>`, and the
  /// sources of a `<picture>`.
  static func hasCandidates(_ node: NodeID, in document: Document) -> Bool {
    let isImage = document.isElement(node, .img)
    guard isImage || document.isElement(node, .source) else { return false }
    let parent = document.parent(node)
    return parent.exists && document.isElement(parent, .picture) || isImage && document.hasAttribute(node, .srcset)
  }

  /// Whether an element is `<meta http-equiv="refresh">`.
  static func isRefresh(_ node: NodeID, in document: Document) -> Bool {
    document.isElement(node, .meta) && document.value(node, Self.httpEquiv)?.lowercased() == "refresh"
  }

  /// The place of the URL in a refresh's `content` (HTML, 4.2.5.3, shared declarative refresh steps): behind a time, `;` or
  /// `,`, and `url=` with or without quotes.
  static func refreshRange(_ bytes: [UInt8]) -> Range<Int>? {
    var index = 0
    func skip(_ isSkipped: (UInt8) -> Bool) { while index < bytes.count, isSkipped(bytes[index]) { index += 1 } }
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B) }
    skip(isSpace)
    let time = index
    skip { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E }
    guard index > time else { return nil }
    let end = index
    skip(isSpace)
    if index < bytes.count, bytes[index] == 0x3B || bytes[index] == 0x2C {
      index += 1
    } else if index == end {
      return nil
    }
    skip(isSpace)
    let word = bytes[index...].prefix(3).map { $0 | 0x20 }
    if word.elementsEqual("url".utf8) {
      let start = index
      index += 3
      skip(isSpace)
      if index < bytes.count, bytes[index] == 0x3D { index += 1 } else { index = start }
      skip(isSpace)
    }
    guard index < bytes.count else { return nil }
    if bytes[index] == 0x22 || bytes[index] == 0x27 {
      let quote = bytes[index]
      index += 1
      let stop = bytes[index...].firstIndex(of: quote) ?? bytes.count
      return index < stop ? index..<stop : nil
    }
    return index..<bytes.count
  }

  private static let httpEquiv = Name("http-equiv")
  private static let content = Name("content")
  private static let formaction = Name("formaction")
  private static let action = Name("action")
  private static let imagesrcset = Name("imagesrcset")
  // Of Token pages.
  private static let image = Name("image")
  private static let selectedImage = Name("selectedImage")
  private static let highlightImage = Name("highlightImage")
  private static let selectedImageInKebabCase = Name("selected-image")
  private static let highlightImageInKebabCase = Name("highlight-image")
  private static let url = Name("url")
  private static let navItem = Name("navItem")
  private static let webView = Name("webView")

  /// What an attribute's URL is for, or `nil` for an attribute that holds none.
  private static func kind(of attribute: Name, element: Name, node: NodeID, document: Document) -> ReferenceKind? {
    switch attribute {
    case .class, .id, .style: return nil
    case .href, .xlinkHref:
      switch element {
      case .a, .area: return .link
      case .link: return linkKind(node, document)
      case .image where document.namespace(node) == .svg: return .image
      case .use: return .resource
      default: return nil
      }
    case image, selectedImage, highlightImage, selectedImageInKebabCase, highlightImageInKebabCase:
      return document.namespace(node) == .other && (element == .button || element == navItem) ? .image : nil
    case url: return document.namespace(node) == .other && element == .image ? .image : nil
    case .src:
      switch element {
      case webView where document.namespace(node) == .other:
        // A site in the network is not part of the package.
        return (document.value(node, .src) ?? "").contains("//") ? .link : .resource
      case .img, .image, .input: return .image
      case .script: return .script
      case .iframe, .embed, .video, .audio, .source, .track, .frame: return .resource
      default: return nil
      }
    case .srcset: return element == .img || element == .source ? .image : nil
    case imagesrcset: return element == .link ? .image : nil
    case .poster: return element == .video ? .image : nil
    case .data: return element == .object ? .resource : nil
    case .background: return [.body, .table, .td, .th].contains(element) ? .image : nil
    case action: return element == .form ? .link : nil
    case formaction: return element == .button || element == .input ? .link : nil
    default: return nil
    }
  }

  /// What a URL of a component that an app brings is for: an image by the property's or the file's name, else a link, to
  /// a page or any file.
  private static func ownKind(
    of attribute: Name, _ value: String, _ node: NodeID, _ document: Document, _ registry: ComponentRegistry?
  ) -> ReferenceKind? {
    guard let registry, document.namespace(node) == .other, !value.isEmpty, !value.holdsBraces else { return nil }
    let tag = document.name(node).string
    guard registry.isOwn(tag), let component = registry.component(tag),
      let property = component.properties.first(where: { $0.name == attribute.string.camelCased }),
      property.type == .url
    else { return nil }
    let path = value.prefix { $0 != "?" && $0 != "#" }.lowercased()
    let isImage = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg"].contains { path.hasSuffix($0) }
    return isImage || property.name.lowercased().hasSuffix("image") ? .image : .link
  }

  private static func linkKind(_ node: NodeID, _ document: Document) -> ReferenceKind? {
    let written = document.value(node, .rel) ?? ""
    // OPTIMIZATION: most links are so.
    if written == "stylesheet" { return .stylesheet }
    let relations = Set(written.lowercased().split { $0.isWhitespace })
    if relations.contains("stylesheet") { return relations.contains("alternate") ? .resource : .stylesheet }
    if relations.contains("icon") || relations.contains("apple-touch-icon") { return .image }
    let fetched: Set<Substring> = [
      "preload", "modulepreload", "manifest", "prefetch", "apple-touch-icon-precomposed",
      "apple-touch-startup-image", "mask-icon",
    ]
    // `canonical`, `alternate`, `next`, `dns-prefetch` and the like fetch nothing.
    return relations.isDisjoint(with: fetched) ? nil : .resource
  }
}
