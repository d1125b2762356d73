import CSSValues

/// Blocks in columns (CSS Fragmentation 3, 4): where the content of one tall column is broken.
extension BlockLayout {
  /// Makes this the container of columns.
  mutating func enterColumns(width: Double) {
    contentInline = width
    isColumnContainer = true
    isInColumns = true
  }

  /// Whether a break before the next child is one between two siblings.
  private var isBetweenSiblings: Bool { hasChildren && isResolved }

  /// A child in flow, moved to the next column where it may not stay in this one.
  mutating func layoutChildInColumns(_ child: BoxIndex) -> Bool {
    guard let flow = engine.columnFlow else { return layoutWhole(child) }
    if flow.bandDepth > 0 || engine.openColumns > 1 {
      engine.boxesInNestedColumns += 1
      engine.boxesInAllNestedColumns += 1
    }
    let rules = engine.breakRules(child)
    if rules.contains(.spansColumns), flow.contextDepth == 0 { return span(child, flow) }
    let isForced = hasChildren && (endsColumn || beginsColumn(child, rules))
    let isAvoided = !isForced && avoidsBreak(before: child, rules)
    if isForced {
      breakpoints = []
      if !resolve() { return false }
      logical = flow.breakColumn(at: endBeforeForcedBreak(flow)) - contextBlock
      margins = CollapsingMargins()
      endsColumn = false
    }
    defer {
      let last = repeatedChild >= 0 ? repeatedChild : child
      endsColumn = endsColumn || endsColumnBehind(last, last == child ? rules : engine.breakRules(last))
      previousChild = last
    }
    let before = self
    let isFirst = isColumnContainer && !hasChildren
    let mark = flow.mark
    let floatCount = engine.blocks.floats.count
    let spannerCount = flow.spannerCount
    let forcedBreakCount = flow.forcedBreakCount
    let isWhole = engine.isWhole(child)
    // What a child before asks for is a break before the block itself.
    let (outerNeed, outerNeedBefore) = (flow.need, flow.needBeforeSpanner)
    flow.need = .none
    flow.needBeforeSpanner = .none
    guard layoutWhole(child) else { return false }
    // A box that spans all columns parts what it is in: what asks behind it does not move what began before it.
    let isParted = flow.spannerCount != spannerCount
    if isParted { flow.noteViolation(flow.need, at: .infinity) }
    var need = isParted ? flow.needBeforeSpanner : flow.need
    flow.need = isParted ? .none : outerNeed
    flow.needBeforeSpanner = max(outerNeedBefore, isParted ? outerNeed : .none)
    if isParted { noteLowerEdge(flow, since: mark) }
    guard isResolved else { return true }
    let (top, bottom) = (contextBlock + childTop, contextBlock + childTop + childHeight)
    if isFirst, !isParted { flow.firstTop = top }
    if isWhole { flow.noteUnbreakable(childHeight, at: top) }
    let end = flow.end(ofColumnAt: top)
    let isKept = isWhole || rules.contains(.avoidInside)
    let isBeyond = !isParted && flow.isBeyond(bottom, end)
    // A higher column does not hold more of what a forced break ends.
    let isForcedApart = flow.forcedBreakCount != forcedBreakCount
    if isBeyond, !isForcedApart, isKept || need > .none || engine.boxes[Int(child)].firstChild < 0 {
      flow.noteShortage(bottom - end, at: end)
    }
    let hasMarginBeyond =
      !isParted && !before.hasChildren && before.isResolved && isMarginBeyond(child, top, bottom, flow, since: before)
    if hasMarginBeyond { need = .indivisible }
    if isKept, isBeyond, !isForcedApart, !flow.isStartOfColumn(top) {
      need = max(need, isWhole ? .indivisible : .avoidance)
    }
    if isAvoided, need < .indivisible, before.breakpoints.isEmpty, before.isBetweenSiblings {
      // 4.4: a break in the child is no worse than one before it.
      flow.noteViolation(need, at: end)
      need = .none
    }
    let moves = need > .none
    if before.isBetweenSiblings {
      let last = before.contextBlock + before.logical
      let isAtEnd = flow.isEndOfColumn(last)
      // Behind a box that spans all columns another row begins: what is parted by one began in the row before.
      let isInNext =
        isParted
        ? flow.isBeyond(top, flow.end(ofColumnAt: last))
        : flow.isBreak(between: last, and: top) && !flow.isStartOfColumn(top)
      let isApart = !isForced && top > last && (isAtEnd || isInNext)
      let target = isApart ? (isAtEnd ? last : flow.end(ofColumnAt: last)) : moves ? end : top
      if isAvoided, moves || isApart || flow.isEndOfColumn(top), flow.budget > 0,
        let point = breakpoints.last, !flow.isBeyond(target, flow.end(ofColumnAt: point.top)),
        !flow.isStartOfColumn(point.top)
      {
        if isAtEnd || flow.isEndOfColumn(top) { flow.noteShortage(childHeight, at: target) }
        return layoutAgain(from: point, atColumn: target, flow)
      }
      if moves || isApart, flow.budget > 0 {
        if isApart { flow.noteShortage(firstEnd(of: child, bottom, flow) - target, at: target) }
        self = before
        engine.blocks.floats.rollBack(to: floatCount)
        flow.restore(mark)
        flow.budget -= 1
        breakpoints = []
        if isAvoided { flow.noteViolation(.avoidance, at: target) }
        return layoutChild(child, atColumn: target, flow)
      }
      if isAvoided, !moves, flow.isEndOfColumn(top) {
        // The child begins where a column does.
        flow.noteViolation(.avoidance, at: top)
        flow.noteShortage(firstEnd(of: child, bottom, flow) - top, at: top)
      }
      if !isAvoided {
        breakpoints = []
        var state = before
        state.breakpoints = []
        breakpoints = [ColumnBreakpoint(state: state, child: child, top: top, mark: mark, floatCount: floatCount)]
      }
    } else if moves {
      // There is no break between a box and its first child: the box itself moves. The container of the columns does not:
      // balanced columns become higher instead.
      if isColumnContainer || flow.isStartOfColumn(hasMarginBeyond ? contextBlock : top) {
        if isParted { flow.noteViolation(need, inRowEndedSince: mark) } else { flow.noteViolation(need, at: end) }
      } else if isParted {
        flow.needBeforeSpanner = max(flow.needBeforeSpanner, need)
      } else {
        flow.need = max(flow.need, need)
      }
    }
    if isKept, isBeyond { flow.noteViolation(isWhole ? .indivisible : .avoidance, at: end) }
    finishInColumn(isWhole && isBeyond, bottom, end)
    if metrics.insetBottom > 0, !isColumnContainer {
      var state = before
      state.lastChild = []
      lastChild = [ColumnBreakpoint(state: state, child: child, top: top, mark: mark, floatCount: floatCount)]
    }
    return true
  }

