import CSSValues

/// Replaced boxes (CSS 2.2, 10.3.2 and 10.6.2; CSS Images 3, 5; Sizing 4, 5).
extension LayoutEngine {
  /// The natural size of a replaced box's content.
  func naturalSize(_ box: BoxIndex) -> (width: Double, height: Double, ratio: Double) {
    let detail = Int(boxes[Int(box)].detail)
    guard source.replaced.indices.contains(detail) else { return (.indefinite, .indefinite, 0) }
    let content = source.replaced[detail]
    let ratio = content.naturalRatio ?? 0
    let width = content.naturalWidth.map(layoutUnit) ?? .indefinite
    let height = content.naturalHeight.map(layoutUnit) ?? .indefinite
    if width.isDefinite, height.isDefinite, let shown = viewBox(box, width: width, height: height) {
      return (shown.width, shown.height, shown.width / shown.height)
    }
    return (width, height, ratio > 0 && ratio.isFinite ? ratio : 0)
  }

  /// Whether the box is a control that is laid out as a replaced box and aligned as other boxes are.
  func fillsSpace(_ box: BoxIndex) -> Bool {
    let detail = Int(boxes[Int(box)].detail)
    return boxes[Int(box)].kind == .replaced && source.replaced.indices.contains(detail)
      && source.replaced[detail].fillsSpace
  }

  /// The part of a natural size that `object-view-box` shows (CSS Images 5, 3.2): it stands for the whole. `nil` where all of it is
  /// shown, or nothing.
  private func viewBox(_ box: BoxIndex, width: Double, height: Double) -> LayoutRect? {
    guard case .function("inset", let arguments, _)? = computedStyle(box).pointee.other[.objectViewBox],
      let area = ClipPath.insetArea(arguments, in: LayoutRect(x: 0, y: 0, width: width, height: height)),
      area.width > 0, area.height > 0
    else { return nil }
    return area
  }

  /// The baseline of a box within a replaced one: the lower edge of its content, above its padding.
  ///
  /// As in Chromium, a box that is too low for that padding is as high as it needs and sticks out on both sides; what is in it, a
  /// color's swatch, has a border of 1 px.
  private func baselineInside(from top: Double, to bottom: Double, padding: Double) -> Double {
    guard padding > 0 else { return bottom }
    let free = bottom - top - 2 * padding
    return top + min(0, free) / 2 + padding + max(2, free)
  }

  /// Lays a replaced box out: nothing but its size.
  func layoutReplaced(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    let metrics = resolveBoxMetrics(box, space.percentageInline)
    let (width, height) = replacedSize(box, space, metrics)
    var output = LayoutOutput(width: width, height: height)
    let detail = Int(boxes[Int(box)].detail)
    if source.replaced.indices.contains(detail), let inset = source.replaced[detail].baselineInset {
      if inset < 0, inset.isFinite, !space.isFixedBlock, style(box).pointee.height.isAuto {
        // Sizing 4, 5.1.1: a ratio makes what is not replaced no lower than its content.
        output.height = max(height, clampBlock(metrics.insetsBlock - inset, box, space, metrics, .indefinite))
      }
      let lower = output.height - metrics.insetBottom
      output.firstBaseline =
        !inset.isFinite
        ? output.height
        : inset < 0
          ? min(metrics.insetTop - inset, lower)
          : baselineInside(from: metrics.insetTop, to: lower, padding: inset)
      output.lastBaseline = output.firstBaseline
    }
    return output
  }

