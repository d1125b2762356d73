import CSSValues
import Shaping

/// An `@font-face` rule whose sources are loaded (CSS Fonts 4, 4).
public struct FontFaceRule: Sendable {
  /// A source of `src`, in its order; those that could not be read are left out.
  public enum Source: Sendable {
    /// A font file that the site has.
    case file(FontFile)
    /// `local()`: a full name or PostScript name of an installed font.
    case local(String)
  }

  /// `font-style`: whether the face is upright, italic, or oblique by a range of degrees.
  public enum Slant: Hashable, Sendable {
    /// Upright.
    case normal
    /// The italic face.
    case italic
    /// Slanted by angles of this range, in degrees.
    case oblique(ClosedRange<Double>)
  }

  /// `font-family`.
  public var family: String
  /// `src`; the first usable one counts.
  public var sources: [Source]
  /// `font-weight`, 1–1000; `auto` is 400.
  public var weight: ClosedRange<Double> = 400...400
  /// `font-stretch` in percent.
  public var stretch: ClosedRange<Double> = 100...100
  /// `font-style`.
  public var slant: Slant = .normal
  /// `unicode-range`; empty is every character.
  public var unicodeRanges: [ClosedRange<UInt32>] = []
  /// `font-feature-settings`.
  public var featureSettings: [FontSetting] = []
  /// `font-variation-settings`.
  public var variationSettings: [FontSetting] = []
  /// `ascent-override` as a fraction of the font size; `nil` is `normal`.
  public var ascentOverride: Double?
  /// `descent-override` likewise.
  public var descentOverride: Double?
  /// `line-gap-override` likewise.
  public var lineGapOverride: Double?
  /// `size-adjust` as a fraction.
  public var sizeAdjust: Double = 1

  /// A rule with every other descriptor at its initial value.
  public init(family: String, sources: [Source]) {
    self.family = family
    self.sources = sources
  }
}

extension FontFaceRule {
  /// A family with a font whose weights and slant are those that the file says of itself: where no rule says more.
  public init(family: String, file: FontFile) {
    self.init(family: family, sources: [.file(file)])
    guard let face = FontFace(tables: file.tables, index: 0, origin: .shipped) else { return }
    func axis(_ tag: StaticString) -> ClosedRange<Double>? {
      face.axes.first { $0.tag == openTypeTag(tag) }.map { $0.minimum...max($0.minimum, $0.maximum) }
    }
    weight = axis("wght") ?? face.weight...face.weight
    stretch = axis("wdth") ?? stretch
    if face.isItalic { slant = .italic }
  }
}

/// An entry of the configuration's `fonts` map.
public struct ConfiguredFont: Sendable {
  /// What the entry names.
  public enum Source: Sendable {
    /// A font file.
    case file(FontFile)
    /// A file of only metrics, which measures and draws nothing.
    case metrics(FontMetricsFile)
  }
  /// The family that pages name; a generic one (`system-ui`) may be mapped too.
  public var family: String
  /// Its font.
  public var source: Source

  /// A family with its font.
  public init(family: String, source: Source) {
    self.family = family
    self.source = source
  }
}
