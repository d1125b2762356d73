import CSSValues

/// CSS Grid 2, 9: the subgrids among a grid's items.
///
/// A grid sizes its tracks for the items of its subgrids as if they were its own, with the edges of the subgrids around them as
/// margins. Then it gives each subgrid the tracks that it spans, and the subgrid lays its items out in them.
extension GridLayout {
  /// The tracks that the grid around has given.
  func givenTracks(_ axis: GridAxis) -> GridTracks {
    guard let given = subgrid?.axis(axis) else { return GridTracks() }
    if let tracks = given.tracks { return tracks.gridTracks }
    // Before the grid around has sized them, they have no size.
    var tracks = GridTracks()
    tracks.tracks = Array(
      repeating: GridTrack(minimum: .fixed(0), maximum: .fixed(0)), count: Int(given.lines.count))
    return tracks
  }

  /// Gives a subgrid among the items its lines, which its items are placed by.
  func prepareSubgrid(_ item: inout GridItem) {
    func axis(_ axis: GridAxis) -> SubgridAxis? {
      guard item.subgridAxes.contains(SubgridAxes(axis)) else { return nil }
      let template = axis == .columns ? columnTemplate : rowTemplate
      let offset = axis == .columns ? columnOffset : rowOffset
      let span = item.span(axis)
      let lines = template.lines(
        of: GridSpan(start: span.start - offset, end: span.end - offset), areas: grid.templateAreas, axis: axis)
      return SubgridAxis(lines: isMirrored(item, axis) ? lines.mirrored : lines)
    }
    item.subgrid = engine.grids.subgrids.number(of: Subgrid(columns: axis(.columns), rows: axis(.rows)))
    if engine.grids.subgrids.note(item.subgrid, of: item.box) {
      engine.cache.pointee.intrinsic[Int(item.box)] = nil
    }
    // It fills its area, however it is aligned.
    if item.subgridAxes.contains(.columns) { item.justify = AlignmentValue(.stretch) }
    if item.subgridAxes.contains(.rows) { item.align = AlignmentValue(.stretch) }
  }

  /// Whether a subgrid counts the lines of an axis from the other end.
  private func isMirrored(_ item: GridItem, _ axis: GridAxis) -> Bool {
    axis == .columns && item.style.pointee.isRightToLeft != isRightToLeft
  }

  // MARK: Sizing for the items of subgrids

  /// The items that the tracks of an axis are sized for: the grid's own, and in place of each subgrid its edges and its items.
  ///
  /// - Parameter gap: the axis's gap.
  func sizedItems(_ axis: GridAxis, gap: Double) -> [GridItem] {
    let isSubgrid = SubgridAxes(axis)
    guard items.contains(where: { $0.subgridAxes.contains(isSubgrid) }) else { return items }
    var result: [GridItem] = []
    for item in items {
      if item.subgridAxes.contains(isSubgrid) {
        addItems(ofSubgrid: item, axis, gap: gap, to: &result)
      } else {
        result.append(item)
      }
    }
    return result
  }

  private func addItems(ofSubgrid item: GridItem, _ axis: GridAxis, gap: Double, to result: inout [GridItem]) {
    let inner = gridLayout(ofSubgrid: item, axis)
    let edges = edges(ofSubgrid: item, axis)
    let span = item.span(axis)
    let ownGap = inner.hasOwnGap(axis) ? inner.gap(axis, axis == .columns ? inner.contentInline : .indefinite) : gap
    let between = engine.layoutUnit((ownGap - gap) / 2)
    let isMirrored = isMirrored(item, axis)

    for var item in inner.sizedItems(axis, gap: ownGap) {
      var own = item.span(axis)
      if isMirrored {
        own = GridSpan(start: span.length - own.end, end: span.length - own.start)
        swap(&item.extraStart, &item.extraEnd)
      }
      item.extraStart += own.start == 0 ? edges.start : between
      item.extraEnd += own.end == span.length ? edges.end : between
      item.setSpan(GridSpan(start: span.start + own.start, end: span.start + own.end), axis)
      result.append(item)
    }
    // The edges count even where no item is beside them.
    var edge = item
    edge.isSubgridEdge = true
    edge.extraEnd = edges.end
    edge.setSpan(GridSpan(start: span.end - 1, end: span.end), axis)
    if span.length > 1 {
      result.append(edge)
      edge.extraEnd = 0
      edge.setSpan(GridSpan(start: span.start, end: span.start + 1), axis)
    }
    edge.extraStart = edges.start
    result.append(edge)
  }