  /// The border box of a replaced box.
  func replacedSize(_ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics) -> (Double, Double) {
    if space.isFixedInline && space.isFixedBlock { return (space.availableInline, space.availableBlock) }
    let style = style(box)
    let available = space.availableInline - metrics.marginsInline
    let (naturalWidth, naturalHeight, ratio) = replacedRatio(box)
    // Sizing 4, 5.1: a ratio without `auto` is that of the box which `box-sizing` names.
    let isBorderBox =
      style.pointee.boxSizing == .borderBox && style.pointee.aspectRatio > 0 && !style.pointee.aspectRatioIsAuto

    var width = space.isFixedInline ? space.availableInline : Double.indefinite
    var height = space.isFixedBlock ? space.availableBlock : Double.indefinite
    if !width.isDefinite {
      width = replacedInlineLength(style.pointee.width, box, space, metrics, available)
      if !width.isDefinite, style.pointee.width.isAuto, space.stretchInlineExplicit {
        width = max(available, metrics.insetsInline)
      }
    }
    if !height.isDefinite {
      height = resolveBlockLength(style.pointee.height, box, space, metrics, .indefinite)
      if !height.isDefinite, style.pointee.height.isAuto, space.stretchBlock, space.availableBlock.isDefinite {
        height = max(space.availableBlock - metrics.marginsBlock, metrics.insetsBlock)
      }
    }
    var minimumWidth = metrics.insetsInline
    var maximumWidth = Double.infinity
    if !space.isFixedInline {
      let low = replacedInlineLength(style.pointee.minWidth, box, space, metrics, available)
      if low.isDefinite { minimumWidth = max(minimumWidth, low) }
      let high = replacedInlineLength(style.pointee.maxWidth, box, space, metrics, available)
      if high.isDefinite { maximumWidth = high }
    }
    var minimumHeight = metrics.insetsBlock
    var maximumHeight = Double.infinity
    if !space.isFixedBlock {
      let low = resolveBlockLength(style.pointee.minHeight, box, space, metrics, .indefinite)
      if low.isDefinite { minimumHeight = max(minimumHeight, low) }
      let high = resolveBlockLength(style.pointee.maxHeight, box, space, metrics, .indefinite)
      if high.isDefinite { maximumHeight = high }
    }
    func transferToHeight(_ width: Double) -> Double {
      isBorderBox
        ? max(layoutUnit(width / ratio), metrics.insetsBlock)
        : layoutUnit(max(0, width - metrics.insetsInline) / ratio) + metrics.insetsBlock
    }
    func transferToWidth(_ height: Double) -> Double {
      isBorderBox
        ? max(layoutUnit(height * ratio), metrics.insetsInline)
        : layoutUnit(max(0, height - metrics.insetsBlock) * ratio) + metrics.insetsInline
    }

    if width.isDefinite {
      width = clampSize(width, minimumWidth, maximumWidth)
      if style.pointee.minHeight.isContentKeyword, !space.isFixedBlock {
        // The content's height is what the ratio makes of the width, or the natural one.
        let natural = (naturalHeight.isDefinite ? naturalHeight : 150) + metrics.insetsBlock
        minimumHeight = max(minimumHeight, ratio > 0 ? transferToHeight(width) : natural)
      }
      if !height.isDefinite {
        height =
          ratio > 0
          ? transferToHeight(width)
          : (naturalHeight.isDefinite ? naturalHeight + metrics.insetsBlock : 150 + metrics.insetsBlock)
      }
      return (width, clampSize(height, minimumHeight, maximumHeight))
    }
    if height.isDefinite {
      height = clampSize(height, minimumHeight, maximumHeight)
      width =
        ratio > 0 ? transferToWidth(height) : (naturalWidth.isDefinite ? naturalWidth : 300) + metrics.insetsInline
      return (clampSize(width, minimumWidth, maximumWidth), height)
    }
    // Neither is given: the natural size, held within the limits with its ratio (CSS 2.2, 10.4's table).
    var contentWidth = naturalWidth
    var contentHeight = naturalHeight
    if !contentWidth.isDefinite && contentHeight.isDefinite && ratio > 0 {
      contentWidth = layoutUnit(contentHeight * ratio)
    }
    if !contentHeight.isDefinite && contentWidth.isDefinite && ratio > 0 {
      contentHeight = layoutUnit(contentWidth / ratio)
    }
    if !contentWidth.isDefinite {
      if ratio > 0 {
        // With a ratio but no size, the box fills the available width; where that is indefinite, it is 0 wide.
        contentWidth = available.isDefinite ? max(0, available - metrics.insetsInline) : 0
        contentHeight = layoutUnit(contentWidth / ratio)
      } else {
        contentWidth = 300
      }
    }
    if !contentHeight.isDefinite { contentHeight = 150 }
    width = contentWidth + metrics.insetsInline
    height = contentHeight + metrics.insetsBlock
    if isBorderBox, ratio > 0, naturalWidth.isDefinite { height = transferToHeight(width) }
    if ratio <= 0 {
      return (clampSize(width, minimumWidth, maximumWidth), clampSize(height, minimumHeight, maximumHeight))
    }
    return constrain(
      width, height, ratio,
      isBorderBox ? BoxMetrics(insetTop: 0, insetRight: 0, insetBottom: 0, insetLeft: 0) : metrics,
      (minimumWidth, max(minimumWidth, maximumWidth)),
      (minimumHeight, max(minimumHeight, maximumHeight)))
  }

