import CSSValues

extension GridLayout {
  /// CSS Grid 2, 10: absolutely positioned children have their grid area as containing block, and their static position
  /// is that of a sole item there.
  func placeOutOfFlowChildren() {
    var child = engine.boxes[Int(box)].firstChild
    while child >= 0 {
      if engine.flags(child).contains(.outOfFlow) { placeOutOfFlow(child) }
      child = engine.boxes[Int(child)].nextSibling
    }
  }

  private func placeOutOfFlow(_ child: BoxIndex) {
    let s = engine.style(child)
    let isContainer = engine.flags(box).contains(s.pointee.position == .fixed ? .containsFixed : .containsAbsolute)
    let area: LayoutRect
    if isContainer {
      area = self.area(of: child)
      engine.state.positionedAreas[child] = area
    } else {
      area = LayoutRect(
        x: metrics.insetLeft, y: metrics.insetTop, width: contentInline, height: blockSize - metrics.insetsBlock)
    }
    var justify = s.pointee.justifySelf
    if justify.alignment == .auto { justify = style.pointee.justifyItems }
    var align = s.pointee.alignSelf
    if align.alignment == .auto { align = style.pointee.alignItems }
    let inline = Self.edge(
      justify, isMirrored: isRightToLeft, isSelfMirrored: s.pointee.isRightToLeft, isInline: true)
    let block = Self.edge(align, isMirrored: false, isSelfMirrored: false, isInline: false)
    var position = StaticPosition(
      x: area.x + offset(inline, area.width), y: area.y + offset(block, area.height), inlineEdge: inline,
      blockEdge: block, parent: box)
    if justify.overflow == .safe { position.safeInline = area.width }
    if align.overflow == .safe { position.safeBlock = area.height }
    engine.recordStaticPosition(child, position)
  }

  private func offset(_ edge: StaticPosition.Edge, _ size: Double) -> Double {
    switch edge {
    case .start: 0
    case .center: engine.layoutUnit(size / 2)
    case .end: size
    }
  }

  /// The physical edge that an alignment puts a box at.
  private static func edge(
    _ value: AlignmentValue, isMirrored: Bool, isSelfMirrored: Bool, isInline: Bool
  ) -> StaticPosition.Edge {
    switch value.alignment {
    case .center, .anchorCenter: return .center
    case .end, .flexEnd, .lastBaseline: return isMirrored ? .start : .end
    case .selfStart: return isSelfMirrored ? .end : .start
    case .selfEnd: return isSelfMirrored ? .start : .end
    case .left: return isInline ? .start : isMirrored ? .end : .start
    case .right: return isInline ? .end : isMirrored ? .end : .start
    default: return isMirrored ? .end : .start
    }
  }

  /// A positioned child's grid area in the container's border box: lines that are `auto` are the padding box's edges.
  private func area(of child: BoxIndex) -> LayoutRect {
    let own = engine.computed[Int(engine.style(child).pointee.computed)].grid
    let s = style.pointee
    let border = (left: s.borderLeft, right: s.borderRight, top: s.borderTop, bottom: s.borderBottom)
    let isScrollbarLeft = isRightToLeft
    let left = border.left + (isScrollbarLeft ? metrics.scrollbarWidth : 0)
    let right = inlineSize - border.right - (isScrollbarLeft ? 0 : metrics.scrollbarWidth)
    let top = border.top
    let bottom = blockSize - border.bottom - metrics.scrollbarHeight

    let across = lines(columnTemplate, columns, columnOffset, own.columnStart, own.columnEnd)
    let down = lines(rowTemplate, rows, rowOffset, own.rowStart, own.rowEnd)
    var x0 = left
    var x1 = right
    if isRightToLeft {
      if let start = across.start { x1 = metrics.insetLeft + contentInline - start }
      if let end = across.end { x0 = metrics.insetLeft + contentInline - end }
    } else {
      if let start = across.start { x0 = metrics.insetLeft + start }
      if let end = across.end { x1 = metrics.insetLeft + end }
    }
    let y0 = down.start.map { metrics.insetTop + $0 } ?? top
    let y1 = down.end.map { metrics.insetTop + $0 } ?? bottom
    return LayoutRect(x: x0, y: y0, width: max(0, x1 - x0), height: max(0, y1 - y0))
  }

  /// The offsets in the content box of the lines that a positioned child names; `nil` for `auto` and for lines that the
  /// implicit grid does not have.
  private func lines(
    _ template: GridTemplateAxis, _ tracks: GridTracks, _ offset: Int32, _ start: GridLine, _ end: GridLine
  ) -> (start: Double?, end: Double?) {
    let named = template.lines(start: start, end: end)
    let count = Int32(tracks.count)
    func inside(_ line: Int32?) -> Int32? {
      guard let line, line + offset >= 0, line + offset <= count else { return nil }
      return line + offset
    }
    func startOffset(_ line: Int32) -> Double {
      if tracks.count == 0 { return 0 }
      if line == count { return tracks.tracks[Int(line) - 1].offset + tracks.tracks[Int(line) - 1].base }
      return tracks.tracks[Int(line)].offset
    }
    func endOffset(_ line: Int32) -> Double {
      if tracks.count == 0 || line == 0 { return tracks.count == 0 ? 0 : tracks.tracks[0].offset }
      return tracks.tracks[Int(line) - 1].offset + tracks.tracks[Int(line) - 1].base
    }
    return (inside(named.start).map(startOffset), inside(named.end).map(endOffset))
  }
}
