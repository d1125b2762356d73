import CSSValues

/// CSS Flexbox 1, 9: the flex layout algorithm of one container.
///
/// It works in the container's flow: "main" and "cross" axes with start and end; ``placeItems()`` maps the finished
/// positions to physical ones. Items and lines live in the engine's scratch stack.
///
/// OPTIMIZATION: methods are `mutating` even where they change nothing, because a mutating method that calls one that is
/// not copies all 352 bytes for it, which took a tenth of the layout of nested containers.
struct FlexLayout {
  let engine: LayoutEngine
  let box: BoxIndex
  let style: UnsafePointer<LayoutStyle>
  let space: ConstraintSpace
  let metrics: BoxMetrics

  // What the container's style says.
  let axes: FlexAxes
  let wraps: Bool

  // The container's sizes in px.
  /// The border box.
  let inlineSize: Double
  /// The content box's width.
  let contentInline: Double
  /// The content box's height if it is definite before layout, or indefinite.
  let contentBlock: Double
  /// The width that a column's items may fill: the content box's, or a balanced line's share of it.
  var itemInline: Double
  let mainGap: Double
  let crossGap: Double

  var items = UnsafeMutableBufferPointer<FlexItem>(start: nil, count: 0)
  var lines = UnsafeMutableBufferPointer<FlexLine>(start: nil, count: 0)
  /// The content box's main size once it is known.
  var innerMain: Double = 0
  /// The content box's cross size once it is known.
  var innerCross: Double = 0
  /// The border box's height once it is known.
  var blockSize: Double = 0
  /// The content's own height.
  var intrinsicBlock: Double = 0

  /// The content box's cross size if it is definite before layout, or indefinite.
  @inline(__always) var definiteInnerCross: Double { isColumn ? contentInline : contentBlock }
  @inline(__always) var isCommit: Bool { space.isCommit }

  /// OPTIMIZATION: items are large, and handed on by their place.
  @inline(__always)
  func item(_ index: Int) -> UnsafeMutablePointer<FlexItem> {
    items.baseAddress! + index  // Indices come of the items' range, which is empty where there is no memory.
  }

  @inline(__always) var isColumn: Bool { axes.isColumn }
  @inline(__always) var isMainMirrored: Bool { axes.isMainMirrored }
  @inline(__always) var isCrossMirrored: Bool { axes.isCrossMirrored }

  /// Lays a flex container out (CSS Flexbox 1, 9).
  mutating func run() -> LayoutOutput {
    let mark = engine.scratch.mark
    defer { engine.scratch.release(to: mark) }

    // 9.1 Initial setup; 9.2 Line length determination.
    generateItems()
    // 9.3 Main size determination.
    collectLines()
    for line in lines.indices { resolveFlexibleLengths(line) }
    // 9.4 Cross size determination.
    for line in lines.indices { determineHypotheticalCrossSizes(line) }
    determineLineCrossSizes()
    determineContainerSize()
    alignContent()
    stretchItems()
    // 9.5 Main-axis alignment.
    for line in lines.indices { justifyLine(line) }
    // 9.6 Cross-axis alignment.
    for line in lines.indices { alignLine(line) }
    breakInColumns()

    if isCommit {
      placeItems()
      placeOutOfFlowChildren()
    }
    return output()
  }

  private mutating func output() -> LayoutOutput {
    var output = LayoutOutput(width: inlineSize, height: blockSize)
    output.intrinsicBlock = intrinsicBlock
    output.firstBaseline = containerBaseline(isFirst: true)
    output.lastBaseline = containerBaseline(isFirst: false)
    return output
  }

  /// The room that the lines of a column take across: what a wrapping column's max-content width is.
  mutating func measureLines() -> Double {
    let mark = engine.scratch.mark
    defer { engine.scratch.release(to: mark) }
    generateItems()
    collectLines()
    for line in lines.indices { resolveFlexibleLengths(line) }
    for line in lines.indices { determineHypotheticalCrossSizes(line) }
    determineLineCrossSizes()
    var sum = crossGap * Double(max(0, lines.count - 1))
    for line in lines { sum += line.cross }
    return sum
  }

  // MARK: 9.3 Main size determination

  /// 9.3 step 5: collect flex items into flex lines.
  private mutating func collectLines() {
    let limit = wraps ? lineBreakLimit() : .infinity
    lines = engine.scratch.allocate(FlexLine.self, count: wraps ? max(1, items.count) : 1)
    let balanced = balancedCounts(limit)
    var count = 0
    var line = FlexLine(start: 0, end: 0)
    for index in items.indices {
      let outer = items[index].hypotheticalMain + items[index].mainMargins
      if line.count > 0 {
        let breaks: Bool
        if let balanced {
          breaks = line.count == balanced[count]
        } else {
          breaks = wraps && line.hypotheticalSum + mainGap + outer > limit
        }
        if breaks {
          lines[count] = line
          count += 1
          line = FlexLine(start: index, end: index)
        } else {
          line.hypotheticalSum += mainGap
        }
      }
      line.hypotheticalSum += outer
      line.end = index + 1
    }
    if line.count > 0 {
      lines[count] = line
      count += 1
    }
    lines = UnsafeMutableBufferPointer(rebasing: lines[..<count])
  }

