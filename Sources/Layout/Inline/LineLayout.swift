import CSSValues

/// The state of laying out the lines of one inline formatting context.
///
/// OPTIMIZATION: not copyable, since a copy counts references to all that it has.
struct LineLayout: ~Copyable {
  let engine: LayoutEngine
  /// The content; of the first line with its own styles.
  var context: InlineContext
  /// The layout styles of a first line that stand for others, and the content that follows it.
  var lineStyles: [Int32: Int32] = [:]
  var following: InlineContext?
  private let trim: LineTrim
  private var lastDescent = 0.0
  let request: InlineRequest
  let container: BoxIndex
  let containerStyle: UnsafeMutablePointer<LayoutStyle>
  let computedStyle: UnsafeMutablePointer<ComputedStyle>
  /// Of a line of `unicode-bidi: plaintext` that of its own paragraph.
  var isRightToLeft: Bool
  /// The paragraph between forced breaks that the direction is of, with `unicode-bidi: plaintext`.
  var plaintext: Range<Int>?
  var breaker: LineBreaker
  /// The upper edge of the line in the formatting context.
  var top: Double
  var output = InlineOutput()
  /// Whether what committing writes is kept.
  let records: Bool
  /// The pieces of text on the lines, and those of inline boxes that go on from the line before: what a box has of its first
  /// line is bounded by the tree.
  private(set) var pieceCount = 0
  /// Whether there were more than ``LayoutEngine/maximumPieces``.
  private(set) var isCut = false
  private let maximumPieces: Int
  private let isInColumns: Bool
  private var textFragments: [InlineContext.TextFragment] = []
  /// The number of texts to the end of the last line that `-webkit-line-clamp` shows, where that is one of these lines.
  private(set) var clampedTexts: Int?
  private var boxFragments: [InlineContext.BoxFragment] = []
  /// Around all lines, from the container's border box.
  private var bounds: LayoutRect?
  /// The inline boxes that go on from the line before.
  var openBoxes: [BoxIndex] = []
  var lineBoxes: [LineBox] = []
  var isFirstLine = true
  var lineCount = 0
  // The place beside floats of the line under construction.
  var left = 0.0
  var right = 0.0
  var indent = 0.0
  /// The widths that the lines are broken in with `text-wrap-style`; empty where each is as full as may be.
  var balancedWidths: [Double] = []
  private var deferredFloats: [BoxIndex] = []
  /// The item behind the floats that lead the line: they are placed once, wherever the line itself is placed.
  private var leadingEnd = 0

  // OPTIMIZATION: inlined, so that the value, which holds many arrays, is made where its caller has it.
  @inline(__always)
  init(_ engine: LayoutEngine, _ context: InlineContext, _ request: InlineRequest, records: Bool) {
    self.records = records
    self.engine = engine
    isInColumns = engine.columnFlow != nil
    isFirstLine = engine.beginsContainer(context.container)
    let first = engine.firstLineContext(context)
    self.context = first ?? context
    self.request = request
    container = context.container
    trim = engine.lineTrim(of: context.container)
    containerStyle = engine.style(context.container)
    computedStyle = engine.computedStyle(context.container)
    isRightToLeft = containerStyle.pointee.isRightToLeft
    breaker = LineBreaker(
      engine, first ?? context, containerInline: request.contentInline, percentageBlock: request.percentageBlock,
      mode: request.mode)
    top = request.contextTop
    if first != nil {
      following = context
      lineStyles = engine.tree.firstLines[context.container] ?? [:]
    }
    // A context that was taken over from another engine is not counted yet.
    maximumPieces = engine.inline.pieces.maximum - max(0, engine.inline.pieces.count - context.pieceCount)
  }

  // MARK: Driver

