import CSSValues

/// Multi-column containers (CSS Multi-column Layout 1).
extension LayoutEngine {
  /// Lays out a container of columns.
  func layoutMultiColumn(
    _ box: BoxIndex, _ space: ConstraintSpace, _ metrics: BoxMetrics, _ inline: Double
  ) -> LayoutOutput {
    MultiColumnLayout(self, box, space, metrics, inline: inline).run()
  }

  /// `column-gap`; `normal` is 1em.
  func columnGap(_ box: BoxIndex, contentInline: Double) -> Double {
    let style = style(box)
    if style.pointee.columnGap.kind == .normal { return layoutUnit(style.pointee.fontSize) }
    return max(0, resolveOrZero(style.pointee.columnGap, contentInline))
  }

  /// Min-content and max-content of a container's content: that of one column, for each column (CSS Sizing 3, 5.1).
  ///
  /// - Parameter basis: what percentages of heights count from; `nil` where the content does not count.
  func intrinsicSizesOfColumns(_ box: BoxIndex, _ content: MinMaxSizes, _ basis: Double?) -> MinMaxSizes {
    let style = computedStyle(box)
    var sizes = content
    let count = Double(max(1, style.pointee.box.columnCount ?? 1))
    let gaps = (count - 1) * columnGap(box, contentInline: 0)
    if let width = style.pointee.box.columnWidth.map(clampedLength) {
      // As in browsers: a column's width is the most that a container needs, and its count does not matter for that.
      sizes.minimum = min(sizes.minimum, width)
      sizes.maximum = max(sizes.maximum, width)
    } else {
      sizes.minimum = clampedLength(sizes.minimum * count + gaps)
    }
    sizes.maximum = max(sizes.minimum, clampedLength(sizes.maximum * count + gaps))
    guard let basis else { return sizes }
    // What spans all columns is as wide as all of them.
    var child = flags(box).contains(.hasInlineContent) ? .none : boxes[Int(box)].firstChild
    while child >= 0 {
      if isAcrossColumns(child) {
        let margins = resolveBoxMetrics(child, .indefinite).marginsInline
        let own = contribution(child, basis)
        sizes.encompass(MinMaxSizes(own.minimum + margins, own.maximum + margins))
      }
      child = boxes[Int(child)].nextSibling
    }
    return sizes
  }

  /// Lays a float out in columns and places it: what may not be broken, and does not fit, begins in the next.
  func layoutFloatInColumns(
    _ child: BoxIndex, top: Double, contextLeft: Double, contentInline: Double, percentageBlock: Double,
    availableBlock: Double, mode: ConstraintSpace.Mode
  ) -> LayoutRect {
    let metrics = resolveBoxMetrics(child, contentInline)
    let space = ConstraintSpace(
      availableInline: contentInline, availableBlock: availableBlock, percentageInline: contentInline,
      percentageBlock: percentageBlock, mode: mode)
    let style = style(child)
    let rules = breakRules(child)
    let isKept = isWhole(child) || rules.contains(.avoidInside)
    var output = layout(child, space)
    let width = output.width + metrics.marginsInline
    var start = max(max(top, blocks.floats.lastTop), blocks.floats.clearance(style.pointee.clear))
    if let columnFlow, rules.contains(.before), !columnFlow.isStartOfColumn(start) {
      start = columnFlow.breakColumn(at: start)
    }
    var place = blocks.floats.opportunity(
      top: start, left: contextLeft, right: contextLeft + contentInline, width: width, height: 0)
    if let columnFlow {
      let need = columnFlow.need
      columnFlow.need = .none
      output = layoutInColumns(child, space, at: place.top + metrics.marginTop)
      let end = columnFlow.end(ofColumnAt: place.top)
      let bottom = place.top + metrics.marginTop + output.height
      if isKept { columnFlow.noteUnbreakable(output.height + metrics.marginsBlock, at: place.top) }
      let isBeyond = columnFlow.isBeyond(bottom, end)
      // Unlike those of other boxes, the lower margin of a float is not cut off.
      let isMarginBeyond = !isBeyond && columnFlow.isBeyond(bottom + metrics.marginBottom, end)
      if isKept && isBeyond || isMarginBeyond || columnFlow.need > .none, !columnFlow.isStartOfColumn(place.top) {
        columnFlow.noteShortage(bottom - end, at: end)
        place = blocks.floats.opportunity(
          top: end, left: contextLeft, right: contextLeft + contentInline, width: width, height: 0)
        output = layoutInColumns(child, space, at: place.top + metrics.marginTop)
      }
      columnFlow.need = need
      columnFlow.noteContent(end: place.top + metrics.marginTop + output.height)
    }
    let isLeft = style.pointee.float == .left
    let left = isLeft ? place.left : place.right - width
    blocks.floats.add(
      left: left, top: place.top, right: left + max(0, width),
      bottom: place.top + output.height + metrics.marginsBlock, isLeft: isLeft)
    return LayoutRect(
      x: left + metrics.marginLeft, y: place.top + metrics.marginTop, width: output.width, height: output.height)
  }

