import CHarfBuzz
import Shaping
import CSSValues

/// What `hybrid fonts capture` writes of a font: vertical metrics, the advances of characters and kerning, no outlines.
///
/// The text form is lines of ASCII, so that a diff shows what changed:
///
/// ```
/// hybrid-font-metrics 1
/// family system-ui
/// units-per-em 2048
/// ascent 1950
/// descent 494
/// line-gap 0
/// x-height 1078
/// cap-height 1443
/// average-advance 1100
/// maximum-advance 4500
/// weight 400
/// advance 20 569
/// advance 41-5A 1366
/// kerning 41 56 -152
/// ```
///
/// Numbers are font units; characters are hexadecimal, a range has one advance; kerning is added to the first's advance,
/// for one character or several that commas part. Another first line begins another face of the family: its bold, its
/// italic.
public struct FontMetricsFile: Sendable {
  /// What is wrong with a metrics file, with its line from 1.
  public struct ReadError: Error, Hashable, Sendable {
    /// Counted from 1.
    public var line: Int
    /// What is wrong, for people.
    public var text: String
  }

  /// A range of characters with one advance in font units.
  struct Advance: Hashable, Sendable {
    var character: UInt32
    var advance: Int32
  }

  /// The family that the file was captured for.
  public let family: String
  let unitsPerEm: Int
  let measures: FontFaceMeasures
  /// In order of character.
  let advances: [Advance]
  /// By the pair of characters, the first in the upper half.
  let kerning: [UInt64: Int32]
  /// The advance of characters that the file does not have.
  let missingAdvance: Int

  /// Names this file within the process, for callers that hash contents once.
  let identity = Identity()

  final class Identity: Sendable {}

  /// More characters or pairs than any font has are an error, not memory.
  private static let maximumEntries = 400_000

  func advance(of character: UInt32) -> Int { place(of: character).map { Int(advances[$0].advance) } ?? missingAdvance }

  private func has(_ character: UInt32) -> Bool { place(of: character) != nil }

  private func place(of character: UInt32) -> Int? {
    var low = 0
    var high = advances.count
    while low < high {
      let middle = (low + high) / 2
      if advances[middle].character < character { low = middle + 1 } else { high = middle }
    }
    return low < advances.count && advances[low].character == character ? low : nil
  }

  /// The advance of a space that the file lacks, which shaping makes of the em or of another character, as HarfBuzz does
  /// (`hb-ot-shape-fallback.cc`); in the given parts of a font unit. `nil` for other characters.
  func madeSpace(_ character: UInt32, subunits: Int) -> Int? {
    guard has(0x20) else { return nil }
    let em = unitsPerEm * subunits
    func part(_ count: Int) -> Int { (em + count / 2) / count }
    switch character {
    case 0xA0: return advance(of: 0x20) * subunits
    case 0x2000, 0x2002: return part(2)
    case 0x2001, 0x2003, 0x3000: return em
    case 0x2004: return part(3)
    case 0x2005: return part(4)
    case 0x2006: return part(6)
    case 0x2007: return advance(of: (0x30...0x39).first { has($0) } ?? 0x20) * subunits
    case 0x2008: return advance(of: [0x2E, 0x2C].first { has($0) } ?? 0x20) * subunits
    case 0x2009: return part(5)
    case 0x200A: return part(16)
    case 0x202F: return advance(of: 0x20) * subunits / 2
    case 0x205F: return em * 4 / 18
    default: return nil
    }
  }

  /// The first line of a face.
  private static let signature: [Substring] = ["hybrid-font-metrics", "1"]
  /// More faces than any family has are an error.
  private static let maximumFaces = 64

