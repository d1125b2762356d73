import CSSValues

/// Used sizes of boxes (CSS Sizing 3 and 4): the one place where widths, heights, limits and ratios become px.
extension LayoutEngine {
  /// A length against a basis in px; indefinite for keywords and for percentages of an indefinite basis.
  @inline(__always)
  func resolve(_ length: LayoutLength, _ basis: Double) -> Double {
    switch length.kind {
    case .length: return length.value
    case .percentage: return basis.isDefinite ? layoutUnit(length.value * basis / 100) : .indefinite
    case .calculation:
      return basis.isDefinite
        ? layoutUnit(tree.styles.expressions[Int(length.expression)].resolve(percentageBasis: basis)) : .indefinite
    default: return .indefinite
    }
  }

  /// A length where an indefinite one counts as 0: margins and paddings.
  @inline(__always)
  func resolveOrZero(_ length: LayoutLength, _ basis: Double) -> Double {
    switch length.kind {
    case .length: return length.value
    case .percentage: return basis.isDefinite ? layoutUnit(length.value * basis / 100) : 0
    case .calculation:
      return layoutUnit(
        tree.styles.expressions[Int(length.expression)].resolve(percentageBasis: basis.isDefinite ? basis : 0))
    default: return 0
    }
  }

  /// What a `calc-size()` makes of the size that its basis gives (CSS Values 5, 10.3), as border-box sizes.
  ///
  /// - Parameters:
  ///   - insets: the box's edges in the axis.
  ///   - basis: what percentages count from; nothing where it is indefinite.
  @inline(__always)
  func mapped(_ length: LayoutLength, _ size: Double, _ box: BoxIndex, insets: Double, basis: Double) -> Double {
    length.isMapped && size.isDefinite ? calculatedSize(length, size, box, insets, basis) : size
  }

  private func calculatedSize(
    _ length: LayoutLength, _ size: Double, _ box: BoxIndex, _ insets: Double, _ basis: Double
  ) -> Double {
    let isBorderBox = style(box).pointee.boxSizing == .borderBox
    let value = tree.styles.expressions[Int(length.expression)].resolve(
      percentageBasis: basis.isDefinite ? basis : 0, size: isBorderBox ? size : max(0, size - insets))
    return isBorderBox ? max(layoutUnit(value), insets) : max(0, layoutUnit(value)) + insets
  }

  /// A box's edges; percentages count from the containing block's inline size (indefinite ones are 0).
  func resolveBoxMetrics(_ box: BoxIndex, _ percentageInline: Double) -> BoxMetrics {
    let style = style(box)
    var metrics: BoxMetrics
    if style.pointee.hasFixedEdges {
      metrics = BoxMetrics(
        marginTop: style.pointee.marginTop.value, marginRight: style.pointee.marginRight.value,
        marginBottom: style.pointee.marginBottom.value, marginLeft: style.pointee.marginLeft.value,
        insetTop: style.pointee.borderTop + style.pointee.paddingTop.value,
        insetRight: style.pointee.borderRight + style.pointee.paddingRight.value,
        insetBottom: style.pointee.borderBottom + style.pointee.paddingBottom.value,
        insetLeft: style.pointee.borderLeft + style.pointee.paddingLeft.value)
    } else {
      metrics = BoxMetrics(
        marginTop: resolveOrZero(style.pointee.marginTop, percentageInline),
        marginRight: resolveOrZero(style.pointee.marginRight, percentageInline),
        marginBottom: resolveOrZero(style.pointee.marginBottom, percentageInline),
        marginLeft: resolveOrZero(style.pointee.marginLeft, percentageInline),
        insetTop: style.pointee.borderTop + max(0, resolveOrZero(style.pointee.paddingTop, percentageInline)),
        insetRight: style.pointee.borderRight + max(0, resolveOrZero(style.pointee.paddingRight, percentageInline)),
        insetBottom: style.pointee.borderBottom + max(0, resolveOrZero(style.pointee.paddingBottom, percentageInline)),
        insetLeft: style.pointee.borderLeft + max(0, resolveOrZero(style.pointee.paddingLeft, percentageInline)))
      if style.pointee.marginTop.isAuto { metrics.autoMargins.insert(.top) }
      if style.pointee.marginRight.isAuto { metrics.autoMargins.insert(.right) }
      if style.pointee.marginBottom.isAuto { metrics.autoMargins.insert(.bottom) }
      if style.pointee.marginLeft.isAuto { metrics.autoMargins.insert(.left) }
    }
    let kind = boxes[Int(box)].kind
    if kind == .tableCell || kind == .table, let collapsed = collapsedBorders(of: box) {
      replaceBorders(&metrics, style, collapsed, isTable: kind == .table)
    }
    if scrollbars.thickness > 0 { addScrollbars(box, &metrics) }
    if scrollbars.reserved > 0, style.pointee.gutterSides > 0 { addGutters(box, &metrics) }
    return metrics
  }

