/// Where the words of languages may be parted with a hyphen: the build asks dictionaries, a device the release.
package protocol Hyphenation: Sendable {
  /// Whether words of a language are parted at all.
  ///
  /// - Parameter language: as in `lang`.
  func knows(_ language: String) -> Bool
  /// The UTF-16 units of a word before which a line may begin, in order.
  ///
  /// - Parameters:
  ///   - word: in small letters.
  ///   - language: one that is known.
  func places(in word: [UInt16], language: String) -> [Int]
}
