import CSSValues

/// A face by its measures: advances, kerning, what ligatures and marks change, and the words that these predict wrongly.
package struct MeasuredFace: Sendable, Equatable {
  /// What else than its characters decides how a run is shaped.
  package struct Context: Hashable, Sendable {
    /// The features, as ``TextMeasures`` calls them.
    package var features: UInt64
    /// BCP 47, or empty.
    package var language: String
    /// ISO 15924 as a tag.
    package var script: UInt32
    package var isRightToLeft: Bool

    /// The context of a run.
    package init(_ key: ShapeKey) {
      features = TextMeasures.key(key.features)
      language = key.language
      script = key.script
      isRightToLeft = key.isRightToLeft
    }

    init(features: UInt64, language: String, script: UInt32, isRightToLeft: Bool) {
      self.features = features
      self.language = language
      self.script = script
      self.isRightToLeft = isRightToLeft
    }
  }

  /// What two neighbours do to each other.
  package struct Pair: Hashable, Sendable {
    /// What the first is wider by, in 1/64 font units.
    package var first: Int32
    /// What the second is wider by.
    package var second: Int32
    /// Whether a line that parts them is set otherwise.
    package var isUnsafe: Bool
    /// Whether they are one cluster, whose advance the first has.
    package var isJoined: Bool

    /// What two neighbours do to each other.
    package init(first: Int32, second: Int32, isUnsafe: Bool, isJoined: Bool) {
      self.first = first
      self.second = second
      self.isUnsafe = isUnsafe
      self.isJoined = isJoined
    }
  }

  /// How a face shapes in one context.
  package struct Table: Sendable, Equatable {
    /// The advances that are others than the face's own.
    package var advances: [UInt32: Int32] = [:]
    /// By two characters, the first in the upper half.
    package var pairs: [UInt64: Pair] = [:]
    /// Words and runs that the advances and pairs predict wrongly, by their units; runs with context begin with
    /// U+FFFF and the lengths of what precedes and follows.
    package var words: [[UInt16]: [ShapedRun.Unit]] = [:]

    /// Advances as the face has them.
    package init() {}
  }

  /// Names the face, with its variations and overrides.
  package var identity: String
  /// The family that the page asked for.
  package var family: String
  package var unitsPerEm: Int
  package var measures: FontFaceMeasures
  package var overrides: FontFaceOverrides
  package var hasHalfWidths: Bool
  /// Whether the page brings the font.
  package var isWebFont: Bool
  /// The features among `smcp`, `pcap`, `unic` and `titl` under which it substitutes glyphs, by bit.
  package var substitutions: UInt8
  /// Tops of U+0048 and U+0078, in 1/64 font units.
  package var capitalHeight: Double
  package var letterHeight: Double
  /// The advance of glyph 0, in 1/64 font units.
  package var missingAdvance: Int32
  /// The advances of characters, in 1/64 font units.
  package var advances: [UInt32: Int32] = [:]
  /// Full-width punctuation whose ink is in the left half of the em.
  package var leftHalves: Set<UInt32> = []
  package var tables: [Context: Table] = [:]

  /// The features of small capitals in the order of the bits of ``substitutions``.
  package static let substitutionFeatures: [StaticString] = ["smcp", "pcap", "unic", "titl"]

  /// A face without characters.
  package init(identity: String, family: String, of font: any ShapingFont) {
    self.identity = identity
    self.family = family
    unitsPerEm = font.unitsPerEm
    measures = font.variedMeasures()
    overrides = font.overrides
    hasHalfWidths = font.hasHalfWidths
    isWebFont = font.isWebFont
    substitutions = 0
    for (bit, feature) in Self.substitutionFeatures.enumerated() where font.substitutes(feature) {
      substitutions |= 1 << UInt8(bit)
    }
    capitalHeight = font.height(of: 0x48)
    letterHeight = font.height(of: 0x78)
    missingAdvance = Int32(clamping: Int(font.advance(of: 0x10FFFF).rounded()))
  }

  init(identity: String, family: String, unitsPerEm: Int, measures: FontFaceMeasures, overrides: FontFaceOverrides) {
    self.identity = identity
    self.family = family
    self.unitsPerEm = unitsPerEm
    self.measures = measures
    self.overrides = overrides
    hasHalfWidths = false
    isWebFont = false
    substitutions = 0
    capitalHeight = 0
    letterHeight = 0
    missingAdvance = 0
  }

  /// Adds what is known of the same face elsewhere.
  mutating func merge(_ other: MeasuredFace) {
    advances.merge(other.advances) { first, _ in first }
    leftHalves.formUnion(other.leftHalves)
    for (context, table) in other.tables {
      guard tables[context] != nil else {
        tables[context] = table
        continue
      }
      tables[context]?.advances.merge(table.advances) { first, _ in first }
      tables[context]?.pairs.merge(table.pairs) { first, _ in first }
      tables[context]?.words.merge(table.words) { first, _ in first }
    }
  }

  // MARK: Shaping

  /// The name of a run in ``Table/words`` with what is around it.
  package static func name(_ key: ShapeKey) -> [UInt16] {
    key.contextBefore == 0 && key.contextAfter == 0
      ? key.text : [0xFFFF, UInt16(clamping: key.contextBefore), UInt16(clamping: key.contextAfter)] + key.text
  }

  /// How a run is shaped, as the table predicts it; `nil` is a table without anything.
  package func units(_ key: ShapeKey, by table: Table?) -> [ShapedRun.Unit] {
    if let known = table?.words[Self.name(key)], known.count == key.text.count - key.contextBefore - key.contextAfter {
      return known
    }
    let end = key.text.count - key.contextAfter
    var units: [ShapedRun.Unit] = []
    units.reserveCapacity(end - key.contextBefore)
    let hasWords = table?.words.isEmpty == false
    var last: (character: UInt32, unit: Int, word: Int)?
    var index = key.contextBefore
    var wordEnd = index
    var word: [ShapedRun.Unit]?
    var wordStart = index
    while index < end {
      if hasWords, index >= wordEnd {
        wordStart = index
        wordEnd = index
        while wordEnd < end, key.text[wordEnd] != 0x20 { wordEnd += 1 }
        word = wordEnd > wordStart ? table?.words[Array(key.text[wordStart..<wordEnd])] : nil
        if word?.count != wordEnd - wordStart { word = nil }
        if wordEnd == wordStart { wordEnd += 1 }
      }
      let (character, length) = decodeUTF16(key.text, index, end)
      let unit = units.count
      if let word {
        for offset in 0..<length { units.append(word[index - wordStart + offset]) }
      } else {
        let advance = table?.advances[character] ?? advances[character] ?? missingAdvance
        units.append(ShapedRun.Unit(advance: advance, isClusterStart: true, isUnsafeToBreak: false, isMissing: false))
        if length == 2 {
          units.append(ShapedRun.Unit(advance: 0, isClusterStart: false, isUnsafeToBreak: true, isMissing: false))
        }
      }
      let current = (character: character, unit: unit, word: word == nil ? -1 : wordStart)
      if let before = last, before.word < 0 || before.word != current.word,
        let pair = table?.pairs[UInt64(before.character) << 32 | UInt64(character)]
      {
        apply(pair, before.unit, unit, &units)
      }
      last = current
      index += length
    }
    return units
  }

  private func apply(_ pair: Pair, _ left: Int, _ right: Int, _ units: inout [ShapedRun.Unit]) {
    var start = left
    while start > 0, !units[start].isClusterStart { start -= 1 }
    units[start].advance &+= pair.first
    if pair.isJoined {
      units[start].advance &+= units[right].advance
      units[right].advance = 0
      units[right].isClusterStart = false
      units[right].isUnsafeToBreak = true
    } else {
      units[right].advance &+= pair.second
      if pair.isUnsafe { units[right].isUnsafeToBreak = true }
    }
  }

  /// The table for a context: the very one, else one of the same features in another language or script.
  package func table(for context: Context) -> (table: Table?, isExact: Bool) {
    if let table = tables[context] { return (table, true) }
    let alike = tables.keys.filter { $0.features == context.features && $0.isRightToLeft == context.isRightToLeft }
    let best = alike.min {
      ($0.script == context.script ? 0 : 1, $0.language == context.language ? 0 : 1, $0.script, $0.language)
        < ($1.script == context.script ? 0 : 1, $1.language == context.language ? 0 : 1, $1.script, $1.language)
    }
    return (best.flatMap { tables[$0] }, false)
  }
}