  mutating func run() -> MeasuredLines {
    if computedStyle.pointee.text.textWrapStyle != .auto { balanceLines() }
    // OPTIMIZATION: most contexts have a line or two, for which arrays of their own would be made each time.
    engine.inline.swapLineRoom(&lineBoxes, &breaker.items)
    while !breaker.isAtEnd, !isCut {
      layoutLine()
      let isOpen = engine.blocks.lineClamp.remainingLines > 0
      engine.blocks.lineClamp.note(lineBottom: top)
      if isOpen, engine.blocks.lineClamp.remainingLines == 0 { clampedTexts = textFragments.count }
      if let next = following, lineCount > 0 { endFirstLine(next) }
    }
    if trim.contains(.end), lineCount > 0 {
      top -= lastDescent - engine.textEdges(ofStyle: engine.boxes[Int(container)].style).descent
    }
    output.height = max(0, top - request.contextTop)
    engine.inline.swapLineRoom(&lineBoxes, &breaker.items)
    return MeasuredLines(
      request: request, output: output, textFragments: textFragments, boxFragments: boxFragments, bounds: bounds)
  }

  private mutating func layoutLine() {
    let start = breaker.position
    placeLeadingFloats()
    let floatCount = engine.blocks.floats.count
    deferredFloats.removeAll(keepingCapacity: true)
    indent = isFirstLine ? textIndent() : 0
    if computedStyle.pointee.text.textIndent.hanging { indent = isFirstLine ? 0 : textIndent() }
    breaker.indent = indent
    var probeHeight = 0.0
    var attempts = 0
    while true {
      attempts += 1
      seekOpportunity(height: probeHeight)
      // Floats of the line itself do not move it down.
      let room = right - left
      fill(floatCount)
      let width = breaker.trimLine()
      // Beside floats, what does not fit at all goes below them; as in browsers, only where lines wrap.
      let isNarrow =
        computedStyle.pointee.text.textWrapMode == .wrap
        && room < request.contentInline
      if isNarrow, breaker.hasContent, width + indent > room + engine.units.fitTolerance, attempts < 64 {
        let below = engine.blocks.floats.opportunity(
          top: top, left: request.contextLeft, right: request.contextLeft + request.contentInline,
          width: min(width + indent, request.contentInline), height: probeHeight)
        if below.top > top {
          undo(start, floatCount)
          top = below.top
          continue
        }
      }
      let height = buildLine()
      if !engine.blocks.floats.isEmpty, height > probeHeight, attempts < 64 {
        let place = engine.blocks.floats.opportunity(
          top: top, left: request.contextLeft, right: request.contextLeft + request.contentInline, width: -.infinity,
          height: height)
        if place.left > left || place.right < right {
          // A float further down reaches into the line.
          undo(start, floatCount)
          probeHeight = height
          continue
        }
      }
      if isInColumns, breaker.hasContent, attempts < 64, let columns = engine.columnFlow {
        let place = columns.place(ofLine: top, height: height)
        if place > top {
          undo(start, floatCount)
          top = place
          continue
        }
      }
      finishLine(height, width)
      return
    }
  }

  private mutating func undo(_ start: LineBreaker.Position, _ floatCount: Int) {
    breaker.position = start
    engine.blocks.floats.rollBack(to: floatCount)
    deferredFloats.removeAll(keepingCapacity: true)
  }

  /// CSS 2.2, 9.5.1, rule 8: floats before all content of a line are as high as they may, even where they leave the line
  /// no room and it goes below them.
  private mutating func placeLeadingFloats() {
    leadingEnd = breaker.position.item
    guard context.hasFloats else { return }
    var index = leadingEnd
    scan: while index < context.items.count {
      let item = context.items[index]
      switch item.kind {
      case .float:
        Self.place(item.box, top: top, engine, request)
        leadingEnd = index + 1
      case .outOfFlow: break
      case .open:
        if engine.startEdge(of: item.box, percentageInline: request.contentInline) != 0 { break scan }
      case .close:
        if engine.endEdge(of: item.box, percentageInline: request.contentInline) != 0 { break scan }
      case .text, .tab, .forcedBreak, .atomic: break scan
      }
      index += 1
    }
  }

  private mutating func seekOpportunity(height: Double) {
    left = request.contextLeft
    right = request.contextLeft + request.contentInline
    guard !engine.blocks.floats.isEmpty else { return }
    let place = engine.blocks.floats.opportunity(top: top, left: left, right: right, width: -.infinity, height: height)
    left = place.left
    right = max(place.left, place.right)
  }

