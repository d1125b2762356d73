/// The outer half of `display` (CSS Display 3, 2.1).
public enum DisplayOutside: UInt8, Hashable, Sendable { case block, inline, runIn }

/// The inner half of `display` (CSS Display 3, 2.2).
public enum DisplayInside: UInt8, Hashable, Sendable {
  case flow, flowRoot, table, flex, grid, ruby, math
  /// `-webkit-box` and `-webkit-inline-box`.
  case webkitBox
}

/// `display` (CSS Display 3, 2).
public enum Display: Hashable, Sendable {
  /// `none`: no box, nor any for what is inside.
  case none
  /// `contents`: no box of its own; the boxes of what is inside take its place.
  case contents
  /// The two roles of a box (CSS Display 3, 2.1), and whether it has a marker.
  case box(outside: DisplayOutside, inside: DisplayInside, listItem: Bool)
  /// Parts of a table (CSS Display 3, 2.4).
  case tableRowGroup, tableHeaderGroup, tableFooterGroup, tableRow, tableCell, tableColumnGroup, tableColumn,
    tableCaption
  /// Parts of a ruby annotation (CSS Display 3, 2.4).
  case rubyBase, rubyText, rubyBaseContainer, rubyTextContainer

  /// `inline`.
  public static var inline: Display { .box(outside: .inline, inside: .flow, listItem: false) }
  /// `block`.
  public static var block: Display { .box(outside: .block, inside: .flow, listItem: false) }
  /// `inline-block`.
  public static var inlineBlock: Display { .box(outside: .inline, inside: .flowRoot, listItem: false) }
  /// `flex`.
  public static var flex: Display { .box(outside: .block, inside: .flex, listItem: false) }
  /// `grid`.
  public static var grid: Display { .box(outside: .block, inside: .grid, listItem: false) }
  /// `list-item`.
  public static var listItem: Display { .box(outside: .block, inside: .flow, listItem: true) }
  /// `table`.
  public static var table: Display { .box(outside: .block, inside: .table, listItem: false) }
}

/// `position`.
public enum Position: UInt8, Hashable, Sendable { case `static`, relative, absolute, fixed, sticky }
/// `float`; the logical values have been mapped by direction.
public enum FloatSide: UInt8, Hashable, Sendable { case none, left, right, inlineStart, inlineEnd }
/// `clear`.
public enum Clear: UInt8, Hashable, Sendable { case none, left, right, both, inlineStart, inlineEnd }
/// `box-sizing`.
public enum BoxSizing: UInt8, Hashable, Sendable { case contentBox, borderBox }
/// `overflow`.
public enum Overflow: UInt8, Hashable, Sendable { case visible, hidden, clip, scroll, auto }
/// `table-layout`.
public enum TableLayout: UInt8, Hashable, Sendable { case auto, fixed }
/// `object-fit`.
public enum ObjectFit: UInt8, Hashable, Sendable { case fill, contain, cover, none, scaleDown }
/// `unicode-bidi`.
public enum UnicodeBidi: UInt8, Hashable, Sendable {
  case normal, embed, isolate, bidiOverride, isolateOverride, plaintext
}
/// `text-overflow`.
public enum TextOverflow: Hashable, Sendable {
  /// `clip` cuts off without a sign, `ellipsis` puts `…` there.
  case clip, ellipsis
  /// A text in place of what is cut off.
  case string(String)
}
/// `box-orient`.
public enum BoxOrient: UInt8, Hashable, Sendable { case horizontal, vertical }
/// `scrollbar-width`.
public enum ScrollbarWidth: UInt8, Hashable, Sendable { case auto, thin, none }

/// `aspect-ratio` (CSS Sizing 4, 5.1).
public struct AspectRatio: Hashable, Sendable {
  /// Whether `auto` is given: replaced elements use their natural ratio first.
  public var isAuto = true
  /// Width over height, or `nil` where none was given or it is degenerate.
  public var ratio: Double?
  /// Whether numbers were given, degenerate ones included.
  public var isGiven = false
  /// The two numbers as given, for serialisation.
  public var width: Double = 0
  /// `height`.
  public var height: Double = 0
  /// Every member at its initial value.
  public init() {}
}

