/// The fonts that a paragraph is shaped with: the build's are files, a device's are measures in the release.
package protocol ShapingFonts: Sendable {
  /// Whether the font size chooses an instance of a variable font.
  var usesOpticalSizes: Bool { get }
  /// What is known of characters.
  var characters: CharacterClass { get }
  /// Where words may be parted; `nil` where nothing is known of any language.
  var hyphenation: (any Hyphenation)? { get }
  /// The fonts of a request in order of preference.
  func shapingCascade(for request: FontRequest) -> any ShapingCascade
}

/// The fonts of a style in order of preference.
package protocol ShapingCascade: AnyObject, Sendable {
  /// The first available font (CSS Fonts 4, 5.2).
  var firstFont: any ShapingFont { get }
  /// Whether no character of the first font can belong to a font before it.
  var primaryIsFirst: Bool { get }
  /// The font for a character, or `nil` where none has it.
  func chooseFont(for character: UInt32, isEmoji: Bool) -> (any ShapingFont)?
  /// The font for a character that U+FE0F follows, or `nil` where none has an emoji.
  func chooseEmojiFont(for character: UInt32) -> (any ShapingFont)?
  /// Whether a font comes from the machine for single characters, not from a family that the style or the reader names.
  func isFallback(_ font: any ShapingFont) -> Bool
}
