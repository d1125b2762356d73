/// What a box is laid out against (after Chromium's constraint spaces). All lengths are px; indefinite ones are ``Double/indefinite``.
struct ConstraintSpace {
  /// Whether placements are written.
  enum Mode: UInt8 {
    /// Only the measurement cache is written.
    case measure
    /// The box's size, its children's placements and its lines are written.
    case commit
  }

  /// The containing block's inline size that is left for the box's margin box; with ``isFixedInline`` the border box's
  /// own inline size.
  var availableInline: Double
  /// The same in the block direction; may be indefinite.
  var availableBlock: Double
  /// What percentages of widths, margins and paddings count from.
  var percentageInline: Double
  /// What percentages of heights count from; may be indefinite.
  var percentageBlock: Double

  /// The available inline size is the border box's size (a flex item's main size, a table cell's column).
  var isFixedInline = false
  /// The available block size is the border box's size.
  var isFixedBlock = false
  /// The block size, fixed or the box's own, does not make percentages of children definite: it comes of the content, or
  /// the content's own size is asked for.
  var isFixedBlockIndefinite = false
  /// An automatic inline size fills the available one unless an aspect ratio gives one (blocks in flow); otherwise it
  /// fits its content.
  var stretchInline = false
  /// An automatic inline size fills the available one even if there is an aspect ratio (stretched flex and grid items).
  var stretchInlineExplicit = false
  /// An automatic block size fills the available one.
  var stretchBlock = false
  /// Floats and margins of outside stay outside: the caller lays the box out as the root of a formatting context.
  var isNewFormattingContext = true
  var mode: Mode
  /// A table cell: percentages of children's heights wait until the row's height is known.
  var isTableCellMeasure = false
  /// What the grid around gives a subgrid (``SubgridTable``), 0 for other boxes.
  var subgrid: Int32 = 0
  /// Whether the caller reads baselines; without, a measurement may leave them out.
  var needsBaseline = true

  // What blocks of one block formatting context pass to each other.
  /// The left edge of the containing block's content box in the formatting context.
  var contextInline: Double = 0
  /// Where the collapsing margins begin in the formatting context.
  var contextBlock: Double = 0
  /// The margins before the box that may still collapse, the box's own upper margin among them.
  var margins = CollapsingMargins()
  /// Where the box must begin, when it was found out that floats had been placed at a wrong guess; or indefinite.
  var forcedBlock: Double = .indefinite
  /// The offset in the formatting context that the box's border edge must not be above.
  var clearance: Double = -.infinity

  /// The sides of the floats that adjoin the margins: floats placed at a guess.
  var adjoiningFloats: LayoutStyle.ClearSide = []
  /// The box clears floats that adjoined its parent's margins: it begins at ``forcedBlock`` even if it is empty.
  var isForcedByClearance = false

  /// A space for the root of a formatting context.
  init(
    availableInline: Double, availableBlock: Double = .indefinite, percentageInline: Double? = nil,
    percentageBlock: Double? = nil, mode: Mode
  ) {
    self.availableInline = availableInline
    self.availableBlock = availableBlock
    self.percentageInline = percentageInline ?? availableInline
    self.percentageBlock = percentageBlock ?? availableBlock
    self.mode = mode
  }

  @inline(__always) var isCommit: Bool { mode == .commit }
}
