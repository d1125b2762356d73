import CSSValues

/// What layout reads of a computed style, flattened once per distinct style: plain fields, no references.
///
/// Rare and long values (grid templates, line names, fonts) are read from the computed style itself, whose index is
/// `computed`.
struct LayoutStyle {
  /// The index in ``LayoutStyles/computed``.
  var computed: Int32

  // Display and position.
  var display: Display = .inline
  var position: Position = .static
  var float: Side = .none
  var clear: ClearSide = .none
  var direction: Direction = .ltr
  var writingMode: WritingMode = .horizontalTB
  var boxSizing: BoxSizing = .contentBox
  var overflowX: Overflow = .visible
  var overflowY: Overflow = .visible
  var contain: Containment = []
  var visibility: Visibility = .visible
  /// Whether the original display's outer half was inline: an absolutely positioned box's static position.
  var wasInlineLevel = false
  /// Whether `display` is a `-webkit-box` (before `-webkit-line-clamp` makes it `flow-root`).
  var isWebkitBox = false

  /// Whether `transform`, `translate`, `rotate` or `scale` is given.
  var isTransformed = false
  /// A `-webkit-box` whose `-webkit-box-orient` is `vertical`.
  var isVerticalBox = false
  /// Whether a form control draws itself: `appearance` is not `none`.
  var hasAppearance = false
  /// Whether `display` is `flow-root` or the box has columns.
  var isFlowRoot = false
  /// Whether `column-count` or `column-width` is given.
  var isMultiColumn = false
  /// `margin-trim` of a block container at the sides of the block axis.
  var trimsBlockStart = false
  var trimsBlockEnd = false
  /// The sides at which `scrollbar-gutter` keeps room: none, the scrollbar's or both.
  var gutterSides: UInt8 = 0
  var scrollbarWidth: ScrollbarWidth = .auto
  /// The axes in which `grid-template-columns` and `grid-template-rows` are `subgrid`, where the box may be one.
  var subgridAxes: SubgridAxes = []
  /// `text-box-trim`.
  var textBoxTrim: LineTrim = []

  // Edges.
  var insetTop = LayoutLength.auto
  var insetRight = LayoutLength.auto
  var insetBottom = LayoutLength.auto
  var insetLeft = LayoutLength.auto
  var marginTop = LayoutLength.zero
  var marginRight = LayoutLength.zero
  var marginBottom = LayoutLength.zero
  var marginLeft = LayoutLength.zero
  var paddingTop = LayoutLength.zero
  var paddingRight = LayoutLength.zero
  var paddingBottom = LayoutLength.zero
  var paddingLeft = LayoutLength.zero
  /// px.
  var borderTop: Double = 0
  var borderRight: Double = 0
  var borderBottom: Double = 0
  var borderLeft: Double = 0
  /// Whether margins, borders and paddings are all px or zero: no percentage, no `auto`.
  var hasFixedEdges = true

  // Sizes.
  var width = LayoutLength.auto
  var height = LayoutLength.auto
  var minWidth = LayoutLength.auto
  var minHeight = LayoutLength.auto
  var maxWidth = LayoutLength(.none)
  var maxHeight = LayoutLength(.none)
  /// `aspect-ratio`, width over height; 0 where there is none.
  var aspectRatio: Double = 0
  /// Whether `aspect-ratio` holds `auto`: replaced boxes prefer their natural ratio.
  var aspectRatioIsAuto = true

  // Flex and alignment.
  var flexDirection: FlexDirection = .row
  var flexWrap: FlexWrap = .nowrap
  var flexGrow: Double = 0
  var flexShrink: Double = 1
  var flexBasis = LayoutLength.auto
  var order: Int32 = 0
  var alignContent = AlignmentValue(.normal)
  var justifyContent = AlignmentValue(.normal)
  var alignItems = AlignmentValue(.normal)
  var justifyItems = AlignmentValue(.auto)
  var alignSelf = AlignmentValue(.auto)
  var justifySelf = AlignmentValue(.auto)
  var rowGap = LayoutLength(.normal)
  var columnGap = LayoutLength(.normal)

  // Inline and tables.
  var textAlign: TextAlign = .start
  var tableLayout: TableLayout = .auto
  var borderCollapse: BorderCollapse = .separate
  var captionSide: CaptionSide = .top
  /// px.
  var borderSpacingHorizontal: Double = 0
  var borderSpacingVertical: Double = 0
  /// px.
  var fontSize: Double = 16
  var whiteSpaceCollapse: WhiteSpaceCollapse = .collapse
  var verticalAlign: VerticalAlignment = .baseline
  /// The raise of ``VerticalAlignment/length``.
  var verticalAlignLength = LayoutLength.zero
  var listStylePosition: ListStylePosition = .outside
  /// Whether a descendant's absolute or fixed position counts from this box for a reason other than its own position
  /// (CSS Transforms 1, 3; Containment 2, 3.3).
  var containsFixed = false
  /// `contain-intrinsic-width` and `contain-intrinsic-height`: the content box of what is sized without its content; px.
  var containIntrinsicWidth: Double = .indefinite
  var containIntrinsicHeight: Double = .indefinite
  var contentVisibility: ContentVisibility = .visible
  /// Whether each line's part of an inline box has edges of its own: `box-decoration-break: clone`.
  var clonesEdges = false
  /// The number of `-webkit-line-clamp`; 0 for none.
  var lineClamp: Int32 = 0

  /// `vertical-align` without its length.
  enum VerticalAlignment: UInt8 {
    case baseline, sub, `super`, top, textTop, middle, bottom, textBottom, webkitBaselineMiddle, length
  }

  /// `content-visibility` (CSS Containment 2, 4).
  enum ContentVisibility: UInt8 { case visible, auto, hidden }

  /// The physical sides of floats.
  enum Side: UInt8 { case none, left, right }

  /// The physical sides of `clear`; `both` holds both bits.
  struct ClearSide: OptionSet {
    let rawValue: UInt8
    static let none: ClearSide = []
    static let left = ClearSide(rawValue: 1)
    static let right = ClearSide(rawValue: 2)
  }

  @inline(__always) var isRightToLeft: Bool { direction == .rtl }

  /// Whether the box clips or scrolls its overflow in either axis (CSS Overflow 3, 2.3): `clip` does not count.
  @inline(__always) var isScrollContainer: Bool {
    (overflowX != .visible && overflowX != .clip) || (overflowY != .visible && overflowY != .clip)
  }

  @inline(__always) var isOutOfFlow: Bool { position == .absolute || position == .fixed }
  @inline(__always) var containsSize: Bool { contain.contains(.size) }
  @inline(__always) var containsInlineSize: Bool { contain.contains(.size) || contain.contains(.inlineSize) }
}
