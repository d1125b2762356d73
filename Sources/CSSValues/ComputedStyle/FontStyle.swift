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

/// The properties that choose and shape fonts; all inherit.
public struct FontStyle: Hashable, Sendable {
  /// `font-family`; the initial value is the reader's default family.
  public var families: [FontFamily] = [.named("Times New Roman")]
  /// `font-size` in CSS px.
  public var size: Double = 16
  /// `font-weight`, 1–1000.
  public var weight: Double = 400
  /// `font-stretch` in percent, 50–200.
  public var stretch: Double = 100
  /// `font-style`.
  public var slant: FontSlant = .normal
  /// `line-height`.
  public var lineHeight: LineHeight = .normal
  /// `font-size-adjust`: the metric's keyword and its ratio, or `nil` for `none`.
  public var sizeAdjust: FontSizeAdjust?
  /// `font-kerning`.
  public var kerning: FontKerning = .auto
  /// `font-feature-settings`.
  public var featureSettings: [FontSetting] = []
  /// `font-variation-settings`.
  public var variationSettings: [FontSetting] = []
  /// `font-optical-sizing`.
  public var opticalSizing: FontOpticalSizing = .auto
  /// Which of weight, style, small capitals and position may be synthesised.
  public var synthesis: FontSynthesis = .all
  /// `font-variant-caps`.
  public var variantCaps: FontVariantCaps = .normal
  /// `font-variant-ligatures`.
  public var variantLigatures: FontVariantLigatures = []
  /// `font-variant-numeric`.
  public var variantNumeric: FontVariantNumeric = []
  /// `font-variant-east-asian`.
  public var variantEastAsian: FontVariantEastAsian = []
  /// `font-variant-position`.
  public var variantPosition: FontVariantPosition = .normal

  /// Every property at its initial value.
  public init() {}
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

/// `font-kerning`.
public enum FontKerning: UInt8, Hashable, Sendable { case auto, normal, none }
/// `font-optical-sizing`.
public enum FontOpticalSizing: UInt8, Hashable, Sendable { case auto, none }
/// `font-variant-position`.
public enum FontVariantPosition: UInt8, Hashable, Sendable { case normal, sub, `super` }
/// `font-variant-caps`.
public enum FontVariantCaps: UInt8, Hashable, Sendable {
  case normal, smallCaps, allSmallCaps, petiteCaps, allPetiteCaps, unicase, titlingCaps
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

/// `font-variant-ligatures`; empty is `normal`.
public struct FontVariantLigatures: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// `none`.
  public static let none = FontVariantLigatures(rawValue: 1)
  /// `common`.
  public static let common = FontVariantLigatures(rawValue: 2)
  /// `no-common`.
  public static let noCommon = FontVariantLigatures(rawValue: 4)
  /// `discretionary`.
  public static let discretionary = FontVariantLigatures(rawValue: 8)
  /// `no-discretionary`.
  public static let noDiscretionary = FontVariantLigatures(rawValue: 16)
  /// `historical`.
  public static let historical = FontVariantLigatures(rawValue: 32)
  /// `no-historical`.
  public static let noHistorical = FontVariantLigatures(rawValue: 64)
  /// `contextual`.
  public static let contextual = FontVariantLigatures(rawValue: 128)
  /// `no-contextual`.
  public static let noContextual = FontVariantLigatures(rawValue: 256)
}

/// `font-variant-numeric`; empty is `normal`.
public struct FontVariantNumeric: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// `lining`.
  public static let lining = FontVariantNumeric(rawValue: 1)
  /// `old-style`.
  public static let oldStyle = FontVariantNumeric(rawValue: 2)
  /// `proportional`.
  public static let proportional = FontVariantNumeric(rawValue: 4)
  /// `tabular`.
  public static let tabular = FontVariantNumeric(rawValue: 8)
  /// `diagonal-fractions`.
  public static let diagonalFractions = FontVariantNumeric(rawValue: 16)
  /// `stacked-fractions`.
  public static let stackedFractions = FontVariantNumeric(rawValue: 32)
  /// `ordinal`.
  public static let ordinal = FontVariantNumeric(rawValue: 64)
  /// `slashed-zero`.
  public static let slashedZero = FontVariantNumeric(rawValue: 128)
}

/// `font-variant-east-asian`; empty is `normal`.
public struct FontVariantEastAsian: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// `jis78`.
  public static let jis78 = FontVariantEastAsian(rawValue: 1)
  /// `jis83`.
  public static let jis83 = FontVariantEastAsian(rawValue: 2)
  /// `jis90`.
  public static let jis90 = FontVariantEastAsian(rawValue: 4)
  /// `jis04`.
  public static let jis04 = FontVariantEastAsian(rawValue: 8)
  /// `simplified`.
  public static let simplified = FontVariantEastAsian(rawValue: 16)
  /// `traditional`.
  public static let traditional = FontVariantEastAsian(rawValue: 32)
  /// `full-width`.
  public static let fullWidth = FontVariantEastAsian(rawValue: 64)
  /// `proportional-width`.
  public static let proportionalWidth = FontVariantEastAsian(rawValue: 128)
  /// `ruby`.
  public static let ruby = FontVariantEastAsian(rawValue: 256)
}
