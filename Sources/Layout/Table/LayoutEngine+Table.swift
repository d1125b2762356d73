import CSSValues

/// Tables (CSS Tables 3; CSS 2.2, 17), after Chromium's: one box holds the captions and the grid.
extension LayoutEngine {
  /// The table's intrinsic widths; captions count with their minimum.
  ///
  /// - Parameter isLaidOut: whether the table's own width follows, not that of what is around it.
  func intrinsicSizesOfTable(_ box: BoxIndex, isLaidOut: Bool = false) -> MinMaxSizes {
    let grid = tableGrid(box)
    let metrics = resolveBoxMetrics(box, .indefinite)
    let columns = tableColumns(box, grid)
    var sizes = columns.intrinsicSizes(countsPercentages: isLaidOut || !isInItemOrCell(box))
    if !grid.isSpaced, !grid.isCollapsed, !isLaidOut || !style(box).pointee.width.isAuto {
      // As in browsers, there is spacing around columns without content, too; only a table's own automatic width is without it.
      let spacing = 2 * style(box).pointee.borderSpacingHorizontal
      sizes.minimum += spacing
      sizes.maximum += spacing
    }
    if columns.isFixed, !isLaidOut, style(box).pointee.width.hasPercentage {
      // As in browsers, a fixed table makes what is around it as wide as may be for its percentage.
      sizes.maximum = TableColumns.unlimited
    }
    sizes.minimum += metrics.insetsInline
    sizes.maximum += metrics.insetsInline
    for caption in grid.captions {
      let minimum = contribution(caption, .indefinite).minimum + resolveBoxMetrics(caption, .indefinite).marginsInline
      sizes.encompass(MinMaxSizes(minimum, minimum))
    }
    return sizes
  }

  /// Whether a table is in a cell or in an item of flex or grid: as in browsers, percentages of its columns do not widen what is
  /// around it there.
  private func isInItemOrCell(_ box: BoxIndex) -> Bool {
    var ancestor = boxes[Int(box)].parent
    while ancestor >= 0 {
      switch boxes[Int(ancestor)].kind {
      case .tableCell, .flex, .grid: return true
      default: ancestor = boxes[Int(ancestor)].parent
      }
    }
    return false
  }

  /// Lays a table out.
  func layoutTable(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    var algorithm = TableLayout(self, box, space)
    return algorithm.run()
  }
}

/// The state of laying out one table.
private struct TableLayout {
  let engine: LayoutEngine
  let box: BoxIndex
  let space: ConstraintSpace
  let grid: TableGrid
  let style: UnsafeMutablePointer<LayoutStyle>
  let metrics: BoxMetrics
  let isRightToLeft: Bool
  let spacingInline: Double
  let spacingBlock: Double
  var width = 0.0
  var columnWidths: [Double] = []
  /// Each column's left edge from the grid's content edge, in the direction of the text.
  var columnOffsets: [Double] = []
  var rowHeights: [Double] = []
  var rowBaselines: [Double] = []
  /// What columns around the table add above each row; empty where it is not broken.
  var rowShifts: [Double] = []
  /// The last row's baseline in the table's border box.
  var lastBaseline = Double.indefinite
  var cellOutputs: [LayoutOutput] = []

  init(_ engine: LayoutEngine, _ box: BoxIndex, _ space: ConstraintSpace) {
    self.engine = engine
    self.box = box
    self.space = space
    grid = engine.tableGrid(box)
    style = engine.style(box)
    metrics = engine.resolveBoxMetrics(box, space.percentageInline)
    isRightToLeft = style.pointee.isRightToLeft
    spacingInline = grid.isSpaced ? style.pointee.borderSpacingHorizontal : 0
    spacingBlock = grid.isSpaced ? style.pointee.borderSpacingVertical : 0
  }

  mutating func run() -> LayoutOutput {
    sizeColumns()
    measureCells()
    sizeRows()
    collapseColumns()
    var top = 0.0
    let captionsAbove = layoutCaptions(.top, &top)
    _ = captionsAbove
    let gridTop = top
    var gridHeight = sizeGrid(captions: captionHeight())
    gridHeight += breakRows(top: gridTop, height: gridHeight)
    let baseline = placeGrid(top: gridTop)
    top = gridTop + gridHeight
    _ = layoutCaptions(.bottom, &top)
    var output = LayoutOutput(width: width, height: top)
    output.firstBaseline = baseline
    output.lastBaseline = lastBaseline
    return output
  }