  /// Fills the line.
  ///
  /// - Parameter floatCount: how many floats there were before it.
  private mutating func fill(_ floatCount: Int) {
    // The breaker asks for floats through the closure: it works on a copy of what it needs.
    var lineLeft = left
    var lineRight = right
    var deferred: [(item: Int, box: BoxIndex)] = []
    var placed: [(item: Int, box: BoxIndex)] = []
    let engine = engine
    let request = request
    let top = top
    let indent = indent
    let leadingEnd = leadingEnd
    let room = lineCount < balancedWidths.count ? balancedWidths[lineCount] : .infinity
    breaker.fillLine(available: min(right - left - indent, room), openEdges: openEdges()) { breaker, box in
      let item = breaker.position.item
      if item < leadingEnd { return }
      let size = engine.atomicWidth(
        box, containerInline: request.contentInline, percentageBlock: request.percentageBlock)
      let isWide = breaker.width - breaker.trailingSpace() + size > breaker.available
      if breaker.hasContent && (isWide || !deferred.isEmpty) {
        deferred.append((item, box))
        return
      }
      placed.append((item, box))
      (lineLeft, lineRight) = LineLayout.place(box, top: top, engine, request)
      breaker.setAvailable(lineRight - lineLeft - indent)
    }
    let end = breaker.position.item
    deferredFloats = deferred.filter { $0.item < end }.map(\.box)
    if let last = placed.last, last.item >= end {
      // A float within what does not fit goes with it to the next line: this one ends where it does, and is as wide as before.
      engine.blocks.floats.rollBack(to: floatCount)
      (lineLeft, lineRight) = (left, right)
      for float in placed where float.item < end {
        (lineLeft, lineRight) = Self.place(float.box, top: top, engine, request)
      }
    }
    left = lineLeft
    right = lineRight
  }

  /// The edges that the inline boxes which go on from the line before have on this one as well.
  private func openEdges() -> ClonedEdges {
    var edges = ClonedEdges()
    for box in openBoxes where engine.style(box).pointee.clonesEdges {
      edges.starts += engine.startEdge(of: box, percentageInline: request.contentInline)
      edges.ends += engine.endEdge(of: box, percentageInline: request.contentInline)
    }
    return edges
  }

  private mutating func finishLine(_ height: Double, _ width: Double) {
    let root = lineBoxes[0]
    if breaker.hasContent, !trim.isEmpty {
      if lineCount == 0, trim.contains(.start) {
        top -= root.extent.ascent - engine.textEdges(ofStyle: engine.boxes[Int(container)].style).ascent
      }
      lastDescent = height - root.extent.ascent
    }
    let baseline = top + (root.extent.isNone ? 0 : root.extent.ascent)
    if breaker.hasContent {
      let local = baseline - request.contextTop + request.contentTop
      if !output.firstBaseline.isDefinite { output.firstBaseline = local }
      output.lastBaseline = local
    }
    if context.paragraph.baseDirection == nil { findDirection() }
    placeHorizontally(width)
    if records { commitLine(baseline, height) }
    updateOpenBoxes()
    if breaker.hasContent {
      if isInColumns { noteLineInColumn(height) }
      top += height
      isFirstLine = breaker.endsWithForcedBreak && computedStyle.pointee.text.textIndent.eachLine
      lineCount += 1
    }
    for box in deferredFloats { Self.place(box, top: top, engine, request) }
    deferredFloats.removeAll(keepingCapacity: true)
    clearFloatsAfterBreak()
  }

  /// What follows a line that sticks out of its column begins in the next.
  private mutating func noteLineInColumn(_ height: Double) {
    guard let columns = engine.columnFlow else { return }
    columns.lines.append(ColumnFlow.Line(top: top, height: height))
    let end = columns.end(ofColumnAt: top)
    if columns.isBeyond(top + height, end) { top = end - height }
    columns.noteContent(end: top + height)
  }

  /// CSS 2.2, 9.5.2: what follows a `<br>` that clears begins below the floats.
  private mutating func clearFloatsAfterBreak() {
    guard breaker.endsWithForcedBreak, !engine.blocks.floats.isEmpty, let piece = breaker.items.last else { return }
    let box = context.items[piece.item].box
    guard engine.boxes[Int(box)].kind == .lineBreak else { return }
    top = max(top, engine.blocks.floats.clearance(engine.style(box).pointee.clear))
  }

