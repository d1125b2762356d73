import CSSValues
import PageFormat

extension Display {
  /// `table` and `inline-table`.
  var isTable: Bool {
    if case .box(_, .table, _) = self { return true }
    return false
  }

  /// Rows, columns and their groups: what is painted behind the cells of a table.
  var isTablePart: Bool {
    switch self {
    case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableColumnGroup, .tableColumn: true
    default: false
    }
  }

  /// A table or anything that has its place in one.
  var isTableOrPart: Bool { isTable || isTablePart || self == .tableCell || self == .tableCaption }
}

/// What the parts of a table show (CSS Tables 3, 5.3; CSS 2.2, 17.5.1).
extension PagePainter {
  /// Paints the backgrounds of the columns, the group of rows and the row that a cell begins in: all of the cell and nothing
  /// between cells.
  mutating func paintTableParts(behind cell: Int) {
    guard let place = frame(cell), !place.isEmpty else { return }
    var rows: [Int] = []
    var columns: [Int] = []
    var next = page.parent(cell)
    while let part = next {
      let display = style(of: part).computed.box.display
      if display.isTable { columns = tableColumns(part).holding(place) }
      guard display.isTablePart else { break }
      rows.append(part)
      next = page.parent(part)
    }
    for part in columns + rows.reversed() {
      let style = style(of: part).computed
      guard style.visual.backgroundColor != .color(.transparent) || style.painted(.backgroundImage) != nil,
        var area = frame(part)
      else { continue }
      enterScope(of: cell)
      // A cell of several rows has the first one's image over all of them.
      area.height = max(area.height, place.bottom - area.y)
      if style.text.borderCollapse == .separate {
        area = BoxSides(style, isFirst: true, isLast: true).paddingBox(RoundedRect(area)).rect
      }
      paintBackground(cell, style, positioning: area, painting: RoundedRect(place, radii: radii(cell)))
    }
  }

  /// A column, or a group of them.
  struct TableColumn {
    let node: Int
    let rect: LayoutRect
  }

  /// The columns of a table that have boxes.
  struct TableColumns {
    let isRightToLeft: Bool
    /// From the left.
    fileprivate(set) var groups: [TableColumn] = []
    /// From the left.
    fileprivate(set) var columns: [TableColumn] = []

    /// The group and the column that a cell begins in.
    func holding(_ cell: LayoutRect) -> [Int] {
      let edge = isRightToLeft ? cell.right - 1.0 / 16 : cell.x + 1.0 / 16
      return [Self.holding(edge, groups), Self.holding(edge, columns)].compactMap { $0 }
    }

    /// Tables may have as many columns as cells: they are not looked through for each.
    private static func holding(_ edge: Double, _ columns: [TableColumn]) -> Int? {
      var (low, high) = (0, columns.count)
      while low < high {
        let middle = (low + high) / 2
        if columns[middle].rect.x < edge { low = middle + 1 } else { high = middle }
      }
      guard low > 0, edge < columns[low - 1].rect.right else { return nil }
      return columns[low - 1].node
    }
  }

  private mutating func tableColumns(_ table: Int) -> TableColumns {
    if let known = columnsOfTables[table] { return known }
    var found = TableColumns(isRightToLeft: style(of: table).computed.text.direction == .rtl)
    func column(_ node: Int) -> [TableColumn] { frame(node).map { [TableColumn(node: node, rect: $0)] } ?? [] }
    for child in page.children(table) {
      switch style(of: child).computed.box.display {
      case .tableColumn: found.columns += column(child)
      case .tableColumnGroup:
        found.groups += column(child)
        for inner in page.children(child) where style(of: inner).computed.box.display == .tableColumn {
          found.columns += column(inner)
        }
      default: continue
      }
    }
    found.groups.sort { $0.rect.x < $1.rect.x }
    found.columns.sort { $0.rect.x < $1.rect.x }
    columnsOfTables[table] = found
    return found
  }

  // MARK: Collapsed borders

  /// The cells of a table whose borders collapse, in the order of the tree.
  func collapsedCells(_ table: Int) -> [Int] {
    var cells: [Int] = []
    var node = table + 1
    let end = page.subtreeEnd(table)
    while node < end {
      let display = page.kind(node) == .text ? nil : style(of: node).computed.box.display
      if display == .tableCell, let rect = frame(node), !rect.isEmpty { cells.append(node) }
      // What is in cells, captions and other boxes is not this table's.
      let isPassedThrough = display.map { $0.isTablePart || $0 == .contents } ?? false
      node = isPassedThrough ? node + 1 : page.subtreeEnd(node)
    }
    return cells
  }

  /// Paints the edges of a table with collapsed borders, above all of its cells' backgrounds.
  mutating func paintCollapsedBorders(of table: Int, _ cells: [Int]) {
    let columns = tableColumns(table)
    guard let grid = CollapsedBorderGrid(self, table, cells, columns: columns) else {
      omit("border-collapse: collapse", "in a table of more than \(PaintLimits.collapsedCells) cells", table)
      return
    }
    enterScope(of: table)
    grid.forEachSegment { paintCollapsedEdge($0, table) }
  }

  private mutating func paintCollapsedEdge(_ segment: CollapsedBorderGrid.Segment, _ node: Int) {
    let (rect, border) = (segment.rect, segment.border)
    guard rect.width > 0, rect.height > 0 else { return }
    let isHorizontal = segment.isHorizontal
    /// The part of the edge from one share of its width to another.
    func part(_ from: Double, _ to: Double) -> LayoutRect {
      isHorizontal
        ? LayoutRect(x: rect.x, y: rect.y + from, width: rect.width, height: to - from)
        : LayoutRect(x: rect.x + from, y: rect.y, width: to - from, height: rect.height)
    }
    let scale = layout.viewport.scale
    let width = border.width
    switch border.line {
    case .dotted, .dashed:
      paintDashes(rect, isHorizontal: isHorizontal, isDotted: border.line == .dotted, border.color, node)
    case .double:
      let third = ((width * scale + 1) / 3).rounded(.down) / scale
      fill(part(0, third), border.color, node)
      fill(part(width - third, width), border.color, node)
    // CSS 2.2, 17.6.2: `inset` is `ridge` here, and `outset` is `groove`.
    case .groove, .outset, .ridge, .inset:
      let isGroove = border.line == .groove || border.line == .outset
      let (dark, light) = border.color.shades
      let half = ((width * scale) / 2).rounded(.up) / scale
      fill(part(0, half), isGroove ? dark : light, node)
      fill(part(half, width), isGroove ? light : dark, node)
    default: fill(rect, border.color, node)
    }
  }

  private mutating func fill(_ rect: LayoutRect, _ color: PaintColor, _ node: Int) {
    add(.fill(.rounded(RoundedRect(rect)), .color(color), .normal), rect, node)
  }
}
