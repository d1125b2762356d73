import CSSValues

extension GridLayout {
  // MARK: 11.5 Aligning the grid: justify-content, align-content

  /// Puts the columns in their places, and notes how wide the items' areas are.
  mutating func alignColumns() {
    if !columnTemplate.isSubgrid {
      let across = distribute(
        style.pointee.justifyContent, free: contentInline - columns.totalSize, count: visibleCount(columns),
        isRightToLeft: isRightToLeft, isInline: true)
      columns.position(from: across.before, spacing: across.between)
    }
    for index in items.indices {
      let area = columns.edges(of: items[index].columns)
      items[index].areaWidth = max(0, area.end - area.start)
      if !items[index].subgridAxes.isEmpty { items[index].subgrid = subgrid(giving: .columns, to: items[index]) }
    }
  }

  /// Puts the rows in their places in a content box of a height.
  mutating func alignRows(_ innerBlock: Double) {
    guard !rowTemplate.isSubgrid else { return }
    let down = distribute(
      style.pointee.alignContent, free: innerBlock - rows.totalSize, count: visibleCount(rows), isRightToLeft: false,
      isInline: false)
    rows.position(from: down.before, spacing: down.between)
  }

  private func visibleCount(_ tracks: GridTracks) -> Int {
    tracks.tracks.reduce(0) { $0 + ($1.isCollapsed ? 0 : 1) }
  }

  /// Content distribution (CSS Box Alignment 3, 5.3): the space before the first track and what each gap gets.
  private func distribute(
    _ value: AlignmentValue, free: Double, count: Int, isRightToLeft: Bool, isInline: Bool
  ) -> (before: Double, between: Double) {
    if value.overflow == .safe && free < 0 { return (0, 0) }
    switch value.alignment {
    case .auto, .normal, .stretch, .start, .selfStart, .flexStart, .firstBaseline: return (0, 0)
    case .end, .selfEnd, .flexEnd, .lastBaseline: return (free, 0)
    case .left: return (isInline && isRightToLeft ? free : 0, 0)
    case .right: return (isInline && !isRightToLeft ? free : 0, 0)
    case .center, .anchorCenter: return (engine.layoutUnit(free / 2), 0)
    case .spaceBetween:
      guard free > 0, count > 1 else { return (0, 0) }
      return (0, engine.layoutUnit(free / Double(count - 1)))
    case .spaceAround:
      guard free > 0, count > 0 else { return (0, 0) }
      let share = engine.layoutUnit(free / Double(count))
      return (engine.layoutUnit(share / 2), share)
    case .spaceEvenly:
      guard free > 0, count > 0 else { return (0, 0) }
      let share = engine.layoutUnit(free / Double(count + 1))
      return (share, share)
    }
  }

  // MARK: 11.4 Aligning items: justify-self, align-self

  /// The space of an item in an area of a size; the height is indefinite while rows are sized.
  static func itemSpace(
    _ engine: LayoutEngine, _ item: GridItem, width: Double, height: Double, mode: ConstraintSpace.Mode
  ) -> ConstraintSpace {
    var space = ConstraintSpace(
      availableInline: width, availableBlock: height, percentageInline: width, percentageBlock: height, mode: mode)
    let isReplaced = engine.boxes[Int(item.box)].kind == .replaced
    let fillsSpace = isReplaced && engine.fillsSpace(item.box)
    let s = item.style
    if !s.pointee.marginLeft.isAuto && !s.pointee.marginRight.isAuto {
      space.stretchInlineExplicit =
        item.justify.alignment == .stretch || fillsSpace && item.justify.alignment == .normal
      space.stretchInline = item.justify.alignment == .normal && !isReplaced
    }
    if height.isDefinite, !s.pointee.marginTop.isAuto, !s.pointee.marginBottom.isAuto {
      let isNormal = item.align.alignment == .normal && (!isReplaced || fillsSpace) && s.pointee.aspectRatio == 0
      space.stretchBlock = isNormal || item.align.alignment == .stretch
    }
    if !item.subgridAxes.isEmpty { fillArea(engine, item, &space) }
    return space
  }

  /// CSS Grid 2, 9: a subgrid fills its area in the axes in which it is one.
  private static func fillArea(_ engine: LayoutEngine, _ item: GridItem, _ space: inout ConstraintSpace) {
    space.subgrid = item.subgrid
    let metrics = engine.resolveBoxMetrics(item.box, space.percentageInline)
    if item.subgridAxes.contains(.columns) {
      space.isFixedInline = true
      space.availableInline = max(0, space.availableInline - metrics.marginsInline)
    }
    if item.subgridAxes.contains(.rows), space.availableBlock.isDefinite {
      space.isFixedBlock = true
      space.availableBlock = max(0, space.availableBlock - metrics.marginsBlock)
    }
  }

  /// Lays an item out in its area and aligns it there.
  mutating func layoutItem(_ index: Int) {
    if items[index].subgridAxes.contains(.rows) { items[index].subgrid = subgrid(giving: .rows, to: items[index]) }
    let item = items[index]
    let across = columns.edges(of: item.columns)
    let down = rows.edges(of: item.rows)
    let width = item.areaWidth
    let height = max(0, down.end - down.start)
    let output: LayoutOutput
    if space.isCommit || space.needsBaseline || engine.columnFlow != nil {
      let inner = Self.itemSpace(engine, item, width: width, height: height, mode: space.mode)
      output = engine.layout(item.box, inner)
    } else {
      output = LayoutOutput(width: 0, height: 0)
    }
    let edges = engine.resolveBoxMetrics(item.box, width)
    items[index].width = output.width
    items[index].height = output.height
    items[index].firstBaseline = output.firstBaseline
    items[index].lastBaseline = output.lastBaseline
    let areaX = isRightToLeft ? contentInline - across.end : across.start
    let x = align(
      item.justify, free: width - output.width - edges.marginsInline, marginStart: edges.marginLeft,
      isStartAuto: edges.autoMargins.contains(.left), isEndAuto: edges.autoMargins.contains(.right),
      isMirrored: isRightToLeft, isSelfMirrored: item.style.pointee.isRightToLeft, isInline: true)
    let y = align(
      item.align, free: height - output.height - edges.marginsBlock, marginStart: edges.marginTop,
      isStartAuto: edges.autoMargins.contains(.top), isEndAuto: edges.autoMargins.contains(.bottom),
      isMirrored: false, isSelfMirrored: false, isInline: false)
    items[index].x = metrics.insetLeft + areaX + x
    items[index].y = metrics.insetTop + down.start + y
  }

