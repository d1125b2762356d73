import CHarfBuzz

/// Why a font is not subset.
public enum FontSubsetError: Error, Hashable, Sendable {
  /// `OS/2.fsType` forbids subsetting (bit 8) or any embedding (bit 1).
  case licenceForbids
  /// HarfBuzz cannot subset the font.
  case unsupported
}

extension FontFile {
  /// The font with only the glyphs that characters need, and all that their shaping may reach, as OpenType.
  ///
  /// The same font and characters give the same bytes. Characters that the font lacks are left out; layout features, names
  /// and variation axes are kept.
  /// - Throws: ``FontSubsetError``.
  public func subset(to characters: some Sequence<UInt32>) throws(FontSubsetError) -> [UInt8] {
    guard let face = hb_face_create(tables.blob, 0) else { throw .unsupported }
    defer { hb_face_destroy(face) }
    let rights = FontFaceMeasures(face: face, unitsPerEm: 1000).embeddingRights
    // OpenType 1.9, OS/2 fsType: bits 1 to 3 are exclusive; 2 alone is restricted.
    guard rights & 0x0100 == 0, rights & 0x000E != 0x0002 else { throw .licenceForbids }
    guard let input = hb_subset_input_create_or_fail() else { throw .unsupported }
    defer { hb_subset_input_destroy(input) }
    let unicodes = hb_subset_input_unicode_set(input)
    for character in characters where character <= 0x10FFFF { hb_set_add(unicodes, character) }
    // Everything that shaping may need stays: features are the page's to switch on.
    let features = hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG)
    hb_set_clear(features)
    hb_set_invert(features)
    hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NOTDEF_OUTLINE.rawValue)
    guard let subset = hb_subset_or_fail(face, input) else { throw .unsupported }
    defer { hb_face_destroy(subset) }
    let blob = hb_face_reference_blob(subset)
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length > 0 else { throw .unsupported }
    return Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
  }
}
