import CSSValues

// What live pages do to a page.
extension Page {
  /// Gives a text other characters, or a control or generated box another text inside.
  ///
  /// - Returns: whether that changes anything.
  public mutating func setText(_ text: String, of node: Int) -> Bool {
    guard contains(node), texts[Int32(node)] != text else { return false }
    texts[Int32(node)] = text
    return true
  }

  /// Gives an element or generated box another style: a number of the page file.
  public mutating func setStyle(_ style: Int32, isOwn: Bool, of node: Int) {
    nodes[node].style = style
    nodes[node].hasOwnStyle = isOwn
  }

  /// Gives a node declarations on top of its style; none leaves its style as it is.
  public mutating func setDeclarations(_ declarations: [LocalDeclaration], of node: Int) {
    self.declarations[Int32(node)] = declarations.isEmpty ? nil : declarations
  }

  /// Takes a subtree out. Nodes that are not in the tree are passed over.
  ///
  /// - Returns: whether it was in the tree.
  @discardableResult
  public mutating func remove(_ node: Int) -> Bool {
    guard node > 0, contains(node) else { return false }
    unlink(node)
    return true
  }

  /// Puts a subtree to another place among the children of its parent.
  ///
  /// - Parameters:
  ///   - node: the root of the subtree.
  ///   - sibling: the child of the same parent that it comes after; `nil` for the first place.
  /// - Returns: whether it is there now; where it is not, nothing changed.
  @discardableResult
  public mutating func move(_ node: Int, after sibling: Int?) -> Bool {
    guard node > 0, contains(node), case let parent = nodes[node].parent, parent >= 0,
      sibling.map({ $0 != node && contains($0) && nodes[$0].parent == parent }) ?? true
    else { return false }
    unlink(node)
    nodes[node].isAttached = true
    link(Int32(node), into: parent, after: Int32(sibling ?? -1))
    return true
  }

  private mutating func unlink(_ node: Int) {
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

  /// Copies a subtree, whether it is in the tree or not, and puts the copy in after a sibling (`nil`: first).
  ///
  /// - Parameters:
  ///   - template: the root of the subtree that is copied.
  ///   - parent: the node that the copy goes into.
  ///   - sibling: the node that the copy comes after; `nil` for the first place.
  ///   - root: the copy's number: the number of all nodes, or that of a removed copy of the same node of the page. The numbers
  ///     of its descendants follow in pre-order.
  /// - Returns: the numbers of the originals, in the order of their copies from `root` on; `nil`, and nothing changed, where
  ///   a number names no node or there is no place for the copy at its number.
  @discardableResult
  public mutating func insertCopy(of template: Int, into parent: Int, after sibling: Int?, as root: Int) -> [Int32]? {
    guard nodes.indices.contains(template), contains(parent), nodes[parent].kind != .text, root > 0,
      root <= nodes.count,
      sibling.map({ contains($0) && nodes[$0].parent == Int32(parent) }) ?? true
    else { return nil }
    // All is read before anything is written. Pre-order with an explicit stack: trees may be deep.
    var originals: [Int32] = []
    var parents: [Int32] = []
    var stack: [(original: Int32, parent: Int32)] = [(Int32(template), -1)]
    while let (original, copyParent) = stack.popLast() {
      let number = Int32(root + originals.count)
      originals.append(original)
      parents.append(copyParent)
      var child = nodes[Int(original)].lastChild
      while child >= 0 {
        stack.append((child, number))
        child = nodes[Int(child)].previousSibling
      }
    }
    let copies = originals.map { nodes[Int($0)] }
    let range = root..<root + copies.count
    let ownTexts = texts.isEmpty ? [] : originals.map { texts[$0] }
    let ownDeclarations = declarations.isEmpty ? [] : originals.map { declarations[$0] }
    if root == nodes.count {
      nodes += copies
    } else {
      guard range.upperBound <= nodes.count, zip(range, copies).allSatisfy({ nodes[$0].source == $1.source }),
        !range.contains(where: { contains($0) })
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
    for (number, copyParent) in zip(range, parents) where copyParent >= 0 {
      link(Int32(number), into: copyParent, after: nodes[Int(copyParent)].lastChild)
    }
    for (number, own) in zip(range, ownTexts) { texts[Int32(number)] = own }
    for (number, own) in zip(range, ownDeclarations) { declarations[Int32(number)] = own }
    link(Int32(root), into: Int32(parent), after: Int32(sibling ?? -1))
    return originals
  }

  /// Takes a node out of what is around it, and what is in it out of it: what was removed as a part of something keeps its
  /// place in that, and its number may be used again before or after that of the whole.
  private mutating func detach(_ node: Int) {
    if nodes[node].isAttached, nodes[node].parent >= 0 { unlink(node) }
    while nodes[node].firstChild >= 0 { unlink(Int(nodes[node].firstChild)) }
  }
}
