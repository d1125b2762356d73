import Names

// What is left to do once the last token has been processed.
extension TreeConstructor {
  /// Completes the tree and hands it out.
  consuming func finish() -> (document: Document, errors: ParseErrorList) {
    lateAttributes.apply(to: &document, html: stack.isEmpty ? .none : stack[0].node)
    document.text = tokenizer.text
    if hasSelectedContent { document.fillSelectedContent() }
    // The adoption agency nests a moved subtree at most two levels deeper each time.
    if stack.greatestCount + 2 * adoptions >= Document.maximumDepth {
      let flattened = document.flatten()
      if flattened.exists { document.isRearranged = true }
      if flattened.exists, !isNestedTooDeep {
        let range = document.sourceRange(flattened)
        tokenizer.errors.add(
          ParseErrorRecord(
            error: .nestingTooDeep, start: range.lowerBound, end: range.upperBound, name: document.name(flattened)))
      }
    }
    document.giveBackRoom()
    return (document, tokenizer.errors)
  }
}

extension Document {
  /// Gives back the room for more nodes, attributes and text than there are: a page is held until its files are written.
  fileprivate mutating func giveBackRoom() {
    nodes.giveBackRoom()
    attributes.giveBackRoom()
    text.giveBackRoom()
  }

  /// Makes elements and comments below ``maximumDepth`` siblings of their ancestor at that depth; texts stay. A template's contents count as deeper
  /// than the template; where they are too deep they are dropped, since they must not become siblings.
  ///
  /// - Returns: the first element whose children were moved or dropped.
  mutating func flatten() -> NodeID {
    var first = NodeID.none
    var pending: [(root: NodeID, depth: Int)] = [(.document, 0)]
    while let (root, rootDepth) = pending.popLast() {
      var node = root
      var depth = rootDepth
      while true {
        if nodes[node.index].kind == .element {
          let contents = templateContents(of: node)
          if depth >= Document.maximumDepth {
            let isMoved = lift(node)
            if !first.exists, isMoved || (contents.exists && firstChild(contents).exists) { first = node }
          }
          if contents.exists, depth >= Document.maximumDepth {
            while firstChild(contents).exists { detach(firstChild(contents)) }
          } else if contents.exists {
            pending.append((contents, depth))
          }
        }
        if firstChild(node).exists {
          node = firstChild(node)
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
    return first
  }

  /// Moves all children of an element but its texts behind it, and makes one text of those; whether anything was moved.
  private mutating func lift(_ node: NodeID) -> Bool {
    let destination = parent(node)
    let reference = nextSibling(node)
    var isMoved = false
    var child = firstChild(node)
    while child.exists {
      let next = nextSibling(child)
      if nodes[child.index].kind != .text {
        detach(child)
        insert(child, into: destination, before: reference)
        isMoved = true
      }
      child = next
    }
    if isMoved { joinTexts(of: node) }
    return isMoved
  }

  /// Makes one text of an element's children, all of which are texts.
  private mutating func joinTexts(of node: NodeID) {
    let first = firstChild(node)
    guard first.exists, nextSibling(first).exists else { return }
    let start = text.count
    var child = first
    while child.exists {
      text.append(contentsOf: utf8(child))
      nodes[first.index].sourceEnd = max(nodes[first.index].sourceEnd, nodes[child.index].sourceEnd)
      let next = nextSibling(child)
      if child != first { detach(child) }
      child = next
    }
    nodes[first.index].textStart = UInt32(start)
    nodes[first.index].textLength = UInt32(text.count - start)
  }
}

extension Array {
  /// Gives back most of the room for more elements, where it is much: growing doubles it.
  fileprivate mutating func giveBackRoom() {
    guard capacity - count > Swift.max(1 << 12, count / 8) else { return }
    var exact: [Element] = []
    exact.reserveCapacity(count + count / 32)
    exact.append(contentsOf: self)
    self = exact
  }
}
