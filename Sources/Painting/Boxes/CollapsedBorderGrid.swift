import CSSValues
import PageFormat

/// The edges between the cells of a table with collapsed borders (CSS 2.2, 17.6.2): which border each has, and where it is.
///
/// The grid is found again from the cells' boxes, which meet at the middles of their common borders.
struct CollapsedBorderGrid {
  /// The border of one edge.
  struct Border {
    /// px.
    let width: Double
    let line: BorderLineStyle
    let color: PaintColor
    /// Whose it is: the cell's comes before the row's, then the group's, the column's, its group's and the table's.
    let owner: Owner
  }

  enum Owner: Int { case table, columnGroup, column, rowGroup, row, cell }

  /// An edge as it is painted.
  struct Segment {
    let rect: LayoutRect
    let isHorizontal: Bool
    let border: Border
  }

  /// Where the lines between columns and rows are.
  private var x: [Double] = []
  private var y: [Double] = []
  private var columns: Int { x.count - 1 }
  private var rows: Int { y.count - 1 }
  /// By row and column, the edge above a slot; one row more than there are slots.
  private var horizontal: [Border?] = []
  /// By row and column, the edge to the left of a slot; one column more than there are slots.
  private var vertical: [Border?] = []
  /// Edges inside of cells have no border, whatever rows and columns say.
  private static let hidden = Border(width: -1, line: .hidden, color: .black, owner: .table)

  /// The grid of a table; `nil` where it has too many slots.
  init?(_ painter: PagePainter, _ table: Int, _ cells: [Int], columns tableColumns: PagePainter.TableColumns) {
    let places = cells.map { painter.frame($0) ?? LayoutRect(x: 0, y: 0, width: 0, height: 0) }
    x = Self.lines(places.flatMap { [$0.x, $0.right] })
    y = Self.lines(places.flatMap { [$0.y, $0.bottom] })
    guard x.count > 1, y.count > 1 else { return }
    guard x.count * y.count <= PaintLimits.collapsedCells else { return nil }
    horizontal = Array(repeating: nil, count: (rows + 1) * columns)
    vertical = Array(repeating: nil, count: rows * (columns + 1))
    addCells(painter, cells, places)
    addRows(painter, cells)
    for column in tableColumns.columns + tableColumns.groups { addColumn(painter, column) }
    let style = painter.style(of: table).computed
    addBox(0..<rows, 0..<columns, style, .table)
  }

  /// Sorted, those that are the same in all but rounding once.
  private static func lines(_ values: [Double]) -> [Double] {
    var result: [Double] = []
    for value in values.sorted() where result.last.map({ value - $0 > 1.0 / 16 }) ?? true { result.append(value) }
    return result
  }

  /// The last line that is not behind a place.
  private static func index(_ value: Double, in lines: [Double]) -> Int {
    var (low, high) = (0, lines.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if lines[middle] <= value + 1.0 / 32 { low = middle } else { high = middle - 1 }
    }
    return low
  }

  // MARK: Whose border an edge has

  private mutating func addCells(_ painter: PagePainter, _ cells: [Int], _ places: [LayoutRect]) {
    for (cell, place) in zip(cells, places) {
      let (left, right) = (Self.index(place.x, in: x), Self.index(place.right, in: x))
      let (top, bottom) = (Self.index(place.y, in: y), Self.index(place.bottom, in: y))
      for row in top..<max(top, bottom) {
        for column in left..<max(left, right) {
          if row > top { horizontal[row * columns + column] = Self.hidden }
          if column > left { vertical[row * (columns + 1) + column] = Self.hidden }
        }
      }
      addBox(top..<max(top, bottom), left..<max(left, right), painter.style(of: cell).computed, .cell)
    }
  }

  /// The borders of rows and their groups, from the first of their cells to the last.
  private mutating func addRows(_ painter: PagePainter, _ cells: [Int]) {
    var extents: [Int: (top: Double, bottom: Double)] = [:]
    var order: [Int] = []
    for cell in cells {
      var next = painter.page.parent(cell)
      while let part = next, painter.style(of: part).computed.box.display.isTablePart {
        if extents[part] == nil, let frame = painter.frame(part) {
          extents[part] = (frame.y, frame.bottom)
          order.append(part)
        }
        next = painter.page.parent(part)
      }
    }
    for part in order {
      guard let extent = extents[part] else { continue }
      let style = painter.style(of: part).computed
      let top = Self.index(extent.top, in: y)
      let bottom = max(top, Self.index(extent.bottom, in: y))
      addBox(top..<bottom, 0..<columns, style, style.box.display == .tableRow ? .row : .rowGroup)
    }
  }

  private mutating func addColumn(_ painter: PagePainter, _ column: PagePainter.TableColumn) {
    let style = painter.style(of: column.node).computed
    let left = Self.index(column.rect.x, in: x)
    let right = max(left, Self.index(column.rect.right, in: x))
    addBox(0..<rows, left..<right, style, style.box.display == .tableColumn ? .column : .columnGroup)
  }