  private mutating func updateOpenBoxes() {
    for piece in breaker.items {
      let item = context.items[piece.item]
      if item.kind == .open { openBoxes.append(item.box) }
      if item.kind == .close, !openBoxes.isEmpty { openBoxes.removeLast() }
    }
  }

  // MARK: Vertical

  /// Opens the line's boxes and finds its height (CSS 2.2, 10.8). Afterwards every box's distance from the line's
  /// baseline is known.
  private mutating func buildLine() -> Double {
    lineBoxes.removeAll(keepingCapacity: true)
    let isQuirky = engine.source.hasLineHeightQuirk
    let rootStyle = lineStyle(engine.boxes[Int(container)].style)
    let rootMetrics = engine.inlineMetrics(ofStyle: rootStyle)
    lineBoxes.append(
      LineBox(
        box: container, parent: -1, style: rootStyle, metrics: rootMetrics,
        extent: isQuirky ? .none : rootMetrics.line, hasStart: false, hasFont: !isQuirky))
    var current = 0
    for box in openBoxes { current = openLineBox(box, parent: current, hasStart: false, isQuirky) }
    if isQuirky, isListItem {
      lineBoxes[current].extent = engine.strut(ofStyle: lineBoxes[current].style, lineHeightOf: rootStyle)
      lineBoxes[current].hasFont = true
    }
    for index in breaker.items.indices {
      let item = context.items[breaker.items[index].item]
      switch item.kind {
      case .open:
        current = openLineBox(item.box, parent: current, hasStart: true, isQuirky)
        breaker.items[index].lineBox = current
      case .close:
        breaker.items[index].lineBox = current
        lineBoxes[current].hasEnd = true
        current = closeLineBox(current)
      case .text, .tab:
        breaker.items[index].lineBox = current
        // With the quirk a `<wbr>` does not count.
        if isQuirky, engine.boxes[Int(item.box)].kind == .wordBreak { break }
        if breaker.items[index].end > breaker.items[index].start { addText(index, current) }
      case .forcedBreak:
        breaker.items[index].lineBox = current
        // With the quirk a `<br>` counts only where nothing else in its box does.
        if isQuirky, !lineBoxes[current].extent.isNone { break }
        lineBoxes[current].extent.unite(lineBoxes[current].metrics.line)
        lineBoxes[current].hasFont = true
      case .atomic:
        breaker.items[index].lineBox = current
        addAtomic(index, item, current)
      case .float, .outOfFlow:
        breaker.items[index].lineBox = current
      }
    }
    while current > 0 { current = closeLineBox(current) }
    return resolvePending()
  }

  /// As in browsers, the lines of a list item never ignore their line height: the innermost box that they begin in
  /// has it.
  private var isListItem: Bool {
    guard case .box(_, _, true) = containerStyle.pointee.display else { return false }
    return true
  }

  private mutating func openLineBox(_ box: BoxIndex, parent: Int, hasStart: Bool, _ isQuirky: Bool) -> Int {
    let style = lineStyle(engine.boxes[Int(box)].style)
    let metrics = engine.inlineMetrics(ofStyle: style)
    var extent = isQuirky ? FontHeight.none : metrics.line
    if isQuirky, hasInlineEdges(box) { extent = metrics.line }
    lineBoxes.append(
      LineBox(
        box: box, parent: parent, style: style, metrics: metrics, extent: extent, hasStart: hasStart,
        hasFont: !extent.isNone))
    return lineBoxes.count - 1
  }

  private func hasInlineEdges(_ box: BoxIndex) -> Bool {
    let metrics = engine.resolveBoxMetrics(box, request.contentInline)
    return metrics.insetsInline != 0
  }

  private mutating func closeLineBox(_ index: Int) -> Int {
    let box = lineBoxes[index]
    let parent = box.parent
    if box.extent.isNone { return parent }
    if let shift = engine.baselineShift(
      ofStyle: box.style, extent: box.extent, parent: lineBoxes[parent].metrics, lineHeight: box.metrics.lineHeight)
    {
      lineBoxes[index].shift = shift
      lineBoxes[parent].extent.unite(box.extent, shift: shift)
    } else {
      lineBoxes[index].isPending = true
    }
    return parent
  }

