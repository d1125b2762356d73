/// A document that an index found.
public struct SearchMatch: Hashable, Sendable {
  /// The document's number.
  public var document: Int
  /// How well it fits: more is better; only scores of one question can be compared.
  public var score: Double
  /// The bytes of the document's record in `search.json`.
  public var record: Range<Int>
}
