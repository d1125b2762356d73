import CSSValues

extension LayoutEngine {
  /// Lays a grid container out (CSS Grid 2).
  func layoutGrid(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    var metrics = resolveBoxMetrics(box, space.percentageInline)
    let inlineSize = inlineSize(box, space, metrics)
    metrics.fitScrollbars(in: inlineSize, isRightToLeft: style(box).pointee.isRightToLeft)
    var contentBlock = Double.indefinite
    if !space.isFixedBlockIndefinite {
      let style = style(box)
      var border = definiteBlockSize(box, space, metrics)
      if !border.isDefinite, style.pointee.aspectRatio > 0, style.pointee.height.isAuto {
        border = blockSize(box, space, metrics, intrinsic: .indefinite, inline: inlineSize)
      }
      if border.isDefinite { contentBlock = max(0, border - metrics.insetsBlock) }
    }
    var grid = GridLayout(
      self, box, space, metrics, inlineSize: inlineSize, contentInline: max(0, inlineSize - metrics.insetsInline),
      contentBlock: contentBlock)
    return grid.run()
  }

  /// A grid container's min-content and max-content widths as border boxes.
  func intrinsicSizesOfGrid(_ box: BoxIndex, _ percentageBlock: Double, _ metrics: BoxMetrics) -> MinMaxSizes {
    var space = ConstraintSpace(
      availableInline: .indefinite, availableBlock: percentageBlock, percentageInline: .indefinite,
      percentageBlock: percentageBlock,
      mode: .measure)
    space.percentageInline = .indefinite
    if !subgridAxes(box).isEmpty { space.subgrid = grids.subgrids.lines(of: box) }
    let border = definiteBlockSize(box, space, metrics)
    var grid = GridLayout(
      self, box, space, metrics, inlineSize: .indefinite, contentInline: .indefinite,
      contentBlock: border.isDefinite ? max(0, border - metrics.insetsBlock) : .indefinite)
    let sizes = grid.intrinsicSizes()
    return MinMaxSizes(sizes.minimum + metrics.insetsInline, sizes.maximum + metrics.insetsInline)
  }
}

extension GridLayout {
  init(
    _ engine: LayoutEngine, _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, inlineSize: Double,
    contentInline: Double, contentBlock: Double
  ) {
    self.engine = engine
    self.box = box
    let style = UnsafePointer(engine.style(box))
    self.style = style
    grid = engine.computed[Int(style.pointee.computed)].grid
    self.space = space
    self.metrics = metrics
    self.inlineSize = inlineSize
    self.contentInline = contentInline
    self.contentBlock = contentBlock
    subgrid = space.subgrid == 0 ? nil : engine.grids.subgrids[space.subgrid]

    func repeatSpace(_ axis: GridAxis, _ content: Double) -> GridTemplateAxis.RepeatSpace {
      let isInline = axis == .columns
      let insets = isInline ? metrics.insetsInline : metrics.insetsBlock
      func resolved(_ length: LayoutLength) -> Double {
        guard length.isLengthPercentage else { return .indefinite }
        let size =
          isInline
          ? engine.resolveInlineLength(length, box, space, metrics, .indefinite)
          : engine.resolveBlockLength(length, box, space, metrics, .indefinite)
        return max(0, size - insets)
      }
      let least = isInline ? style.pointee.minWidth : style.pointee.minHeight
      let most = isInline ? style.pointee.maxWidth : style.pointee.maxHeight
      let gap = isInline ? style.pointee.columnGap : style.pointee.rowGap
      var available = content
      let minimum = resolved(least)
      if !available.isDefinite {
        available = resolved(most)
        if available.isDefinite && minimum.isDefinite { available = max(available, minimum) }
      }
      return .init(
        available: available, minimum: minimum, gap: max(0, engine.resolveOrZero(gap, available)))
    }
    let limits = engine.gridLimits
    if let lines = subgrid?.columns?.lines {
      columnTemplate = GridTemplateAxis(
        subgrid: grid.templateColumns, lines, areas: grid.templateAreas, axis: .columns, limits: limits)
    } else {
      columnTemplate = GridTemplateAxis(
        grid.templateColumns, areas: grid.templateAreas, axis: .columns, space: repeatSpace(.columns, contentInline),
        limits: limits)
    }
    if let lines = subgrid?.rows?.lines {
      rowTemplate = GridTemplateAxis(
        subgrid: grid.templateRows, lines, areas: grid.templateAreas, axis: .rows, limits: limits)
    } else {
      rowTemplate = GridTemplateAxis(
        grid.templateRows, areas: grid.templateAreas, axis: .rows, space: repeatSpace(.rows, contentBlock),
        limits: limits)
    }
  }
}