  /// The borders of a box; of cells and tables with collapsed borders their halves of these.
  func usedBorders(of box: BoxIndex) -> CollapsedBorders {
    let kind = boxes[Int(box)].kind
    if kind == .tableCell || kind == .table, let collapsed = collapsedBorders(of: box) { return collapsed }
    let style = style(box)
    return CollapsedBorders(
      top: style.pointee.borderTop, right: style.pointee.borderRight, bottom: style.pointee.borderBottom,
      left: style.pointee.borderLeft)
  }

  /// The collapsed borders of a cell or a table, if its table collapses them.
  private func collapsedBorders(of box: BoxIndex) -> CollapsedBorders? {
    guard style(box).pointee.borderCollapse == .collapse else { return nil }
    var table = box
    while table >= 0, boxes[Int(table)].kind != .table { table = boxes[Int(table)].parent }
    guard table >= 0 else { return nil }
    if tables.grids[table] == nil { _ = tableGrid(table) }
    return tables.collapsedBorders[box] ?? (box == table ? CollapsedBorders() : nil)
  }

  private func replaceBorders(
    _ metrics: inout BoxMetrics, _ style: UnsafeMutablePointer<LayoutStyle>, _ borders: CollapsedBorders, isTable: Bool
  ) {
    if isTable {
      // A collapsing table has no padding (CSS 2.2, 17.6.2).
      metrics.insetTop = borders.top
      metrics.insetRight = borders.right
      metrics.insetBottom = borders.bottom
      metrics.insetLeft = borders.left
      return
    }
    metrics.insetTop += borders.top - style.pointee.borderTop
    metrics.insetRight += borders.right - style.pointee.borderRight
    metrics.insetBottom += borders.bottom - style.pointee.borderBottom
    metrics.insetLeft += borders.left - style.pointee.borderLeft
  }

  /// CSS Overflow 3, 3.1: classic scrollbars are between the border and the padding.
  private func addScrollbars(_ box: BoxIndex, _ metrics: inout BoxMetrics) {
    let style = style(box)
    if box == 0 || boxes[Int(box)].role == .body || boxes[Int(box)].kind == .replaced { return }
    let scrollbars = scrollbars.of(style.pointee.scrollbarWidth)
    if style.pointee.overflowY == .scroll {
      metrics.scrollbarWidth = scrollbars.thickness
      if style.pointee.isRightToLeft {
        metrics.insetLeft += scrollbars.thickness
      } else {
        metrics.insetRight += scrollbars.thickness
      }
    }
    if style.pointee.overflowX == .scroll {
      metrics.scrollbarHeight = scrollbars.thickness
      metrics.insetBottom += scrollbars.thickness
    }
  }

  /// CSS Overflow 3, 4: `scrollbar-gutter` keeps room for a classic scrollbar whether or not there is one.
  private func addGutters(_ box: BoxIndex, _ metrics: inout BoxMetrics) {
    let style = style(box)
    if box == 0 || boxes[Int(box)].role == .body || metrics.scrollbarWidth > 0 { return }
    guard style.pointee.overflowY != .visible, style.pointee.overflowY != .clip else { return }
    let scrollbars = scrollbars.of(style.pointee.scrollbarWidth)
    let isBoth = style.pointee.gutterSides == 2
    let isLeft = style.pointee.isRightToLeft
    metrics.scrollbarWidth = scrollbars.reserved * (isBoth ? 2 : 1)
    if isLeft || isBoth { metrics.insetLeft += scrollbars.reserved }
    if !isLeft || isBoth { metrics.insetRight += scrollbars.reserved }
  }

  /// The viewport without the gutters of the root element, which are the viewport's (CSS Overflow 3, 4).
  var initialContainingBlock: LayoutRect {
    var area = LayoutRect(x: 0, y: 0, width: viewport.width, height: viewport.height)
    guard scrollbars.reserved > 0, boxCount > 0, case let root = style(0), root.pointee.gutterSides > 0 else {
      return area
    }
    let scrollbars = scrollbars.of(root.pointee.scrollbarWidth)
    let isBoth = root.pointee.gutterSides == 2
    if isBoth || root.pointee.isRightToLeft { area.x = scrollbars.reserved }
    area.width = max(0, area.width - scrollbars.reserved * (isBoth ? 2 : 1))
    return area
  }

