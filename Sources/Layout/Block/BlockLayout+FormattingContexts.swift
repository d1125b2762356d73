import CSSValues

/// Roots of formatting contexts among blocks: they are beside floats, not under them (CSS 2.2, 9.5).
extension BlockLayout {
  /// Lays out and places a block-level box with a formatting context of its own.
  mutating func layoutFormattingContext(_ child: BoxIndex) -> Bool {
    let childStyle = engine.style(child)
    let childMetrics = engine.resolveBoxMetrics(child, contentInline)
    let hasFloats = !engine.blocks.floats.isEmpty || guess.isDefinite
    var clearance = -Double.infinity
    if hasFloats { clearance = engine.blocks.floats.clearance(childStyle.pointee.clear) }

    let isQuirky = hasDefaultUpperMargin(child)
    var top = nextEdge(with: childMetrics.marginTop, isQuirky)
    if !isResolved {
      if space.clearance > top { top = space.clearance }
      if space.forcedBlock.isDefinite { top = space.forcedBlock }
      let clearsAdjoining = !childStyle.pointee.clear.isDisjoint(with: adjoiningFloats)
      if hasFloats && (clearance > top || clearsAdjoining || isPushedByAdjoiningFloats(child, childMetrics, top)) {
        // The floats that adjoin move the child: our own margins end before it, and its own counts no more.
        if !resolve() { return false }
        top = contextBlock + logical
      } else if !resolve(at: top) {
        return false
      }
    }
    if clearance > top { top = clearance }
    if forcedChildBlock.isDefinite { top = forcedChildBlock }
    let (output, x, y) = placeFormattingContext(child, childMetrics, top)
    let offset = y - contextBlock
    if space.isCommit {
      engine.place(
        child, x: x - contextLeft, y: offset, containingInline: contentInline, containingBlock: childPercentageBlock)
    }
    hadClearedSelfCollapsingChild = false
    childTop = offset
    childHeight = output.height
    logical = offset + output.height
    margins = CollapsingMargins()
    margins.append(childMetrics.marginBottom, isQuirky: hasDefaultLowerMargin(child))
    // CSS Align 3, 9.1: a block that scrolls has its lower margin edge as its last baseline.
    let last = isScrollingBlock(child) ? output.height + childMetrics.marginBottom : .indefinite
    noteBaselines(output, offset, isTable: engine.boxes[Int(child)].kind == .table, last: last)
    return true
  }

  private func isScrollingBlock(_ child: BoxIndex) -> Bool {
    guard engine.boxes[Int(child)].kind == .block, engine.style(child).pointee.isScrollContainer else { return false }
    switch engine.boxes[Int(child)].role {
    case .textField, .textArea, .select, .button: return false
    default: return true
    }
  }

  /// Whether floats placed while our margins were still open leave the child no room beside them: they would move with it.
  private func isPushedByAdjoiningFloats(_ child: BoxIndex, _ childMetrics: BoxMetrics, _ top: Double) -> Bool {
    guard !engine.blocks.floats.isEmpty else { return false }
    let inner = childSpace(isNewFormattingContext: true)
    let left = contextLeft + metrics.insetLeft
    let right = left + contentInline
    let beside = engine.blocks.floats.opportunity(
      top: guess.isFinite ? min(guess, top) : top, left: left, right: right, width: -.infinity, height: 0)
    if beside.left <= left, beside.right >= right { return false }
    return minimumFormattingContextWidth(child, inner, childMetrics) > max(0, beside.right - beside.left)
  }

  private func minimumFormattingContextWidth(
    _ child: BoxIndex, _ inner: ConstraintSpace, _ childMetrics: BoxMetrics
  ) -> Double {
    let style = engine.style(child)
    if engine.boxes[Int(child)].kind == .replaced || !style.pointee.width.isAuto {
      var probe = inner
      probe.mode = .measure
      return engine.layout(child, probe).width
    }
    var narrow = inner
    narrow.availableInline = 0
    return engine.inlineLimits(child, narrow, childMetrics, 0).minimum
  }