  // MARK: Columns

  private mutating func sizeColumns() {
    let columns = engine.tableColumns(box, grid)
    var inner = space
    // Only a grid stretches its tables.
    let parent = engine.boxes[Int(box)].parent
    let isGridItem = engine.flags(box).contains(.item) && engine.boxes[Int(parent)].kind == .grid
    inner.stretchInline = isGridItem && space.stretchInline
    width = engine.inlineSize(box, inner, metrics)
    let intrinsic = engine.intrinsicSizesOfTable(box, isLaidOut: true)
    if style.pointee.width.isAuto, !space.isFixedInline, !inner.stretchInline, !space.stretchInlineExplicit,
      style.pointee.aspectRatio == 0
    {
      let available = space.availableInline - metrics.marginsInline
      let limits = engine.inlineLimits(box, inner, metrics, available)
      width = max(
        clampSize(intrinsic.fit(max(available, metrics.edgesInline)), limits.minimum, limits.maximum),
        metrics.edgesInline)
    }
    if !columns.isFixed || grid.columnCount == 0 {
      width = max(width, intrinsic.minimum)
    } else {
      // A fixed table grows to hold the widths that its columns give.
      let given = columns.columns.reduce(0) { $0 + ($1.isConstrained ? $1.maximum : 0) }
      width = max(width, given + columns.spacing + metrics.insetsInline)
    }
    let target = max(0, width - metrics.insetsInline - columns.spacing)
    columnWidths = columns.distribute(target)
    _ = placeColumnOffsets(without: [])
  }

  /// Places the columns one after another; the answer is where the last one ends.
  private mutating func placeColumnOffsets(without collapsed: Set<Int>) -> Double {
    columnOffsets.removeAll(keepingCapacity: true)
    var end = spacingInline
    var isFirst = true
    for (index, width) in columnWidths.enumerated() {
      if !grid.isSpannedOnly[index], !collapsed.contains(index) {
        if !isFirst { end += spacingInline }
        isFirst = false
      }
      columnOffsets.append(end)
      end += width
    }
    return end
  }

  /// CSS Tables 3, 9: collapsed columns lose their width and spacing once rows are sized, and the table is narrower by them.
  private mutating func collapseColumns() {
    guard !grid.collapsedColumns.isEmpty else { return }
    let full = placeColumnOffsets(without: [])
    for index in grid.collapsedColumns where index < columnWidths.count { columnWidths[index] = 0 }
    width -= full - placeColumnOffsets(without: grid.collapsedColumns)
  }

  private func cellWidth(_ cell: TableGrid.Cell) -> Double {
    let end = min(cell.column + cell.columnSpan, columnWidths.count)
    guard end > cell.column else { return 0 }
    return columnOffsets[end - 1] + columnWidths[end - 1] - columnOffsets[cell.column]
  }

  // MARK: Rows

  private func cellSpace(_ cell: TableGrid.Cell, mode: ConstraintSpace.Mode) -> ConstraintSpace {
    var result = ConstraintSpace(
      availableInline: cellWidth(cell), availableBlock: .indefinite,
      // As in browsers, the spacing around the columns counts while rows are sized.
      percentageInline: max(0, width - metrics.insetsInline - (mode == .commit ? 2 * spacingInline : 0)),
      percentageBlock: .indefinite, mode: mode)
    result.isFixedInline = true
    result.isTableCellMeasure = true
    return result
  }

  private mutating func measureCells() {
    cellOutputs.reserveCapacity(grid.cells.count)
    for cell in grid.cells {
      var output = engine.layout(cell.box, cellSpace(cell, mode: .measure))
      if !output.firstBaseline.isDefinite, hasContentEdgeBaseline(cell.box) {
        output.firstBaseline = output.intrinsicBlock - engine.resolveBoxMetrics(cell.box, width).insetBottom
      }
      cellOutputs.append(output)
    }
  }

  /// Whether a cell without a line has the lower edge of its content as its baseline (CSS 2.2, 17.5.3); as in browsers, an empty
  /// one has no baseline, nor has one of another writing mode.
  private func hasContentEdgeBaseline(_ cell: BoxIndex) -> Bool {
    guard engine.boxes[Int(cell)].firstChild >= 0 else { return false }
    return (engine.style(cell).pointee.writingMode == .horizontalTB) == (style.pointee.writingMode == .horizontalTB)
  }