/// `vertical-align`.
public enum VerticalAlign: Hashable, Sendable {
  /// The keywords of CSS 2.2, 10.8.1, and Chromium's `-webkit-baseline-middle`.
  case baseline, sub, `super`, top, textTop, middle, bottom, textBottom, webkitBaselineMiddle
  /// A raise; percentages are of the line height.
  case value(LengthPercentage)
}

/// `contain` (and what `content-visibility` and `container-type` imply).
public struct Containment: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `size`.
  public static let size = Containment(rawValue: 1)
  /// `inline-size`.
  public static let inlineSize = Containment(rawValue: 2)
  /// `layout`.
  public static let layout = Containment(rawValue: 4)
  /// `style`.
  public static let style = Containment(rawValue: 8)
  /// `paint`.
  public static let paint = Containment(rawValue: 16)
}

/// A two-dimensional position such as `object-position`: offsets from the left and top edges.
public struct PositionValue: Hashable, Sendable {
  /// `x`.
  public var x: LengthPercentage
  /// `y`.
  public var y: LengthPercentage

  /// An offset from the left and one from the top.
  public init(x: LengthPercentage, y: LengthPercentage) {
    self.x = x
    self.y = y
  }
}

/// The properties of the box itself: none inherit.
public struct BoxStyle: Hashable, Sendable {
  /// `display`, after the fix-ups of CSS Display 3, 2.7 (floats, absolute position, flex and grid items, the root).
  public var display: Display = .inline
  /// `display` before blockification: a static position depends on it.
  public var originalDisplay: Display = .inline
  /// `position`.
  public var position: Position = .static
  /// `float`.
  public var float: FloatSide = .none
  /// `clear`.
  public var clear: Clear = .none
  /// `inset`.
  public var inset = Sides<LengthPercentageOrAuto>(.auto)
  /// `margin`.
  public var margin = Sides<LengthPercentageOrAuto>(.zero)
  /// `padding`.
  public var padding = Sides<LengthPercentage>(.zero)
  /// `width`.
  public var width: SizeValue = .auto
  /// `height`.
  public var height: SizeValue = .auto
  /// `min-width`.
  public var minWidth: SizeValue = .auto
  /// `min-height`.
  public var minHeight: SizeValue = .auto
  /// `max-width`.
  public var maxWidth: SizeValue = .none
  /// `max-height`.
  public var maxHeight: SizeValue = .none
  /// `box-sizing`.
  public var boxSizing: BoxSizing = .contentBox
  /// `aspect-ratio`.
  public var aspectRatio = AspectRatio()
  /// `overflow-x`.
  public var overflowX: Overflow = .visible
  /// `overflow-y`.
  public var overflowY: Overflow = .visible
  /// `z-index`; `nil` is `auto`.
  public var zIndex: Int32?
  /// `vertical-align`.
  public var verticalAlign: VerticalAlign = .baseline
  /// `contain`.
  public var contain: Containment = []
  /// `table-layout`.
  public var tableLayout: TableLayout = .auto
  /// `object-fit`.
  public var objectFit: ObjectFit = .fill
  /// `object-position`.
  public var objectPosition = PositionValue(x: .percentage(50), y: .percentage(50))
  /// `unicode-bidi`.
  public var unicodeBidi: UnicodeBidi = .normal
  /// `text-overflow`.
  public var textOverflow: TextOverflow = .clip
  /// `-webkit-line-clamp`; `nil` is `none`.
  public var lineClamp: Int32?
  /// `box-orient`.
  public var boxOrient: BoxOrient = .horizontal
  /// `scrollbar-width`.
  public var scrollbarWidth: ScrollbarWidth = .auto
  /// `column-count`; `nil` is `auto`.
  public var columnCount: Int32?
  /// `column-width` in px; `nil` is `auto`.
  public var columnWidth: Double?
  /// In quirks mode, whether the upper margin is the user agent's default of a paragraph, list or heading.
  public var hasDefaultUpperMargin = false
  /// The same of the lower margin.
  public var hasDefaultLowerMargin = false

  /// Every property at its initial value.
  public init() {}
}
