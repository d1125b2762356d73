import CSSValues

/// Block containers: block-level children as they are, inline-level ones in lines of their own (CSS 2.2, 9.2.1.1).
extension BoxTreeBuilder {
  mutating func buildFlow(of node: Int32, in container: BoxIndex, _ context: Context) {
    if nodes[Int(node)].firstChild < 0 { return }
    var flow = Flow(container: container)
    addChildren(of: node, to: &flow, context)
    finish(&flow)
    if let style = firstLetters[node] { addFirstLetter(of: style, in: container) }
    if let style = firstLines[node] { addFirstLine(of: style, in: container) }
  }

  /// Closes a block container: a single run without blocks beside it needs no anonymous box.
  mutating func finish(_ flow: inout Flow) {
    closeRun(&flow)
    let container = Int(flow.container)
    if !flow.hasBlockChild {
      if flow.hasRun { spliceRuns(in: flow.container) }
      if flow.hasRun { tree.boxes[container].flags.insert(.hasInlineContent) }
      return
    }
    guard flow.hasRun else { return }
    let style = tree.styles.anonymousStyle(inside: tree.boxes[container].style, display: .block)
    var child = tree.boxes[container].firstChild
    var isFirst = true
    while child >= 0 {
      let flags = tree.boxes[Int(child)].flags
      if flags.isSuperset(of: [.anonymous, .hasInlineContent]), tree.boxes[Int(child)].kind == .block,
        tree.boxes[Int(child)].style < 0
      {
        tree.boxes[Int(child)].style = style
        if !isFirst { tree.boxes[Int(child)].flags.insert(.goesOn) }
      }
      let isLegend = tree.boxes[Int(child)].role == .legend && tree.boxes[container].role == .fieldset
      if !isLegend, flags.isDisjoint(with: [.outOfFlow, .floating, .outsideMarker]) {
        isFirst = false
      }
      child = tree.boxes[Int(child)].nextSibling
    }
  }

  /// Adds a node's children to a block container's content.
  mutating func addChildren(of node: Int32, to flow: inout Flow, _ context: Context) {
    var child = nodes[Int(node)].firstChild
    while child >= 0 {
      add(child, to: &flow, context)
      child = nodes[Int(child)].nextSibling
    }
  }

  mutating func add(_ node: Int32, to flow: inout Flow, _ context: Context) {
    let source = nodes[Int(node)]
    if source.kind == .text {
      addText(node, source, to: &flow)
      return
    }
    let display = display(of: node)
    switch display {
    case .none: return
    case .contents:
      if let inner = deeper(context) { addChildren(of: node, to: &flow, inner) }
      return
    default: break
    }
    if source.role == .lineBreak || source.role == .wordBreakOpportunity {
      // As in browsers, both are text, whatever their `display`, `float` and `position` are.
      addInlineLevel(node, source, .flow, to: &flow, context)
      return
    }
    let style = tree.styles.flattened[Int(source.style)]
    if style.isOutOfFlow || style.float != .none || isSign(source) {
      addOutOfFlow(node, to: &flow, context)
      return
    }
    if source.role.isMarker, style.listStylePosition == .outside, flow.openInlines.isEmpty {
      let box = appendBox(node: node, to: flow.container, kind: .block)
      tree.boxes[Int(box)].flags.formUnion([.outsideMarker, .formattingContext])
      buildContents(of: node, in: box, context)
      return
    }
    switch display {
    case .box(.inline, let inside, _), .box(.runIn, let inside, _):
      addInlineLevel(node, source, inside, to: &flow, context)
    case .rubyBase, .rubyBaseContainer, .rubyText, .rubyTextContainer:
      addInlineLevel(node, source, .flow, to: &flow, context)
    case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn,
      .tableCaption:
      addTablePart(node, to: &flow, context)
    default:
      addBlock(node, to: &flow, context)
    }
  }

