import Names

// Building and rearranging a tree. Every operation is constant-time except for what it says.
extension Document {
  /// Creates a node that is not in the tree yet.
  mutating func create(_ node: Node) -> NodeID {
    nodes.append(node)
    return NodeID(UInt32(nodes.count - 1))
  }

  /// Appends a detached node as the last child.
  mutating func append(_ child: NodeID, to parent: NodeID) {
    insert(child, into: parent, before: .none)
  }

  /// Inserts a detached node before a child of `parent`, or last where `reference` is `.none`.
  mutating func insert(_ child: NodeID, into parent: NodeID, before reference: NodeID) {
    let previous = reference.exists ? nodes[reference.index].previousSibling : nodes[parent.index].lastChild
    nodes[child.index].parent = parent
    nodes[child.index].previousSibling = previous
    nodes[child.index].nextSibling = reference
    if previous.exists { nodes[previous.index].nextSibling = child } else { nodes[parent.index].firstChild = child }
    if reference.exists {
      nodes[reference.index].previousSibling = child
    } else {
      nodes[parent.index].lastChild = child
    }
  }

  /// Takes a node (with what is below it) out of its parent.
  mutating func detach(_ node: NodeID) {
    let record = nodes[node.index]
    guard record.parent.exists else { return }
    if record.previousSibling.exists {
      nodes[record.previousSibling.index].nextSibling = record.nextSibling
    } else {
      nodes[record.parent.index].firstChild = record.nextSibling
    }
    if record.nextSibling.exists {
      nodes[record.nextSibling.index].previousSibling = record.previousSibling
    } else {
      nodes[record.parent.index].lastChild = record.previousSibling
    }
    nodes[node.index].parent = .none
    nodes[node.index].previousSibling = .none
    nodes[node.index].nextSibling = .none
  }
}

extension Document {
  /// Moves all children to the end of another node's children; takes time for each child.
  mutating func moveChildren(of node: NodeID, to parent: NodeID) {
    let first = nodes[node.index].firstChild
    guard first.exists else { return }
    let last = nodes[node.index].lastChild
    var child = first
    while child.exists {
      nodes[child.index].parent = parent
      child = nodes[child.index].nextSibling
    }
    let before = nodes[parent.index].lastChild
    nodes[first.index].previousSibling = before
    if before.exists { nodes[before.index].nextSibling = first } else { nodes[parent.index].firstChild = first }
    nodes[parent.index].lastChild = last
    nodes[node.index].firstChild = .none
    nodes[node.index].lastChild = .none
  }
}

extension Document {
  /// Creates an element without a place in the source as the first child of another of its namespace.
  public mutating func prependElement(_ name: Name, to parent: NodeID) -> NodeID {
    let child = create(Node(kind: .element, namespace: nodes[parent.index].namespace, name: name))
    insert(child, into: parent, before: nodes[parent.index].firstChild)
    return child
  }

  /// Puts a new element without a place in the source around an element, in its parent.
  public mutating func wrap(_ element: NodeID, in name: Name) -> NodeID {
    let wrapper = create(Node(kind: .element, namespace: nodes[element.index].namespace, name: name))
    insert(wrapper, into: nodes[element.index].parent, before: element)
    detach(element)
    append(element, to: wrapper)
    return wrapper
  }

  /// Sets an attribute without namespace; an element that lacks it gets it last, with no place in the source.
  public mutating func setAttribute(_ name: Name, to value: String, of element: NodeID) {
    let valueStart = UInt32(text.count)
    text.append(contentsOf: value.utf8)
    let valueLength = UInt32(text.count) - valueStart
    let record = nodes[element.index]
    let range = Int(record.attributeStart)..<Int(record.attributeStart + record.attributeCount)
    if let index = range.first(where: { attributes[$0].name == name && attributes[$0].namespace == .none }) {
      attributes[index].valueStart = valueStart
      attributes[index].valueLength = valueLength
      return
    }
    // An element's attributes are side by side: they move to the end with the new one.
    nodes[element.index].attributeStart = UInt32(attributes.count)
    nodes[element.index].attributeCount += 1
    attributes.append(contentsOf: attributes[range])
    attributes.append(
      Attribute(
        name: name, namespace: .none, valueStart: valueStart, valueLength: valueLength, sourceStart: record.sourceStart,
        sourceEnd: record.sourceStart, valueSourceStart: record.sourceStart))
  }

  /// Takes a node, with what is below it, out of the tree.
  public mutating func remove(_ node: NodeID) { detach(node) }

  /// Gives a text or comment other characters.
  public mutating func setText(_ bytes: some Collection<UInt8>, of node: NodeID) {
    nodes[node.index].textStart = UInt32(text.count)
    nodes[node.index].textLength = UInt32(bytes.count)
    text.append(contentsOf: bytes)
  }
}
