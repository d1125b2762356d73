import CSSValues

/// Block formatting (CSS 2.2, 9.4.1), after Chromium's: a block's place in its formatting context is resolved by the
/// first thing that ends the collapsing of margins.
extension LayoutEngine {
  /// Lays a block container out.
  func layoutBlock(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    let metrics = resolveBoxMetrics(box, space.percentageInline)
    let inline = inlineSize(box, space, metrics)
    if space.isNewFormattingContext {
      if style(box).pointee.isMultiColumn {
        return layoutMultiColumn(box, space, metrics, inline)
      }
      let outer = blocks.floats.open()
      let outerClamp = blocks.lineClamp
      defer {
        blocks.floats.close(outer)
        blocks.lineClamp = outerClamp
      }
      let style = style(box)
      blocks.lineClamp = LineClamp(remainingLines: style.pointee.isVerticalBox ? style.pointee.lineClamp : 0)
      var algorithm = BlockLayout(self, box, space, metrics, inline)
      return algorithm.run()
    }
    var algorithm = BlockLayout(self, box, space, metrics, inline)
    return algorithm.run()
  }
}

/// The state of laying out one block container.
struct BlockLayout {
  let engine: LayoutEngine
  let box: BoxIndex
  let space: ConstraintSpace
  let metrics: BoxMetrics
  /// The border box's inline size.
  let inline: Double
  /// The content box's inline size; of a container of columns that of one column.
  var contentInline: Double
  let isRightToLeft: Bool
  /// What children's percentages of heights count from.
  var childPercentageBlock: Double
  /// The content box's block size where it is definite before layout.
  var childAvailableBlock: Double

  /// Whether the border box's place in the formatting context is known, and where it is.
  var isResolved = false
  var contextBlock = 0.0
  /// The border box's left edge in the formatting context.
  let contextLeft: Double
  /// The end of the last in-flow child, from the border box's upper edge.
  var logical = 0.0
  /// The margins since then.
  var margins = CollapsingMargins()
  /// Where floats were placed while the place was not known.
  var guess = Double.indefinite
  /// The sides of those floats, and of such floats around.
  var adjoiningFloats: LayoutStyle.ClearSide = []
  /// The height of the lines or children as laid out, for `align-content`.
  var intrinsic = 0.0
  var isPushedByFloats = false
  var hadClearedSelfCollapsingChild = false
  var firstBaseline = Double.indefinite
  var lastBaseline = Double.indefinite
  /// Whether the block has to be laid out again at `contextBlock`.
  var isAborted = false
  /// The marker outside of the block, on its first line.
  var marker: BoxIndex = .none
  /// How far a marker with a higher ascent than the first line's moves the content down.
  var markerShift = 0.0
  /// The lines that `-webkit-line-clamp` still showed when the block began.
  var clampLinesBefore: Int32 = 0
  /// Where the last line ends that it shows, or the child with that line, from the border box's upper edge; or indefinite.
  var clampEnd = Double.indefinite
  /// The lower edge of a legend that is higher than the border it crosses, with the padding; 0 where there is none. px.
  var legendEnd = 0.0
  /// The rendered legend of a fieldset, which is in its upper border.
  var legend: BoxIndex = .none

  // In columns.
  /// Whether the block is broken into columns, its own or those around it.
  var isInColumns: Bool
  var isColumnContainer = false
  /// Whether a child is in flow before the next one, in the same row of columns.
  var hasChildren = false
  /// Whether a break is forced behind the last child.
  var endsColumn = false
  /// The last child's border box in flow, from the border box's upper edge.
  var childTop = 0.0
  var childHeight = 0.0
  /// The child that was laid out again after the one that the driver asked for: it goes on behind it.
  var repeatedChild: BoxIndex = .none
  /// Whether the end of the children was compared with the ends of columns.
  var hasKeptLowerEdge = false
  /// The last child in flow.
  var previousChild: BoxIndex = .none
  /// The last place before which the column may end, if what follows must not be parted from it; at most one.
  var breakpoints: [ColumnBreakpoint] = []
  /// The last child of a block with a lower edge, in flow; at most one.
  var lastChild: [ColumnBreakpoint] = []
  /// Where the next child begins, in the formatting context, if it is moved to a column; or indefinite.
  var forcedChildBlock = Double.indefinite