  /// The table of CSS 2.2, 10.4: limits on a box whose width and height are both automatic.
  private func constrain(
    _ width: Double, _ height: Double, _ ratio: Double, _ metrics: BoxMetrics,
    _ widths: (minimum: Double, maximum: Double), _ heights: (minimum: Double, maximum: Double)
  ) -> (Double, Double) {
    let inline = metrics.insetsInline
    let block = metrics.insetsBlock
    let w = max(0, width - inline)
    let h = max(0, height - block)
    let minW = max(0, widths.minimum - inline)
    let maxW = max(0, widths.maximum - inline)
    let minH = max(0, heights.minimum - block)
    let maxH = max(0, heights.maximum - block)
    func toHeight(_ width: Double) -> Double { layoutUnit(width / ratio) }
    func toWidth(_ height: Double) -> Double { layoutUnit(height * ratio) }
    var result: (Double, Double)
    if w > maxW && h > maxH {
      result = maxW * h <= maxH * w ? (maxW, max(minH, toHeight(maxW))) : (max(minW, toWidth(maxH)), maxH)
    } else if w < minW && h < minH {
      result = minW * h <= minH * w ? (min(maxW, toWidth(minH)), minH) : (minW, min(maxH, toHeight(minW)))
    } else if w < minW && h > maxH {
      result = (minW, maxH)
    } else if w > maxW && h < minH {
      result = (maxW, minH)
    } else if w > maxW {
      result = (maxW, max(toHeight(maxW), minH))
    } else if w < minW {
      result = (minW, min(toHeight(minW), maxH))
    } else if h > maxH {
      result = (max(toWidth(maxH), minW), maxH)
    } else if h < minH {
      result = (min(toWidth(minH), maxW), minH)
    } else {
      result = (w, h)
    }
    result.0 += inline
    result.1 += block
    return result
  }

  /// The natural size and the ratio that is used: `aspect-ratio` without `auto` wins over the natural one.
  func replacedRatio(_ box: BoxIndex) -> (Double, Double, Double) {
    var (width, height, ratio) = naturalSize(box)
    let style = style(box)
    if style.pointee.containsSize {
      width = style.pointee.containIntrinsicWidth.isDefinite ? style.pointee.containIntrinsicWidth : 0
      height = style.pointee.containIntrinsicHeight.isDefinite ? style.pointee.containIntrinsicHeight : 0
      ratio = 0
    }
    if style.pointee.aspectRatio > 0, !style.pointee.aspectRatioIsAuto || ratio <= 0 {
      ratio = style.pointee.aspectRatio
      if width.isDefinite && height.isDefinite { height = layoutUnit(width / ratio) }
    }
    return (width, height, ratio)
  }

  private func replacedInlineLength(
    _ length: LayoutLength, _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ available: Double
  ) -> Double {
    switch length.kind {
    case .length, .percentage, .calculation:
      let value = resolve(length, space.percentageInline)
      if !value.isDefinite { return .indefinite }
      return style(box).pointee.boxSizing == .borderBox
        ? max(value, metrics.insetsInline) : max(value, 0) + metrics.insetsInline
    case .stretch: return max(available, metrics.insetsInline)
    case .minContent: return intrinsicSizes(box, space.percentageBlock).minimum
    case .maxContent: return intrinsicSizes(box, space.percentageBlock).maximum
    case .fitContent, .fitContentLength, .fitContentPercentage:
      return intrinsicSizes(box, space.percentageBlock).fit(max(available, 0))
    default: return .indefinite
    }
  }