  /// Where the children end before a forced break or a box that spans all columns: their margin is kept, as far as its column
  /// reaches (5.2).
  private func endBeforeBreak(_ flow: ColumnFlow) -> Double {
    let end = contextBlock + logical
    return max(end, min(end + margins.sum, flow.end(ofColumnAt: end - 2 * ColumnFlow.slack)))
  }

  /// The same before a forced break: in columns that are measured as one, floats end with their column.
  private func endBeforeForcedBreak(_ flow: ColumnFlow) -> Double {
    let end = endBeforeBreak(flow)
    return flow.isMeasuring(at: end) ? max(end, engine.blocks.floats.clearance([.left, .right])) : end
  }

  /// A row that ends in the block, before a box that spans all columns, is as high as the block's lower edge, as in Chromium.
  private func noteLowerEdge(_ flow: ColumnFlow, since mark: ColumnFlow.Mark) {
    guard metrics.insetBottom > 0, !isColumnContainer else { return }
    flow.noteUnbreakable(metrics.insetBottom, inRowsEndedSince: mark)
  }

  /// 4.4, rule B: where a break is to be avoided the column ends before an earlier child.
  private mutating func layoutAgain(
    from point: ColumnBreakpoint, atColumn end: Double, _ flow: ColumnFlow
  ) -> Bool {
    let child = point.child
    self = point.state
    engine.blocks.floats.rollBack(to: point.floatCount)
    flow.restore(point.mark)
    flow.budget -= 1
    guard layoutChild(child, atColumn: end, flow) else { return false }
    repeatedChild = child
    return true
  }

  /// The child that was laid out last, instead of the one that the driver asked for.
  mutating func lastLaidOut(_ child: BoxIndex) -> BoxIndex {
    guard repeatedChild >= 0 else { return child }
    defer { repeatedChild = .none }
    return repeatedChild
  }