  /// The layout of a subgrid as far as its items can be asked what they contribute to an axis.
  private func gridLayout(ofSubgrid item: GridItem, _ axis: GridAxis) -> GridLayout {
    let isKnown = axis == .rows
    let width = isKnown ? item.areaWidth : .indefinite
    let space = Self.itemSpace(engine, item, width: width, height: .indefinite, mode: .measure)
    let metrics = engine.resolveBoxMetrics(item.box, width)
    let inlineSize = isKnown ? engine.inlineSize(item.box, space, metrics) : .indefinite
    var inner = GridLayout(
      engine, item.box, space, metrics, inlineSize: inlineSize,
      contentInline: isKnown ? max(0, inlineSize - metrics.insetsInline) : .indefinite, contentBlock: .indefinite)
    inner.placeItems()
    if isKnown {
      inner.sizeColumns(.layout)
      inner.alignColumns()
    }
    return inner
  }

  /// The margin, border, padding and scrollbar of a subgrid at the sides of an axis, in this grid's direction.
  private func edges(ofSubgrid item: GridItem, _ axis: GridAxis) -> (start: Double, end: Double) {
    let metrics = engine.resolveBoxMetrics(item.box, item.areaWidth)
    if axis == .rows {
      return (metrics.marginTop + metrics.insetTop, metrics.marginBottom + metrics.insetBottom)
    }
    let (left, right) = (metrics.marginLeft + metrics.insetLeft, metrics.marginRight + metrics.insetRight)
    return isRightToLeft ? (right, left) : (left, right)
  }

  /// Whether the gap of an axis is the grid's own: `normal` is that of the grid around.
  private func hasOwnGap(_ axis: GridAxis) -> Bool {
    (axis == .columns ? style.pointee.columnGap : style.pointee.rowGap).kind != .normal
  }

  /// The items that the rows are sized for, with what baseline alignment adds to them.
  mutating func sizeBaselines(gap: Double) -> [GridItem] {
    guard items.contains(where: { $0.subgridAxes.contains(.rows) }) else {
      shareBaselines()
      return items
    }
    var sized = sizedItems(.rows, gap: gap)
    prepareBaselines(&sized)
    // The grid's own items are among them in their order.
    var own = 0
    for item in sized where !item.isSubgridEdge {
      while own < items.count, items[own].subgridAxes.contains(.rows) { own += 1 }
      guard own < items.count else { break }
      guard items[own].box == item.box else { continue }
      items[own].baselineGroup = item.baselineGroup
      items[own].baselineShim = item.baselineShim
      own += 1
    }
    return sized
  }

  // MARK: Giving tracks

  /// What a subgrid among the items has once it is given the tracks of an axis that it spans, where they are.
  ///
  /// OPTIMIZATION: the item is not changed in its place: this grid is read meanwhile, and all items would be copied for it.
  func subgrid(giving axis: GridAxis, to item: GridItem) -> Int32 {
    guard item.subgridAxes.contains(SubgridAxes(axis)), let known = engine.grids.subgrids[item.subgrid] else {
      return item.subgrid
    }
    var columns = known.columns
    var rows = known.rows
    if axis == .columns { columns?.tracks = tracks(for: item, axis) } else { rows?.tracks = tracks(for: item, axis) }
    return engine.grids.subgrids.number(of: Subgrid(columns: columns, rows: rows))
  }

  private func tracks(for item: GridItem, _ axis: GridAxis) -> SubgridTracks {
    let tracks = axis == .columns ? columns : rows
    let span = item.span(axis)
    let edges = edges(ofSubgrid: item, axis)
    let area = tracks.edges(of: span)
    let size = max(0, area.end - area.start - edges.start - edges.end)
    let outerGap = tracks.gap + tracks.spacing
    let length = axis == .columns ? item.style.pointee.columnGap : item.style.pointee.rowGap
    let gap = length.kind == .normal ? outerGap : max(0, engine.resolveOrZero(length, size))
    let between = engine.layoutUnit((gap - outerGap) / 2)
    var result = SubgridTracks(gap: gap)
    let origin = area.start + edges.start
    for index in span.indices {
      let track = tracks.tracks[index]
      let isFirst = index == Int(span.start)
      let isLast = index == Int(span.end) - 1
      let start = isFirst ? 0 : track.offset + between - origin
      let end = isLast ? size : track.offset + track.base - between - origin
      result.offsets.append(start)
      result.sizes.append(end - start)
      result.isCollapsed.append(track.isCollapsed)
      if axis == .rows {
        let first = sharedBaselines.first[Int32(index)] ?? -.infinity
        let last = sharedBaselines.last[Int32(index) + 1] ?? -.infinity
        result.firstBaselines.append(first - (isFirst ? edges.start : between))
        result.lastBaselines.append(last - (isLast ? edges.end : between))
      }
    }
    return isMirrored(item, axis) ? result.mirrored(in: size) : result
  }
}
