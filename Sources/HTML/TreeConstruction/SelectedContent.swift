import Names

// HTML, section 4.10.10: a select's `<selectedcontent>` mirrors its selected option.
extension Document {
  /// Copies the selected option of each select into its first `<selectedcontent>`.
  ///
  /// The standard does so whenever an option is popped off the stack of open elements; once at the end comes to the same,
  /// because the last of these copies is the one that stays.
  mutating func fillSelectedContent() {
    var selects: [NodeID] = []
    var node = NodeID.document
    while node.exists {
      if isElement(node, .select) { selects.append(node) }
      node = next(after: node)
    }
    // Selects within the options of selects could multiply: in all no more is copied than there is.
    let limit = min(2 * nodes.count, Document.maximumNodeCount)
    for select in selects where !hasAttribute(select, .multiple) {
      guard nodes.count < limit else { return }
      fillSelectedContent(of: select)
    }
  }

  private mutating func fillSelectedContent(of select: NodeID) {
    var target = NodeID.none
    var first = NodeID.none
    var selected = NodeID.none
    var node = next(after: select, within: select)
    while node.exists {
      if isElement(node, .select) {
        // Its options are its own.
        node = nextSkippingChildren(after: node, within: select)
        continue
      }
      if isElement(node, .option) {
        if hasAttribute(node, .selected) { selected = node }
        if !first.exists, !hasAttribute(node, .disabled) { first = node }
      } else if !target.exists, isElement(node, .selectedcontent) {
        target = node
      }
      node = next(after: node, within: select)
    }
    let option = selected.exists ? selected : first
    guard target.exists, option.exists, !isAncestor(option, of: target) else { return }
    while firstChild(target).exists { detach(firstChild(target)) }
    copyChildren(of: option, to: target)
  }

  private func isAncestor(_ ancestor: NodeID, of node: NodeID) -> Bool {
    var node = node
    while node.exists {
      if node == ancestor { return true }
      node = parent(node)
    }
    return false
  }

  private mutating func copyChildren(of source: NodeID, to target: NodeID) {
    var node = firstChild(source)
    var parent = target
    while node.exists, nodes.count < Document.maximumNodeCount {
      var record = nodes[node.index]
      record.parent = .none
      record.firstChild = .none
      record.lastChild = .none
      record.previousSibling = .none
      record.nextSibling = .none
      // Positions in the source stay: the copy comes from there.
      let copy = create(record)
      append(copy, to: parent)
      if firstChild(node).exists {
        node = firstChild(node)
        parent = copy
        continue
      }
      while node != source, !nextSibling(node).exists {
        node = self.parent(node)
        if node != source { parent = self.parent(parent) }
      }
      if node == source { return }
      node = nextSibling(node)
    }
  }
}
