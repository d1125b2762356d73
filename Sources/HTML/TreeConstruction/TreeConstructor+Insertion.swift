import Names

// Creating and inserting nodes (HTML, section 13.2.6.1).
extension TreeConstructor {
  /// A place in the tree: the last child of `parent`, or the place before `reference`.
  struct Place {
    var parent: NodeID
    var reference = NodeID.none
  }

  /// The appropriate place for inserting a node.
  func appropriatePlace(in override: StackOfOpenElements.Entry? = nil) -> Place {
    let target = override ?? stack.current
    if fosterParenting, target.isFosterParentTarget { return fosterPlace() }
    return inside(target.node)
  }

  /// Inside an element, after its last child; of a template inside its contents.
  private func inside(_ node: NodeID) -> Place {
    // Of elements only templates have contents apart.
    let contents = document.nodes[node.index].extra
    return Place(parent: contents != .max ? NodeID(contents) : node)
  }

  private func fosterPlace() -> Place {
    let template = stack.lastIndex(of: .template)
    let table = stack.lastIndex(of: .table)
    if let template, template > table ?? -1 { return inside(stack[template].node) }
    guard let table else { return inside(stack[0].node) }
    let parent = document.parent(stack[table].node)
    if parent.exists { return Place(parent: parent, reference: stack[table].node) }
    return inside(stack[max(0, table - 1)].node)
  }

  /// Creates an element for the current token.
  mutating func createElement(_ name: Name, _ namespace: Namespace) -> NodeID {
    let start = document.attributes.count
    if !tokenizer.attributes.isEmpty { document.attributes.append(contentsOf: tokenizer.attributes) }
    return create(
      Document.Node(
        kind: .element, namespace: namespace, name: name, attributeStart: UInt32(start),
        attributeCount: UInt32(tokenizer.attributes.count), sourceStart: UInt32(tokenizer.tokenStart),
        sourceEnd: UInt32(tokenizer.tokenEnd)))
  }

  /// Creates a node, unless the page has too many, in which case parsing stops after the current token.
  mutating func create(_ node: Document.Node) -> NodeID {
    if document.nodes.count >= nodeLimit, !isStopped {
      isStopped = true
      report(.tooManyNodes)
    }
    return document.create(node)
  }

  /// Inserts an HTML element for the current token and opens it.
  @discardableResult
  mutating func insertHTMLElement() -> NodeID { insertForeignElement(tokenizer.name, .html) }

  /// Inserts a foreign element for the current token and opens it.
  @discardableResult
  mutating func insertForeignElement(_ name: Name, _ namespace: Namespace) -> NodeID {
    let place = appropriatePlace()
    let element = createElement(name, namespace)
    document.insert(element, into: place.parent, before: place.reference)
    if formElement.exists { recordFormOwner(of: element) }
    open(element, name, namespace)
    return element
  }

  /// Inserts an HTML element without attributes for a start tag that the page lacks.
  @discardableResult
  mutating func insertImpliedElement(_ name: Name) -> NodeID {
    let place = appropriatePlace()
    let element = create(Document.Node(kind: .element, name: name))
    document.insert(element, into: place.parent, before: place.reference)
    open(element, name, .html)
    return element
  }

  /// Inserts an HTML element for the current token that has no contents.
  mutating func insertVoidElement() {
    let place = appropriatePlace()
    let element = createElement(tokenizer.name, .html)
    document.insert(element, into: place.parent, before: place.reference)
    if formElement.exists { recordFormOwner(of: element) }
    acknowledgeSelfClosing()
  }

  /// Keeps the form of a control that is not in it (13.2.6.1, create an element for a token).
  private mutating func recordFormOwner(of control: NodeID) {
    guard fragment == nil, !stack.contains(formElement), document.nodes[control.index].namespace == .html else {
      return
    }
    switch document.nodes[control.index].name {
    case .button, .fieldset, .input, .object, .output, .select, .textarea: break
    default: return
    }
    guard stack.lastIndex(of: .template) == nil, tokenAttribute(.form) == nil else { return }
    document.formOwners.append((control, formElement))
  }

  /// Pushes an element on the stack of open elements. Where too many are open, the current node makes room.
  mutating func open(_ element: NodeID, _ name: Name, _ namespace: Namespace) {
    if stack.count >= StackOfOpenElements.limit {
      if !isNestedTooDeep { report(.nestingTooDeep, name: name) }
      isNestedTooDeep = true
      stack.pop()
    }
    var entry = StackOfOpenElements.Entry(node: element, name: name, namespace: namespace)
    if namespace == .mathML, name == .annotationXml { entry.isHTMLAnnotation = isHTMLAnnotation }
    stack.push(entry)
  }

