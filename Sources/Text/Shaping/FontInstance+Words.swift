import CHarfBuzz
import Shaping

extension FontInstance {
  /// Scripts whose letters HarfBuzz shapes one after the other, without syllables or forms that depend on neighbours.
  private static let plainScripts: Set<UInt32> = [
    CharacterClass.latin, CharacterClass.common, openTypeTag("Grek"), openTypeTag("Cyrl"),
  ]

  /// A run put together from its words, which are shaped with the spaces around them; `nil` where its parts may depend on more.
  ///
  /// A space is in two words. What each of its neighbours adds to its advance is added up, as kerning does.
  func shapedByWords(_ key: ShapeKey, _ shape: (ShapeKey) -> ShapedRun) -> ShapedRun? {
    guard key.contextBefore == 0, key.contextAfter == 0, !key.isRightToLeft, Self.plainScripts.contains(key.script),
      Self.hasPlainWords(key.text), spacesAreIndependent, let style = words.style(of: key)
    else { return nil }
    return key.text.withUnsafeBufferPointer { text in
      func word(_ range: Range<Int>) -> ShapedRun {
        let units = UnsafeBufferPointer(rebasing: text[range])
        return words.run(units, style: style) {
          var part = key
          part.text = Array(units)
          return shape(part)
        }
      }
      var units: [ShapedRun.Unit] = []
      units.reserveCapacity(text.count)
      var space: ShapedRun.Unit?
      var start = 0
      while start < text.count {
        // From a space, or the run's start, to the next one.
        var end = start + 1
        while end < text.count, text[end] != 0x20 { end += 1 }
        let isLast = end == text.count
        let run = word(start..<(isLast ? end : end + 1))
        guard run.units.count == end - start + (isLast ? 0 : 1) else { return nil }
        var first = 0
        if start > 0, let last = units.indices.last {
          // The space before the word is the last of the one before.
          let lone = space ?? word(start..<start + 1).units[0]
          space = lone
          units[last].advance &+= run.units[0].advance &- lone.advance
          if run.units[0].isUnsafeToBreak { units[last].isUnsafeToBreak = true }
          first = 1
        }
        units.append(contentsOf: run.units[first...])
        start = end
      }
      return ShapedRun(units: units)
    }
  }

  /// Whether a text has several words with single spaces between them, of characters that are shaped one by one.
  private static func hasPlainWords(_ text: [UInt16]) -> Bool {
    text.withUnsafeBufferPointer { text in
      var spaces = 0
      var last: UInt16 = 0
      for unit in text {
        // Marks, joiners and what is composed are above, except for the soft hyphen.
        guard unit < 0x250 && unit != 0xAD && unit != 0xA0 || unit >= 0x2010 && unit <= 0x2027 else { return false }
        if unit == 0x20 {
          if last == 0x20 { return false }
          spaces += 1
        }
        last = unit
      }
      return spaces > 0 && text.count > 2
    }
  }

  /// Whether nothing reaches over a space but the kerning with its neighbours.
  private var spacesAreIndependent: Bool {
    switch source {
    case .metrics: true
    case .face(let face, _): face.spacesAreIndependent
    }
  }
}

extension FontFace {
  /// What decides whether the face's tables let words be shaped by themselves.
  func findSpaceIndependence() -> Bool {
    guard bitmapStrike == nil, Self.appleTables.allSatisfy({ !hasTable($0) }), hasOnlyPairsInKernTable else {
      return false
    }
    guard let space = nominalGlyph(0x20) else { return false }
    return [openTypeTag("GSUB"), openTypeTag("GPOS")].allSatisfy { isIndependent(space, in: $0) }
  }

  /// Tables of other layout engines, which HarfBuzz prefers.
  private static let appleTables: [StaticString] = ["morx", "mort", "kerx", "trak", "Silf"]

  private func hasTable(_ tag: StaticString) -> Bool { Self.withTable(hbFace, openTypeTag(tag)) { $0.count > 0 } }

  /// The glyph of a character; `nil` where there is none.
  private func nominalGlyph(_ character: UInt32) -> UInt32? {
    guard let font = hb_font_create(hbFace) else { return nil }
    defer { hb_font_destroy(font) }
    var glyph: UInt32 = 0
    return hb_font_get_nominal_glyph(font, character, &glyph) != 0 ? glyph : nil
  }

  /// Whether a `kern` table is OpenType's and has nothing but pairs; that of Apple may have state machines.
  private var hasOnlyPairsInKernTable: Bool {
    Self.withTable(hbFace, openTypeTag("kern")) { table in
      guard table.count > 0 else { return true }
      return table.u16(0) == 0 && table.u16(2) == 1 && table.u8(8) == 0
    }
  }

  /// Whether a glyph has a part in no lookup of a table but in the first values of pairs.
  private func isIndependent(_ glyph: UInt32, in tag: UInt32) -> Bool {
    Self.withTable(hbFace, tag) { table in
      guard table.count > 0 else { return true }
      guard let list = table.u16(8), let count = table.u16(list), count <= Self.maximumLookups else { return false }
      let found = hb_set_create()
      defer { hb_set_destroy(found) }
      for index in 0..<count {
        guard let offset = table.u16(list + 2 + index * 2), let flags = table.u16(list + offset + 2) else {
          return false
        }
        // What ignores bases or ligatures may reach over a space.
        if flags & 0x6 != 0 { return false }
        if tag == openTypeTag("GPOS"), isPlainPair(table, list + offset) { continue }
        hb_ot_layout_lookup_collect_glyphs(hbFace, tag, UInt32(index), found, found, found, found)
        if hb_set_has(found, glyph) != 0 { return false }
      }
      return true
    }
  }

  /// More lookups than this are not looked through.
  private static let maximumLookups = 512

  /// Whether a lookup adjusts pairs only by their first glyph.
  private func isPlainPair(_ table: ByteReader, _ lookup: Int) -> Bool {
    guard let type = table.u16(lookup), let count = table.u16(lookup + 4) else { return false }
    for index in 0..<count {
      guard let offset = table.u16(lookup + 6 + index * 2) else { return false }
      var subtable = lookup + offset
      var kind = type
      if type == 9 {
        guard let extended = table.u16(subtable + 2), let place = table.u32(subtable + 4) else { return false }
        kind = extended
        subtable += place
      }
      guard kind == 2, table.u16(subtable + 6) == 0 else { return false }
    }
    return true
  }
}
