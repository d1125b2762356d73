import CHarfBuzz
import CSSValues
import Synchronization

/// A face with its variation axes set and a page's overrides: what shapes text at any size.
///
/// Advances are kept in 1/64 font units, so that one cache serves every font size.
final class FontInstance: @unchecked Sendable {
  /// 1/64 font units to the em, over ``FontFace/unitsPerEm``.
  static let subunits = 64

  let source: Source
  /// The family under which a page asked for the font.
  let family: String
  /// What `@font-face` overrides.
  let overrides: FontFaceOverrides
  /// Whether the weight is simulated: glyphs are thickened, advances stay.
  let isSyntheticBold: Bool
  /// Whether the slant is simulated.
  let isSyntheticItalic: Bool
  let cache = ShapeCache()
  /// The built-in metrics that the font is, or that are of the same face.
  let builtIn: BuiltInFonts.Face?
  private let coverage: Coverage

  /// Where measures come from.
  enum Source: @unchecked Sendable {
    // The HarfBuzz font is made immutable before it gets here.
    case face(FontFace, OpaquePointer)
    case metrics(FontMetricsFile)
  }

  /// An instance of a face.
  /// - Parameter variations: The positions of axes; axes that are not named stay at their default.
  init(
    face: FontFace, family: String, variations: [FontSetting] = [], overrides: FontFaceOverrides = .none,
    isSyntheticBold: Bool = false, isSyntheticItalic: Bool = false
  ) {
    let font = hb_font_create(face.hbFace)!  // HarfBuzz returns its empty object, never NULL.
    let scale = Int32(face.unitsPerEm * Self.subunits)
    hb_font_set_scale(font, scale, scale)
    if !variations.isEmpty {
      let settings = variations.prefix(64).map { (setting: FontSetting) in
        hb_variation_t(tag: setting.tag, value: Swift.Float(setting.value))
      }
      hb_font_set_variations(font, settings, UInt32(settings.count))
    }
    hb_font_make_immutable(font)
    source = .face(face, font)
    builtIn = face.builtIn
    self.family = family
    self.overrides = overrides
    self.isSyntheticBold = isSyntheticBold
    self.isSyntheticItalic = isSyntheticItalic
    coverage = Coverage(face: face.hbFace)
  }

  /// An instance of a metrics file.
  convenience init(metrics: FontMetricsFile, family: String) {
    self.init(metrics: metrics, family: family, builtIn: nil)
  }

  /// An instance of a built-in face, which stands in for a font of the machine.
  convenience init(builtIn face: BuiltInFonts.Face, metrics: FontMetricsFile) {
    self.init(metrics: metrics, family: face.family, builtIn: face)
  }

  private init(metrics: FontMetricsFile, family: String, builtIn: BuiltInFonts.Face?) {
    source = .metrics(metrics)
    self.builtIn = builtIn
    self.family = family
    overrides = .none
    isSyntheticBold = false
    isSyntheticItalic = false
    coverage = Coverage(characters: metrics.advances.lazy.map(\.character))
  }

  deinit {
    if case .face(_, let font) = source { hb_font_destroy(font) }
  }

  var origin: FontOrigin {
    switch source {
    case .face(let face, _): face.origin
    case .metrics: builtIn == nil ? .metrics : .system
    }
  }

  var unitsPerEm: Int {
    switch source {
    case .face(let face, _): face.unitsPerEm
    case .metrics(let file): file.unitsPerEm
    }
  }

  /// Whether the font has a glyph of its own for the character.
  @inline(__always)
  func covers(_ character: UInt32) -> Bool { coverage.contains(character) }

  /// Whether the font has a glyph for the character with a variation selector after it (`cmap` format 14).
  func covers(_ character: UInt32, selector: UInt32) -> Bool {
    guard case .face(_, let font) = source else { return false }
    var glyph: UInt32 = 0
    return hb_font_get_variation_glyph(font, character, selector, &glyph) != 0
  }

  /// px per 1/64 font unit at a size, with `size-adjust`.
  func scale(size: Double) -> Double {
    size * overrides.sizeAdjust / Double(unitsPerEm * Self.subunits)
  }