  /// Whether there should be no break between a child and the one before it (3.1).
  private func avoidsBreak(before child: BoxIndex, _ rules: BreakRules) -> Bool {
    var (box, own) = (child, rules)
    while box >= 0 {
      if own.contains(.avoidBefore) { return true }
      box = firstInFlow(box)
      if box >= 0 { own = engine.breakRules(box) }
    }
    box = previousChild
    while box >= 0 {
      if engine.breakRules(box).contains(.avoidAfter) { return true }
      box = lastInFlow(box)
    }
    return false
  }

  /// Whether the margin of the first child reaches beyond the end of the column: there is no break before that child.
  private func isMarginBeyond(
    _ child: BoxIndex, _ top: Double, _ bottom: Double, _ flow: ColumnFlow, since state: BlockLayout
  ) -> Bool {
    let start = state.contextBlock + state.logical
    guard top > start, !flow.isEndOfColumn(start), flow.isBreak(between: start, and: top) else { return false }
    let end = flow.end(ofColumnAt: start)
    flow.noteShortage(firstEnd(of: child, bottom, flow) - end, at: end)
    return true
  }

  /// Where the first thing ends in a child that may not be broken: its first line, or its own end.
  private func firstEnd(of child: BoxIndex, _ bottom: Double, _ flow: ColumnFlow) -> Double {
    var box = child
    while case let inner = firstInFlow(box), inner >= 0 { box = inner }
    guard let lines = flow.lastLines, lines.box == box, lines.base == flow.base, let first = lines.lines.first else {
      return bottom
    }
    return min(bottom, first.top + first.height)
  }

  /// What follows a box that sticks out of its column begins in the next.
  private mutating func finishInColumn(_ sticksOut: Bool, _ bottom: Double, _ end: Double) {
    hasChildren = true
    engine.columnFlow?.noteContent(end: sticksOut ? end : bottom)
    if sticksOut { logical = max(childTop, end - contextBlock) }
  }

  /// Lays a child out at the start of a column, where margins are cut off (5.2).
  private mutating func layoutChild(_ child: BoxIndex, atColumn target: Double, _ flow: ColumnFlow) -> Bool {
    if !resolve() { return false }
    logical = target - contextBlock
    margins = CollapsingMargins()
    forcedChildBlock = target
    flow.noteStart(at: target)
    let (outerNeed, outerNeedBefore) = (flow.need, flow.needBeforeSpanner)
    let mark = flow.mark
    let spannerCount = flow.spannerCount
    let isPlaced = layoutWhole(child)
    forcedChildBlock = .indefinite
    let need = flow.need
    (flow.need, flow.needBeforeSpanner) = (outerNeed, outerNeedBefore)
    if flow.spannerCount != spannerCount {
      noteLowerEdge(flow, since: mark)
      flow.noteViolation(need, at: .infinity)
    }
    guard isPlaced else { return false }
    let bottom = contextBlock + childTop + childHeight
    let end = flow.end(ofColumnAt: target)
    let isWhole = engine.isWhole(child)
    let isBeyond = flow.isBeyond(bottom, end)
    if isBeyond, isWhole || engine.breakRules(child).contains(.avoidInside) {
      flow.noteViolation(isWhole ? .indivisible : .avoidance, at: end)
    }
    finishInColumn(isWhole && isBeyond, bottom, end)
    return true
  }

  private mutating func layoutWhole(_ child: BoxIndex) -> Bool {
    engine.flags(child).contains(.formattingContext) ? layoutFormattingContext(child) : layoutInFlow(child)
  }

  // MARK: Forced breaks

  /// Whether a break is forced before a child or before what begins it.
  private func beginsColumn(_ child: BoxIndex, _ rules: BreakRules) -> Bool {
    if rules.contains(.before) { return true }
    var box = firstInFlow(child)
    while box >= 0 {
      if engine.breakRules(box).contains(.before) { return true }
      box = firstInFlow(box)
    }
    return false
  }

  private func endsColumnBehind(_ child: BoxIndex, _ rules: BreakRules) -> Bool {
    if rules.contains(.after) { return true }
    var box = lastInFlow(child)
    while box >= 0 {
      if engine.breakRules(box).contains(.after) { return true }
      box = lastInFlow(box)
    }
    return false
  }

