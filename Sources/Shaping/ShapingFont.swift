import CSSValues

/// Units that fonts are measured in.
package enum ShapingUnits {
  /// Parts of a font unit in which advances are kept, so that one cache serves every font size.
  package static let subunits = 64
}

/// A font that measures text: what shapes it, and its measures in font units.
package protocol ShapingFont: AnyObject, Sendable {
  /// Font units to the em.
  var unitsPerEm: Int { get }
  /// What `@font-face` overrides.
  var overrides: FontFaceOverrides { get }
  /// The characters that the font has.
  var coverage: Coverage { get }
  /// Whether the page brings the font (`@font-face` with a file).
  var isWebFont: Bool { get }
  /// Whether the font can set full-width punctuation half-width (`halt`).
  var hasHalfWidths: Bool { get }
  /// Whether the font substitutes glyphs under a feature.
  func substitutes(_ feature: StaticString) -> Bool
  /// Whether a character's ink is in the left half of the em.
  func isInLeftHalf(_ character: UInt32) -> Bool
  /// The advance of a character's glyph in 1/64 font units; that of glyph 0 where there is none.
  func advance(of character: UInt32) -> Double
  /// The top of a glyph's outline in 1/64 font units.
  func height(of character: UInt32) -> Double
  /// The measures at the instance's axes.
  func variedMeasures() -> FontFaceMeasures
  /// Shapes a run.
  func shaped(_ key: ShapeKey) -> ShapedRun
}

extension ShapingFont {
  /// Whether the font has a glyph of its own for the character.
  package func covers(_ character: UInt32) -> Bool { coverage.contains(character) }

  /// px per 1/64 font unit at a size, with `size-adjust`.
  package func scale(size: Double) -> Double {
    size * overrides.sizeAdjust / Double(unitsPerEm * ShapingUnits.subunits)
  }

  /// Whether Chromium rounds ascents as for glyphs at subpixel positions: it does on displays of more than 1 device px a
  /// CSS px for the machine's fonts that the page names. For a page's own fonts, and for those that the machine gives for
  /// characters that no named family has, it asks without the display's scale.
  private func hasSubpixelPositions(_ deviceScale: Double, _ isSystemFallback: Bool) -> Bool {
    deviceScale > 1 && !isSystemFallback && !isWebFont
  }

  /// The measures at a size in CSS px: those of Chromium's `SimpleFontData`, which rounds to device pixels.
  /// - Parameter isSystemFallback: Whether the machine gave the font for a character that no named family has.
  package func metrics(size: Double, scale deviceScale: Double, isSystemFallback: Bool = false) -> FontMetrics {
    var metrics = metrics(
      size: TextSizes.effectiveSize(size, scale: deviceScale),
      hasSubpixelPositions: hasSubpixelPositions(deviceScale, isSystemFallback))
    guard deviceScale != 1 else { return metrics }
    metrics.ascent /= deviceScale
    metrics.descent /= deviceScale
    metrics.lineGap /= deviceScale
    metrics.xHeight /= deviceScale
    metrics.capHeight /= deviceScale
    metrics.zeroAdvance /= deviceScale
    metrics.ideographicAdvance /= deviceScale
    metrics.averageAdvance /= deviceScale
    metrics.maximumAdvance /= deviceScale
    metrics.spaceAdvance /= deviceScale
    return metrics
  }

  /// Only the ascent, descent and line gap of ``metrics(size:scale:isSystemFallback:)``, for which no glyph is looked
  /// at.
  package func lineMetrics(
    size: Double, scale deviceScale: Double, isSystemFallback: Bool
  ) -> (ascent: Double, descent: Double, lineGap: Double) {
    let metrics = lineMetrics(
      size: TextSizes.effectiveSize(size, scale: deviceScale),
      hasSubpixelPositions: hasSubpixelPositions(deviceScale, isSystemFallback), variedMeasures())
    guard deviceScale != 1 else { return (metrics.ascent, metrics.descent, metrics.lineGap) }
    return (metrics.ascent / deviceScale, metrics.descent / deviceScale, metrics.lineGap / deviceScale)
  }

  /// The ascent, descent and line gap at a size in device pixels, and the ascent before it was rounded.
  private func lineMetrics(
    size: Double, hasSubpixelPositions: Bool, _ measures: FontFaceMeasures
  ) -> (ascent: Double, descent: Double, lineGap: Double, exactAscent: Double) {
    let unit = scale(size: size) * Double(ShapingUnits.subunits)
    // CSS Fonts 5, 5.2: `size-adjust` scales what the other descriptors say too.
    let adjusted = size * overrides.sizeAdjust
    let exactAscent = overrides.ascent.map { $0 * adjusted } ?? measures.ascent * unit
    let exactDescent = overrides.descent.map { $0 * adjusted } ?? measures.descent * unit
    let lineGap = overrides.lineGap.map { $0 * adjusted } ?? measures.lineGap * unit
    var ascent = roundHalfAway(exactAscent)
    var descent = roundHalfAway(exactDescent)
    // With subpixel positions a rounded-down descent would clip: the baseline moves up by a pixel.
    if hasSubpixelPositions, descent < exactDescent, ascent >= 1 {
      descent += 1
      ascent -= 1
    }
    return (ascent, descent, roundHalfAway(lineGap), exactAscent)
  }

  /// The measures at a size in device pixels.
  package func metrics(size: Double, hasSubpixelPositions: Bool) -> FontMetrics {
    let scale = scale(size: size)
    let unit = scale * Double(ShapingUnits.subunits)
    let measures = variedMeasures()
    let lines = lineMetrics(size: size, hasSubpixelPositions: hasSubpixelPositions, measures)
    var metrics = FontMetrics(ascent: lines.ascent, descent: lines.descent, lineGap: lines.lineGap, size: size)
    let xHeight = measures.xHeight > 0 ? measures.xHeight * unit : height(of: 0x78) * scale
    metrics.xHeight = xHeight > 0 ? xHeight : lines.exactAscent * 0.56
    let capHeight = measures.capHeight > 0 ? measures.capHeight * unit : height(of: 0x48) * scale
    metrics.capHeight = capHeight > 0 ? capHeight : lines.exactAscent
    // CSS Values 4, 6.1.1: without the glyph, `ch` is 0.5 em and `ic` 1 em. What is wide is a glyph, as it is in text.
    let glyphs = TextSizes.glyphScale((size * 64).rounded(.down) / 64, of: self, scale: 1)
    metrics.zeroAdvance = covers(0x30) ? advance(of: 0x30, scaled: glyphs) : size / 2
    metrics.ideographicAdvance = covers(0x6C34) ? advance(of: 0x6C34, scaled: glyphs) : size
    metrics.spaceAdvance = advance(of: 0x20, scaled: glyphs)
    metrics.averageAdvance =
      measures.averageAdvance > 0
      ? measures.averageAdvance * unit : covers(0x78) ? advance(of: 0x78, scaled: glyphs) : metrics.xHeight
    metrics.maximumAdvance = roundHalfAway(measures.maximumAdvance * unit)
    return metrics
  }

  /// The advance of a character's glyph in device pixels, of which FreeType's are whole 1/65,536.
  private func advance(of character: UInt32, scaled glyphScale: Double) -> Double {
    (advance(of: character) * glyphScale / Double(64 * ShapingUnits.subunits)).rounded() / 65536
  }
}

/// C's `round`, for values within ±2³¹.
package func roundHalfAway(_ value: Double) -> Double {
  guard value.isFinite else { return 0 }
  return value.rounded(.toNearestOrAwayFromZero)
}