  /// The advance of a character's glyph in 1/64 font units; that of glyph 0 where there is none.
  func advance(of character: UInt32) -> Double {
    switch source {
    case .metrics(let file):
      return Double(file.advance(of: character) * Self.subunits)
    case .face(let face, let font):
      var glyph: UInt32 = 0
      _ = hb_font_get_nominal_glyph(font, character, &glyph)
      return advance(ofGlyph: glyph, face, font)
    }
  }

  func advance(ofGlyph glyph: UInt32, _ face: FontFace, _ font: OpaquePointer) -> Double {
    if let strike = face.bitmapStrike, let pixels = strike.advance(of: glyph) {
      return pixels / strike.pixelsPerEm * Double(face.unitsPerEm * Self.subunits)
    }
    return Double(hb_font_get_glyph_h_advance(font, glyph))
  }

  /// The top of a glyph's outline in 1/64 font units.
  func height(of character: UInt32) -> Double {
    guard case .face(_, let font) = source else { return 0 }
    var glyph: UInt32 = 0
    var extents = hb_glyph_extents_t()
    guard hb_font_get_nominal_glyph(font, character, &glyph) != 0,
      hb_font_get_glyph_extents(font, glyph, &extents) != 0
    else { return 0 }
    return Double(max(0, extents.y_bearing))
  }

