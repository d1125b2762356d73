import Names

/// Writes a document's markup from its XML view.
struct XHTMLWriter {
  private let view: XMLView
  private(set) var output: [UInt8] = []

  /// What holds for the children of an open element.
  private struct Context {
    /// The default namespace that the written markup declares.
    var written = ""
    /// The default namespace that a document read as XML declares there.
    var declared = ""
  }

  init(_ view: XMLView) {
    self.view = view
    output.reserveCapacity(view.document.text.count + view.document.nodeCount * 8)
  }

  mutating func write() { writeChildren(of: .document, Context()) }

  /// Writes what is in an element of HTML.
  mutating func writeChildren(of root: NodeID) { writeChildren(of: root, Context(written: NamespaceURI.html)) }

  private mutating func writeChildren(of root: NodeID, _ context: Context) {
    var node = view.document.firstChild(root)
    var contexts = [context]
    var templates: [NodeID] = []
    while node.exists {
      if view.document.isElement(node) {
        let child = view.firstChild(node)
        let context = writeStartTag(node, contexts[contexts.count - 1], isEmpty: !child.exists)
        if child.exists {
          if view.document.templateContents(of: node).exists { templates.append(node) }
          contexts.append(context)
          node = child
          continue
        }
      } else {
        writeLeaf(node)
      }
      while node.exists, !view.document.nextSibling(node).exists {
        node = view.parent(node, templates: &templates)
        guard node.exists, node != root, view.document.isElement(node) else {
          node = .none
          break
        }
        contexts.removeLast()
        writeEndTag(node)
      }
      if node.exists { node = view.document.nextSibling(node) }
    }
  }

  // MARK: Elements

  private mutating func writeStartTag(_ node: NodeID, _ outer: Context, isEmpty: Bool) -> Context {
    let name = view.name(of: node)
    var context = outer
    if let declared = view.defaultNamespace(of: node) { context.declared = declared }
    put("<")
    put(name)
    if !name.utf8.contains(0x3A) {
      let wanted = uri(view.document.namespace(node)) ?? context.declared
      if wanted != outer.written {
        put(" xmlns=\"")
        putEscaped(Array(wanted.utf8), inAttribute: true)
        put("\"")
        context.written = wanted
      }
    }
    for declaration in view.declarations(of: node) { put(declaration) }
    if node == view.document.documentElement { for declaration in view.declaredPrefixes { put(declaration) } }
    for attribute in view.attributes(of: node) {
      put(" ")
      put(attribute.name)
      put("=\"")
      putEscaped(attribute.value, inAttribute: true)
      put("\"")
    }
    if isEmpty, canBeEmpty(node) {
      put("/>")
    } else {
      put(">")
      if isEmpty { writeEndTag(node) }
    }
    return context
  }

  /// Whether `/>` may close the element: in HTML only void elements, so that HTML's parser reads the same.
  private func canBeEmpty(_ node: NodeID) -> Bool {
    switch view.document.namespace(node) {
    case .html: view.document.name(node).isVoidElement
    case .svg, .mathML: true
    case .other: false
    }
  }

  private func uri(_ namespace: Namespace) -> String? {
    switch namespace {
    case .html: NamespaceURI.html
    case .svg: NamespaceURI.svg
    case .mathML: NamespaceURI.mathML
    case .other: nil
    }
  }

  private mutating func writeEndTag(_ node: NodeID) {
    put("</")
    put(view.name(of: node))
    put(">")
  }

  private mutating func put(_ declaration: (prefix: String, uri: String)) {
    put(" xmlns:\(declaration.prefix)=\"")
    putEscaped(Array(declaration.uri.utf8), inAttribute: true)
    put("\"")
  }

  // MARK: Other nodes

  private mutating func writeLeaf(_ node: NodeID) {
    switch view.document.kind(node) {
    case .text:
      let text = view.text(node)
      let parent = view.document.parentElement(node)
      if parent.exists, let contents = view.noscripts[parent] {
        output += contents.markup
      } else if parent.exists, let raw = view.rawText(in: parent) {
        output += view.keepsHTML && !raw.isReadByBoth(text) ? text : raw.write(text).markup
      } else {
        putEscaped(text, inAttribute: false)
      }
    case .comment:
      put("<!--")
      output += view.comment(node)
      put("-->")
    case .processingInstruction:
      put("<?\(view.document.name(node))")
      if !view.document.utf8(node).isEmpty { put(" ") }
      output += view.document.utf8(node)
      put("?>")
    case .doctype: writeDoctype(node)
    case .document, .element, .fragment: break
    }
  }

  private mutating func writeDoctype(_ node: NodeID) {
    guard let doctype = view.document.doctype(node), XMLName.isUnprefixed(doctype.name) else { return }
    let publicIdentifier = doctype.publicIdentifier ?? ""
    let systemIdentifier = doctype.systemIdentifier ?? ""
    let isWritable =
      publicIdentifier.utf8.allSatisfy(Self.isPublicIdentifierCharacter)
      && !(systemIdentifier.contains("\"") && systemIdentifier.contains("'"))
      && view.coerced(Array(systemIdentifier.utf8)).elementsEqual(systemIdentifier.utf8)
    // XML knows no public identifier without a system identifier. For HTML's parser that makes the difference between
    // quirks and limited quirks mode, so a page in quirks mode goes without its doctype.
    if view.form == .polyglot, view.document.quirksMode == .quirks { return }
    put("<!DOCTYPE \(doctype.name)")
    if isWritable, !publicIdentifier.isEmpty {
      put(" PUBLIC \"\(publicIdentifier)\" ")
      put(quoted(systemIdentifier))
    } else if isWritable, !systemIdentifier.isEmpty {
      put(" SYSTEM ")
      put(quoted(systemIdentifier))
    }
    put(">")
    put("\n")
  }

  private func quoted(_ text: String) -> String { text.contains("\"") ? "'\(text)'" : "\"\(text)\"" }

  /// The characters of public identifiers (XML 1.0, production 13), except for the apostrophe.
  private static func isPublicIdentifierCharacter(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || " -()+,./:=?;!*#@$_%".utf8.contains(byte)
  }

  // MARK: Characters

  private mutating func put(_ text: String) {
    // OPTIMIZATION: as one block, not as a collection of bytes.
    var text = text
    text.withUTF8 { output.append(contentsOf: $0) }
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x26, 0x3C, 0x3E, 0x0D, 0x22, 0x09, 0x0A: true
    default: false
    }
  }

  private mutating func putEscaped(_ bytes: [UInt8], inAttribute: Bool) {
    // OPTIMIZATION: most text has nothing to escape.
    guard bytes.contains(where: { $0 < 0x40 && Self.isEscaped($0) }) else {
      output += bytes
      return
    }
    output += Self.escaped(bytes, inAttribute: inAttribute)
  }

  /// Text or an attribute's value with references where XML wants them.
  static func escaped(_ bytes: [UInt8], inAttribute: Bool) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      switch byte {
      case 0x26: output += "&amp;".utf8
      case 0x3C: output += "&lt;".utf8
      case 0x3E: output += "&gt;".utf8
      case 0x0D: output += "&#13;".utf8
      case 0x22 where inAttribute: output += "&quot;".utf8
      case 0x09 where inAttribute: output += "&#9;".utf8
      case 0x0A where inAttribute: output += "&#10;".utf8
      default: output.append(byte)
      }
    }
    return output
  }
}
