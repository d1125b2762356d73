import CHarfBuzz
import Shaping
import CSSValues
import CZlib
import Foundation
import Platform

/// The metrics of the fonts that Chromium on Linux takes where a page names none: Liberation and DejaVu, without their
/// outlines. They measure text on machines without fonts as the fonts themselves do on machines that have them, and
/// layout files name them alike.
///
/// `Tools/built-in-metrics` writes the data.
enum BuiltInFonts {
  /// One face.
  final class Face: Sendable {
    /// The family's own name.
    let family: String
    /// The face's text, over which layout files hash.
    let content: [UInt8]
    /// Names the tables of the font file that the metrics are of: see ``BuiltInFonts/fingerprint(of:)``.
    let fingerprint: UInt64
    let isBold: Bool
    let isItalic: Bool
    private let instance = Mutex<FontInstance?>(nil)

    init(family: String, content: [UInt8], fingerprint: UInt64, isBold: Bool, isItalic: Bool) {
      self.family = family
      self.content = content
      self.fingerprint = fingerprint
      self.isBold = isBold
      self.isItalic = isItalic
    }

    /// The font that measures with the face, read when something first asks for it.
    var font: FontInstance {
      instance.withLock { instance in
        if let instance { return instance }
        guard let metrics = try? FontMetricsFile(text: String(decoding: content, as: UTF8.self)) else {
          preconditionFailure("the built-in metrics of \(family) are a metrics file: a test reads all of them")
        }
        let made = FontInstance(builtIn: self, metrics: metrics)
        instance = made
        return made
      }
    }
  }

  private static let sans = faces("Liberation Sans", liberationSansMetrics)
  private static let serif = faces("Liberation Serif", liberationSerifMetrics)
  private static let mono = faces("Liberation Mono", liberationMonoMetrics)
  private static let dejaVuSans = faces("DejaVu Sans", dejaVuSansMetrics)
  private static let dejaVuMono = faces("DejaVu Sans Mono", dejaVuSansMonoMetrics)

  /// The faces of a family as style sheets and Chromium's settings name it: its own name, those of the fonts that it has
  /// the metrics of, and fontconfig's old generic names.
  private static func faces(named family: String) -> [Face] {
    switch family.lowercased() {
    case "arial", "helvetica", "arimo", "liberation sans": sans
    case "times new roman", "times", "tinos", "liberation serif": serif
    case "courier new", "courier", "cousine", "liberation mono": mono
    case "sans", "dejavu sans": dejaVuSans
    case "monospace", "dejavu sans mono": dejaVuMono
    default: []
    }
  }

  /// The face of a family that is nearest to a style; `nil` for families that are not built in.
  static func face(named family: String, weight: Double, isItalic: Bool) -> Face? {
    // fontconfig's scale of weights has 550 half-way between regular and bold.
    let isBold = weight > 550
    let faces = faces(named: family)
    return faces.first { $0.isItalic == isItalic && $0.isBold == isBold } ?? faces.first
  }

  /// The face that a font of the machine is; `nil` for other fonts, and other versions of these.
  static func face(matching face: FontFace) -> Face? {
    let candidates = faces(named: face.familyName)
    guard !candidates.isEmpty else { return nil }
    let fingerprint = fingerprint(of: face)
    return candidates.first { $0.fingerprint == fingerprint }
  }

  /// The tables of a font that shaping reads.
  private static let tables: [StaticString] = ["hhea", "OS/2", "hmtx", "cmap", "kern", "GPOS", "GSUB"]

  /// The 64-bit FNV-1a hash of the tables that shaping reads, one after another: the same for files that differ in names,
  /// only outlines and dates.
  static func fingerprint(of face: FontFace) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for tag in tables {
      guard let blob = hb_face_reference_table(face.hbFace, openTypeTag(tag)) else { continue }
      defer { hb_blob_destroy(blob) }
      var length: UInt32 = 0
      guard let bytes = hb_blob_get_data(blob, &length) else { continue }
      for byte in UnsafeRawBufferPointer(start: bytes, count: Int(length)) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    return hash
  }

  /// Unpacks a family's data. The first line has, for each face, its fingerprint in hexadecimal, the length of its text,
  /// its weight and whether it is italic, with colons; the rest is the texts, deflated and in base64.
  private static func faces(_ family: String, _ data: String) -> [Face] {
    let parts = data.split(separator: "\n", maxSplits: 1)
    let head = (parts.first ?? "").split(separator: " ").map { $0.split(separator: ":") }
    let lengths = head.compactMap { $0.count == 4 ? Int($0[1]) : nil }
    let length = lengths.reduce(0, +)
    var text = [UInt8](repeating: 0, count: length)
    var size = uLongf(length)
    let packed = Data(base64Encoded: String(parts.last ?? "")) ?? Data()
    let status = packed.withUnsafeBytes {
      uncompress(&text, &size, $0.bindMemory(to: UInt8.self).baseAddress, uLong($0.count))
    }
    guard status == Z_OK, size == length, lengths.count == head.count else {
      preconditionFailure("the built-in metrics of \(family) are whole: a test reads all of them")
    }
    var start = 0
    return zip(head, lengths).map { fields, length in
      defer { start += length }
      return Face(
        family: family, content: Array(text[start..<start + length]), fingerprint: UInt64(fields[0], radix: 16) ?? 0,
        isBold: fields[2] == "700", isItalic: fields[3] == "1")
    }
  }

  /// Every face, for tests.
  static var all: [Face] { sans + serif + mono + dejaVuSans + dejaVuMono }
}