  /// Reads the faces of a metrics file, in order; there is at least one.
  /// - Throws: ``ReadError`` with the line that is wrong.
  public static func faces(text: String) throws(ReadError) -> [FontMetricsFile] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var starts = lines.indices.filter { lines[$0].split(separator: " ") == signature }
    // What is before the first face is read with it, so that its first line is found wrong.
    if starts.first != 0 { starts.insert(0, at: 0) }
    guard starts.count <= maximumFaces else {
      throw ReadError(line: starts[maximumFaces] + 1, text: "more than \(maximumFaces) faces")
    }
    var faces: [FontMetricsFile] = []
    for (position, start) in starts.enumerated() {
      let end = position + 1 < starts.count ? starts[position + 1] : lines.count
      faces.append(try FontMetricsFile(lines: lines[start..<end]))
    }
    return faces
  }

  /// Reads a metrics file of one face.
  /// - Throws: ``ReadError`` with the line that is wrong.
  public init(text: String) throws(ReadError) {
    try self.init(lines: text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...])
  }

  /// Reads one face; the slice's indices are the lines' numbers from 0.
  private init(lines: ArraySlice<Substring>) throws(ReadError) {
    var lineNumber = lines.startIndex
    var family = ""
    var numbers: [Substring: Double] = [:]
    var advances: [Advance] = []
    var kerning: [UInt64: Int32] = [:]
    func fail(_ text: String) -> ReadError { ReadError(line: lineNumber, text: text) }
    for line in lines {
      lineNumber += 1
      let words = line.split(separator: " ")
      if lineNumber == lines.startIndex + 1 {
        guard words == Self.signature else { throw fail("not a metrics file of version 1") }
        continue
      }
      guard let key = words.first, !key.hasPrefix("#") else { continue }
      switch key {
      case "family":
        family = words.dropFirst().joined(separator: " ")
      case "advance":
        guard words.count == 3, let advance = Int32(words[2]), abs(Int(advance)) <= 1 << 20 else {
          throw fail("an advance has a character or a range of them and font units")
        }
        let ends = words[1].split(separator: "-")
        guard let first = ends.first.flatMap({ UInt32($0, radix: 16) }),
          let last = ends.last.flatMap({ UInt32($0, radix: 16) }), ends.count <= 2, first <= last, last <= 0x10FFFF,
          advances.count + Int(last - first) < Self.maximumEntries
        else { throw fail("a range of characters is wrong or too large") }
        for character in first...last { advances.append(Advance(character: character, advance: advance)) }
      case "kerning":
        guard words.count == 4, let left = UInt32(words[1], radix: 16), left <= 0x10FFFF, let value = Int32(words[3]),
          abs(Int(value)) <= 1 << 20
        else { throw fail("kerning has two characters and font units") }
        for second in words[2].split(separator: ",", omittingEmptySubsequences: false) {
          guard let right = UInt32(second, radix: 16), right <= 0x10FFFF, kerning.count < Self.maximumEntries else {
            throw fail("kerning has two characters and font units")
          }
          kerning[UInt64(left) << 32 | UInt64(right)] = value
        }
      default:
        guard words.count == 2, let value = Double(words[1]), value.isFinite, abs(value) <= 1_048_576 else {
          throw fail("a measure has one number")
        }
        numbers[key] = value
      }
    }
    lineNumber = lines.startIndex + 1
    guard let units = numbers["units-per-em"], (16...16384).contains(units), let ascent = numbers["ascent"],
      let descent = numbers["descent"]
    else { throw fail("units-per-em (16 to 16384), ascent and descent are required") }
    self.family = family
    unitsPerEm = Int(units)
    measures = FontFaceMeasures(
      ascent: ascent, descent: descent, lineGap: max(0, numbers["line-gap"] ?? 0),
      xHeight: max(0, numbers["x-height"] ?? 0), capHeight: max(0, numbers["cap-height"] ?? 0),
      averageAdvance: max(0, numbers["average-advance"] ?? 0), maximumAdvance: max(0, numbers["maximum-advance"] ?? 0),
      weightClass: min(1000, max(1, numbers["weight"] ?? 400)), isItalic: numbers["italic"] == 1)
    // The last of several entries for a character wins.
    var byCharacter: [UInt32: Int32] = [:]
    for entry in advances { byCharacter[entry.character] = entry.advance }
    self.advances = byCharacter.map { Advance(character: $0.key, advance: $0.value) }
      .sorted { $0.character < $1.character }
    self.kerning = kerning
    missingAdvance = Int(numbers["missing-advance"] ?? units / 2)
  }

  /// Captures a face of a font.
  /// - Parameters:
  ///   - file: A font that may be read where this runs; only its measures are kept.
  ///   - faceIndex: The face in a collection.
  ///   - family: The family that pages call it by; the font's own name by default.
  ///   - weight: The weight at which a variable font is captured, 1 to 1000; others have their own.
  ///   - characters: The characters that are kept; empty for all.
  public init(
    capturing file: FontFile, faceIndex: Int = 0, family: String? = nil, weight: Double? = nil,
    characters: [ClosedRange<UInt32>] = []
  ) throws(FontFileError) {
    guard let face = FontFace(tables: file.tables, index: faceIndex, origin: .configured) else {
      throw .damaged("no face \(faceIndex)")
    }
    var variations: [FontSetting] = []
    var measures = face.measures
    if let weight, let axis = face.axes.first(where: { $0.tag == openTypeTag("wght") }) {
      let used = min(axis.maximum, max(axis.minimum, weight))
      variations = [FontSetting(tag: axis.tag, value: used)]
      measures.weightClass = used
    }
    let instance = FontInstance(face: face, family: family ?? face.familyName, variations: variations)
    guard case .face(_, let font) = instance.source else { throw .damaged("no face \(faceIndex)") }
    self.family = family ?? face.familyName
    unitsPerEm = face.unitsPerEm
    // Heights that the tables lack are those of letters, which metrics files do not have.
    let subunits = Double(FontInstance.subunits)
    if measures.xHeight <= 0 { measures.xHeight = instance.height(of: 0x78) / subunits }
    if measures.capHeight <= 0 { measures.capHeight = instance.height(of: 0x48) / subunits }
    self.measures = measures
    missingAdvance = Int(instance.advance(ofGlyph: 0, face, font)) / FontInstance.subunits
    var captured: [Advance] = []
    for character in UInt32(0x20)...0x2FFFF
    where instance.covers(character) && (characters.isEmpty || characters.contains { $0.contains(character) }) {
      let units = Int32(clamping: Int((instance.advance(of: character) / Double(FontInstance.subunits)).rounded()))
      captured.append(Advance(character: character, advance: units))
    }
    advances = captured
    // Pairs of the letters that kern in practice: Latin, Greek, Cyrillic, digits and punctuation.
    let letters = captured.map(\.character).filter {
      $0 < 0x250 || (0x370..<0x530).contains($0) || (0x2010..<0x2027).contains($0)
    }
    var pairs: [UInt64: Int32] = [:]
    for left in letters {
      for (right, kern) in instance.kerning(after: left, before: letters) {
        pairs[UInt64(left) << 32 | UInt64(right)] = Int32(clamping: kern)
      }
    }
    kerning = pairs
  }

  /// The file's text; the same for the same font.
  public var text: String {
    var lines = ["hybrid-font-metrics 1"]
    if !family.isEmpty { lines.append("family \(family)") }
    let numbers: [(String, Double)] = [
      ("units-per-em", Double(unitsPerEm)), ("ascent", measures.ascent), ("descent", measures.descent),
      ("line-gap", measures.lineGap), ("x-height", measures.xHeight), ("cap-height", measures.capHeight),
      ("average-advance", measures.averageAdvance), ("maximum-advance", measures.maximumAdvance),
      ("weight", measures.weightClass), ("italic", measures.isItalic ? 1 : 0),
      ("missing-advance", Double(missingAdvance)),
    ]
    for (key, value) in numbers {
      lines.append("\(key) \(value == value.rounded() ? String(Int(value)) : String(value))")
    }
    var start = 0
    while start < advances.count {
      var end = start
      while end + 1 < advances.count, advances[end + 1].advance == advances[start].advance,
        advances[end + 1].character == advances[end].character + 1
      { end += 1 }
      let first = String(advances[start].character, radix: 16, uppercase: true)
      let last = String(advances[end].character, radix: 16, uppercase: true)
      lines.append("advance \(start == end ? first : "\(first)-\(last)") \(advances[start].advance)")
      start = end + 1
    }
    // Seconds with one value for a first share a line.
    var shared: [UInt64: [UInt64]] = [:]
    var heads: [UInt64] = []
    for pair in kerning.keys.sorted() {
      let head = pair & 0xFFFF_FFFF_0000_0000 | UInt64(UInt32(bitPattern: kerning[pair] ?? 0))
      if shared[head] == nil { heads.append(head) }
      shared[head, default: []].append(pair & 0xFFFF_FFFF)
    }
    for head in heads {
      let left = String(head >> 32, radix: 16, uppercase: true)
      let right = (shared[head] ?? []).map { String($0, radix: 16, uppercase: true) }.joined(separator: ",")
      lines.append("kerning \(left) \(right) \(Int32(bitPattern: UInt32(head & 0xFFFF_FFFF)))")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
