import Names

/// HTML's tree construction (section 13.2.6) into the document's flat arrays.
struct TreeConstructor: ~Copyable {
  var tokenizer: Tokenizer
  /// The tree; its text stays with the tokenizer until the end.
  var document = Document()
  var mode = InsertionMode.initial
  /// The mode to return to from `text` and `inTableText`.
  var originalMode = InsertionMode.initial
  /// The stack of template insertion modes.
  var templateModes: [InsertionMode] = []
  var stack = StackOfOpenElements()
  var formatting = ActiveFormattingElements()
  var headElement = NodeID.none
  var formElement = NodeID.none
  var framesetOK = true
  var fosterParenting = false
  /// Whether a line feed at the start of the next token is dropped: it comes after `<pre>`, `<listing>`, `<textarea>`.
  var ignoresLineFeed = false
  var pendingTableCharacters: [(characters: TextRange, start: Int, end: Int)] = []
  /// The element that a fragment is parsed into.
  var fragment: StackOfOpenElements.Entry?
  /// Attributes of further `<html>` and `<body>` tags; they are added at the end, all at once.
  var lateAttributes = LateAttributes()
  /// Text nodes that were moved behind the source, with the room that they have there.
  var textCapacities: [NodeID: Int] = [:]
  /// How often the adoption agency moved elements, each of which may have deepened the tree.
  var adoptions = 0
  var hasSelectedContent = false
  /// How many nodes the page may have.
  let nodeLimit: Int
  /// Set where the page has too many nodes; parsing then stops.
  var isStopped = false
  /// Whether elements were nested too deep, which is reported once.
  var isNestedTooDeep = false
  /// The scripting flag (13.2.4.5): whether `<noscript>` holds text.
  let isScripted: Bool

  init(_ tokenizer: consuming Tokenizer, nodeLimit: Int, isScripted: Bool = false) {
    self.nodeLimit = nodeLimit
    self.isScripted = isScripted
    document.isScripted = isScripted
    self.tokenizer = tokenizer
    // What pages usually need: growing moves everything.
    let size = self.tokenizer.input.count
    document.nodes.reserveCapacity(min(size / 24, 1 << 20) + 32)
    document.attributes.reserveCapacity(min(size / 48, 1 << 20) + 32)
    self.tokenizer.text.reserveCapacity(size + size / 16 + 256)
  }

  // MARK: Driver

  /// Reads all tokens and builds the tree.
  mutating func run() {
    while !isStopped {
      tokenizer.allowsCDATA =
        (stack.currentNamespace != .html || fragment != nil) && !stack.isEmpty && adjustedCurrentNode.namespace != .html
      tokenizer.next()
      process()
      if tokenizer.kind == .endOfFile { break }
    }
  }

  /// The tree construction dispatcher (13.2.6).
  private mutating func process() {
    if ignoresLineFeed {
      ignoresLineFeed = false
      if tokenizer.kind == .characters, tokenizer.text[tokenizer.characters.start] == 0x0A {
        tokenizer.characters.start += 1
        tokenizer.tokenStart += 1
        if tokenizer.characters.isEmpty { return }
      }
    }
    var disposition = usesHTMLRules ? processAsHTML() : inForeignContent()
    while disposition != .done, !isStopped {
      if disposition == .reprocessAsHTML || usesHTMLRules {
        disposition = processAsHTML()
      } else {
        disposition = inForeignContent()
      }
    }
    if tokenizer.kind == .startTag, tokenizer.isSelfClosing { reportTrailingSolidus() }
  }

  /// Whether the dispatcher chooses the rules for HTML content.
  private var usesHTMLRules: Bool {
    // OPTIMIZATION: nearly always.
    if stack.currentNamespace == .html, fragment == nil { return true }
    guard !stack.isEmpty else { return true }
    let node = adjustedCurrentNode
    if node.namespace == .html { return true }
    switch tokenizer.kind {
    case .endOfFile: return true
    case .startTag:
      if node.isMathMLTextIntegrationPoint, tokenizer.name != .mglyph, tokenizer.name != .malignmark { return true }
      if node.namespace == .mathML, node.name == .annotationXml, tokenizer.name == .svg { return true }
      return node.isHTMLIntegrationPoint
    case .characters, .nullCharacter:
      return node.isMathMLTextIntegrationPoint || node.isHTMLIntegrationPoint
    default: return false
    }
  }

  /// The adjusted current node (13.2.4.2): the fragment's context where only the root is open.
  var adjustedCurrentNode: StackOfOpenElements.Entry {
    if let fragment, stack.count == 1 { return fragment }
    return stack.current
  }

