import CSSValues

/// A flex item while its container is laid out (CSS Flexbox 1, 9). Lengths are px; sizes are of border boxes.
///
/// "Main" is the axis of `flex-direction`, "cross" the other. Start and end are those of the container's flow: a
/// reversed or right-to-left container mirrors the finished positions.
struct FlexItem: BitwiseCopyable {
  var box: BoxIndex
  let style: UnsafePointer<LayoutStyle>

  // Edges.
  var mainMarginStart: Double
  var mainMarginEnd: Double
  var crossMarginStart: Double
  var crossMarginEnd: Double
  var hasAutoMainMarginStart = false
  var hasAutoMainMarginEnd = false
  var hasAutoCrossMarginStart = false
  var hasAutoCrossMarginEnd = false
  /// Border, padding and scrollbar of both sides.
  var mainInsets: Double
  var crossInsets: Double
  /// Only border and padding: what does not shrink.
  var mainBorderPadding: Double
  var crossBorderPadding: Double

  // Main axis.
  var flexBase: Double = 0
  /// The flex base size clamped by ``minimumMain`` and ``maximumMain``.
  var hypotheticalMain: Double = 0
  var minimumMain: Double = 0
  var maximumMain: Double = .infinity
  /// The used main size.
  var main: Double = 0
  /// The automatic minimum size is not worked out yet: it is no larger than the flex base size, so that it counts only
  /// where items shrink.
  var hasPendingAutomaticMinimum = false
  var isFrozen = false
  /// The main size is a height that came of the content: percentages of children do not count from it.
  var isMainIndefinite = false
  /// The height that the item was committed with as its content was measured; indefinite where it was only measured.
  var committedMain: Double = .indefinite

  // Cross axis.
  var alignment: FlexItemAlignment
  var isAlignedSafely: Bool
  /// The cross size is `auto`, the alignment `stretch`, and no cross margin is `auto`.
  var stretches = false
  /// The cross size is known without layout: a length, or the container's own; indefinite otherwise.
  var definiteCross: Double = .indefinite
  var minimumCross: Double = 0
  var maximumCross: Double = .infinity
  /// The used cross size.
  var cross: Double = 0
  /// The height that a row's item which stretches was committed with as that was found; indefinite where it was only measured.
  var committedCross: Double = .indefinite
  /// The distance of the aligned baseline from the border box's cross-start edge; indefinite where there is none.
  var baseline: Double = .indefinite
  /// The distance of the last baseline from the border box's upper edge; indefinite where there is none.
  var lastBaseline: Double = .indefinite
  /// Whether its baseline decides about positions, or may be the container's own.
  var needsBaseline = false

  // Placement, from the content box's main-start and cross-start corner to the border box.
  var mainOffset: Double = 0
  var crossOffset: Double = 0

  @inline(__always) var mainMargins: Double { mainMarginStart + mainMarginEnd }
  @inline(__always) var crossMargins: Double { crossMarginStart + crossMarginEnd }
  @inline(__always) var outerMain: Double { main + mainMargins }
  @inline(__always) var outerCross: Double { cross + crossMargins }
  @inline(__always) var hasAutoCrossMargin: Bool { hasAutoCrossMarginStart || hasAutoCrossMarginEnd }

  @inline(__always)
  func clampedMain(_ size: Double) -> Double { clampSize(size, minimumMain, maximumMain) }

  @inline(__always)
  func clampedCross(_ size: Double) -> Double { clampSize(size, minimumCross, maximumCross) }

  /// The flex shrink factor times the flex base size's inside (CSS Flexbox 1, 9.7).
  @inline(__always) var scaledShrink: Double { style.pointee.flexShrink * (flexBase - mainBorderPadding) }
}

/// `align-self` resolved to the flow of the container's cross axis.
enum FlexItemAlignment: UInt8 {
  case start
  case end
  case center
  case stretch
  case firstBaseline
  case lastBaseline
}

/// A line of items.
struct FlexLine: BitwiseCopyable {
  var start: Int
  var end: Int
  /// Hypothetical outer main sizes with gaps.
  var hypotheticalSum: Double = 0
  /// The line's cross size.
  var cross: Double = 0
  var crossOffset: Double = 0
  /// The largest distance of a baseline from its item's margin edge, for first and last baselines.
  var firstAscent: Double = -.infinity
  var lastDescent: Double = -.infinity

  @inline(__always) var items: Range<Int> { start..<end }
  @inline(__always) var count: Int { end - start }
}
