import CSSValues

/// Min-content and max-content inline sizes (CSS Sizing 3, 5), cached by box.
extension LayoutEngine {
  /// The border-box sizes that follow from nothing but a box's content, whatever its `width`, `min-width` and
  /// `max-width` say. Percentages of widths, margins and paddings count as 0; those of heights count from
  /// `percentageBlock`.
  func intrinsicSizes(_ box: BoxIndex, _ percentageBlock: Double) -> MinMaxSizes {
    if let entry = cache.pointee.intrinsic[Int(box)] {
      let known = entry.percentageBlock
      if known == percentageBlock || (!known.isDefinite && !percentageBlock.isDefinite) { return entry.sizes }
    }
    let sizes = computeIntrinsicSizes(box, percentageBlock)
    cache.pointee.intrinsic[Int(box)] = LayoutCache.IntrinsicEntry(sizes: sizes, percentageBlock: percentageBlock)
    return sizes
  }

  /// The same with used edges in place of those whose percentages count as 0.
  ///
  /// - Parameter insets: border and padding of both sides.
  @inline(__always)
  func intrinsicSizes(_ box: BoxIndex, _ percentageBlock: Double, insets: Double) -> MinMaxSizes {
    let sizes = intrinsicSizes(box, percentageBlock)
    return style(box).pointee.hasFixedEdges ? sizes : withUsedEdges(sizes, of: box, insets: insets)
  }

  private func withUsedEdges(_ sizes: MinMaxSizes, of box: BoxIndex, insets: Double) -> MinMaxSizes {
    let style = style(box)
    let kind = boxes[Int(box)].kind
    guard style.pointee.paddingLeft.hasPercentage || style.pointee.paddingRight.hasPercentage, kind != .replaced,
      kind != .table
    else { return sizes }
    let added = insets - resolveBoxMetrics(box, .indefinite).insetsInline
    return MinMaxSizes(sizes.minimum + added, sizes.maximum + added)
  }

  private func computeIntrinsicSizes(_ box: BoxIndex, _ percentageBlock: Double) -> MinMaxSizes {
    let kind = boxes[Int(box)].kind
    let metrics = resolveBoxMetrics(box, .indefinite)
    let insets = metrics.insetsInline
    if kind == .replaced { return intrinsicSizesOfReplaced(box, percentageBlock, metrics) }
    if style(box).pointee.containsInlineSize && kind != .table {
      // CSS Sizing 4, 4.3: `contain-intrinsic-width` stands for the contents; without, a grid has its explicit tracks.
      let own = style(box).pointee.containIntrinsicWidth
      if kind == .grid, !own.isDefinite { return intrinsicSizesOfGrid(box, percentageBlock, metrics) }
      let size = insets + (own.isDefinite ? own : 0)
      if !own.isDefinite, style(box).pointee.isMultiColumn, kind == .block {
        let columns = intrinsicSizesOfColumns(box, MinMaxSizes(0, 0), nil)
        return MinMaxSizes(insets + columns.minimum, insets + columns.maximum)
      }
      return MinMaxSizes(size, size)
    }
    switch kind {
    case .block, .tableCell:
      return intrinsicSizesOfBlock(box, percentageBlock, metrics)
    case .flex: return intrinsicSizesOfFlex(box, percentageBlock, metrics)
    case .grid: return intrinsicSizesOfGrid(box, percentageBlock, metrics)
    case .table: return intrinsicSizesOfTable(box)
    case .replaced, .tableSection, .tableRow, .tableColumnGroup, .tableColumn, .inline, .text, .lineBreak, .wordBreak:
      return MinMaxSizes(0, 0)
    }
  }