  private mutating func addText(_ index: Int, _ current: Int) {
    let metrics = lineBoxes[current].metrics
    lineBoxes[current].extent.unite(metrics.line)
    lineBoxes[current].hasFont = true
    // With `line-height: normal` every font that is used counts, each with its own leading.
    guard metrics.isNormalLineHeight else { return }
    let piece = breaker.items[index]
    for run in runs(piece.start, piece.end) {
      if run.ascent == metrics.font.ascent && run.descent == metrics.font.descent { continue }
      if run.ascent == 0 && run.descent == 0 { continue }
      let font = FontHeight(ascent: run.ascent, descent: run.descent)
      lineBoxes[current].extent.unite(
        InlineMetrics.leaded(
          font, lineHeight: run.ascent + run.descent + run.lineGap, scale: engine.deviceScale))
    }
  }

  /// The shaped runs that overlap units.
  private func runs(_ start: Int, _ end: Int) -> ArraySlice<ShapedParagraph.Run> {
    let runs = breaker.shaped.runs
    let low = ShapedParagraph.firstRun(endingAfter: start, in: runs)
    var last = low
    while last < runs.count, runs[last].range.lowerBound < end { last += 1 }
    return runs[low..<last]
  }

  private mutating func addAtomic(_ index: Int, _ item: InlineContext.Item, _ current: Int) {
    let (_, _, extent) = engine.layoutAtomic(
      item.box, containerInline: request.contentInline, percentageBlock: request.percentageBlock, mode: .measure)
    let style = engine.boxes[Int(item.box)].style
    let lineHeight = engine.inlineMetrics(ofStyle: style).lineHeight
    if let shift = engine.baselineShift(
      ofStyle: style, extent: extent, parent: lineBoxes[current].metrics, lineHeight: lineHeight)
    {
      breaker.items[index].shift = shift
      lineBoxes[current].extent.unite(extent, shift: shift)
    } else {
      // As a box of its own that waits for the line's height.
      var pending = LineBox(
        box: item.box, parent: current, style: style, metrics: lineBoxes[current].metrics, extent: extent,
        hasStart: false)
      pending.isPending = true
      lineBoxes.append(pending)
      breaker.items[index].lineBox = lineBoxes.count - 1
    }
  }

  /// Places `top` and `bottom` boxes, and adds the shifts up. Returns the line's height.
  private mutating func resolvePending() -> Double {
    var root = lineBoxes[0].extent
    if root.isNone { root = FontHeight(ascent: 0, descent: 0) }
    if let highest = lineBoxes.highestPending(above: root.height) {
      switch engine.styles[Int(highest.style)].verticalAlign {
      case .bottom: root.ascent = highest.extent.height - root.descent
      default: root.descent = highest.extent.height - root.ascent
      }
    }
    lineBoxes[0].extent = root
    for index in lineBoxes.indices.dropFirst() {
      let box = lineBoxes[index]
      if box.isPending {
        lineBoxes[index].total =
          engine.styles[Int(box.style)].verticalAlign == .bottom
          ? root.descent - box.extent.descent : box.extent.ascent - root.ascent
      } else {
        lineBoxes[index].total = lineBoxes[box.parent].total + box.shift
      }
    }
    return breaker.hasContent ? root.height : 0
  }

  // MARK: Horizontal

  /// Aligns the line and places its pieces (CSS Text 4, 6), in visual order (UAX 9, L2).
  private mutating func placeHorizontally(_ width: Double) {
    let isLast = breaker.endsWithForcedBreak || breaker.isAtEnd
    let available = right - left - indent
    // CSS Text 4, 4.3.2: before a forced break and at the end spaces hang only as far as they do not fit.
    let width = isLast ? max(width, min(breaker.width, available)) : width
    var free = available - width
    var alignment = resolvedAlignment(isLast: isLast)
    if alignment == .justify {
      if free > 0, justify(free) { free = 0 } else { alignment = isRightToLeft ? .right : .left }
    }
    var offset = 0.0
    switch alignment {
    case .center: offset = isRightToLeft && free < 0 ? free : max(0, engine.layoutUnit(free / 2))
    case .right: offset = isRightToLeft ? free : max(0, free)
    default: offset = isRightToLeft && free < 0 ? free : 0
    }
    let hanging = breaker.width - width
    var x = left - request.contextLeft + offset
    if !isRightToLeft { x += indent } else if hanging > 0 { x -= hanging }
    if context.isSimple {
      placeInOrder(x)
    } else {
      placeVisually(x)
    }
  }

