import CSSValues

/// Builds the box tree of a styled tree (CSS 2.2, 9.2; CSS Display 3, 2).
struct BoxTreeBuilder {
  let nodes: UnsafeBufferPointer<StyledTree.Node>
  let text: UnsafeBufferPointer<UInt16>
  /// The styles of `::first-letter` and `::first-line` by node.
  let firstLetters: [Int32: Int32]
  let firstLines: [Int32: Int32]
  var tree: BoxTree
  /// Each containing block's last positioned box.
  private var lastPositioned: [BoxIndex: BoxIndex] = [:]
  private var lastOfInitialContainingBlock: BoxIndex = .none
  /// The rendered legends, which are not among their fieldsets' items.
  private var renderedLegends: Set<Int32> = []
  private var shownContents: Set<Int32> = []
  /// The styles of the first line that was added last.
  var lastFirstLine: [Int32: Int32] = [:]
  /// The most pieces that blocks may make of inline boxes; the page is refused beyond.
  private(set) var maximumBrokenPieces = Int.max

  /// The containing blocks of positioned descendants and the depth, passed down.
  struct Context {
    var absoluteContainer: BoxIndex = .none
    var fixedContainer: BoxIndex = .none
    var depth = 0
  }

  /// A block container under construction: its open run of inline content and the inline boxes open in it.
  struct Flow {
    let container: BoxIndex
    var run: BoxIndex = .none
    var openInlines: [BoxIndex] = []
    /// The inline boxes, the innermost first, that have ended behind a block in them: what is left of them is empty and in the line
    /// that follows, if one does.
    var rests: [BoxIndex] = []
    var hasBlockChild = false
    var hasRun = false
  }

  /// Builds all boxes.
  ///
  /// - Parameters:
  ///   - styles: the layout styles of the tree, where they are known.
  ///   - keepsStyles: whether another tree may take the layout styles over, whose nodes may have others of them.
  ///   - shownContents: the nodes of `content-visibility: auto` whose contents are not skipped.
  ///   - maximumBrokenPieces: the most pieces that blocks may make of inline boxes around them.
  static func build(
    _ tree: StyledTree, scale: Double, styles: LayoutStyles? = nil, keepsStyles: Bool = true,
    shownContents: Set<Int32> = [], maximumBrokenPieces: Int = .max
  ) -> BoxTree {
    tree.nodes.withUnsafeBufferPointer { nodes in
      tree.text.withUnsafeBufferPointer { text in
        var builder = BoxTreeBuilder(
          nodes: nodes, text: text, firstLetters: tree.firstLetters, firstLines: tree.firstLines,
          tree: BoxTree(
            styles: styles
              ?? LayoutStyles(tree.styles, scale: scale, isUsed: keepsStyles ? nil : tree.usedStyles)))
        builder.shownContents = shownContents
        builder.maximumBrokenPieces = maximumBrokenPieces
        builder.tree.boxes.reserveCapacity(nodes.count + nodes.count / 4 + 8)
        if !nodes.isEmpty { builder.buildRoot() }
        builder.findLineTrims()
        return builder.tree
      }
    }
  }

  private init(
    nodes: UnsafeBufferPointer<StyledTree.Node>, text: UnsafeBufferPointer<UInt16>, firstLetters: [Int32: Int32],
    firstLines: [Int32: Int32], tree: BoxTree
  ) {
    self.nodes = nodes
    self.text = text
    self.firstLetters = firstLetters
    self.firstLines = firstLines
    self.tree = tree
  }

  private mutating func buildRoot() {
    guard nodes[0].kind == .element else { return }
    switch display(of: 0) {
    case .none: return
    default: break
    }
    let box = appendBox(node: 0, to: .none, kind: blockKind(of: 0))
    tree.boxes[Int(box)].flags.insert(.formattingContext)
    buildContents(of: 0, in: box, Context())
  }

  // MARK: Boxes

  func display(of node: Int32) -> Display {
    tree.styles.flattened[Int(nodes[Int(node)].style)].display
  }