  /// A box's intrinsic sizes with its used edges: percentages of its padding count where its width is worked out.
  @inline(__always)
  private func usedIntrinsicSizes(
    _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics
  ) -> MinMaxSizes {
    intrinsicSizes(box, space.percentageBlock, insets: metrics.insetsInline)
  }

  // MARK: Inline size

  /// The border box's inline size in a constraint space (CSS 2.2, 10.3; Sizing 3, 3).
  func inlineSize(_ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics) -> Double {
    if space.isFixedInline { return max(space.availableInline, 0) }
    let style = style(box)
    let insets = metrics.edgesInline
    let available = space.availableInline - metrics.marginsInline
    var size = resolveInlineLength(style.pointee.width, box, space, metrics, available)
    // Keywords for the content's width are the ratio's where the height is definite, too.
    var isTransferred =
      style.pointee.width.isContentKeyword && style.pointee.aspectRatio > 0
      && definiteBlockSize(box, space, metrics).isDefinite
    if !size.isDefinite {
      let isExplicit = space.stretchInlineExplicit
      if !isExplicit, style.pointee.aspectRatio > 0,
        case let transferred = transferredInlineSize(box, space, metrics), transferred.isDefinite
      {
        size = transferred
        isTransferred = true
      } else if isExplicit || space.stretchInline {
        size = max(available, insets)
      } else {
        size = usedIntrinsicSizes(box, space, metrics).fit(max(available, insets))
      }
      if style.pointee.width.isAuto {
        size = mapped(style.pointee.width, size, box, insets: insets, basis: space.percentageInline)
      }
    }
    var limits = inlineLimits(box, space, metrics, available)
    if isTransferred { limits.minimum = max(limits.minimum, automaticMinimum(box, space, metrics)) }
    return max(clampSize(size, limits.minimum, limits.maximum), insets)
  }

  /// `min-width` and `max-width` as border-box sizes, with what the aspect ratio transfers from heights.
  func inlineLimits(
    _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ available: Double
  ) -> (minimum: Double, maximum: Double) {
    let style = style(box)
    var minimum = 0.0
    var maximum = Double.infinity
    if !style.pointee.minWidth.isAuto {
      let value = resolveInlineLength(style.pointee.minWidth, box, space, metrics, available)
      if value.isDefinite { minimum = value }
    } else if style.pointee.minWidth.isMapped {
      minimum = mapped(
        style.pointee.minWidth, metrics.edgesInline, box, insets: metrics.edgesInline, basis: space.percentageInline)
    }
    if style.pointee.maxWidth.kind != .none {
      let value = resolveInlineLength(style.pointee.maxWidth, box, space, metrics, available)
      if value.isDefinite { maximum = value }
    }
    if style.pointee.aspectRatio > 0, style.pointee.width.isAuto || style.pointee.width.isContentKeyword,
      boxes[Int(box)].kind != .replaced
    {
      transferBlockLimits(box, space, metrics, &minimum, &maximum)
    }
    return (minimum, maximum)
  }

  /// A width's value as a border-box size; indefinite for `auto`.
  func resolveInlineLength(
    _ length: LayoutLength, _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ available: Double
  ) -> Double {
    mapped(
      length, resolveInlineBasis(length, box, space, metrics, available), box, insets: metrics.edgesInline,
      basis: space.percentageInline)
  }

  private func resolveInlineBasis(
    _ length: LayoutLength, _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ available: Double
  ) -> Double {
    let insets = metrics.edgesInline
    if length.isContentKeyword, style(box).pointee.aspectRatio > 0, boxes[Int(box)].kind != .replaced,
      case let block = definiteBlockSize(box, space, metrics), block.isDefinite
    {
      // Sizing 4, 5.1: what a definite height makes by the ratio stands for the content's size.
      return inlineFromBlock(box, block, metrics)
    }
    switch length.kind {
    case .length, .percentage, .calculation:
      let value = resolve(length, space.percentageInline)
      if !value.isDefinite { return .indefinite }
      return style(box).pointee.boxSizing == .borderBox ? max(value, insets) : max(value, 0) + insets
    case .stretch: return max(available, insets)
    case .minContent: return usedIntrinsicSizes(box, space, metrics).minimum
    case .maxContent: return usedIntrinsicSizes(box, space, metrics).maximum
    case .fitContent: return usedIntrinsicSizes(box, space, metrics).fit(max(available, insets))
    case .fitContentLength:
      return usedIntrinsicSizes(box, space, metrics).fit(length.value + insets)
    case .fitContentPercentage:
      let limit = layoutUnit(length.value * space.percentageInline / 100)
      return usedIntrinsicSizes(box, space, metrics).fit(limit + insets)
    case .auto, .none, .content, .normal: return .indefinite
    }
  }