  private enum LineAlignment { case left, right, center, justify }

  private func resolvedAlignment(isLast: Bool) -> LineAlignment {
    let isRightToLeft = isRightToLeft
    func physical(_ align: TextAlign) -> LineAlignment {
      switch align {
      case .start: isRightToLeft ? .right : .left
      case .end: isRightToLeft ? .left : .right
      case .left, .webkitLeft: .left
      case .right, .webkitRight: .right
      case .center, .webkitCenter: .center
      case .justify: .justify
      case .matchParent: isRightToLeft ? .right : .left
      }
    }
    let align = containerStyle.pointee.textAlign
    guard isLast else { return physical(align) }
    switch computedStyle.pointee.text.textAlignLast {
    case .auto: return align == .justify ? physical(.start) : physical(align)
    case .start, .matchParent: return physical(.start)
    case .end: return physical(.end)
    case .left: return .left
    case .right: return .right
    case .center: return .center
    case .justify: return .justify
    }
  }

  /// Spreads free space over the line's spaces (CSS Text 4, 6.4). False where there are none.
  private mutating func justify(_ free: Double) -> Bool {
    func isGap(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0xA0 }
    func isIdeograph(_ unit: UInt16) -> Bool {
      (0x2E80...0x9FFF).contains(unit) || (0xF900...0xFAFF).contains(unit) || (0xAC00...0xD7A3).contains(unit)
    }
    if computedStyle.pointee.text.textJustify == .none { return false }
    let lastText = breaker.items.lastIndex { context.items[$0.item].kind == .text && $0.end > $0.start }
    var counts: [(Int, Int)] = []
    var total = 0
    for (index, piece) in breaker.items.enumerated() where context.items[piece.item].kind == .text {
      var count = 0
      for unit in piece.start..<piece.end {
        let value = context.paragraph.text[unit]
        if isGap(value) || (isIdeograph(value) && !(index == lastText && unit == piece.end - 1)) { count += 1 }
      }
      if count > 0 {
        counts.append((index, count))
        total += count
      }
    }
    guard total > 0 else { return false }
    let gap = free / Double(total)
    var given = 0.0
    var seen = 0
    for (index, count) in counts {
      seen += count
      let upTo = engine.layoutUnit(gap * Double(seen))
      breaker.items[index].width += upTo - given
      given = upTo
    }
    return true
  }

  private mutating func placeInOrder(_ start: Double) {
    var x = start
    for index in lineBoxes.indices where !lineBoxes[index].hasStart {
      let clones = clonesEdges(index)
      lineBoxes[index].left = x + (clones ? engine.marginStart(of: lineBoxes[index].box, request.contentInline) : 0)
      if clones { x += engine.startEdge(of: lineBoxes[index].box, percentageInline: request.contentInline) }
    }
    for index in breaker.items.indices {
      breaker.items[index].x = x
      let piece = breaker.items[index]
      let item = context.items[piece.item]
      switch item.kind {
      case .open:
        lineBoxes[piece.lineBox].left = x + engine.marginStart(of: item.box, request.contentInline)
        x += piece.width
      case .close:
        x += piece.width
        lineBoxes[piece.lineBox].right = x - engine.marginEnd(of: item.box, request.contentInline)
      default:
        x += piece.width
      }
    }
    // The innermost first.
    for index in lineBoxes.indices.reversed() where lineBoxes[index].right == -.infinity {
      let clones = clonesEdges(index)
      if clones { x += engine.endEdge(of: lineBoxes[index].box, percentageInline: request.contentInline) }
      lineBoxes[index].right = x - (clones ? engine.marginEnd(of: lineBoxes[index].box, request.contentInline) : 0)
    }
  }

  /// Whether an inline box has its edges on each of its lines.
  @inline(__always)
  private func clonesEdges(_ index: Int) -> Bool {
    let box = lineBoxes[index]
    return engine.styles[Int(box.style)].clonesEdges && engine.boxes[Int(box.box)].kind == .inline
  }

