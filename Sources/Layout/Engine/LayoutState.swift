import CSSValues

/// What layout has worked out of each box so far, throughout the formatting contexts: the used values that a result is written
/// from. It is thrown away with its engine.
struct LayoutState {
  /// Each box's border box: its offset from its parent's border box (a positioned one's from its containing block's) and
  /// its size, as committed last. px.
  let placements: UnsafeMutablePointer<Placement>
  /// The containing block of each positioned box, -1 for the initial one.
  let containers: UnsafeMutablePointer<BoxIndex>
  /// The static positions of positioned boxes.
  var staticPositions: [BoxIndex: StaticPosition] = [:]
  /// The rectangles that replace the padding box as containing block: a positioned grid child's area, in the container's
  /// border box.
  var positionedAreas: [BoxIndex: LayoutRect] = [:]
  /// The tracks of grid containers that were committed.
  var gridAxes: [BoxIndex: LayoutResult.GridAxes] = [:]
  /// How many tracks those have, and eight more for each container.
  var notedTracks = 0
  /// The columns of the multi-column containers that were committed.
  var columnGeometries: [BoxIndex: ColumnGeometry] = [:]
  /// How far the content of scroll containers reaches, where their children's boxes do not show it.
  var contentExtents: [BoxIndex: ContentExtent] = [:]

  /// Where a box was placed.
  struct Placement {
    var x: Double = 0
    var y: Double = 0
    var width: Double = 0
    var height: Double = 0
    /// The offset of `position: relative`, which scrolls and overflows with the box but moves no other. px.
    var relativeX: Double = 0
    var relativeY: Double = 0
    /// The part of it that relative inline boxes around the box give. px.
    var inlineX: Double = 0
    var inlineY: Double = 0
    /// How far the content moves down after it was placed: `vertical-align` of cells, `align-content` of blocks. px.
    var contentShift: Double = 0
    /// Whether the box was ever committed.
    var isPlaced = false
  }

  /// How far the content in flow reaches, in the container's border box; px.
  struct ContentExtent {
    /// The lower end of a block container's content with the margins that end it.
    var bottom = -Double.infinity
    /// The tracks of a grid.
    var rect: LayoutRect?
  }

  /// The state of boxes of which nothing is known; its owner calls ``deallocate()`` at the end.
  init(boxCount: Int) {
    placements = .allocate(capacity: max(1, boxCount))
    placements.initialize(repeating: Placement(), count: boxCount)
    containers = .allocate(capacity: max(1, boxCount))
    containers.initialize(repeating: .none, count: boxCount)
  }

  func deallocate() {
    placements.deallocate()
    containers.deallocate()
  }
}

/// What an engine keeps of a layout for the one after it.
struct KeptLayout {
  /// The number of characters of the tree as it was laid out first.
  let characterCount: Int
  /// Each box's border box's left upper corner on the page, once the result was written. px.
  var origins: [(x: Double, y: Double)] = []
  /// How far each box and its contents reach on the page, without what it clips.
  var overflows: [ScrollableOverflow.Bounds] = []
  /// The ranges of boxes whose answers were taken over from another engine.
  var adopted: [Range<Int>] = []
}
