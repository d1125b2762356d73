/// The content of a multi-column container on its way through the columns (CSS Multi-column Layout 1): it is laid out as one
/// tall column, in which what may not be broken is moved below the ends of columns.
///
/// Places are px in the container's formatting context. Boxes that span all columns part the content into rows of columns.
final class ColumnFlow {
  /// The content between two boxes that span all columns, or as much of it as is in one column of those around the container.
  struct Row {
    /// Where the row begins.
    var start: Double
    /// Where it ends; indefinite while it is open.
    var end = Double.indefinite
    /// The height of its columns; infinite while it is measured.
    var height: Double
    /// Where its content ends, without the margin that ends it.
    var contentEnd: Double
    /// Where the last box begins that was moved to a column, even if nothing is in it there.
    var lastStart = -Double.infinity
    /// The heights between forced breaks, of a row that is measured.
    var runs: [Double] = []
    /// Where the last of them begins.
    var runStart: Double
    var forcedBreaks = 0
    /// The tallest thing that may not be broken: lines that stay together count.
    var unbreakable = 0.0
    /// The tallest one that cannot be broken at all.
    var indivisible = 0.0
    /// How much higher the columns must at least be for something to stay in one that did not fit.
    var shortage = Double.infinity
    /// What is broken that should be in one column.
    var violation = BreakNeed.none
    /// The box after the row that spans all columns.
    var spanner: Spanner?
    /// Whether it goes on with the row before in the next column around the container.
    var isContinued = false

    init(start: Double, height: Double) {
      self.start = start
      self.height = height
      contentEnd = start
      runStart = start
    }

    /// Whether nothing is in the row, not even an edge of what goes on behind it.
    var isEmpty: Bool { end <= start && contentEnd <= start && unbreakable == 0 }

