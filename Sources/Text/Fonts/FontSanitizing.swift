/// The checks of browsers' sanitizer (OpenType Sanitizer), as far as they decide whether a web font is used at all: the
/// table directory, the required tables and what measuring reads of them.
///
/// Layout tables are not looked into: browsers hand them to the shaper, which is hardened itself, as they are.
struct FontSanitizing {
  private let file: ByteReader
  private var tables: [String: ByteReader] = [:]

  /// What is wrong with the first face of a font, or `nil`.
  static func fault(in bytes: UnsafeRawBufferPointer) -> String? {
    do throws(Fault) {
      var sanitizing = FontSanitizing(bytes)
      try sanitizing.check()
      return nil
    } catch {
      return error.text
    }
  }

  private struct Fault: Error {
    var text: String
    init(_ text: String) { self.text = text }
  }

  private init(_ bytes: UnsafeRawBufferPointer) { file = ByteReader(bytes) }

  private mutating func check() throws(Fault) {
    try readDirectory()
    let glyphs = try checkHeaders()
    try checkMetrics(glyphs)
    if let glyphData = tables["glyf"], let locations = tables["loca"] {
      try checkOutlines(glyphData, locations, glyphs)
    } else if !["CFF ", "CFF2", "CBDT", "sbix", "SVG ", "COLR"].contains(where: { tables[$0] != nil }) {
      throw Fault("it has no glyphs")
    }
    try checkCharacterMap()
  }

  // MARK: Directory (OpenType 1.9, Table directory)

  private mutating func readDirectory() throws(Fault) {
    var start = 0
    if file.matches("ttcf", at: 0) {
      guard let first = file.u32(12) else { throw Fault("the file ends inside its header") }
      start = first
    }
    guard let count = file.u16(start + 4) else { throw Fault("the file ends inside its header") }
    guard count > 0, count <= 512 else { throw Fault("the table directory is damaged") }
    var ranges: [Range<Int>] = []
    for i in 0..<count {
      let entry = start + 12 + i * 16
      guard let tag = file.slice(entry, 4), let offset = file.u32(entry + 8), let length = file.u32(entry + 12) else {
        throw Fault("the file ends inside its table directory")
      }
      let name = String(decoding: tag.bytes, as: UTF8.self)
      guard let table = file.slice(offset, length) else { throw Fault("the table `\(name)` ends outside the file") }
      guard offset & 3 == 0 else { throw Fault("the table `\(name)` is not aligned to four bytes") }
      guard length > 0 else { throw Fault("the table `\(name)` is empty") }
      ranges.append(offset..<offset + length)
      if tables[name] == nil { tables[name] = table }
    }
    // Faces of a collection share tables, a face's own never overlap.
    let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
    for (left, right) in zip(sorted, sorted.dropFirst()) where right.lowerBound < left.upperBound {
      throw Fault("tables overlap")
    }
  }

  private func table(_ name: String) throws(Fault) -> ByteReader {
    guard let table = tables[name] else { throw Fault("the table `\(name)` is missing") }
    return table
  }

  // MARK: Headers

  /// `head`, `maxp`, `OS/2`, `name` and `post`; answers the number of glyphs.
  private func checkHeaders() throws(Fault) -> Int {
    let profile = try table("maxp")
    guard let version = profile.u32(0), let glyphs = profile.u16(4) else { throw Fault("`maxp` is cut short") }
    guard version == 0x5000 || version == 0x10000 else { throw Fault("`maxp` has an unknown version") }
    guard glyphs > 0 else { throw Fault("it has no glyphs") }
    if version == 0x10000, profile.count < 32 { throw Fault("`maxp` is cut short") }
    let head = try table("head")
    guard head.count >= 54 else { throw Fault("`head` is cut short") }
    guard head.u16(0) == 1, head.u32(12) == 0x5F0F_3CF5 else { throw Fault("`head` is damaged") }
    guard let unitsPerEm = head.u16(18), (16...16384).contains(unitsPerEm) else {
      throw Fault("`head` has an unknown unit")
    }
    guard let xMin = head.i16(36), let yMin = head.i16(38), let xMax = head.i16(40), let yMax = head.i16(42),
      xMin <= xMax, yMin <= yMax
    else { throw Fault("`head` has no bounds") }
    guard let format = head.u16(50), format <= 1, head.u16(52) == 0 else { throw Fault("`head` is damaged") }
    let windows = try table("OS/2")
    guard let windowsVersion = windows.u16(0), windowsVersion <= 5, windows.count >= 68 else {
      throw Fault("`OS/2` is damaged")
    }
    let least = [68, 86, 96, 96, 96, 100][windowsVersion]
    if windowsVersion > 0, windows.count < least, windows.count < 78 { throw Fault("`OS/2` is cut short") }
    let names = try table("name")
    guard names.u16(0).map({ $0 <= 1 }) == true, names.u16(2) != nil, names.u16(4) != nil else {
      throw Fault("`name` is damaged")
    }
    let script = try table("post")
    guard let scriptVersion = script.u32(0), script.count >= 32,
      [0x10000, 0x20000, 0x30000].contains(scriptVersion)
    else { throw Fault("`post` is damaged") }
    return glyphs
  }

