import Names

/// A document as XML can write it: names, values and texts after coercion (HTML, section 13.2.9), and the declarations of
/// namespaces. What is written and what is expected when it is read back both come from here.
struct XMLView {
  let document: Document
  let form: MarkupForm
  let rewriter: MarkupRewriter
  private let spellings: NameSpellings
  /// Whether what XML cannot write stays as it is, so that only HTML reads the markup.
  let keepsHTML: Bool
  /// What the root declares because the page uses it: prefixes and their names, in order.
  private(set) var declaredPrefixes: [(prefix: String, uri: String)] = []
  /// The contents of each `<noscript>` that holds markup as a text.
  private(set) var noscripts: [NodeID: NoscriptContents] = [:]

  /// - Parameter keepsHTML: whether names and texts of scripts that XML cannot write stay as they are, so that only
  ///   HTML reads the markup.
  init(_ document: Document, form: MarkupForm, rewriter: MarkupRewriter, keepsHTML: Bool = false) {
    spellings = NameSpellings(keepsNames: keepsHTML)
    self.keepsHTML = keepsHTML
    self.document = document
    self.form = form
    self.rewriter = rewriter
    if form == .polyglot, document.isScripted { noscripts = noscriptContents() }
    declaredPrefixes = undeclaredPrefixes()
  }

  private func noscriptContents() -> [NodeID: NoscriptContents] {
    var result: [NodeID: NoscriptContents] = [:]
    for index in document.nodes.indices where document.nodes[index].name == .noscript {
      let node = NodeID(UInt32(index))
      if document.isElement(node, .noscript) {
        result[node] = NoscriptContents(of: node, in: document, rewriter: rewriter)
      }
    }
    return result
  }

  // MARK: Trees

  /// The first child; of a template of its contents.
  func firstChild(_ node: NodeID) -> NodeID {
    let contents = document.templateContents(of: node)
    return contents.exists ? document.firstChild(contents) : document.firstChild(node)
  }

  /// The element (or document) that a node is in; of a template's contents the template.
  func parent(_ node: NodeID, templates: inout [NodeID]) -> NodeID {
    let parent = document.parent(node)
    guard parent.exists, document.kind(parent) == .fragment else { return parent }
    return templates.popLast() ?? .none
  }

  // MARK: Names

  /// The name as it is written: with a prefix where it can be one, coerced where XML cannot write it.
  static func written(_ name: String) -> String {
    if let parts = XMLName.split(name), parts.prefix != "xmlns", parts.prefix != "xml" { return name }
    return XMLName.coerced(name)
  }

  func name(of element: NodeID) -> String { spellings.spelling(of: document.name(element)).written }

  /// The namespace that an XML parser finds.
  func namespace(of element: NodeID) -> Namespace {
    name(of: element).utf8.contains(0x3A) ? .other : document.namespace(element)
  }

  // MARK: Attributes

  /// An element's attributes as they are written, without declarations of namespaces.
  func attributes(of element: NodeID) -> [(name: String, value: [UInt8])] {
    var result: [(name: String, value: [UInt8])] = []
    let attributes = document.attributes(element)
    guard !attributes.isEmpty else { return result }
    result.reserveCapacity(attributes.count)
    var seen: Set<String> = []
    let mayCollide = attributes.contains { $0.namespace != .none || spellings.spelling(of: $0.name).isUnlike }
    for attribute in attributes where !isDeclaration(attribute) {
      let name = written(attribute)
      // Two names that XML cannot write may become the same; the first stays.
      if mayCollide { guard seen.insert(name).inserted else { continue } }
      let value = rewriter.attribute(document, element, attribute).map { Array($0.utf8) }
      result.append((name, coerced(value ?? Array(document.utf8(of: attribute)))))
    }
    return result
  }

  private func written(_ attribute: Document.Attribute) -> String {
    let spelling = spellings.spelling(of: attribute.name)
    let name = spelling.name
    switch attribute.namespace {
    case .xlink: return "xlink:" + XMLName.coerced(name)
    case .xml: return "xml:" + XMLName.coerced(name)
    case .none, .other, .xmlns:
      if spelling.hasColon, let parts = XMLName.split(name), parts.prefix == "xml" { return name }
      return spelling.written
    }
  }

  /// Whether an attribute declares a namespace.
  func isDeclaration(_ attribute: Document.Attribute) -> Bool {
    attribute.namespace == .xmlns || attribute.name == .xmlns || spellings.spelling(of: attribute.name).isDeclaration
  }

  /// The prefixes that an element's own attributes declare, where XML allows it.
  func declarations(of element: NodeID) -> [(prefix: String, uri: String)] {
    var result: [(prefix: String, uri: String)] = []
    let attributes = document.attributes(element)
    if attributes.isEmpty { return result }
    var seen: Set<String> = []
    for attribute in attributes where isDeclaration(attribute) && attribute.name != .xmlns {
      let text = attribute.name.string
      let prefix = text.hasPrefix("xmlns:") ? String(text.dropFirst(6)) : text
      let uri = document.value(attribute)
      guard XMLName.isUnprefixed(prefix), prefix != "xml", prefix != "xmlns", prefix != "xlink", !uri.isEmpty,
        isDeclarable(uri), seen.insert(prefix).inserted
      else { continue }
      result.append((prefix, uri))
    }
    return result
  }

