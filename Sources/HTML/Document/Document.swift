import Names

/// A page's tree as flat arrays: nodes, attributes and one buffer of text.
///
/// Node 0 is the document. Nodes are numbered in the order of their creation, which for a parsed page is nearly, but not
/// always, document order (foster parenting and the adoption agency move nodes); walk with ``next(after:within:)`` for
/// document order. Text is UTF-8.
public struct Document: Sendable {
  /// One node's record; links are indices.
  struct Node: Sendable {
    var kind: NodeKind
    var namespace: Namespace = .html
    /// An element's local name; a doctype's or processing instruction's name.
    var name: Name = .empty
    var parent: NodeID = .none
    var firstChild: NodeID = .none
    var lastChild: NodeID = .none
    var previousSibling: NodeID = .none
    var nextSibling: NodeID = .none
    /// An element's attributes in `attributes`.
    var attributeStart: UInt32 = 0
    var attributeCount: UInt32 = 0
    /// A text's or comment's characters in `text`.
    var textStart: UInt32 = 0
    var textLength: UInt32 = 0
    /// The bytes of the source that made the node: an element's start tag, a text, a comment. Empty for implied nodes.
    var sourceStart: UInt32 = 0
    var sourceEnd: UInt32 = 0
    /// A template's contents, a doctype's identifiers' index.
    var extra: UInt32 = .max
  }

  /// An attribute: names, the value in the document's text, the bytes of the source.
  public struct Attribute: Sendable {
    /// The local name; of namespace ``AttributeNamespace/other`` with its prefix.
    public internal(set) var name: Name
    /// The namespace.
    public internal(set) var namespace: AttributeNamespace
    var valueStart: UInt32
    var valueLength: UInt32
    var sourceStart: UInt32
    var sourceEnd: UInt32
    var valueSourceStart: UInt32

    /// The bytes of the source from the name's first to the value's end, quotes included.
    public var sourceRange: Range<Int> { Int(sourceStart)..<Int(max(sourceStart, sourceEnd)) }
    /// The byte of the source at which the value begins, after its quote; equal to the range's end without a value.
    public var valueSourceOffset: Int { Int(valueSourceStart) }
  }

  /// A doctype's identifiers; `nil` is missing, which differs from empty.
  public struct Doctype: Sendable {
    /// The name, such as `html`.
    public var name: String
    /// The public identifier.
    public var publicIdentifier: String?
    /// The system identifier.
    public var systemIdentifier: String?
  }

  var nodes: [Node]
  var attributes: [Attribute] = []
  var text: [UInt8] = []
  var doctypes: [Doctype] = []

  /// The compatibility mode.
  public var quirksMode: QuirksMode = .noQuirks
  /// Whether names keep their case and compare as written: documents read as XML and Token pages.
  public var isCaseSensitive = false
  /// Whether the page was parsed with the scripting flag (HTML, 13.2.4.5), so that a `<noscript>` holds one text.
  public internal(set) var isScripted = false
  /// Whether the parser moved or flattened elements, so that the tree written out with all its tags may be read as another:
  /// a link within a link, a form within a form, `<plaintext>`.
  var isRearranged = false
  /// How many elements the parser made for formatting elements that were opened before (HTML, 13.2.4.3 and 13.2.6.4.7).
  public internal(set) var reopenedCount = 0
  /// Controls that belong to a form which they are not in, by the form element pointer (HTML, 13.2.6.1): those of the
  /// rows behind a `<form>` that is in a table, say. What is written without this is read as controls without a form.
  public internal(set) var formOwners: [(control: NodeID, form: NodeID)] = []

  /// A document with nothing in it.
  public init() {
    nodes = [Node(kind: .document)]
  }

  // MARK: Nodes

  /// The number of nodes ever created, the detached ones included: the size of an array indexed by node.
  public var nodeCount: Int { nodes.count }

  /// The node of a number below ``nodeCount``.
  public func node(number: Int) -> NodeID { NodeID(UInt32(number)) }

  /// What a node is.
  public func kind(_ node: NodeID) -> NodeKind { nodes[node.index].kind }
  /// An element's local name (of a processing instruction its target, of a doctype its name).
  public func name(_ node: NodeID) -> Name { nodes[node.index].name }
  /// An element's namespace.
  public func namespace(_ node: NodeID) -> Namespace { nodes[node.index].namespace }
  /// The parent, or `.none` for the document and detached nodes.
  public func parent(_ node: NodeID) -> NodeID { nodes[node.index].parent }
  /// The first child.
  public func firstChild(_ node: NodeID) -> NodeID { nodes[node.index].firstChild }
  /// The last child.
  public func lastChild(_ node: NodeID) -> NodeID { nodes[node.index].lastChild }
  /// The sibling before.
  public func previousSibling(_ node: NodeID) -> NodeID { nodes[node.index].previousSibling }
  /// The sibling after.
  public func nextSibling(_ node: NodeID) -> NodeID { nodes[node.index].nextSibling }

  /// Whether the node is an element.
  public func isElement(_ node: NodeID) -> Bool { nodes[node.index].kind == .element }
  /// Whether the node is an element of HTML's namespace with the given name.
  public func isElement(_ node: NodeID, _ name: Name) -> Bool {
    let record = nodes[node.index]
    return record.kind == .element && record.name == name && record.namespace == .html
  }

  /// The parent if it is an element.
  public func parentElement(_ node: NodeID) -> NodeID {
    let parent = parent(node)
    return parent.exists && isElement(parent) ? parent : .none
  }