  @inline(__always)
  func style(of box: BoxIndex) -> LayoutStyle {
    tree.styles.flattened[Int(tree.boxes[Int(box)].style)]
  }

  @discardableResult
  mutating func append(_ box: Box) -> BoxIndex {
    let index = BoxIndex(tree.boxes.count)
    tree.boxes.append(box)
    if box.parent >= 0 {
      let parent = Int(box.parent)
      let last = tree.boxes[parent].lastChild
      if last >= 0 {
        tree.boxes[Int(last)].nextSibling = index
      } else {
        tree.boxes[parent].firstChild = index
      }
      tree.boxes[parent].lastChild = index
    }
    return index
  }

  /// Appends the principal box of an element, with the facts that follow from its style.
  mutating func appendBox(node: Int32, to parent: BoxIndex, kind: BoxKind) -> BoxIndex {
    let source = nodes[Int(node)]
    var box = Box(node: node, style: source.style, parent: parent, kind: kind)
    box.detail = source.detail
    box.role = source.role
    if source.role == .brokenImage {
      box.style = tree.styles.brokenImageStyle(source.style)
    } else if isSign(source) {
      box.style = tree.styles.signStyle(source.style)
    }
    if tree.styles.flattened[Int(source.style)].contentVisibility == .auto, !shownContents.contains(node),
      Self.mayBeSkipped(kind)
    {
      tree.skipped.append(BoxIndex(tree.boxes.count))
      box.style = tree.styles.skippedStyle(source.style)
    }
    tree.styles.flattened.withUnsafeBufferPointer { styles in
      let style = styles.baseAddress! + Int(box.style)  // A box's style index is within the layout styles.
      box.flags = Self.flags(style, kind: kind, role: source.role)
    }
    if source.role == .body, propagatesOverflow(node) {
      // CSS Overflow 3, 3.3: the viewport takes the body's overflow; the body itself does not clip.
      let computed = tree.styles.computed[Int(source.style)]
      let isRoot =
        computed.box.display != .block || source.style < 0 || box.flags.contains(.outOfFlow)
        || box.flags.contains(.floating) || kind != .block || !computed.box.contain.isEmpty
        || tree.styles.flattened[Int(source.style)].isMultiColumn
      if !isRoot { box.flags.remove(.formattingContext) }
    }
    return append(box)
  }

  /// Whether a node is the sign of an image that cannot be shown, which floats before the words.
  func isSign(_ source: StyledTree.Node) -> Bool {
    source.role == .replaced && source.parent >= 0 && nodes[Int(source.parent)].role == .brokenImage
  }

  /// CSS Containment 2, 3.1: inline boxes and parts of tables take no size containment.
  private static func mayBeSkipped(_ kind: BoxKind) -> Bool {
    switch kind {
    case .block, .flex, .grid: true
    default: false
    }
  }

  /// Whether `<body>` is the root's child and the root's own overflow is visible.
  private func propagatesOverflow(_ node: Int32) -> Bool {
    guard nodes[Int(node)].parent == 0 else { return false }
    let root = tree.styles.flattened[Int(nodes[0].style)]
    return root.overflowX == .visible && root.overflowY == .visible
  }

  private static func flags(
    _ style: UnsafePointer<LayoutStyle>, kind: BoxKind, role: StyledTree.Role
  ) -> BoxFlags {
    if kind == .lineBreak || kind == .wordBreak { return [] }
    var flags: BoxFlags = []
    let position = style.pointee.position
    if position == .absolute || position == .fixed {
      flags.formUnion([.outOfFlow, .formattingContext])
    } else if style.pointee.float != .none {
      flags.formUnion([.floating, .formattingContext])
    }
    if position == .relative || position == .sticky { flags.insert(.relative) }
    if position != .static { flags.insert(.containsAbsolute) }
    if style.pointee.containsFixed, kind != .inline { flags.formUnion([.containsAbsolute, .containsFixed]) }
    switch kind {
    case .flex, .grid, .table, .replaced, .tableCell:
      flags.insert(.formattingContext)
    case .block:
      if style.pointee.isScrollContainer
        || !style.pointee.contain.isDisjoint(with: [.layout, .paint, .size, .inlineSize])
        || style.pointee.isFlowRoot
      {
        flags.insert(.formattingContext)
      }
      switch role {
      case .button, .textField, .textArea, .select, .fieldset, .root, .brokenImage: flags.insert(.formattingContext)
      default: break
      }
    default: break
    }
    return flags
  }

