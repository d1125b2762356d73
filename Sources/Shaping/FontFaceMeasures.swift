/// A face's measures as Chromium's text system (Skia) takes them from the tables, in font units.
///
/// OpenType 1.9, `hhea`, `OS/2`, `head`: ascent, descent and line gap are `OS/2`'s typographic ones where `fsSelection`
/// bit 7 says so, else `hhea`'s, else `OS/2`'s typographic, else Windows' ones.
package struct FontFaceMeasures: Hashable, Sendable {
  /// Above the baseline, positive.
  package var ascent: Double
  /// Below the baseline, positive.
  package var descent: Double
  package var lineGap: Double
  /// 0 where the font does not say.
  package var xHeight: Double
  /// 0 where the font does not say.
  package var capHeight: Double
  /// 0 where the font does not say.
  package var averageAdvance: Double
  /// The width of the box that holds every glyph.
  package var maximumAdvance: Double
  package var weightClass: Double
  package var isItalic: Bool
  /// Whether ascent, descent and line gap are the typographic ones, for `MVAR`.
  package var usesTypographicMetrics: Bool
  /// `OS/2.fsType`: what the licence allows to embed.
  package var embeddingRights: Int

  /// Measures that a metrics file gives.
  package init(
    ascent: Double, descent: Double, lineGap: Double, xHeight: Double, capHeight: Double, averageAdvance: Double,
    maximumAdvance: Double, weightClass: Double, isItalic: Bool
  ) {
    self.ascent = ascent
    self.descent = descent
    self.lineGap = lineGap
    self.xHeight = xHeight
    self.capHeight = capHeight
    self.averageAdvance = averageAdvance
    self.maximumAdvance = maximumAdvance
    self.weightClass = weightClass
    self.isItalic = isItalic
    usesTypographicMetrics = false
    embeddingRights = 0
  }
}
