import CSSValues

/// CSS Grid 2, 12: the layout of one grid container.
///
/// Columns and rows are worked out from the container's start corner; right-to-left grids mirror the finished
/// positions.
struct GridLayout {
  let engine: LayoutEngine
  let box: BoxIndex
  let style: UnsafePointer<LayoutStyle>
  let grid: GridStyle
  let space: ConstraintSpace
  let metrics: BoxMetrics

  /// The border box's width; indefinite while the container's intrinsic sizes are worked out.
  let inlineSize: Double
  /// The content box's width, or indefinite likewise.
  let contentInline: Double
  /// The content box's height if it is definite before layout, or indefinite.
  let contentBlock: Double
  /// What the grid around gives this one, if it is a subgrid.
  let subgrid: Subgrid?

  var items: [GridItem] = []
  var columnTemplate: GridTemplateAxis
  var rowTemplate: GridTemplateAxis
  /// Implicit tracks before the explicit grid.
  var columnOffset: Int32 = 0
  var rowOffset: Int32 = 0
  var columns = GridTracks()
  var rows = GridTracks()
  var sharedBaselines = SharedBaselines()
  var blockSize: Double = 0
  var intrinsicBlock: Double = 0

  @inline(__always) var isRightToLeft: Bool { style.pointee.isRightToLeft }

  /// Lays a grid container out (CSS Grid 2, 12.1).
  mutating func run() -> LayoutOutput {
    // 8: placing grid items.
    placeItems()
    // 12.1 steps 1 and 2: size the columns, then the rows.
    sizeColumns(.layout)
    alignColumns()
    sizeRows(available: contentBlock)
    determineBlockSize()
    // Percentages and fractions of rows count from the height that came out; a fixed height is filled after all.
    let innerBlock = max(0, blockSize - metrics.insetsBlock)
    if !contentBlock.isDefinite && (rowsDependOnHeight || space.isFixedBlock) { sizeRows(available: innerBlock) }
    // 12.1 step 5: align the tracks in the container.
    alignRows(innerBlock)
    // 11: align the items in their areas.
    for index in items.indices { layoutItem(index) }
    alignBaselines()
    breakInColumns()
    if space.isCommit {
      for item in items {
        engine.place(
          item.box, x: item.x, y: item.y, containingInline: item.areaWidth,
          containingBlock: rows.size(of: item.rows))
      }
      placeOutOfFlowChildren()
      noteTracks()
      if style.pointee.isScrollContainer { noteContentExtent() }
    }
    var output = LayoutOutput(width: inlineSize, height: blockSize)
    output.intrinsicBlock = intrinsicBlock
    output.firstBaseline = containerBaseline(isFirst: true)
    output.lastBaseline = containerBaseline(isFirst: false)
    return output
  }

  /// The container's min-content and max-content widths: the columns sized under either constraint (CSS Grid 2, 5.2).
  mutating func intrinsicSizes() -> MinMaxSizes {
    if style.pointee.containsInlineSize {
      columnCount = Int32(clamping: columnTemplate.tracks.count)
    } else {
      placeItems()
    }
    sizeColumns(.minContent)
    let minimum = columns.totalSize
    sizeColumns(.maxContent)
    return MinMaxSizes(minimum, max(minimum, columns.totalSize))
  }

  /// Keeps the tracks for those who inspect the page.
  ///
  /// OPTIMIZATION: not those of very many grids, which would take more memory than their layout does.
  private func noteTracks() {
    if engine.state.gridAxes[box] == nil {
      engine.state.notedTracks += columns.count + rows.count + 8
      guard engine.state.notedTracks <= GridLimits.budget else { return }
    }
    engine.state.gridAxes[box] = LayoutResult.GridAxes(
      columns: used(columns, columnTemplate, offset: columnOffset), rows: used(rows, rowTemplate, offset: rowOffset))
  }