  /// The kind of an element's principal box as a block.
  func blockKind(of node: Int32) -> BoxKind {
    let source = nodes[Int(node)]
    switch source.role {
    case .replaced: return .replaced
    case .textField, .textArea, .select: return .block
    default: break
    }
    switch display(of: node) {
    case .box(_, let inside, _):
      switch inside {
      case .flow, .flowRoot, .ruby, .math: return .block
      case .flex: return .flex
      case .grid: return .grid
      case .table: return .table
      case .webkitBox:
        let style = tree.styles.flattened[Int(source.style)]
        return style.lineClamp > 0 && style.isVerticalBox ? .block : .flex
      }
    case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup: return .tableSection
    case .tableRow: return .tableRow
    case .tableCell: return .tableCell
    case .tableColumnGroup: return .tableColumnGroup
    case .tableColumn: return .tableColumn
    default: return .block
    }
  }

  /// Builds what is in an element's principal box.
  mutating func buildContents(of node: Int32, in box: BoxIndex, _ context: Context) {
    guard var inner = deeper(context) else { return }
    let flags = tree.boxes[Int(box)].flags
    if flags.contains(.containsAbsolute) { inner.absoluteContainer = box }
    if flags.contains(.containsFixed) { inner.fixedContainer = box }
    switch tree.boxes[Int(box)].kind {
    case .flex, .grid:
      if tree.boxes[Int(box)].role == .fieldset, let legend = renderedLegend(of: node) {
        buildFieldset(node, legend: legend, in: box, inner)
      } else {
        buildItems(of: node, in: box, inner)
      }
    case .table:
      buildTable(of: node, in: box, inner)
    case .tableSection, .tableRow, .tableColumnGroup:
      buildTableParts(of: node, in: box, inner)
    case .replaced, .tableColumn:
      break
    default:
      buildFlow(of: node, in: box, inner)
    }
  }

  /// The rendered legend, which crosses a fieldset's upper border (HTML, 15.3.12): its first one that is in flow.
  private func renderedLegend(of node: Int32) -> Int32? {
    var child = nodes[Int(node)].firstChild
    while child >= 0 {
      let source = nodes[Int(child)]
      if source.role == .legend {
        let style = tree.styles.flattened[Int(source.style)]
        if style.display != .none, !style.isOutOfFlow, style.float == .none { return child }
      }
      child = source.nextSibling
    }
    return nil
  }

  /// HTML, 15.3.12: a fieldset is a block of its legend and an anonymous box of the fieldset's own `display` for the rest.
  private mutating func buildFieldset(_ node: Int32, legend: Int32, in box: BoxIndex, _ context: Context) {
    let kind = tree.boxes[Int(box)].kind
    tree.boxes[Int(box)].kind = .block
    let legendBox = appendBox(node: legend, to: box, kind: .block)
    tree.boxes[Int(legendBox)].flags.insert(.formattingContext)
    buildContents(of: legend, in: legendBox, context)
    let style = tree.styles.fieldsetContentStyle(tree.boxes[Int(box)].style)
    var content = Box(node: -1, style: style, parent: box, kind: kind)
    content.flags = [.anonymous, .formattingContext]
    let contentBox = append(content)
    renderedLegends.insert(legend)
    buildItems(of: node, in: contentBox, context)
  }