  /// `hhea` and `hmtx`.
  private func checkMetrics(_ glyphs: Int) throws(Fault) {
    let header = try table("hhea")
    guard header.u16(0) == 1, let metrics = header.u16(34), header.i16(4) != nil else {
      throw Fault("`hhea` is cut short")
    }
    guard metrics > 0, metrics <= glyphs else { throw Fault("`hhea` counts more glyphs than there are") }
    let advances = try table("hmtx")
    guard advances.count >= metrics * 4 + (glyphs - metrics) * 2 else { throw Fault("`hmtx` is cut short") }
  }

  // MARK: Outlines (`loca`, `glyf`)

  private func checkOutlines(_ data: ByteReader, _ locations: ByteReader, _ glyphs: Int) throws(Fault) {
    let isLong = tables["head"]?.u16(50) == 1
    guard locations.count >= (glyphs + 1) * (isLong ? 4 : 2) else { throw Fault("`loca` is cut short") }
    func location(_ glyph: Int) -> Int {
      isLong ? locations.u32(glyph * 4) ?? 0 : (locations.u16(glyph * 2) ?? 0) * 2
    }
    var start = location(0)
    for glyph in 0..<glyphs {
      let end = location(glyph + 1)
      guard start <= end, let outline = data.slice(start, end - start) else {
        throw Fault("`loca` leads outside `glyf`")
      }
      if outline.count > 0, !Self.isSound(outline, glyphs) { throw Fault("the outline of glyph \(glyph) is damaged") }
      start = end
    }
  }

  private static func isSound(_ outline: ByteReader, _ glyphs: Int) -> Bool {
    guard let contours = outline.i16(0), outline.count >= 10 else { return false }
    guard contours >= 0 else { return contours == -1 && isSoundComposite(outline, glyphs) }
    guard contours > 0 else { return true }
    var last = -1
    for contour in 0..<contours {
      guard let end = outline.u16(10 + contour * 2), end > last || contour > 0 && end == last else { return false }
      last = end
    }
    guard let instructions = outline.u16(10 + contours * 2) else { return false }
    var offset = 12 + contours * 2 + instructions
    var points = 0
    var coordinates = 0
    while points <= last {
      guard let flag = outline.u8(offset) else { return false }
      offset += 1
      var times = 1
      if flag & 8 != 0 {
        guard let repeats = outline.u8(offset) else { return false }
        offset += 1
        times += repeats
      }
      let x = flag & 2 != 0 ? 1 : flag & 16 != 0 ? 0 : 2
      let y = flag & 4 != 0 ? 1 : flag & 32 != 0 ? 0 : 2
      points += times
      coordinates += times * (x + y)
    }
    return points == last + 1 && offset + coordinates <= outline.count
  }

  private static func isSoundComposite(_ outline: ByteReader, _ glyphs: Int) -> Bool {
    var offset = 10
    while true {
      guard let flags = outline.u16(offset), let glyph = outline.u16(offset + 2), glyph < glyphs else { return false }
      offset += 4 + (flags & 1 != 0 ? 4 : 2)
      if flags & 8 != 0 { offset += 2 } else if flags & 64 != 0 { offset += 4 } else if flags & 128 != 0 { offset += 8 }
      guard offset <= outline.count else { return false }
      if flags & 32 == 0 { return true }
    }
  }

  // MARK: Characters (`cmap`)

  private func checkCharacterMap() throws(Fault) {
    let map = try table("cmap")
    guard map.u16(0) == 0, let count = map.u16(2), count > 0 else { throw Fault("`cmap` is damaged") }
    for i in 0..<count {
      let record = 4 + i * 8
      guard let platform = map.u16(record), let encoding = map.u16(record + 2), let offset = map.u32(record + 4),
        let format = map.u16(offset)
      else { throw Fault("`cmap` is cut short") }
      // Only what shapers read counts.
      guard platform == 0 || platform == 3 && [0, 1, 10].contains(encoding) else { continue }
      let isSound: Bool
      switch format {
      case 4: isSound = Self.isSoundFormat4(map, offset)
      case 12, 13:
        let groups = map.u32(offset + 12) ?? -1
        isSound = groups >= 0 && groups <= 1 << 20 && map.slice(offset, 16 + groups * 12) != nil
      default: isSound = map.slice(offset, 4) != nil
      }
      guard isSound else { throw Fault("`cmap` is damaged") }
    }
  }

  /// OpenType 1.9, `cmap`, format 4: segments in ascending order, the last of which ends at U+FFFF.
  private static func isSoundFormat4(_ map: ByteReader, _ offset: Int) -> Bool {
    guard let double = map.u16(offset + 6), double & 1 == 0, double > 0 else { return false }
    let segments = double / 2
    guard map.slice(offset, 16 + segments * 8) != nil else { return false }
    var last = -1
    for segment in 0..<segments {
      guard let end = map.u16(offset + 14 + segment * 2), let start = map.u16(offset + 16 + double + segment * 2),
        start <= end, end > last || segment == segments - 1
      else { return false }
      last = end
    }
    return last == 0xFFFF
  }
}
