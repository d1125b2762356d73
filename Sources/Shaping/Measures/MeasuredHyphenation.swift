/// The words of a release's texts that its build had dictionaries for.
struct MeasuredHyphenation: Hyphenation {
  private let measures: TextMeasures
  private let misses: MissedText

  init(_ measures: TextMeasures, _ misses: MissedText) {
    self.measures = measures
    self.misses = misses
  }

  func knows(_ language: String) -> Bool {
    measures.texts[TextMeasures.key([], TextMeasures.hyphenKind(language))] != nil
  }

  /// Where a word may be parted.
  ///
  /// UNIMPLEMENTED: words that no page of the build has. They stay whole, since a release has no patterns.
  func places(in word: [UInt16], language: String) -> [Int] {
    let key = TextMeasures.key(word, TextMeasures.hyphenKind(language))
    guard let marks = measures.texts[key], marks.count == word.count else {
      misses.set()
      return []
    }
    return marks.indices.filter { marks[$0] != 0 }
  }
}

extension TextMeasures {
  /// Names the places in a word of a language among ``texts``; without a word, that there is a dictionary of the language.
  package static func hyphenKind(_ language: String) -> String { "hyphens " + language.lowercased() }

  /// Adds where a word may be parted.
  package mutating func addWord(_ word: HyphenatedWords.Word, _ hyphenation: any Hyphenation) {
    let kind = Self.hyphenKind(word.language)
    texts[Self.key([], kind)] = [1]
    var marks = [UInt8](repeating: 0, count: word.letters.count)
    for place in hyphenation.places(in: word.letters, language: word.language) where marks.indices.contains(place) {
      marks[place] = 1
    }
    texts[Self.key(word.letters, kind)] = marks
  }
}
