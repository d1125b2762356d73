/// Consecutive tracks of one axis.
struct GridSpan: Hashable {
  /// The first line, from 0; the grid's own numbering may have shifted it (see ``GridPlacement``).
  var start: Int32
  /// The line after the last track; larger than ``start``.
  var end: Int32

  var length: Int32 { end - start }
  var indices: Range<Int> { Int(start)..<Int(end) }

  /// The most tracks that automatic placement makes; items beyond are over each other at its end.
  static let trackLimit: Int32 = 200_000
}

/// The two axes of a grid.
enum GridAxis {
  case columns
  case rows
}

/// What an item's placement properties say about one axis (CSS Grid 2, 8.3).
enum GridAxisPlacement: Hashable {
  /// Fixed lines.
  case definite(GridSpan)
  /// Placed automatically, over this many tracks.
  case automatic(span: Int32)
}