  /// The inline size that a definite block size gives through the aspect ratio (Sizing 4, 5.1); or indefinite.
  func transferredInlineSize(_ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics) -> Double {
    let block = definiteBlockSize(box, space, metrics)
    if !block.isDefinite { return .indefinite }
    return max(inlineFromBlock(box, block, metrics), automaticMinimum(box, space, metrics))
  }

  /// Sizing 4, 5.1.1: a box whose width its ratio makes is not narrower than its content unless it scrolls.
  func automaticMinimum(_ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics) -> Double {
    let style = style(box)
    guard style.pointee.minWidth.isAuto, !style.pointee.isScrollContainer, !style.pointee.containsInlineSize else {
      return 0
    }
    let minimum = usedIntrinsicSizes(box, space, metrics).minimum
    let maximum = resolveInlineLength(style.pointee.maxWidth, box, space, metrics, space.availableInline)
    return mapped(
      style.pointee.minWidth, maximum.isDefinite ? min(minimum, maximum) : minimum, box, insets: metrics.edgesInline,
      basis: space.percentageInline)
  }

  /// The border-box inline size that belongs to a border-box block size by the ratio.
  func inlineFromBlock(_ box: BoxIndex, _ block: Double, _ metrics: BoxMetrics) -> Double {
    let style = style(box)
    let ratio = style.pointee.aspectRatio
    if style.pointee.boxSizing == .borderBox && !style.pointee.aspectRatioIsAuto {
      return max(layoutUnit(block * ratio), metrics.edgesInline)
    }
    return layoutUnit(max(0, block - metrics.edgesBlock) * ratio) + metrics.edgesInline
  }

  /// The border-box block size that belongs to a border-box inline size by the ratio.
  func blockFromInline(_ box: BoxIndex, _ inline: Double, _ metrics: BoxMetrics) -> Double {
    let style = style(box)
    let ratio = style.pointee.aspectRatio
    if style.pointee.boxSizing == .borderBox && !style.pointee.aspectRatioIsAuto {
      return max(layoutUnit(inline / ratio), metrics.edgesBlock)
    }
    return layoutUnit(max(0, inline - metrics.edgesInline) / ratio) + metrics.edgesBlock
  }

  private func transferBlockLimits(
    _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ minimum: inout Double, _ maximum: inout Double
  ) {
    let style = style(box)
    // Sizing 4, 5.1.2: definite limits transfer; what transfers from a minimum is held by a definite maximum.
    let low =
      style.pointee.minHeight.isAuto
      ? .indefinite : resolveBlockLength(style.pointee.minHeight, box, space, metrics, .indefinite)
    let high =
      style.pointee.maxHeight.kind == .none
      ? .indefinite : resolveBlockLength(style.pointee.maxHeight, box, space, metrics, .indefinite)
    if high.isDefinite { maximum = min(maximum, inlineFromBlock(box, high, metrics)) }
    if low.isDefinite {
      let transferred = inlineFromBlock(box, low, metrics)
      let ownMaximum = resolveInlineLength(style.pointee.maxWidth, box, space, metrics, space.availableInline)
      minimum = max(minimum, ownMaximum.isDefinite ? min(transferred, ownMaximum) : transferred)
    }
  }

  // MARK: Block size

  /// The border box's block size before layout, where it does not depend on the content; or indefinite.
  func definiteBlockSize(_ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics) -> Double {
    if space.isFixedBlock { return max(space.availableBlock, 0) }
    let style = style(box)
    var size = specifiedBlockSize(box, space, metrics, .indefinite)
    if !size.isDefinite, space.stretchBlock, style.pointee.height.isAuto, space.availableBlock.isDefinite {
      size = max(space.availableBlock - metrics.marginsBlock, metrics.edgesBlock)
      size = mapped(style.pointee.height, size, box, insets: metrics.edgesBlock, basis: space.percentageBlock)
    }
    if !size.isDefinite { return .indefinite }
    return clampBlock(size, box, space, metrics, .indefinite)
  }

