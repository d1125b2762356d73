import Names

extension Document {
  /// The tree in the format of html5lib's tree-construction tests: one node a line, attributes in order of their names.
  public func dump() -> String { dump(childrenOf: .document) }

  /// The trees below a node, in the same format.
  public func dump(childrenOf root: NodeID) -> String {
    var output: [UInt8] = []
    var node = firstChild(root)
    var depth = 0
    /// Template elements whose contents are being written.
    var templates: [(template: NodeID, contents: NodeID)] = []
    while node.exists {
      dump(node, depth, to: &output)
      let contents = kind(node) == .element ? templateContents(of: node) : .none
      if contents.exists {
        line("content", depth + 1, to: &output)
        if firstChild(contents).exists {
          templates.append((node, contents))
          node = firstChild(contents)
          depth += 2
          continue
        }
      }
      if firstChild(node).exists {
        node = firstChild(node)
        depth += 1
        continue
      }
      while node.exists, !nextSibling(node).exists {
        node = parent(node)
        depth -= 1
        if let last = templates.last, last.contents == node {
          // The template's own children, of which a parsed page has none, are not part of the format.
          node = last.template
          depth -= 1
          templates.removeLast()
        }
        if node == root { node = .none }
      }
      if node.exists { node = nextSibling(node) }
    }
    if output.last == 0x0A { output.removeLast() }
    return String(decoding: output, as: UTF8.self)
  }

  private func line(_ text: some StringProtocol, _ depth: Int, to output: inout [UInt8]) {
    output += "| ".utf8
    output.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    output += text.utf8
    output.append(0x0A)
  }

  private func dump(_ node: NodeID, _ depth: Int, to output: inout [UInt8]) {
    switch kind(node) {
    case .element:
      line("<\(prefix(namespace(node)))\(name(node))>", depth, to: &output)
      let lines = attributes(node).map { (name: "\(prefix($0.namespace))\($0.name)", value: value($0)) }
      for attribute in lines.sorted(by: { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }) {
        line("\(attribute.name)=\"\(attribute.value)\"", depth + 1, to: &output)
      }
    case .text: line("\"\(text(node))\"", depth, to: &output)
    case .comment: line("<!-- \(text(node)) -->", depth, to: &output)
    case .processingInstruction: line("<?\(name(node)) \(text(node))>", depth, to: &output)
    case .doctype:
      guard let doctype = doctype(node) else { return }
      let publicIdentifier = doctype.publicIdentifier ?? ""
      let systemIdentifier = doctype.systemIdentifier ?? ""
      let identifiers =
        publicIdentifier.isEmpty && systemIdentifier.isEmpty ? "" : " \"\(publicIdentifier)\" \"\(systemIdentifier)\""
      line("<!DOCTYPE \(doctype.name)\(identifiers)>", depth, to: &output)
    case .document, .fragment: break
    }
  }

  private func prefix(_ namespace: Namespace) -> String {
    switch namespace {
    case .html, .other: ""
    case .svg: "svg "
    case .mathML: "math "
    }
  }

  private func prefix(_ namespace: AttributeNamespace) -> String {
    switch namespace {
    case .none, .other: ""
    case .xlink: "xlink "
    case .xml: "xml "
    case .xmlns: "xmlns "
    }
  }
}