  /// Whether a cell has more than positioned boxes, which as in browsers do not move with the baseline.
  private func hasContentInFlow(_ cell: BoxIndex) -> Bool {
    var child = engine.boxes[Int(cell)].firstChild
    while child >= 0 {
      if !engine.boxes[Int(child)].flags.contains(.outOfFlow) { return true }
      child = engine.boxes[Int(child)].nextSibling
    }
    return false
  }

  private func alignsToBaseline(_ cell: BoxIndex) -> Bool {
    switch engine.style(cell).pointee.verticalAlign {
    case .top, .middle, .bottom: false
    default: true
    }
  }

  /// A row's baseline from its upper edge: without a line the lower edge of its cells' content boxes stands for it, and of a
  /// row without cells the upper edge.
  private func baseline(ofRow row: Int) -> Double {
    if rowBaselines[row].isDefinite { return rowBaselines[row] }
    let edges = grid.rows[row].cells.map { engine.resolveBoxMetrics(grid.cells[$0].box, width).insetBottom }
    // That of the cell whose content box reaches the furthest.
    guard let edge = edges.min() else { return 0 }
    return max(0, rowHeights[row] - edge)
  }

  /// A row's given height; percentages count from the table's height where it is definite.
  private func specifiedHeight(_ box: BoxIndex, _ basis: Double) -> Double {
    let value = engine.resolve(engine.style(box).pointee.height, basis)
    return value.isDefinite ? value : 0
  }

  /// Gives each row its own height, or that of its highest cell.
  private mutating func sizeRows() {
    rowHeights = [Double](repeating: 0, count: grid.rows.count)
    rowBaselines = [Double](repeating: .indefinite, count: grid.rows.count)
    for (rowIndex, row) in grid.rows.enumerated() {
      var height = specifiedHeight(row.box, .indefinite)
      var ascent = -Double.infinity
      var descent = -Double.infinity
      for index in row.cells {
        let cell = grid.cells[index]
        let output = cellOutputs[index]
        // Heights that are given have no part in the row's baseline.
        if alignsToBaseline(cell.box), output.firstBaseline.isDefinite {
          ascent = max(ascent, output.firstBaseline)
          if cell.rowSpan == 1 { descent = max(descent, output.intrinsicBlock - output.firstBaseline) }
        }
        if cell.rowSpan == 1 { height = max(height, neededHeight(output)) }
      }
      if ascent > -.infinity {
        rowBaselines[rowIndex] = ascent
        if descent > -.infinity { height = max(height, ascent + descent) }
      }
      rowHeights[rowIndex] = height
    }
    // From above, and those that are beside another one before it.
    func order(_ index: Int) -> (Int, Int) {
      (grid.cells[index].row + grid.cells[index].rowSpan, -grid.cells[index].row)
    }
    for index in grid.cells.indices.filter({ grid.cells[$0].rowSpan > 1 }).sorted(by: { order($0) < order($1) }) {
      growSpannedRows(grid.cells[index], neededHeight(cellOutputs[index]))
    }
    for section in grid.sections { growSection(section, to: specifiedHeight(section.box, .indefinite)) }
  }

  /// The height of a section is shared by its rows, whose percentages count from it (CSS Tables 3, 6.2).
  private mutating func growSection(_ section: TableGrid.Section, to height: Double) {
    guard height > 0, !section.rows.isEmpty else { return }
    let excess = height - heights(of: section.rows)
    if excess > 0 { distribute(excess, over: section.rows, preferred: Array(section.rows), basis: height) }
  }

  /// The heights of sections that have no rows to share them; there is no spacing around these.
  private func emptyHeight() -> Double {
    grid.sections.reduce(0) { $0 + ($1.rows.isEmpty ? specifiedHeight($1.box, .indefinite) : 0) }
  }

  /// What a cell asks of its rows (CSS Tables 3, 4.5): its own height, and no less than its content's.
  private func neededHeight(_ output: LayoutOutput) -> Double { max(output.height, output.intrinsicBlock) }