  /// Offers the borders of a box to the edges around its slots.
  private mutating func addBox(
    _ rowRange: Range<Int>, _ columnRange: Range<Int>, _ style: ComputedStyle, _ owner: Owner
  ) {
    guard !rowRange.isEmpty, !columnRange.isEmpty else { return }
    func border(_ side: BorderSide) -> Border? {
      if side.style == .hidden { return Self.hidden }
      guard side.style != .none, side.width > 0 else { return nil }
      return Border(width: side.width, line: side.style, color: style.resolved(side.color), owner: owner)
    }
    func offer(_ border: Border?, _ edges: inout [Border?], _ index: Int) {
      guard let border else { return }
      if let known = edges[index], Self.rank(known, border) >= 0 { return }
      edges[index] = border
    }
    let (top, bottom) = (border(style.border.top), border(style.border.bottom))
    if top != nil || bottom != nil {
      for column in columnRange {
        offer(top, &horizontal, rowRange.lowerBound * columns + column)
        offer(bottom, &horizontal, rowRange.upperBound * columns + column)
      }
    }
    let (left, right) = (border(style.border.left), border(style.border.right))
    if left != nil || right != nil {
      for row in rowRange {
        offer(left, &vertical, row * (columns + 1) + columnRange.lowerBound)
        offer(right, &vertical, row * (columns + 1) + columnRange.upperBound)
      }
    }
  }

  /// Which of two borders an edge has: above 0 for the first, 0 where nothing tells them apart (17.6.2.1).
  fileprivate static func rank(_ one: Border, _ other: Border) -> Int {
    if one.line == .hidden || other.line == .hidden { return one.line == .hidden ? 1 : -1 }
    if one.width != other.width { return one.width > other.width ? 1 : -1 }
    let (first, second) = (strength(one.line), strength(other.line))
    if first != second { return first - second }
    return one.owner.rawValue - other.owner.rawValue
  }

  private static func strength(_ line: BorderLineStyle) -> Int {
    switch line {
    case .double: 8
    case .solid: 7
    case .dashed: 6
    case .dotted: 5
    case .ridge: 4
    case .outset: 3
    case .groove: 2
    case .inset: 1
    default: 0
    }
  }

  // MARK: Where edges are

  /// Calls `body` with each edge that shows something: those along rows first.
  func forEachSegment(_ body: (Segment) -> Void) {
    guard x.count > 1, y.count > 1 else { return }
    for row in 0...rows {
      for column in 0..<columns {
        guard let border = across(row, column) else { continue }
        let start = joint(row, column)
        let end = joint(row, column + 1)
        let left = x[column] + start.reach(border, isHorizontal: true, from: start.left)
        let right = x[column + 1] - end.reach(border, isHorizontal: true, from: end.right, isEnd: true)
        body(
          Segment(
            rect: LayoutRect(x: left, y: y[row] - border.width / 2, width: right - left, height: border.width),
            isHorizontal: true, border: border))
      }
    }
    for row in 0..<rows {
      for column in 0...columns {
        guard let border = down(row, column) else { continue }
        let start = joint(row, column)
        let end = joint(row + 1, column)
        let top = y[row] + start.reach(border, isHorizontal: false, from: start.up)
        let bottom = y[row + 1] - end.reach(border, isHorizontal: false, from: end.down, isEnd: true)
        body(
          Segment(
            rect: LayoutRect(x: x[column] - border.width / 2, y: top, width: border.width, height: bottom - top),
            isHorizontal: false, border: border))
      }
    }
  }

  private func across(_ row: Int, _ column: Int) -> Border? {
    guard (0...rows).contains(row), (0..<columns).contains(column) else { return nil }
    let border = horizontal[row * columns + column]
    return border?.line == .hidden ? nil : border
  }

  private func down(_ row: Int, _ column: Int) -> Border? {
    guard (0..<rows).contains(row), (0...columns).contains(column) else { return nil }
    let border = vertical[row * (columns + 1) + column]
    return border?.line == .hidden ? nil : border
  }

  /// The four edges that meet at a corner of slots.
  private struct Joint {
    let left: Border?
    let right: Border?
    let up: Border?
    let down: Border?

    /// How much of the joint's half an edge leaves free, or less than 0 for what it covers: all of the joint where it is the
    /// strongest edge there.
    ///
    /// - Parameters:
    ///   - opposite: the edge that it goes on in.
    ///   - isEnd: of two alike the one that ends here covers the joint.
    func reach(_ edge: Border, isHorizontal: Bool, from opposite: Border?, isEnd: Bool = false) -> Double {
      func rank(_ one: Border, _ other: Border) -> Int { CollapsedBorderGrid.rank(one, other) }
      let crossing = isHorizontal ? [up, down] : [left, right]
      let half = crossing.reduce(0) { max($0, $1?.width ?? 0) } / 2
      // Of edges that cross and are alike, both cover the joint.
      let winsAcross = crossing.compactMap { $0 }.allSatisfy { rank(edge, $0) >= 0 }
      let winsAlong = opposite.map { isEnd ? rank(edge, $0) >= 0 : rank(edge, $0) > 0 } ?? true
      return winsAcross && winsAlong ? -half : half
    }
  }

  private func joint(_ row: Int, _ column: Int) -> Joint {
    Joint(
      left: across(row, column - 1), right: across(row, column), up: down(row - 1, column), down: down(row, column))
  }
}
