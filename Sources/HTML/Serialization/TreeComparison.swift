import Names

/// Compares what an XML parser read with what was to be written.
struct TreeComparison {
  let expected: XMLView
  let found: Document
  private var templates: [NodeID] = []

  init(expected: XMLView, found: Document) {
    self.expected = expected
    self.found = found
  }

  /// What differs first, or `nil`.
  mutating func difference() -> String? {
    var left = NodeID.document
    var right = NodeID.document
    // Both trees are walked in step; texts side by side count as one, empty ones not at all.
    while true {
      let leftChild = firstChild(left)
      let rightChild = skipUncompared(found.firstChild(right))
      if leftChild.exists || rightChild.exists {
        guard leftChild.exists, rightChild.exists else { return describe(left, "has other children") }
        if expected.document.templateContents(of: left).exists { templates.append(left) }
        left = leftChild
        right = rightChild
        if let difference = compare(left, right) { return difference }
        continue
      }
      while true {
        let leftNext = nextSibling(left)
        let rightNext = skipUncompared(found.nextSibling(right))
        if leftNext.exists || rightNext.exists {
          guard leftNext.exists, rightNext.exists else { return describe(left, "is followed by something else") }
          left = leftNext
          right = rightNext
          if let difference = compare(left, right) { return difference }
          break
        }
        left = expected.parent(left, templates: &templates)
        right = found.parent(right)
        if !left.exists || !right.exists || left == .document { return nil }
      }
    }
  }

  private func compare(_ left: NodeID, _ right: NodeID) -> String? {
    let document = expected.document
    guard document.kind(left) == found.kind(right) else { return describe(left, "is another kind of node") }
    switch document.kind(left) {
    case .element: return compareElements(left, right)
    case .text: return text(from: left) == text(fromFound: right) ? nil : describe(left, "has other characters")
    case .comment:
      return expected.comment(left).elementsEqual(found.utf8(right)) ? nil : describe(left, "has other characters")
    default: return nil
    }
  }

  private func compareElements(_ left: NodeID, _ right: NodeID) -> String? {
    guard expected.name(of: left) == found.name(right).string else { return describe(left, "has another name") }
    guard expected.namespace(of: left) == found.namespace(right) else {
      return describe(left, "has another namespace")
    }
    let wanted = expected.attributes(of: left)
    let read = found.attributes(right).filter { $0.namespace != .xmlns }
    guard wanted.count == read.count else { return describe(left, "has other attributes") }
    for (wanted, read) in zip(wanted, read) {
      let name: String =
        switch read.namespace {
        case .xlink: "xlink:\(read.name)"
        case .xml: "xml:\(read.name)"
        default: read.name.string
        }
      guard wanted.name == name, wanted.value.elementsEqual(found.utf8(of: read)) else {
        return describe(left, "has another attribute \(wanted.name)")
      }
    }
    return nil
  }

  // MARK: Walking

  /// Doctypes and processing instructions are not part of the comparison.
  private func skipUncompared(_ node: NodeID) -> NodeID {
    var node = node
    while node.exists, found.kind(node) == .doctype || found.kind(node) == .processingInstruction {
      node = found.nextSibling(node)
    }
    return node
  }

  private func isCompared(_ node: NodeID) -> Bool {
    switch expected.document.kind(node) {
    case .doctype, .processingInstruction: false
    case .text: !expected.text(node).isEmpty
    default: true
    }
  }

  private func firstChild(_ node: NodeID) -> NodeID { firstCompared(expected.firstChild(node)) }

  private func firstCompared(_ node: NodeID) -> NodeID {
    var node = node
    while node.exists, !isCompared(node) { node = expected.document.nextSibling(node) }
    return node
  }

  /// The next sibling; of a text the one behind all texts that follow it directly.
  private func nextSibling(_ node: NodeID) -> NodeID {
    let document = expected.document
    var next = document.nextSibling(node)
    if document.kind(node) == .text {
      while next.exists, document.kind(next) == .text { next = document.nextSibling(next) }
    }
    return firstCompared(next)
  }

  /// The characters of a text and of those that follow it directly, as XML reads them.
  private func text(from node: NodeID) -> [UInt8] {
    let document = expected.document
    let parent = document.parentElement(node)
    let raw = parent.exists ? expected.rawText(in: parent) : nil
    var result: [UInt8] = []
    var node = node
    while node.exists, document.kind(node) == .text {
      let text = expected.text(node)
      result += raw?.write(text).read ?? text
      node = document.nextSibling(node)
    }
    return result
  }

  private func text(fromFound node: NodeID) -> [UInt8] { Array(found.utf8(node)) }

  private func describe(_ node: NodeID, _ what: String) -> String {
    switch expected.document.kind(node) {
    case .element: "<\(expected.name(of: node))> \(what)"
    case .document: "The document \(what)"
    default: "A node \(what)"
    }
  }
}