  /// What a box contributes to its container's intrinsic sizes (Sizing 3, 5.2): the border-box sizes with `width`,
  /// `min-width` and `max-width` applied, margins left out. Percentages of widths behave as `auto`.
  ///
  /// - Parameter stretchesBlock: whether an automatic height fills what percentages count from: an aspect ratio makes a width
  ///   of it.
  func contribution(_ box: BoxIndex, _ percentageBlock: Double, stretchesBlock: Bool = false) -> MinMaxSizes {
    let style = style(box)
    let kind = boxes[Int(box)].kind
    if kind == .replaced { return contributionOfReplaced(box, percentageBlock, stretchesBlock: stretchesBlock) }
    let metrics = resolveBoxMetrics(box, .indefinite)
    var space = ConstraintSpace(
      availableInline: 0, availableBlock: percentageBlock, percentageInline: .indefinite,
      percentageBlock: percentageBlock,
      mode: .measure)
    space.percentageInline = .indefinite
    space.stretchBlock = stretchesBlock && percentageBlock.isDefinite
    var sizes: MinMaxSizes
    var isTransferred = false
    switch style.pointee.width.kind {
    case .length:
      let size = resolveInlineLength(style.pointee.width, box, space, metrics, 0)
      sizes = MinMaxSizes(size, size)
    case .minContent, .maxContent:
      let size = resolveInlineLength(style.pointee.width, box, space, metrics, 0)
      sizes = MinMaxSizes(size, size)
    case .fitContentLength:
      let intrinsic = intrinsicSizes(box, percentageBlock)
      sizes = MinMaxSizes(
        intrinsic.minimum,
        max(intrinsic.minimum, min(intrinsic.maximum, style.pointee.width.value + metrics.edgesInline)))
    default:
      if style.pointee.aspectRatio > 0,
        case let transferred = transferredInlineSize(box, space, metrics), transferred.isDefinite
      {
        sizes = MinMaxSizes(transferred, transferred)
        isTransferred = style.pointee.width.isAuto
      } else {
        sizes = intrinsicSizes(box, percentageBlock)
      }
      if style.pointee.width.isMapped {
        let (width, insets) = (style.pointee.width, metrics.edgesInline)
        sizes.minimum = mapped(width, sizes.minimum, box, insets: insets, basis: .indefinite)
        sizes.maximum = mapped(width, sizes.maximum, box, insets: insets, basis: .indefinite)
      }
    }
    if isCompressibleControl(box) {
      // Sizing 3, 5.2.2: percentages make a control's minimum contribution nothing.
      sizes.minimum = min(sizes.minimum, metrics.insetsInline)
    }
    var limits = (minimum: 0.0, maximum: Double.infinity)
    if style.pointee.minWidth.kind != .auto || style.pointee.minWidth.isMapped || style.pointee.maxWidth.kind != .none
      || style.pointee.aspectRatio > 0
    {
      limits = contributionLimits(box, space, metrics)
      if isTransferred { limits.minimum = max(limits.minimum, automaticMinimum(box, space, metrics)) }
    }
    sizes.minimum = clampSize(sizes.minimum, limits.minimum, limits.maximum)
    sizes.maximum = clampSize(sizes.maximum, limits.minimum, limits.maximum)
    if kind == .table {
      // A table is never narrower than its content, whatever its limits are.
      let intrinsic = intrinsicSizes(box, percentageBlock)
      sizes.encompass(MinMaxSizes(intrinsic.minimum, intrinsic.minimum))
    }
    if style.pointee.minWidth.kind == .fitContent {
      let intrinsic = intrinsicSizes(box, percentageBlock)
      sizes = MinMaxSizes(max(sizes.minimum, intrinsic.minimum), max(sizes.maximum, intrinsic.maximum))
    }
    return sizes
  }

  private func isCompressibleControl(_ box: BoxIndex) -> Bool {
    switch boxes[Int(box)].role {
    case .textField, .textArea, .select: break
    default: return false
    }
    if isCalendar(box) { return false }
    let style = style(box)
    return style.pointee.width.hasPercentage || style.pointee.maxWidth.hasPercentage
  }

  private func contributionLimits(
    _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics
  ) -> (minimum: Double, maximum: Double) {
    var limits = (minimum: 0.0, maximum: Double.infinity)
    let style = style(box)
    func value(_ length: LayoutLength) -> Double {
      switch length.kind {
      case .length: return resolveInlineLength(length, box, space, metrics, 0)
      case .minContent: return intrinsicSizes(box, space.percentageBlock).minimum
      case .maxContent: return intrinsicSizes(box, space.percentageBlock).maximum
      case .auto where length.isMapped: return metrics.edgesInline
      default: return .indefinite
      }
    }
    func limit(_ length: LayoutLength) -> Double {
      mapped(length, value(length), box, insets: metrics.edgesInline, basis: .indefinite)
    }
    let minimum = limit(style.pointee.minWidth)
    if minimum.isDefinite { limits.minimum = minimum }
    let maximum = limit(style.pointee.maxWidth)
    if maximum.isDefinite { limits.maximum = maximum }
    if style.pointee.aspectRatio > 0, style.pointee.width.isAuto || style.pointee.width.isContentKeyword {
      let low =
        style.pointee.minHeight.isAuto
        ? .indefinite : resolveBlockLength(style.pointee.minHeight, box, space, metrics, .indefinite)
      let high = resolveBlockLength(style.pointee.maxHeight, box, space, metrics, .indefinite)
      if high.isDefinite { limits.maximum = min(limits.maximum, inlineFromBlock(box, high, metrics)) }
      if low.isDefinite {
        limits.minimum = max(
          limits.minimum, min(inlineFromBlock(box, low, metrics), maximum.isDefinite ? maximum : .infinity))
      }
    }
    return limits
  }
}