  /// What a cell over several rows needs beyond them goes to those rows.
  private mutating func growSpannedRows(_ cell: TableGrid.Cell, _ height: Double) {
    let rows = cell.row..<cell.row + cell.rowSpan
    let have = rows.reduce(0) { $0 + rowHeights[$1] } + spacingBlock * Double(rows.count - 1)
    let excess = height - have
    guard excess > 0 else { return }
    // As in browsers, the rows below the first in which another such cell begins take it all, in equal shares.
    let starts = rows.dropFirst().filter { row in grid.rows[row].cells.contains { grid.cells[$0].rowSpan > 1 } }
    if !starts.isEmpty {
      var rest = excess
      for (index, row) in starts.enumerated() {
        let growth = engine.layoutUnit(rest / Double(starts.count - index))
        rowHeights[row] += growth
        rest -= growth
      }
    } else if rows.allSatisfy({ rowHeights[$0] <= 0 }) {
      // Of rows of nothing the last takes it all.
      rowHeights[rows.upperBound - 1] += excess
    } else {
      spread(excess, over: Array(rows), mayGrowEmpty: false)
    }
  }

  /// Whether a length gives a row its height: its own or that of a cell in it.
  private func isConstrained(_ row: Int) -> Bool {
    func isGiven(_ box: BoxIndex) -> Bool {
      let height = engine.style(box).pointee.height
      return height.kind == .length && height.value > 0
    }
    return isGiven(grid.rows[row].box)
      || grid.rows[row].cells.contains { grid.cells[$0].rowSpan == 1 && isGiven(grid.cells[$0].box) }
  }

  /// CSS Tables 3, 6.2, as browsers implement it: rows without a given height grow in proportion to their heights. If there
  /// are no such rows, empty rows get equal shares; if there are no empty rows either, all rows grow in proportion.
  private mutating func spread(_ excess: Double, over rows: [Int], mayGrowEmpty: Bool) {
    let filled = rows.filter { rowHeights[$0] > 0 }
    var chosen = filled.filter { !isConstrained($0) }
    if chosen.isEmpty, mayGrowEmpty, filled.count < rows.count {
      let empty = rows.filter { rowHeights[$0] <= 0 }
      chosen = empty.filter { !isConstrained($0) }
      if chosen.isEmpty { chosen = empty }
    } else if chosen.isEmpty {
      chosen = filled
    }
    guard let last = chosen.last else { return }
    let total = chosen.reduce(0) { $0 + rowHeights[$1] }
    var given = 0.0
    for row in chosen {
      let share = total > 0 ? excess * rowHeights[row] / total : excess / Double(chosen.count)
      let growth = row == last ? excess - given : engine.layoutUnit(share)
      rowHeights[row] += growth
      given += growth
    }
  }

  // MARK: Captions

  private func captionHeight() -> Double {
    var height = 0.0
    for caption in grid.captions {
      let (output, metrics) = layoutCaption(caption, mode: .measure)
      height += output.height + metrics.marginsBlock
    }
    return height
  }

  private func layoutCaption(_ caption: BoxIndex, mode: ConstraintSpace.Mode) -> (LayoutOutput, BoxMetrics) {
    var inner = ConstraintSpace(availableInline: width, mode: mode)
    inner.percentageBlock = .indefinite
    inner.stretchInline = true
    return (engine.layout(caption, inner), engine.resolveBoxMetrics(caption, width))
  }

  private func layoutCaptions(_ side: CaptionSide, _ top: inout Double) -> Bool {
    for caption in grid.captions where engine.style(caption).pointee.captionSide == side {
      let (output, metrics) = layoutCaption(caption, mode: space.mode)
      top += metrics.marginTop
      if space.isCommit {
        var x = metrics.marginLeft
        let free = width - output.width - metrics.marginsInline
        if metrics.autoMargins.isSuperset(of: [.left, .right]) {
          x += max(0, engine.layoutUnit(free / 2))
        } else if isRightToLeft || metrics.autoMargins.contains(.left) {
          x += free
        }
        engine.place(caption, x: x, y: top, containingInline: width, containingBlock: .indefinite)
      }
      top += output.height + metrics.marginBottom
    }
    return true
  }

  // MARK: The grid