  private func isParent(_ box: BoxIndex) -> Bool {
    engine.boxes[Int(box)].kind == .block && !engine.flags(box).contains(.hasInlineContent) && !engine.isWhole(box)
  }

  private func firstInFlow(_ box: BoxIndex) -> BoxIndex {
    guard isParent(box) else { return .none }
    var child = engine.boxes[Int(box)].firstChild
    while child >= 0, !engine.flags(child).isDisjoint(with: [.outOfFlow, .floating, .outsideMarker]) {
      child = engine.boxes[Int(child)].nextSibling
    }
    return child
  }

  private func lastInFlow(_ box: BoxIndex) -> BoxIndex {
    guard isParent(box) else { return .none }
    var last: BoxIndex = .none
    var child = engine.boxes[Int(box)].firstChild
    while child >= 0 {
      if engine.flags(child).isDisjoint(with: [.outOfFlow, .floating, .outsideMarker]) { last = child }
      child = engine.boxes[Int(child)].nextSibling
    }
    return last
  }

  // MARK: Boxes that span all columns

  private mutating func span(_ child: BoxIndex, _ flow: ColumnFlow) -> Bool {
    if !resolve() { return false }
    let contentEnd = contextBlock + logical
    // The lower margin of what is in a block that goes on behind the box is cut off, if it is that of the block as well.
    var place =
      isColumnContainer ? contentEnd + margins.sum : metrics.insetBottom > 0 ? endBeforeBreak(flow) : contentEnd
    place = max(place, engine.blocks.floats.clearance([.left, .right]))
    let childMetrics = engine.resolveBoxMetrics(child, flow.contentInline)
    var inner = ConstraintSpace(
      availableInline: flow.contentInline, availableBlock: .indefinite, percentageInline: flow.contentInline,
      percentageBlock: childPercentageBlock, mode: space.mode)
    inner.stretchInline = !engine.fitsContent(child)
    let output = engine.layout(child, inner)
    let free = flow.contentInline - output.width - childMetrics.marginsInline
    var x = childMetrics.marginLeft
    if childMetrics.autoMargins.isSuperset(of: [.left, .right]) {
      x = engine.layoutUnit(max(0, free) / 2)
    } else if childMetrics.autoMargins.contains(.left) {
      x = max(0, free)
    } else if isRightToLeft, !childMetrics.autoMargins.contains(.right) {
      x += free
    }
    flow.needBeforeSpanner = max(flow.needBeforeSpanner, flow.need)
    flow.need = .none
    let mark = flow.mark
    flow.span(
      ColumnFlow.Spanner(
        box: child, height: output.height, marginTop: childMetrics.marginTop, marginBottom: childMetrics.marginBottom,
        x: flow.left + x), at: place,
      contentEnd: contentEnd)
    noteLowerEdge(flow, since: mark)
    if space.isCommit {
      engine.place(
        child, x: x, y: place - contextBlock, containingInline: flow.contentInline, containingBlock: .indefinite)
    }
    logical = place - contextBlock
    margins = CollapsingMargins()
    hasChildren = false
    endsColumn = false
    return true
  }

  // MARK: Lines

  /// Lines, broken so that neither end of a column has too few of them (3.3).
  mutating func layoutLinesInColumns(_ request: InlineRequest) -> InlineOutput {
    guard let flow = engine.columnFlow else { return engine.layoutLines(of: box, request) }
    let (outerLines, outerBroken, outerKept) = (flow.lines, flow.brokenLines, flow.lineKeptByEdge)
    defer { (flow.lines, flow.brokenLines, flow.lineKeptByEdge) = (outerLines, outerBroken, outerKept) }
    flow.brokenLines = []
    flow.lineKeptByEdge = -1
    let top = request.contextTop + flow.base
    if let kept = flow.linesKeptByEdges[box], abs(kept.top - top) <= ColumnFlow.slack {
      flow.brokenLines = [kept.line]
      flow.lineKeptByEdge = kept.line
    }
    var measured = request
    measured.mode = .measure
    let floatCount = engine.blocks.floats.count
    var attempts = 0
    while attempts < 8, !flow.isMeasuring(at: request.contextTop) {
      attempts += 1
      flow.lines = []
      _ = engine.layoutLines(of: box, measured)
      engine.blocks.floats.rollBack(to: floatCount)
      var next = brokenLines(flow, request)
      if next == flow.brokenLines, let kept = lineKept(byLowerEdge: flow) {
        next.append(kept)
        flow.lineKeptByEdge = kept
      }
      if next == flow.brokenLines { break }
      flow.brokenLines = next
    }
    flow.lines = []
    let output = engine.layoutLines(of: box, request)
    noteKeptLines(flow)
    flow.lastLines = ColumnFlow.Lines(
      box: box, lines: flow.lines, top: top, base: flow.base, orphans: number(.orphans), widows: number(.widows))
    return output
  }