  /// Reorders the leaves of a line by their levels, and stretches each inline box over its leaves.
  private mutating func placeVisually(_ start: Double) {
    var order = visualLeaves()
    reorder(&order)
    // How many leaves of each box are still to come, for its last edge.
    var remaining = [Int](repeating: 0, count: lineBoxes.count)
    for index in order {
      var box = breaker.items[index].lineBox
      while box > 0 {
        remaining[box] += 1
        box = lineBoxes[box].parent
      }
    }
    var isOpened = [Bool](repeating: false, count: lineBoxes.count)
    var x = start
    for index in order {
      // Left edges of the boxes that begin here, the outermost first.
      var path: [Int] = []
      var box = breaker.items[index].lineBox
      while box > 0 {
        path.append(box)
        box = lineBoxes[box].parent
      }
      for box in path.reversed() where !isOpened[box] {
        isOpened[box] = true
        let edges = visualEdges(box)
        lineBoxes[box].left = x + edges.marginLeft
        x += edges.left
      }
      breaker.items[index].x = x
      // The edges of an inline box without content have been counted.
      if context.items[breaker.items[index].item].kind != .open { x += breaker.items[index].width }
      for box in path {
        remaining[box] -= 1
        if remaining[box] == 0 {
          let edges = visualEdges(box)
          x += edges.right
          lineBoxes[box].right = x - edges.marginRight
        }
      }
    }
    for index in lineBoxes.indices.dropFirst() where !isOpened[index] {
      let edges = visualEdges(index)
      lineBoxes[index].left = x + edges.marginLeft
      x += edges.left + edges.right
      lineBoxes[index].right = x - edges.marginRight
    }
  }

  private func visualEdges(_ index: Int) -> (left: Double, right: Double, marginLeft: Double, marginRight: Double) {
    let box = lineBoxes[index]
    if engine.boxes[Int(box.box)].kind != .inline { return (0, 0, 0, 0) }
    let metrics = engine.resolveBoxMetrics(box.box, request.contentInline)
    let flags = engine.flags(box.box)
    let clones = clonesEdges(index)
    let hasStart = (box.hasStart || clones) && !flags.contains(.continuesBefore)
    let hasEnd = (box.hasEnd || clones) && !flags.contains(.continuesAfter)
    let isReversed = engine.styles[Int(box.style)].isRightToLeft
    let hasLeft = isReversed ? hasEnd : hasStart
    let hasRight = isReversed ? hasStart : hasEnd
    let room = hasEnd ? engine.markerRoom(box.box) : 0
    let marginLeft = (hasLeft ? metrics.marginLeft : 0) + (isReversed ? room : 0)
    let marginRight = (hasRight ? metrics.marginRight : 0) + (isReversed ? 0 : room)
    return (
      marginLeft + (hasLeft ? metrics.insetLeft : 0), marginRight + (hasRight ? metrics.insetRight : 0), marginLeft,
      marginRight
    )
  }

  // MARK: Commit

