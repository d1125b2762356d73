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
