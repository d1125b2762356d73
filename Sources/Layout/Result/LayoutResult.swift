import CSSValues

/// Where every node of a ``StyledTree`` was placed, in px of the page (the origin is the initial containing block's
/// left top corner, scrolled to the start).
public struct LayoutResult: Sendable {
  /// A node's border box.
  public struct Frame: Hashable, Sendable {
    /// The border box; of a split inline the union of its fragments.
    public var rect: LayoutRect
    // OPTIMIZATION: 40 bytes instead of 56: a build holds the frames of each viewport.
    @usableFromInline var fragmentStart: Int32
    /// Twice the number of fragments, and 1 more where the node has a box.
    @usableFromInline var fragmentsAndBox: Int32

    /// The fragments of an inline that is on several lines, in ``LayoutResult/fragments``; empty for one box.
    @inlinable public var fragments: Range<Int> {
      get { Int(fragmentStart)..<Int(fragmentStart) + Int(fragmentsAndBox >> 1) }
      set {
        fragmentStart = Int32(clamping: newValue.lowerBound)
        fragmentsAndBox = Int32(clamping: newValue.count * 2) & ~1 | fragmentsAndBox & 1
      }
    }

    /// Whether the node has a box; `display: none` and `contents` have none.
    @inlinable public var hasBox: Bool {
      get { fragmentsAndBox & 1 != 0 }
      set { fragmentsAndBox = fragmentsAndBox & ~1 | (newValue ? 1 : 0) }
    }

    /// A frame.
    public init(rect: LayoutRect, hasBox: Bool, fragments: Range<Int> = 0..<0) {
      self.rect = rect
      fragmentStart = 0
      fragmentsAndBox = 0
      self.fragments = fragments
      self.hasBox = hasBox
    }
  }

  /// The characters of one text node on one line.
  public struct TextLine: Hashable, Sendable {
    /// The text node.
    public var node: StyledTree.Index
    /// The bidi level.
    public var level: UInt8
    /// Whether the text has the styles of a `::first-line`.
    public var isOfFirstLine = false
    /// Whether the text is that of a `::first-letter`.
    public var isFirstLetter = false
    // OPTIMIZATION: 96 bytes instead of 104: a build holds the lines of each viewport.
    @usableFromInline var rangeStart: Int32 = 0
    @usableFromInline var rangeEnd: Int32 = 0
    /// UTF-16 units of the node's own text (before white-space processing) that the line shows; collapsed ones at its
    /// ends are left out.
    @inlinable public var range: Range<Int> {
      get { Int(rangeStart)..<Int(rangeEnd) }
      set { (rangeStart, rangeEnd) = (Int32(clamping: newValue.lowerBound), Int32(clamping: newValue.upperBound)) }
    }
    /// The rectangle of its inline box's content area.
    public var rect: LayoutRect
    /// The baseline's distance from the page's top in px.
    public var baseline: Double
    /// The text as it is shown, after white-space processing and `text-transform`, UTF-16.
    public var text: [UInt16] {
      get { Array(units) }
      set { units = LineUnits(newValue) }
    }
    /// ``text``, which is not copied.
    package var units: LineUnits
    /// The measurer's fonts, with the number of UTF-16 units that each measured.
    public var fonts: [Int]
    /// OPTIMIZATION: few lines are cut off, and a list that is empty takes an eighth of the room.
    private var cut: [ShownText] = []

    /// What is painted instead of the line where `text-overflow` cuts it off; `nil` where it is shown as it is.
    public var shown: ShownText? {
      get { cut.first }
      set { cut = newValue.map { [$0] } ?? [] }
    }

    /// A line.
    public init(
      node: StyledTree.Index, range: Range<Int>, rect: LayoutRect, baseline: Double, text: [UInt16], fonts: [Int],
      level: UInt8
    ) {
      self.init(
        node: node, range: range, rect: rect, baseline: baseline, units: LineUnits(text), fonts: fonts, level: level)
    }

    /// A line whose text may be held elsewhere.
    init(
      node: StyledTree.Index, range: Range<Int>, rect: LayoutRect, baseline: Double, units: LineUnits, fonts: [Int],
      level: UInt8
    ) {
      self.node = node
      self.rect = rect
      self.baseline = baseline
      self.units = units
      self.fonts = fonts
      self.level = level
      self.range = range
    }
  }

  /// The part of a line that is painted where `text-overflow` cuts it off (CSS Overflow 4, 5).
  public struct ShownText: Hashable, Sendable {
    /// UTF-16 units of the node's own text that are still shown.
    public var range: Range<Int>
    /// What is shown of it with the ellipsis; empty where nothing is.
    public var text: [UInt16]
    /// The rectangle of that.
    public var rect: LayoutRect

    /// What is shown.
    public init(range: Range<Int>, text: [UInt16], rect: LayoutRect) {
      self.range = range
      self.text = text
      self.rect = rect
    }
  }

  /// A scroll container's or the page's content.
  public struct ScrollArea: Hashable, Sendable {
    /// The node.
    public var node: StyledTree.Index
    /// The scrollable overflow area's size in px.
    public var contentWidth: Double
    /// The content height.
    public var contentHeight: Double

    /// A scroll area.
    public init(node: StyledTree.Index, contentWidth: Double, contentHeight: Double) {
      self.node = node
      self.contentWidth = contentWidth
      self.contentHeight = contentHeight
    }
  }

  /// The tracks of a grid in one axis as they were laid out.
  public struct GridTracks: Hashable, Sendable {
    /// The tracks' sizes in px, implicit ones among them.
    public var sizes: [Double]
    /// Those of the template.
    public var explicit: Range<Int>

    /// Tracks.
    public init(sizes: [Double], explicit: Range<Int>) {
      self.sizes = sizes
      self.explicit = explicit
    }
  }

  /// The tracks of a grid.
  public struct GridAxes: Hashable, Sendable {
    /// The columns.
    public var columns: GridTracks
    /// The rows.
    public var rows: GridTracks

    /// The tracks of both axes.
    public init(columns: GridTracks, rows: GridTracks) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// By node.
  public var frames: [Frame] = []
  /// The fragments.
  public var fragments: [LayoutRect] = []
  /// The upright rectangles around the nodes that transforms move, with the transforms of their ancestors: what a client
  /// shows them at. Nodes without an entry are at their frames.
  public var transformedRects: [StyledTree.Index: LayoutRect] = [:]
  /// The transforms of nodes about their origins, in page coordinates, without those of their ancestors.
  public var transforms: [StyledTree.Index: PlanarTransform] = [:]
  /// The containing blocks of absolutely positioned nodes, on the page.
  public var containingBlocks: [StyledTree.Index: LayoutRect] = [:]
  /// The tracks of grid containers, 400,000 at most; after a new layout only those that were laid out again.
  public var grids: [StyledTree.Index: GridAxes] = [:]
  /// In which order nodes are painted, and what they are cut to.
  public var paint = PaintFacts()
  /// In document order of the nodes, then from the first line on.
  public var lines: [TextLine] = []
  /// The node of the first block container whose lines were left out, because the page has more pieces of text on lines than
  /// the layout was asked for.
  public var nodeBeyondPieces: StyledTree.Index?
  /// The scroll areas.
  public var scrollAreas: [ScrollArea] = []
  /// The size of the whole page's scrollable area in px.
  public var contentWidth: Double = 0
  /// The content height.
  public var contentHeight: Double = 0

  /// A result of nothing.
  public init() {}
}
