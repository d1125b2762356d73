import CSSValues

/// What a release knows of characters, and what Swift knows of the others.
struct MeasuredCharacters: CharacterFacts {
  private let measures: TextMeasures
  private let misses: MissedText
  /// By character of U+0021–00FF: its line break class.
  private let latinClasses: [UInt8]

  init(_ measures: TextMeasures, _ misses: MissedText) {
    self.measures = measures
    self.misses = misses
    latinClasses = (0...LatinBreakTable.last).map {
      measures.characters[UInt32($0)]?.lineBreak ?? TextMeasures.alphabetic
    }
  }

  private func kind(_ character: UInt32) -> TextMeasures.Kind? {
    if let known = measures.characters[character] { return known }
    misses.set()
    return nil
  }

  func script(of character: UInt32) -> UInt32 { kind(character)?.script ?? CharacterClass.common }

  func hasScript(_ character: UInt32, _ tag: UInt32) -> Bool {
    guard let kind = kind(character) else { return true }
    return kind.script == tag || kind.extensions.contains(tag)
  }

  func properties(of character: UInt32) -> CharacterProperties {
    if let known = measures.characters[character] { return CharacterProperties(rawValue: known.properties) }
    guard let scalar = Unicode.Scalar(character)?.properties else { return [] }
    var properties: CharacterProperties = []
    if scalar.isEmoji { properties.insert(.emoji) }
    if scalar.isEmojiPresentation { properties.insert(.emojiPresentation) }
    if scalar.isDefaultIgnorableCodePoint { properties.insert(.defaultIgnorable) }
    return properties
  }

  func generalCategory(of character: UInt32) -> Int32 {
    // Letters where nothing is known.
    Int32(measures.characters[character]?.category ?? 5)
  }

  func lineBreakClass(of character: UInt32) -> Int32 {
    Int32(kind(character)?.lineBreak ?? TextMeasures.alphabetic)
  }

  func isEastAsianWide(_ character: UInt32) -> Bool { false }

  func markGraphemes(of text: [UInt16], marks: inout [UInt8]) {
    if let known = measures.texts[TextMeasures.key(text, TextMeasures.graphemeKind)], known.count == marks.count {
      marks = known
      return
    }
    TextMeasures.markGraphemes(of: text, &marks)
  }

  func markLineBreaks(of text: [UInt16], locale: String, marks: inout [UInt8]) {
    if let known = measures.texts[TextMeasures.key(text, locale)], known.count == marks.count {
      marks = known
      return
    }
    guard let pairs = measures.pairBreaks[locale] ?? measures.pairBreaks.first?.value else {
      misses.set()
      return
    }
    TextMeasures.markBreaks(of: text, pairs: pairs, &marks) { kind($0)?.lineBreak ?? TextMeasures.alphabetic }
  }

  func allowsBreak(betweenLatin before: UInt16, _ after: UInt16) -> Bool {
    guard let pairs = measures.pairBreaks[TextMeasures.defaultLocale] else {
      misses.set()
      return false
    }
    return pairs[Int(latinClasses[Int(before)]) * TextMeasures.classCount + Int(latinClasses[Int(after)])]
  }

  /// The levels that the build found; a part's are those of the whole.
  ///
  /// UNIMPLEMENTED: the bidi algorithm for texts that the build did not see. Their right-to-left letters are one level above
  /// left-to-right text.
  func bidiLevels(of text: [UInt16], in range: Range<Int>, base: Direction?) -> [UInt8]? {
    if let known = measures.texts[TextMeasures.key(text, TextMeasures.directionKind(base))], known.count == text.count {
      return Array(known[range])
    }
    misses.set()
    let outer: UInt8 = base == .rtl ? 1 : 0
    return text[range].map { CharacterClass.mayBeRightToLeft($0) ? 1 : $0 > 0x40 && $0 < 0x590 ? outer * 2 : outer }
  }
}

extension TextMeasures {
  /// Line_Break is AL.
  static let alphabetic: UInt8 = 2
  /// The locale of texts without one.
  package static let defaultLocale = "en@lb=normal"
  /// Names the grapheme clusters of a text among ``texts``.
  package static let graphemeKind = "clusters"

  /// Names the levels of a text among ``texts``.
  package static func directionKind(_ base: Direction?) -> String {
    switch base {
    case .ltr: "ltr"
    case .rtl: "rtl"
    default: "auto"
    }
  }

  /// Marks grapheme clusters as Swift finds them.
  package static func markGraphemes(of text: [UInt16], _ marks: inout [UInt8]) {
    var place = 0
    for character in String(decoding: text, as: UTF16.self) {
      if place < marks.count { marks[place] = 1 }
      place += character.utf16.count
    }
    if let last = marks.indices.last { marks[last] = 1 }
  }

  /// Marks where lines may end between clusters, by only the classes of the two characters.
  package static func markBreaks(
    of text: [UInt16], pairs: [Bool], _ marks: inout [UInt8], lineBreak: (UInt32) -> UInt8
  ) {
    var clusters = [UInt8](repeating: 0, count: marks.count)
    markGraphemes(of: text, &clusters)
    var index = 0
    var before: UInt8?
    while index < text.count {
      let (character, length) = decodeUTF16(text, index, text.count)
      let after = lineBreak(character)
      if let before, clusters[index] != 0, pairs[Int(before) * classCount + Int(after)] { marks[index] = 1 }
      // A mark has the class of what it is on.
      if clusters[index] != 0 || before == nil { before = after }
      index += length
    }
    if let last = marks.indices.last { marks[last] = 1 }
  }
}