  /// Whether the current token's `encoding` makes an `annotation-xml` an HTML integration point (13.2.6).
  private var isHTMLAnnotation: Bool {
    guard let encoding = tokenizer.attributes.first(where: { $0.name == .encoding && $0.namespace == .none }) else {
      return false
    }
    return valueEquals(encoding, "text/html") || valueEquals(encoding, "application/xhtml+xml")
  }

  /// Whether an attribute's value is the given lower-case text except for case.
  func valueEquals(_ attribute: Document.Attribute, _ lowercase: StaticString) -> Bool {
    let start = Int(attribute.valueStart)
    return ASCII.equalsIgnoringCase(tokenizer.text[start..<start + Int(attribute.valueLength)], lowercase)
  }

  /// The current token's attribute without namespace of the given name.
  func tokenAttribute(_ name: Name) -> Document.Attribute? { tokenizer.attributes.first { $0.name == name } }

  /// Inserts a comment at the appropriate place.
  mutating func insertComment() {
    insertComment(at: appropriatePlace())
  }

  /// Inserts a comment as the last child of a node.
  mutating func insertComment(in parent: NodeID) {
    insertComment(at: Place(parent: parent))
  }

  private mutating func insertComment(at place: Place) {
    let data = tokenizer.characters
    let comment = create(
      Document.Node(
        kind: .comment, textStart: UInt32(data.start), textLength: UInt32(data.count),
        sourceStart: UInt32(tokenizer.tokenStart), sourceEnd: UInt32(tokenizer.tokenEnd)))
    document.insert(comment, into: place.parent, before: place.reference)
  }

  // MARK: Characters

  /// Inserts the current token's characters.
  @inline(__always)
  mutating func insertCharacters() {
    insertCharacters(tokenizer.characters, tokenizer.tokenStart, tokenizer.tokenEnd)
  }

  /// Inserts characters at the appropriate place, into the text that is there already or a new one.
  mutating func insertCharacters(_ characters: TextRange, _ sourceStart: Int, _ sourceEnd: Int) {
    guard !characters.isEmpty else { return }
    let place = appropriatePlace()
    guard place.parent != .document else { return }
    let neighbour =
      place.reference.exists
      ? document.nodes[place.reference.index].previousSibling : document.nodes[place.parent.index].lastChild
    if neighbour.exists, document.nodes[neighbour.index].kind == .text {
      append(characters, to: neighbour, sourceEnd)
      return
    }
    let text = create(
      Document.Node(
        kind: .text, textStart: UInt32(characters.start), textLength: UInt32(characters.count),
        sourceStart: UInt32(sourceStart), sourceEnd: UInt32(sourceEnd)))
    document.insert(text, into: place.parent, before: place.reference)
  }

  /// Appends characters to a text node: in place where they follow its own in the buffer, otherwise behind a copy with
  /// room to grow, so that a text which is added to again and again is copied a logarithmic number of times.
  private mutating func append(_ characters: TextRange, to node: NodeID, _ sourceEnd: Int) {
    let record = document.nodes[node.index]
    let start = Int(record.textStart)
    let length = Int(record.textLength)
    document.nodes[node.index].sourceEnd = max(record.sourceEnd, UInt32(sourceEnd))
    document.nodes[node.index].textLength = UInt32(length + characters.count)
    if start + length == characters.start { return }
    if let capacity = textCapacities[node], length + characters.count <= capacity {
      for offset in 0..<characters.count {
        tokenizer.text[start + length + offset] = tokenizer.text[characters.start + offset]
      }
      return
    }
    let capacity = (length + characters.count) * 2
    let newStart = tokenizer.text.count
    tokenizer.text.reserveCapacity(newStart + capacity)
    for offset in 0..<length { tokenizer.text.append(tokenizer.text[start + offset]) }
    for offset in 0..<characters.count { tokenizer.text.append(tokenizer.text[characters.start + offset]) }
    for _ in 0..<(capacity - length - characters.count) { tokenizer.text.append(0) }
    document.nodes[node.index].textStart = UInt32(newStart)
    textCapacities[node] = capacity
  }

  /// Inserts U+FFFD.
  mutating func insertReplacementCharacter() {
    let start = tokenizer.text.count
    tokenizer.text += [0xEF, 0xBF, 0xBD]
    insertCharacters(TextRange(start: start, end: start + 3), tokenizer.tokenStart, tokenizer.tokenEnd)
  }