  /// The next node in document order that is `root` or below it, or `.none` at the end.
  public func next(after node: NodeID, within root: NodeID = .document) -> NodeID {
    if nodes[node.index].firstChild.exists { return nodes[node.index].firstChild }
    return nextSkippingChildren(after: node, within: root)
  }

  /// As ``next(after:within:)``, without the node's own descendants.
  public func nextSkippingChildren(after node: NodeID, within root: NodeID = .document) -> NodeID {
    var node = node
    while node != root, node.exists {
      if nodes[node.index].nextSibling.exists { return nodes[node.index].nextSibling }
      node = nodes[node.index].parent
    }
    return .none
  }

  /// The children in order.
  public func children(_ node: NodeID) -> some Sequence<NodeID> {
    Children(nodes: nodes, upcoming: nodes[node.index].firstChild)
  }

  /// OPTIMIZATION: holds only the nodes; a closure would hold the whole document.
  private struct Children: Sequence, IteratorProtocol {
    let nodes: [Node]
    var upcoming: NodeID

    mutating func next() -> NodeID? {
      guard upcoming.exists else { return nil }
      let node = upcoming
      upcoming = nodes[node.index].nextSibling
      return node
    }
  }

  /// The `<html>` element (or an XML document's root), or `.none`.
  public var documentElement: NodeID {
    var child = nodes[NodeID.document.index].firstChild
    while child.exists, nodes[child.index].kind != .element { child = nodes[child.index].nextSibling }
    return child
  }
  /// The first `<head>` child of the document element.
  public var head: NodeID { childElement(of: documentElement, .head) }
  /// The first `<body>` (or `<frameset>`) child of the document element.
  public var body: NodeID {
    let body = childElement(of: documentElement, .body)
    return body.exists ? body : childElement(of: documentElement, .frameset)
  }

  private func childElement(of parent: NodeID, _ name: Name) -> NodeID {
    guard parent.exists else { return .none }
    var child = nodes[parent.index].firstChild
    while child.exists, nodes[child.index].kind != .element || nodes[child.index].name != name {
      child = nodes[child.index].nextSibling
    }
    return child
  }

  // MARK: Attributes

  /// An element's attributes in the order of the source.
  public func attributes(_ node: NodeID) -> ArraySlice<Attribute> {
    let record = nodes[node.index]
    guard record.attributeCount > 0 else { return [] }
    return attributes[Int(record.attributeStart)..<Int(record.attributeStart + record.attributeCount)]
  }

  /// The attribute without namespace of the given name.
  public func attribute(_ node: NodeID, _ name: Name) -> Attribute? {
    let place = place(node, name)
    return place >= 0 ? attributes[place] : nil
  }

  /// The place of an attribute without namespace in ``attributes``, or -1.
  private func place(_ node: NodeID, _ name: Name) -> Int {
    let (start, count) = (Int(nodes[node.index].attributeStart), Int(nodes[node.index].attributeCount))
    return attributes.withUnsafeBufferPointer { attributes in
      for index in start..<(start + count) where attributes[index].name == name {
        let namespace = attributes[index].namespace
        if namespace == .none || namespace == .other { return index }
      }
      return -1
    }
  }

  /// Whether the element has the attribute.
  public func hasAttribute(_ node: NodeID, _ name: Name) -> Bool { place(node, name) >= 0 }

  /// An attribute's value as text, or `nil` where the element lacks it.
  public func value(_ node: NodeID, _ name: Name) -> String? { attribute(node, name).map(value) }

  /// An attribute's value as text.
  public func value(_ attribute: Attribute) -> String {
    String(decoding: utf8(of: attribute), as: UTF8.self)
  }

  /// The bytes of an attribute's value.
  public func utf8(of attribute: Attribute) -> ArraySlice<UInt8> {
    text[Int(attribute.valueStart)..<Int(attribute.valueStart + attribute.valueLength)]
  }

  // MARK: Text

  /// The bytes of all texts, comments and attributes' values together.
  public var textSize: Int { text.count }

  /// The characters of a text or comment node, or of a processing instruction.
  public func text(_ node: NodeID) -> String { String(decoding: utf8(node), as: UTF8.self) }

  /// The bytes of a text or comment node, or of a processing instruction.
  public func utf8(_ node: NodeID) -> ArraySlice<UInt8> {
    let record = nodes[node.index]
    return text[Int(record.textStart)..<Int(record.textStart + record.textLength)]
  }

  /// The characters of all text below a node, in document order.
  public func textContent(_ node: NodeID) -> String {
    var bytes: [UInt8] = []
    var current = node
    while current.exists {
      if nodes[current.index].kind == .text { bytes += utf8(current) }
      current = next(after: current, within: node)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Source and special nodes

  /// The bytes of the (decoded) source that made the node: an element's start tag, a text, a comment. Empty for nodes
  /// that the parser implied.
  public func sourceRange(_ node: NodeID) -> Range<Int> {
    let record = nodes[node.index]
    return Int(record.sourceStart)..<Int(max(record.sourceStart, record.sourceEnd))
  }

  /// The fragment that holds a `<template>`'s contents, or `.none`.
  public func templateContents(of node: NodeID) -> NodeID {
    let record = nodes[node.index]
    return record.kind == .element && record.extra != .max ? NodeID(record.extra) : .none
  }

  /// A doctype node's identifiers.
  public func doctype(_ node: NodeID) -> Doctype? {
    let record = nodes[node.index]
    return record.kind == .doctype && record.extra != .max ? doctypes[Int(record.extra)] : nil
  }
}
