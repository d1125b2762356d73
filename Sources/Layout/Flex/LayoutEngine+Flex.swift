import CSSValues

extension LayoutEngine {
  /// Lays a flex container out (CSS Flexbox 1, 9).
  func layoutFlex(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    var flex = FlexLayout(self, box, space)
    return flex.run()
  }

  /// A flex container's min-content and max-content widths (CSS Flexbox 1, 9.9, as browsers do it).
  ///
  /// DEVIATION: 9.9.1's algorithm, which counts with flex fractions, is not web-compatible; the items' contributions
  /// are added up instead.
  func intrinsicSizesOfFlex(_ box: BoxIndex, _ percentageBlock: Double, _ metrics: BoxMetrics) -> MinMaxSizes {
    let style = style(box)
    let axes = FlexAxes(self, box)
    var space = ConstraintSpace(
      availableInline: .indefinite, availableBlock: percentageBlock, percentageInline: .indefinite,
      percentageBlock: percentageBlock,
      mode: .measure)
    space.percentageInline = .indefinite
    let ownBlock = definiteBlockSize(box, space, metrics)
    let contentBlock = ownBlock.isDefinite ? max(0, ownBlock - metrics.insetsBlock) : .indefinite
    let wraps = style.pointee.flexWrap != .nowrap
    if axes.isColumn && wraps {
      return intrinsicSizesOfWrappingColumn(box, space, metrics, contentBlock)
    }
    // Balanced lines are rare, and their values are only in the computed style.
    let flex = wraps ? computed[Int(style.pointee.computed)].flex : FlexStyle()
    var balanced: [Double] = []
    var sizes = MinMaxSizes(0, 0)
    var count = 0
    var child = boxes[Int(box)].firstChild
    while child >= 0 {
      if !boxes[Int(child)].flags.contains(.outOfFlow) {
        count += 1
        var item = axes.isColumn ? contribution(child, contentBlock) : mainContribution(child, in: box, contentBlock)
        let margins = resolveBoxMetrics(child, .indefinite).marginsInline
        item.minimum += margins
        item.maximum += margins
        if axes.isColumn {
          sizes.encompass(item)
        } else {
          sizes.maximum += item.maximum
          if flex.isBalanced { balanced.append(item.maximum) }
          sizes.minimum = wraps ? max(sizes.minimum, item.minimum) : sizes.minimum + item.minimum
        }
      }
      child = boxes[Int(child)].nextSibling
    }
    if !axes.isColumn && count > 1 {
      let gaps = resolveOrZero(style.pointee.columnGap, .indefinite) * Double(count - 1)
      sizes.maximum += gaps
      if !wraps { sizes.minimum += gaps }
      if wraps && flex.isBalanced && flex.lineCount > 1 {
        sizes.maximum =
          FlexLineBalancing(
            balanced, limit: .infinity, gap: resolveOrZero(style.pointee.columnGap, .indefinite),
            minimumCount: Int(flex.lineCount)
          ).longest
      }
    }
    // Negative margins must not make a negative size.
    sizes.minimum = max(0, sizes.minimum)
    sizes.maximum = max(sizes.maximum, sizes.minimum)
    return MinMaxSizes(sizes.minimum + metrics.insetsInline, sizes.maximum + metrics.insetsInline)
  }

  /// Whether the only line of a row stretches an item without a height of its own (9.8, 1).
  func stretchesItem(_ child: BoxIndex, of container: BoxIndex) -> Bool {
    let item = style(child)
    let alignment =
      item.pointee.alignSelf.alignment == .auto
      ? style(container).pointee.alignItems.alignment : item.pointee.alignSelf.alignment
    return style(container).pointee.flexWrap == .nowrap && !item.pointee.marginTop.isAuto
      && !item.pointee.marginBottom.isAuto
      && (alignment == .stretch || alignment == .normal || alignment == .auto)
  }