  init(
    _ engine: LayoutEngine, _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ inline: Double
  ) {
    self.engine = engine
    self.box = box
    self.space = space
    self.metrics = metrics
    self.inline = inline
    isInColumns = engine.columnFlow != nil
    contentInline = max(0, inline - metrics.insetsInline)
    isRightToLeft = engine.style(box).pointee.isRightToLeft
    contextLeft = space.isNewFormattingContext ? 0 : space.contextInline
    let block = engine.blockSize(box, space, metrics, intrinsic: .indefinite, inline: inline)
    childAvailableBlock = block.isDefinite ? max(0, block - metrics.insetsBlock) : .indefinite
    childPercentageBlock = childAvailableBlock
    if space.isFixedBlockIndefinite { childPercentageBlock = .indefinite }
    if !childPercentageBlock.isDefinite { inheritPercentageBasis() }
  }

  /// Boxes through which percentages of heights reach further out: anonymous blocks, and in quirks mode all blocks of
  /// automatic height (Quirks Mode, 3.5).
  private mutating func inheritPercentageBasis() {
    let flags = engine.flags(box)
    if flags.contains(.anonymous) && !flags.contains(.item) && engine.boxes[Int(box)].kind == .block {
      childPercentageBlock = space.percentageBlock
    } else if engine.source.isQuirky, engine.boxes[Int(box)].kind == .block, !flags.contains(.outOfFlow),
      engine.style(box).pointee.height.isAuto, !flags.contains(.item), !isInCell
    {
      childPercentageBlock = space.percentageBlock
      if engine.boxes[Int(box)].role == .body, engine.boxes[Int(box)].parent == 0 {
        // The body is as high as the viewport, less what is around it.
        let root = engine.resolveBoxMetrics(0, engine.viewport.width)
        let edges = metrics.marginsBlock + metrics.insetsBlock + root.marginsBlock + root.insetsBlock
        childPercentageBlock = max(0, childPercentageBlock - edges)
      }
    }
  }

  /// Whether the box is in a cell: as in browsers, the percentages of what is in it do not reach the cell.
  private var isInCell: Bool {
    let parent = engine.boxes[Int(box)].parent
    return parent >= 0 && engine.boxes[Int(parent)].kind == .tableCell
  }

  // MARK: Driver

  mutating func run() -> LayoutOutput {
    logical = 0
    clampLinesBefore = engine.blocks.lineClamp.remainingLines
    if space.isNewFormattingContext {
      isResolved = true
    } else {
      margins = space.margins
      adjoiningFloats = space.adjoiningFloats
      if metrics.insetTop != 0 {
        if !resolve() { return aborted() }
      }
    }
    logical = metrics.insetTop
    intrinsic = logical
    if isInColumns { keepUpperEdge() }
    if isQuirkyContainer { margins.ignoresQuirky = true }
    if engine.style(box).pointee.trimsBlockStart { margins.isTrimmed = true }
    let flags = engine.flags(box)
    if engine.boxes[Int(box)].role == .fieldset { placeLegend() }
    if flags.contains(.hasInlineContent) {
      if !layoutLines() || (isInColumns && !keepLowerEdge()) { return aborted() }
    } else {
      var child = engine.boxes[Int(box)].firstChild
      while child >= 0 {
        if !layoutChild(child) { return aborted() }
        noteClamp(at: logical)
        child = engine.boxes[Int(isInColumns ? lastLaidOut(child) : child)].nextSibling
        guard child < 0, isInColumns, !hasKeptLowerEdge else { continue }
        if !keepLowerEdge() { return aborted() }
        hasKeptLowerEdge = true
        guard repeatedChild >= 0 else { continue }
        child = engine.boxes[Int(lastLaidOut(repeatedChild))].nextSibling
        if child < 0 { _ = keepLowerEdge() }
      }
    }
    return finish()
  }

  /// Finds the border box's place: below the margins that have collapsed so far, or where a child has found it.
  /// False where floats were placed at another guess, so that the block must be laid out again.
  mutating func resolve(at known: Double? = nil) -> Bool {
    if isResolved { return true }
    var offset = known ?? (space.forcedBlock.isDefinite ? space.forcedBlock : space.contextBlock + margins.sum)
    if space.clearance > offset {
      offset = space.clearance
      isPushedByFloats = true
    }
    isResolved = true
    contextBlock = offset
    margins = CollapsingMargins()
    adjoiningFloats = []
    if guess.isDefinite && guess != offset {
      isAborted = true
      return false
    }
    return true
  }

