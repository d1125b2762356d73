/// The expressions of a page that were read: a partial's are evaluated each time that it is put in, and a loop's in each round.
final class KnownExpressions {
  /// A text as expressions are looked at.
  struct Known {
    /// The name that the text begins with; `nil` where it begins with none.
    let leadingName: String?
    let placeholder: Result<Placeholder, Expression.Fault>

    fileprivate init(_ text: Substring) {
      leadingName = Placeholder.leadingName(text)
      placeholder = Result { () throws(Expression.Fault) in try Placeholder(text) }
    }
  }

  /// So many texts are kept, each of at most ``longest`` bytes.
  private static let most = 1_000
  private static let longest = 256

  private var known: [Substring: Known] = [:]

  /// The expression of a text, which may have been read before.
  func expression(_ text: Substring) -> Known {
    if let known = known[text] { return known }
    let read = Known(text)
    guard text.utf8.count <= Self.longest else { return read }
    if known.count == Self.most { known = [:] }
    // A copy: the text may be a part of a long one.
    known[Substring(String(text))] = read
    return read
  }
}
