/// One bound of a track's size (CSS Grid 2, 7.2).
public enum TrackBreadth: Hashable, Sendable {
  /// A length or a percentage of the container's content box.
  case value(LengthPercentage)
  /// A flex factor, in `fr`.
  case flex(Double)
  /// The largest minimal contribution of the items.
  case minContent
  /// The largest maximal contribution of the items.
  case maxContent
  /// Between both, and stretched where `justify-content` or `align-content` says so.
  case auto
}

/// A track's sizing function.
public enum TrackSize: Hashable, Sendable {
  /// One size, as minimum and as maximum.
  case breadth(TrackBreadth)
  /// `minmax()`: the least and the most.
  case minmax(TrackBreadth, TrackBreadth)
  /// `fit-content()`: up to the length, at least the automatic minimum.
  case fitContent(LengthPercentage)
}

/// How many times a `repeat()` repeats its tracks.
public enum TrackRepeatCount: Hashable, Sendable {
  /// So many times, 1 or more.
  case count(Int32)
  /// As often as it fits; empty tracks stay.
  case autoFill
  /// As often as it fits; empty tracks collapse.
  case autoFit
}

/// A piece of a track list.
public enum TrackListItem: Hashable, Sendable {
  /// One track.
  case track(TrackSize)
  /// `[a b]`.
  case lineNames([String])
  /// `repeat()` and its pieces.
  case `repeat`(TrackRepeatCount, [TrackListItem])
}

/// `grid-template-columns`, `grid-template-rows`.
public enum GridTemplate: Hashable, Sendable {
  /// `none`: no explicit tracks.
  case none
  /// The tracks in their order.
  case tracks([TrackListItem])
  /// `subgrid` with its line names; a repeat is kept as written.
  case subgrid([TrackListItem])
  /// `masonry` (CSS Grid 3), which is not laid out.
  case masonry
}

/// A named area: rows and columns from 0, ends past the last.
public struct GridArea: Hashable, Sendable {
  /// `name`.
  public var name: String
  /// `row-start`.
  public var rowStart: Int32
  /// `row-end`.
  public var rowEnd: Int32
  /// `column-start`.
  public var columnStart: Int32
  /// `column-end`.
  public var columnEnd: Int32

  /// An area of the template.
  public init(name: String, rowStart: Int32, rowEnd: Int32, columnStart: Int32, columnEnd: Int32) {
    self.name = name
    self.rowStart = rowStart
    self.rowEnd = rowEnd
    self.columnStart = columnStart
    self.columnEnd = columnEnd
  }
}

/// `grid-template-areas`; without areas it is `none`.
public struct GridTemplateAreas: Hashable, Sendable {
  /// `row-count`.
  public var rowCount: Int32 = 0
  /// `column-count`.
  public var columnCount: Int32 = 0
  /// `areas`.
  public var areas: [GridArea] = []
  /// The rows as they serialise.
  public var rows: [String] = []
  /// Every member at its initial value.
  public init() {}
}

/// A grid line of an item's placement (CSS Grid 2, 8.3).
public enum GridLine: Hashable, Sendable {
  /// `auto`: where placement puts it.
  case auto
  /// A single custom ident: an area's edge or the first line of that name.
  case named(String)
  /// A line by number, with a name to count by.
  case line(Int32, String?)
  /// `span`, with its count and a name to count by.
  case span(Int32, String?)
}

/// `grid-auto-flow`.
public struct GridAutoFlow: Hashable, Sendable {
  /// Whether it is column.
  public var isColumn = false
  /// Whether it is dense.
  public var isDense = false
  /// Every member at its initial value.
  public init() {}
}