  private func aborted() -> LayoutOutput {
    var output = LayoutOutput(width: inline, height: 0)
    output.contextBlock = contextBlock
    output.isAborted = true
    return output
  }

  /// Where the next border edge would be in the formatting context.
  var nextBorderEdge: Double {
    if isResolved { return contextBlock + logical + margins.sum }
    if space.forcedBlock.isDefinite { return space.forcedBlock }
    return max(space.contextBlock + margins.sum, space.clearance)
  }

  // MARK: Children

  private mutating func layoutChild(_ child: BoxIndex) -> Bool {
    let flags = engine.flags(child)
    if flags.contains(.outOfFlow) {
      recordStaticPosition(child)
      return true
    }
    if flags.contains(.floating) {
      placeFloat(child)
      return true
    }
    if flags.contains(.outsideMarker) {
      marker = child
      return true
    }
    if child == legend { return true }
    if isInColumns { return layoutChildInColumns(child) }
    if flags.contains(.formattingContext) { return layoutFormattingContext(child) }
    return layoutInFlow(child)
  }

  private mutating func recordStaticPosition(_ child: BoxIndex) {
    guard space.isCommit else { return }
    let y = logical + (isResolved ? margins.sum : 0)
    let style = engine.style(child)
    var position = StaticPosition(
      x: metrics.insetLeft, y: y, inlineEdge: isRightToLeft ? .end : .start, parent: box)
    if isRightToLeft { position.x += contentInline }
    if style.pointee.wasInlineLevel {
      alignBesideFloats(&position, y)
    } else {
      alignStaticPosition(&position, style)
    }
    engine.recordStaticPosition(child, position)
  }

  /// CSS Align 3, 6.1 and 6.2: an originally block-level box is aligned in the width of the content and at its upper edge.
  private func alignStaticPosition(_ position: inout StaticPosition, _ style: UnsafePointer<LayoutStyle>) {
    let isSelfReversed = style.pointee.isRightToLeft != isRightToLeft
    func edge(_ value: AlignmentValue, isSelfReversed: Bool, isInline: Bool) -> StaticPosition.Edge {
      switch value.alignment {
      case .center, .anchorCenter: .center
      case .end, .flexEnd, .lastBaseline: .end
      case .right: isInline ? .end : .start
      case .selfStart: isSelfReversed ? .end : .start
      case .selfEnd: isSelfReversed ? .start : .end
      default: .start
      }
    }
    let inline = edge(style.pointee.justifySelf, isSelfReversed: isSelfReversed, isInline: true)
    switch inline {
    case .start: break
    case .center: position.x = metrics.insetLeft + engine.layoutUnit(contentInline / 2)
    case .end: position.x = metrics.insetLeft + (isRightToLeft ? 0 : contentInline)
    }
    if inline != .start { position.inlineEdge = inline == .center ? .center : isRightToLeft ? .start : .end }
    position.blockEdge = edge(style.pointee.alignSelf, isSelfReversed: false, isInline: false)
    if style.pointee.justifySelf.overflow == .safe { position.safeInline = contentInline }
    if style.pointee.alignSelf.overflow == .safe { position.safeBlock = 0 }
  }

  /// An originally inline-level box is placed where a line would be: beside the floats.
  private func alignBesideFloats(_ position: inout StaticPosition, _ y: Double) {
    let room = isResolved ? roomBesideFloats(top: contextBlock + y) : (left: 0, right: contentInline)
    position.x = metrics.insetLeft + (isRightToLeft ? room.right : room.left)
    engine.alignInlineStaticPosition(&position, in: box, contentInline: room.right - room.left)
    let indent = engine.resolveTextIndent(engine.computedStyle(box).pointee.text.textIndent.length, contentInline)
    position.x += isRightToLeft ? -indent : indent
  }

  /// The sides of a line without height beside the floats at a place in the formatting context, from the content box's left edge.
  private func roomBesideFloats(top: Double) -> (left: Double, right: Double) {
    guard !engine.blocks.floats.isEmpty else { return (0, contentInline) }
    let left = contextLeft + metrics.insetLeft
    let place = engine.blocks.floats.opportunity(
      top: top, left: left, right: left + contentInline, width: -.infinity, height: 0)
    return (place.left - left, max(place.left, place.right) - left)
  }