  /// Puts a positioned box into its containing block's list.
  mutating func registerPositioned(_ box: BoxIndex, _ context: Context) {
    let isFixed = style(of: box).position == .fixed
    let container = isFixed ? context.fixedContainer : context.absoluteContainer
    if container < 0 {
      if lastOfInitialContainingBlock >= 0 {
        tree.nextPositioned[lastOfInitialContainingBlock] = box
      } else {
        tree.firstOfInitialContainingBlock = box
      }
      lastOfInitialContainingBlock = box
      return
    }
    if let last = lastPositioned[container] {
      tree.nextPositioned[last] = box
    } else {
      tree.firstPositioned[container] = box
      tree.boxes[Int(container)].flags.insert(.hasPositioned)
    }
    lastPositioned[container] = box
  }

  /// Whether a text holds nothing but spaces that collapse.
  func isCollapsibleSpace(_ node: StyledTree.Node) -> Bool {
    let collapse = tree.styles.flattened[Int(node.style)].whiteSpaceCollapse
    switch collapse {
    case .preserve, .breakSpaces: return node.textLength == 0
    case .collapse, .preserveSpaces, .preserveBreaks: break
    }
    let start = Int(node.textStart)
    for unit in text[start..<start + Int(node.textLength)] {
      switch unit {
      case 0x20, 0x09, 0x0D: continue
      case 0x0A: if collapse == .preserveBreaks { return false }
      default: return false
      }
    }
    return true
  }

  /// Whether a text holds nothing but white space, preserved or not: no item, no cell comes of it (CSS Flexbox 1, 4; CSS
  /// Tables 3, 3.2).
  func isSpace(_ node: StyledTree.Node) -> Bool {
    let start = Int(node.textStart)
    return text[start..<start + Int(node.textLength)].allSatisfy {
      $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0C || $0 == 0x0D
    }
  }

  // MARK: Flex and grid items

  /// CSS Flexbox 1, 4; CSS Grid 2, 6: each in-flow child becomes an item, each run of text and line breaks an anonymous one.
  private mutating func buildItems(of node: Int32, in container: BoxIndex, _ context: Context) {
    if tree.boxes[Int(container)].kind == .flex, style(of: container).isWebkitBox {
      var flow: Flow?
      addBoxItems(of: node, in: container, &flow, context)
      if var flow { finish(&flow) }
      return
    }
    var anonymous: BoxIndex = .none
    addItems(of: node, in: container, &anonymous, context)
  }

  /// The kind of a `<br>`'s or `<wbr>`'s box: both are text for browsers, whatever their `display` is, and no items.
  private func textElement(_ node: Int32) -> BoxKind? {
    let kind: BoxKind
    switch nodes[Int(node)].role {
    case .lineBreak: kind = .lineBreak
    case .wordBreakOpportunity: kind = .wordBreak
    default: return nil
    }
    switch display(of: node) {
    case .none, .contents: return nil
    default: return kind
    }
  }

  private mutating func appendTextElement(_ node: Int32, _ kind: BoxKind, to parent: BoxIndex) {
    let box = appendBox(node: node, to: parent, kind: kind)
    tree.boxes[Int(box)].flags.subtract([.outOfFlow, .floating, .formattingContext])
  }

  private mutating func addItems(
    of node: Int32, in container: BoxIndex, _ anonymous: inout BoxIndex, _ context: Context
  ) {
    var child = nodes[Int(node)].firstChild
    while child >= 0 {
      let source = nodes[Int(child)]
      defer { child = source.nextSibling }
      let element = textElement(child)
      if source.kind == .text || element != nil {
        if anonymous < 0 {
          if source.kind == .text, isSpace(source) { continue }
          anonymous = appendAnonymousItem(in: container)
        }
        if let element {
          appendTextElement(child, element, to: anonymous)
        } else {
          appendText(child, to: anonymous)
        }
        continue
      }
      if source.role == .legend, renderedLegends.contains(child) { continue }
      switch display(of: child) {
      case .none: continue
      case .contents:
        if let inner = deeper(context) { addItems(of: child, in: container, &anonymous, inner) }
        continue
      default: break
      }
      anonymous = .none
      appendItem(child, in: container, context)
    }
  }