  private func used(_ tracks: GridTracks, _ template: GridTemplateAxis, offset: Int32) -> LayoutResult.GridTracks {
    let start = min(Int(offset), tracks.count)
    return LayoutResult.GridTracks(
      sizes: tracks.tracks.map(\.base), explicit: start..<min(tracks.count, start + template.tracks.count))
  }

  /// The container's padding surrounds the tracks.
  private func noteContentExtent() {
    guard let left = columns.tracks.first, let right = columns.tracks.last, let upper = rows.tracks.first,
      let lower = rows.tracks.last
    else { return }
    let width = right.offset + right.base - left.offset
    let x = isRightToLeft ? contentInline - left.offset - width : left.offset
    engine.state.contentExtents[box] = LayoutState.ContentExtent(
      rect: LayoutRect(
        x: metrics.insetLeft + x, y: metrics.insetTop + upper.offset, width: width,
        height: lower.offset + lower.base - upper.offset))
  }

  private mutating func determineBlockSize() {
    intrinsicBlock = (style.pointee.containsSize ? containedHeight() : rows.totalSize) + metrics.insetsBlock
    blockSize = engine.blockSize(box, space, metrics, intrinsic: intrinsicBlock, inline: inlineSize)
  }

  /// The height of the content box as if the grid had no items: CSS Containment 2, 3.1.
  private func containedHeight() -> Double {
    if style.pointee.containIntrinsicHeight.isDefinite { return style.pointee.containIntrinsicHeight }
    var empty = self
    empty.items = []
    empty.rowOffset = 0
    empty.rowCount = Int32(clamping: rowTemplate.tracks.count)
    empty.sizeRows(available: contentBlock)
    return empty.rows.totalSize
  }

  // MARK: Track sizing

