/// `white-space-collapse` (CSS Text 4, 3.1).
public enum WhiteSpaceCollapse: UInt8, Hashable, Sendable {
  case collapse, preserve, preserveBreaks, preserveSpaces, breakSpaces
}
/// `text-wrap-mode`.
public enum TextWrapMode: UInt8, Hashable, Sendable { case wrap, nowrap }
/// `text-wrap-style`.
public enum TextWrapStyle: UInt8, Hashable, Sendable { case auto, balance, stable, pretty }
/// `word-break`.
public enum WordBreak: UInt8, Hashable, Sendable { case normal, breakAll, keepAll, breakWord, autoPhrase }
/// `line-break`.
public enum LineBreak: UInt8, Hashable, Sendable { case auto, loose, normal, strict, anywhere }
/// `overflow-wrap`.
public enum OverflowWrap: UInt8, Hashable, Sendable { case normal, breakWord, anywhere }
/// `hyphens`.
public enum Hyphens: UInt8, Hashable, Sendable { case none, manual, auto }
/// `text-align`.
public enum TextAlign: UInt8, Hashable, Sendable {
  case start, end, left, right, center, justify, matchParent
  /// The values of `align` attributes and `<center>`, which also move block children.
  case webkitLeft, webkitRight, webkitCenter
}
/// `text-align-last`.
public enum TextAlignLast: UInt8, Hashable, Sendable {
  case auto, start, end, left, right, center, justify, matchParent
}
/// `text-justify`.
public enum TextJustify: UInt8, Hashable, Sendable { case auto, none, interWord, interCharacter }
/// `direction`.
public enum Direction: UInt8, Hashable, Sendable { case ltr, rtl }
/// `writing-mode`.
public enum WritingMode: UInt8, Hashable, Sendable { case horizontalTB, verticalRL, verticalLR, sidewaysRL, sidewaysLR }
/// `text-orientation`.
public enum TextOrientation: UInt8, Hashable, Sendable { case mixed, upright, sideways }
/// `visibility`.
public enum Visibility: UInt8, Hashable, Sendable { case visible, hidden, collapse }
/// `list-style-position`.
public enum ListStylePosition: UInt8, Hashable, Sendable { case outside, inside }
/// `caption-side`.
public enum CaptionSide: UInt8, Hashable, Sendable { case top, bottom }
/// `border-collapse`.
public enum BorderCollapse: UInt8, Hashable, Sendable { case separate, collapse }
/// `empty-cells`.
public enum EmptyCells: UInt8, Hashable, Sendable { case show, hide }

/// `list-style-type`.
public enum ListStyleType: Hashable, Sendable {
  /// `none`: no marker.
  case none
  /// A counter style's name, such as `disc`, `decimal` or a page's own.
  case counterStyle(String)
  /// A text as the marker.
  case string(String)
  /// `symbols()` as it serialises.
  case symbols(String)
}

/// `text-transform`.
public struct TextTransform: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `capitalize`.
  public static let capitalize = TextTransform(rawValue: 1)
  /// `uppercase`.
  public static let uppercase = TextTransform(rawValue: 2)
  /// `lowercase`.
  public static let lowercase = TextTransform(rawValue: 4)
  /// `full-width`.
  public static let fullWidth = TextTransform(rawValue: 8)
  /// `full-size-kana`.
  public static let fullSizeKana = TextTransform(rawValue: 16)
  /// `math-auto`.
  public static let mathAuto = TextTransform(rawValue: 32)
}

/// `text-indent`.
public struct TextIndent: Hashable, Sendable {
  /// `length`.
  public var length: LengthPercentage = .zero
  /// `hanging`.
  public var hanging = false
  /// `each-line`.
  public var eachLine = false
  /// Every member at its initial value.
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
  /// `auto`: marks that suit the language.
  case auto
  /// `none`: no marks.
  case none
  /// Pairs of an opening and a closing mark, the outermost first.
  case pairs([[String]])
}

/// The properties of text, lists and tables that inherit.
public struct TextStyle: Hashable, Sendable {
  /// `color`.
  public var color = Color.black
  /// `direction`.
  public var direction: Direction = .ltr
  /// `writing-mode`.
  public var writingMode: WritingMode = .horizontalTB
  /// `text-orientation`.
  public var textOrientation: TextOrientation = .mixed
  /// `text-align`.
  public var textAlign: TextAlign = .start
  /// `text-align-last`.
  public var textAlignLast: TextAlignLast = .auto
  /// `text-justify`.
  public var textJustify: TextJustify = .auto
  /// `text-indent`.
  public var textIndent = TextIndent()
  /// `text-transform`.
  public var textTransform: TextTransform = []
  /// `letter-spacing`; percentages are of the font size. `normal` is 0 px.
  public var letterSpacing: LengthPercentage = .zero
  /// `word-spacing`; percentages are of the font size.
  public var wordSpacing: LengthPercentage = .zero
  /// `white-space-collapse`.
  public var whiteSpaceCollapse: WhiteSpaceCollapse = .collapse
  /// `text-wrap-mode`.
  public var textWrapMode: TextWrapMode = .wrap
  /// `text-wrap-style`.
  public var textWrapStyle: TextWrapStyle = .auto
  /// `tab-size`.
  public var tabSize: TabSize = .number(8)
  /// `word-break`.
  public var wordBreak: WordBreak = .normal
  /// `line-break`.
  public var lineBreak: LineBreak = .auto
  /// `overflow-wrap`.
  public var overflowWrap: OverflowWrap = .normal
  /// `hyphens`.
  public var hyphens: Hyphens = .manual
  /// `hyphenate-character`; `nil` is `auto`.
  public var hyphenateCharacter: String?
  /// The content language from `lang`, empty where unknown; not a property, but inherited alike.
  public var language = ""
  /// `visibility`.
  public var visibility: Visibility = .visible
  /// `list-style-type`.
  public var listStyleType: ListStyleType = .counterStyle("disc")
  /// `list-style-position`.
  public var listStylePosition: ListStylePosition = .outside
  /// The URL of `list-style-image`, or `nil` for `none`.
  public var listStyleImage: CSSValue?
  /// `caption-side`.
  public var captionSide: CaptionSide = .top
  /// `border-collapse`.
  public var borderCollapse: BorderCollapse = .separate
  /// `border-spacing`, horizontal, in px.
  public var borderSpacingHorizontal: Double = 0
  /// `border-spacing`, vertical, in px.
  public var borderSpacingVertical: Double = 0
  /// `empty-cells`.
  public var emptyCells: EmptyCells = .show
  /// `quotes`.
  public var quotes: Quotes = .auto

  /// Every property at its initial value.
  public init() {}
}
