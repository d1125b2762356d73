import CSSValues

/// The layout of one multi-column container (CSS Multi-column Layout 1): its content is laid out as one tall column, until the
/// heights of the columns that it is cut into hold it.
struct MultiColumnLayout {
  /// The used columns of a container (3.4).
  struct UsedColumns {
    var count: Int
    var width: Double
    var gap: Double
  }

  private let engine: LayoutEngine
  private let box: BoxIndex
  private let space: ConstraintSpace
  private let metrics: BoxMetrics
  /// The border box's inline size.
  private let inline: Double
  private let contentInline: Double
  private let used: UsedColumns

  /// How often the columns of a container are made higher.
  private static let mostLayouts = 64
  /// How many boxes columns within columns may lay out before their heights stay as they are.
  private static let mostNestedBoxes = 4_000
  /// How many they may lay out in a whole layout before further ones are laid out as blocks.
  private static let mostNestedBoxesOfAll = 100_000
  /// How many columns around a container its own may go on in.
  private static let mostContinuations = 64
  /// What nested boxes may be laid out again in one layout of a container's columns.
  private static let mostRepeats = 2_000
  /// What may be laid out again in all of them together before the heights stay as they are.
  private static let mostRepeatsOfAll = 8_000

  init(_ engine: LayoutEngine, _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, inline: Double) {
    self.engine = engine
    self.box = box
    self.space = space
    self.metrics = metrics
    self.inline = inline
    contentInline = max(0, inline - metrics.insetsInline)
    used = Self.usedColumns(engine, box, contentInline: contentInline)
  }

  /// The columns that a content box of a width has.
  private static func usedColumns(_ engine: LayoutEngine, _ box: BoxIndex, contentInline: Double) -> UsedColumns {
    let style = engine.computedStyle(box)
    let gap = engine.columnGap(box, contentInline: contentInline)
    var count = Double(max(1, style.pointee.box.columnCount ?? 1))
    if let width = style.pointee.box.columnWidth.map(clampedLength) {
      let fitting = max(1, ((contentInline + gap) / (max(1.0 / 64, width) + gap)).rounded(.down))
      count = style.pointee.box.columnCount == nil ? fitting : min(count, fitting)
    }
    count = min(count, 65_536)
    let width = max(0, engine.layoutUnit((contentInline + gap) / count - gap))
    return UsedColumns(count: Int(count), width: width, gap: gap)
  }

  /// Lays out a container of columns: finds the heights of the columns first.
  func run() -> LayoutOutput {
    let outer = engine.columnFlow
    // Columns that are a whole to those around them are in no flow, and nested all the same.
    if engine.openColumns == 0 { engine.boxesInNestedColumns = 0 }
    let isNested = engine.openColumns > 0
    engine.openColumns += 1
    defer {
      engine.columnFlow = outer
      engine.openColumns -= 1
    }
    if isNested, engine.boxesInAllNestedColumns > Self.mostNestedBoxesOfAll { return runWithoutColumns() }
    let known = engine.blockSize(box, space, metrics, intrinsic: .indefinite, inline: inline)
    let limit = columnLimit(known)
    let isLimited = limit.isFinite || outer?.end(ofColumnAt: 0).isFinite == true
    let fillsInOrder = isLimited && engine.computedStyle(box).pointee.other[.columnFill] == .keyword("auto")

    let shrinks = fillsInOrder && !known.isDefinite
    var heights: [[Double]] = []
    var measuredAgain: Set<Int> = []
    var layouts = 0
    var repeats = 0
    var measured = space
    measured.mode = .measure
    while true {
      layouts += 1
      let (flow, _) = runColumns(measured, heights, shrinks: shrinks, outer)
      let next = nextHeights(
        flow, heights, limit: limit, fillsInOrder: fillsInOrder, measuredAgain: &measuredAgain, outer)
      repeats += Self.mostRepeats - flow.budget
      if next == heights || layouts == Self.mostLayouts { break }
      // Each layout of the columns around repeats those of the ones within.
      let isKnown = !heights.isEmpty && !heights.joined().contains(.infinity)
      if isNested, isKnown, engine.boxesInNestedColumns > Self.mostNestedBoxes { break }
      if isKnown, repeats > Self.mostRepeatsOfAll { break }
      heights = next
    }
    let result = runColumns(space, heights, shrinks: shrinks, outer)
    let flow = result.0
    var output = result.1
    if let outer { note(flow, in: outer, height: output.height) }
    let geometry = geometry(of: flow)
    output.firstBaseline += geometry.shift(at: output.firstBaseline).y
    output.lastBaseline += geometry.shift(at: output.lastBaseline).y
    if space.isCommit { engine.state.columnGeometries[box] = geometry }
    return output
  }

  /// The content as that of any block: each level of columns multiplies what the ones within take.
  private func runWithoutColumns() -> LayoutOutput {
    engine.columnFlow = nil
    if space.isCommit { engine.state.columnGeometries[box] = nil }
    var block = BlockLayout(engine, box, space, metrics, inline)
    return block.run()
  }

