/// The content of a multi-column container on its way through the columns (CSS Multi-column Layout 1): it is laid out as one
/// tall column, in which what may not be broken is moved below the ends of columns.
///
/// Places are px in the container's formatting context. Boxes that span all columns part the content into rows of columns.
final class ColumnFlow {
  /// The content between two boxes that span all columns.
  struct Row {
    /// Where the row begins.
    var start: Double
    /// Where it ends; indefinite while it is open.
    var end = Double.indefinite
    /// The height of its columns; infinite while it is measured.
    var height: Double
    /// Where its content ends, without the margin that ends it.
    var contentEnd: Double
    /// The heights between forced breaks, of a row that is measured.
    var runs: [Double] = []
    /// Where the last of them begins.
    var runStart: Double
    var forcedBreaks = 0
    /// The tallest thing that may not be broken.
    var unbreakable = 0.0
    /// How much higher the columns must at least be for something to stay in one that did not fit.
    var shortage = Double.infinity
    /// Whether something is broken that should be in one column.
    var isViolated = false
    /// The box after the row that spans all columns.
    var spanner: Spanner?

    init(start: Double, height: Double) {
      self.start = start
      self.height = height
      contentEnd = start
      runStart = start
    }

    /// The columns that the content takes.
    var usedColumns: Int {
      guard height.isFinite, contentEnd > start else { return contentEnd > start ? 1 : 0 }
      return Int(min(65_536, ((contentEnd - start) / height).rounded(.up)))
    }
  }

  /// A box that spans all columns (CSS Multi-column Layout 1, 6).
  struct Spanner {
    var box: BoxIndex
    var height: Double
    var marginTop: Double
    var marginBottom: Double
    /// px in the container's border box.
    var x: Double
  }

  /// The upper edge of the content box, where the first row begins.
  let top: Double
  /// The content box's left edge.
  let left: Double
  /// The heights of the columns by row, as far as they are known.
  let heights: [Double]
  /// The content box's width.
  let contentInline: Double
  var rows: [Row]
  /// Whether a single column is no higher than its content: columns that are filled in order up to a `max-height`.
  var shrinksToContent = false
  /// The place of the formatting context that is laid out.
  var base = 0.0
  /// The box that the next layout continues in the columns: the root of another formatting context.
  var entering: BoxIndex = .none
  /// Whether the box laid out last should begin in the next column (CSS Fragmentation 3, 4.4).
  var asksForBreak = false
  /// The lines of the block container that is laid out.
  var lines: [Line] = []
  /// The lines before which its lines are broken.
  var brokenLines: [Int] = []
  /// How many containers of bands are around what is laid out; each lays its boxes out more than once.
  var bandDepth = 0
  /// Containers of bands in more of them are not broken: layout would take time exponential in their depth.
  static let deepestBands = 4
  /// What may still be laid out again: nested boxes that each move to a next column would take exponential time.
  var budget: Int

  /// A line's place.
  struct Line {
    var top: Double
    var height: Double
  }

  init(left: Double, top: Double, heights: [Double], contentInline: Double, budget: Int) {
    self.left = left
    self.top = top
    self.heights = heights
    self.contentInline = contentInline
    self.budget = budget
    rows = [Row(start: top, height: heights.first ?? .infinity)]
  }

  /// Whether the columns' heights are being found.
  var isMeasuring: Bool { row.height == .infinity }

  private var row: Row { rows[rows.count - 1] }

  // MARK: Places

  /// The number of the column of the last row that a place is in; what is at an end is in the next.
  private func column(_ place: Double) -> Double {
    let row = rows[rows.count - 1]
    guard row.height.isFinite else { return 0 }
    var column = max(0, ((place - row.start) / row.height).rounded(.down))
    if row.start + (column + 1) * row.height <= place { column += 1 }
    if column > 0, row.start + column * row.height > place { column -= 1 }
    return column
  }

  /// Where the column of a place in the open context ends.
  func end(ofColumnAt place: Double) -> Double {
    let row = rows[rows.count - 1]
    guard row.height.isFinite else { return .infinity }
    return row.start + (column(place + base) + 1) * row.height - base
  }

