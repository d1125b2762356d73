import CSSValues

/// What chooses fonts in a style.
package struct FontRequest: Hashable, Sendable {
  /// The slant, without the angle: fonts of the machine come upright or slanted.
  package enum Slant: Hashable, Sendable {
    case normal
    case italic
    case oblique
  }

  package var families: [FontFamily] = []
  package var weight: Double
  package var stretch: Double
  package var slant: Slant
  /// Degrees, for faces that slant by an axis.
  package var slantAngle: Double = 0
  package var language = ""
  package var variations: [FontSetting] = []
  /// px, where optical sizes count.
  package var opticalSize: Double?
  package var synthesis: FontSynthesis = .all

  package init(weight: Double, stretch: Double, slant: Slant) {
    self.weight = weight
    self.stretch = stretch
    self.slant = slant
  }

  /// The request of a style.
  package init(_ font: FontStyle, language: String, usesOpticalSize: Bool) {
    families = font.families
    weight = font.weight.isFinite ? min(1000, max(1, font.weight)) : 400
    stretch = font.stretch.isFinite ? min(200, max(50, font.stretch)) : 100
    switch font.slant {
    case .normal: slant = .normal
    case .italic: slant = .italic
    case .oblique(let angle):
      slant = .oblique
      slantAngle = angle
    }
    self.language = language
    variations = font.variationSettings
    opticalSize = usesOpticalSize && font.opticalSizing == .auto ? font.size : nil
    synthesis = font.synthesis
  }
}
