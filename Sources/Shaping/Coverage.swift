/// The characters that a font maps to glyphs: a bit each.
package struct Coverage: Sendable {
  package private(set) var words: [UInt64]

  /// Characters by bit.
  package init(words: [UInt64]) {
    self.words = words
  }

  /// The given characters.
  package init(characters: some Sequence<UInt32>) {
    words = []
    for character in characters where character <= 0x10FFFF {
      let word = Int(character >> 6)
      if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
      words[word] |= 1 << UInt64(character & 63)
    }
  }

  /// Whether a character is one of them.
  package func contains(_ character: UInt32) -> Bool {
    let word = Int(character >> 6)
    return word < words.count && words[word] & (1 << UInt64(character & 63)) != 0
  }
}
