import Names

/// A family in `font-family`.
public enum FontFamily: Hashable, Sendable {
  /// A family's name as written, without quotes.
  case named(String)
  /// A generic family, which the environment's fonts stand for.
  case generic(GenericFontFamily)
}

/// The generic families (CSS Fonts 4, 2.1.3).
public enum GenericFontFamily: String, Hashable, Sendable, CaseIterable {
  case serif
  case sansSerif = "sans-serif"
  case monospace
  case cursive
  case fantasy
  case systemUI = "system-ui"
  case math
  case fangsong = "generic(fangsong)"
  case uiSerif = "ui-serif"
  case uiSansSerif = "ui-sans-serif"
  case uiMonospace = "ui-monospace"
  case uiRounded = "ui-rounded"
}

/// `font-style`.
public enum FontSlant: Hashable, Sendable {
  /// Upright.
  case normal
  /// The italic face.
  case italic
  /// The angle in degrees.
  case oblique(Double)
}

/// `line-height`.
public enum LineHeight: Hashable, Sendable {
  /// As the font's own metrics say.
  case normal
  /// A multiple of the element's own font size.
  case number(Double)
  /// CSS px.
  case length(Double)
}

/// A four-letter OpenType tag with its value: `font-feature-settings`, `font-variation-settings`.
public struct FontSetting: Hashable, Sendable {
  /// Four ASCII letters, the first in the highest byte.
  public var tag: UInt32
  /// A feature's integer, or an axis's position.
  public var value: Double

  /// A tag with its value.
  public init(tag: UInt32, value: Double) {
    self.tag = tag
    self.value = value
  }
}

/// `font-size-adjust`.
public struct FontSizeAdjust: Hashable, Sendable {
  /// The metric that is kept.
  public enum Metric: String, Hashable, Sendable {
    case exHeight = "ex-height"
    case capHeight = "cap-height"
    case chWidth = "ch-width"
    case icWidth = "ic-width"
    case icHeight = "ic-height"
  }
  /// `metric`.
  public var metric: Metric
  /// The metric over the font size; `nil` is `from-font`.
  public var ratio: Double?

  /// A metric with its ratio.
  public init(metric: Metric, ratio: Double?) {
    self.metric = metric
    self.ratio = ratio
  }
}

/// `font-synthesis-*`.
public struct FontSynthesis: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `weight`.
  public static let weight = FontSynthesis(rawValue: 1)
  /// `style`.
  public static let style = FontSynthesis(rawValue: 2)
  /// `small-caps`.
  public static let smallCaps = FontSynthesis(rawValue: 4)
  /// `position`.
  public static let position = FontSynthesis(rawValue: 8)
  /// `all`.
  public static let all: FontSynthesis = [.weight, .style, .smallCaps, .position]
}
