/// A word of a text, as an index has it, and where it is in the text.
public struct SearchWord: Hashable, Sendable {
  /// The word folded: without case and diacritics. Two characters of a script that writes no spaces.
  public var term: String
  /// The place in the text.
  public var range: Range<String.Index>

  /// A word at its place.
  public init(term: String, range: Range<String.Index>) {
    self.term = term
    self.range = range
  }
}