  /// The border box's distance from its area's left or upper edge.
  private func align(
    _ value: AlignmentValue, free: Double, marginStart: Double, isStartAuto: Bool, isEndAuto: Bool, isMirrored: Bool,
    isSelfMirrored: Bool, isInline: Bool
  ) -> Double {
    if isStartAuto || isEndAuto {
      if free <= 0 { return marginStart + (isMirrored ? free : 0) }
      if isStartAuto && isEndAuto { return marginStart + engine.layoutUnit(free / 2) }
      return marginStart + (isStartAuto ? free : 0)
    }
    var toEnd = isMirrored
    switch value.alignment {
    case .center, .anchorCenter:
      if free >= 0 || value.overflow != .safe { return marginStart + engine.layoutUnit(free / 2) }
      return marginStart + (isMirrored ? free : 0)
    case .end, .flexEnd: toEnd = !isMirrored
    case .lastBaseline: toEnd = !isMirrored
    case .selfStart: toEnd = isSelfMirrored
    case .selfEnd: toEnd = !isSelfMirrored
    case .left: toEnd = isInline ? false : isMirrored
    case .right: toEnd = isInline ? true : isMirrored
    default: break
    }
    if value.overflow == .safe && free < 0 { toEnd = isMirrored }
    return marginStart + (toEnd ? free : 0)
  }

  // MARK: 11.6 Baselines

  /// Finds out who takes part in baseline alignment, and the shims that make their baselines meet (12.5 step 1).
  ///
  /// - Parameter sized: the items that the rows are sized for.
  mutating func prepareBaselines(_ sized: inout [GridItem]) {
    sharedBaselines = SharedBaselines(rowTemplate.isSubgrid ? subgrid?.rows?.tracks : nil)
    var own: [(index: Int, reach: Double)] = []
    for index in sized.indices {
      let item = sized[index]
      sized[index].baselineGroup = .none
      sized[index].baselineShim = 0
      guard item.align.alignment == .firstBaseline || item.align.alignment == .lastBaseline, !item.isSubgridEdge
      else { continue }
      guard !item.style.pointee.marginTop.isAuto, !item.style.pointee.marginBottom.isAuto else { continue }
      let edges = engine.resolveBoxMetrics(item.box, item.areaWidth)
      let output = engine.layout(
        item.box, Self.itemSpace(engine, item, width: item.areaWidth, height: .indefinite, mode: .measure))
      if item.align.alignment == .firstBaseline {
        let baseline = output.firstBaseline.isDefinite ? output.firstBaseline : output.height
        sized[index].baselineGroup = .first
        own.append((index, sharedBaselines.add(first: item.extraStart + edges.marginTop + baseline, item.rows)))
      } else {
        let baseline = output.lastBaseline.isDefinite ? output.lastBaseline : output.height
        sized[index].baselineGroup = .last
        own.append(
          (index, sharedBaselines.add(last: output.height - baseline + edges.marginBottom + item.extraEnd, item.rows)))
      }
    }
    for (index, reach) in own {
      let item = sized[index]
      sized[index].baselineShim = max(0, sharedBaselines.reach(item.baselineGroup, item.rows) - reach)
    }
  }

  /// Finds out the same for the grid's own items.
  mutating func shareBaselines() {
    var own = items
    items = []
    prepareBaselines(&own)
    items = own
  }

  /// Moves items to their shared baselines.
  mutating func alignBaselines() {
    for index in items.indices where items[index].baselineShim != 0 {
      switch items[index].baselineGroup {
      case .none: break
      case .first: items[index].y += items[index].baselineShim
      case .last: items[index].y -= items[index].baselineShim
      }
    }
  }

  /// The container's first or last baseline (11.6); indefinite where there is none.
  func containerBaseline(isFirst: Bool) -> Double {
    guard space.needsBaseline else { return .indefinite }
    var chosen: Int?
    let row = isFirst ? items.map(\.rows.start).min() : items.map(\.rows.end).max()
    for index in items.indices {
      let item = items[index]
      guard isFirst ? item.rows.start == row : item.rows.end == row else { continue }
      if item.baselineGroup == (isFirst ? .first : .last) {
        chosen = index
        break
      }
      // Otherwise the first (or last) item of the row, in the order of columns.
      guard let known = chosen else {
        chosen = index
        continue
      }
      if isFirst ? item.columns.start < items[known].columns.start : item.columns.start >= items[known].columns.start {
        chosen = index
      }
    }
    guard let chosen else { return .indefinite }
    let item = items[chosen]
    let baseline = isFirst ? item.firstBaseline : item.lastBaseline
    let offset = item.y + (baseline.isDefinite ? baseline : item.height)
    // A scroll container's baseline stays inside of its box (CSS Box Alignment 3, 9.1).
    return style.pointee.isScrollContainer ? max(0, min(offset, blockSize)) : offset
  }
}