  /// The border box's block size (CSS 2.2, 10.6; Sizing 3, 3). `intrinsic` is the border-box size of the content;
  /// indefinite before layout, and then the answer may be, too.
  func blockSize(
    _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, intrinsic: Double, inline: Double
  ) -> Double {
    if space.isFixedBlock { return max(space.availableBlock, 0) }
    let style = style(box)
    // With a ratio and a width, keywords for the content's height name what the ratio makes (Sizing 4, 5.1).
    let keyword = style.pointee.aspectRatio > 0 && inline.isDefinite ? blockFromInline(box, inline, metrics) : intrinsic
    var size = specifiedBlockSize(box, space, metrics, keyword)
    if style.pointee.aspectRatio > 0, style.pointee.height.isContentKeyword, size.isDefinite {
      size = max(size, automaticMinimumHeight(box, space, metrics, intrinsic))
    }
    if !size.isDefinite {
      if space.stretchBlock, style.pointee.height.isAuto, space.availableBlock.isDefinite {
        size = max(space.availableBlock - metrics.marginsBlock, metrics.edgesBlock)
      } else if style.pointee.aspectRatio > 0, inline.isDefinite {
        size = max(blockFromInline(box, inline, metrics), automaticMinimumHeight(box, space, metrics, intrinsic))
      } else {
        size = intrinsic
      }
      if style.pointee.height.isAuto {
        size = mapped(style.pointee.height, size, box, insets: metrics.edgesBlock, basis: space.percentageBlock)
      }
    }
    if !size.isDefinite { return .indefinite }
    return clampBlock(size, box, space, metrics, keyword)
  }

  /// The border-box size that `height` gives. In quirks mode a cell's is that of its border box, as in browsers.
  private func specifiedBlockSize(
    _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ intrinsic: Double
  ) -> Double {
    let style = style(box)
    let length = style.pointee.height
    let size = resolveBlockLength(length, box, space, metrics, intrinsic)
    guard source.isQuirky, boxes[Int(box)].kind == .tableCell, style.pointee.boxSizing == .contentBox,
      length.kind == .length || length.kind == .calculation
    else { return size }
    return max(size - metrics.edgesBlock, metrics.edgesBlock)
  }

  /// Sizing 4, 5.1.1: a box whose height its ratio makes is not lower than its content unless it scrolls.
  private func automaticMinimumHeight(
    _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ intrinsic: Double
  ) -> Double {
    let style = style(box)
    // As in browsers, a fieldset is not made higher than its legend.
    guard style.pointee.minHeight.isAuto, intrinsic.isDefinite, !style.pointee.isScrollContainer,
      boxes[Int(box)].role != .fieldset
    else { return 0 }
    let maximum = resolveBlockLength(style.pointee.maxHeight, box, space, metrics, intrinsic)
    return mapped(
      style.pointee.minHeight, maximum.isDefinite ? min(intrinsic, maximum) : intrinsic, box,
      insets: metrics.edgesBlock, basis: space.percentageBlock)
  }

  /// Applies `min-height` and `max-height`.
  func clampBlock(
    _ size: Double, _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ intrinsic: Double
  ) -> Double {
    let style = style(box)
    var minimum = metrics.edgesBlock
    var maximum = Double.infinity
    // CSS 2.2, 10.7: what the limits do to cells is undefined; browsers ignore them.
    if boxes[Int(box)].kind == .tableCell { return max(size, minimum) }
    if !style.pointee.minHeight.isAuto {
      let value = resolveBlockLength(style.pointee.minHeight, box, space, metrics, intrinsic)
      if value.isDefinite { minimum = max(minimum, value) }
    } else if style.pointee.minHeight.isMapped {
      minimum = mapped(style.pointee.minHeight, minimum, box, insets: minimum, basis: space.percentageBlock)
    }
    if style.pointee.maxHeight.kind != .none {
      let value = resolveBlockLength(style.pointee.maxHeight, box, space, metrics, intrinsic)
      if value.isDefinite { maximum = value }
    }
    return clampSize(size, minimum, maximum)
  }

  /// A height's value as a border-box size; indefinite for `auto` and what behaves as it.
  func resolveBlockLength(
    _ length: LayoutLength, _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ intrinsic: Double
  ) -> Double {
    mapped(
      length, resolveBlockBasis(length, box, space, metrics, intrinsic), box, insets: metrics.edgesBlock,
      basis: space.percentageBlock)
  }

  private func resolveBlockBasis(
    _ length: LayoutLength, _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ intrinsic: Double
  ) -> Double {
    let insets = metrics.edgesBlock
    switch length.kind {
    case .length, .percentage, .calculation:
      let value = resolve(length, space.percentageBlock)
      if !value.isDefinite { return .indefinite }
      return style(box).pointee.boxSizing == .borderBox ? max(value, insets) : max(value, 0) + insets
    case .stretch:
      return space.availableBlock.isDefinite ? max(space.availableBlock - metrics.marginsBlock, insets) : .indefinite
    case .minContent, .maxContent, .fitContent, .fitContentLength, .fitContentPercentage: return intrinsic
    case .auto, .none, .content, .normal: return .indefinite
    }
  }
}