  /// Whether a place in the open context is where a column begins.
  func isStartOfColumn(_ place: Double) -> Bool {
    let row = rows[rows.count - 1]
    guard row.height.isFinite else { return place + base <= row.start }
    return row.start + column(place + base) * row.height == place + base
  }

  /// Whether a place in the open context is where one column ends and the next begins.
  func isEndOfColumn(_ place: Double) -> Bool { isStartOfColumn(place) && place + base > rows[rows.count - 1].start }

  /// Whether two places in the open context are in different columns.
  func isBreak(between place: Double, and other: Double) -> Bool { column(place + base) != column(other + base) }

  // MARK: Breaks

  /// Notes that something did not fit in its column.
  func noteShortage(_ shortage: Double) {
    guard shortage > 0 else { return }
    rows[rows.count - 1].shortage = min(row.shortage, shortage)
  }

  /// Notes that something is broken that should be in one column.
  func noteViolation() { rows[rows.count - 1].isViolated = true }

  /// Notes something that may not be broken.
  func noteUnbreakable(_ height: Double) {
    rows[rows.count - 1].unbreakable = max(row.unbreakable, height)
  }

  /// Ends the column at a place in the open context.
  ///
  /// - Returns: where the next begins.
  func breakColumn(at place: Double) -> Double {
    rows[rows.count - 1].forcedBreaks += 1
    let flow = place + base
    guard row.height.isFinite else {
      rows[rows.count - 1].runs.append(max(0, flow - row.runStart))
      rows[rows.count - 1].runStart = flow
      return place
    }
    return isStartOfColumn(place) && flow > row.start ? place : end(ofColumnAt: place)
  }

  /// Notes how far the content of the row reaches, in the open context.
  func noteContent(end: Double) { rows[rows.count - 1].contentEnd = max(row.contentEnd, end + base) }

  /// The place of a line that would cross the end of its column: the next column, unless it is at the start of one.
  func place(ofLine top: Double, height: Double) -> Double {
    noteUnbreakable(height)
    let end = end(ofColumnAt: top)
    if brokenLines.contains(lines.count) {
      // Where the line before is in an earlier column already the break is there.
      guard let last = lines.last, !isBreak(between: last.top, and: top) else { return top }
      return end
    }
    // The column before has no room left at all.
    if !lines.isEmpty, isEndOfColumn(top) { noteShortage(height) }
    guard top + height > end, !isStartOfColumn(top) else { return top }
    noteShortage(top + height - end)
    return end
  }

  /// Ends the row before a box that spans all columns, and opens the next.
  func span(_ spanner: Spanner, at place: Double, contentEnd: Double) {
    close(at: place, contentEnd: contentEnd)
    rows[rows.count - 1].spanner = spanner
    rows.append(Row(start: place, height: rows.count < heights.count ? heights[rows.count] : .infinity))
  }

  /// Ends the last row.
  func close(at place: Double, contentEnd: Double) {
    let index = rows.count - 1
    rows[index].contentEnd = max(rows[index].contentEnd, contentEnd)
    rows[index].end = max(place, rows[index].start)
    if rows[index].height == .infinity {
      rows[index].runs.append(max(0, max(rows[index].end, rows[index].contentEnd) - rows[index].runStart))
    }
  }

  /// A state to return to when a box is laid out again: rows before the last one do not change any more.
  struct Mark {
    fileprivate let rowCount: Int
    fileprivate let row: Row
  }

  /// The state now.
  var mark: Mark { Mark(rowCount: rows.count, row: row) }

  /// Returns to a state; what was found out about heights is kept.
  func restore(_ mark: Mark) {
    let (shortage, unbreakable) = (row.shortage, row.unbreakable)
    let isSameRow = rows.count == mark.rowCount
    rows.removeSubrange(mark.rowCount...)
    rows[mark.rowCount - 1] = mark.row
    guard isSameRow else { return }
    rows[mark.rowCount - 1].shortage = shortage
    rows[mark.rowCount - 1].unbreakable = unbreakable
  }
}
