/// `white-space-collapse` (CSS Text 4, 3.1).
public enum WhiteSpaceCollapse: UInt8, Hashable, Sendable {
  case collapse, preserve, preserveBreaks, preserveSpaces, breakSpaces
}
public enum TextWrapMode: UInt8, Hashable, Sendable { case wrap, nowrap }
public enum TextWrapStyle: UInt8, Hashable, Sendable { case auto, balance, stable, pretty }
public enum WordBreak: UInt8, Hashable, Sendable { case normal, breakAll, keepAll, breakWord, autoPhrase }
public enum LineBreak: UInt8, Hashable, Sendable { case auto, loose, normal, strict, anywhere }
public enum OverflowWrap: UInt8, Hashable, Sendable { case normal, breakWord, anywhere }
public enum Hyphens: UInt8, Hashable, Sendable { case none, manual, auto }
public enum TextAlign: UInt8, Hashable, Sendable {
  case start, end, left, right, center, justify, matchParent
  /// The values of `align` attributes and `<center>`, which also move block children.
  case webkitLeft, webkitRight, webkitCenter
}
public enum TextAlignLast: UInt8, Hashable, Sendable { case auto, start, end, left, right, center, justify, matchParent }
public enum TextJustify: UInt8, Hashable, Sendable { case auto, none, interWord, interCharacter }
public enum Direction: UInt8, Hashable, Sendable { case ltr, rtl }
public enum WritingMode: UInt8, Hashable, Sendable { case horizontalTB, verticalRL, verticalLR, sidewaysRL, sidewaysLR }
public enum TextOrientation: UInt8, Hashable, Sendable { case mixed, upright, sideways }
public enum Visibility: UInt8, Hashable, Sendable { case visible, hidden, collapse }
public enum ListStylePosition: UInt8, Hashable, Sendable { case outside, inside }
public enum CaptionSide: UInt8, Hashable, Sendable { case top, bottom }
public enum BorderCollapse: UInt8, Hashable, Sendable { case separate, collapse }
public enum EmptyCells: UInt8, Hashable, Sendable { case show, hide }

/// `list-style-type`.
public enum ListStyleType: Hashable, Sendable {
  case none
  /// A counter style's name, such as `disc`, `decimal` or a page's own.
  case counterStyle(String)
  case string(String)
  /// `symbols()` as it serialises.
  case symbols(String)
}

/// `text-transform`.
public struct TextTransform: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let capitalize = TextTransform(rawValue: 1)
  public static let uppercase = TextTransform(rawValue: 2)
  public static let lowercase = TextTransform(rawValue: 4)
  public static let fullWidth = TextTransform(rawValue: 8)
  public static let fullSizeKana = TextTransform(rawValue: 16)
  public static let mathAuto = TextTransform(rawValue: 32)
}

/// `text-indent`.
public struct TextIndent: Hashable, Sendable {
  public var length: LengthPercentage = .zero
  public var hanging = false
  public var eachLine = false
  public init() {}
}

/// `tab-size`.
public enum TabSize: Hashable, Sendable {
  /// A multiple of the space's advance, with letter and word spacing.
  case number(Double)
  /// CSS px.
  case length(Double)
}

/// `quotes`.
public enum Quotes: Hashable, Sendable {
  case auto
  case none
  /// Pairs of an opening and a closing mark, the outermost first.
  case pairs([[String]])
}

/// The properties of text, lists and tables that inherit.
public struct TextStyle: Hashable, Sendable {
  public var color = Color.black
  public var direction: Direction = .ltr
  public var writingMode: WritingMode = .horizontalTB
  public var textOrientation: TextOrientation = .mixed
  public var textAlign: TextAlign = .start
  public var textAlignLast: TextAlignLast = .auto
  public var textJustify: TextJustify = .auto
  public var textIndent = TextIndent()
  public var textTransform: TextTransform = []
  /// `letter-spacing`; percentages are of the font size. `normal` is 0 px.
  public var letterSpacing: LengthPercentage = .zero
  /// `word-spacing`; percentages are of the font size.
  public var wordSpacing: LengthPercentage = .zero
  public var whiteSpaceCollapse: WhiteSpaceCollapse = .collapse
  public var textWrapMode: TextWrapMode = .wrap
  public var textWrapStyle: TextWrapStyle = .auto
  public var tabSize: TabSize = .number(8)
  public var wordBreak: WordBreak = .normal
  public var lineBreak: LineBreak = .auto
  public var overflowWrap: OverflowWrap = .normal
  public var hyphens: Hyphens = .manual
  /// `hyphenate-character`; `nil` is `auto`.
  public var hyphenateCharacter: String?
  /// The content language from `lang`, empty where unknown; not a property, but inherited alike.
  public var language = ""
  public var visibility: Visibility = .visible
  public var listStyleType: ListStyleType = .counterStyle("disc")
  public var listStylePosition: ListStylePosition = .outside
  /// The URL of `list-style-image`, or `nil` for `none`.
  public var listStyleImage: String?
  public var captionSide: CaptionSide = .top
  public var borderCollapse: BorderCollapse = .separate
  /// `border-spacing`, horizontal, in px.
  public var borderSpacingHorizontal: Double = 0
  /// `border-spacing`, vertical, in px.
  public var borderSpacingVertical: Double = 0
  public var emptyCells: EmptyCells = .show
  public var quotes: Quotes = .auto

  /// Every property at its initial value.
  public init() {}
}
