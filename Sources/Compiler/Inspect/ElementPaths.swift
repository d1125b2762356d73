import HTML
import Names

/// The paths by which inspection names elements: `html>body>div:nth-child(2)>p:nth-child(1)`; `:nth-child` is left out on
/// `html` and `body`.
///
/// Below an element whose own path is longer than ``maximumLength`` paths begin again with `@` and that element's number in
/// the document, so that the paths of deep documents stay short.
public struct ElementPaths {
  /// UTF-8 bytes of a path that others still begin with.
  public static let maximumLength = 4096

  private let document: Document
  private var paths: [String?]
  /// How deep elements are, 0 for the root, where their paths are known.
  private var depths: [Int32]
  /// The places of elements among their siblings from 1, where they are known.
  private var positions: [Int32]

  /// The paths of a document's elements; each is made when it is asked for.
  public init(of document: Document) {
    self.document = document
    paths = Array(repeating: nil, count: document.nodeCount)
    depths = Array(repeating: 0, count: document.nodeCount)
    positions = Array(repeating: 0, count: document.nodeCount)
  }

  /// The path of an element.
  public mutating func path(of element: NodeID) -> String {
    var chain: [NodeID] = []
    var current = element
    while current.exists, document.isElement(current), paths[current.index] == nil {
      chain.append(current)
      current = document.parent(current)
    }
    var parent = current.exists && document.isElement(current) ? current : NodeID.none
    for node in chain.reversed() {
      var path = ""
      if parent.exists {
        let known = paths[parent.index] ?? ""
        path = (known.utf8.count > Self.maximumLength ? "@\(parent.index)" : known) + ">"
        depths[node.index] = depths[parent.index] + 1
      }
      paths[node.index] = path + step(node)
      parent = node
    }
    return paths[element.index] ?? ""
  }

  /// How many elements an element is in.
  public mutating func depth(of element: NodeID) -> Int {
    _ = path(of: element)
    return Int(depths[element.index])
  }

  private mutating func step(_ element: NodeID) -> String {
    let name = document.name(element)
    if document.namespace(element) != .svg, name == .html || name == .body { return name.string }
    return "\(name.string):nth-child(\(position(of: element)))"
  }

  private mutating func position(of element: NodeID) -> Int32 {
    var pending: [NodeID] = []
    var sibling = element
    while sibling.exists, positions[sibling.index] == 0 {
      if document.isElement(sibling) { pending.append(sibling) }
      sibling = document.previousSibling(sibling)
    }
    var position = sibling.exists ? positions[sibling.index] : 0
    for node in pending.reversed() {
      position += 1
      positions[node.index] = position
    }
    return position
  }
}
