import HTML
import Names

/// The paths by which inspection names elements: `html>body>div:nth-child(2)>p:nth-child(1)`; `:nth-child` is left out on
/// `html` and `body`.
public struct ElementPaths {
  private let document: Document
  private var paths: [String?]

  /// The paths of a document's elements; each is made when it is asked for.
  public init(of document: Document) {
    self.document = document
    paths = Array(repeating: nil, count: document.nodeCount)
  }

  /// The path of an element.
  public mutating func path(of element: NodeID) -> String {
    var chain: [NodeID] = []
    var current = element
    while current.exists, document.isElement(current), paths[current.index] == nil {
      chain.append(current)
      current = document.parent(current)
    }
    var path = current.exists && document.isElement(current) ? paths[current.index] ?? "" : ""
    for node in chain.reversed() {
      path += (path.isEmpty ? "" : ">") + step(node)
      paths[node.index] = path
    }
    return path
  }

  private func step(_ element: NodeID) -> String {
    let name = document.name(element)
    if document.namespace(element) != .svg, name == .html || name == .body { return name.string }
    var position = 1
    var sibling = document.previousSibling(element)
    while sibling.exists {
      if document.isElement(sibling) { position += 1 }
      sibling = document.previousSibling(sibling)
    }
    return "\(name.string):nth-child(\(position))"
  }
}