  /// The lines at either end of the block stay together: columns are at least as high as they are together.
  private func noteKeptLines(_ flow: ColumnFlow) {
    guard let first = flow.lines.first, let last = flow.lines.last else { return }
    let (count, orphans, widows) = (flow.lines.count, number(.orphans), number(.widows))
    let lastOrphan = flow.lines[min(orphans, count) - 1]
    flow.noteKeptLines(lastOrphan.top + lastOrphan.height - first.top, at: first.top)
    // Orphans go first: a column with too few lines at the end is then not higher.
    guard count - widows >= orphans else { return }
    let widow = flow.lines[count - widows]
    flow.noteKeptLines(last.top + last.height - widow.top, at: widow.top)
  }

  /// The lines before which the block must be broken, after a layout.
  private func brokenLines(_ flow: ColumnFlow, _ request: InlineRequest) -> [Int] {
    let lines = flow.lines
    let breaks = lines.indices.dropFirst().filter { flow.isBreak(between: lines[$0 - 1].top, and: lines[$0].top) }
    let isAtStart = flow.isStartOfColumn(request.contextTop)
    if let first = lines.first, first.top > request.contextTop,
      flow.isBreak(between: request.contextTop, and: first.top)
    {
      // The first line does not fit: the block moves.
      flow.need = .indivisible
    }
    guard let first = breaks.first, let last = breaks.last else { return flow.brokenLines }
    let orphans = number(.orphans)
    let widows = number(.widows)
    if first < min(orphans, lines.count) {
      guard first != flow.lineKeptByEdge else { return flow.brokenLines }
      if isAtStart {
        flow.noteViolation(.lines, at: lines[first].top)
      } else {
        flow.need = max(flow.need, .lines)
      }
      return flow.brokenLines
    }
    let missing = widows - (lines.count - last)
    guard missing > 0 else { return flow.brokenLines }
    let earlier = last - missing
    let before = breaks.dropLast().last ?? 0
    // As in Chromium, a column keeps its orphans, and the last one has fewer lines.
    return earlier - before >= orphans && earlier > before ? [earlier] : flow.brokenLines
  }

  /// The line before which the block is broken so that its lower edge is not parted from all lines.
  private func lineKept(byLowerEdge flow: ColumnFlow) -> Int? {
    guard let last = flow.lines.last, let (end, missing) = lowerEdge(behind: last.top + last.height) else { return nil }
    flow.noteShortage(missing, at: end)
    return lineKept(
      ColumnFlow.Lines(
        box: box, lines: flow.lines, top: 0, base: flow.base, orphans: number(.orphans), widows: number(.widows)),
      before: end, flow
    ).line
  }

  /// The line before which lines are broken so that a lower edge is not parted from all of them: with as many lines behind it as
  /// `widows` asks for, or else only the last one, which as in Chromium does not make columns higher.
  private func lineKept(
    _ block: ColumnFlow.Lines, before end: Double, _ flow: ColumnFlow
  ) -> (line: Int?, isAllowed: Bool) {
    let lines = block.lines
    let first = lines.firstIndex { !flow.isBeyond(end, flow.end(ofColumnAt: $0.top)) } ?? 0
    let kept = lines.count - block.widows
    if kept - first >= block.orphans, kept > first { return (kept, true) }
    return (lines.count - 1 > first ? lines.count - 1 : nil, false)
  }

  /// Whether the block begins in the column that ends at a place.
  private func isInColumn(endingAt end: Double, _ flow: ColumnFlow) -> Bool {
    !flow.isBreak(between: contextBlock, and: end - 2 * ColumnFlow.slack)
  }

