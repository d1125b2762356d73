import Diagnostics

@testable import HTML

/// What holds for every tree: links agree, nothing loops, ranges lie within the text and the source, depth is bounded.
struct TreeInvariants {
  let document: Document
  let source: SourceFile

  /// What is broken, or `nil`.
  func violation() -> String? {
    var roots = [NodeID.document]
    var reached = 0
    while let root = roots.popLast() {
      var node = root
      var depth = 0
      while true {
        reached += 1
        if reached > document.nodeCount { return "a loop" }
        if let problem = check(node, depth) { return problem }
        let contents = document.templateContents(of: node)
        if contents.exists { roots.append(contents) }
        if document.firstChild(node).exists {
          node = document.firstChild(node)
          depth += 1
          continue
        }
        while node != root, !document.nextSibling(node).exists {
          node = document.parent(node)
          depth -= 1
        }
        if node == root { break }
        node = document.nextSibling(node)
      }
    }
    return nil
  }

  private func check(_ node: NodeID, _ depth: Int) -> String? {
    if document.isElement(node), depth > Document.maximumDepth { return "an element at depth \(depth)" }
    let record = document.nodes[node.index]
    if record.firstChild.exists != record.lastChild.exists { return "one of first and last child" }
    if record.nextSibling.exists, document.previousSibling(record.nextSibling) != node { return "siblings disagree" }
    if record.firstChild.exists, document.parent(record.firstChild) != node { return "the first child's parent" }
    if record.lastChild.exists, document.parent(record.lastChild) != node { return "the last child's parent" }
    if Int(record.textStart) + Int(record.textLength) > document.text.count { return "text out of range" }
    if Int(record.attributeStart) + Int(record.attributeCount) > document.attributes.count { return "attributes" }
    if document.sourceRange(node).upperBound > source.bytes.count { return "a source range out of the source" }
    for attribute in document.attributes(node) {
      if Int(attribute.valueStart) + Int(attribute.valueLength) > document.text.count { return "value out of range" }
      if attribute.sourceRange.upperBound > source.bytes.count { return "an attribute's source range" }
    }
    return nil
  }
}
