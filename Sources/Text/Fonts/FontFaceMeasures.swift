import CHarfBuzz
import Shaping

extension FontFaceMeasures {
  /// The measures in a face's tables.
  init(face: OpaquePointer) {
    var vertical = (ascent: 0, descent: 0, gap: 0)
    FontFace.withTable(face, openTypeTag("hhea")) { hhea in
      vertical = (hhea.i16(4) ?? 0, -(hhea.i16(6) ?? 0), hhea.i16(8) ?? 0)
    }
    var xHeight = 0
    var capHeight = 0
    var average = 0
    var weight = 400
    var italic = false
    var usesTypographic = false
    var rights = 0
    FontFace.withTable(face, openTypeTag("OS/2")) { os2 in
      guard let version = os2.u16(0), version != 0xFFFF, os2.count >= 68 else { return }
      average = os2.i16(2) ?? 0
      weight = os2.u16(4) ?? 400
      rights = os2.u16(8) ?? 0
      let selection = os2.u16(62) ?? 0
      italic = selection & 1 != 0 || selection & (1 << 9) != 0
      if version >= 2 {
        xHeight = os2.i16(86) ?? 0
        capHeight = os2.i16(88) ?? 0
      }
      let typographic = (os2.i16(68) ?? 0, -(os2.i16(70) ?? 0), os2.i16(72) ?? 0)
      if selection & (1 << 7) != 0 {
        vertical = typographic
        usesTypographic = true
      } else if vertical.ascent == 0, vertical.descent == 0 {
        if typographic.0 != 0 || typographic.1 != 0 {
          vertical = typographic
          usesTypographic = true
        } else {
          vertical = (os2.u16(74) ?? 0, os2.u16(76) ?? 0, 0)
        }
      }
    }
    var widest = 0
    FontFace.withTable(face, openTypeTag("head")) { head in
      widest = (head.i16(40) ?? 0) - (head.i16(36) ?? 0)
      if let style = head.u16(44), style & 2 != 0 { italic = true }
    }
    // Old fonts count from 1 to 9.
    let scaled = weight <= 9 ? weight * 100 : weight
    self.init(
      ascent: Double(vertical.ascent), descent: Double(vertical.descent), lineGap: Double(max(0, vertical.gap)),
      xHeight: Double(max(0, xHeight)), capHeight: Double(max(0, capHeight)),
      averageAdvance: Double(max(0, average)), maximumAdvance: Double(max(0, widest)),
      weightClass: Double(min(1000, max(1, scaled))), isItalic: italic)
    usesTypographicMetrics = usesTypographic
    embeddingRights = rights
  }
}

/// The glyph advances of a font that has colour bitmaps (`CBDT`) and no outlines: browsers scale the bitmap's own advance.
struct BitmapStrike: Sendable {
  /// Pixels per em of the strike.
  let pixelsPerEm: Double
  /// Ranges of glyphs with the same advance, in order: first glyph, last glyph, advance in pixels.
  private let ranges: [(first: UInt32, last: UInt32, advance: UInt8)]

  init?(face: OpaquePointer) {
    let hasOutlines =
      FontFace.withTable(face, openTypeTag("glyf")) { $0.count > 0 }
      || FontFace.withTable(face, openTypeTag("CFF ")) { $0.count > 0 }
      || FontFace.withTable(face, openTypeTag("CFF2")) { $0.count > 0 }
    guard !hasOutlines else { return nil }
    var pixels = 0
    var found: [(first: UInt32, last: UInt32, advance: UInt8)] = []
    FontFace.withTable(face, openTypeTag("CBLC")) { locations in
      FontFace.withTable(face, openTypeTag("CBDT")) { data in
        Self.read(locations, data, &pixels, &found)
      }
    }
    guard pixels > 0, !found.isEmpty else { return nil }
    pixelsPerEm = Double(pixels)
    ranges = found.sorted { $0.first < $1.first }
  }

  /// OpenType 1.9, `CBLC` and `CBDT`: the largest strike, the index formats 1 and 3 with glyph formats 17 and 18 (small
  /// or big metrics before each PNG), and formats 2 and 5 whose metrics are in the index.
  private static func read(
    _ locations: ByteReader, _ data: ByteReader, _ pixels: inout Int,
    _ found: inout [(first: UInt32, last: UInt32, advance: UInt8)]
  ) {
    guard let strikes = locations.u32(4), strikes > 0 else { return }
    var best = -1
    for strike in 0..<min(strikes, 64) {
      let record = 8 + strike * 48
      if let size = locations.u8(record + 45), size > pixels {
        pixels = size
        best = record
      }
    }
    guard best >= 0, let listOffset = locations.u32(best), let subtables = locations.u32(best + 8) else { return }
    var glyphs = 0
    for subtable in 0..<min(subtables, 4096) {
      let record = listOffset + subtable * 8
      guard let first = locations.u16(record), let last = locations.u16(record + 2), first <= last,
        let extra = locations.u32(record + 4)
      else { return }
      let header = listOffset + extra
      guard let indexFormat = locations.u16(header), let imageFormat = locations.u16(header + 2),
        let imageData = locations.u32(header + 4)
      else { continue }
      // A hostile table may name every glyph again and again.
      glyphs += last - first + 1
      guard glyphs <= 1 << 17 else { return }
      for glyph in first...last {
        var advance: Int?
        switch indexFormat {
        case 1:
          guard let offset = locations.u32(header + 8 + (glyph - first) * 4) else { continue }
          advance = Self.advance(data, imageData + offset, imageFormat)
        case 3:
          guard let offset = locations.u16(header + 8 + (glyph - first) * 2) else { continue }
          advance = Self.advance(data, imageData + offset, imageFormat)
        case 2, 5:
          advance = locations.u8(header + 12 + 4)
        default: continue
        }
        guard let advance else { continue }
        if let last = found.indices.last, found[last].advance == advance, found[last].last + 1 == glyph {
          found[last].last = UInt32(glyph)
        } else {
          found.append((UInt32(glyph), UInt32(glyph), UInt8(advance)))
        }
      }
    }
  }

  private static func advance(_ data: ByteReader, _ offset: Int, _ imageFormat: Int) -> Int? {
    // Small and big metrics both have the advance at their fifth byte.
    imageFormat == 17 || imageFormat == 18 ? data.u8(offset + 4) : nil
  }

  /// The advance of a glyph in pixels of the strike.
  func advance(of glyph: UInt32) -> Double? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].last < glyph { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].first <= glyph else { return nil }
    return Double(ranges[low].advance)
  }
}
