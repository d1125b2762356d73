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
  private static let mostLayouts = 32
  /// What nested boxes may be laid out again in one layout of a container's columns.
  private static let mostRepeats = 2_000

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
    defer { engine.columnFlow = outer }
    let known = engine.blockSize(box, space, metrics, intrinsic: .indefinite, inline: inline)
    let limit = columnLimit(known)
    let fillsInOrder =
      limit.isFinite && engine.computedStyle(box).pointee.other[.columnFill] == .keyword("auto")

    let shrinks = fillsInOrder && !known.isDefinite
    var heights: [Double] = []
    var layouts = 0
    var measured = space
    measured.mode = .measure
    while true {
      layouts += 1
      let (flow, _) = runColumns(measured, heights, shrinks: shrinks)
      let next = nextHeights(flow, heights, limit: limit, fillsInOrder: fillsInOrder)
      if next == heights || layouts == Self.mostLayouts { break }
      heights = next
    }
    let result = runColumns(space, heights, shrinks: shrinks)
    let flow = result.0
    var output = result.1
    let geometry = geometry(of: flow)
    output.firstBaseline += geometry.shift(at: output.firstBaseline).y
    output.lastBaseline += geometry.shift(at: output.lastBaseline).y
    if space.isCommit { engine.state.columnGeometries[box] = geometry }
    return output
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
    _ space: ConstraintSpace, _ heights: [Double], shrinks: Bool
  ) -> (ColumnFlow, LayoutOutput) {
    let flow = ColumnFlow(
      left: metrics.insetLeft, top: metrics.insetTop, heights: heights,
      contentInline: contentInline,
      budget: Self.mostRepeats)
    flow.shrinksToContent = shrinks
    engine.columnFlow = flow
    let outer = engine.blocks.floats.open()
    defer { engine.blocks.floats.close(outer) }
    var block = BlockLayout(engine, box, space, metrics, inline)
    block.enterColumns(width: used.width)
    return (flow, block.run())
  }

  /// The next heights to try: of rows that are measured the heights that balance them, of rows whose content does not fit
  /// as much more as the first thing that did not fit needs.
  private func nextHeights(
    _ flow: ColumnFlow, _ heights: [Double], limit: Double, fillsInOrder: Bool
  ) -> [Double] {
    var next = heights
    var above = 0.0
    for (index, row) in flow.rows.enumerated() {
      let room = max(1, limit - above)
      if row.height == .infinity {
        var height =
          fillsInOrder && row.spanner == nil ? room : engine.layoutUnitCeiling(row.balancedHeight(columns: used.count))
        height = min(max(height, 1), room)
        if index == next.count { next.append(height) }
        above += row.end > row.start ? height : 0
      } else {
        let isOrdered = fillsInOrder && row.spanner == nil
        if row.usedColumns > used.count || row.isViolated, !isOrdered, row.forcedBreaks < used.count,
          row.shortage.isFinite,
          row.height < room
        {
          next[index] = min(room, row.height + row.shortage)
        }
        above += row.end > row.start ? next[index] : 0
      }
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
    flow.place { row, top, spannerTop in
      geometry.rows.append(ColumnGeometry.Row(start: row.start, end: row.end, height: row.height, top: top))
      if let spanner = row.spanner { geometry.spanners[spanner.box] = (spanner.x, spannerTop) }
    }
    return geometry
  }
}
