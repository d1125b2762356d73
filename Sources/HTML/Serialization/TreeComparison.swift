import Names

/// Compares what a parser read with what was to be written.
struct TreeComparison {
  /// Who read the markup.
  enum Reader {
    /// An XML parser.
    case xml
    /// HTML's parser, as in a web view.
    case html
  }

  let expected: XMLView
  let found: Document
  var reader = Reader.xml
  private var templates: [NodeID] = []
  private var foundTemplates: [NodeID] = []

  init(expected: XMLView, found: Document, reader: Reader = .xml) {
    self.expected = expected
    self.found = found
    self.reader = reader
  }

  /// What differs first, and the node of the expected tree where it does; `nil` where the trees are the same.
  mutating func difference() -> (node: NodeID, text: String)? { difference(below: .document, .document) }

  /// What differs first below two nodes.
  private mutating func difference(below root: NodeID, _ foundRoot: NodeID) -> (node: NodeID, text: String)? {
    var left = root
    var right = foundRoot
    // Both trees are walked in step; texts side by side count as one, empty ones not at all.
    while true {
      // What is in a noscript has been compared with it.
      let isLeaf = reader == .xml && expected.noscripts[left] != nil
      let leftChild = isLeaf ? .none : firstChild(left)
      let rightChild = isLeaf ? .none : firstFoundChild(right)
      if leftChild.exists || rightChild.exists {
        guard leftChild.exists else { return describe(left, "holds more") }
        guard rightChild.exists else { return describe(leftChild, "is elsewhere") }
        if expected.document.templateContents(of: left).exists { templates.append(left) }
        if found.templateContents(of: right).exists { foundTemplates.append(right) }
        left = leftChild
        right = rightChild
        if let difference = compare(left, right) { return difference }
        continue
      }
      while true {
        if left == root { return nil }
        let leftNext = nextSibling(left)
        let rightNext = skipUncompared(found.nextSibling(right))
        if leftNext.exists || rightNext.exists {
          guard leftNext.exists else { return describe(left, "is followed by something else") }
          guard rightNext.exists else { return describe(leftNext, "is elsewhere") }
          left = leftNext
          right = rightNext
          if let difference = compare(left, right) { return difference }
          break
        }
        left = expected.parent(left, templates: &templates)
        right = parent(ofFound: right)
        if !left.exists || !right.exists { return nil }
      }
    }
  }

  private func compare(_ left: NodeID, _ right: NodeID) -> (node: NodeID, text: String)? {
    let document = expected.document
    guard document.kind(left) == found.kind(right) else { return describe(left, "is another kind of node") }
    switch document.kind(left) {
    case .element: return compareElements(left, right)
    case .text:
      let text = reader == .xml ? text(from: left) : textForHTML(from: left)
      return found.utf8(right).elementsEqual(text) ? nil : describe(left, "has other characters")
    case .comment:
      return expected.comment(left).elementsEqual(found.utf8(right)) ? nil : describe(left, "has other characters")
    default: return nil
    }
  }

  private func compareElements(_ left: NodeID, _ right: NodeID) -> (node: NodeID, text: String)? {
    guard expected.name(of: left) == found.name(right).string else {
      return describe(left, "is read as <\(found.name(right))>")
    }
    let namespace = reader == .xml ? expected.namespace(of: left) : expected.document.namespace(left)
    guard namespace == found.namespace(right) else { return describe(left, "has another namespace") }
    let wanted = expected.attributes(of: left)
    let read = found.attributes(right).filter { !isDeclaration($0) }
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
    // XML's parser reads the contents of a noscript as markup: they are compared as such.
    guard reader == .xml, let contents = expected.noscripts[left] else { return nil }
    var inner = TreeComparison(expected: contents.view, found: found)
    let difference = inner.difference(below: contents.view.document.documentElement, right)
    return difference.map { (left, $0.text + " in <noscript>") }
  }

  private func isDeclaration(_ attribute: Document.Attribute) -> Bool {
    attribute.namespace == .xmlns || reader == .html && expected.isDeclaration(attribute)
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
    case .text: !expected.text(node).isEmpty && !isWrittenEmpty(node)
    default: true
    }
  }

  /// Whether a text of a noscript holds markup of which nothing comes, such as a tag that does not end.
  private func isWrittenEmpty(_ text: NodeID) -> Bool {
    expected.noscripts[expected.document.parent(text)]?.markup.isEmpty ?? false
  }

  private func firstChild(_ node: NodeID) -> NodeID { firstCompared(expected.firstChild(node)) }

  /// The first child of a node that was read; HTML's parser puts a template's contents apart.
  private func firstFoundChild(_ node: NodeID) -> NodeID {
    let contents = found.templateContents(of: node)
    return skipUncompared(found.firstChild(contents.exists ? contents : node))
  }

  private mutating func parent(ofFound node: NodeID) -> NodeID {
    let parent = found.parent(node)
    guard parent.exists, found.kind(parent) == .fragment else { return parent }
    return foundTemplates.popLast() ?? .none
  }

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

  // MARK: Texts

  /// The characters of a text and of those that follow it directly, as XML reads them.
  private func text(from node: NodeID) -> [UInt8] {
    let parent = expected.document.parentElement(node)
    let raw = parent.exists ? expected.rawText(in: parent) : nil
    return texts(from: node) { node in
      let text = expected.text(node)
      return raw?.write(text).read ?? text
    }
  }

  /// The characters of a text and of those that follow it directly, as HTML reads them.
  private func textForHTML(from node: NodeID) -> [UInt8] {
    let document = expected.document
    let parent = document.parentElement(node)
    let raw = parent.exists ? expected.rawText(in: parent) : nil
    let name = parent.exists && document.namespace(parent) == .html ? document.name(parent) : .empty
    return texts(from: node) { node in
      let text = expected.characters(node)
      if let raw { return expected.keepsHTML && !raw.isReadByBoth(text) ? text : raw.write(text).markup }
      switch name {
      case .noscript where document.isScripted:
        return expected.noscripts[parent]?.markup ?? XHTMLWriter.escaped(text, inAttribute: false)
      // Nobody sees these: that HTML reads no references there is known.
      case .iframe, .noembed, .noframes: return XHTMLWriter.escaped(text, inAttribute: false)
      default: return text
      }
    }
  }

  private func texts(from node: NodeID, _ characters: (NodeID) -> [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var node = node
    while node.exists, expected.document.kind(node) == .text {
      result += characters(node)
      node = expected.document.nextSibling(node)
    }
    return result
  }

  private func describe(_ node: NodeID, _ what: String) -> (node: NodeID, text: String) {
    switch expected.document.kind(node) {
    case .element: return (node, "<\(expected.name(of: node))> \(what)")
    case .document: return (node, "The document \(what)")
    case .text, .comment:
      let parent = expected.document.parentElement(node)
      let kind = expected.document.kind(node) == .text ? "text" : "comment"
      guard parent.exists else { return (node, "A \(kind) \(what)") }
      return (node, "A \(kind) in <\(expected.name(of: parent))> \(what)")
    default: return (node, "A node \(what)")
    }
  }
}
