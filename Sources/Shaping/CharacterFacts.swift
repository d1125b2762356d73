import CSSValues

/// What the code that shapes text must know of characters: the build asks ICU, a device asks the release.
package protocol CharacterFacts: Sendable {
  /// The Script property as an ISO 15924 tag.
  func script(of character: UInt32) -> UInt32
  /// Whether the character's script extensions contain a script.
  func hasScript(_ character: UInt32, _ tag: UInt32) -> Bool
  /// Whether a character is an emoji or is not shown.
  func properties(of character: UInt32) -> CharacterProperties
  /// General_Category as ICU numbers its values.
  func generalCategory(of character: UInt32) -> Int32
  /// Line_Break as ICU numbers its values.
  func lineBreakClass(of character: UInt32) -> Int32
  /// East_Asian_Width is F, W or H.
  func isEastAsianWide(_ character: UInt32) -> Bool
  /// Sets 1 where a grapheme cluster begins; there is one more mark than there are units.
  func markGraphemes(of text: [UInt16], marks: inout [UInt8])
  /// Sets 1 where a line may end under an ICU locale; there is one more mark than there are units.
  func markLineBreaks(of text: [UInt16], locale: String, marks: inout [UInt8])
  /// Whether a line may end between two characters of U+0021–00FF, whatever is around them.
  func allowsBreak(betweenLatin before: UInt16, _ after: UInt16) -> Bool
  /// The bidi levels of a range's units without what is around it (UAX 9); `nil` where all are 0.
  func bidiLevels(of text: [UInt16], in range: Range<Int>, base: Direction?) -> [UInt8]?
}

/// Properties of a character that are true or false.
package struct CharacterProperties: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Emoji.
  package static let emoji = CharacterProperties(rawValue: 1)
  /// Emoji_Presentation.
  package static let emojiPresentation = CharacterProperties(rawValue: 2)
  /// Default_Ignorable_Code_Point.
  package static let defaultIgnorable = CharacterProperties(rawValue: 4)
}

/// The character at a UTF-16 offset with its length in units; a lone surrogate is U+FFFD.
package func decodeUTF16(_ text: [UInt16], _ index: Int, _ end: Int) -> (character: UInt32, length: Int) {
  let unit = UInt32(text[index])
  guard unit & 0xF800 == 0xD800 else { return (unit, 1) }
  if unit < 0xDC00, index + 1 < end {
    let low = UInt32(text[index + 1])
    if low & 0xFC00 == 0xDC00 { return (0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), 2) }
  }
  return (0xFFFD, 1)
}

/// A four-letter OpenType tag.
package func openTypeTag(_ text: StaticString) -> UInt32 {
  var tag: UInt32 = 0
  for i in 0..<4 {
    tag = tag << 8 | (i < text.utf8CodeUnitCount ? UInt32(text.utf8Start[i]) : 0x20)
  }
  return tag
}