  /// The measures at a size in CSS px: those of Chromium's `SimpleFontData`, which rounds to device pixels.
  /// - Parameter isSystemFallback: Whether the machine gave the font for a character that no named family has: Chromium
  ///   asks for such fonts without the display's scale, and so without subpixel positions.
  func metrics(size: Double, scale deviceScale: Double, isSystemFallback: Bool = false) -> FontMetrics {
    var metrics = metrics(
      size: SystemTextMeasurer.effectiveSize(size, scale: deviceScale),
      hasSubpixelPositions: deviceScale > 1 && !isSystemFallback)
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

  /// The ascent, descent and line gap alone of ``metrics(size:scale:isSystemFallback:)``, for which no glyph is looked at.
  func lineMetrics(
    size: Double, scale deviceScale: Double, isSystemFallback: Bool
  ) -> (ascent: Double, descent: Double, lineGap: Double) {
    let metrics = lineMetrics(
      size: SystemTextMeasurer.effectiveSize(size, scale: deviceScale),
      hasSubpixelPositions: deviceScale > 1 && !isSystemFallback, variedMeasures())
    guard deviceScale != 1 else { return (metrics.ascent, metrics.descent, metrics.lineGap) }
    return (metrics.ascent / deviceScale, metrics.descent / deviceScale, metrics.lineGap / deviceScale)
  }

  /// The ascent, descent and line gap at a size in device pixels, and the ascent before it was rounded.
  private func lineMetrics(
    size: Double, hasSubpixelPositions: Bool, _ measures: FontFaceMeasures
  ) -> (ascent: Double, descent: Double, lineGap: Double, exactAscent: Double) {
    let unit = scale(size: size) * Double(Self.subunits)
    // CSS Fonts 5, 5.2: `size-adjust` scales what the other descriptors say too.
    let adjusted = size * overrides.sizeAdjust
    let exactAscent = overrides.ascent.map { $0 * adjusted } ?? measures.ascent * unit
    let exactDescent = overrides.descent.map { $0 * adjusted } ?? measures.descent * unit
    let lineGap = overrides.lineGap.map { $0 * adjusted } ?? measures.lineGap * unit
    var ascent = roundHalfAway(exactAscent)
    var descent = roundHalfAway(exactDescent)
    // With subpixel positions (Chromium has them on displays of more than 1 device px a CSS px) a rounded-down descent
    // would clip: the baseline moves up by a pixel.
    if hasSubpixelPositions, descent < exactDescent, ascent >= 1 {
      descent += 1
      ascent -= 1
    }
    return (ascent, descent, roundHalfAway(lineGap), exactAscent)
  }

  /// The measures at a size in device pixels.
  func metrics(size: Double, hasSubpixelPositions: Bool) -> FontMetrics {
    let scale = scale(size: size)
    let unit = scale * Double(Self.subunits)
    let measures = variedMeasures()
    let lines = lineMetrics(size: size, hasSubpixelPositions: hasSubpixelPositions, measures)
    var metrics = FontMetrics(ascent: lines.ascent, descent: lines.descent, lineGap: lines.lineGap, size: size)
    let xHeight = measures.xHeight > 0 ? measures.xHeight * unit : height(of: 0x78) * scale
    metrics.xHeight = xHeight > 0 ? xHeight : lines.exactAscent * 0.56
    let capHeight = measures.capHeight > 0 ? measures.capHeight * unit : height(of: 0x48) * scale
    metrics.capHeight = capHeight > 0 ? capHeight : lines.exactAscent
    // CSS Values 4, 6.1.1: without the glyph, `ch` is 0.5 em and `ic` 1 em.
    metrics.zeroAdvance = covers(0x30) ? advance(of: 0x30) * scale : size / 2
    metrics.ideographicAdvance = covers(0x6C34) ? advance(of: 0x6C34) * scale : size
    metrics.spaceAdvance = advance(of: 0x20) * scale
    metrics.averageAdvance =
      measures.averageAdvance > 0
      ? measures.averageAdvance * unit : covers(0x78) ? advance(of: 0x78) * scale : metrics.xHeight
    metrics.maximumAdvance = roundHalfAway(measures.maximumAdvance * unit)
    return metrics
  }

  /// The face's measures with what the `MVAR` table adds at the instance's axes.
  private func variedMeasures() -> FontFaceMeasures {
    switch source {
    case .metrics(let file): return file.measures
    case .face(let face, let font):
      var measures = face.measures
      guard !face.axes.isEmpty else { return measures }
      let variation = { (tag: hb_ot_metrics_tag_t) in Double(hb_ot_metrics_get_variation(font, tag)) }
      measures.ascent += variation(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER)
      measures.descent -= variation(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER)
      measures.lineGap += variation(HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP)
      if measures.xHeight > 0 { measures.xHeight += variation(HB_OT_METRICS_TAG_X_HEIGHT) }
      if measures.capHeight > 0 { measures.capHeight += variation(HB_OT_METRICS_TAG_CAP_HEIGHT) }
      return measures
    }
  }
}

/// C's `round`, for values that stand within ±2³¹.
func roundHalfAway(_ value: Double) -> Double {
  guard value.isFinite else { return 0 }
  return value.rounded(.toNearestOrAwayFromZero)
}

/// What `@font-face` descriptors override (CSS Fonts 5, 5): fractions of the font size.
struct FontFaceOverrides: Hashable, Sendable {
  var ascent: Double?
  var descent: Double?
  var lineGap: Double?
  var sizeAdjust: Double = 1
  /// `font-feature-settings` of the face, which come before the element's.
  var features: [FontSetting] = []
  static let none = FontFaceOverrides()
}

/// The characters that a font maps to glyphs: a bit each.
struct Coverage: Sendable {
  private var words: [UInt64]

  init(face: OpaquePointer) {
    let set = hb_set_create()!  // HarfBuzz returns its empty object, never NULL.
    defer { hb_set_destroy(set) }
    hb_face_collect_unicodes(face, set)
    let maximum = hb_set_get_max(set)
    guard maximum != UInt32.max else {
      words = []
      return
    }
    words = [UInt64](repeating: 0, count: Int(min(maximum, 0x10FFFF)) / 64 + 1)
    var first = UInt32.max
    var last = UInt32.max
    while hb_set_next_range(set, &first, &last) != 0, first <= 0x10FFFF {
      for character in first...min(last, 0x10FFFF) { words[Int(character >> 6)] |= 1 << UInt64(character & 63) }
    }
  }

  init(characters: some Sequence<UInt32>) {
    words = []
    for character in characters where character <= 0x10FFFF {
      let word = Int(character >> 6)
      if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
      words[word] |= 1 << UInt64(character & 63)
    }
  }

  @inline(__always)
  func contains(_ character: UInt32) -> Bool {
    let word = Int(character >> 6)
    return word < words.count && words[word] & (1 << UInt64(character & 63)) != 0
  }
}
