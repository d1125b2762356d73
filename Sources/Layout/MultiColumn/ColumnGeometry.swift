import CSSValues

/// Where the columns of a container are that was committed: the map from the one tall column to what shows, in the
/// container's border box. px.
struct ColumnGeometry {
  /// A row of columns.
  struct Row {
    /// The row's part of the tall column.
    var start: Double
    var end: Double
    /// The height of the columns.
    var height: Double
    /// The row's upper edge.
    var top: Double
    /// The columns that its content takes.
    var columns: Int
  }

  var rows: [Row] = []
  /// From one column to the next; negative where columns go from right to left.
  var stride: Double
  /// The first column's offset from where the tall column is.
  var offset: Double
  /// The left upper corners of the boxes that span all columns.
  var spanners: [BoxIndex: (x: Double, y: Double)] = [:]

  /// The most pieces that a box is cut into one by one.
  private static let mostPieces = 1024

  init(stride: Double, offset: Double) {
    self.stride = stride
    self.offset = offset
  }

  private func row(_ y: Double) -> Int {
    var low = 0
    var high = rows.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if rows[middle].start <= y + ColumnFlow.slack { low = middle } else { high = middle }
    }
    return low
  }

  private func column(_ y: Double, _ row: Row) -> Double {
    guard row.height > 0, row.height.isFinite else { return 0 }
    let column = max(0, ((y + ColumnFlow.slack - row.start) / row.height).rounded(.down))
    // Empty boxes and margins at the end begin no column.
    return y <= row.end + ColumnFlow.slack ? min(column, Double(max(0, row.columns - 1))) : column
  }

  /// How far what is at a height of the tall column moves.
  func shift(at y: Double) -> (x: Double, y: Double) {
    guard !rows.isEmpty else { return (0, 0) }
    let row = rows[row(y)]
    let column = column(y, row)
    // Columns begin at the nearest 1/64 px, as in Chromium.
    let x = (column * stride * 64).rounded() / 64
    return (offset + x, row.top - row.start - (row.height.isFinite ? column * row.height : 0))
  }

  /// How far what is on a line moves: its upper edge may be above the line, and the column.
  func shift(ofLine rect: LayoutRect) -> (x: Double, y: Double) {
    guard !rows.isEmpty else { return (0, 0) }
    return shift(at: rect.y + max(0, min(rect.height, rows[row(rect.y)].height)) / 2)
  }

  /// The pieces of a box that is broken at the ends of the columns.
  func pieces(of rect: LayoutRect) -> [LayoutRect] {
    let end = rect.y + rect.height
    var pieces: [LayoutRect] = []
    var y = rect.y
    repeat {
      let index = row(y)
      let row = rows[index]
      let column = column(y, row)
      var limit = row.height.isFinite ? row.start + (column + 1) * row.height : .infinity
      if index + 1 < rows.count { limit = min(limit, rows[index + 1].start) }
      if limit <= y || limit + ColumnFlow.slack >= end { limit = .infinity }
      if pieces.count + 1 == Self.mostPieces, end > limit {
        // The last piece is looked for at once.
        y = max(limit, end - max(1, row.height.isFinite ? row.height : 1) / 2)
        limit = .infinity
      }
      let shift = shift(at: y)
      let bottom = min(end, limit)
      pieces.append(LayoutRect(x: rect.x + shift.x, y: y + shift.y, width: rect.width, height: max(0, bottom - y)))
      y = limit
    } while y < end
    return pieces
  }
}

extension ColumnGeometry {
  /// The same for boxes that have other numbers.
  func moved(by delta: Int32) -> ColumnGeometry {
    guard delta != 0, !spanners.isEmpty else { return self }
    var result = self
    result.spanners = [:]
    for (box, corner) in spanners { result.spanners[box + delta] = corner }
    return result
  }
}
