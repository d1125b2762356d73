import Names

// What is left to do once the last token has been processed.
extension TreeConstructor {
  /// Completes the tree and hands it out.
  consuming func finish() -> (document: Document, errors: ParseErrorList) {
    lateAttributes.apply(to: &document, html: stack.isEmpty ? .none : stack[0].node)
    document.text = tokenizer.text
    if hasSelectedContent { document.fillSelectedContent() }
    // The adoption agency nests a moved subtree at most two levels deeper each time.
    if stack.greatestCount + 2 * adoptions >= Document.maximumDepth { document.flatten() }
    return (document, tokenizer.errors)
  }
}

extension Document {
  /// Makes elements below ``maximumDepth`` siblings of their ancestor at that depth.
  mutating func flatten() {
    var node = NodeID.document
    var depth = 0
    var roots: [NodeID] = []
    // Template contents are trees of their own.
    for index in nodes.indices where nodes[index].kind == .fragment { roots.append(NodeID(UInt32(index))) }
    for root in [NodeID.document] + roots {
      node = root
      depth = 0
      while true {
        if depth >= Document.maximumDepth, nodes[node.index].kind == .element { lift(node) }
        let child = firstChild(node)
        if child.exists {
          node = child
          depth += 1
          continue
        }
        while node != root, !nextSibling(node).exists {
          node = parent(node)
          depth -= 1
        }
        if node == root { break }
        node = nextSibling(node)
      }
    }
  }

  /// Moves an element's children elements behind it, from the first of them on.
  private mutating func lift(_ node: NodeID) {
    let destination = parent(node)
    var child = firstChild(node)
    while child.exists, nodes[child.index].kind != .element { child = nextSibling(child) }
    let reference = nextSibling(node)
    while child.exists {
      let next = nextSibling(child)
      detach(child)
      insert(child, into: destination, before: reference)
      child = next
    }
  }
}
