import CSSValues

/// The cells of a table by row and column (CSS Tables 3, 2.1), found once per table.
final class TableGrid {
  /// A cell with the tracks that it spans.
  struct Cell {
    var box: BoxIndex
    var row: Int
    var column: Int
    var rowSpan: Int
    var columnSpan: Int
  }

  struct Row {
    var box: BoxIndex
    var section: Int
    /// The cells that begin in the row, as a range of ``TableGrid/cells``.
    var cells: Range<Int>
    /// Whether the row takes no height (`visibility: collapse`).
    var isCollapsed: Bool
  }

  struct Section {
    var box: BoxIndex
    var rows: Range<Int>
  }

  var sections: [Section] = []
  var rows: [Row] = []
  var cells: [Cell] = []
  var captions: [BoxIndex] = []
  /// The `<col>` box of each column that has one; groups without columns stand for theirs.
  var columnBoxes: [BoxIndex] = []
  var columnCount = 0
  var isCollapsed = false
  /// Whether there is room between and around the cells: as in browsers not without a column that has a cell or a width.
  var isSpaced = true
  /// By column: whether no cell begins in it and nothing gives it a width. Cells only span it: it has no spacing.
  var isSpannedOnly: [Bool] = []

  /// The indices of the columns with `visibility: collapse`, which have no width.
  var collapsedColumns: Set<Int> = []
  /// Whether a row takes no height.
  var hasCollapsedRows: Bool { rows.contains { $0.isCollapsed } }

  /// The columns of a range that have spacing around them.
  func spacedColumns(_ range: Range<Int>) -> [Int] { range.filter { !isSpannedOnly[$0] } }

  /// Spans beyond it are cut, as HTML does (4.9.11).
  static let maximumColumnSpan = 1000
  /// Cells that begin beyond it span one column: cells that span rows and columns would add columns with every row.
  static let maximumColumnCount = 10_000
}

extension LayoutEngine {
  /// The grid of a table.
  func tableGrid(_ table: BoxIndex) -> TableGrid {
    if let known = tables.grids[table] { return known }
    let grid = buildTableGrid(table)
    tables.grids[table] = grid
    return grid
  }

  private func buildTableGrid(_ table: BoxIndex) -> TableGrid {
    let grid = TableGrid()
    grid.isCollapsed = style(table).pointee.borderCollapse == .collapse
    var header: BoxIndex = .none
    var footer: BoxIndex = .none
    var bodies: [BoxIndex] = []
    var child = boxes[Int(table)].firstChild
    while child >= 0 {
      let flags = flags(child)
      switch boxes[Int(child)].kind {
      case .tableSection:
        if flags.contains(.tableHeader), header < 0 {
          header = child
        } else if flags.contains(.tableFooter), footer < 0 {
          footer = child
        } else {
          bodies.append(child)
        }
      case .tableColumn, .tableColumnGroup: addColumns(child, grid)
      default: if flags.contains(.tableCaption) { grid.captions.append(child) }
      }
      child = boxes[Int(child)].nextSibling
    }
    if header >= 0 { bodies.insert(header, at: 0) }
    if footer >= 0 { bodies.append(footer) }
    for section in bodies { addSection(section, grid) }
    grid.columnCount = max(grid.columnCount, grid.columnBoxes.count)
    markSpannedColumns(table, grid)
    for (index, column) in grid.columnBoxes.enumerated() where style(column).pointee.visibility == .collapse {
      grid.collapsedColumns.insert(index)
    }
    grid.isSpaced =
      !grid.isCollapsed && grid.columnCount > 0
      && (isFixedTable(table) || !grid.cells.isEmpty || grid.columnBoxes.contains(where: hasOwnWidth))
    if grid.isCollapsed { collapseBorders(table, grid) }
    return grid
  }

  /// CSS Tables 3, 3.6: columns that are only spanned are merged with those before them, as browsers implement it.
  private func markSpannedColumns(_ table: BoxIndex, _ grid: TableGrid) {
    let mayMerge = !grid.cells.isEmpty && !isFixedTable(table)
    grid.isSpannedOnly = [Bool](repeating: mayMerge, count: grid.columnCount)
    guard mayMerge else { return }
    for cell in grid.cells { grid.isSpannedOnly[cell.column] = false }
    for (index, box) in grid.columnBoxes.enumerated() {
      if hasOwnWidth(box) { grid.isSpannedOnly[index] = false }
    }
  }

  private func hasOwnWidth(_ column: BoxIndex) -> Bool {
    let style = style(column)
    return !style.pointee.width.isAuto || !style.pointee.minWidth.isAuto
  }