  /// Keeps what a line writes. In lines that are measured there is nothing but text and inline boxes.
  private mutating func commitLine(_ baseline: Double, _ height: Double) {
    pieceCount += openBoxes.count
    isCut = pieceCount > maximumPieces
    if isCut { return }
    let contextToBox = request.contentTop - request.contextTop
    let lineBaseline = baseline + contextToBox
    let originX = request.contentLeft
    noteBounds(originX, top + contextToBox, height)
    applyRelativeOffsets()
    if textFragments.isEmpty {
      textFragments.reserveCapacity(breaker.isAtEnd ? breaker.items.count : max(2, breaker.items.count))
    }
    for box in lineBoxes.dropFirst() where engine.boxes[Int(box.box)].kind == .inline {
      let metrics = engine.resolveBoxMetrics(box.box, request.contentInline)
      let font = engine.contentArea(of: box)
      let isHollow = !breaker.hasContent && box.right - box.left == 0 && engine.isHollow(box.box)
      // What shows nothing is at the upper edge of the line.
      let y =
        isHollow
        ? top + contextToBox : lineBaseline + box.total - font.ascent - metrics.insetTop + box.relativeY
      boxFragments.append(
        InlineContext.BoxFragment(
          box: box.box,
          rect: LayoutRect(
            x: originX + box.left + box.relativeX, y: y, width: max(0, box.right - box.left),
            height: isHollow ? 0 : font.height + metrics.insetsBlock)))
    }
    var followsContent = false
    for piece in breaker.items {
      let item = context.items[piece.item]
      let owner = lineBoxes[piece.lineBox]
      defer { followsContent = followsContent || item.kind == .atomic || piece.end > piece.start }
      let itemBaseline = lineBaseline + owner.total + piece.shift + owner.relativeY
      let x = originX + piece.x + owner.relativeX
      switch item.kind {
      case .text, .tab, .forcedBreak:
        let font = owner.metrics.font
        if item.kind != .forcedBreak && piece.end <= piece.start { continue }
        let isHollow = item.kind == .forcedBreak && !owner.hasFont
        pieceCount += 1
        if pieceCount > maximumPieces {
          isCut = true
          return
        }
        textFragments.append(
          InlineContext.TextFragment(
            box: item.box, start: piece.start, end: piece.end, x: x, y: itemBaseline - (isHollow ? 0 : font.ascent),
            width: piece.width, height: isHollow ? 0 : font.height, baseline: itemBaseline, level: item.level,
            isHyphenated: piece.isHyphenated, isOfFirstLine: following != nil))
      case .atomic:
        let (_, metrics, extent) = engine.layoutAtomic(
          item.box, containerInline: request.contentInline, percentageBlock: request.percentageBlock, mode: .commit)
        engine.place(
          item.box, x: x + metrics.marginLeft, y: itemBaseline - extent.ascent + metrics.marginTop,
          containingInline: request.contentInline, containingBlock: request.percentageBlock)
      case .outOfFlow:
        recordStaticPosition(
          item.box, piece, lineTop: top + contextToBox, height, followsContent: followsContent)
      case .open, .close, .float: break
      }
    }
  }

  /// Unites the line with the bounds of the lines, which a scroll container surrounds with its padding.
  private mutating func noteBounds(_ originX: Double, _ lineTop: Double, _ height: Double) {
    guard breaker.hasContent else { return }
    var left = Double.infinity
    var right = -Double.infinity
    for piece in breaker.items {
      left = min(left, originX + piece.x)
      right = max(right, originX + piece.x + piece.width)
    }
    var bottom = lineTop + height
    var lineTop = lineTop
    if let known = bounds {
      left = min(left, known.x)
      right = max(right, known.x + known.width)
      bottom = max(bottom, known.y + known.height)
      lineTop = min(lineTop, known.y)
    }
    bounds = LayoutRect(x: left, y: lineTop, width: right - left, height: bottom - lineTop)
  }

  /// `position: relative` of inline boxes moves what is in them.
  private mutating func applyRelativeOffsets() {
    for index in lineBoxes.indices.dropFirst() {
      let parent = lineBoxes[lineBoxes[index].parent]
      lineBoxes[index].relativeX = parent.relativeX
      lineBoxes[index].relativeY = parent.relativeY
      let box = lineBoxes[index].box
      guard engine.boxes[Int(box)].kind == .inline, engine.flags(box).contains(.relative) else { continue }
      let offset = engine.relativeOffset(
        box, containingInline: request.contentInline, containingBlock: request.percentageBlock)
      lineBoxes[index].relativeX += offset.x
      lineBoxes[index].relativeY += offset.y
    }
  }

  /// - Parameter followsContent: whether the line has something before the box.
  private func recordStaticPosition(
    _ box: BoxIndex, _ piece: LineItem, lineTop: Double, _ height: Double, followsContent: Bool
  ) {
    let style = engine.style(box)
    var position: StaticPosition
    if style.pointee.wasInlineLevel {
      position = StaticPosition(x: request.contentLeft + piece.x, y: lineTop, parent: container)
      position.inlineEdge = isRightToLeft ? .end : .start
    } else {
      // A block would begin below the line that is open.
      position = StaticPosition(
        x: isRightToLeft ? request.contentLeft + request.contentInline : request.contentLeft,
        y: followsContent ? lineTop + height : lineTop, inlineEdge: isRightToLeft ? .end : .start, parent: container)
    }
    engine.recordStaticPosition(box, position)
  }
}
