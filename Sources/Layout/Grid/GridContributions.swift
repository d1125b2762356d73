/// What items contribute to columns.
struct GridColumnContributions: GridContributions {
  let engine: LayoutEngine
  let items: [GridItem]
  /// The rows before they are sized, where an item's height is a percentage of them.
  let rows: GridTracks?

  /// What an item's percentages of heights count from: rows of fixed sizes.
  private func percentageBlock(_ item: GridItem) -> Double {
    guard let rows, item.style.pointee.height.hasPercentage else { return .indefinite }
    var size = rows.gaps(in: item.rows)
    for index in item.rows.indices {
      guard case .fixed(let low) = rows.tracks[index].minimum, case .fixed(let high) = rows.tracks[index].maximum else {
        return .indefinite
      }
      size += max(low, high)
    }
    return size
  }

  private func margins(_ item: GridItem) -> Double {
    // Percentages of margins count from the area, which is not known yet.
    engine.resolveBoxMetrics(item.box, .indefinite).marginsInline + item.extraMargin
  }

  mutating func minContent(_ index: Int) -> Double {
    let item = items[index]
    if item.isSubgridEdge { return max(0, item.extraMargin) }
    return max(0, engine.contribution(item.box, percentageBlock(item)).minimum + margins(item))
  }

  mutating func maxContent(_ index: Int) -> Double {
    let item = items[index]
    if item.isSubgridEdge { return max(0, item.extraMargin) }
    return max(0, engine.contribution(item.box, percentageBlock(item)).maximum + margins(item))
  }

  /// CSS Grid 2, 6.6 and 12.5: a minimum contribution.
  mutating func minimum(_ index: Int, _ tracks: GridTracks, _ span: GridSpan) -> Double {
    let item = items[index]
    if item.isSubgridEdge { return max(0, item.extraMargin) }
    let style = item.style
    let width = style.pointee.width
    // A size that does not depend on the container is contributed itself.
    guard width.isAuto || width.hasPercentage || width.kind == .stretch || width.kind == .fitContent else {
      return minContent(index)
    }
    let metrics = engine.resolveBoxMetrics(item.box, .indefinite)
    let extra = metrics.marginsInline + item.extraMargin
    let least = style.pointee.minWidth
    if !least.isAuto {
      let space = ConstraintSpace(availableInline: 0, percentageInline: .indefinite, mode: .measure)
      let minimum = engine.resolveInlineLength(least, item.box, space, metrics, .indefinite)
      return max(0, max(minimum.isDefinite ? minimum : 0, metrics.edgesInline) + extra)
    }
    if style.pointee.isScrollContainer || !hasAutomaticMinimum(tracks, span) {
      return max(0, metrics.edgesInline + extra)
    }
    // The content-based minimum, held by tracks whose maximums are all fixed.
    let content = minContent(index)
    let limit = fixedLimit(tracks, span)
    return limit.isFinite ? max(min(content, limit), metrics.edgesInline + extra) : content
  }
}

/// What items contribute to rows: their heights in areas of their columns' widths.
struct GridRowContributions: GridContributions {
  let engine: LayoutEngine
  let items: [GridItem]

  private func height(_ item: GridItem) -> Double {
    if item.isSubgridEdge { return max(0, item.extraMargin) }
    let area = item.areaWidth
    let space = GridLayout.itemSpace(engine, item, width: area, height: .indefinite, mode: .measure)
    let metrics = engine.resolveBoxMetrics(item.box, area)
    let extra = item.baselineShim + item.extraMargin
    return max(0, engine.layout(item.box, space).height + metrics.marginsBlock + extra)
  }

  mutating func minContent(_ index: Int) -> Double { height(items[index]) }
  mutating func maxContent(_ index: Int) -> Double { height(items[index]) }

  mutating func minimum(_ index: Int, _ tracks: GridTracks, _ span: GridSpan) -> Double {
    let item = items[index]
    if item.isSubgridEdge { return max(0, item.extraMargin) }
    let style = item.style
    let height = style.pointee.height
    guard height.isAuto || height.hasPercentage || height.kind == .stretch else { return self.height(item) }
    let area = item.areaWidth
    let metrics = engine.resolveBoxMetrics(item.box, area)
    let least = style.pointee.minHeight
    let extra = metrics.marginsBlock + item.baselineShim + item.extraMargin
    if !least.isAuto {
      let space = ConstraintSpace(
        availableInline: area, availableBlock: .indefinite, percentageInline: area, percentageBlock: .indefinite,
        mode: .measure)
      let minimum = engine.resolveBlockLength(least, item.box, space, metrics, .indefinite)
      if least.isContentKeyword { return self.height(item) }
      return max(0, max(minimum.isDefinite ? minimum : 0, metrics.edgesBlock) + extra)
    }
    if style.pointee.isScrollContainer || !hasAutomaticMinimum(tracks, span) {
      return max(0, metrics.edgesBlock + extra)
    }
    let content = self.height(item)
    let limit = fixedLimit(tracks, span)
    return limit.isFinite ? max(min(content, limit), metrics.edgesBlock + extra) : content
  }
}

extension GridContributions {
  /// CSS Grid 2, 6.6: whether the spanned tracks let an item's automatic minimum be its content's size.
  func hasAutomaticMinimum(_ tracks: GridTracks, _ span: GridSpan) -> Bool {
    var hasAutomatic = false
    var hasFlexible = false
    for index in span.indices {
      if tracks.tracks[index].minimum == .auto { hasAutomatic = true }
      if tracks.tracks[index].isFlexible { hasFlexible = true }
    }
    return hasAutomatic && (span.length == 1 || !hasFlexible)
  }

  /// The length of the spanned tracks if their maximums are all fixed, or infinity.
  func fixedLimit(_ tracks: GridTracks, _ span: GridSpan) -> Double {
    var limit = tracks.gaps(in: span)
    for index in span.indices {
      guard case .fixed(let length) = tracks.tracks[index].maximum else { return .infinity }
      limit += length
    }
    return limit
  }
}
