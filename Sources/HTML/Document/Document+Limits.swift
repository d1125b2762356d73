// What a page may ask for at most.
extension Document {
  /// The greatest depth of an element, counted from the document element as 1. What is nested deeper becomes the sibling
  /// of the element at this depth, as in browsers, which count 512 open elements and the one that is inserted.
  public static let maximumDepth = 513
  /// The greatest number of nodes; a page with more stops with an error.
  public static let maximumNodeCount = 2_000_000
  /// How often a page's formatting elements may be opened again (HTML, 13.2.4.3); a page with more stops with an error.
  public static let maximumReopenedCount = 100_000
  /// The greatest size of a source in bytes of UTF-8.
  public static let maximumSourceSize = 128 << 20
}