  /// A constraint space for a child of the content box.
  func childSpace(isNewFormattingContext: Bool) -> ConstraintSpace {
    var result = ConstraintSpace(
      availableInline: contentInline, availableBlock: childAvailableBlock, percentageInline: contentInline,
      percentageBlock: childPercentageBlock, mode: space.mode)
    result.isNewFormattingContext = isNewFormattingContext
    result.stretchInline = true
    return result
  }

  /// Gives a child that fills its container's height the margins as well that may collapse with the container's (CSS Sizing 4,
  /// 6.1): for that height they are 0.
  func addCollapsibleMargins(_ childMetrics: BoxMetrics, of child: BoxIndex, to inner: inout ConstraintSpace) {
    let style = engine.style(child)
    guard !space.isNewFormattingContext, inner.availableBlock.isDefinite,
      style.pointee.height.kind == .stretch || style.pointee.minHeight.kind == .stretch
        || style.pointee.maxHeight.kind == .stretch
    else { return }
    if metrics.insetTop == 0 { inner.availableBlock += childMetrics.marginTop }
    if metrics.insetBottom == 0 { inner.availableBlock += childMetrics.marginBottom }
  }

  /// 9.5.1: a float goes as high and as far to its side as it may.
  private mutating func placeFloat(_ child: BoxIndex) {
    let edge = nextBorderEdge
    if !isResolved {
      noteGuess(edge)
      adjoiningFloats.insert(engine.style(child).pointee.float == .left ? .left : .right)
    }
    let rect = engine.layoutFloat(
      child, top: isInColumns ? floatEdge(edge) : edge, contextLeft: contextLeft + metrics.insetLeft,
      contentInline: contentInline, percentageBlock: childPercentageBlock, availableBlock: childAvailableBlock,
      mode: space.mode)
    if isInColumns { noteShortage(of: rect, at: edge) }
    if space.isCommit {
      let origin = isResolved ? contextBlock : edge
      engine.place(
        child, x: rect.x - contextLeft, y: rect.y - origin, containingInline: contentInline,
        containingBlock: childPercentageBlock)
    }
  }

  /// Remembers a guess; two that differ cannot both come true.
  private mutating func noteGuess(_ edge: Double) {
    guess = !guess.isDefinite || guess == edge ? edge : -.infinity
  }

  /// A block of the same formatting context.
  mutating func layoutInFlow(_ child: BoxIndex) -> Bool {
    let childStyle = engine.style(child)
    var childMetrics = engine.resolveBoxMetrics(child, contentInline)
    var inner = childSpace(isNewFormattingContext: false)
    addCollapsibleMargins(childMetrics, of: child, to: &inner)
    inner.stretchInline = fillsWidth(child)
    let width = engine.inlineSize(child, inner, childMetrics)
    let x = inlineOffset(of: child, childMetrics, width)
    childMetrics.marginTop = childStyle.pointee.marginTop.isAuto ? 0 : childMetrics.marginTop

    var clearance = -Double.infinity
    if !childStyle.pointee.clear.isEmpty, !engine.blocks.floats.isEmpty {
      clearance = engine.blocks.floats.clearance(childStyle.pointee.clear)
    }
    let clearsAdjoining = !isResolved && !childStyle.pointee.clear.isDisjoint(with: adjoiningFloats)
    if clearsAdjoining {
      // Clearance below floats that adjoin our margins separates ours from the child's.
      if !resolve() { return false }
      inner.isForcedByClearance = true
      inner.forcedBlock = max(contextBlock + logical, clearance)
    } else if !isResolved {
      inner.forcedBlock = space.forcedBlock
      if inner.forcedBlock.isDefinite, clearance > inner.forcedBlock { inner.forcedBlock = clearance }
    }
    if forcedChildBlock.isDefinite {
      inner.isForcedByClearance = true
      inner.forcedBlock = forcedChildBlock
      childMetrics.marginTop = 0
    }
    inner.isFixedInline = true
    inner.availableInline = width
    inner.contextInline = contextLeft + x
    inner.contextBlock = isResolved ? contextBlock + logical : space.contextBlock
    inner.margins = margins.appending(childMetrics.marginTop, isQuirky: hasDefaultUpperMargin(child))
    inner.clearance = isResolved ? clearance : max(clearance, space.clearance)
    inner.adjoiningFloats = adjoiningFloats

    let floatCount = engine.blocks.floats.count
    let clamp = clampLinesBefore > 0 ? engine.blocks.lineClamp : nil
    var output = engine.layout(child, inner)
    if output.isAborted {
      engine.blocks.floats.rollBack(to: floatCount)
      if let clamp { engine.blocks.lineClamp = clamp }
      if !isResolved, !resolve(at: output.contextBlock) { return false }
      inner.forcedBlock = output.contextBlock
      output = engine.layout(child, inner)
    }
    if isResolved, output.isSelfCollapsing, output.floatGuess.isDefinite,
      case let place = contextBlock + logical + output.endMargins.sum, place != output.floatGuess
    {
      // An empty box is where all its margins put it, and so are its floats.
      engine.blocks.floats.rollBack(to: floatCount)
      if let clamp { engine.blocks.lineClamp = clamp }
      inner.forcedBlock = place
      output = engine.layout(child, inner)
    }
    if !isResolved, output.contextBlock.isDefinite {
      if output.isPushedByFloats, clearance > -.infinity {
        // The child was moved by its own clearance: our margins end before it.
        if !resolve() { return false }
      } else if !resolve(at: output.contextBlock) {
        return false
      }
    }
    finishInFlow(child, childMetrics, output, x)
    return true
  }

