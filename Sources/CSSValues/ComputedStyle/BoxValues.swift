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

/// `text-overflow`.
public enum TextOverflow: Hashable, Sendable {
  /// `clip` cuts off without a sign, `ellipsis` puts `…` there.
  case clip, ellipsis
  /// A text in place of what is cut off.
  case string(String)
}

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
