import CSSValues

/// The layout of one absolutely positioned box in its containing block (CSS Positioned Layout 3, 4).
struct PositionedLayout {
  private let engine: LayoutEngine
  private let child: BoxIndex
  /// The box of the containing block; -1 for the initial one.
  private let container: BoxIndex
  /// The containing block, in the container's border box.
  private let area: LayoutRect
  private let style: UnsafeMutablePointer<LayoutStyle>
  private let metrics: BoxMetrics

  init(_ engine: LayoutEngine, _ child: BoxIndex, container: BoxIndex, area: LayoutRect) {
    self.engine = engine
    self.child = child
    self.container = container
    self.area = area
    style = engine.style(child)
    metrics = engine.resolveBoxMetrics(child, area.width)
  }

  /// Lays the box out and places it.
  func run() {
    engine.state.containers[Int(child)] = container
    let isStatic =
      (style.pointee.insetLeft.isAuto && style.pointee.insetRight.isAuto)
      || (style.pointee.insetTop.isAuto && style.pointee.insetBottom.isAuto)
    let fixed = isStatic ? staticPosition() : StaticPosition(x: 0, y: 0, parent: container)
    let horizontal = horizontalAxis(fixed)
    let vertical = verticalAxis(fixed)
    let output = engine.layout(child, space(horizontal, vertical))
    let x = horizontal.solve(size: output.width)
    let y = vertical.solve(size: output.height)
    let index = Int(child)
    engine.state.placements[index].x = area.x + x
    engine.state.placements[index].y = area.y + y
    engine.state.placements[index].isPlaced = true
  }

  // MARK: Axes

  private func horizontalAxis(_ fixed: StaticPosition) -> PositionedAxis {
    let isRightToLeft = engine.style(max(0, container)).pointee.isRightToLeft
    var axis = PositionedAxis(
      isInline: true, area: area.width, alignment: style.pointee.justifySelf, units: engine.units)
    axis.start = engine.resolve(style.pointee.insetLeft, area.width)
    axis.end = engine.resolve(style.pointee.insetRight, area.width)
    axis.staticOffset = fixed.x - area.x
    axis.staticEdge = fixed.inlineEdge
    axis.staticSafe = fixed.safeInline
    axis.marginStart = metrics.marginLeft
    axis.marginEnd = metrics.marginRight
    axis.isStartAutoMargin = metrics.autoMargins.contains(.left)
    axis.isEndAutoMargin = metrics.autoMargins.contains(.right)
    axis.isReversed = isRightToLeft
    axis.isSelfReversed = style.pointee.isRightToLeft
    return axis
  }

  private func verticalAxis(_ fixed: StaticPosition) -> PositionedAxis {
    var axis = PositionedAxis(
      isInline: false, area: area.height, alignment: style.pointee.alignSelf, units: engine.units)
    axis.start = engine.resolve(style.pointee.insetTop, area.height)
    axis.end = engine.resolve(style.pointee.insetBottom, area.height)
    axis.staticOffset = fixed.y - area.y
    axis.staticEdge = fixed.blockEdge
    axis.staticSafe = fixed.safeBlock
    axis.marginStart = metrics.marginTop
    axis.marginEnd = metrics.marginBottom
    axis.isStartAutoMargin = metrics.autoMargins.contains(.top)
    axis.isEndAutoMargin = metrics.autoMargins.contains(.bottom)
    return axis
  }

  /// What the box is laid out against.
  private func space(_ horizontal: PositionedAxis, _ vertical: PositionedAxis) -> ConstraintSpace {
    let align = style.pointee.alignSelf.alignment
    let isReplaced = engine.boxes[Int(child)].kind == .replaced
    let fillsSpace = isReplaced ? engine.fillsSpace(child) : engine.boxes[Int(child)].kind != .table
    let fillsInline = horizontal.isFilled && fillsSpace
    let fillsBlock = vertical.isFilled && fillsSpace
    var space = ConstraintSpace(
      availableInline: horizontal.available, availableBlock: vertical.available, percentageInline: area.width,
      percentageBlock: area.height, mode: .commit)
    space.stretchInline = fillsInline
    space.stretchInlineExplicit = fillsInline && isReplaced
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
    return space
  }

  // MARK: Static position

  /// The static position in the container's border box.
  private func staticPosition() -> StaticPosition {
    guard var position = engine.state.staticPositions[child] ?? staticPositionInTable() else {
      return StaticPosition(x: 0, y: 0, parent: container)
    }
    // An inline container's own place counts from the block container of its lines.
    let isInline = container >= 0 && engine.boxes[Int(container)].kind == .inline
    let end = isInline ? engine.offsetParent(container) : container
    var box = position.parent
    position.y += engine.state.placements[Int(box)].contentShift
    if !engine.state.columnGeometries.isEmpty { engine.moveToColumn(&position, in: box) }
    while box >= 0 && box != end {
      let placement = engine.state.placements[Int(box)]
      position.x += placement.x + placement.relativeX
      position.y += placement.y + placement.relativeY
      let isOutOfFlow = engine.boxes[Int(box)].flags.contains(.outOfFlow)
      box = engine.offsetParent(box)
      if box >= 0, !isOutOfFlow {
        if !engine.state.columnGeometries.isEmpty { engine.moveToColumn(&position, in: box) }
        position.y += engine.state.placements[Int(box)].contentShift
      }
    }
    if isInline {
      position.x -= engine.state.placements[Int(container)].x
      position.y -= engine.state.placements[Int(container)].y
    }
    return position
  }

  /// A positioned child of a table or of one of its parts would be where the content of that begins.
  private func staticPositionInTable() -> StaticPosition? {
    let parent = engine.boxes[Int(child)].parent
    guard parent >= 0 else { return nil }
    switch engine.boxes[Int(parent)].kind {
    case .table, .tableSection, .tableRow: break
    default: return nil
    }
    let placement = engine.state.placements[Int(parent)]
    guard placement.isPlaced || engine.boxes[Int(parent)].kind == .table else { return nil }
    let metrics = engine.resolveBoxMetrics(parent, placement.width)
    let isReversed = engine.style(parent).pointee.isRightToLeft
    let isTable = engine.boxes[Int(parent)].kind == .table
    let x = isReversed ? placement.width - (isTable ? metrics.insetRight : 0) : isTable ? metrics.insetLeft : 0
    return StaticPosition(
      x: x, y: isTable ? metrics.insetTop : 0, inlineEdge: isReversed ? .end : .start, parent: parent)
  }
}