  /// The border-box size that a replaced box has where nothing constrains its width.
  ///
  /// - Parameter stretch: the border-box width of what has a ratio and no natural size; indefinite where it is to be none.
  func intrinsicSizesOfReplaced(
    _ box: BoxIndex, _ percentageBlock: Double, _ metrics: BoxMetrics, stretch: Double = .indefinite
  ) -> MinMaxSizes {
    let style = style(box)
    var space = ConstraintSpace(
      availableInline: .indefinite, availableBlock: percentageBlock, percentageInline: .indefinite,
      percentageBlock: percentageBlock,
      mode: .measure)
    space.percentageInline = .indefinite
    let (naturalWidth, naturalHeight, ratio) = replacedRatio(box)
    let insets = metrics.insetsInline
    var height = resolveBlockLength(style.pointee.height, box, space, metrics, .indefinite)
    if height.isDefinite, ratio > 0 {
      height = clampBlock(height, box, space, metrics, .indefinite)
      let width = layoutUnit(max(0, height - metrics.insetsBlock) * ratio) + insets
      return MinMaxSizes(width, width)
    }
    var width = naturalWidth
    var content = naturalHeight
    if !width.isDefinite && content.isDefinite && ratio > 0 { width = layoutUnit(content * ratio) }
    if !width.isDefinite { width = ratio > 0 ? (stretch.isDefinite ? max(0, stretch - insets) : 0) : 300 }
    if !content.isDefinite { content = ratio > 0 ? layoutUnit(width / ratio) : 150 }
    if ratio > 0 {
      // Limits of the height transfer.
      let low =
        style.pointee.minHeight.isAuto
        ? .indefinite : resolveBlockLength(style.pointee.minHeight, box, space, metrics, .indefinite)
      let high = resolveBlockLength(style.pointee.maxHeight, box, space, metrics, .indefinite)
      let limited = clampSize(
        content, low.isDefinite ? low - metrics.insetsBlock : 0,
        high.isDefinite ? max(0, high - metrics.insetsBlock) : .infinity)
      if limited != content { width = layoutUnit(limited * ratio) }
    }
    // As in browsers, a percentage makes the least size of such a control nothing.
    let isCompressible = style.pointee.width.hasPercentage && fillsSpace(box)
    return MinMaxSizes(isCompressible ? insets : width + insets, width + insets)
  }

  /// What a replaced box contributes: percentages of `width` and `max-width` make it compressible (Sizing 3, 5.2.2).
  func contributionOfReplaced(
    _ box: BoxIndex, _ percentageBlock: Double, stretchesBlock: Bool = false
  ) -> MinMaxSizes {
    let metrics = resolveBoxMetrics(box, .indefinite)
    let style = style(box)
    var space = ConstraintSpace(
      availableInline: .indefinite, availableBlock: percentageBlock, percentageInline: .indefinite,
      percentageBlock: percentageBlock,
      mode: .measure)
    space.stretchBlock = stretchesBlock && percentageBlock.isDefinite
    let (width, _) = replacedSize(box, space, metrics)
    var sizes = MinMaxSizes(width, width)
    if style.pointee.width.kind == .percentage || style.pointee.width.kind == .calculation
      || style.pointee.maxWidth.kind == .percentage
    {
      // As in browsers, what has only a ratio then likes the default width.
      let natural = replacedRatio(box)
      if !natural.0.isDefinite, !natural.1.isDefinite, style.pointee.width.kind != .auto {
        sizes.maximum = max(sizes.maximum, 300 + metrics.insetsInline)
      }
      sizes.minimum = metrics.insetsInline
      if style.pointee.minWidth.kind == .length || style.pointee.minWidth.isContentKeyword {
        let minimum = replacedInlineLength(style.pointee.minWidth, box, space, metrics, 0)
        sizes.minimum = max(sizes.minimum, minimum)
      }
    }
    return sizes
  }
}
