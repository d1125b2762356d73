import CSS

/// The tokens of the texts in which a page's styles replace references: each text is tokenized once, and not for each style.
///
/// One thread has it, like the resolver whose page it is.
final class SubstitutionTexts {
  /// More bytes of texts than this are not kept at once: their tokens take some ten times as much.
  private static let maximumBytes = 1 << 21

  /// With the values, so that no other can take their memory.
  private var known: [ObjectIdentifier: (value: UnresolvedValue, tokens: TokenCursor)] = [:]
  private var bytes = 0
  /// How many texts were tokenized.
  private(set) var count = 0

  /// The tokens of a value's text.
  func tokens(of value: UnresolvedValue) -> TokenCursor {
    if let known = known[ObjectIdentifier(value)] { return known.tokens }
    if bytes > Self.maximumBytes {
      known = [:]
      bytes = 0
    }
    let tokens = TokenStream(value.text).cursor
    bytes += value.text.count
    count += 1
    known[ObjectIdentifier(value)] = (value, tokens)
    return tokens
  }
}