  /// Where the lower padding and border are in another column than what is before them: that one's end, and what they lack.
  ///
  /// - Parameter bottom: the end of what is before them, in the formatting context.
  private func lowerEdge(behind bottom: Double) -> (end: Double, missing: Double)? {
    guard let flow = engine.columnFlow, metrics.insetBottom > 0, !isColumnContainer,
      engine.boxes[Int(box)].kind == .block
    else { return nil }
    guard !flow.isBehindSpanner(bottom) else {
      // Nothing is before the edge there, which is not broken itself.
      flow.noteUnbreakable(metrics.insetBottom, at: bottom)
      return nil
    }
    let end = flow.end(ofColumnAt: max(contextBlock, bottom - 2 * ColumnFlow.slack))
    guard flow.isBeyond(bottom + metrics.insetBottom, end) else { return nil }
    // Between the content and the end of a box that is higher there may be a break.
    guard abs(heightBeyondEdge(behind: bottom)) <= ColumnFlow.slack else { return nil }
    return (end, bottom + metrics.insetBottom - end)
  }

  /// How much higher the box is than it is with content up to a place in the formatting context.
  private func heightBeyondEdge(behind bottom: Double) -> Double {
    let content = bottom + metrics.insetBottom - contextBlock
    let height = engine.blockSize(box, space, metrics, intrinsic: content, inline: inline)
    return height.isDefinite ? height - content : 0
  }

  /// As in Chromium the lower edge of a cell is never parted from its content: the row moves, or the edge sticks out of the column.
  private func keepLowerEdge(ofCellWithContentTo bottom: Double, _ flow: ColumnFlow) {
    let end = flow.end(ofColumnAt: max(contextBlock, bottom - 2 * ColumnFlow.slack))
    let missing = bottom + metrics.insetBottom - end
    guard metrics.insetBottom > 0, missing > ColumnFlow.slack else { return }
    if isInColumn(endingAt: end, flow) {
      flow.noteShortage(missing, at: end)
      if !flow.isStartOfColumn(contextBlock) {
        flow.need = .indivisible
        return
      }
    }
    // A cell that is lower than its broken content grows with it.
    if heightBeyondEdge(behind: bottom) <= ColumnFlow.slack { flow.overhang = missing }
  }

  /// CSS Fragmentation 3, 4.1: a box is not broken between its upper border and padding and its content. It begins in the next
  /// column.
  func keepUpperEdge() {
    guard isResolved, let flow = engine.columnFlow, metrics.insetTop > 0, !isColumnContainer else { return }
    flow.noteUnbreakable(metrics.insetTop, at: contextBlock)
    let bottom = contextBlock + metrics.insetTop
    let end = flow.end(ofColumnAt: contextBlock)
    let child = engine.boxes[Int(box)].firstChild
    // What spans all columns is in none of them.
    let isContentBehind = child >= 0 && !engine.isSpanner(child) && flow.isBreak(between: contextBlock, and: bottom)
    guard flow.isBeyond(bottom, end) || isContentBehind else { return }
    flow.noteShortage(bottom - end, at: end)
    if flow.isStartOfColumn(contextBlock) {
      flow.noteViolation(.indivisible, at: end)
    } else {
      flow.need = .indivisible
    }
  }

  /// CSS Fragmentation 3, 4.1: a box is not broken between its content and its lower padding and border. The column ends before
  /// the last child, or before the box.
  mutating func keepLowerEdge() -> Bool {
    guard isResolved, let flow = engine.columnFlow else { return true }
    cutLowerMargin(flow)
    var bottom = contextBlock + logical + margins.sum
    if space.isNewFormattingContext { bottom = max(bottom, engine.blocks.floats.clearance([.left, .right])) }
    if engine.boxes[Int(box)].kind == .tableCell {
      keepLowerEdge(ofCellWithContentTo: bottom, flow)
      return true
    }
    guard let (end, missing) = lowerEdge(behind: bottom) else { return true }
    flow.noteShortage(missing, at: end)
    if hasKeptLowerEdge { return true }
    let lines = linesAtEnd(flow)
    let kept = lines.map { lineKept($0, before: end, flow) }
    if let lines, let kept, let line = kept.line, kept.isAllowed, flow.budget > 0 {
      return layoutAgain(before: line, of: lines, flow)
    }
    if flow.budget > 0, let point = breakpoints.last, !flow.isStartOfColumn(point.top),
      !flow.isBeyond(end, flow.end(ofColumnAt: point.top))
    {
      return layoutAgain(from: point, atColumn: end, flow)
    }
    // As in Chromium, too few lines on a side are better than an edge without content.
    if let lines, let line = kept?.line, flow.budget > 0 { return layoutAgain(before: line, of: lines, flow) }
    if !isInColumn(endingAt: end, flow) || flow.isStartOfColumn(contextBlock) {
      // There is no other place: the whole edge is in the next column.
      flow.noteViolation(.indivisible, at: end)
      logical = end - contextBlock
      margins = CollapsingMargins()
    } else {
      flow.need = .indivisible
    }
    return true
  }

