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
  /// The border box once it is laid out.
  var width: Double = 0
  var height: Double = 0
  var x: Double = 0
  var y: Double = 0
  var firstBaseline: Double = .nan
  var lastBaseline: Double = .nan

  enum BaselineGroup {
    case none
    case first
    case last
  }

  /// The item's span in an axis.
  func span(_ axis: GridAxis) -> GridSpan { axis == .columns ? columns : rows }
}
