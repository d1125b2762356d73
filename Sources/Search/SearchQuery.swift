/// What a reader looks for: the words of a question, the last of which may be the beginning of a word.
public struct SearchQuery: Hashable, Sendable {
  /// The most words that count.
  public static let mostWords = 16

  /// The words that a page must have, each once.
  public private(set) var terms: [String] = []
  /// Whether words count that begin with the last of ``terms``.
  public private(set) var isPrefix = false
  /// What that beginning is; empty without ``isPrefix``.
  var prefix: String { isPrefix ? terms.last ?? "" : "" }

  /// The words of a question as it is typed.
  ///
  /// - Parameter text: the question; a separator at its end says that the last word is whole.
  public init(_ text: String) {
    // What nobody types is not read.
    let text = String(text.unicodeScalars.prefix(1_000).map(Character.init))
    let words = SearchText.words(in: text, isQuery: true)
    guard let last = words.last else { return }
    isPrefix = last.range.upperBound == text.endIndex
    var known: Set<String> = [last.term]
    for word in words.dropLast() where known.insert(word.term).inserted { terms.append(word.term) }
    terms = terms.prefix(Self.mostWords - 1) + [last.term]
  }

  /// Which of the words a text's word is; `nil` for none.
  func number(of term: String) -> Int? {
    if let number = terms.firstIndex(of: term) { return number }
    return isPrefix && term.utf8.starts(with: prefix.utf8) ? terms.count - 1 : nil
  }
}
