import CHarfBuzz
import CSSValues
import Shaping

/// A face with its variation axes set and a page's overrides: what shapes text at any size.
///
/// Advances are kept in 1/64 font units, so that one cache serves every font size.
package final class FontInstance: ShapingFont, @unchecked Sendable {
  /// 1/64 font units to the em, over ``FontFace/unitsPerEm``.
  static let subunits = ShapingUnits.subunits

  let source: Source
  /// The family under which a page asked for the font.
  let family: String
  /// The positions of axes that are not the face's own.
  let variations: [FontSetting]
  /// What `@font-face` overrides.
  package let overrides: FontFaceOverrides
  /// Whether the weight is simulated: glyphs are thickened, advances stay.
  let isSyntheticBold: Bool
  /// Whether the slant is simulated.
  let isSyntheticItalic: Bool
  /// What shapes texts of a face; `nil` of a metrics file.
  let shaping: PlannedFont?
  let cache = ShapeCache()
  let words = WordCache()
  /// The built-in metrics that the font is, or that are of the same face.
  let builtIn: BuiltInFonts.Face?
  package let coverage: Coverage

  /// Where measures come from.
  enum Source: @unchecked Sendable {
    // The HarfBuzz font is made immutable before it gets here.
    case face(FontFace, OpaquePointer)
    case metrics(FontMetricsFile)
  }

  /// Lets go of what was shaped.
  func releaseMeasured() {
    cache.releaseAll()
    words.releaseAll()
  }

  /// An instance of a face.
  /// - Parameter variations: The positions of axes; axes that are not named stay at their default.
  init(
    face: FontFace, family: String, variations: [FontSetting] = [], overrides: FontFaceOverrides = .none,
    isSyntheticBold: Bool = false, isSyntheticItalic: Bool = false
  ) {
    let scale = Int32(face.unitsPerEm * Self.subunits)
    let make = { @Sendable (face: OpaquePointer) in Self.makeFont(face, scale: scale, variations) }
    let font = make(face.hbFace)
    shaping = PlannedFont(font, face.shaping, variations: variations, make: make)
    source = .face(face, font)
    builtIn = face.builtIn
    self.variations = variations
    self.family = family
    self.overrides = overrides
    self.isSyntheticBold = isSyntheticBold
    self.isSyntheticItalic = isSyntheticItalic
    coverage = Coverage(face: face.hbFace)
  }

  /// An immutable HarfBuzz font of a face.
  private static func makeFont(_ face: OpaquePointer, scale: Int32, _ variations: [FontSetting]) -> OpaquePointer {
    let font = hb_font_create(face)!  // HarfBuzz returns its empty object, never NULL.
    hb_font_set_scale(font, scale, scale)
    if !variations.isEmpty {
      let settings = variations.prefix(64).map { (setting: FontSetting) in
        hb_variation_t(tag: setting.tag, value: Swift.Float(setting.value))
      }
      hb_font_set_variations(font, settings, UInt32(settings.count))
    }
    hb_font_make_immutable(font)
    return font
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
    shaping = nil
    self.builtIn = builtIn
    self.family = family
    overrides = .none
    variations = []
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

  package var isWebFont: Bool { origin == .shipped }

  package var unitsPerEm: Int {
    switch source {
    case .face(let face, _): face.unitsPerEm
    case .metrics(let file): file.unitsPerEm
    }
  }

  /// Whether the font has a glyph for the character with a variation selector after it (`cmap` format 14).
  func covers(_ character: UInt32, selector: UInt32) -> Bool {
    guard case .face(_, let font) = source else { return false }
    var glyph: UInt32 = 0
    return hb_font_get_variation_glyph(font, character, selector, &glyph) != 0
  }

  /// The advance of a character's glyph in 1/64 font units; that of glyph 0 where there is none.
  package func advance(of character: UInt32) -> Double {
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
  package func height(of character: UInt32) -> Double {
    guard case .face(_, let font) = source else { return 0 }
    var glyph: UInt32 = 0
    var extents = hb_glyph_extents_t()
    guard hb_font_get_nominal_glyph(font, character, &glyph) != 0,
      hb_font_get_glyph_extents(font, glyph, &extents) != 0
    else { return 0 }
    return Double(max(0, extents.y_bearing))
  }

  /// The face's measures with what the `MVAR` table adds at the instance's axes.
  package func variedMeasures() -> FontFaceMeasures {
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

extension Coverage {
  /// The characters that a face maps to glyphs.
  init(face: OpaquePointer) {
    let set = hb_set_create()!  // HarfBuzz returns its empty object, never NULL.
    defer { hb_set_destroy(set) }
    hb_face_collect_unicodes(face, set)
    let maximum = hb_set_get_max(set)
    guard maximum != UInt32.max else {
      self.init(words: [])
      return
    }
    var words = [UInt64](repeating: 0, count: Int(min(maximum, 0x10FFFF)) / 64 + 1)
    var first = UInt32.max
    var last = UInt32.max
    while hb_set_next_range(set, &first, &last) != 0, first <= 0x10FFFF {
      for character in first...min(last, 0x10FFFF) { words[Int(character >> 6)] |= 1 << UInt64(character & 63) }
    }
    self.init(words: words)
  }
}