  /// The grid's border-box height: what the rows need, or what the table's height gives them.
  private mutating func sizeGrid(captions: Double) -> Double {
    let content =
      rowHeights.reduce(0, +) + emptyHeight() + (grid.rows.isEmpty ? 0 : spacingBlock * Double(grid.rows.count + 1))
    let natural = content + metrics.insetsBlock
    var inner = space
    // CSS Tables 3, 4.5: what is given or filled is the height of the wrapper, with its captions.
    let fillsArea = space.stretchBlock && style.pointee.height.isAuto && space.availableBlock.isDefinite
    if space.isFixedBlock || fillsArea { inner.availableBlock = max(0, space.availableBlock - captions) }
    var height = engine.blockSize(box, inner, metrics, intrinsic: natural, inline: width)
    if !height.isDefinite { height = natural }
    height = max(height, natural)
    let excess = height - natural
    if excess > 0, !grid.rows.isEmpty {
      distributeHeight(excess, max(0, height - metrics.insetsBlock - 2 * spacingBlock))
    }
    return grid.hasCollapsedRows ? collapseRows() : height
  }

  /// CSS Tables 3, 9: collapsed rows lose their height and spacing, after the table's own height is shared out.
  ///
  /// - Returns: the grid's border-box height.
  private mutating func collapseRows() -> Double {
    for row in grid.rows.indices where grid.rows[row].isCollapsed { rowHeights[row] = 0 }
    var height = metrics.insetsBlock + spacingBlock + emptyHeight()
    for section in grid.sections where !section.rows.isEmpty { height += heights(of: section.rows) + spacingBlock }
    return height
  }

  /// What rows take together; collapsed ones have no spacing.
  private func heights(of rows: Range<Int>) -> Double {
    var height = 0.0
    var isFirst = true
    for row in rows where !grid.rows[row].isCollapsed {
      if !isFirst { height += spacingBlock }
      isFirst = false
      height += rowHeights[row]
    }
    return height
  }

  /// What the table's height adds goes to its rows; bodies grow before headers and footers.
  private mutating func distributeHeight(_ excess: Double, _ basis: Double) {
    var rows: [Int] = []
    for section in grid.sections where engine.flags(section.box).isDisjoint(with: [.tableHeader, .tableFooter]) {
      rows.append(contentsOf: section.rows)
    }
    if rows.isEmpty { rows = Array(grid.rows.indices) }
    distribute(excess, over: grid.rows.indices, preferred: rows, basis: basis)
  }

  /// CSS Tables 3, 6.2: rows with percentages first, then those without a height.
  ///
  /// - Parameters:
  ///   - preferred: the rows that take what percentages leave.
  ///   - basis: what percentages count from.
  private mutating func distribute(_ excess: Double, over range: Range<Int>, preferred: [Int], basis: Double) {
    var rest = excess
    let percentages = rowPercentages(range)
    func percentage(_ row: Int) -> Double { percentages[row - range.lowerBound] }
    let missing = range.map { max(0, engine.layoutUnit(percentage($0) * basis / 100) - rowHeights[$0]) }
    let sum = missing.reduce(0, +)
    if sum > 0 {
      let part = min(rest, sum)
      for (row, missing) in zip(range, missing) where missing > 0 {
        let growth = part < sum ? engine.layoutUnit(missing * part / sum) : missing
        rowHeights[row] += growth
        rest -= growth
      }
    }
    guard rest > 0 else { return }
    let others = preferred.filter { percentage($0) == 0 }
    spread(rest, over: others.contains { !isConstrained($0) } ? others : preferred, mayGrowEmpty: true)
  }

  /// The percentages of a height that rows ask for, themselves or by a cell in them, at most 100 in all.
  private func rowPercentages(_ rows: Range<Int>) -> [Double] {
    func percentage(_ box: BoxIndex) -> Double {
      let height = engine.style(box).pointee.height
      return height.kind == .percentage ? height.value : 0
    }
    var rest = 100.0
    return grid.rows[rows].map { row in
      var largest = percentage(row.box)
      for cell in row.cells where grid.cells[cell].rowSpan == 1 {
        largest = max(largest, percentage(grid.cells[cell].box))
      }
      largest = min(largest, rest)
      rest -= largest
      return largest
    }
  }

  // MARK: Columns around the table