  /// Prefixes for namespaces that have names of their own would make other elements and attributes of those that use them.
  private func isDeclarable(_ uri: String) -> Bool {
    switch uri {
    case NamespaceURI.xml, NamespaceURI.xmlns, NamespaceURI.xlink: false
    case NamespaceURI.html, NamespaceURI.svg, NamespaceURI.mathML: false
    default: uri.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-._~:/".utf8.contains($0) } && uri.contains(":")
    }
  }

  /// What `xmlns` says on an element of a document that was read as XML, or `nil`.
  func defaultNamespace(of element: NodeID) -> String? {
    for attribute in document.attributes(element) where attribute.namespace == .xmlns && attribute.name == .xmlns {
      return document.value(attribute)
    }
    return nil
  }

  /// Whether a name may be written with a prefix, its namespace aside.
  private func mayHavePrefix(_ name: Name) -> Bool { spellings.spelling(of: name).hasColon }

  private func undeclaredPrefixes() -> [(prefix: String, uri: String)] {
    var used = Set(noscripts.values.flatMap { $0.view.declaredPrefixes.map(\.prefix) })
    for index in document.nodes.indices where document.nodes[index].kind == .element {
      let node = NodeID(UInt32(index))
      if mayHavePrefix(document.name(node)), let parts = XMLName.split(name(of: node)) {
        used.insert(String(parts.prefix))
      }
      for attribute in document.attributes(node) {
        let mayHavePrefix = attribute.namespace != .none || mayHavePrefix(attribute.name)
        guard mayHavePrefix, !isDeclaration(attribute) else { continue }
        if let parts = XMLName.split(written(attribute)) { used.insert(String(parts.prefix)) }
      }
    }
    used.subtract(["xml", "xmlns"])
    let root = document.documentElement
    if root.exists { for declaration in declarations(of: root) { used.remove(declaration.prefix) } }
    return used.sorted().map { ($0, $0 == "xlink" ? NamespaceURI.xlink : NamespaceURI.undeclared($0)) }
  }

  // MARK: Characters

  /// Characters that XML has: form feeds become spaces, other control characters and noncharacters U+FFFD.
  func coerced(_ bytes: [UInt8]) -> [UInt8] {
    // OPTIMIZATION: most text holds none of them.
    guard bytes.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0xEF }) else { return bytes }
    var result = bytes
    var index = 0
    var replaced: [Int] = []
    while index < result.count {
      let byte = result[index]
      if byte < 0x20, !ASCII.isWhitespace(byte) { replaced.append(index) }
      if byte == 0x0C { result[index] = 0x20 }
      if byte == 0xEF, index + 2 < result.count, result[index + 1] == 0xBF, result[index + 2] >= 0xBE {
        result[index + 2] = 0xBD
      }
      index += 1
    }
    guard !replaced.isEmpty else { return result }
    var wide: [UInt8] = []
    var start = 0
    for index in replaced {
      wide += result[start..<index]
      wide += [0xEF, 0xBF, 0xBD]
      start = index + 1
    }
    return wide + result[start...]
  }

  /// The characters of a text node.
  func characters(_ node: NodeID) -> [UInt8] {
    coerced(rewriter.text(document, node).map { Array($0.utf8) } ?? Array(document.utf8(node)))
  }

  /// The characters of a text node as they are written.
  func text(_ node: NodeID) -> [UInt8] {
    let text = characters(node)
    return text.first == 0x0A && losesFirstNewline(node) ? [0x0A] + text : text
  }

  /// Whether HTML's parser drops a line feed at the beginning of a text: the first thing in a `<pre>` and the like.
  private func losesFirstNewline(_ node: NodeID) -> Bool {
    let parent = document.parentElement(node)
    guard form == .polyglot, parent.exists, document.namespace(parent) == .html, document.firstChild(parent) == node
    else { return false }
    let name = document.name(parent)
    return name == .pre || name == .textarea || name == .listing
  }

  /// The characters of a comment: no `--`, no `-` at the end.
  func comment(_ node: NodeID) -> [UInt8] {
    var result: [UInt8] = []
    for byte in coerced(Array(document.utf8(node))) {
      if byte == 0x2D, result.last == 0x2D { result.append(0x20) }
      // XML normalises newlines, and has no references in comments.
      result.append(byte == 0x0D ? 0x0A : byte)
    }
    if result.last == 0x2D { result.append(0x20) }
    return result
  }

  /// How the text of a script, style or `<xmp>` is written, in which HTML reads no references; `nil` for other elements, and
  /// where only XML reads the markup.
  func rawText(in element: NodeID) -> RawText? {
    guard form == .polyglot, document.namespace(element) == .html else { return nil }
    if document.name(element) == .style { return .code }
    if document.name(element) == .xmp { return .shown }
    guard document.name(element) == .script else { return nil }
    let type = (document.value(element, .type) ?? "").lowercased()
    return RawText(scriptType: type)
  }
}

extension [UInt8] {
  func containsSequence(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return false }
    return (0...(count - wanted.count)).contains { self[$0] == wanted[0] && self[$0...].starts(with: wanted) }
  }

  func replacingSequence(_ text: String, with replacement: String) -> [UInt8] {
    let wanted = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = 0
    while index < count {
      if self[index] == wanted[0], self[index...].starts(with: wanted) {
        result += replacement.utf8
        index += wanted.count
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }
}