  func nextEdge(with margin: Double, _ isQuirky: Bool) -> Double {
    (isResolved ? contextBlock + logical : space.contextBlock) + margins.appending(margin, isQuirky: isQuirky).sum
  }

  // HTML, 15.3.9: in quirks mode the body and cells drop the default margins of paragraphs, lists and headings at their
  // edges.
  var isQuirkyContainer: Bool {
    guard engine.source.isQuirky else { return false }
    return engine.boxes[Int(box)].role == .body || engine.style(box).pointee.display == .tableCell
  }

  func hasDefaultUpperMargin(_ child: BoxIndex) -> Bool {
    let role = engine.boxes[Int(child)].role
    return role == .defaultMargins || role == .defaultUpperMargin
  }

  func hasDefaultLowerMargin(_ child: BoxIndex) -> Bool {
    let role = engine.boxes[Int(child)].role
    return role == .defaultMargins || role == .defaultLowerMargin
  }

  private mutating func finishInFlow(
    _ child: BoxIndex, _ childMetrics: BoxMetrics, _ output: LayoutOutput, _ x: Double
  ) {
    var y: Double
    if output.contextBlock.isDefinite && isResolved {
      y = output.contextBlock - contextBlock
    } else if isResolved {
      // A box without height goes where it would be if it had a lower border: below all margins in it, too.
      y = logical + output.endMargins.sum
    } else {
      y = logical
    }
    if space.isCommit {
      engine.place(
        child, x: x, y: y, containingInline: contentInline, containingBlock: childPercentageBlock)
    }
    childTop = y
    childHeight = output.height
    if output.isSelfCollapsing {
      if !isResolved, output.floatGuess.isDefinite {
        noteGuess(output.floatGuess)
        adjoiningFloats.formUnion(output.adjoiningFloats)
      }
      if output.isPushedByFloats && isResolved {
        // Cleared and empty, as a clearfix: what follows begins below it, and our lower margin stays apart.
        logical = y
        margins = CollapsingMargins()
        margins.append(max(0, childMetrics.marginBottom - max(0, childMetrics.marginTop)))
        hadClearedSelfCollapsingChild = true
      } else {
        margins = output.endMargins
        margins.append(childMetrics.marginBottom, isQuirky: hasDefaultLowerMargin(child))
      }
      return
    }
    hadClearedSelfCollapsingChild = false
    logical = y + output.height
    margins = output.endMargins
    margins.append(childMetrics.marginBottom, isQuirky: hasDefaultLowerMargin(child))
    noteBaselines(output, y)
  }

  /// - Parameter last: the lower baseline that an inline-block takes from the child, where it is not that of its lines.
  mutating func noteBaselines(_ output: LayoutOutput, _ y: Double, isTable: Bool = false, last: Double = .indefinite) {
    if output.firstBaseline.isDefinite && !firstBaseline.isDefinite { firstBaseline = y + output.firstBaseline }
    // As in Chromium, tables give an inline-block no baseline.
    if last.isDefinite {
      lastBaseline = y + last
    } else if output.lastBaseline.isDefinite, !isTable {
      lastBaseline = y + output.lastBaseline
    }
  }