  /// Notes in the columns around the container what its own need.
  private func note(_ flow: ColumnFlow, in outer: ColumnFlow, height: Double) {
    for row in flow.rows {
      outer.noteUnbreakable(row.indivisible, at: 0)
      outer.noteKeptLines(row.unbreakable, at: 0)
    }
    let end = outer.end(ofColumnAt: 0)
    guard end.isFinite, let first = flow.rows.first else { return }
    for row in flow.rows.dropLast() where row.shortage.isFinite { outer.noteShortage(row.shortage, at: end) }
    let lastEnd = outer.end(ofColumnAt: height - metrics.insetBottom - 2 * ColumnFlow.slack)
    outer.noteShortage(height - lastEnd, at: lastEnd)
    // Nothing but the margin of the first child is in the first of the columns around.
    let isEmpty =
      flow.rows.count > 1 && flow.rows[1].isContinued && flow.firstTop > flow.rows[1].start - ColumnFlow.slack
    let isShort = isEmpty || first.violation > .none || first.unbreakable > first.height + ColumnFlow.slack
    // What does not fit in the room that is left here may fit in the next column around.
    if isShort, flow.top + first.height >= end - ColumnFlow.slack, !outer.isStartOfColumn(0) {
      outer.noteShortage(first.unbreakable - first.height, at: end)
      let isIndivisible = isEmpty || first.indivisible > first.height + ColumnFlow.slack
      outer.need = max(outer.need, first.violation, isIndivisible ? .indivisible : .lines)
    }
  }

  /// The height that the columns of a container may have.
  private func columnLimit(_ known: Double) -> Double {
    if known.isDefinite { return max(0, known - metrics.insetsBlock) }
    let style = engine.style(box)
    guard style.pointee.maxHeight.kind != .none else { return .infinity }
    let maximum = engine.resolveBlockLength(style.pointee.maxHeight, box, space, metrics, .indefinite)
    return maximum.isDefinite ? max(0, maximum - metrics.insetsBlock) : .infinity
  }

  private func runColumns(
    _ space: ConstraintSpace, _ heights: [[Double]], shrinks: Bool, _ outer: ColumnFlow?
  ) -> (ColumnFlow, LayoutOutput) {
    let flow = ColumnFlow(
      left: metrics.insetLeft, top: metrics.insetTop, heights: heights, columns: used.count,
      contentInline: contentInline,
      budget: Self.mostRepeats)
    flow.shrinksToContent = shrinks
    flow.bandDepth = outer?.bandDepth ?? 0
    engine.columnFlow = flow
    let outer = engine.blocks.floats.open()
    defer { engine.blocks.floats.close(outer) }
    var block = BlockLayout(engine, box, space, metrics, inline)
    block.enterColumns(width: used.width)
    return (flow, block.run())
  }

  /// The next heights to try: of rows that are measured the heights that balance them, of rows whose content does not fit
  /// as much more as the first thing that did not fit needs. What the columns around the container leave no room for goes on
  /// in the next of them.
  private func nextHeights(
    _ flow: ColumnFlow, _ heights: [[Double]], limit: Double, fillsInOrder: Bool, measuredAgain: inout Set<Int>,
    _ outer: ColumnFlow?
  ) -> [[Double]] {
    var next = heights
    var above = 0.0
    for (index, rows) in flow.groups.enumerated() {
      guard let row = rows.last else { continue }
      let last = rows.count - 1
      let top = rows.dropLast().reduce(above) { $0 + $1.height }
      let outerEnd = outer?.end(ofColumnAt: flow.top + top) ?? .infinity
      let room = max(1, min(limit - top, outerEnd - flow.top - top))
      let isOrdered = fillsInOrder && row.spanner == nil
      var own = index < heights.count ? Array(heights[index].prefix(rows.count)) : [.infinity]
      if row.height == .infinity {
        let height =
          isOrdered && room.isFinite ? room : engine.layoutUnitCeiling(row.balancedHeight(columns: used.count))
        own[last] = min(max(height, 1), room)
      } else if row.usedColumns > used.count || row.violation > .none, !isOrdered, row.forcedBreaks < used.count,
        row.shortage.isFinite, row.height < room
      {
        own[last] = min(room, row.height + row.shortage)
      } else if row.usedColumns > used.count, index > 0, !isOrdered, row.shortage == .infinity, row.height < room,
        measuredAgain.insert(index).inserted
      {
        // More of a box is in the row than when it was measured: less of it is in the rows before.
        own[last] = .infinity
      } else if row.usedColumns > used.count, outerEnd - flow.top - top <= room, row.height > room - ColumnFlow.slack,
        rows.count < Self.mostContinuations
      {
        own.append(.infinity)
      }
      if index == next.count {
        next.append(own)
      } else if own != next[index] {
        next[index] = own
        // What follows is somewhere else in the columns around.
        if outerEnd.isFinite {
          next.removeSubrange((index + 1)...)
          return next
        }
      }
      above = top + (row.isEmpty ? 0 : own[last])
      if let spanner = row.spanner { above += spanner.height + spanner.marginTop + spanner.marginBottom }
    }
    return next
  }

  /// Where the rows and the boxes between them are.
  private func geometry(of flow: ColumnFlow) -> ColumnGeometry {
    let isRightToLeft = engine.style(box).pointee.isRightToLeft
    let stride = (contentInline + used.gap) / Double(used.count)
    var geometry = ColumnGeometry(
      stride: isRightToLeft ? -stride : stride, offset: isRightToLeft ? contentInline - used.width : 0)
    if let legend = flow.legend { geometry.spanners[legend.box] = (legend.x, legend.y) }
    flow.place { row, top, spannerTop in
      geometry.rows.append(
        ColumnGeometry.Row(
          start: row.start, end: row.end, height: row.height, top: top, columns: row.usedColumns))
      if let spanner = row.spanner { geometry.spanners[spanner.box] = (spanner.x, spannerTop) }
    }
    return geometry
  }
}
