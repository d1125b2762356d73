import HTML
import Layout
import Names

/// The elements inside of `<svg>` as the document has them.
struct DocumentGraphicSource: GraphicSource {
  let document: Document
  let styles: ElementStyles
  /// The first element with each id, found when a `<use>` first asks.
  private var elementsByID: [String: NodeID]?

  init(document: Document, styles: ElementStyles) {
    self.document = document
    self.styles = styles
  }

  func tag(of node: NodeID) -> String? {
    document.namespace(node) == .svg ? document.name(node).string : nil
  }

  func attribute(_ name: String, of node: NodeID) -> String? {
    document.value(node, Name(name))
      ?? document.attributes(node).first { attribute in
        switch attribute.namespace {
        case .xlink: name == attribute.name.string
        case .xml: name == "xml:" + attribute.name.string
        case .none, .xmlns, .other: false
        }
      }.map { document.value($0) }
  }

  func children(of node: NodeID) -> [GraphicChild<NodeID>] {
    document.children(node).compactMap { child in
      switch document.kind(child) {
      case .element: .element(child)
      case .text: .text(Array(document.text(child).utf16), child)
      default: nil
      }
    }
  }

  mutating func element(withID id: String) -> NodeID? {
    if let elementsByID { return elementsByID[id] }
    var found: [String: NodeID] = [:]
    var node = document.documentElement
    while node.exists {
      if document.isElement(node), let id = document.value(node, .id), found[id] == nil { found[id] = node }
      node = document.next(after: node)
    }
    elementsByID = found
    return found[id]
  }

  mutating func style(of node: NodeID, inside parent: Int32, isCopy: Bool) -> Int32? {
    let style = styles.style(of: node)
    guard style >= 0 else { return isCopy ? parent : nil }
    return styles.styles[Int(style)].box.display == .none ? nil : style
  }
}
