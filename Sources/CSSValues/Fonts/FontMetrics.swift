/// The measures of a font at a size, all in CSS px.
public struct FontMetrics: Hashable, Sendable {
  /// Above the baseline, rounded to whole px as Chromium does.
  public var ascent: Double
  /// Below the baseline, rounded likewise; positive.
  public var descent: Double
  /// The extra between lines of `line-height: normal`.
  public var lineGap: Double
  /// The height of `x`: the unit `ex`.
  public var xHeight: Double
  /// The height of capitals: the unit `cap`.
  public var capHeight: Double
  /// The advance of `0`: the unit `ch`.
  public var zeroAdvance: Double
  /// The advance of U+6C34: the unit `ic`.
  public var ideographicAdvance: Double
  /// The average advance of a character, which text fields count their columns by.
  public var averageAdvance: Double
  /// The largest advance of a character, or 0 where the font does not say.
  public var maximumAdvance: Double
  /// The advance of a space.
  public var spaceAdvance: Double

  /// `line-height: normal`.
  public var lineSpacing: Double { ascent + descent + lineGap }

  /// Measures from ascent, descent and the font size; what a font does not have is estimated as CSS Values 4, 6.1 says.
  public init(ascent: Double, descent: Double, lineGap: Double = 0, size: Double) {
    self.ascent = ascent
    self.descent = descent
    self.lineGap = lineGap
    self.xHeight = size / 2
    self.capHeight = ascent
    self.zeroAdvance = size / 2
    self.ideographicAdvance = size
    self.averageAdvance = size / 2
    self.maximumAdvance = 0
    self.spaceAdvance = size / 4
  }
}

/// What the cascade and layout ask about fonts.
public protocol FontMetricsProvider: Sendable {
  /// The measures of the first available font of a style (CSS Fonts 4, 5.2), at its size.
  func metrics(for font: FontStyle) -> FontMetrics

  /// The same for text in a language (BCP 47, empty where unknown): generic families depend on it for Chinese, Japanese
  /// and Korean. Whoever knows the language asks this one.
  func metrics(for font: FontStyle, language: String) -> FontMetrics
}

extension FontMetricsProvider {
  /// Fonts that do not depend on the language.
  public func metrics(for font: FontStyle, language: String) -> FontMetrics { metrics(for: font) }
}