  /// Moves a place in one tall column to its column, if the box is a container of columns.
  func moveToColumn(_ position: inout StaticPosition, in box: BoxIndex) {
    guard let shift = state.columnGeometries[box]?.shift(at: position.y) else { return }
    position.x += shift.x
    position.y += shift.y
  }

  // MARK: What is in columns

  /// Lays out a root of a formatting context in columns: as a whole, except the one that the caller continues in them.
  func layoutAmidColumns(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    guard let flow = columnFlow else { return layout(box, space) }
    if flow.entering == box {
      flow.entering = .none
      return layoutAndCommit(box, space)
    }
    columnFlow = nil
    defer { columnFlow = flow }
    return layout(box, space)
  }

  /// Lays out a root of a formatting context at a place in the open one, broken at the ends of columns where it may be.
  func layoutInColumns(_ box: BoxIndex, _ space: ConstraintSpace, at place: Double) -> LayoutOutput {
    guard let flow = columnFlow, !isWhole(box) else { return layout(box, space) }
    let hasBands: Bool
    switch boxes[Int(box)].kind {
    case .block, .tableCell:
      // Columns in columns are laid out more than once, too.
      hasBands = style(box).pointee.isMultiColumn
      guard !hasBands || flow.bandDepth < ColumnFlow.deepestColumns else { return layout(box, space) }
    case .table, .flex, .grid:
      guard flow.bandDepth < ColumnFlow.deepestBands else { return layout(box, space) }
      hasBands = true
    default: return layout(box, space)
    }
    let base = flow.base
    flow.base += place
    flow.contextDepth += 1
    flow.entering = box
    if hasBands { flow.bandDepth += 1 }
    defer {
      flow.base = base
      flow.contextDepth -= 1
      // A box without content of its own has not taken it.
      flow.entering = .none
      if hasBands { flow.bandDepth -= 1 }
    }
    return layout(box, space)
  }

  /// Whether a box may not be broken (CSS Fragmentation 3, 2): what scrolls, what is sized without its content, images and
  /// controls.
  func isWhole(_ box: BoxIndex) -> Bool {
    let style = style(box)
    if boxes[Int(box)].kind == .replaced || style.pointee.isScrollContainer || style.pointee.containsSize {
      return true
    }
    if style.pointee.isVerticalBox, style.pointee.lineClamp > 0 { return true }
    switch boxes[Int(box)].role {
    case .textField, .textArea, .select, .button: return true
    default: return boxes[Int(box)].flags.contains(.inlineLevel)
    }
  }

  /// How a box may be broken off from what is around it.
  func breakRules(_ box: BoxIndex) -> BreakRules {
    var rules: BreakRules = []
    let other = computedStyle(box).pointee.other
    if other[.breakBefore].map(Self.isForced) == true { rules.insert(.before) }
    if other[.breakAfter].map(Self.isForced) == true { rules.insert(.after) }
    if other[.breakBefore].map(Self.isAvoided) == true { rules.insert(.avoidBefore) }
    if other[.breakAfter].map(Self.isAvoided) == true { rules.insert(.avoidAfter) }
    if other[.breakInside].map(Self.isAvoided) == true { rules.insert(.avoidInside) }
    if other[.columnSpan] == .keyword("all") { rules.insert(.spansColumns) }
    return rules
  }

