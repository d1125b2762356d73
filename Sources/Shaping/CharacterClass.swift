/// Unicode properties that shaping and breaking ask for, with a table of the answers for frequent characters.
package struct CharacterClass: Sendable {
  /// What answers for the others.
  package let facts: any CharacterFacts

  /// Properties by a source of facts.
  package init(_ facts: any CharacterFacts) {
    self.facts = facts
  }

  package static let common = openTypeTag("Zyyy")
  package static let inherited = openTypeTag("Zinh")
  package static let latin = openTypeTag("Latn")
  package static let han = openTypeTag("Hani")

  /// The Script property as an ISO 15924 tag.
  @inline(__always)
  package func script(_ character: UInt32) -> UInt32 {
    if character < 0x80 {
      let folded = character | 0x20
      return folded >= 0x61 && folded <= 0x7A ? Self.latin : Self.common
    }
    if character >= 0x4E00 && character <= 0x9FFF { return Self.han }
    return facts.script(of: character)
  }

  func hasScript(_ character: UInt32, _ tag: UInt32) -> Bool { facts.hasScript(character, tag) }

  /// Scripts whose letters join: neighbours across a font's or style's boundary change their shape.
  static func joins(_ script: UInt32) -> Bool {
    switch script {
    case openTypeTag("Arab"), openTypeTag("Syrc"), openTypeTag("Nkoo"), openTypeTag("Mong"), openTypeTag("Mand"),
      openTypeTag("Phag"), openTypeTag("Adlm"), openTypeTag("Rohg"), openTypeTag("Sogd"):
      true
    default: false
    }
  }

  /// Default_Ignorable_Code_Point.
  @inline(__always)
  package func isDefaultIgnorable(_ character: UInt32) -> Bool {
    if character < 0x300 { return character == 0xAD }
    if character >= 0x3000 && character < 0xAC00 { return character == 0x3164 }
    return facts.properties(of: character).contains(.defaultIgnorable)
  }

  /// General_Category is Mn, Mc or Me.
  package func isMark(_ character: UInt32) -> Bool {
    guard character >= 0x300 else { return false }
    let category = facts.generalCategory(of: character)
    return category >= 6 && category <= 8
  }

  /// Characters that are handled one by one: they have no advance of their own and nothing is shaped across them.
  @inline(__always)
  package static func isControl(_ unit: UInt16) -> Bool {
    unit < 0x20 || unit == 0x7F || (unit >= 0x202A && unit <= 0x202E) || (unit >= 0x2066 && unit <= 0x2069)
      || unit == 0xFFFC || unit == 0x200E || unit == 0x200F
  }

  /// Whether a UTF-16 unit may make a paragraph need the bidi algorithm.
  @inline(__always)
  package static func mayBeRightToLeft(_ unit: UInt16) -> Bool {
    guard unit >= 0x590 else { return false }
    if unit < 0x900 { return true }
    if unit < 0x200F { return false }
    if unit == 0x200F || (unit >= 0x202A && unit <= 0x202E) || (unit >= 0x2066 && unit <= 0x2069) { return true }
    if unit < 0xD802 { return false }
    // U+10800–10FFF and U+1E800–1EFFF, and the presentation forms.
    return unit <= 0xD803 || unit == 0xD83A || unit == 0xD83B || (unit >= 0xFB1D && unit <= 0xFDFF)
      || (unit >= 0xFE70 && unit <= 0xFEFF)
  }

  /// Whether a grapheme cluster is shown as an emoji (UTS 51, 2 and 4).
  package func isEmojiCluster(_ text: [UInt16], _ range: Range<Int>) -> Bool {
    let (first, length) = decodeUTF16(text, range.lowerBound, range.upperBound)
    guard first >= 0x23, first < 0x3A || first >= 0xA9 else { return false }
    let properties = facts.properties(of: first)
    guard properties.contains(.emoji) else { return false }
    var i = range.lowerBound + length
    var isEmoji = properties.contains(.emojiPresentation) && first >= 0x231A
    while i < range.upperBound {
      let (next, length) = decodeUTF16(text, i, range.upperBound)
      if next == 0xFE0F { return true }
      if next == 0xFE0E { return false }
      if next >= 0x1F3FB && next <= 0x1F3FF { isEmoji = true }
      i += length
    }
    return isEmoji
  }
}