  /// The numbers of items by line of a balanced container.
  private mutating func balancedCounts(_ limit: Double) -> [Int]? {
    guard wraps, !items.isEmpty else { return nil }
    let flex = engine.computed[Int(style.pointee.computed)].flex
    guard flex.isBalanced else { return nil }
    return FlexLineBalancing(
      items.map { $0.hypotheticalMain + $0.mainMargins }, limit: limit, gap: mainGap,
      minimumCount: Int(flex.lineCount)
    ).counts
  }

  /// The main size that a line may fill.
  private mutating func lineBreakLimit() -> Double {
    if !isColumn { return contentInline }
    if contentBlock.isDefinite { return contentBlock }
    let unbounded = engine.blockSize(box, space, metrics, intrinsic: 1e8, inline: inlineSize)
    return unbounded >= 33_554_432 ? .infinity : unbounded - metrics.insetsBlock
  }

  /// 9.7, with the container's main size of 9.2 step 4 and the automatic minimums that were put off.
  private mutating func resolveFlexibleLengths(_ index: Int) {
    let line = lines[index]
    let inner = mainSize(line.hypotheticalSum)
    innerMain = index == 0 ? inner : max(innerMain, inner)
    if line.hypotheticalSum > inner {
      for item in line.items where items[item].hasPendingAutomaticMinimum && items[item].style.pointee.flexShrink > 0 {
        items[item].hasPendingAutomaticMinimum = false
        items[item].minimumMain = automaticMinimum(self.item(item))
      }
    } else if line.hypotheticalSum == inner {
      // OPTIMIZATION: nothing to give or to take.
      for item in line.items { items[item].main = items[item].hypotheticalMain }
      return
    }
    var lengths = FlexibleLengths(
      items, line.items, innerMain: inner, gaps: mainGap * Double(line.count - 1),
      hypotheticalSum: line.hypotheticalSum, units: engine.units)
    lengths.resolve()
  }

  /// The container's inner main size around content of a size.
  private mutating func mainSize(_ content: Double) -> Double {
    if !isColumn { return contentInline }
    if contentBlock.isDefinite { return contentBlock }
    let block = engine.blockSize(
      box, space, metrics, intrinsic: content + metrics.insetsBlock, inline: inlineSize)
    return max(0, block - metrics.insetsBlock)
  }

  // MARK: 9.4 Cross size determination

  /// 9.4 step 7: each item is laid out with its used main size, as if its cross size were `auto`.
  private mutating func determineHypotheticalCrossSizes(_ line: Int) {
    let range = lines[line].items
    let isOuterLine = space.needsBaseline && (line == 0 || line == lines.count - 1)
    for index in range {
      let item = item(index)
      let needsBaseline =
        item.pointee.alignment == .firstBaseline || item.pointee.alignment == .lastBaseline
        || (isOuterLine && (index == range.lowerBound || index == range.upperBound - 1))
      item.pointee.needsBaseline = needsBaseline
      let isKnown = item.pointee.definiteCross.isDefinite
      if isKnown {
        item.pointee.cross = item.pointee.definiteCross
        if !isCommit && !needsBaseline { continue }
        // OPTIMIZATION: what was laid out as it was measured, and is as high, is done.
        if isCommit, item.pointee.committedMain == item.pointee.main { continue }
      }
      let stretchesLater = !isKnown && mayStretchLater(item)
      let commits = isCommit && (isKnown || !item.pointee.stretches || stretchesLater)
      let output = layoutItem(item, commits ? .commit : .measure, cross: item.pointee.definiteCross)
      if stretchesLater, output.height == output.intrinsicBlock { item.pointee.committedCross = output.height }
      if !isKnown { item.pointee.cross = isColumn ? output.width : output.height }
      item.pointee.baseline = item.pointee.alignment == .lastBaseline ? output.lastBaseline : output.firstBaseline
      item.pointee.lastBaseline = output.lastBaseline
    }
  }

  /// Lays an item out with its used main size and, where it is definite, its cross size.
  ///
  /// - Parameter place: the border box's upper edge in the container's, where the item is broken at the ends of columns.
  mutating func layoutItem(
    _ item: UnsafeMutablePointer<FlexItem>, _ mode: ConstraintSpace.Mode, cross: Double, at place: Double = .indefinite
  ) -> LayoutOutput {
    let inner = itemSpace(item, mode, cross: cross)
    if place.isDefinite { return engine.layoutInColumns(item.pointee.box, inner, at: place) }
    let output = engine.layout(item.pointee.box, inner)
    // The answer that was committed before is no longer what is placed.
    if mode == .commit, item.pointee.committedMain.isDefinite || item.pointee.committedCross.isDefinite {
      engine.cache.pointee.store(item.pointee.box, inner, output)
    }
    return output
  }