  /// Takes the whitespace from the front of the current characters.
  mutating func takeLeadingWhitespace() -> (characters: TextRange, start: Int, end: Int) {
    let characters = tokenizer.characters
    var end = characters.start
    while end < characters.end, ASCII.isWhitespace(tokenizer.text[end]) { end += 1 }
    let taken = TextRange(start: characters.start, end: end)
    let sourceStart = tokenizer.tokenStart
    tokenizer.characters.start = end
    // Exact where the characters are the source's own; otherwise near.
    tokenizer.tokenStart = min(sourceStart + taken.count, tokenizer.tokenEnd)
    return (taken, sourceStart, tokenizer.tokenStart)
  }

  /// Whether a range of characters has any but whitespace.
  func hasNonWhitespace(_ characters: TextRange) -> Bool {
    for index in characters.start..<characters.end where !ASCII.isWhitespace(tokenizer.text[index]) { return true }
    return false
  }

  // MARK: Raw text

  /// The generic raw text and RCDATA element parsing algorithms (13.2.6.2).
  mutating func parseRawText(_ state: Tokenizer.ContentState) {
    let name = tokenizer.name
    insertHTMLElement()
    tokenizer.enter(state, endTag: name)
    originalMode = mode
    mode = .text
  }

  // MARK: Formatting elements

  /// Pushes the current node onto the list of active formatting elements (13.2.4.3), with the Noah's Ark clause: of
  /// equal elements the list keeps three.
  mutating func pushFormattingElement(_ node: NodeID) {
    let name = document.nodes[node.index].name
    let hash = attributesHash(node)
    var equals = 0
    var earliest = -1
    var index = formatting.count - 1
    while index >= 0, !formatting[index].isMarker {
      let entry = formatting[index]
      if entry.name == name, entry.attributesHash == hash, haveEqualAttributes(entry.node, node) {
        equals += 1
        earliest = index
      }
      index -= 1
    }
    if equals >= 3 { formatting.remove(at: earliest) }
    formatting.append(ActiveFormattingElements.Entry(node: node, name: name, attributesHash: hash))
  }

  /// Equal for equal attributes, in whatever order.
  private func attributesHash(_ node: NodeID) -> UInt64 {
    var sum: UInt64 = 0
    for attribute in document.attributes(node) {
      var hash = UInt64(attribute.name.rawValue) &+ 0xcbf2_9ce4_8422_2325
      let start = Int(attribute.valueStart)
      for index in start..<start + Int(attribute.valueLength) {
        hash = (hash ^ UInt64(tokenizer.text[index])) &* 0x100_0000_01b3
      }
      sum &+= hash
    }
    return sum
  }

  private func haveEqualAttributes(_ left: NodeID, _ right: NodeID) -> Bool {
    let left = document.attributes(left)
    let right = document.attributes(right)
    guard left.count == right.count else { return false }
    // Attributes in another order are equal too; formatting elements have few.
    return left.allSatisfy { attribute in
      right.contains { other in
        attribute.name == other.name && attribute.namespace == other.namespace
          && bytes(attribute).elementsEqual(bytes(other))
      }
    }
  }

  private func bytes(_ attribute: Document.Attribute) -> ArraySlice<UInt8> {
    tokenizer.text[Int(attribute.valueStart)..<Int(attribute.valueStart + attribute.valueLength)]
  }

  /// Reconstructs the active formatting elements (13.2.4.3).
  mutating func reconstructFormattingElements() {
    guard formatting.count > 0 else { return }
    var index = formatting.count - 1
    if formatting[index].isMarker || stack.contains(formatting[index].node) { return }
    while index > 0 {
      let entry = formatting[index - 1]
      if entry.isMarker || stack.contains(entry.node) { break }
      index -= 1
    }
    while index < formatting.count, !isStopped {
      let place = appropriatePlace()
      let clone = clone(formatting[index].node)
      document.insert(clone, into: place.parent, before: place.reference)
      open(clone, formatting[index].name, .html)
      formatting.replace(at: index, with: clone)
      index += 1
    }
  }

  /// Another element for the token that made an element; it shares its attributes.
  mutating func clone(_ node: NodeID) -> NodeID {
    document.reopenedCount += 1
    if document.reopenedCount > Document.maximumReopenedCount, !isStopped {
      isStopped = true
      report(.tooManyReopenedElements)
    }
    let record = document.nodes[node.index]
    return create(
      Document.Node(
        kind: .element, namespace: record.namespace, name: record.name, attributeStart: record.attributeStart,
        attributeCount: record.attributeCount, sourceStart: record.sourceStart, sourceEnd: record.sourceEnd))
  }
}
