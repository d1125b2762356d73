import Diagnostics

extension Document {
  /// The tree as JSON: `{"kind":"document","children":[…]}`.
  ///
  /// Elements have `name`, `namespace` (`svg`, `mathml`, `other`; left out for HTML), `attributes` (an array of
  /// `{"name","value","namespace"?}` in the order of the source), `children` and, for a template, `content`; texts and
  /// comments have `text`; doctypes `name`, `publicId`, `systemId`.
  ///
  /// - Parameter source: the source, for the `line` and `column` at which each node begins; both are left out for nodes that
  ///   the parser implied.
  public func json(source: SourceFile? = nil) -> String {
    var writer = JSONTreeWriter(document: self, source: source)
    return writer.write()
  }
}

/// Writes a document's tree as JSON, without recursion.
private struct JSONTreeWriter {
  let document: Document
  let source: SourceFile?
  private var output: [UInt8] = []

  init(document: Document, source: SourceFile?) {
    self.document = document
    self.source = source
  }

  /// What is left to write, last first.
  private enum Step {
    case node(NodeID, isFirst: Bool)
    case text(StaticString)
  }

  mutating func write() -> String {
    var steps: [Step] = [.node(.document, isFirst: true)]
    while let step = steps.popLast() {
      switch step {
      case .text(let text): text.withUTF8Buffer { output.append(contentsOf: $0) }
      case .node(let node, let isFirst):
        if !isFirst { put(",") }
        open(node)
        steps.append(.text("}"))
        let contents = document.templateContents(of: node)
        if contents.exists { appendChildren(of: contents, named: ",\"content\":[", to: &steps) }
        if document.isElement(node) || node == .document {
          appendChildren(of: node, named: ",\"children\":[", to: &steps)
        }
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private func appendChildren(of node: NodeID, named opening: StaticString, to steps: inout [Step]) {
    steps.append(.text("]"))
    var child = document.lastChild(node)
    while child.exists {
      steps.append(.node(child, isFirst: !document.previousSibling(child).exists))
      child = document.previousSibling(child)
    }
    steps.append(.text(opening))
  }

  private mutating func open(_ node: NodeID) {
    put("{\"kind\":\"\(document.kind(node))\"")
    switch document.kind(node) {
    case .element:
      put("name", document.name(node).string)
      if document.namespace(node) != .html { put("namespace", "\(document.namespace(node))".lowercased()) }
      putAttributes(node)
    case .processingInstruction:
      put("name", document.name(node).string)
      put("text", document.text(node))
    case .text, .comment: put("text", document.text(node))
    case .doctype:
      guard let doctype = document.doctype(node) else { break }
      put("name", doctype.name)
      if let identifier = doctype.publicIdentifier { put("publicId", identifier) }
      if let identifier = doctype.systemIdentifier { put("systemId", identifier) }
    case .document, .fragment: break
    }
    let range = document.sourceRange(node)
    if let source, !range.isEmpty {
      let position = source.position(at: range.lowerBound)
      put(",\"line\":\(position.line),\"column\":\(position.column)")
    }
  }

  private mutating func putAttributes(_ node: NodeID) {
    guard !document.attributes(node).isEmpty else { return }
    put(",\"attributes\":[")
    var separator = ""
    for attribute in document.attributes(node) {
      put(separator)
      put("{\"name\":")
      putString(attribute.name.string)
      put("value", document.value(attribute))
      if attribute.namespace != .none { put("namespace", "\(attribute.namespace)") }
      put("}")
      separator = ","
    }
    put("]")
  }

  private mutating func put(_ text: String) { output += text.utf8 }

  private mutating func put(_ key: String, _ value: String) {
    put(",\"\(key)\":")
    putString(value)
  }

  private mutating func putString(_ value: String) {
    put("\"")
    for byte in value.utf8 {
      switch byte {
      case 0x22: put("\\\"")
      case 0x5C: put("\\\\")
      case 0x0A: put("\\n")
      case 0x0D: put("\\r")
      case 0x09: put("\\t")
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        put("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: output.append(byte)
      }
    }
    put("\"")
  }
}
