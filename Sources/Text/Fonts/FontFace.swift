import CHarfBuzz
import Platform
import Shaping

/// Where a font comes from, and so how far a client may trust what it measured.
public enum FontOrigin: String, Hashable, Sendable {
  /// Declared by the page with `@font-face`: the package carries it.
  case shipped
  /// A font file of the `fonts` map in the configuration.
  case configured
  /// A metrics file of the `fonts` map.
  case metrics
  /// Found on the build machine through fontconfig, or built into the tool: what it measured is approximate.
  case system
}

/// One face of a font file, without size or variations.
final class FontFace: @unchecked Sendable {
  // HarfBuzz's face is made immutable in the initialiser; from then on it may be read from any thread.
  let hbFace: OpaquePointer
  let shaping: PlannedFace
  let tables: FontTables
  let index: Int
  let origin: FontOrigin
  /// The family's name (name 16, else 1).
  let familyName: String
  /// The PostScript name (name 6).
  let postScriptName: String
  /// The path of a system font, or empty.
  let path: String
  let unitsPerEm: Int
  let glyphCount: Int
  /// The measures of the tables, in font units.
  let measures: FontFaceMeasures
  /// `OS/2.usWeightClass`, 1–1000.
  let weight: Double
  let isItalic: Bool
  let axes: [FontAxis]
  /// Glyphs are bitmaps of a single size, whose advances count.
  let bitmapStrike: BitmapStrike?
  /// Whether `GPOS` has alternate half widths (`halt`).
  let hasHalfWidths: Bool
  private let knownIndependence = Mutex<Bool?>(nil)
  /// The built-in metrics of the same face, for fonts of the machine.
  private(set) var builtIn: BuiltInFonts.Face?

  /// A face of a file; `nil` where it has no glyphs.
  init?(tables: FontTables, index: Int, origin: FontOrigin, path: String = "") {
    guard index >= 0, index < tables.faceCount, let face = hb_face_create(tables.blob, UInt32(index)) else {
      return nil
    }
    hb_face_make_immutable(face)
    let glyphs = Int(hb_face_get_glyph_count(face))
    let unitsPerEm = Int(hb_face_get_upem(face))
    guard glyphs > 0, (16...16384).contains(unitsPerEm) else {
      hb_face_destroy(face)
      return nil
    }
    hbFace = face
    shaping = PlannedFace(face, tables: tables, index: index)
    self.tables = tables
    self.index = index
    self.origin = origin
    self.path = path
    self.unitsPerEm = unitsPerEm
    glyphCount = glyphs
    familyName = Self.name(16, of: face) ?? Self.name(1, of: face) ?? ""
    postScriptName = Self.name(6, of: face) ?? ""
    measures = FontFaceMeasures(face: face)
    weight = measures.weightClass
    isItalic = measures.isItalic
    axes = FontAxis.axes(of: face)
    bitmapStrike = BitmapStrike(face: face)
    var features = [UInt32](repeating: 0, count: 512)
    var count = UInt32(features.count)
    _ = hb_ot_layout_table_get_feature_tags(face, openTypeTag("GPOS"), 0, &count, &features)
    hasHalfWidths = features.prefix(Int(count)).contains(openTypeTag("halt"))
    if origin == .system { builtIn = BuiltInFonts.face(matching: self) }
  }

  /// Whether no rule of the face reaches over a space but kerning with its neighbours; found when it is first asked for.
  var spacesAreIndependent: Bool {
    knownIndependence.withLock { known in
      if let known { return known }
      let answer = findSpaceIndependence()
      known = answer
      return answer
    }
  }

  deinit {
    hb_face_destroy(hbFace)
  }

  private static func name(_ identifier: UInt32, of face: OpaquePointer) -> String? {
    var buffer = [CChar](repeating: 0, count: 512)
    var capacity = UInt32(buffer.count)
    let english = hb_language_from_string("en", 2)
    let length = hb_ot_name_get_utf8(face, identifier, english, &capacity, &buffer)
    guard length > 0 else { return nil }
    return String(decoding: buffer.prefix(Int(capacity)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Calls `body` with the bytes of a table; without a table there are none.
  static func withTable<Result>(_ face: OpaquePointer, _ tag: UInt32, _ body: (ByteReader) -> Result) -> Result {
    let blob = hb_face_reference_table(face, tag)
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    let start = hb_blob_get_data(blob, &length)
    return body(ByteReader(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(length))))
  }
}

/// An axis of a variable font, in user units.
struct FontAxis: Hashable, Sendable {
  var tag: UInt32
  var minimum: Double
  var initial: Double
  var maximum: Double

  static func axes(of face: OpaquePointer) -> [FontAxis] {
    let total = Int(hb_ot_var_get_axis_count(face))
    guard total > 0, total <= 64 else { return [] }
    var found = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: total)
    var count = UInt32(total)
    hb_ot_var_get_axis_infos(face, 0, &count, &found)
    return found.prefix(Int(count)).map {
      FontAxis(
        tag: $0.tag, minimum: Double($0.min_value), initial: Double($0.default_value), maximum: Double($0.max_value))
    }
  }
}