  /// What an item with its used main size and, where it is definite, its cross size is laid out against.
  mutating func itemSpace(
    _ item: UnsafeMutablePointer<FlexItem>, _ mode: ConstraintSpace.Mode, cross: Double
  ) -> ConstraintSpace {
    var inner: ConstraintSpace
    if isColumn {
      inner = ConstraintSpace(
        availableInline: itemInline, availableBlock: item.pointee.main, percentageInline: contentInline,
        percentageBlock: contentBlock, mode: mode)
      inner.isFixedBlock = true
      inner.isFixedBlockIndefinite = item.pointee.isMainIndefinite
      if cross.isDefinite {
        inner.availableInline = cross
        inner.isFixedInline = true
      }
    } else {
      inner = ConstraintSpace(
        availableInline: item.pointee.main, availableBlock: contentBlock, percentageInline: contentInline,
        percentageBlock: contentBlock, mode: mode)
      inner.isFixedInline = true
      if cross.isDefinite {
        inner.availableBlock = cross
        inner.isFixedBlock = true
      }
    }
    inner.needsBaseline = item.pointee.needsBaseline
    return inner
  }

  /// 9.4 step 8: the cross size of each flex line.
  private mutating func determineLineCrossSizes() {
    if !wraps && lines.count == 1 && definiteInnerCross.isDefinite {
      lines[0].cross = definiteInnerCross
      measureBaselines(0)
      return
    }
    for line in lines.indices {
      let baselines = measureBaselines(line)
      var cross = max(0, baselines)
      for index in lines[line].items where items[index].outerCross > cross { cross = items[index].outerCross }
      lines[line].cross = cross
    }
  }

  /// Finds the lines' baselines; returns the room that items aligned by them take.
  @discardableResult
  private mutating func measureBaselines(_ line: Int) -> Double {
    var firstAscent = -Double.infinity
    var firstDescent = -Double.infinity
    var lastAscent = -Double.infinity
    var lastDescent = -Double.infinity
    for index in lines[line].items {
      let item = item(index)
      guard !item.pointee.hasAutoCrossMargin else { continue }
      if item.pointee.alignment == .firstBaseline {
        let ascent = baselineOffset(item)
        firstAscent = max(firstAscent, ascent)
        firstDescent = max(firstDescent, item.pointee.outerCross - ascent)
      } else if item.pointee.alignment == .lastBaseline {
        let ascent = baselineOffset(item)
        lastAscent = max(lastAscent, ascent)
        lastDescent = max(lastDescent, item.pointee.outerCross - ascent)
      }
    }
    lines[line].firstAscent = firstAscent
    lines[line].lastDescent = lastDescent
    return max(firstAscent + firstDescent, lastAscent + lastDescent)
  }

  /// The distance of an item's baseline from its cross-start margin edge.
  mutating func baselineOffset(_ item: UnsafeMutablePointer<FlexItem>) -> Double {
    if isColumn {
      // Its inline axis crosses the main axis: what counts as baseline is the border box's left edge.
      return item.pointee.crossMarginStart + (isCrossMirrored ? item.pointee.cross : 0)
    }
    let baseline = item.pointee.baseline.isDefinite ? item.pointee.baseline : item.pointee.cross
    return item.pointee.crossMarginStart + (isCrossMirrored ? item.pointee.cross - baseline : baseline)
  }

  /// 9.4 steps 8 (the clamp of a single line) and 15: the container's used cross size; and its main size.
  private mutating func determineContainerSize() {
    var content = 0.0
    if isColumn {
      for line in lines { content = max(content, line.hypotheticalSum) }
    } else if !lines.isEmpty {
      // The lines' own sizes: with a definite height a single line has taken that.
      for line in lines { content += line.cross }
      content += crossGap * Double(lines.count - 1)
      if !wraps && contentBlock.isDefinite { content = naturalCross(0) }
    }
    if style.pointee.containsSize {
      // CSS Containment 2, 3.1: as if the container were empty.
      content = style.pointee.containIntrinsicHeight.isDefinite ? style.pointee.containIntrinsicHeight : 0
    }
    intrinsicBlock = content + metrics.insetsBlock
    blockSize = engine.blockSize(box, space, metrics, intrinsic: intrinsicBlock, inline: inlineSize)
    let innerBlock = max(0, blockSize - metrics.insetsBlock)
    if isColumn {
      innerMain = innerBlock
      innerCross = contentInline
    } else {
      innerMain = contentInline
      innerCross = innerBlock
    }
    if !wraps && lines.count == 1 { lines[0].cross = innerCross }
  }

  /// The cross size that a line's items make up by themselves.
  private mutating func naturalCross(_ line: Int) -> Double {
    var cross = 0.0
    for index in lines[line].items {
      let item = items[index]
      // An item that stretches to a definite container would be as high as its content.
      cross = max(cross, item.outerCross)
    }
    return cross
  }
}
