import CHarfBuzz
import Shaping

/// Why a font is not subset.
public enum FontSubsetError: Error, Hashable, Sendable {
  /// `OS/2.fsType` forbids subsetting (bit 8) or any embedding (bit 1).
  case licenceForbids
  /// A collection: its faces share tables.
  case collection
  /// The font has a table that shaping or drawing uses and that a subset would lose.
  case table(String)
  /// HarfBuzz cannot subset the font.
  case unsupported

  /// Why, for people; after "the font stays whole: ".
  public var text: String {
    switch self {
    case .licenceForbids: "its licence (OS/2 fsType) forbids subsetting"
    case .collection: "it is a collection of fonts"
    case .table(let tag): "it has a table `\(tag)`, which a subset would lose"
    case .unsupported: "it cannot be subset"
    }
  }
}

extension FontFile {
  /// The font with only the glyphs that characters need, and all that their shaping may reach, as OpenType.
  ///
  /// The same font and characters give the same bytes. Characters that the font lacks are left out; layout features, the
  /// names in English and variation axes are kept. Every character that is kept measures as before.
  /// - Throws: ``FontSubsetError``.
  public func subset(to characters: some Sequence<UInt32>) throws(FontSubsetError) -> [UInt8] {
    guard tables.faceCount == 1 else { throw .collection }
    guard let face = hb_face_create(tables.blob, 0) else { throw .unsupported }
    defer { hb_face_destroy(face) }
    let rights = FontFaceMeasures(face: face).embeddingRights
    // OpenType 1.9, OS/2 fsType: bits 1 to 3 are exclusive; bit 1 without the others restricts the licence.
    guard rights & 0x0100 == 0, rights & 0x000E != 0x0002 else { throw .licenceForbids }
    let tags = Self.tableTags(face)
    // HarfBuzz drops what it cannot subset: AAT and Graphite shaping, SVG glyphs and monochrome bitmaps.
    for tag in ["morx", "mort", "kerx", "Silf", "SVG ", "EBDT"] where tags.contains(Self.tag(tag)) {
      throw .table(tag.filter { $0 != " " })
    }
    guard let input = hb_subset_input_create_or_fail() else { throw .unsupported }
    defer { hb_subset_input_destroy(input) }
    let unicodes = hb_subset_input_unicode_set(input)
    let kept = Self.closure(of: characters, in: face)
    for character in kept { hb_set_add(unicodes, character) }
    // Everything that shaping may need stays: features are the page's to switch on.
    for set in [HB_SUBSET_SETS_LAYOUT_FEATURE_TAG, HB_SUBSET_SETS_NAME_ID] {
      let all = hb_subset_input_set(input, set)
      hb_set_clear(all)
      hb_set_invert(all)
    }
    var flags = HB_SUBSET_FLAGS_NOTDEF_OUTLINE.rawValue
    let kern = Self.tag("kern")
    if tags.contains(kern), !Self.positionsPairs(face) {
      // The old table counts for shaping: it is kept as it is, and glyphs their numbers with it.
      flags |= HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue
      hb_set_del(hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG), kern)
      hb_set_add(hb_subset_input_set(input, HB_SUBSET_SETS_NO_SUBSET_TABLE_TAG), kern)
    }
    hb_subset_input_set_flags(input, flags)
    guard let subset = hb_subset_or_fail(face, input) else { throw .unsupported }
    defer { hb_face_destroy(subset) }
    guard Self.measureAlike(kept, face, subset) else { throw .unsupported }
    let blob = hb_face_reference_blob(subset)
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length > 0 else { throw .unsupported }
    return Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
  }

  /// The subset in the container that the file has: WOFF, WOFF2 or plain OpenType.
  /// - Throws: ``FontSubsetError``.
  public func subsetFile(to characters: some Sequence<UInt32>) throws(FontSubsetError) -> [UInt8] {
    let font = try subset(to: characters)
    let signature = bytes.prefix(4)
    let packed: [UInt8]?
    if signature.elementsEqual("wOFF".utf8) {
      packed = encodeWOFF(font)
    } else if signature.elementsEqual("wOF2".utf8) {
      packed = encodeWOFF2(font)
    } else {
      packed = font
    }
    guard let packed else { throw .unsupported }
    return packed
  }

  private static func tag(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  private static func tableTags(_ face: OpaquePointer) -> Set<UInt32> {
    var tags = [UInt32](repeating: 0, count: 256)
    var count = UInt32(tags.count)
    _ = hb_face_get_table_tags(face, 0, &count, &tags)
    return Set(tags.prefix(Int(count)))
  }

  /// Whether `GPOS` has kerning, so that the table `kern` does not count.
  private static func positionsPairs(_ face: OpaquePointer) -> Bool {
    var tags = [UInt32](repeating: 0, count: 512)
    var count = UInt32(tags.count)
    _ = hb_ot_layout_table_get_feature_tags(face, tag("GPOS"), 0, &count, &tags)
    return tags.prefix(Int(count)).contains(tag("kern"))
  }

  /// The characters with those that shaping may take in their place: compositions and decompositions (UAX 15), parts of
  /// vowels of Thai, Lao and Khmer, the circle of marks without a base, mirrored forms (UAX 9), hyphens and spaces, and
  /// presentation forms of Hebrew and Arabic.
  private static func closure(of characters: some Sequence<UInt32>, in face: OpaquePointer) -> [UInt32] {
    let functions = hb_unicode_funcs_get_default()
    var found: Set<UInt32> = []
    var pending = characters.filter { $0 <= 0x10FFFF }
    while let character = pending.popLast() {
      guard found.insert(character).inserted else { continue }
      var first: UInt32 = 0
      var second: UInt32 = 0
      if hb_unicode_decompose(functions, character, &first, &second) != 0 {
        pending.append(first)
        if second != 0 { pending.append(second) }
      }
      let mirrored = hb_unicode_mirroring(functions, character)
      if mirrored != character { pending.append(mirrored) }
      switch character {
      case 0xAD, 0x2010, 0x2011: pending += [0x2D, 0x2010]
      case 0x09, 0xA0, 0x2000...0x200A, 0x202F, 0x205F: pending.append(0x20)
      // Shaping takes these apart, though Unicode has no canonical decomposition of them.
      case 0x0E33: pending += [0x0E4D, 0x0E32]
      case 0x0EB3: pending += [0x0ECD, 0x0EB2]
      case 0x17BE, 0x17BF, 0x17C0, 0x17C4, 0x17C5: pending.append(0x17C1)
      default: break
      }
    }
    func hasAny(_ range: ClosedRange<UInt32>) -> Bool {
      found.count < range.count ? found.contains { range.contains($0) } : range.contains { found.contains($0) }
    }
    if hasAny(0x590...0x5FF) { found.formUnion(0xFB1D...0xFB4F) }
    if hasAny(0x600...0x6FF) {
      found.formUnion(0xFB50...0xFDFF)
      found.formUnion(0xFE70...0xFEFE)
    }
    let hasMarks = found.contains {
      let category = hb_unicode_general_category(functions, $0)
      return category == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK
        || category == HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK
    }
    if hasMarks { found.insert(0x25CC) }
    addCompositions(to: &found, in: face, functions)
    return found.sorted()
  }

  /// Adds the font's characters that are composed of others which were found.
  private static func addCompositions(
    to found: inout Set<UInt32>, in face: OpaquePointer, _ functions: OpaquePointer?
  ) {
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    hb_face_collect_unicodes(face, set)
    // HB_SET_VALUE_INVALID begins and ends the walk.
    var character = UInt32.max
    var parts: [(composed: UInt32, first: UInt32, second: UInt32)] = []
    while hb_set_next(set, &character) != 0 {
      var first: UInt32 = 0
      var second: UInt32 = 0
      guard !found.contains(character), hb_unicode_decompose(functions, character, &first, &second) != 0 else {
        continue
      }
      parts.append((character, first, second))
    }
    // Compositions of compositions need as many rounds as a letter has marks.
    for _ in 0..<4 {
      let count = found.count
      for part in parts where found.contains(part.first) && (part.second == 0 || found.contains(part.second)) {
        found.insert(part.composed)
      }
      if found.count == count { return }
    }
  }

  /// Whether characters have the same advances in two faces.
  private static func measureAlike(_ characters: [UInt32], _ first: OpaquePointer, _ second: OpaquePointer) -> Bool {
    guard let one = hb_font_create(first), let other = hb_font_create(second) else { return false }
    defer {
      hb_font_destroy(one)
      hb_font_destroy(other)
    }
    for character in characters {
      var old: UInt32 = 0
      var new: UInt32 = 0
      guard hb_font_get_nominal_glyph(one, character, &old) != 0 else { continue }
      guard hb_font_get_nominal_glyph(other, character, &new) != 0,
        hb_font_get_glyph_h_advance(one, old) == hb_font_get_glyph_h_advance(other, new)
      else { return false }
    }
    return true
  }
}
