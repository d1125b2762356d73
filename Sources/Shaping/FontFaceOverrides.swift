import CSSValues

/// What `@font-face` descriptors override (CSS Fonts 5, 5): fractions of the font size.
package struct FontFaceOverrides: Hashable, Sendable {
  package var ascent: Double?
  package var descent: Double?
  package var lineGap: Double?
  package var sizeAdjust: Double = 1
  /// `font-feature-settings` of the face, which come before the element's.
  package var features: [FontSetting] = []
  /// Nothing.
  package static let none = FontFaceOverrides()

  /// Overrides by descriptor.
  package init(
    ascent: Double? = nil, descent: Double? = nil, lineGap: Double? = nil, sizeAdjust: Double = 1,
    features: [FontSetting] = []
  ) {
    self.ascent = ascent
    self.descent = descent
    self.lineGap = lineGap
    self.sizeAdjust = sizeAdjust
    self.features = features
  }
}
