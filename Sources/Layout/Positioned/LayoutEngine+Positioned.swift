import CSSValues

/// Absolutely positioned boxes (CSS Positioned Layout 3, 4 and 5; CSS 2.2, 10.3.7 and 10.6.4).
extension LayoutEngine {
  /// Lays out the boxes whose containing block is `container`, whose own size is committed.
  func layoutPositioned(in container: BoxIndex) {
    guard var child = tree.firstPositioned[container] else { return }
    let area = positionedArea(of: container)
    while true {
      layoutPositioned(child, container: container, area: state.positionedAreas[child] ?? area)
      guard let next = tree.nextPositioned[child] else { return }
      child = next
    }
  }

  /// The padding box of a committed box, less its scrollbars, in its border box; -1 is the initial containing block.
  func positionedArea(of container: BoxIndex) -> Rect {
    guard container >= 0 else { return Rect(x: 0, y: 0, width: viewport.width, height: viewport.height) }
    let style = style(container)
    let placement = state.placements[Int(container)]
    let metrics = resolveBoxMetrics(container, placement.width)
    let top = style.pointee.borderTop
    let left = style.pointee.borderLeft
    let isScrollbarLeft = style.pointee.isRightToLeft
    return Rect(
      x: left
        + (isScrollbarLeft
          ? min(metrics.scrollbarWidth, max(0, placement.width - left - style.pointee.borderRight)) : 0),
      y: top,
      width: max(0, placement.width - left - style.pointee.borderRight - metrics.scrollbarWidth),
      height: max(0, placement.height - top - style.pointee.borderBottom - metrics.scrollbarHeight))
  }

  /// Lays out the boxes of the initial containing block.
  func layoutPositionedInInitialContainingBlock() {
    var child = tree.firstOfInitialContainingBlock
    let area = positionedArea(of: -1)
    while child >= 0 {
      layoutPositioned(child, container: -1, area: area)
      child = tree.nextPositioned[child] ?? -1
    }
  }

  /// The static position in the container's border box.
  private func staticPosition(_ child: BoxIndex, in container: BoxIndex) -> StaticPosition {
    guard var position = state.staticPositions[child] ?? staticPositionInTable(child) else {
      return StaticPosition(x: 0, y: 0, parent: container)
    }
    // An inline container's own place counts from the block container of its lines.
    let isInline = container >= 0 && boxes[Int(container)].kind == .inline
    let end = isInline ? offsetParent(container) : container
    var box = position.parent
    position.y += state.placements[Int(box)].contentShift
    if !state.columnGeometries.isEmpty { moveToColumn(&position, in: box) }
    while box >= 0 && box != end {
      let placement = state.placements[Int(box)]
      position.x += placement.x + placement.relativeX
      position.y += placement.y + placement.relativeY
      let isOutOfFlow = boxes[Int(box)].flags.contains(.outOfFlow)
      box = offsetParent(box)
      if box >= 0, !isOutOfFlow {
        if !state.columnGeometries.isEmpty { moveToColumn(&position, in: box) }
        position.y += state.placements[Int(box)].contentShift
      }
    }
    if isInline {
      position.x -= state.placements[Int(container)].x
      position.y -= state.placements[Int(container)].y
    }
    return position
  }

  /// A positioned child of a table or of one of its parts would be where the content of that begins.
  private func staticPositionInTable(_ child: BoxIndex) -> StaticPosition? {
    let parent = boxes[Int(child)].parent
    guard parent >= 0 else { return nil }
    switch boxes[Int(parent)].kind {
    case .table, .tableSection, .tableRow: break
    default: return nil
    }
    let placement = state.placements[Int(parent)]
    guard placement.isPlaced || boxes[Int(parent)].kind == .table else { return nil }
    let metrics = resolveBoxMetrics(parent, placement.width)
    let isReversed = style(parent).pointee.isRightToLeft
    let isTable = boxes[Int(parent)].kind == .table
    let x = isReversed ? placement.width - (isTable ? metrics.insetRight : 0) : isTable ? metrics.insetLeft : 0
    return StaticPosition(
      x: x, y: isTable ? metrics.insetTop : 0, inlineEdge: isReversed ? .end : .start, parent: parent)
  }