  /// The child's offset from our border box's left edge (CSS 2.2, 10.3.3), with what `align` attributes move.
  func inlineOffset(of child: BoxIndex, _ childMetrics: BoxMetrics, _ width: Double) -> Double {
    let free = contentInline - width - childMetrics.marginsInline
    var left = childMetrics.marginLeft
    if !childMetrics.autoMargins.isDisjoint(with: [.left, .right]) {
      let isLeftAuto = childMetrics.autoMargins.contains(.left)
      let isRightAuto = childMetrics.autoMargins.contains(.right)
      if free <= 0 {
        // Over-constrained: `auto` is 0, and the line's end side gives way.
        if isRightToLeft { left = contentInline - width - childMetrics.marginRight }
      } else if isLeftAuto && isRightAuto {
        left = engine.layoutUnit(free / 2)
      } else if isLeftAuto {
        left = free
      }
      return metrics.insetLeft + left
    }
    if let alignment = selfAlignment(of: child) {
      return metrics.insetLeft + left + offset(alignment, of: child, free: free)
    }
    switch engine.style(box).pointee.textAlign {
    case .webkitCenter: left = childMetrics.marginLeft + engine.layoutUnit(max(0, free) / 2)
    case .webkitRight: left = isRightToLeft || free > 0 ? childMetrics.marginLeft + free : left
    case .webkitLeft: break
    default: if isRightToLeft { left = childMetrics.marginLeft + free }
    }
    return metrics.insetLeft + left
  }

  // MARK: Lines

  private mutating func layoutLines() -> Bool {
    let context = engine.inlineContext(box)
    if context.isEmpty {
      // No line at all: the block stays open for its margins, floats are placed at a guess.
      var item = 0
      while item < context.outOfLine.count {
        let child = context.outOfLine[item]
        if engine.flags(child).contains(.floating) { placeFloat(child) } else { recordStaticPosition(child) }
        item += 1
      }
      if space.isCommit {
        // A place that is not known yet is where it seems to be: else the block is laid out again.
        let room = roomBesideFloats(top: isResolved ? contextBlock + logical : nextBorderEdge)
        engine.placeEmptyInlines(
          box, x: metrics.insetLeft + room.left, y: logical, contentInline: room.right - room.left,
          isRightToLeft: isRightToLeft)
      }
      layoutMarkerOfEmptyLine()
      return true
    }
    if !resolve() { return false }
    logical += margins.sum
    margins = CollapsingMargins()
    let room = engine.roomBesideText(box)
    let left = metrics.insetLeft + (isRightToLeft ? room.end : room.start)
    let request = InlineRequest(
      contextLeft: contextLeft + left, contextTop: contextBlock + logical, contentLeft: left, contentTop: logical,
      contentInline: max(0, contentInline - room.start - room.end), percentageBlock: childPercentageBlock,
      availableBlock: childAvailableBlock, mode: space.mode)
    let output = isInColumns ? layoutLinesInColumns(request) : engine.layoutLines(of: box, request)
    if !firstBaseline.isDefinite { firstBaseline = output.firstBaseline }
    if output.lastBaseline.isDefinite { lastBaseline = output.lastBaseline }
    if clampLinesBefore > 0, let bottom = engine.blocks.lineClamp.bottom {
      noteClamp(at: bottom - contextBlock)
      if engine.isFollowedInFlow(box) { engine.blocks.lineClamp.isClamped = true }
    }
    logical += output.height
    intrinsic = max(intrinsic, logical)
    marker = engine.outsideMarker(of: box)
    return true
  }

  /// Notes the end of what `-webkit-line-clamp` shows, if the last line that it shows has just been laid out.
  private mutating func noteClamp(at end: Double) {
    guard clampLinesBefore > 0, engine.blocks.lineClamp.remainingLines == 0, !clampEnd.isDefinite else { return }
    clampEnd = end
  }

  private mutating func layoutMarkerOfEmptyLine() {
    marker = engine.outsideMarker(of: box)
  }

  // MARK: Finish

