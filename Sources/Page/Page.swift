import CSSValues

/// The nodes of a page as one tree: the compiler makes it from a document, a device from a page file, and live pages edit it.
/// `StyledTreeAssembly` makes layout's input of it, at build time and on the device.
///
/// Nodes keep their numbers: a page's own from 0 in pre-order, those that edits add behind them. The numbers of a removed copy
/// may be used again by another copy of the same node of the page.
public struct Page: Sendable {
  /// Elements nested deeper than this are not laid out; parsers nest less (HTML caps at 512).
  public static let maximumDepth = 1024

  /// One node.
  public struct Node: Sendable {
    /// What the node is.
    public var kind: PageNodeKind
    /// The white space around it that has no node.
    public var space: PageSpace = []
    /// Whether an edit gave the node its style, so that no environment has a say.
    public var hasOwnStyle = false
    /// Whether the node is among its parent's children: removed ones keep their numbers.
    public internal(set) var isAttached = true
    /// The number of the page file's style, -1 for none.
    public var style: Int32 = -1
    /// What the node is made from: the node of the page file, which copies have too, or that of the document. A generated
    /// box of a document has its element's.
    public let source: Int32
    /// The parent, -1 for none.
    public internal(set) var parent: Int32 = -1
    /// The first child, -1 for none.
    public internal(set) var firstChild: Int32 = -1
    /// The last child, -1 for none.
    public internal(set) var lastChild: Int32 = -1
    /// The sibling before it, -1 for none.
    public internal(set) var previousSibling: Int32 = -1
    /// The sibling after it, -1 for none.
    public internal(set) var nextSibling: Int32 = -1

    /// A node without a place.
    public init(kind: PageNodeKind, source: Int32) {
      self.kind = kind
      self.source = source
    }
  }

  /// The nodes by number; the first is the root.
  public internal(set) var nodes: [Node] = []
  /// The characters that edits gave texts, and those inside controls and generated boxes; others have their source's.
  public internal(set) var texts: [Int32: String] = [:]
  /// What edits gave nodes on top of their styles.
  public internal(set) var declarations: [Int32: [LocalDeclaration]] = [:]

  /// A page without nodes.
  public init() {}

  /// Makes room for nodes.
  public mutating func reserveCapacity(_ count: Int) { nodes.reserveCapacity(count) }

  /// Adds a node and puts it in as the last child of a parent; -1 is none, which the root has.
  @discardableResult
  public mutating func append(_ node: Node, to parent: Int32) -> Int32 {
    insert(node, into: parent, after: parent >= 0 ? nodes[Int(parent)].lastChild : -1)
  }

  /// Adds a node and puts it in after a sibling, -1 for the first place.
  @discardableResult
  public mutating func insert(_ node: Node, into parent: Int32, after sibling: Int32) -> Int32 {
    let number = Int32(nodes.count)
    nodes.append(node)
    if parent >= 0 { link(number, into: parent, after: sibling) }
    return number
  }

  // MARK: Looking

  /// Whether a number is a node of the tree.
  public func contains(_ node: Int) -> Bool {
    guard nodes.indices.contains(node) else { return false }
    var current = node
    while nodes[current].isAttached {
      guard nodes[current].parent >= 0 else { return true }
      current = Int(nodes[current].parent)
    }
    return false
  }

  /// The children in order.
  public func children(of node: Int) -> [Int] {
    var children: [Int] = []
    var child = nodes[node].firstChild
    while child >= 0 {
      children.append(Int(child))
      child = nodes[Int(child)].nextSibling
    }
    return children
  }

  /// The node after another one in the order of the tree; -1 behind the last.
  public func next(after node: Int32) -> Int32 {
    if nodes[Int(node)].firstChild >= 0 { return nodes[Int(node)].firstChild }
    var current = node
    while current >= 0 {
      if nodes[Int(current)].nextSibling >= 0 { return nodes[Int(current)].nextSibling }
      current = nodes[Int(current)].parent
    }
    return -1
  }

  // MARK: Links

  mutating func link(_ node: Int32, into parent: Int32, after sibling: Int32) {
    let next = sibling >= 0 ? nodes[Int(sibling)].nextSibling : nodes[Int(parent)].firstChild
    nodes[Int(node)].parent = parent
    nodes[Int(node)].previousSibling = sibling
    nodes[Int(node)].nextSibling = next
    if sibling >= 0 { nodes[Int(sibling)].nextSibling = node } else { nodes[Int(parent)].firstChild = node }
    if next >= 0 { nodes[Int(next)].previousSibling = node } else { nodes[Int(parent)].lastChild = node }
  }
}