  /// Whether a child of a container of columns spans them all.
  func isSpanner(_ box: BoxIndex) -> Bool {
    flags(box).isDisjoint(with: [.outOfFlow, .floating, .outsideMarker])
      && computedStyle(box).pointee.other[.columnSpan] == .keyword("all")
  }

  /// Whether a child of a container of columns is not in them: it spans them all, or is the legend above them.
  func isAcrossColumns(_ box: BoxIndex) -> Bool {
    let parent = boxes[Int(box)].parent
    let isLegend =
      boxes[Int(box)].role == .legend && boxes[Int(parent)].role == .fieldset
      && flags(box).isDisjoint(with: [.outOfFlow, .floating])
    return isLegend || isSpanner(box)
  }

  private static func isForced(_ value: CSSValue) -> Bool { value == .keyword("column") }

  private static func isAvoided(_ value: CSSValue) -> Bool {
    value == .keyword("avoid") || value == .keyword("avoid-column")
  }
}

/// `break-before`, `break-after`, `break-inside` and `column-span` as columns read them (CSS Fragmentation 3, 3).
struct BreakRules: OptionSet {
  let rawValue: UInt8
  /// A break before the box.
  static let before = BreakRules(rawValue: 1)
  static let after = BreakRules(rawValue: 2)
  static let avoidInside = BreakRules(rawValue: 4)
  static let spansColumns = BreakRules(rawValue: 8)
  static let avoidBefore = BreakRules(rawValue: 16)
  static let avoidAfter = BreakRules(rawValue: 32)
}

/// Why a box should begin in the next column: what a break in it would violate, from the rule that is given up first
/// (CSS Fragmentation 3, 4.4).
enum BreakNeed: Int, Comparable {
  /// It may be broken where it is.
  case none
  /// `orphans` and `widows`.
  case lines
  /// `break-before`, `break-after` and `break-inside`.
  case avoidance
  /// There is no place for a break at all.
  case indivisible

  static func < (first: BreakNeed, second: BreakNeed) -> Bool { first.rawValue < second.rawValue }
}

extension ColumnFlow.Row {
  /// The height at which a number of columns holds the content: each break between runs is given, the others go where the
  /// highest columns are.
  func balancedHeight(columns: Int) -> Double {
    var parts = [Double](repeating: 1, count: runs.count)
    var left = columns - runs.count
    while left > 0, let highest = runs.indices.max(by: { runs[$0] / parts[$0] < runs[$1] / parts[$1] }),
      runs[highest] > 0
    {
      if runs.count == 1 {
        parts[0] += Double(left)
        break
      }
      parts[highest] += 1
      left -= 1
    }
    let height = zip(runs, parts).map { $0 / $1 }.max() ?? 0
    return max(height, unbreakable)
  }
}

extension ColumnFlow {
  /// Goes through the rows from the first: with the upper edges of each and of the box behind it.
  ///
  /// - Returns: the lower end of it all.
  @discardableResult
  func place(_ body: (Row, Double, Double) -> Void = { _, _, _ in }) -> Double {
    var y = top
    // The lower margin of a box that spans, which collapses with the next such one's.
    var margin = 0.0
    for row in rows {
      let extent = extent(row)
      if extent > 0 {
        y += margin
        margin = 0
      }
      let rowTop = y + margin
      y += extent
      guard let spanner = row.spanner else {
        body(row, rowTop, 0)
        continue
      }
      y += max(max(margin, spanner.marginTop), 0) + min(min(margin, spanner.marginTop), 0)
      body(row, rowTop, y)
      y += spanner.height
      margin = spanner.marginBottom
    }
    return y + margin
  }

  /// A row's own height.
  private func extent(_ row: Row) -> Double {
    guard row.height.isFinite else { return row.end - row.start }
    guard !row.isEmpty else { return 0 }
    if shrinksToContent, row.usedColumns <= 1 { return min(row.height, row.end - row.start) }
    return row.height
  }
}
