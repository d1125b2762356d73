import CSSValues

extension FlexLayout {
  /// CSS Flexbox 1, 4.1: an absolutely positioned child's static position is that of a sole item of the container.
  mutating func placeOutOfFlowChildren() {
    var child = engine.boxes[Int(box)].firstChild
    while child >= 0 {
      if engine.flags(child).contains(.outOfFlow) { placeOutOfFlow(child) }
      child = engine.boxes[Int(child)].nextSibling
    }
  }

  private mutating func placeOutOfFlow(_ child: BoxIndex) {
    let main = mainEdge()
    let cross = crossEdge(engine.style(child))
    let inline = isColumn ? cross : main
    let block = isColumn ? main : cross
    let innerBlock = max(0, blockSize - metrics.insetsBlock)
    var position = StaticPosition(
      x: metrics.insetLeft + offset(inline, contentInline), y: metrics.insetTop + offset(block, innerBlock),
      inlineEdge: inline, blockEdge: block, parent: box)
    let childStyle = engine.style(child)
    let alignSelf = childStyle.pointee.alignSelf
    let alignment = alignSelf.alignment == .auto ? style.pointee.alignItems : alignSelf
    if alignment.overflow == .safe {
      // DEVIATION: `safe` of `justify-content` plays no part in a static position, as in browsers.
      if isColumn { position.safeInline = contentInline } else { position.safeBlock = innerBlock }
    }
    engine.recordStaticPosition(child, position)
  }

  private mutating func offset(_ edge: StaticPosition.Edge, _ size: Double) -> Double {
    switch edge {
    case .start: 0
    case .center: engine.layoutUnit(size / 2)
    case .end: size
    }
  }

  private static func physical(isEnd: Bool, isMirrored: Bool) -> StaticPosition.Edge {
    isEnd != isMirrored ? .end : .start
  }

  /// How `justify-content` aligns a single item.
  private mutating func mainEdge() -> StaticPosition.Edge {
    // `start` is that of the writing mode.
    let isWritingMirrored = !isColumn && style.pointee.isRightToLeft
    switch style.pointee.justifyContent.alignment {
    case .center, .anchorCenter, .spaceAround, .spaceEvenly: return .center
    case .flexEnd: return Self.physical(isEnd: true, isMirrored: isMainMirrored)
    case .start, .selfStart: return Self.physical(isEnd: false, isMirrored: isWritingMirrored)
    case .end, .selfEnd, .lastBaseline: return Self.physical(isEnd: true, isMirrored: isWritingMirrored)
    case .left: return .start
    case .right: return isColumn ? .start : .end
    default: return Self.physical(isEnd: false, isMirrored: isMainMirrored)
    }
  }

  /// What `align-self` makes of it.
  private mutating func crossEdge(_ s: UnsafePointer<LayoutStyle>) -> StaticPosition.Edge {
    let value = s.pointee.alignSelf.alignment == .auto ? style.pointee.alignItems : s.pointee.alignSelf
    let isWritingMirrored = isColumn && style.pointee.isRightToLeft
    switch value.alignment {
    case .center, .anchorCenter: return .center
    case .flexEnd: return Self.physical(isEnd: true, isMirrored: isCrossMirrored)
    case .flexStart: return Self.physical(isEnd: false, isMirrored: isCrossMirrored)
    case .start: return Self.physical(isEnd: false, isMirrored: isWritingMirrored)
    case .end: return Self.physical(isEnd: true, isMirrored: isWritingMirrored)
    case .selfStart: return Self.physical(isEnd: false, isMirrored: isColumn && s.pointee.isRightToLeft)
    case .selfEnd: return Self.physical(isEnd: true, isMirrored: isColumn && s.pointee.isRightToLeft)
    case .left: return isColumn ? .start : Self.physical(isEnd: false, isMirrored: isWritingMirrored)
    case .right: return isColumn ? .end : Self.physical(isEnd: false, isMirrored: isWritingMirrored)
    case .firstBaseline: return Self.physical(isEnd: false, isMirrored: isWritingMirrored)
    case .lastBaseline: return Self.physical(isEnd: true, isMirrored: isWritingMirrored)
    default: return Self.physical(isEnd: false, isMirrored: isCrossMirrored)
    }
  }
}
