import CSSValues

extension FlexLayout {
  // MARK: 9.4 steps 9 and 11, 9.6 step 16: lines

  /// `align-content`: stretches the lines of a multi-line container and gives them their offsets.
  mutating func alignContent() {
    guard !lines.isEmpty else { return }
    guard wraps else {
      lines[0].crossOffset = 0
      return
    }
    var used = crossGap * Double(lines.count - 1)
    for line in lines { used += line.cross }
    let free = innerCross - used
    var value = style.pointee.alignContent
    if value.alignment == .normal { value.alignment = .stretch }
    if value.alignment == .stretch && free > 0 {
      // 9.4 step 9: handle 'align-content: stretch'.
      for (index, share) in zip(lines.indices, shares(of: free, among: lines.count)) { lines[index].cross += share }
    }
    let isReversed = style.pointee.flexWrap == .wrapReverse
    let spacing = distribute(
      value, free: value.alignment == .stretch ? max(0, free) == free ? 0 : free : free, count: lines.count,
      isStartReversed: isReversed, leftEdge: isCrossMirrored ? .end : .start)
    var offset = spacing.before
    for index in lines.indices {
      lines[index].crossOffset = offset
      offset += lines[index].cross + crossGap + spacing.between
    }
  }

  /// Equal shares in 1/64 px; the first ones take what is left over.
  private mutating func shares(of free: Double, among count: Int) -> [Double] {
    var left = free
    return (0..<count).map { index in
      let share = engine.layoutUnit(left / Double(count - index))
      left -= share
      return share
    }
  }

  /// 9.4 step 11: items that stretch take their line's cross size.
  mutating func stretchItems() {
    for line in lines {
      for index in line.items {
        let item = item(index)
        guard item.pointee.stretches, !item.pointee.definiteCross.isDefinite else { continue }
        let available = line.cross - item.pointee.crossMargins
        let length = isColumn ? item.pointee.style.pointee.width : item.pointee.style.pointee.height
        let cross = item.pointee.clampedCross(
          mappedCross(length, max(item.pointee.crossBorderPadding, available), item))
        item.pointee.cross = cross
        guard isCommit else { continue }
        if item.pointee.committedCross.isDefinite, cross >= item.pointee.committedCross {
          stretch(item, to: cross)
          continue
        }
        let output = layoutItem(item, .commit, cross: cross)
        item.pointee.cross = isColumn ? output.width : output.height
        item.pointee.baseline = output.firstBaseline
        item.pointee.lastBaseline = output.lastBaseline
      }
    }
  }

  // MARK: 9.5 Main-axis alignment

  /// Distributes what a line leaves: to `auto` margins, else by `justify-content`.
  mutating func justifyLine(_ index: Int) {
    let line = lines[index]
    var used = mainGap * Double(line.count - 1)
    var autoMargins = 0
    for item in line.items {
      used += items[item].outerMain
      if items[item].hasAutoMainMarginStart { autoMargins += 1 }
      if items[item].hasAutoMainMarginEnd { autoMargins += 1 }
    }
    var free = innerMain - used
    if autoMargins > 0 && free > 0 {
      let share = engine.layoutUnit(free / Double(autoMargins))
      for item in line.items {
        if items[item].hasAutoMainMarginStart { items[item].mainMarginStart += share }
        if items[item].hasAutoMainMarginEnd { items[item].mainMarginEnd += share }
      }
      free = 0
    }
    let isReversed = axes.isReversed
    let spacing = distribute(
      style.pointee.justifyContent, free: free, count: line.count, isStartReversed: isReversed,
      leftEdge: isColumn ? nil : isMainMirrored ? .end : .start)
    var offset = spacing.before
    for item in line.items {
      items[item].mainOffset = offset + items[item].mainMarginStart
      offset += items[item].outerMain + mainGap + spacing.between
    }
  }

  /// Content distribution (CSS Box Alignment 3, 5): the space before the first subject and what is added between two.
  ///
  /// - Parameters:
  ///   - isStartReversed: the axis runs against the writing mode: `start` is the axis's end.
  ///   - leftEdge: the end of the axis that is its left one; `nil` where the axis runs down: `left` and `right` are
  ///     then `start`.
  private mutating func distribute(
    _ value: AlignmentValue, free: Double, count: Int, isStartReversed: Bool, leftEdge: StaticPosition.Edge?
  ) -> (before: Double, between: Double) {
    let isSafe = value.overflow == .safe && free < 0
    let start = isStartReversed ? free : 0
    let end = isStartReversed ? 0 : free
    switch value.alignment {
    case .auto, .normal, .stretch, .firstBaseline: return (0, 0)
    case .flexStart: return (isSafe ? start : 0, 0)
    case .flexEnd: return (isSafe ? start : free, 0)
    case .start, .selfStart: return (start, 0)
    case .end, .selfEnd, .lastBaseline: return (isSafe ? start : end, 0)
    case .left, .right:
      guard let leftEdge, !isSafe else { return (start, 0) }
      return ((leftEdge == .start) == (value.alignment == .left) ? 0 : free, 0)
    case .center, .anchorCenter: return (isSafe ? start : engine.layoutUnit(free / 2), 0)
    case .spaceBetween:
      guard free > 0, count > 1 else { return (0, 0) }
      return (0, free / Double(count - 1))
    case .spaceAround:
      guard free > 0, count > 0 else { return (start, 0) }
      let share = free / Double(count)
      return (share / 2, share)
    case .spaceEvenly:
      guard free > 0, count > 0 else { return (start, 0) }
      let share = free / Double(count + 1)
      return (share, share)
    }
  }

