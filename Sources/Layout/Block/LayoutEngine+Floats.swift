import CSSValues

/// Floats (CSS 2.2, 9.5) and the intrinsic sizes of block containers.
extension LayoutEngine {
  /// Lays a float out and places it at or below `top`; the answer is its border box in the formatting context.
  func layoutFloat(
    _ child: BoxIndex, top: Double, contextLeft: Double, contentInline: Double, percentageBlock: Double,
    availableBlock: Double, mode: ConstraintSpace.Mode
  ) -> LayoutRect {
    if columnFlow != nil {
      return layoutFloatInColumns(
        child, top: top, contextLeft: contextLeft, contentInline: contentInline, percentageBlock: percentageBlock,
        availableBlock: availableBlock, mode: mode)
    }
    let metrics = resolveBoxMetrics(child, contentInline)
    var space = ConstraintSpace(
      availableInline: contentInline, availableBlock: availableBlock, percentageInline: contentInline,
      percentageBlock: percentageBlock, mode: mode)
    space.isNewFormattingContext = true
    let output = layout(child, space)
    let style = style(child)
    let width = output.width + metrics.marginsInline
    var start = max(top, blocks.floats.lastTop)
    start = max(start, blocks.floats.clearance(style.pointee.clear))
    let place = blocks.floats.opportunity(
      top: start, left: contextLeft, right: contextLeft + contentInline, width: width, height: 0)
    let isLeft = style.pointee.float == .left
    let left = isLeft ? place.left : place.right - width
    blocks.floats.add(
      left: left, top: place.top, right: left + max(0, width), bottom: place.top + output.height + metrics.marginsBlock,
      isLeft: isLeft)
    return LayoutRect(
      x: left + metrics.marginLeft, y: place.top + metrics.marginTop, width: output.width, height: output.height)
  }

  /// The intrinsic sizes of a block container: the widest line or child, floats side by side.
  func intrinsicSizesOfBlock(_ box: BoxIndex, _ percentageBlock: Double, _ metrics: BoxMetrics) -> MinMaxSizes {
    let insets = metrics.insetsInline
    if let own = intrinsicInlineSizeOfControl(box) {
      // Sizing 3, 5.2.2: a percentage of the width makes a control compressible, as an item's content, too.
      let isCompressible = style(box).pointee.width.hasPercentage && !isCalendar(box)
      return MinMaxSizes(isCompressible ? insets : own + insets, own + insets)
    }
    // Percentages of children's heights count from our own height, where it is definite.
    let basis = childPercentageBasis(box, percentageBlock, metrics)
    var sizes: MinMaxSizes
    if flags(box).contains(.hasInlineContent) {
      sizes = intrinsicSizesOfLines(box, basis)
    } else {
      sizes = intrinsicSizesOfChildren(box, basis)
    }
    if style(box).pointee.isMultiColumn { sizes = intrinsicSizesOfColumns(box, sizes, basis) }
    sizes.minimum += insets
    sizes.maximum += insets
    return sizes
  }

  /// What percentages of children's heights count from while intrinsic sizes are computed.
  func childPercentageBasis(_ box: BoxIndex, _ percentageBlock: Double, _ metrics: BoxMetrics) -> Double {
    let flags = flags(box)
    if flags.contains(.anonymous) && !flags.contains(.item) { return percentageBlock }
    let style = style(box)
    let space = ConstraintSpace(
      availableInline: 0, availableBlock: percentageBlock, percentageInline: .indefinite,
      percentageBlock: percentageBlock,
      mode: .measure)
    var block = resolveBlockLength(style.pointee.height, box, space, metrics, .indefinite)
    if style.pointee.height.isAuto {
      let parent = boxes[Int(box)].parent
      guard percentageBlock.isDefinite, flags.contains(.item), boxes[Int(parent)].kind == .flex,
        !FlexAxes(self, parent).isColumn, stretchesItem(box, of: parent)
      else { return source.isQuirky && boxes[Int(box)].kind == .block ? percentageBlock : .indefinite }
      // CSS Flexbox 1, 9.8: an item that the only line of a row of definite height stretches is definite, too.
      block = max(0, percentageBlock - metrics.marginsBlock)
    }
    if !block.isDefinite { return .indefinite }
    return max(0, clampBlock(block, box, space, metrics, .indefinite) - metrics.insetsBlock)
  }

  private func intrinsicSizesOfChildren(_ box: BoxIndex, _ basis: Double) -> MinMaxSizes {
    var sizes = MinMaxSizes(0, 0)
    var leftFloats = 0.0
    var rightFloats = 0.0
    let hasColumns = style(box).pointee.isMultiColumn
    var child = boxes[Int(box)].firstChild
    while child >= 0 {
      defer { child = boxes[Int(child)].nextSibling }
      let flags = flags(child)
      if flags.contains(.outOfFlow) || flags.contains(.outsideMarker) { continue }
      if hasColumns, isAcrossColumns(child) { continue }
      let style = style(child)
      if !style.pointee.clear.isEmpty {
        sizes.maximum = max(sizes.maximum, leftFloats + rightFloats)
        if style.pointee.clear.contains(.left) { leftFloats = 0 }
        if style.pointee.clear.contains(.right) { rightFloats = 0 }
      }
      let metrics = resolveBoxMetrics(child, .indefinite)
      var child = contribution(child, basis)
      let margins = metrics.marginsInline
      if flags.contains(.floating) {
        sizes.minimum = max(sizes.minimum, child.minimum + margins)
        if style.pointee.float == .left {
          leftFloats += max(0, child.maximum + margins)
        } else {
          rightFloats += max(0, child.maximum + margins)
        }
        continue
      }
      if flags.contains(.formattingContext) {
        // A root of a formatting context is beside the floats.
        child.maximum += margins + leftFloats + rightFloats
        child.minimum += margins
        leftFloats = 0
        rightFloats = 0
      } else {
        child.minimum += margins
        child.maximum = max(child.maximum + margins, leftFloats + rightFloats)
        leftFloats = 0
        rightFloats = 0
      }
      sizes.encompass(child)
    }
    sizes.maximum = max(sizes.maximum, leftFloats + rightFloats, sizes.minimum)
    return sizes
  }
}
