import CSSValues
import Layout

/// The words of a paragraph that `hyphens: auto` may part (CSS Text 4, 6.1), and where it does.
package struct HyphenatedWords {
  /// A word in a language with a dictionary.
  package struct Word {
    /// UTF-16 units of the paragraph.
    package var range: Range<Int>
    /// In small letters, as many units as in the text.
    package var letters: [UInt16]
    /// As in `lang`.
    package var language: String
  }

  /// Longer words are not parted, in UTF-16 units: no language has them, and what they cost would grow with their square.
  private static let longest = 100

  private let paragraph: TextParagraph
  private let facts: any CharacterFacts
  private let hyphenation: any Hyphenation

  /// `nil` where no style of the paragraph asks, or none of its languages is known.
  package init?(of paragraph: TextParagraph, _ facts: any CharacterFacts, _ hyphenation: (any Hyphenation)?) {
    // The styles are read where they are: a copy would count references.
    guard let hyphenation,
      paragraph.styles.indices.contains(where: {
        Self.isAsked(by: paragraph.styles[$0].text) && hyphenation.knows(paragraph.styles[$0].text.language)
      })
    else { return nil }
    self.paragraph = paragraph
    self.facts = facts
    self.hyphenation = hyphenation
  }

  /// CSS Text 4, 6.1: without a language nothing is hyphenated. Where lines may end between any two letters, no hyphen shows.
  private static func isAsked(by style: TextStyle) -> Bool {
    style.hyphens == .auto && !style.language.isEmpty && style.wordBreak != .breakAll && style.lineBreak != .anywhere
  }

  /// Marks where lines may end within words.
  package func mark(_ flags: inout [ShapedParagraph.UnitFlags]) {
    forEachWord { word in
      let starts = word.range.filter { flags[$0].contains(.graphemeStart) }
      for place in hyphenation.places(in: word.letters, language: word.language) {
        let unit = word.range.lowerBound + place
        guard word.range.contains(unit), unit > word.range.lowerBound, flags[unit].contains(.graphemeStart),
          !flags[unit].contains(.breakAllowed), let span = span(at: unit - 1, before: unit),
          paragraph.styles[span.style].text.language == word.language
        else { continue }
        let limits = paragraph.styles[span.style].hyphenationLimits
        let before = starts.count { $0 < unit }
        guard starts.count >= limits.word, before >= limits.before, starts.count - before >= limits.after else {
          continue
        }
        flags[unit].formUnion([.breakAllowed, .hyphenated])
      }
    }
  }

  /// The span of two units beside each other whose style asks. Between two boxes no hyphen would be shown: words stay whole there.
  private func span(at unit: Int, before next: Int) -> TextParagraph.Span? {
    guard let index = paragraph.span(at: unit), case let span = paragraph.spans[index], span.range.contains(next),
      paragraph.styles.indices.contains(span.style), Self.isAsked(by: paragraph.styles[span.style].text)
    else { return nil }
    return span
  }

  /// Calls a function with each word that may be parted.
  package func forEachWord(_ body: (Word) -> Void) {
    let text = paragraph.text
    var unit = 0
    while unit < text.count {
      guard let length = wordLength(at: unit) else {
        unit += 1
        continue
      }
      let start = unit
      unit += length
      while unit < text.count, let length = wordLength(at: unit) { unit += length }
      if let word = word(start..<unit) { body(word) }
    }
  }

  // MARK: Words

  /// How many units a character of a word has; `nil` where it ends words. Digits, low lines and soft hyphens count: such words are
  /// not parted.
  private func wordLength(at unit: Int) -> Int? {
    let value = paragraph.text[unit]
    if value < 0x80 {
      let isLetter = (value | 0x20) &- 0x61 < 26
      return isLetter || value &- 0x30 < 10 || value == 0x27 || value == 0x5F ? 1 : nil
    }
    if value == 0xAD || Self.isApostrophe(value) { return 1 }
    let (character, length) = decodeUTF16(paragraph.text, unit, paragraph.text.count)
    return (1...11).contains(facts.generalCategory(of: character)) ? length : nil
  }

  private static func isApostrophe(_ unit: UInt16) -> Bool { unit == 0x27 || unit == 0x2019 }

  private func word(_ range: Range<Int>) -> Word? {
    let text = paragraph.text
    var range = range
    while let first = range.first, Self.isApostrophe(text[first]) { range = first + 1..<range.upperBound }
    while let last = range.last, Self.isApostrophe(text[last]) { range = range.lowerBound..<last }
    guard range.count > 1, range.count <= Self.longest, !isJoined(range),
      let index = paragraph.span(at: range.lowerBound),
      paragraph.styles.indices.contains(paragraph.spans[index].style)
    else { return nil }
    let style = paragraph.styles[paragraph.spans[index].style].text
    guard Self.isAsked(by: style), hyphenation.knows(style.language) else { return nil }
    guard let letters = letters(of: range, style.language) else { return nil }
    return Word(range: range, letters: letters, language: style.language)
  }

  /// Whether a sign joins the word to another one, as in addresses and names of files.
  private func isJoined(_ range: Range<Int>) -> Bool {
    let text = paragraph.text
    let (before, after) = (range.lowerBound - 1, range.upperBound)
    if before > 0, Self.isJoint(text[before]), Self.isJoint(text[before - 1]) || wordLength(at: before - 1) != nil {
      return true
    }
    return after + 1 < text.count && Self.isJoint(text[after])
      && (Self.isJoint(text[after + 1]) || wordLength(at: after + 1) != nil)
  }

  private static func isJoint(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x23, 0x25, 0x26, 0x2E, 0x2F, 0x3A, 0x3D, 0x3F, 0x40, 0x5C, 0x7E: true
    default: false
    }
  }

  /// The word in small letters; `nil` where it is not parted for what it has.
  private func letters(of range: Range<Int>, _ language: String) -> [UInt16]? {
    let primary = language.prefix { $0 != "-" }.lowercased()
    let isTurkic = primary == "tr" || primary == "az"
    var letters: [UInt16] = []
    letters.reserveCapacity(range.count)
    var unit = range.lowerBound
    while unit < range.upperBound {
      let (character, length) = decodeUTF16(paragraph.text, unit, range.upperBound)
      // CSS Text 4, 6.1: the author's soft hyphens count, and no others beside them.
      if character == 0xAD || character == 0x5F || isDigit(character) { return nil }
      let small = isTurkic && character == 0x49 ? 0x131 : Self.lowercase(character, length)
      // As in Chromium, English names stay whole, and with them all words that begin with a capital.
      if unit == range.lowerBound, small != character, primary == "en" { return nil }
      if length == 1 {
        letters.append(UInt16(truncatingIfNeeded: small))
      } else {
        letters.append(UInt16(truncatingIfNeeded: 0xD800 + (small &- 0x10000) >> 10))
        letters.append(UInt16(truncatingIfNeeded: 0xDC00 + small & 0x3FF))
      }
      unit += length
    }
    return letters
  }

  private func isDigit(_ character: UInt32) -> Bool {
    character < 0x80 ? character &- 0x30 < 10 : (9...11).contains(facts.generalCategory(of: character))
  }

  /// A character's small letter, where that is one character of as many units.
  private static func lowercase(_ character: UInt32, _ length: Int) -> UInt32 {
    if character < 0x80 { return character &- 0x41 < 26 ? character | 0x20 : character }
    guard let scalar = Unicode.Scalar(character) else { return character }
    let mapping = scalar.properties.lowercaseMapping.unicodeScalars
    guard let small = mapping.first, mapping.count == 1, UTF16.width(small) == length else { return character }
    return small.value
  }
}