    /// The columns that the content takes.
    var usedColumns: Int {
      guard height.isFinite, contentEnd > start else { return contentEnd > start ? 1 : 0 }
      let columns = ((contentEnd - start - ColumnFlow.slack) / height).rounded(.up)
      let started = ((lastStart - start + ColumnFlow.slack) / height).rounded(.down) + 1
      return Int(min(65_536, max(1, columns, started)))
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
  private(set) var top: Double
  /// The rendered legend of a fieldset, which is above the columns: its box and the left upper corner of its border box. px.
  var legend: (box: BoxIndex, x: Double, y: Double)?
  /// The content box's left edge.
  let left: Double
  /// The heights of the columns by what is between boxes that span all of them, and by row, as far as they are known.
  let heights: [[Double]]
  /// How many columns a row has before it goes on in the next column around the container.
  let columns: Int
  /// The content box's width.
  let contentInline: Double
  private(set) var rows: [Row] = []
  /// Where the rows behind the last box that spans all columns begin.
  private var groupStart = 0
  private var groupCount = 0
  /// Whether a single column is no higher than its content: columns that are filled in order up to a `max-height`.
  var shrinksToContent = false
  /// Where the container's first child begins, if it has any that are blocks. px.
  var firstTop = -Double.infinity
  /// The place of the formatting context that is laid out.
  var base = 0.0
  /// How many formatting contexts around what is laid out are in that of the container: boxes span its columns only in its own.
  var contextDepth = 0
  /// The box that the next layout continues in the columns: the root of another formatting context.
  var entering: BoxIndex = .none
  /// Why the box laid out last should begin in the next column, if it should.
  var need = BreakNeed.none
  /// The same of a box in which a box spans all columns: why what is before that one should begin in the next column.
  var needBeforeSpanner = BreakNeed.none
  /// How many forced breaks there were, those of layouts that are given up included.
  private(set) var forcedBreakCount = 0
  /// How much of the lower edge of the cell laid out last sticks out of its column. px.
  var overhang = 0.0
  /// The lines of the block container that is laid out.
  var lines: [Line] = []
  /// The lines before which its lines are broken.
  var brokenLines: [Int] = []
  /// Of these the line before which they are broken for the lower edge of a box around them, or -1.
  var lineKeptByEdge = -1
  /// The block container of lines that was laid out last.
  var lastLines: Lines?
  /// By such a block: the line before which it is broken at a place in the container, for the lower edge of a box around it.
  var linesKeptByEdges: [BoxIndex: (top: Double, line: Int)] = [:]
  /// How many containers of bands are around what is laid out; each lays its boxes out more than once.
  var bandDepth = 0
  /// Containers of bands in more of them are not broken: layout would take time exponential in their depth.
  static let deepestBands = 4
  /// The same for columns in columns, which are laid out until their heights fit.
  static let deepestColumns = 2
  /// What may still be laid out again: nested boxes that each move to a next column would take exponential time.
  var budget: Int

  /// A line's place.
  struct Line {
    var top: Double
    var height: Double
  }

  /// The lines of a block container, in the formatting context.
  struct Lines {
    var box: BoxIndex
    var lines: [Line]
    /// Where they begin in the container.
    var top: Double
    /// The place of the formatting context.
    var base: Double
    var orphans: Int
    var widows: Int
  }

  init(left: Double, top: Double, heights: [[Double]], columns: Int, contentInline: Double, budget: Int) {
    self.left = left
    self.top = top
    self.heights = heights
    self.columns = columns
    self.contentInline = contentInline
    self.budget = budget
    openRows(at: top)
  }

  /// Opens the rows behind a box that spans all columns.
  private func openRows(at start: Double) {
    groupStart = rows.count
    var start = start
    for height in groupCount < heights.count ? heights[groupCount] : [.infinity] {
      rows.append(Row(start: start, height: height))
      rows[rows.count - 1].isContinued = rows.count - 1 > groupStart
      start += height * Double(columns)
    }
    groupCount += 1
  }

  /// Whether the height of the columns at a place in the open context is being found.
  func isMeasuring(at place: Double) -> Bool { rows[rowIndex(at: place + base)].height == .infinity }

  // MARK: Places

  /// What two sums of the same lengths may differ by in binary, where a px has no power of two of layout units. px.
  static let slack = 0.0005

  /// The row that a place is in: what has a box in it that spans all columns began in an earlier one.
  private func rowIndex(at place: Double) -> Int {
    var index = rows.count - 1
    while index > 0, rows[index].start > place + Self.slack { index -= 1 }
    return index
  }

  /// The row that is open and that a lower edge is in.
  private func rowIndex(endingAt place: Double) -> Int { max(groupStart, rowIndex(at: place - 2 * Self.slack)) }

  /// The number of the column of its row that a place is in; what is at an end is in the next.
  private func column(_ place: Double, in row: Row) -> Double {
    guard row.height.isFinite else { return 0 }
    return max(0, ((place + Self.slack - row.start) / row.height).rounded(.down))
  }

  /// Where the column of a place in the open context ends.
  func end(ofColumnAt place: Double) -> Double {
    let row = rows[rowIndex(at: place + base)]
    guard row.height.isFinite else { return .infinity }
    return row.start + (column(place + base, in: row) + 1) * row.height - base
  }

  /// Whether a lower edge is beyond the end of its column.
  func isBeyond(_ bottom: Double, _ end: Double) -> Bool { bottom > end + Self.slack }

  /// Whether a place in the open context is where a column begins.
  func isStartOfColumn(_ place: Double) -> Bool {
    let row = rows[rowIndex(at: place + base)]
    guard row.height.isFinite else { return place + base <= row.start + Self.slack }
    return abs(row.start + column(place + base, in: row) * row.height - place - base) <= Self.slack
  }

  /// Whether a place in the open context is where one column ends and the next begins.
  func isEndOfColumn(_ place: Double) -> Bool {
    isStartOfColumn(place) && place + base > rows[rowIndex(at: place + base)].start + Self.slack
  }

  /// Whether a place in the open context is where a row begins behind a box that spans the columns: nothing is before it there.
  func isBehindSpanner(_ place: Double) -> Bool {
    let index = rowIndex(at: place + base)
    return index > 0 && rows[index - 1].spanner != nil && abs(rows[index].start - place - base) <= 2 * Self.slack
  }

  /// Whether two places in the open context are in different columns.
  func isBreak(between place: Double, and other: Double) -> Bool {
    let (first, second) = (rowIndex(at: place + base), rowIndex(at: other + base))
    return first != second || column(place + base, in: rows[first]) != column(other + base, in: rows[second])
  }

  // MARK: Breaks

  /// Notes that something did not fit in the column that ends at a place in the open context.
  func noteShortage(_ shortage: Double, at end: Double) {
    guard shortage > Self.slack else { return }
    let index = rowIndex(endingAt: end + base)
    rows[index].shortage = min(rows[index].shortage, shortage)
  }

  /// Begins the columns further down: below the legend of a fieldset.
  func begin(at top: Double) {
    self.top = top
    rows = []
    groupCount = 0
    openRows(at: top)
  }

  /// Notes that something is broken that should be in one column, at a lower edge in the open context.
  func noteViolation(_ need: BreakNeed, at end: Double) {
    let index = rowIndex(endingAt: end + base)
    rows[index].violation = max(rows[index].violation, need)
  }

  /// Notes something that may not be broken, at a place in the open context.
  func noteUnbreakable(_ height: Double, at place: Double) {
    let index = max(groupStart, rowIndex(at: place + base))
    rows[index].unbreakable = max(rows[index].unbreakable, height)
    rows[index].indivisible = max(rows[index].indivisible, height)
  }

  /// Notes lines that should stay together, at a place in the open context.
  func noteKeptLines(_ height: Double, at place: Double) {
    let index = max(groupStart, rowIndex(at: place + base))
    rows[index].unbreakable = max(rows[index].unbreakable, height)
  }

  /// Ends the column at a place in the open context.
  ///
  /// - Returns: where the next begins.
  func breakColumn(at place: Double) -> Double {
    let flow = place + base
    let index = rowIndex(endingAt: flow)
    let row = rows[index]
    rows[index].forcedBreaks += 1
    forcedBreakCount += 1
    guard row.height.isFinite else {
      rows[index].runs.append(max(0, flow - row.runStart))
      rows[index].runStart = flow
      return place
    }
    return isStartOfColumn(place) && flow > row.start + Self.slack ? place : end(ofColumnAt: place)
  }

  /// Notes how far the content of the row reaches, in the open context.
  func noteContent(end: Double) {
    let index = rowIndex(endingAt: end + base)
    rows[index].contentEnd = max(rows[index].contentEnd, end + base)
  }

  /// Notes that a box begins at a place in the open context, where a column begins.
  func noteStart(at place: Double) {
    let index = rowIndex(at: place + base)
    rows[index].lastStart = max(rows[index].lastStart, place + base)
  }

  /// The place of a line that would cross the end of its column: the next column, unless it is at the start of one.
  func place(ofLine top: Double, height: Double) -> Double {
    noteUnbreakable(height, at: top)
    let end = end(ofColumnAt: top)
    if brokenLines.contains(lines.count) {
      // Where the line before is in an earlier column already the break is there.
      guard let last = lines.last, !isBreak(between: last.top, and: top) else { return top }
      return end
    }
    // The column before has no room left at all.
    if !lines.isEmpty, isEndOfColumn(top) { noteShortage(height, at: top) }
    guard isBeyond(top + height, end), !isStartOfColumn(top) else { return top }
    noteShortage(top + height - end, at: end)
    return end
  }

  /// Ends the row before a box that spans all columns, and opens the next.
  func span(_ spanner: Spanner, at place: Double, contentEnd: Double) {
    close(at: place, contentEnd: contentEnd)
    rows[rows.count - 1].spanner = spanner
    openRows(at: place)
  }

  /// Ends the last row.
  func close(at place: Double, contentEnd: Double) {
    var index = rowIndex(endingAt: max(place, contentEnd))
    while index + 1 < rows.count, rows[index + 1].contentEnd > rows[index + 1].start { index += 1 }
    rows.removeSubrange((index + 1)...)
    for earlier in groupStart..<index {
      rows[earlier].end = rows[earlier + 1].start
      rows[earlier].contentEnd = rows[earlier].end
    }
    rows[index].contentEnd = max(rows[index].contentEnd, contentEnd)
    rows[index].end = max(place, rows[index].start)
    if rows[index].height == .infinity {
      rows[index].runs.append(max(0, max(rows[index].end, rows[index].contentEnd) - rows[index].runStart))
    }
  }

  /// A state to return to when a box is laid out again: rows before the last box that spans all columns do not change any more.
  struct Mark {
    fileprivate let groupStart: Int
    fileprivate let groupCount: Int
    fileprivate let rows: [Row]
  }

  /// The state now.
  var mark: Mark { Mark(groupStart: groupStart, groupCount: groupCount, rows: Array(rows[groupStart...])) }

  /// Returns to a state; what was found out about heights is kept.
  func restore(_ mark: Mark) {
    let known = groupCount == mark.groupCount ? Array(rows[groupStart...]) : []
    rows.removeSubrange(mark.groupStart...)
    rows += mark.rows
    (groupStart, groupCount) = (mark.groupStart, mark.groupCount)
    for (index, row) in known.enumerated() where groupStart + index < rows.count {
      rows[groupStart + index].shortage = row.shortage
      rows[groupStart + index].unbreakable = row.unbreakable
      rows[groupStart + index].indivisible = row.indivisible
    }
  }

  /// Notes something that may not be broken in the rows that have ended before boxes that span all columns, since a state.
  func noteUnbreakable(_ height: Double, inRowsEndedSince mark: Mark) {
    for index in rows.indices.dropFirst(mark.groupStart) where rows[index].spanner != nil {
      rows[index].unbreakable = max(rows[index].unbreakable, height)
      rows[index].indivisible = max(rows[index].indivisible, height)
    }
  }

  /// Notes that something is broken that should be in one column, in the first row that has ended since a state.
  func noteViolation(_ need: BreakNeed, inRowEndedSince mark: Mark) {
    guard let index = rows.indices.dropFirst(mark.groupStart).first(where: { rows[$0].spanner != nil }) else { return }
    rows[index].violation = max(rows[index].violation, need)
  }

  /// How many boxes that span all columns there were.
  var spannerCount: Int { groupCount }

  /// The rows, parted by boxes that span all columns.
  var groups: [ArraySlice<Row>] {
    var groups: [ArraySlice<Row>] = []
    var start = 0
    for index in rows.indices where index + 1 == rows.count || !rows[index + 1].isContinued {
      groups.append(rows[start...index])
      start = index + 1
    }
    return groups
  }
}