  mutating func addText(_ node: Int32, _ source: StyledTree.Node, to flow: inout Flow) {
    let isSpace = isCollapsibleSpace(source)
    // Spaces that begin a line of their own collapse away.
    if isSpace && flow.run < 0 { return }
    // As in browsers, so do those after a part of a table that is in an inline box.
    if isSpace, let inline = flow.openInlines.last, endsWithTablePart(inline) { return }
    openRun(&flow)
    appendText(node, to: flow.openInlines.last ?? flow.run)
  }

  private func endsWithTablePart(_ inline: BoxIndex) -> Bool {
    let last = tree.boxes[Int(inline)].lastChild
    return last >= 0 && tree.boxes[Int(last)].kind == .table && tree.boxes[Int(last)].flags.contains(.anonymous)
  }

  private mutating func addInlineLevel(
    _ node: Int32, _ source: StyledTree.Node, _ inside: DisplayInside, to flow: inout Flow, _ context: Context
  ) {
    openRun(&flow)
    let parent = flow.openInlines.last ?? flow.run
    switch source.role {
    case .lineBreak:
      _ = appendBox(node: node, to: parent, kind: .lineBreak)
      return
    case .wordBreakOpportunity:
      _ = appendBox(node: node, to: parent, kind: .wordBreak)
      return
    default: break
    }
    let isAtomic: Bool
    switch source.role {
    case .replaced, .textField, .textArea, .select, .button, .brokenImage: isAtomic = true
    default: isAtomic = inside != .flow && inside != .ruby && inside != .math
    }
    if isAtomic {
      let box = appendBox(node: node, to: parent, kind: blockKind(of: node))
      tree.boxes[Int(box)].flags.formUnion([.inlineLevel, .formattingContext])
      buildContents(of: node, in: box, context)
      return
    }
    let box = appendBox(node: node, to: parent, kind: .inline)
    guard var inner = deeper(context) else { return }
    if tree.boxes[Int(box)].flags.contains(.containsAbsolute) { inner.absoluteContainer = box }
    flow.openInlines.append(box)
    addChildren(of: node, to: &flow, inner)
    if flow.run < 0, hasEndEdge(box) { openRun(&flow) }
    let last = flow.openInlines.removeLast()
    if flow.run < 0 { flow.rests.append(last) }
  }

  /// Whether an inline box that a block has broken must still show its end.
  private func hasEndEdge(_ box: BoxIndex) -> Bool {
    let style = style(of: box)
    func isZero(_ length: LayoutLength) -> Bool { length.isAuto || (!length.hasPercentage && length.value == 0) }
    return style.isRightToLeft
      ? style.borderLeft != 0 || !isZero(style.paddingLeft) || !isZero(style.marginLeft)
      : style.borderRight != 0 || !isZero(style.paddingRight) || !isZero(style.marginRight)
  }

  private mutating func addBlock(_ node: Int32, to flow: inout Flow, _ context: Context) {
    let box = beginBlock(node: node, kind: blockKind(of: node), in: &flow)
    buildContents(of: node, in: box, context)
  }

  /// Ends the open run and appends a block-level box.
  mutating func beginBlock(node: Int32, kind: BoxKind, in flow: inout Flow) -> BoxIndex {
    closeRun(&flow)
    flow.rests.removeAll()
    flow.hasBlockChild = true
    let box =
      node >= 0
      ? appendBox(node: node, to: flow.container, kind: kind)
      : appendAnonymous(kind, display: .table, in: flow.container)
    // The block is a part of the frames of all inline boxes around it.
    if !flow.openInlines.isEmpty, mayBreak(flow.openInlines, pieces: 1) {
      tree.boxes[Int(box)].flags.insert(.insideInline)
    }
    return box
  }