  /// Finds the highest place beside floats where the child fits, and lays it out there.
  private func placeFormattingContext(
    _ child: BoxIndex, _ childMetrics: BoxMetrics, _ top: Double
  ) -> (LayoutOutput, Double, Double) {
    var inner = childSpace(isNewFormattingContext: true)
    addCollapsibleMargins(childMetrics, of: child, to: &inner)
    if engine.fitsContent(child) || !fillsWidth(child) { inner.stretchInline = false }
    if engine.blocks.floats.isEmpty {
      let output = layoutWhereItMayBreak(child, inner, at: top)
      return (output, contextLeft + inlineOffset(of: child, childMetrics, output.width), top)
    }
    let left = contextLeft + metrics.insetLeft
    let right = left + contentInline
    var y = top
    while true {
      // The rooms that begin here, the widest and least high first.
      var height = 0.0
      var isLast = false
      var isTooNarrow = false
      // What is too wide for a room is too wide for higher ones, which are as wide or narrower.
      while !isLast, !isTooNarrow {
        let room = engine.blocks.floats.opportunity(top: y, left: left, right: right, width: -.infinity, height: height)
        let end = engine.blocks.floats.narrowing(of: room, left: left, right: right, top: y)
        if room.left <= left, room.right >= right {
          var measured = engine.layout(child, inner)
          if measured.height <= end - y || measured.width <= 0 || end == .infinity {
            if isInColumns { measured = layoutWhereItMayBreak(child, inner, at: y) }
            return (measured, contextLeft + inlineOffset(of: child, childMetrics, measured.width), y)
          }
        } else if let (output, x) = layout(
          child, childMetrics, inner, at: y, in: room, height: end - y, &isTooNarrow)
        {
          return (output, x, y)
        }
        isLast = end == .infinity
        height = end - y + 0.001
      }
      let below = engine.blocks.floats.nextBottom(below: y)
      guard below > y else {
        let output = layoutWhereItMayBreak(child, inner, at: y)
        return (output, contextLeft + inlineOffset(of: child, childMetrics, output.width), y)
      }
      y = below
    }
  }

  /// Lays the child out at a place in the formatting context, in columns broken at their ends.
  private func layoutWhereItMayBreak(_ child: BoxIndex, _ inner: ConstraintSpace, at place: Double) -> LayoutOutput {
    isInColumns ? engine.layoutInColumns(child, inner, at: place) : engine.layout(child, inner)
  }

  /// Lays the child out beside floats; `nil` where it does not fit, because the room is too narrow or too low. The answer's offset
  /// is in the formatting context.
  private func layout(
    _ child: BoxIndex, _ childMetrics: BoxMetrics, _ inner: ConstraintSpace, at place: Double,
    in room: FloatContext.Opportunity, height: Double, _ isTooNarrow: inout Bool
  ) -> (LayoutOutput, Double)? {
    let left = contextLeft + metrics.insetLeft
    // Margins count from the content box and may be under the floats.
    let start = max(room.left, left + max(0, childMetrics.marginLeft))
    // Floats that leave no room leave it to what has no width, beyond them.
    let isClosed = room.right < room.left && start == room.left
    let end = isClosed ? start : min(room.right, left + contentInline - max(0, childMetrics.marginRight))
    let isAuto = engine.style(child).pointee.width.isAuto && engine.boxes[Int(child)].kind != .replaced
    isTooNarrow = isAuto && end < start
    if isTooNarrow { return nil }
    var probe = inner
    probe.mode = .measure
    probe.availableInline = max(0, max(0, end - start) + childMetrics.marginsInline)
    let measured = engine.layout(child, probe)
    // The margin at the line's end may be under a float, that at its start may not.
    let width = isRightToLeft ? end - room.left : (isClosed ? end : room.right) - start
    isTooNarrow = measured.width > width + 0.002
    guard !isTooNarrow, measured.height <= height + 0.002 else { return nil }
    if space.isCommit { probe.mode = .commit }
    let output = layoutWhereItMayBreak(child, probe, at: place)
    let free = end - start - output.width
    var x = isRightToLeft ? end - output.width : start
    if childMetrics.autoMargins.isSuperset(of: [.left, .right]) {
      x = start + engine.layoutUnit(max(0, free) / 2)
    } else if childMetrics.autoMargins.contains(.left) {
      x = start + free
    } else if childMetrics.autoMargins.contains(.right) {
      x = start
    } else {
      switch engine.style(box).pointee.textAlign {
      case .webkitCenter: x = start + engine.layoutUnit(max(0, free) / 2)
      case .webkitRight: x = start + max(0, free)
      default: break
      }
    }
    return (output, x)
  }
}