  private func span(_ box: BoxIndex) -> StyledTree.TableSpan {
    let detail = Int(boxes[Int(box)].detail)
    guard source.tableSpans.indices.contains(detail) else { return StyledTree.TableSpan(columns: 1, rows: 1) }
    return source.tableSpans[detail]
  }

  private func addColumns(_ box: BoxIndex, _ grid: TableGrid) {
    if boxes[Int(box)].kind == .tableColumnGroup, boxes[Int(box)].firstChild >= 0 {
      var column = boxes[Int(box)].firstChild
      while column >= 0 {
        addColumns(column, grid)
        column = boxes[Int(column)].nextSibling
      }
      return
    }
    let count = min(max(1, Int(span(box).columns)), TableGrid.maximumColumnSpan)
    for _ in 0..<count where grid.columnBoxes.count < TableGrid.maximumColumnCount { grid.columnBoxes.append(box) }
  }

  private func addSection(_ section: BoxIndex, _ grid: TableGrid) {
    let firstRow = grid.rows.count
    var rowBoxes: [BoxIndex] = []
    var child = boxes[Int(section)].firstChild
    while child >= 0 {
      if boxes[Int(child)].kind == .tableRow { rowBoxes.append(child) }
      child = boxes[Int(child)].nextSibling
    }
    // By column: how many more rows of the section a cell from above occupies.
    var occupied: [Int] = []
    for (offset, row) in rowBoxes.enumerated() {
      let rowIndex = firstRow + offset
      let firstCell = grid.cells.count
      var column = 0
      var next: [Int] = occupied.map { max(0, $0 - 1) }
      var cell = boxes[Int(row)].firstChild
      while cell >= 0 {
        defer { cell = boxes[Int(cell)].nextSibling }
        guard boxes[Int(cell)].kind == .tableCell else { continue }
        while column < occupied.count, occupied[column] > 0 { column += 1 }
        let span = span(cell)
        let columns =
          column < TableGrid.maximumColumnCount ? min(max(1, Int(span.columns)), TableGrid.maximumColumnSpan) : 1
        let left = rowBoxes.count - offset
        let rows = span.rows == 0 ? left : min(max(1, Int(span.rows)), left)
        grid.cells.append(
          TableGrid.Cell(box: cell, row: rowIndex, column: column, rowSpan: rows, columnSpan: columns))
        let end = column + columns
        while occupied.count < end { occupied.append(0) }
        while next.count < end { next.append(0) }
        for track in column..<end { next[track] = max(next[track], rows - 1) }
        column = end
        grid.columnCount = max(grid.columnCount, end)
      }
      occupied = next
      grid.rows.append(
        TableGrid.Row(
          box: row, section: grid.sections.count, cells: firstCell..<grid.cells.count,
          isCollapsed: style(row).pointee.visibility == .collapse || style(section).pointee.visibility == .collapse))
    }
    grid.sections.append(TableGrid.Section(box: section, rows: firstRow..<grid.rows.count))
  }

  // MARK: Collapsed borders