  /// The box whose border box a placement counts from.
  func offsetParent(_ box: BoxIndex) -> BoxIndex {
    if boxes[Int(box)].flags.contains(.outOfFlow) { return state.containers[Int(box)] }
    // What is in a line is placed in the border box of the block container.
    var parent = boxes[Int(box)].parent
    while parent >= 0, boxes[Int(parent)].kind == .inline { parent = boxes[Int(parent)].parent }
    return parent
  }

  /// One axis's values.
  private struct Axis {
    var start: Double
    var end: Double
    var isStartAuto: Bool { !start.isDefinite }
    var isEndAuto: Bool { !end.isDefinite }
  }

  func layoutPositioned(_ child: BoxIndex, container: BoxIndex, area: Rect) {
    state.containers[Int(child)] = container
    let style = style(child)
    let metrics = resolveBoxMetrics(child, area.width)
    let isStatic =
      (style.pointee.insetLeft.isAuto && style.pointee.insetRight.isAuto)
      || (style.pointee.insetTop.isAuto && style.pointee.insetBottom.isAuto)
    let fixed = isStatic ? staticPosition(child, in: container) : StaticPosition(x: 0, y: 0, parent: container)
    let isRightToLeft =
      container >= 0 ? self.style(container).pointee.isRightToLeft : self.style(0).pointee.isRightToLeft
    var horizontal = Axis(
      start: resolve(style.pointee.insetLeft, area.width), end: resolve(style.pointee.insetRight, area.width))
    var vertical = Axis(
      start: resolve(style.pointee.insetTop, area.height), end: resolve(style.pointee.insetBottom, area.height))

    // Available space: from the static position to the edge where both insets are `auto`.
    let availableInline = availableSize(horizontal, area.width, fixed.x - area.x, fixed.inlineEdge)
    let availableBlock = availableSize(vertical, area.height, fixed.y - area.y, fixed.blockEdge)
    let justify = style.pointee.justifySelf.alignment
    let align = style.pointee.alignSelf.alignment
    let isTableOrReplaced = boxes[Int(child)].kind == .replaced || boxes[Int(child)].kind == .table

    var space = ConstraintSpace(
      availableInline: availableInline, availableBlock: availableBlock, percentageInline: area.width,
      percentageBlock: area.height, mode: .measure)
    let fillsInline =
      !horizontal.isStartAuto && !horizontal.isEndAuto && !isTableOrReplaced
      && (justify == .auto || justify == .normal || justify == .stretch)
    let fillsBlock =
      !vertical.isStartAuto && !vertical.isEndAuto && !isTableOrReplaced
      && (align == .auto || align == .normal || align == .stretch)
    space.stretchInline = fillsInline
    space.stretchBlock = fillsBlock
    if style.pointee.aspectRatio > 0, style.pointee.height.isAuto, fillsBlock {
      if style.pointee.width.isAuto {
        // Both axes filled: the inline one wins, the block one follows the ratio.
        if fillsInline {
          space.stretchBlock = false
          space.stretchInlineExplicit = true
        }
      } else if align != .stretch {
        // CSS Positioned Layout 3, 4.2: with a ratio, a height that nothing gives follows the width that something does.
        space.stretchBlock = false
      }
    }
    space.mode = .commit
    let output = layout(child, space)

    solve(
      &horizontal, size: output.width, area: area.width, staticOffset: fixed.x - area.x, staticEdge: fixed.inlineEdge,
      staticSafe: fixed.safeInline,
      marginStart: metrics.marginLeft, marginEnd: metrics.marginRight,
      isStartAutoMargin: metrics.autoMargins.contains(.left), isEndAutoMargin: metrics.autoMargins.contains(.right),
      isEndFirst: isRightToLeft, isInline: true, alignment: style.pointee.justifySelf,
      isReversed: isRightToLeft, isSelfReversed: style.pointee.isRightToLeft)
    solve(
      &vertical, size: output.height, area: area.height, staticOffset: fixed.y - area.y, staticEdge: fixed.blockEdge,
      staticSafe: fixed.safeBlock,
      marginStart: metrics.marginTop, marginEnd: metrics.marginBottom,
      isStartAutoMargin: metrics.autoMargins.contains(.top), isEndAutoMargin: metrics.autoMargins.contains(.bottom),
      isEndFirst: false, isInline: false, alignment: style.pointee.alignSelf, isReversed: false, isSelfReversed: false)
    let index = Int(child)
    state.placements[index].x = area.x + horizontal.start
    state.placements[index].y = area.y + vertical.start
    state.placements[index].isPlaced = true
  }

