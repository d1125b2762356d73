/// Makes small TrueType fonts: glyphs without outlines, with advances that tests choose.
struct TestFont {
  var family = "Test"
  var unitsPerEm = 1000
  var ascent = 800
  var descent = 200
  var lineGap = 0
  var xHeight = 500
  var capHeight = 700
  var averageAdvance = 500
  var weight = 400
  var embeddingRights = 0
  /// Whether OS/2's typographic measures (twice the others) count.
  var usesTypographicMetrics = false
  /// The advances by character; glyph 0 has an advance of 1 em.
  var advances: [UInt32: Int] = [:]
  /// What pairs of characters are set apart by, in a `kern` table.
  var kerning: [(left: UInt32, right: UInt32, value: Int)] = []
  /// A character and a space after it that a ligature stands for, with the character of its glyph.
  var ligatureWithSpace: (first: UInt32, made: UInt32)?

  /// A font whose glyphs are 1 em wide for the given characters.
  static func squares(_ characters: ClosedRange<UInt32>) -> TestFont {
    var font = TestFont()
    for character in characters { font.advances[character] = 1000 }
    return font
  }

  private struct Writer {
    var bytes: [UInt8] = []
    mutating func u16(_ value: Int) {
      bytes.append(UInt8(truncatingIfNeeded: value >> 8))
      bytes.append(UInt8(truncatingIfNeeded: value))
    }
    mutating func u32(_ value: Int) {
      u16(value >> 16)
      u16(value)
    }
    mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }
  }

  /// The font file.
  func data() -> [UInt8] {
    let characters = advances.keys.sorted()
    let glyphs = characters.count + 1
    var tables: [(String, [UInt8])] = []
    func table(_ tag: String, _ write: (inout Writer) -> Void) {
      var writer = Writer()
      write(&writer)
      tables.append((tag, writer.bytes))
    }
    table("OS/2") { w in
      w.u16(4)
      w.u16(averageAdvance)
      w.u16(weight)
      w.u16(5)
      w.u16(embeddingRights)
      w.zeros(52)
      w.u16(usesTypographicMetrics ? 1 << 7 | 1 << 6 : 1 << 6)
      w.u16(0x20)
      w.u16(0xFFFF)
      w.u16(ascent * 2)
      w.u16(-descent * 2)
      w.u16(lineGap)
      w.u16(ascent)
      w.u16(descent)
      w.zeros(8)
      w.u16(xHeight)
      w.u16(capHeight)
      w.zeros(6)
    }
    table("cmap") { w in
      w.u16(0)
      w.u16(1)
      w.u16(3)
      w.u16(10)
      w.u32(12)
      w.u16(12)
      w.u16(0)
      w.u32(16 + 12 * characters.count)
      w.u32(0)
      w.u32(characters.count)
      for (i, character) in characters.enumerated() {
        w.u32(Int(character))
        w.u32(Int(character))
        w.u32(i + 1)
      }
    }
    table("glyf") { w in w.zeros(4) }
    table("head") { w in
      w.u32(0x10000)
      w.u32(0x10000)
      w.u32(0)
      w.u32(0x5F0F_3CF5)
      w.u16(0)
      w.u16(unitsPerEm)
      w.zeros(16)
      w.u16(0)
      w.u16(-descent)
      w.u16(1000)
      w.u16(ascent)
      w.u16(weight >= 700 ? 1 : 0)
      w.u16(8)
      w.u16(2)
      w.u16(0)
      w.u16(0)
    }
    table("hhea") { w in
      w.u32(0x10000)
      w.u16(ascent)
      w.u16(-descent)
      w.u16(lineGap)
      w.u16(1000)
      w.zeros(22)
      w.u16(glyphs)
    }
    table("hmtx") { w in
      w.u16(unitsPerEm)
      w.u16(0)
      for character in characters {
        w.u16(advances[character] ?? 0)
        w.u16(0)
      }
    }
    func glyph(_ character: UInt32) -> Int { (characters.firstIndex(of: character) ?? -1) + 1 }
    if !kerning.isEmpty {
      let pairs = kerning.map { (key: glyph($0.left) << 16 | glyph($0.right), value: $0.value) }.sorted {
        $0.key < $1.key
      }
      table("kern") { w in
        w.u16(0)
        w.u16(1)
        w.u16(0)
        w.u16(14 + 6 * pairs.count)
        w.u16(1)
        w.u16(pairs.count)
        w.zeros(6)
        for pair in pairs {
          w.u32(pair.key)
          w.u16(pair.value)
        }
      }
    }
    if let ligature = ligatureWithSpace {
      table("GSUB") { w in
        // The header with the places of the lists.
        for value in [1, 0, 10, 30, 44] { w.u16(value) }
        // A script (18) with its default language (22), which has one feature.
        w.u16(1)
        w.bytes += Array("DFLT".utf8)
        for value in [8, 4, 0, 0, 0xFFFF, 1, 0] { w.u16(value) }
        // A feature (38) of one lookup.
        w.u16(1)
        w.bytes += Array("liga".utf8)
        for value in [8, 0, 1, 0] { w.u16(value) }
        // A lookup (48) of one table (56).
        for value in [1, 4, 4, 0, 1, 8] { w.u16(value) }
        // A ligature of the first glyph and a space.
        for value in [1, 8, 1, 14, 1, 1, glyph(ligature.first), 1, 4, glyph(ligature.made), 2, glyph(0x20)] {
          w.u16(value)
        }
      }
    }
    table("loca") { w in w.zeros(2 * (glyphs + 1)) }
    table("maxp") { w in
      w.u32(0x10000)
      w.u16(glyphs)
      w.zeros(26)
    }
    table("name") { w in
      let name = Array(family.utf16)
      w.u16(0)
      w.u16(1)
      w.u16(18)
      w.u16(3)
      w.u16(1)
      w.u16(0x409)
      w.u16(1)
      w.u16(name.count * 2)
      w.u16(0)
      for unit in name { w.u16(Int(unit)) }
    }
    table("post") { w in
      w.u32(0x30000)
      w.zeros(28)
    }
    tables.sort { Array($0.0.utf8).lexicographicallyPrecedes(Array($1.0.utf8)) }
    var file = Writer()
    file.u32(0x10000)
    file.u16(tables.count)
    file.u16(128)
    file.u16(3)
    file.u16(tables.count * 16 - 128)
    var offset = 12 + tables.count * 16
    for (tag, bytes) in tables {
      file.bytes.append(contentsOf: tag.utf8)
      file.u32(0)
      file.u32(offset)
      file.u32(bytes.count)
      offset += (bytes.count + 3) & ~3
    }
    for (_, bytes) in tables {
      file.bytes.append(contentsOf: bytes)
      while file.bytes.count & 3 != 0 { file.bytes.append(0) }
    }
    return file.bytes
  }
}