  /// CSS 2.2, 17.6.2: each edge is as thick as the thickest border beside it; half of it is in each cell.
  private func collapseBorders(_ table: BoxIndex, _ grid: TableGrid) {
    let columns = grid.columnCount
    let rows = grid.rows.count
    guard columns > 0, rows > 0, rows * columns <= 4_000_000 else { return }
    // Which cell covers a slot.
    var owner = [Int32](repeating: -1, count: rows * columns)
    for (index, cell) in grid.cells.enumerated() {
      for row in cell.row..<cell.row + cell.rowSpan {
        for column in cell.column..<cell.column + cell.columnSpan where owner[row * columns + column] < 0 {
          owner[row * columns + column] = Int32(index)
        }
      }
    }
    // A negative width is `hidden`, which wins.
    func side(_ box: BoxIndex, _ path: KeyPath<BorderStyle, BorderSide>) -> Double {
      guard box >= 0 else { return 0 }
      let border = computedStyle(box).pointee.border[keyPath: path]
      return border.style == .hidden ? -1 : layoutUnit(max(0, border.width))
    }
    func wider(_ values: [Double]) -> Double {
      var result = 0.0
      for value in values {
        if value < 0 { return 0 }
        result = max(result, value)
      }
      return result
    }
    func cellAt(_ row: Int, _ column: Int) -> TableGrid.Cell? {
      guard row >= 0, row < rows, column >= 0, column < columns else { return nil }
      let index = owner[row * columns + column]
      return index < 0 ? nil : grid.cells[Int(index)]
    }
    func columnBox(_ column: Int) -> BoxIndex {
      grid.columnBoxes.indices.contains(column) ? grid.columnBoxes[column] : -1
    }
    func isGroup(_ box: BoxIndex) -> Bool { box >= 0 && boxes[Int(box)].kind == .tableColumnGroup }
    func groupAround(_ column: Int) -> BoxIndex {
      let box = columnBox(column)
      guard box >= 0, isGroup(boxes[Int(box)].parent) else { return -1 }
      return boxes[Int(box)].parent
    }
    // The group of a column, if the column is at an end of it.
    func group(_ column: Int, isFirst: Bool) -> BoxIndex {
      let (box, parent) = (columnBox(column), groupAround(column))
      guard parent >= 0, columnBox(column + (isFirst ? -1 : 1)) != box,
        isFirst ? boxes[Int(parent)].firstChild == box : boxes[Int(box)].nextSibling < 0
      else { return -1 }
      return parent
    }
    func vertical(_ row: Int, _ column: Int) -> Double {
      // The edge left of a slot.
      var values: [Double] = []
      if let left = cellAt(row, column - 1) { values.append(side(left.box, \.right)) }
      if let right = cellAt(row, column) { values.append(side(right.box, \.left)) }
      // A group without columns of its own stands for all of its columns.
      let isInside = column > 0 && columnBox(column) == columnBox(column - 1) && isGroup(columnBox(column))
      if !isInside {
        values += [side(columnBox(column - 1), \.right), side(group(column - 1, isFirst: false), \.right)]
        values += [side(columnBox(column), \.left), side(group(column, isFirst: true), \.left)]
      }
      if column == 0 {
        values += [
          side(grid.rows[row].box, \.left), side(grid.sections[grid.rows[row].section].box, \.left),
          side(table, \.left),
        ]
      }
      if column == columns {
        values += [
          side(grid.rows[row].box, \.right), side(grid.sections[grid.rows[row].section].box, \.right),
          side(table, \.right),
        ]
      }
      return wider(values)
    }
    func horizontal(_ row: Int, _ column: Int) -> Double {
      // The edge above a slot.
      var values: [Double] = []
      if let above = cellAt(row - 1, column) { values.append(side(above.box, \.bottom)) }
      if let below = cellAt(row, column) { values.append(side(below.box, \.top)) }
      if row > 0 {
        values.append(side(grid.rows[row - 1].box, \.bottom))
        let section = grid.rows[row - 1].section
        if row == rows || grid.rows[row].section != section {
          values.append(side(grid.sections[section].box, \.bottom))
        }
      }
      if row < rows {
        values.append(side(grid.rows[row].box, \.top))
        let section = grid.rows[row].section
        if row == 0 || grid.rows[row - 1].section != section { values.append(side(grid.sections[section].box, \.top)) }
      }
      let group = groupAround(column)
      if row == 0 { values += [side(table, \.top), side(columnBox(column), \.top), side(group, \.top)] }
      if row == rows { values += [side(table, \.bottom), side(columnBox(column), \.bottom), side(group, \.bottom)] }
      return wider(values)
    }
    for cell in grid.cells {
      var borders = CollapsedBorders()
      for row in cell.row..<cell.row + cell.rowSpan {
        borders.left = max(borders.left, vertical(row, cell.column) / 2)
        borders.right = max(borders.right, vertical(row, min(columns, cell.column + cell.columnSpan)) / 2)
      }
      for column in cell.column..<min(columns, cell.column + cell.columnSpan) {
        borders.top = max(borders.top, horizontal(cell.row, column) / 2)
        borders.bottom = max(borders.bottom, horizontal(cell.row + cell.rowSpan, column) / 2)
      }
      tables.collapsedBorders[cell.box] = borders
    }
    var outer = CollapsedBorders()
    for row in 0..<rows {
      outer.left = max(outer.left, vertical(row, 0) / 2)
      outer.right = max(outer.right, vertical(row, columns) / 2)
    }
    for column in 0..<columns {
      outer.top = max(outer.top, horizontal(0, column) / 2)
      outer.bottom = max(outer.bottom, horizontal(rows, column) / 2)
    }
    tables.collapsedBorders[table] = outer
  }
}

/// The half of the collapsed borders that is in a cell or around a table's grid. px.
struct CollapsedBorders {
  var top = 0.0
  var right = 0.0
  var bottom = 0.0
  var left = 0.0
}