  /// CSS Fragmentation 3, 4.1: breaks are between rows, and in cells that may be broken.
  ///
  /// - Returns: how much higher the grid becomes.
  private mutating func breakRows(top: Double, height: Double) -> Double {
    guard var bands = ColumnBands(engine) else { return 0 }
    rowShifts = [Double](repeating: 0, count: grid.rows.count)
    var y = top + metrics.insetTop + spacingBlock
    // The same with what is added.
    var moved = y
    var gap = 0.0
    for section in grid.sections {
      guard !section.rows.isEmpty else {
        let own = specifiedHeight(section.box, .indefinite)
        y += own
        moved += own
        continue
      }
      y += gap
      moved += gap
      gap = spacingBlock
      var isFirst = true
      for row in section.rows where !grid.rows[row].isCollapsed {
        if !isFirst {
          y += spacingBlock
          moved += spacingBlock
        }
        var rules = engine.breakRules(grid.rows[row].box)
        if isFirst { rules.formUnion(engine.breakRules(section.box).intersection(.before)) }
        if row == section.rows.upperBound - 1 {
          rules.formUnion(engine.breakRules(section.box).intersection(.after))
        }
        isFirst = false
        // Cells that span rows are cut.
        let cells = grid.rows[row].cells.filter { grid.cells[$0].rowSpan == 1 }
        let members = cells.map {
          ColumnBands.Member(box: grid.cells[$0].box, offset: 0, height: rowHeights[row], grows: true)
        }
        let place = bands.place(top: y, height: rowHeights[row], rules: rules, members) { index, place in
          guard place.isDefinite else { return cellOutputs[cells[index]] }
          var inner = cellSpace(grid.cells[cells[index]], mode: .measure)
          // Below the content of a cell that is lower than its row there may be a break.
          inner.isFixedBlock = true
          inner.availableBlock = rowHeights[row]
          return engine.layoutInColumns(grid.cells[cells[index]].box, inner, at: place)
        }
        rowShifts[row] = place.top - moved
        y += rowHeights[row]
        rowHeights[row] += place.growth
        moved = place.top + rowHeights[row]
      }
    }
    bands.close(at: top + height, gap: spacingBlock, edge: metrics.insetBottom)
    return bands.shift
  }

  private func inlinePosition(_ offset: Double, _ size: Double) -> Double {
    let content = width - metrics.insetsInline
    return isRightToLeft ? content - offset - size : offset
  }

  /// Places sections, rows, columns and cells; the answer is the first row's baseline in the table's border box.
  private mutating func placeGrid(top: Double) -> Double {
    var y = top + metrics.insetTop + spacingBlock
    var firstBaseline = Double.indefinite
    var rowTops = [Double](repeating: 0, count: grid.rows.count)
    let rowWidth = max(0, width - metrics.insetsInline - 2 * spacingInline)
    var gap = 0.0
    for section in grid.sections {
      if !section.rows.isEmpty {
        y += gap
        gap = spacingBlock
      }
      if let first = section.rows.first(where: { !grid.rows[$0].isCollapsed }), !rowShifts.isEmpty {
        y += rowShifts[first]
      }
      let sectionTop = y
      var isFirst = true
      for row in section.rows {
        if !grid.rows[row].isCollapsed {
          if !isFirst { y += spacingBlock + (rowShifts.isEmpty ? 0 : rowShifts[row]) }
          isFirst = false
        }
        rowTops[row] = y
        if !firstBaseline.isDefinite, row == 0 {
          firstBaseline = y + baseline(ofRow: row)
        }
        lastBaseline = y + baseline(ofRow: row)
        y += rowHeights[row]
      }
      if section.rows.isEmpty { y += specifiedHeight(section.box, .indefinite) }
      let sectionHeight = y - sectionTop
      guard space.isCommit else { continue }
      commit(section.box, x: metrics.insetLeft + spacingInline, y: sectionTop, rowWidth, max(0, sectionHeight))
      for row in section.rows {
        commit(grid.rows[row].box, x: 0, y: rowTops[row] - sectionTop, rowWidth, rowHeights[row])
      }
    }
    guard space.isCommit else { return firstBaseline }
    let rowsTop = top + metrics.insetTop + spacingBlock
    placeColumns(top: rowsTop, rowsHeight: max(0, y - rowsTop))
    let hasHeight =
      space.isFixedBlock
      || !style.pointee.height.isAuto
        && engine.resolveBlockLength(style.pointee.height, box, space, metrics, .indefinite).isDefinite
    for index in grid.cells.indices { placeCell(index, rowTops, isDefinite: hasHeight) }
    for row in grid.rows where engine.flags(row.box).contains(.hasPositioned) { engine.layoutPositioned(in: row.box) }
    for section in grid.sections where engine.flags(section.box).contains(.hasPositioned) {
      engine.layoutPositioned(in: section.box)
    }
    return firstBaseline
  }