  private mutating func finish() -> LayoutOutput {
    let style = engine.style(box)
    placeMarker()
    if style.pointee.trimsBlockEnd, isResolved {
      margins = CollapsingMargins()
      if space.isCommit { engine.trimBlockEnd(of: box) }
    }
    var endMargins = CollapsingMargins()
    let isRoot = space.isNewFormattingContext
    var endsApart = isRoot || metrics.insetBottom != 0 || hadClearedSelfCollapsingChild
    if endsApart {
      if !isResolved, !resolve() { return aborted() }
      intrinsic = max(intrinsic, logical + (isQuirkyContainer ? margins.sumWithoutQuirky : margins.sum))
      if isRoot {
        // 10.6.7: the root of a formatting context holds its floats.
        let bottom = engine.blocks.floats.clearance([.left, .right])
        if bottom > -.infinity { intrinsic = max(intrinsic, bottom) }
      }
      if isColumnContainer {
        intrinsic = closeColumns(contentEnd: max(logical, intrinsic - margins.sum), end: intrinsic)
      }
      intrinsic += metrics.insetBottom
    } else {
      intrinsic = max(intrinsic, logical)
      endMargins = margins
    }
    if space.isCommit, isRoot, style.pointee.isScrollContainer {
      engine.state.contentExtents[box] = LayoutState.ContentExtent(
        bottom: isColumnContainer ? intrinsic - metrics.insetBottom : logical + margins.sum)
    }
    var content = intrinsic
    if clampEnd.isDefinite, isResolved, engine.blocks.lineClamp.isClamped {
      // The blocks of the last line end below that line; what follows moves up.
      content = min(content, max(0, clampEnd) + metrics.insetBottom)
    }
    if let own = engine.intrinsicBlockSizeOfControl(box, metrics) { content = max(own, metrics.insetsBlock) }
    if style.pointee.containsSize {
      let own = style.pointee.containIntrinsicHeight
      content = metrics.insetsBlock + (own.isDefinite ? own : 0)
    }
    var height = engine.blockSize(box, space, metrics, intrinsic: content, inline: inline)
    if !height.isDefinite { height = content }
    // As in browsers, a fieldset holds its legend and its padding, whatever its height.
    if legendEnd > 0, !style.pointee.containsSize { height = max(height, legendEnd + metrics.insetBottom) }
    height = stretchQuirkyRoot(height, endMargins)
    if !isResolved, height > 0 {
      if !resolve() { return aborted() }
      endMargins = CollapsingMargins()
      endsApart = true
    }
    if !isResolved,
      space.isForcedByClearance
        || (!style.pointee.clear.isEmpty && space.clearance > space.contextBlock + margins.sum)
    {
      // An empty box that clears is below the floats. Empty boxes in it leave that to it: their margins are among its own.
      if !resolve() { return aborted() }
      var output = LayoutOutput(width: inline, height: 0)
      output.contextBlock = contextBlock
      output.isSelfCollapsing = true
      output.isPushedByFloats = true
      return output
    }
    if !endsApart, isResolved, !endMargins.isEmpty {
      // 8.3.1: margins stick out only where the height is automatic and that of the content.
      let isAuto =
        !engine.resolveBlockLength(style.pointee.height, box, space, metrics, .indefinite).isDefinite
        && !space.isFixedBlock
      if !isAuto || height != content { endMargins = CollapsingMargins() }
    }
    var output = LayoutOutput(width: inline, height: height)
    output.intrinsicBlock = content
    output.endMargins = isResolved ? endMargins : margins
    output.contextBlock = isResolved ? contextBlock : .indefinite
    output.isSelfCollapsing = !isResolved
    if !isResolved {
      output.floatGuess = guess
      output.adjoiningFloats = adjoiningFloats
    }
    output.isPushedByFloats = isPushedByFloats
    alignContent(centeredSize(content, height), height)
    if !firstBaseline.isDefinite {
      firstBaseline = engine.baselineOfEmptyControl(box, height: height, metrics)
      if !lastBaseline.isDefinite { lastBaseline = firstBaseline }
    }
    output.firstBaseline = firstBaseline
    output.lastBaseline = lastBaseline
    if style.pointee.isScrollContainer {
      if firstBaseline.isDefinite { output.firstBaseline = min(max(firstBaseline, 0), height) }
      if lastBaseline.isDefinite { output.lastBaseline = min(max(lastBaseline, 0), height) }
    }
    if style.pointee.contain.contains(.layout) {
      output.firstBaseline = .indefinite
      output.lastBaseline = .indefinite
    }
    return output
  }