  // MARK: 9.6 Cross-axis alignment

  /// Steps 13 and 14: `auto` margins, then `align-self`.
  mutating func alignLine(_ index: Int) {
    let line = lines[index]
    for position in line.items {
      let item = item(position)
      let free = line.cross - item.pointee.outerCross
      item.pointee.crossOffset = line.crossOffset + item.pointee.crossMarginStart + crossShift(item, free, line)
    }
  }

  /// How far an item is from its line's cross-start edge.
  private mutating func crossShift(_ item: UnsafeMutablePointer<FlexItem>, _ free: Double, _ line: FlexLine) -> Double {
    if item.pointee.hasAutoCrossMargin {
      if free > 0 {
        if item.pointee.hasAutoCrossMarginStart {
          return item.pointee.hasAutoCrossMarginEnd ? engine.layoutUnit(free / 2) : free
        }
        return 0
      }
      // What overflows, overflows at the end of the writing mode.
      return style.pointee.flexWrap == .wrapReverse && item.pointee.hasAutoCrossMarginStart ? free : 0
    }
    let isSafe = item.pointee.isAlignedSafely && free < 0
    let safeStart = style.pointee.flexWrap == .wrapReverse ? free : 0
    switch item.pointee.alignment {
    case .start: return isSafe ? safeStart : 0
    case .stretch: return 0
    case .end: return isSafe ? safeStart : free
    case .center: return isSafe ? safeStart : engine.layoutUnit(free / 2)
    case .firstBaseline:
      return line.firstAscent - baselineOffset(item)
    case .lastBaseline:
      if isColumn { return style.pointee.flexWrap == .wrapReverse ? 0 : free }
      return line.cross - line.lastDescent - baselineOffset(item)
    }
  }

  // MARK: 8.5 Flex container baselines

  /// The container's first or last baseline from its border box's top; indefinite where there is none.
  mutating func containerBaseline(isFirst: Bool) -> Double {
    guard space.needsBaseline, !lines.isEmpty else { return .indefinite }
    // Reversed axes have the last line and item where the first ones would be seen.
    let isLineReversed = style.pointee.flexWrap == .wrapReverse
    let line = isFirst != isLineReversed ? lines[0] : lines[lines.count - 1]
    var chosen = isFirst != axes.isReversed ? line.start : line.end - 1
    if !isColumn {
      let wanted: FlexItemAlignment = isFirst ? .firstBaseline : .lastBaseline
      for index in line.items where items[index].alignment == wanted && !items[index].hasAutoCrossMargin {
        chosen = index
        break
      }
    }
    let item = item(chosen)
    let offset = physicalOffset(item).y
    let own = isFirst ? item.pointee.baseline : item.pointee.lastBaseline
    let baseline = own.isDefinite ? own : isColumn ? item.pointee.main : item.pointee.cross
    // A scroll container's baseline stays inside of its box (CSS Box Alignment 3, 9.1).
    return style.pointee.isScrollContainer ? max(0, min(offset + baseline, blockSize)) : offset + baseline
  }

  // MARK: Placement

  /// The border box's left top corner from the container's border box.
  mutating func physicalOffset(_ item: UnsafeMutablePointer<FlexItem>) -> (x: Double, y: Double) {
    let main = isMainMirrored ? innerMain - item.pointee.mainOffset - item.pointee.main : item.pointee.mainOffset
    let cross = isCrossMirrored ? innerCross - item.pointee.crossOffset - item.pointee.cross : item.pointee.crossOffset
    return isColumn
      ? (metrics.insetLeft + cross, metrics.insetTop + main) : (metrics.insetLeft + main, metrics.insetTop + cross)
  }

  /// Writes the items' offsets.
  mutating func placeItems() {
    for index in items.indices {
      let offset = physicalOffset(item(index))
      engine.place(
        items[index].box, x: offset.x, y: offset.y, containingInline: contentInline, containingBlock: contentBlock)
    }
  }
}
