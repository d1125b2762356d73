import CHarfBuzz
import Shaping

extension FontInstance {
  /// Whether the face substitutes glyphs under a feature.
  package func substitutes(_ feature: StaticString) -> Bool {
    if case .face(let face, _) = source { face.hasSubstitution(feature) } else { false }
  }

  /// Whether the font can set full-width punctuation half-width (`halt`).
  package var hasHalfWidths: Bool {
    if case .face(let face, _) = source { face.hasHalfWidths } else { false }
  }

  /// Whether a character's ink is in the left half of the em.
  package func isInLeftHalf(_ character: UInt32) -> Bool {
    guard case .face(_, let font) = source else { return false }
    var glyph: UInt32 = 0
    var extents = hb_glyph_extents_t()
    guard hb_font_get_nominal_glyph(font, character, &glyph) != 0,
      hb_font_get_glyph_extents(font, glyph, &extents) != 0
    else { return false }
    return Int(extents.x_bearing) + Int(extents.width) <= unitsPerEm * Self.subunits / 2
  }
}
