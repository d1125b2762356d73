import CSSValues

/// A grid item while its container is laid out. Lengths are px.
struct GridItem {
  let box: BoxIndex
  let style: UnsafePointer<LayoutStyle>
  var columns: GridSpan
  var rows: GridSpan
  /// `justify-self` and `align-self` with the container's defaults in place of `auto`.
  var justify: AlignmentValue
  var align: AlignmentValue
  /// The item takes part in its rows' baseline alignment, by its first or its last baseline.
  var baselineGroup: BaselineGroup = .none
  /// What baseline alignment adds before the item (after it, for last baselines).
  var baselineShim: Double = 0
  /// The width of the item's area, once the columns have been sized.
  var areaWidth: Double = .indefinite
  /// The axes in which the item is a subgrid, and what it is given (``SubgridTable``).
  var subgridAxes: SubgridAxes = []
  var subgrid: Int32 = 0
  /// What the margins, borders, paddings and gaps of the subgrids around the item add on either side of it in the axis that is
  /// sized; see ``GridLayout/sizedItems(_:gap:)``. px.
  var extraStart: Double = 0
  var extraEnd: Double = 0
  /// The item stands for the edge of a subgrid: it has no content.
  var isSubgridEdge = false
  /// The border box once it is laid out.
  var width: Double = 0
  var height: Double = 0
  var x: Double = 0
  var y: Double = 0
  var firstBaseline: Double = .indefinite
  var lastBaseline: Double = .indefinite

  enum BaselineGroup {
    case none
    case first
    case last
  }

  var extraMargin: Double { extraStart + extraEnd }

  /// The item's span in an axis.
  func span(_ axis: GridAxis) -> GridSpan { axis == .columns ? columns : rows }

  /// Moves the item in an axis.
  mutating func setSpan(_ span: GridSpan, _ axis: GridAxis) {
    if axis == .columns { columns = span } else { rows = span }
  }
}

/// The baselines that the items of a grid's rows share (CSS Grid 2, 11.6): those that begin in a row by their first, those that end
/// in one by their last. px.
struct SharedBaselines {
  /// By row: how far above its baseline an item reaches from the row's start at most.
  private(set) var first: [Int32: Double] = [:]
  /// By the line after a row: how far below it at most.
  private(set) var last: [Int32: Double] = [:]

  /// Those of a grid's own rows, or those that the grid around has found for a subgrid's.
  init(_ tracks: SubgridTracks? = nil) {
    guard let tracks else { return }
    for (row, reach) in tracks.firstBaselines.enumerated() where reach.isFinite { first[Int32(row)] = reach }
    for (row, reach) in tracks.lastBaselines.enumerated() where reach.isFinite { last[Int32(row) + 1] = reach }
  }

  /// Adds an item by its first baseline.
  ///
  /// - Returns: its reach.
  mutating func add(first reach: Double, _ rows: GridSpan) -> Double {
    first[rows.start] = max(first[rows.start] ?? -.infinity, reach)
    return reach
  }

  /// Adds an item by its last baseline.
  mutating func add(last reach: Double, _ rows: GridSpan) -> Double {
    last[rows.end] = max(last[rows.end] ?? -.infinity, reach)
    return reach
  }

  /// The reach that an item of a group shares.
  func reach(_ group: GridItem.BaselineGroup, _ rows: GridSpan) -> Double {
    (group == .first ? first[rows.start] : last[rows.end]) ?? -.infinity
  }
}