  /// What an item contributes to the width of a row (9.9.1): no more than its flex base size where it may not grow, no less
  /// where it may not shrink, within its limits.
  private func mainContribution(_ child: BoxIndex, in container: BoxIndex, _ contentBlock: Double) -> MinMaxSizes {
    let item = style(child)
    var sizes = contribution(child, contentBlock, stretchesBlock: stretchesItem(child, of: container))
    guard item.pointee.flexGrow == 0 || item.pointee.flexShrink == 0 else { return sizes }
    let basis = item.pointee.flexBasis.isAuto ? item.pointee.width : item.pointee.flexBasis
    let metrics = resolveBoxMetrics(child, .indefinite)
    let base: Double
    if basis.kind == .length {
      let edges = metrics.edgesInline
      base = item.pointee.boxSizing == .borderBox ? max(basis.value, edges) : max(basis.value, 0) + edges
    } else if item.pointee.flexShrink == 0, basis.isAuto || basis.kind == .content || basis.kind == .maxContent {
      sizes.minimum = sizes.maximum
      return sizes
    } else {
      return sizes
    }
    if item.pointee.flexGrow == 0 { sizes = MinMaxSizes(min(sizes.minimum, base), min(sizes.maximum, base)) }
    if item.pointee.flexShrink == 0 { sizes = MinMaxSizes(max(sizes.minimum, base), max(sizes.maximum, base)) }
    var space = ConstraintSpace(
      availableInline: 0, availableBlock: contentBlock, percentageInline: .indefinite, percentageBlock: contentBlock,
      mode: .measure)
    space.percentageInline = .indefinite
    var minimum = 0.0
    var maximum = Double.infinity
    if item.pointee.maxWidth.kind == .length || item.pointee.maxWidth.isContentKeyword {
      maximum = resolveInlineLength(item.pointee.maxWidth, child, space, metrics, 0)
    }
    if item.pointee.minWidth.kind == .length || item.pointee.minWidth.isContentKeyword {
      minimum = resolveInlineLength(item.pointee.minWidth, child, space, metrics, 0)
    } else if item.pointee.minWidth.isAuto, !item.pointee.isScrollContainer {
      // 4.5: the automatic minimum.
      minimum = intrinsicSizes(child, contentBlock).minimum
      if item.pointee.width.kind == .length {
        minimum = min(minimum, resolveInlineLength(item.pointee.width, child, space, metrics, 0))
      }
      minimum = min(minimum, maximum)
    }
    return MinMaxSizes(
      clampSize(sizes.minimum, minimum, maximum), clampSize(sizes.maximum, minimum, maximum))
  }

  /// A column that wraps is as wide as its lines when each item may be as wide as it likes.
  private func intrinsicSizesOfWrappingColumn(
    _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ contentBlock: Double
  ) -> MinMaxSizes {
    var minimum = 0.0
    var widest = 0.0
    var child = boxes[Int(box)].firstChild
    while child >= 0 {
      if !boxes[Int(child)].flags.contains(.outOfFlow) {
        let item = contribution(child, contentBlock)
        let margins = resolveBoxMetrics(child, .indefinite).marginsInline
        minimum = max(minimum, item.minimum + margins)
        widest = max(widest, item.maximum + margins)
      }
      child = boxes[Int(child)].nextSibling
    }
    var inner = space
    inner.availableInline = widest + metrics.insetsInline
    inner.isFixedInline = true
    var flex = FlexLayout(self, box, inner)
    let lines = flex.measureLines()
    return MinMaxSizes(minimum + metrics.insetsInline, max(minimum, lines) + metrics.insetsInline)
  }
}

/// The axes of a flex container.
struct FlexAxes {
  /// The main axis is vertical.
  var isColumn: Bool
  /// The main axis runs against the writing mode.
  var isReversed: Bool
  /// The main axis runs from right to left or from bottom to top.
  var isMainMirrored: Bool
  /// Likewise the cross axis.
  var isCrossMirrored: Bool

  init(_ engine: LayoutEngine, _ box: BoxIndex) {
    let style = engine.style(box)
    var direction = style.pointee.flexDirection
    if style.pointee.isWebkitBox {
      direction = engine.computedStyle(box).pointee.box.boxOrient == .vertical ? .column : .row
    }
    isColumn = direction == .column || direction == .columnReverse
    isReversed = direction == .rowReverse || direction == .columnReverse
    let isRightToLeft = style.pointee.isRightToLeft
    let reversesLines = style.pointee.flexWrap == .wrapReverse
    isMainMirrored = isColumn ? isReversed : isRightToLeft != isReversed
    isCrossMirrored = isColumn ? isRightToLeft != reversesLines : reversesLines
  }
}

extension FlexLayout {
  init(_ engine: LayoutEngine, _ box: BoxIndex, _ space: ConstraintSpace) {
    let style = engine.style(box)
    var metrics = engine.resolveBoxMetrics(box, space.percentageInline)
    let inlineSize = engine.inlineSize(box, space, metrics)
    metrics.fitScrollbars(in: inlineSize, isRightToLeft: style.pointee.isRightToLeft)
    let contentInline = max(0, inlineSize - metrics.insetsInline)
    var contentBlock = Double.indefinite
    if !space.isFixedBlockIndefinite {
      var border = engine.definiteBlockSize(box, space, metrics)
      if !border.isDefinite, style.pointee.aspectRatio > 0, style.pointee.height.isAuto {
        border = engine.blockSize(box, space, metrics, intrinsic: .indefinite, inline: inlineSize)
      }
      if border.isDefinite { contentBlock = max(0, border - metrics.insetsBlock) }
    }
    let axes = FlexAxes(engine, box)
    let rowGap = engine.resolveOrZero(style.pointee.rowGap, contentBlock)
    let columnGap = engine.resolveOrZero(style.pointee.columnGap, contentInline)
    self.engine = engine
    self.box = box
    self.style = UnsafePointer(style)
    self.space = space
    self.metrics = metrics
    self.axes = axes
    wraps = style.pointee.flexWrap != .nowrap
    self.inlineSize = inlineSize
    self.contentInline = contentInline
    self.contentBlock = contentBlock
    itemInline = contentInline
    mainGap = axes.isColumn ? rowGap : columnGap
    crossGap = axes.isColumn ? columnGap : rowGap
  }
}