  /// The margin below the last child, where it is in the box, is cut off at the end of its column (5.2).
  private mutating func cutLowerMargin(_ flow: ColumnFlow) {
    guard !isColumnContainer, metrics.insetBottom > 0 || space.isNewFormattingContext else { return }
    let bottom = contextBlock + logical
    let margin = isQuirkyContainer ? margins.sumWithoutQuirky : margins.sum
    let room = flow.end(ofColumnAt: max(contextBlock, bottom - 2 * ColumnFlow.slack)) - bottom
    guard margin > 0, margin > room else { return }
    logical += max(0, room)
    margins = CollapsingMargins()
  }

  // MARK: Floats

  /// Where a float may begin whose upper edge would be at a place: a margin before it is cut off at the end of its column (5.2).
  func floatEdge(_ edge: Double) -> Double {
    guard let flow = engine.columnFlow else { return edge }
    let last = isResolved ? contextBlock + logical : space.contextBlock
    guard edge > last else { return edge }
    if isBetweenSiblings, flow.isEndOfColumn(last) { return last }
    return flow.isBreak(between: last, and: edge) ? min(edge, flow.end(ofColumnAt: last)) : edge
  }

  /// Notes what a float lacks in the column that a margin before it ends.
  ///
  /// - Parameters:
  ///   - rect: its border box where it is now, in the formatting context.
  ///   - edge: where it would begin with the margin.
  func noteShortage(of rect: LayoutRect, at edge: Double) {
    let start = floatEdge(edge)
    if start < edge { engine.columnFlow?.noteShortage(edge - start + rect.y + rect.height - start, at: start) }
  }

  /// The lines that the block's last child ends with, where they were the last to be laid out.
  private func linesAtEnd(_ flow: ColumnFlow) -> ColumnFlow.Lines? {
    guard let lines = flow.lastLines, lines.base == flow.base, let point = lastChild.last else { return nil }
    var last = point.child
    while last >= 0, last != lines.box { last = lastInFlow(last) }
    return last >= 0 ? lines : nil
  }

  /// Lays the last child out again with its lines broken before one of them.
  private mutating func layoutAgain(before line: Int, of lines: ColumnFlow.Lines, _ flow: ColumnFlow) -> Bool {
    guard let point = lastChild.last else { return true }
    self = point.state
    engine.blocks.floats.rollBack(to: point.floatCount)
    flow.restore(point.mark)
    flow.budget -= 1
    flow.linesKeptByEdges[lines.box] = (lines.top, line)
    guard layoutChildInColumns(point.child) else { return false }
    repeatedChild = point.child
    return true
  }

  private func number(_ property: PropertyID) -> Int {
    guard case .number(let value)? = engine.computedStyle(box).pointee.other[property] else { return 2 }
    return Int(min(max(1, value), 32_767))
  }

  // MARK: The end

  /// Whether the block goes on in another column: its content is then not aligned.
  func isBroken(height: Double) -> Bool {
    guard let flow = engine.columnFlow, !isColumnContainer else { return false }
    return contextBlock + height > flow.end(ofColumnAt: contextBlock)
  }

  /// Ends the last row; the answer is where the container's content ends.
  func closeColumns(contentEnd: Double, end: Double) -> Double {
    guard let flow = engine.columnFlow else { return end }
    flow.close(at: end, contentEnd: contentEnd)
    return flow.place()
  }
}

/// A place between two siblings before which a column may end.
struct ColumnBreakpoint {
  /// The layout of their container before the second.
  let state: BlockLayout
  let child: BoxIndex
  /// The child's upper edge in the formatting context. px.
  let top: Double
  let mark: ColumnFlow.Mark
  let floatCount: Int
}