  private func isSelfAligned(_ alignment: AlignmentValue) -> Bool {
    switch alignment.alignment {
    case .auto, .normal, .stretch: false
    default: true
    }
  }

  private func availableSize(_ axis: Axis, _ size: Double, _ offset: Double, _ edge: StaticPosition.Edge) -> Double {
    if axis.isStartAuto && axis.isEndAuto {
      switch edge {
      case .start: return max(0, size - offset)
      case .end: return max(0, offset)
      case .center: return max(0, 2 * min(offset, size - offset))
      }
    }
    return max(0, size - (axis.isStartAuto ? 0 : axis.start) - (axis.isEndAuto ? 0 : axis.end))
  }

  /// Solves an axis's equation; afterwards `axis.start` is the border box's offset in the area.
  private func solve(
    _ axis: inout Axis, size: Double, area: Double, staticOffset: Double, staticEdge: StaticPosition.Edge,
    staticSafe: Double, marginStart: Double, marginEnd: Double, isStartAutoMargin: Bool, isEndAutoMargin: Bool,
    isEndFirst: Bool,
    isInline: Bool, alignment: AlignmentValue, isReversed: Bool, isSelfReversed: Bool
  ) {
    let margins = marginStart + marginEnd
    if axis.isStartAuto && axis.isEndAuto {
      if staticSafe.isDefinite && size + margins > staticSafe {
        // Safe alignment: a box that overflows its alignment container is aligned at its start.
        let before: Double = staticEdge == .start ? 0 : staticEdge == .end ? staticSafe : layoutUnit(staticSafe / 2)
        let low = staticOffset - before
        axis.start = isReversed ? low + staticSafe - marginEnd - size : low + marginStart
        return
      }
      switch staticEdge {
      case .start: axis.start = staticOffset + marginStart
      case .end: axis.start = staticOffset - marginEnd - size
      case .center: axis.start = staticOffset + layoutUnit((-size - margins) / 2) + marginStart
      }
      return
    }
    if axis.isStartAuto {
      axis.start = area - axis.end - marginEnd - size
      return
    }
    if axis.isEndAuto {
      axis.start += marginStart
      return
    }
    let free = area - axis.start - axis.end - size - margins
    let (inner, outer) = (axis.start, axis.end)
    if isStartAutoMargin && isEndAutoMargin {
      if free < 0 && isInline {
        axis.start = isEndFirst ? area - axis.end - size : axis.start
      } else {
        axis.start += layoutUnit(free / 2)
      }
      return
    }
    if isStartAutoMargin {
      axis.start = area - axis.end - marginEnd - size
      return
    }
    if isEndAutoMargin {
      axis.start += marginStart
      return
    }
    var toEnd = isEndFirst
    var isCentered = false
    switch alignment.alignment {
    case .center, .anchorCenter: isCentered = true
    // Box Alignment 3, 4.2: a single box in its last baseline set is at the end.
    case .end, .flexEnd, .lastBaseline: toEnd = !isReversed
    case .start, .flexStart: toEnd = isReversed
    case .selfStart: toEnd = isSelfReversed
    case .selfEnd: toEnd = !isSelfReversed
    case .left: toEnd = false
    case .right: toEnd = isInline
    default: break
    }
    if isCentered, !(alignment.overflow == .safe && free < 0) {
      axis.start += marginStart + layoutUnit(free / 2)
    } else if toEnd {
      axis.start = area - axis.end - marginEnd - size
    } else {
      axis.start += marginStart
    }
    guard free < 0, isSelfAligned(alignment), alignment.overflow == .default else { return }
    // Box Alignment 3, 4.4.1: what overflows stays in the containing block, with the insets that are outside of it, as far
    // as it can, and at least at its start.
    let low = min(0, inner) + marginStart
    let high = max(area, area - outer) - marginEnd - size
    axis.start = isReversed ? max(min(axis.start, max(low, high)), high) : max(low, min(axis.start, high))
  }
}
