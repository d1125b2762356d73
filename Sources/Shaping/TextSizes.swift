import CSSValues

/// The sizes at which fonts are opened.
package enum TextSizes {
  /// The size that glyphs are scaled to in CSS px: FreeType cuts sizes to 1/64 device pixel.
  package static func glyphSize(_ size: Double, scale: Double) -> Double {
    (effectiveSize(size, scale: scale) * 64).rounded(.down) / 64 / scale
  }

  /// How FreeType scales the glyphs of a font: 1/64 device pixels to the font unit, in whole 1/65,536. Where that is rounded up,
  /// as for an em of 1,000 units at 16 px, an em is a hair wider than the size.
  ///
  /// - Parameter size: What ``glyphSize(_:scale:)`` answers.
  static func glyphScale(_ size: Double, of font: any ShapingFont, scale: Double) -> Double {
    let pixels = (size * font.overrides.sizeAdjust * scale * 64 + 0.001).rounded(.down)
    return (pixels * 65536 / Double(font.unitsPerEm)).rounded()
  }

  /// The size of synthesized small capitals in CSS px: 0.7 of the letters' size, in whole device pixels as Chromium has it.
  package static func smallCapitalSize(_ size: Double, scale: Double) -> Double {
    (size * 0.7 * scale).rounded() / scale
  }

  /// The size in device pixels that Chromium opens a font at: cut to 1/100, in single precision.
  package static func effectiveSize(_ size: Double, scale: Double) -> Double {
    let pixels = Swift.Float(size) * Swift.Float(scale)
    guard pixels.isFinite, pixels > 0 else { return 0 }
    return Double((pixels * 100).rounded(.down) / 100)
  }

  /// The font size with `font-size-adjust` (CSS Fonts 5, 2.6): the size at which a font's metric has the wanted ratio.
  package static func usedSize(_ style: FontStyle, of font: any ShapingFont, primary: any ShapingFont) -> Double {
    let size = style.size.isFinite ? min(100_000, max(0, style.size)) : 0
    guard let adjust = style.sizeAdjust, size > 0 else { return size }
    let own = metricRatio(adjust.metric, font)
    let wanted = adjust.ratio ?? metricRatio(adjust.metric, primary)
    guard own > 0, wanted.isFinite, wanted >= 0 else { return size }
    return size * wanted / own
  }

  private static func metricRatio(_ metric: FontSizeAdjust.Metric, _ font: any ShapingFont) -> Double {
    let size = 1000.0
    let metrics = font.metrics(size: size, hasSubpixelPositions: true)
    switch metric {
    case .exHeight: return metrics.xHeight / size
    case .capHeight: return metrics.capHeight / size
    case .chWidth: return metrics.zeroAdvance / size
    case .icWidth, .icHeight: return metrics.ideographicAdvance / size
    }
  }
}
