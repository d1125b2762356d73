/// A box's edges resolved against its containing block: the one place where margins, borders and paddings become px.
struct BoxMetrics {
  /// `auto` margins are 0 here; see ``autoMargins``.
  var marginTop: Double = 0
  var marginRight: Double = 0
  var marginBottom: Double = 0
  var marginLeft: Double = 0
  /// Border and padding together, with a scrollbar's room, by side.
  var insetTop: Double
  var insetRight: Double
  var insetBottom: Double
  var insetLeft: Double
  /// The room of classic scrollbars, which is among the insets.
  var scrollbarWidth: Double = 0
  var scrollbarHeight: Double = 0
  var autoMargins: AutoMargins = []

  /// The sides whose margin is `auto`.
  struct AutoMargins: OptionSet {
    let rawValue: UInt8
    static let top = AutoMargins(rawValue: 1)
    static let right = AutoMargins(rawValue: 2)
    static let bottom = AutoMargins(rawValue: 4)
    static let left = AutoMargins(rawValue: 8)
  }

  /// Border, padding and scrollbar of both sides.
  @inline(__always) var insetsInline: Double { insetLeft + insetRight }
  @inline(__always) var insetsBlock: Double { insetTop + insetBottom }
  /// Only border and padding: what a size must at least hold. A scrollbar takes its room from the content.
  @inline(__always) var edgesInline: Double { insetLeft + insetRight - scrollbarWidth }
  @inline(__always) var edgesBlock: Double { insetTop + insetBottom - scrollbarHeight }
  @inline(__always) var marginsInline: Double { marginLeft + marginRight }
  @inline(__always) var marginsBlock: Double { marginTop + marginBottom }

  /// A scrollbar is no wider than the room that border and padding leave it in a box of a width.
  @inline(__always)
  mutating func fitScrollbars(in width: Double, isRightToLeft: Bool) {
    let excess = min(scrollbarWidth, insetsInline - width)
    guard excess > 0 else { return }
    scrollbarWidth -= excess
    if isRightToLeft { insetLeft -= excess } else { insetRight -= excess }
  }
}