  private mutating func addOutOfFlow(_ node: Int32, to flow: inout Flow, _ context: Context) {
    if !flow.openInlines.isEmpty { openRun(&flow) }
    let parent = flow.run >= 0 ? (flow.openInlines.last ?? flow.run) : flow.container
    let kind = blockKind(of: node)
    let box = appendBox(
      node: node, to: parent,
      kind: kind.rawValue >= BoxKind.tableSection.rawValue
        && kind.rawValue <= BoxKind.tableColumn.rawValue ? .block : kind)
    if tree.boxes[Int(box)].flags.contains(.outOfFlow) { registerPositioned(box, context) }
    buildContents(of: node, in: box, context)
  }

  // MARK: Runs of inline content

  /// Opens an anonymous block for inline content, with the inline boxes that a block has broken.
  mutating func openRun(_ flow: inout Flow) {
    if flow.run >= 0 { return }
    // The style is set when the container is finished and known to need the box.
    var box = Box(node: -1, style: -1, parent: flow.container, kind: .block)
    box.flags = [.anonymous, .hasInlineContent]
    flow.run = append(box)
    flow.hasRun = true
    let rests = flow.rests
    flow.rests.removeAll()
    // A few bytes would make hundreds of boxes: a block and a letter within many inline boxes.
    guard mayBreak(flow.openInlines + rests, pieces: BoxTree.piecesOfContinuation) else { return }
    var parent = flow.run
    for index in flow.openInlines.indices {
      parent = appendContinuation(of: flow.openInlines[index], to: parent)
      flow.openInlines[index] = parent
    }
    for rest in rests.reversed() { parent = appendContinuation(of: rest, to: parent) }
  }

  /// Appends what follows of an inline box that a block has broken.
  private mutating func appendContinuation(of box: BoxIndex, to parent: BoxIndex) -> BoxIndex {
    tree.boxes[Int(box)].flags.insert(.continuesAfter)
    var clone = tree.boxes[Int(box)]
    clone.parent = parent
    clone.firstChild = .none
    clone.lastChild = .none
    clone.nextSibling = .none
    clone.flags.insert(.continuesBefore)
    clone.flags.remove([.continuesAfter, .hasPositioned])
    return append(clone)
  }

  /// Counts the pieces that a block makes of the inline boxes around it; whether there may be so many.
  private mutating func mayBreak(_ inlines: [BoxIndex], pieces: Int) -> Bool {
    guard let innermost = inlines.last else { return true }
    tree.brokenPieceCount += inlines.count * pieces
    guard tree.brokenPieceCount > maximumBrokenPieces else { return true }
    if tree.firstBeyondContinuations == nil { tree.firstBeyondContinuations = innermost }
    return false
  }

  /// Ends the open run, and with it the inline boxes that are open.
  mutating func closeRun(_ flow: inout Flow) {
    guard flow.run >= 0 else { return }
    flow.run = .none
    for inline in flow.openInlines { tree.boxes[Int(inline)].flags.insert(.continuesAfter) }
  }

  /// Replaces the runs of a container by their children.
  private mutating func spliceRuns(in container: BoxIndex) {
    var child = tree.boxes[Int(container)].firstChild
    tree.boxes[Int(container)].firstChild = .none
    tree.boxes[Int(container)].lastChild = .none
    while child >= 0 {
      let next = tree.boxes[Int(child)].nextSibling
      if tree.boxes[Int(child)].style < 0 {
        var inner = tree.boxes[Int(child)].firstChild
        while inner >= 0 {
          let following = tree.boxes[Int(inner)].nextSibling
          relink(inner, to: container)
          inner = following
        }
      } else {
        relink(child, to: container)
      }
      child = next
    }
  }

  private mutating func relink(_ box: BoxIndex, to parent: BoxIndex) {
    tree.boxes[Int(box)].parent = parent
    tree.boxes[Int(box)].nextSibling = .none
    let last = tree.boxes[Int(parent)].lastChild
    if last >= 0 {
      tree.boxes[Int(last)].nextSibling = box
    } else {
      tree.boxes[Int(parent)].firstChild = box
    }
    tree.boxes[Int(parent)].lastChild = box
  }
}
