/// One bound of a track's size (CSS Grid 2, 7.2).
public enum TrackBreadth: Hashable, Sendable {
  case value(LengthPercentage)
  /// A flex factor, in `fr`.
  case flex(Double)
  case minContent
  case maxContent
  case auto
}

/// A track's sizing function.
public enum TrackSize: Hashable, Sendable {
  case breadth(TrackBreadth)
  case minmax(TrackBreadth, TrackBreadth)
  case fitContent(LengthPercentage)
}

/// How often a `repeat()` stands.
public enum TrackRepeatCount: Hashable, Sendable {
  case count(Int32)
  case autoFill
  case autoFit
}

/// A piece of a track list.
public enum TrackListItem: Hashable, Sendable {
  case track(TrackSize)
  /// `[a b]`.
  case lineNames([String])
  case `repeat`(TrackRepeatCount, [TrackListItem])
}

/// `grid-template-columns`, `grid-template-rows`.
public enum GridTemplate: Hashable, Sendable {
  case none
  case tracks([TrackListItem])
  /// `subgrid` with its line names; a repeat is kept as written.
  case subgrid([TrackListItem])
  case masonry
}

/// A named area: rows and columns from 0, ends past the last.
public struct GridArea: Hashable, Sendable {
  public var name: String
  public var rowStart: Int32
  public var rowEnd: Int32
  public var columnStart: Int32
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
  public var rowCount: Int32 = 0
  public var columnCount: Int32 = 0
  public var areas: [GridArea] = []
  /// The rows as they serialise.
  public var rows: [String] = []
  public init() {}
}

/// A grid line of an item's placement (CSS Grid 2, 8.3).
public enum GridLine: Hashable, Sendable {
  case auto
  /// A custom ident alone: an area's edge or the first line of that name.
  case named(String)
  /// A line by number, with a name to count by.
  case line(Int32, String?)
  /// `span`, with its count and a name to count by.
  case span(Int32, String?)
}

/// `grid-auto-flow`.
public struct GridAutoFlow: Hashable, Sendable {
  public var isColumn = false
  public var isDense = false
  public init() {}
}

/// Grid properties (CSS Grid 2); none inherit.
public struct GridStyle: Hashable, Sendable {
  public var templateColumns: GridTemplate = .none
  public var templateRows: GridTemplate = .none
  public var templateAreas = GridTemplateAreas()
  public var autoColumns: [TrackSize] = [.breadth(.auto)]
  public var autoRows: [TrackSize] = [.breadth(.auto)]
  public var autoFlow = GridAutoFlow()
  public var rowStart: GridLine = .auto
  public var rowEnd: GridLine = .auto
  public var columnStart: GridLine = .auto
  public var columnEnd: GridLine = .auto

  /// Every property at its initial value.
  public init() {}
}
