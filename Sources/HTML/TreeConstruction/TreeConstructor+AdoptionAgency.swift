import Names

extension TreeConstructor {
  /// The adoption agency algorithm (HTML, section 13.2.6.4.7), for a tag with the given name.
  mutating func adoptionAgency(_ subject: Name) {
    let current = stack.current
    if current.isHTML(subject), formatting.index(of: current.node) == nil {
      stack.pop()
      return
    }
    var rounds = 0
    while rounds < 8, !isStopped {
      rounds += 1
      guard let listIndex = formatting.lastIndex(of: subject) else {
        anyOtherEndTag()
        return
      }
      let formattingElement = formatting[listIndex].node
      guard let stackIndex = stack.lastIndex(of: formattingElement) else {
        reportUnmatchedEndTag()
        formatting.remove(at: listIndex)
        return
      }
      guard stack.has(formattingElement) else {
        reportUnmatchedEndTag()
        return
      }
      let furthestBlock = (stackIndex + 1..<stack.count).first { stack[$0].isSpecial }
      if stack.current.node != formattingElement, rounds == 1, tokenizer.kind == .endTag {
        // Without a block the elements above are closed; otherwise they stay open in the block.
        if furthestBlock == nil {
          reportClosed(above: stackIndex)
        } else {
          report(.misnestedEndTag, name: stack.current.name, opened: stack.current.node)
        }
      }
      guard let furthestBlock else {
        stack.pop(downTo: stackIndex)
        formatting.remove(at: listIndex)
        return
      }
      adopt(formattingElement, at: stackIndex, list: listIndex, furthestBlock: furthestBlock)
    }
  }

  /// Steps 4.9 to 4.20: moves the furthest block out of the formatting element.
  private mutating func adopt(_ formattingElement: NodeID, at stackIndex: Int, list listIndex: Int, furthestBlock: Int)
  {
    adoptions += 1
    document.isRearranged = true
    let commonAncestor = stack[stackIndex - 1]
    let block = stack[furthestBlock]
    var bookmark = listIndex
    var last = block.node
    var index = furthestBlock
    var counter = 0
    // Step 4.13, the inner loop.
    while index - 1 > stackIndex {
      counter += 1
      index -= 1
      let node = stack[index].node
      var nodeListIndex = formatting.index(of: node)
      if counter > 3, let position = nodeListIndex {
        formatting.remove(at: position)
        if position < bookmark { bookmark -= 1 }
        nodeListIndex = nil
      }
      guard let position = nodeListIndex else {
        stack.remove(at: index)
        continue
      }
      let replacement = clone(node)
      formatting.replace(at: position, with: replacement)
      stack.replace(at: index, with: replacement)
      if last == block.node { bookmark = position + 1 }
      document.detach(last)
      document.append(last, to: replacement)
      last = replacement
    }
    // Step 4.14.
    document.detach(last)
    let place = appropriatePlace(in: commonAncestor)
    document.insert(last, into: place.parent, before: place.reference)
    // Steps 4.15 to 4.17.
    let replacement = clone(formattingElement)
    document.moveChildren(of: block.node, to: replacement)
    document.append(replacement, to: block.node)
    // Step 4.18.
    if let position = formatting.index(of: formattingElement) {
      var entry = formatting[position]
      formatting.remove(at: position)
      if position < bookmark { bookmark -= 1 }
      entry.node = replacement
      formatting.insert(entry, at: bookmark)
    }
    // Step 4.19.
    if let position = stack.lastIndex(of: formattingElement) { stack.remove(at: position) }
    if let position = stack.lastIndex(of: block.node) {
      let name = document.nodes[formattingElement.index].name
      stack.insert(.init(node: replacement, name: name, namespace: .html), at: position + 1)
    }
  }
}