  private func commit(_ part: BoxIndex, x: Double, y: Double, _ width: Double, _ height: Double) {
    engine.place(part, x: x, y: y, containingInline: width, containingBlock: .indefinite)
    engine.state.placements[Int(part)].width = width
    engine.state.placements[Int(part)].height = height
  }

  /// - Parameters:
  ///   - index: the cell's place in the grid.
  ///   - rowTops: the rows' upper edges. px.
  ///   - isDefinite: whether the table's height is given.
  private func placeCell(_ index: Int, _ rowTops: [Double], isDefinite: Bool) {
    let cell = grid.cells[index]
    let isCollapsed = grid.rows[cell.row].isCollapsed
    let height = isCollapsed ? 0 : heights(of: cell.row..<cell.row + cell.rowSpan)
    var inner = cellSpace(cell, mode: .commit)
    inner.isTableCellMeasure = false
    inner.isFixedBlock = true
    inner.availableBlock = height
    // Percentages of heights in a cell count from its height only where a length of its own or the table's height gives it.
    inner.isFixedBlockIndefinite = engine.style(cell.box).pointee.height.kind != .length && !isDefinite
    let top = rowTops[cell.row]
    let isInColumns = !rowShifts.isEmpty && cell.rowSpan == 1
    // What the cell asks for was seen to when its row was placed.
    let need = engine.columnFlow?.need ?? .none
    let output = isInColumns ? engine.layoutInColumns(cell.box, inner, at: top) : engine.layout(cell.box, inner)
    engine.columnFlow?.need = need
    let x = inlinePosition(columnOffsets[cell.column], cellWidth(cell)) - spacingInline
    engine.place(cell.box, x: x, y: 0, containingInline: width, containingBlock: .indefinite)
    // What is in a collapsed row or column sticks out of its cell.
    if isCollapsed { engine.state.placements[Int(cell.box)].height = 0 }
    if grid.collapsedColumns.contains(cell.column) {
      engine.state.placements[Int(cell.box)].width = cellWidth(cell)
    }
    let free = max(0, height - output.intrinsicBlock)
    var shift = 0.0
    if isInColumns, let flow = engine.columnFlow,
      flow.isBreak(between: top, and: max(top, top + height - 2 * ColumnFlow.slack))
    {
      // In rows that go on in another column nothing is aligned.
      return
    }
    switch engine.style(cell.box).pointee.verticalAlign {
    case .top: break
    case .middle: shift = engine.layoutUnit(free / 2)
    case .bottom: shift = free
    default:
      let baseline = cellOutputs[index].firstBaseline
      if baseline.isDefinite, rowBaselines[cell.row].isDefinite, hasContentInFlow(cell.box) {
        shift = max(0, rowBaselines[cell.row] - baseline)
      }
    }
    engine.state.placements[Int(cell.box)].contentShift = shift
  }

  /// - Parameter top: the first row's upper edge. px.
  private func placeColumns(top: Double, rowsHeight: Double) {
    let count = min(grid.columnBoxes.count, columnWidths.count)
    // Columns that span several have one box around them.
    var placed: [(box: BoxIndex, group: BoxIndex, x: Double, width: Double)] = []
    var groups: [BoxIndex: (start: Double, end: Double)] = [:]
    var index = 0
    while index < count {
      let column = grid.columnBoxes[index]
      var last = index
      while last + 1 < count, grid.columnBoxes[last + 1] == column { last += 1 }
      let width = columnOffsets[last] + columnWidths[last] - columnOffsets[index]
      let x = metrics.insetLeft + inlinePosition(columnOffsets[index], width)
      let parent = engine.boxes[Int(column)].parent
      let isInGroup = parent >= 0 && engine.boxes[Int(parent)].kind == .tableColumnGroup
      placed.append((column, isInGroup ? parent : .none, x, width))
      if isInGroup {
        let known = groups[parent] ?? (x, x + width)
        groups[parent] = (min(known.start, x), max(known.end, x + width))
      }
      index = last + 1
    }
    for (group, edges) in groups { commit(group, x: edges.start, y: top, edges.end - edges.start, rowsHeight) }
    for column in placed {
      // As in browsers, a column of no width has no height.
      let height = column.width > 0 ? rowsHeight : 0
      if let group = groups[column.group] {
        commit(column.box, x: column.x - group.start, y: 0, column.width, height)
      } else {
        commit(column.box, x: column.x, y: top, column.width, height)
      }
    }
  }
}