  /// The tracks of an axis, implicit ones among them, before they are sized.
  private func makeTracks(_ axis: GridAxis, count: Int32, percentageBasis: Double) -> GridTracks {
    let template = axis == .columns ? columnTemplate : rowTemplate
    let offset = Int(axis == .columns ? columnOffset : rowOffset)
    let automatic = axis == .columns ? grid.autoColumns : grid.autoRows
    let sizes = automatic.isEmpty ? [TrackSize.breadth(.auto)] : automatic
    var tracks = GridTracks()
    tracks.units = engine.units
    tracks.gap = gap(axis, percentageBasis)
    tracks.tracks.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      let explicit = index - offset
      let size: TrackSize
      if explicit >= 0 && explicit < template.tracks.count {
        size = template.tracks[explicit]
      } else if explicit < 0 {
        // 7.6: before the explicit grid the pattern runs backwards.
        let back = (-explicit - 1) % sizes.count
        size = sizes[sizes.count - 1 - back]
      } else {
        size = sizes[(explicit - template.tracks.count) % sizes.count]
      }
      tracks.tracks.append(GridTrack(size, percentageBasis: percentageBasis, units: engine.units))
    }
    if template.collapsesEmptyRepeats { collapseEmptyTracks(&tracks, template, axis: axis, offset: offset) }
    return tracks
  }

  /// 7.2.3.3: empty tracks of `repeat(auto-fit)` collapse.
  private func collapseEmptyTracks(
    _ tracks: inout GridTracks, _ template: GridTemplateAxis, axis: GridAxis, offset: Int
  ) {
    var isTaken = [Bool](repeating: false, count: tracks.count)
    for item in items {
      for index in item.span(axis).indices { isTaken[index] = true }
    }
    for index in template.automaticRepeat where !isTaken[index + offset] {
      tracks.tracks[index + offset] = GridTrack(minimum: .fixed(0), maximum: .fixed(0))
      tracks.tracks[index + offset].isCollapsed = true
    }
  }

  /// The gap of an axis; that of a subgrid may follow from the grid around.
  func gap(_ axis: GridAxis, _ percentageBasis: Double) -> Double {
    let gap = axis == .columns ? style.pointee.columnGap : style.pointee.rowGap
    return max(0, engine.resolveOrZero(gap, percentageBasis))
  }

  private func sizingItems(_ items: [GridItem], _ axis: GridAxis) -> [GridSizingItem] {
    items.indices.map { GridSizingItem(index: $0, span: items[$0].span(axis)) }
  }

  private func stretches(_ value: AlignmentValue) -> Bool {
    value.alignment == .normal || value.alignment == .stretch
  }

  /// The limits of the container's content box in an axis.
  private func limits(_ axis: GridAxis) -> (minimum: Double, maximum: Double) {
    let isInline = axis == .columns
    let least = isInline ? style.pointee.minWidth : style.pointee.minHeight
    let most = isInline ? style.pointee.maxWidth : style.pointee.maxHeight
    let insets = isInline ? metrics.insetsInline : metrics.insetsBlock
    func resolved(_ length: LayoutLength) -> Double {
      guard length.isLengthPercentage else { return .indefinite }
      return isInline
        ? engine.resolveInlineLength(length, box, space, metrics, .indefinite)
        : engine.resolveBlockLength(length, box, space, metrics, .indefinite)
    }
    let minimum = resolved(least)
    let maximum = resolved(most)
    let low = minimum.isDefinite ? max(0, minimum - insets) : 0
    return (low, maximum.isDefinite ? max(low, maximum - insets) : .infinity)
  }

  mutating func sizeColumns(_ constraint: GridSizingConstraint) {
    if columnTemplate.isSubgrid {
      columns = givenTracks(.columns)
      return
    }
    let available = constraint == .layout ? contentInline : .indefinite
    let limits = limits(.columns)
    let tracks = makeTracks(.columns, count: columnCount, percentageBasis: available)
    let items = sizedItems(.columns, gap: tracks.gap)
    var sizing = GridTrackSizing<GridColumnContributions>(
      tracks: tracks, items: sizingItems(items, .columns),
      constraint: constraint, available: available, minimumAvailable: limits.minimum,
      maximumAvailable: limits.maximum, stretchesAutoTracks: stretches(style.pointee.justifyContent))
    let hasPercentages = !rowTemplate.isSubgrid && items.contains { $0.style.pointee.height.hasPercentage }
    var contributions = GridColumnContributions(
      engine: engine, items: items,
      rows: hasPercentages ? makeTracks(.rows, count: rowCount, percentageBasis: contentBlock) : nil)
    sizing.run(&contributions)
    columns = sizing.tracks
  }

  mutating func sizeRows(available: Double) {
    if rowTemplate.isSubgrid {
      rows = givenTracks(.rows)
      shareBaselines()
      return
    }
    let limits = limits(.rows)
    let tracks = makeTracks(.rows, count: rowCount, percentageBasis: available)
    let sized = sizeBaselines(gap: tracks.gap)
    var sizing = GridTrackSizing<GridRowContributions>(
      tracks: tracks, items: sizingItems(sized, .rows),
      constraint: .layout, available: available, minimumAvailable: limits.minimum, maximumAvailable: limits.maximum,
      stretchesAutoTracks: stretches(style.pointee.alignContent))
    var contributions = GridRowContributions(engine: engine, items: sized)
    sizing.run(&contributions)
    rows = sizing.tracks
  }

  /// Whether rows or their gaps hold percentages, or rows are flexible: less than one fr in all leaves room.
  private var rowsDependOnHeight: Bool {
    if rowTemplate.isSubgrid { return false }
    if style.pointee.rowGap.hasPercentage { return true }
    func depends(_ size: TrackSize) -> Bool {
      func depends(_ breadth: TrackBreadth) -> Bool {
        switch breadth {
        case .value(let value): value.hasPercentage
        case .flex: true
        case .minContent, .maxContent, .auto: false
        }
      }
      switch size {
      case .breadth(let breadth): return depends(breadth)
      case .minmax(let low, let high): return depends(low) || depends(high)
      case .fitContent(let limit): return limit.hasPercentage
      }
    }
    return rowTemplate.tracks.contains(where: depends) || grid.autoRows.contains(where: depends)
  }

  var columnCount: Int32 = 0
  var rowCount: Int32 = 0
}
