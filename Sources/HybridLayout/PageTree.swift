import CSSValues
import Layout
import PageFormat

/// The nodes of a page as a device changes them: those of the page file, and copies that rows of data make.
///
/// Nodes keep their numbers: a page's own from 0, new ones from the page's ``PageReader/nodeCount`` on. Those of a removed
/// copy may be used again by another copy of the same node of the page.
struct PageTree {
  /// One node.
  struct Node {
    var kind: PageNodeKind
    var role: PageLayoutRole = .generic
    var space: PageSpace = []
    /// The number of the page file's style, -1 for none.
    var style: Int32 = -1
    /// Whether a change gave the node its style, so that variants have no say.
    var hasOwnStyle = false
    /// The node of the page file that this is, or is a copy of.
    var source: Int32
    var parent: Int32 = -1
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var previousSibling: Int32 = -1
    var nextSibling: Int32 = -1
    /// Whether the node is in the tree: removed ones keep their numbers.
    var isAttached = true
    /// A text's characters as a change gave them; `nil` is the page file's.
    var text: String?
    /// The text inside a control as a change gave it; `nil` is the page file's.
    var content: String?
  }

  var nodes: [Node] = []
  /// What changes gave nodes on top of their styles.
  var declarations: [Int32: [LocalDeclaration]] = [:]

  /// The nodes of a page.
  init(_ page: PageReader, _ input: PageLayoutInput) {
    nodes.reserveCapacity(page.nodeCount)
    for index in 0..<page.nodeCount {
      var node = Node(kind: page.kind(index), source: Int32(index))
      node.style = Int32(page.style(index) ?? -1)
      if index < input.roles.count { node.role = input.roles[index] }
      if index < input.spaces.count { node.space = input.spaces[index] }
      nodes.append(node)
      if let parent = page.parent(index) { append(Int32(index), to: Int32(parent)) }
    }
  }

  private mutating func append(_ node: Int32, to parent: Int32) {
    insert(node, into: parent, after: nodes[Int(parent)].lastChild)
  }

  /// Links a node in after a sibling, -1 for the first place.
  private mutating func insert(_ node: Int32, into parent: Int32, after sibling: Int32) {
    let next = sibling >= 0 ? nodes[Int(sibling)].nextSibling : nodes[Int(parent)].firstChild
    nodes[Int(node)].parent = parent
    nodes[Int(node)].previousSibling = sibling
    nodes[Int(node)].nextSibling = next
    if sibling >= 0 { nodes[Int(sibling)].nextSibling = node } else { nodes[Int(parent)].firstChild = node }
    if next >= 0 { nodes[Int(next)].previousSibling = node } else { nodes[Int(parent)].lastChild = node }
  }

  /// Whether a number is a node of the tree.
  func contains(_ node: Int) -> Bool { nodes.indices.contains(node) && isAttached(node) }

  private func isAttached(_ node: Int) -> Bool {
    var current = node
    while nodes[current].isAttached {
      guard nodes[current].parent >= 0 else { return true }
      current = Int(nodes[current].parent)
    }
    return false
  }

  /// Takes a subtree out.
  mutating func remove(_ node: Int) {
    let record = nodes[node]
    if record.previousSibling >= 0 {
      nodes[Int(record.previousSibling)].nextSibling = record.nextSibling
    } else if record.parent >= 0 {
      nodes[Int(record.parent)].firstChild = record.nextSibling
    }
    if record.nextSibling >= 0 {
      nodes[Int(record.nextSibling)].previousSibling = record.previousSibling
    } else if record.parent >= 0 {
      nodes[Int(record.parent)].lastChild = record.previousSibling
    }
    nodes[node].isAttached = false
  }

  /// Copies a subtree and puts the copy in after a sibling (`nil`: first).
  ///
  /// - Parameter root: the copy's number: that of all nodes, or that of a removed copy of the same node of the page. Those
  ///   of its descendants follow in pre-order.
  /// - Returns: the copy's numbers; `nil` where there is no place for it at its number.
  mutating func insertCopy(of template: Int, into parent: Int, after sibling: Int?, as root: Int) -> Range<Int>? {
    guard root > 0, root <= nodes.count else { return nil }
    // All is read before anything is written. Pre-order with an explicit stack: trees may be deep.
    var originals: [(node: Int32, parent: Int32)] = []
    var stack: [(original: Int32, parent: Int32)] = [(Int32(template), -1)]
    while let (original, copyParent) = stack.popLast() {
      let number = Int32(root + originals.count)
      originals.append((original, copyParent))
      var child = nodes[Int(original)].lastChild
      while child >= 0 {
        stack.append((child, number))
        child = nodes[Int(child)].previousSibling
      }
    }
    let copies = originals.map { nodes[Int($0.node)] }
    let given = declarations.isEmpty ? [] : originals.map { declarations[$0.node] }
    let range = root..<root + copies.count
    if root == nodes.count {
      nodes += copies
    } else {
      guard range.upperBound <= nodes.count, zip(range, copies).allSatisfy({ nodes[$0].source == $1.source }),
        !range.contains(where: { isAttached($0) })
      else { return nil }
      for number in range { detach(number) }
      nodes.replaceSubrange(range, with: copies)
    }
    for number in range {
      nodes[number].isAttached = true
      nodes[number].parent = -1
      nodes[number].firstChild = -1
      nodes[number].lastChild = -1
      nodes[number].previousSibling = -1
      nodes[number].nextSibling = -1
    }
    for (number, original) in zip(range, originals) where original.parent >= 0 {
      append(Int32(number), to: original.parent)
    }
    for (number, own) in zip(range, given) { declarations[Int32(number)] = own }
    insert(Int32(root), into: Int32(parent), after: Int32(sibling ?? -1))
    return range
  }

  /// Takes a node out of what is around it, and what is in it out of it: what was removed as a part of something keeps its
  /// place in that, and its number may be used again before or after that of the whole.
  private mutating func detach(_ node: Int) {
    if nodes[node].isAttached, nodes[node].parent >= 0 { remove(node) }
    while nodes[node].firstChild >= 0 { remove(Int(nodes[node].firstChild)) }
  }
}
