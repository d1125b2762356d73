/// Why an index cannot be read.
public struct SearchIndexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The byte at which the file differs from its format.
  public var offset: Int
  /// What was expected there.
  public var expected: String

  /// A fault of a file.
  public init(offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }

  /// One line for people.
  public var description: String { "search.index, byte \(offset): expected \(expected)" }
}