  /// Processes the token by the rules of the current insertion mode.
  private mutating func processAsHTML() -> TokenDisposition {
    switch mode {
    case .initial: inInitial()
    case .beforeHTML: inBeforeHTML()
    case .beforeHead: inBeforeHead()
    case .inHead: inHead()
    case .inHeadNoscript: inHeadNoscript()
    case .afterHead: inAfterHead()
    case .inBody: inBody()
    case .text: inText()
    case .inTable: inTable()
    case .inTableText: inTableText()
    case .inCaption: inCaption()
    case .inColumnGroup: inColumnGroup()
    case .inTableBody: inTableBody()
    case .inRow: inRow()
    case .inCell: inCell()
    case .inTemplate: inTemplate()
    case .afterBody: inAfterBody()
    case .inFrameset: inFrameset()
    case .afterFrameset: inAfterFrameset()
    case .afterAfterBody: inAfterAfterBody()
    case .afterAfterFrameset: inAfterAfterFrameset()
    }
  }

  /// Prepares for the fragment parsing algorithm (13.4, steps 3 to 13).
  mutating func beginFragment(in element: HTMLParser.FragmentContext) {
    document.quirksMode = element.quirksMode
    // The context element is in no tree of this document.
    let node = document.create(Document.Node(kind: .element, namespace: element.namespace, name: element.name))
    var context = StackOfOpenElements.Entry(node: node, name: element.name, namespace: element.namespace)
    context.isHTMLAnnotation = element.isHTMLAnnotation
    fragment = context
    let root = document.create(Document.Node(kind: .element, name: .html))
    document.append(root, to: .document)
    stack.push(StackOfOpenElements.Entry(node: root, name: .html, namespace: .html))
    if context.namespace == .html {
      // No start tag has been emitted, so no end tag is an appropriate one.
      switch context.name {
      case .title, .textarea: tokenizer.enter(.rcdata, endTag: .empty)
      case .style, .xmp, .iframe, .noembed, .noframes: tokenizer.enter(.rawtext, endTag: .empty)
      case .script: tokenizer.enter(.scriptData, endTag: .empty)
      case .plaintext: tokenizer.enter(.plaintext, endTag: .empty)
      case .noscript where isScripted: tokenizer.enter(.rawtext, endTag: .empty)
      case .template: templateModes.append(.inTemplate)
      default: break
      }
    }
    resetInsertionMode()
    // The form that the context is or is in; the elements of the fragment cannot close it.
    if element.isInForm || context.isHTML(.form) { formElement = node }
  }

  /// Resets the insertion mode appropriately (13.2.4.1).
  mutating func resetInsertionMode() {
    var index = stack.count - 1
    while index >= 0 {
      let isLast = index == 0
      let node = isLast ? fragment ?? stack[0] : stack[index]
      if node.namespace == .html {
        switch node.name {
        case .td, .th: if !isLast { return mode = .inCell }
        case .tr: return mode = .inRow
        case .tbody, .thead, .tfoot: return mode = .inTableBody
        case .caption: return mode = .inCaption
        case .colgroup: return mode = .inColumnGroup
        case .table: return mode = .inTable
        case .template: return mode = templateModes.last ?? .inTemplate
        case .head: if !isLast { return mode = .inHead }
        case .body: return mode = .inBody
        case .frameset: return mode = .inFrameset
        case .html: return mode = headElement.exists ? .afterHead : .beforeHead
        default: break
        }
      }
      if isLast { return mode = .inBody }
      index -= 1
    }
  }

  // MARK: Errors

  mutating func report(_ error: ParseError, name: Name = .empty, opened: NodeID = .none) {
    tokenizer.errors.add(
      ParseErrorRecord(
        error: error, start: tokenizer.tokenStart, end: tokenizer.tokenEnd, name: name,
        opened: opened.exists ? openingOffset(opened) : -1))
  }

  private func openingOffset(_ node: NodeID) -> Int {
    let range = document.sourceRange(node)
    return range.isEmpty ? -1 : range.lowerBound
  }

  /// A self-closed element that is not void stays open and swallows what follows.
  private mutating func reportTrailingSolidus() {
    report(.nonVoidHTMLElementStartTagWithTrailingSolidus, name: tokenizer.name)
  }

  /// Acknowledges the token's self-closing flag.
  @inline(__always)
  mutating func acknowledgeSelfClosing() { tokenizer.isSelfClosing = false }
}
