import CICU
import CSSValues
import Shaping

/// What ICU knows of characters.
struct ICUCharacters: CharacterFacts {
  /// By pair of characters of U+0021–00FF of which one is above U+007F: their line break classes decide, without context.
  private static let latinPairs: [Bool] = {
    let first = Int(LatinBreakTable.first)
    let width = Int(LatinBreakTable.last) - first + 1
    var table = [Bool](repeating: false, count: width * width)
    // A pair in isolation depends only on the two classes: one question to ICU for each pair of classes.
    var known: [Int: Bool] = [:]
    let classes = (0..<width).map { Int(cicu_line_break_class(UInt32($0 + first))) }
    for before in 0..<width {
      for after in 0..<width where before >= 0x80 - first || after >= 0x80 - first {
        let pair = classes[before] << 8 | classes[after]
        let allowed: Bool
        if let answer = known[pair] {
          allowed = answer
        } else {
          var marks = [UInt8](repeating: 0, count: 3)
          let text = [UInt16(before + first), UInt16(after + first)]
          BreakIterators.shared.markBoundaries(of: text, isLine: true, locale: "en@lb=normal", marks: &marks, mark: 1)
          allowed = marks[1] != 0
          known[pair] = allowed
        }
        table[before * width + after] = allowed
      }
    }
    return table
  }()

  func script(of character: UInt32) -> UInt32 { cicu_script_tag(character) }
  func hasScript(_ character: UInt32, _ tag: UInt32) -> Bool { cicu_has_script(character, tag) != 0 }
  func generalCategory(of character: UInt32) -> Int32 { Int32(cicu_general_category(character)) }
  func lineBreakClass(of character: UInt32) -> Int32 { Int32(cicu_line_break_class(character)) }
  func isEastAsianWide(_ character: UInt32) -> Bool { cicu_is_east_asian_wide(character) != 0 }

  func properties(of character: UInt32) -> CharacterProperties {
    let bits = Int(cicu_emoji_properties(character))
    var properties: CharacterProperties = []
    if bits & Int(CICU_EMOJI) != 0 { properties.insert(.emoji) }
    if bits & Int(CICU_EMOJI_PRESENTATION) != 0 { properties.insert(.emojiPresentation) }
    if bits & Int(CICU_DEFAULT_IGNORABLE) != 0 { properties.insert(.defaultIgnorable) }
    return properties
  }

  func markGraphemes(of text: [UInt16], marks: inout [UInt8]) {
    BreakIterators.shared.markBoundaries(of: text, isLine: false, locale: "en", marks: &marks, mark: 1)
  }

  func markLineBreaks(of text: [UInt16], locale: String, marks: inout [UInt8]) {
    BreakIterators.shared.markBoundaries(of: text, isLine: true, locale: locale, marks: &marks, mark: 1)
    EastAsianQuotes.adjust(&marks, text, self)
  }

  func allowsBreak(betweenLatin before: UInt16, _ after: UInt16) -> Bool {
    let width = Int(LatinBreakTable.last - LatinBreakTable.first) + 1
    return Self.latinPairs[Int(before - LatinBreakTable.first) * width + Int(after - LatinBreakTable.first)]
  }

  func bidiLevels(of text: [UInt16], in range: Range<Int>, base direction: Direction?) -> [UInt8]? {
    var levels = [UInt8](repeating: 0, count: range.count)
    let base: Int32 = direction == .rtl ? 1 : direction == .ltr ? 0 : 2
    text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return }
      _ = cicu_bidi_levels(start + range.lowerBound, Int32(clamping: range.count), base, &levels)
    }
    return levels
  }
}

extension CharacterClass {
  /// Properties by ICU.
  static let icu = CharacterClass(ICUCharacters())
}