  /// The size of the content that `align-content` moves.
  private func centeredSize(_ content: Double, _ height: Double) -> Double {
    switch engine.boxes[Int(box)].role {
    case .select: engine.centeredSizeOfDropDown(box, intrinsic: intrinsic)
    case .textField:
      height - 2 * engine.shiftOfField(box, lines: intrinsic, height: height, baseline: firstBaseline, metrics)
    default: content
    }
  }

  /// Quirks Mode, 3.6 and 3.7: `<html>` and `<body>` fill the viewport.
  private func stretchQuirkyRoot(_ height: Double, _ endMargins: CollapsingMargins) -> Double {
    guard engine.source.isQuirky, engine.style(box).pointee.height.isAuto else { return height }
    switch engine.boxes[Int(box)].role {
    case .root:
      return max(height, engine.viewport.height - metrics.marginsBlock)
    case .body where engine.boxes[Int(box)].parent == 0:
      let rootMetrics = engine.resolveBoxMetrics(0, engine.viewport.width)
      // The upper margin may be larger than the body's own: that of what begins it.
      let above = isResolved ? contextBlock : metrics.marginTop + rootMetrics.insetTop
      // So may the lower one: that of what ends it.
      let below = endMargins.appending(metrics.marginBottom).sum
      return max(
        height, engine.viewport.height - above - below - rootMetrics.insetBottom - rootMetrics.marginsBlock)
    default: return height
    }
  }

  /// Box Alignment 3, 5.3: `align-content` of block containers; buttons centre their content.
  private mutating func alignContent(_ content: Double, _ height: Double) {
    let free = height - content
    let style = engine.style(box)
    var shift = 0.0
    switch style.pointee.alignContent.alignment {
    case .normal:
      if engine.centersContent(box) { shift = engine.layoutUnit(free / 2) }
    case .center, .spaceAround, .spaceEvenly:
      shift =
        style.pointee.alignContent.alignment != .center || style.pointee.alignContent.overflow == .safe
        ? max(0, engine.layoutUnit(free / 2)) : engine.layoutUnit(free / 2)
    case .end, .flexEnd, .lastBaseline:
      shift = style.pointee.alignContent.overflow == .safe ? max(0, free) : free
    default: break
    }
    if isInColumns, isBroken(height: height) { shift = 0 }
    if space.isCommit { engine.state.placements[Int(box)].contentShift = shift + markerShift }
    guard shift != 0 else { return }
    if firstBaseline.isDefinite { firstBaseline += shift }
    if lastBaseline.isDefinite { lastBaseline += shift }
  }

  /// An outside marker goes beside the first line (CSS Lists 3, 3.5).
  private mutating func placeMarker() {
    guard marker >= 0 else { return }
    let markerMetrics = engine.resolveBoxMetrics(marker, contentInline)
    var inner = ConstraintSpace(availableInline: contentInline, mode: space.mode)
    inner.percentageBlock = .indefinite
    let output = engine.layout(marker, inner)
    let x =
      isRightToLeft
      ? metrics.insetLeft + contentInline + markerMetrics.marginRight
      : metrics.insetLeft - output.width - markerMetrics.marginRight
    var y = metrics.insetTop
    if firstBaseline.isDefinite, output.firstBaseline.isDefinite {
      y = firstBaseline - output.firstBaseline
      if isResolved, y < metrics.insetTop {
        // The content moves below the marker's ascent; the marker goes with it.
        markerShift = metrics.insetTop - y
        logical += markerShift
        intrinsic += markerShift
        firstBaseline += markerShift
        if lastBaseline.isDefinite { lastBaseline += markerShift }
      }
    } else if !isResolved || intrinsic <= logical {
      // An item without lines is as high as its marker.
      _ = resolve()
      logical = max(logical, metrics.insetTop + output.height)
      intrinsic = max(intrinsic, logical)
      firstBaseline = y + output.firstBaseline
      lastBaseline = firstBaseline
    }
    if space.isCommit {
      engine.place(marker, x: x, y: y, containingInline: contentInline, containingBlock: childPercentageBlock)
    }
  }
}