  /// Appends the item of a run of text.
  private mutating func appendAnonymousItem(in container: BoxIndex) -> BoxIndex {
    let box = appendAnonymous(.block, in: container)
    tree.boxes[Int(box)].flags.formUnion([.item, .formattingContext, .hasInlineContent])
    return box
  }

  /// As browsers lay out `-webkit-box`: a run of inline content is one anonymous item, spaces between items are none.
  private mutating func addBoxItems(
    of node: Int32, in container: BoxIndex, _ flow: inout Flow?, _ context: Context
  ) {
    func open(_ builder: inout BoxTreeBuilder) -> Flow {
      let box = builder.appendAnonymous(.block, in: container)
      builder.tree.boxes[Int(box)].flags.formUnion([.item, .formattingContext])
      return Flow(container: box)
    }
    var child = nodes[Int(node)].firstChild
    while child >= 0 {
      let source = nodes[Int(child)]
      defer { child = source.nextSibling }
      if source.kind == .text {
        if isSpace(source) { continue }
        var run = flow ?? open(&self)
        addText(child, source, to: &run)
        flow = run
        continue
      }
      if source.role == .legend, renderedLegends.contains(child) { continue }
      if let element = textElement(child) {
        var run = flow ?? open(&self)
        openRun(&run)
        appendTextElement(child, element, to: run.run)
        flow = run
        continue
      }
      let display = display(of: child)
      switch display {
      case .none: continue
      case .contents:
        if let inner = deeper(context) { addBoxItems(of: child, in: container, &flow, inner) }
        continue
      case .box(.inline, _, _), .box(.runIn, _, _):
        let style = tree.styles.flattened[Int(source.style)]
        if style.isOutOfFlow || style.float != .none { break }
        var run = flow ?? open(&self)
        add(child, to: &run, context)
        flow = run
        continue
      default: break
      }
      if var run = flow { finish(&run) }
      flow = nil
      appendItem(child, in: container, context)
    }
  }

  /// The context of what is in a box or element; `nil`, which the tree reports, where that is too deep.
  mutating func deeper(_ context: Context) -> Context? {
    var inner = context
    inner.depth += 1
    guard inner.depth <= BoxTree.maximumDepth else {
      tree.isTruncated = true
      return nil
    }
    return inner
  }

  /// Appends the box of a flex or grid container's child.
  private mutating func appendItem(_ child: Int32, in container: BoxIndex, _ context: Context) {
    let kind = blockKind(of: child)
    if kind == .tableCell || kind == .tableRow || kind == .tableSection || kind == .tableColumn
      || kind == .tableColumnGroup
    {
      // Display 3, 2.7 makes them blocks before layout; a tree from elsewhere may not have done so.
      let box = appendBox(node: child, to: container, kind: .block)
      tree.boxes[Int(box)].flags.formUnion([.item, .formattingContext])
      buildContents(of: child, in: box, context)
      return
    }
    let box = appendBox(node: child, to: container, kind: kind)
    tree.boxes[Int(box)].flags.remove(.floating)
    if tree.boxes[Int(box)].flags.contains(.outOfFlow) {
      registerPositioned(box, context)
    } else {
      tree.boxes[Int(box)].flags.formUnion([.item, .formattingContext])
      let containerStyle = style(of: container)
      if containerStyle.isWebkitBox, tree.boxes[Int(container)].kind == .flex {
        tree.boxes[Int(box)].style = tree.styles.webkitItemStyle(tree.boxes[Int(box)].style)
      }
    }
    buildContents(of: child, in: box, context)
  }

  /// Appends an anonymous block box with the inherited style of its parent.
  mutating func appendAnonymous(_ kind: BoxKind, display: Display = .block, in parent: BoxIndex) -> BoxIndex {
    let style = tree.styles.anonymousStyle(inside: tree.boxes[Int(parent)].style, display: display)
    var box = Box(node: -1, style: style, parent: parent, kind: kind)
    box.flags = .anonymous
    return append(box)
  }

  mutating func appendText(_ node: Int32, to parent: BoxIndex) {
    append(Box(node: node, style: nodes[Int(node)].style, parent: parent, kind: .text))
  }
}
