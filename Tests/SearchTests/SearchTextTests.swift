import Testing

@testable import Search

@Suite struct SearchTextTests {
  private func terms(_ text: String, isQuery: Bool = false) -> String {
    SearchText.words(in: text, isQuery: isQuery).map(\.term).joined(separator: "|")
  }

  @Test(arguments: [
    ("Hello, World!", "hello|world"),
    ("don't O’Brien l’été", "don|t|o|brien|l|ete"),
    ("3.14 1,000 v6.1.2 end. 5.", "3.14|1,000|v6.1.2|end|5"),
    ("snake_case kebab-case example.com", "snake|case|kebab|case|example|com"),
    ("Straße ÆSIR Øre Łódź İstanbul ıspanak ΣΊΣΥΦΟΣ", "strasse|aesir|ore|lodz|istanbul|ispanak|σισυφοσ"),
    ("Cafe\u{301} Café ＣＡＦＥ ﬁn x²", "cafe|cafe|cafe|fin|x2"),
    ("soft\u{AD}hyphen zero\u{200D}width", "softhyphen|zerowidth"),
    ("אֱלֹהִים مُحَمَّد Йод", "אלהים|محمد|иод"),
    ("हिन्दी", "हिन्दी"),
    ("", ""), ("\u{301} — … !", ""),
  ])
  func wordsAreCutAndFolded(text: String, expected: String) {
    #expect(terms(text) == expected)
  }

  /// Pairs, and the last character, so that one character finds every place.
  @Test func scriptsWithoutSpacesArePairs() {
    #expect(terms("海港の朝") == "海港|港の|の朝|朝")
    #expect(terms("海港の朝", isQuery: true) == "海港|港の|の朝")
    #expect(terms("朝") == "朝" && terms("朝", isQuery: true) == "朝")
    #expect(terms("Swift言語6") == "swift|言語|語|6")
    #expect(terms("ｶﾅ、カナ") == "カナ|ナ|カナ|ナ")
    #expect(terms("한국어") == "한국|국어|어")
    #expect(terms("ภาษา") == "ภา|าษ|ษา|า")
  }

  @Test func placesAreThoseOfTheText() {
    let text = "Ein Café, 海港!"
    let words = SearchText.words(in: text)
    #expect(words.map { String(text[$0.range]) } == ["Ein", "Café", "海港", "港"])
  }

  @Test func longWordsAreCutBetweenCharacters() {
    #expect(terms(String(repeating: "a", count: 100)).utf8.count == 64)
    #expect(terms(String(repeating: "ж", count: 100)).utf8.count == 64)
    #expect(terms("a" + String(repeating: "ж", count: 100)).utf8.count == 63)
  }

  @Test func questionsEndInABeginning() {
    #expect(SearchQuery("old harb").terms == ["old", "harb"] && SearchQuery("old harb").isPrefix)
    #expect(!SearchQuery("old harb ").isPrefix)
    #expect(SearchQuery("a b a").terms == ["b", "a"])
    #expect(SearchQuery("!").terms.isEmpty)
    #expect(SearchQuery(String(repeating: "w x y z ", count: 500) + "end").terms.count <= 16)
    let many = (0..<100).map { "w\($0)" }.joined(separator: " ")
    #expect(SearchQuery(many).terms.count == 16)
  }

  @Test func excerptsShowTheWordsOfTheQuestion() {
    let filler = String(repeating: "lorem ipsum ", count: 40)
    let text = filler + "the old\nharbour of Bergen and its boats. " + filler
    let excerpt = SearchExcerpt(of: text, for: SearchQuery("harbour boa"))
    #expect(excerpt.text.hasPrefix("…") && excerpt.text.hasSuffix("…") && excerpt.text.count <= 162)
    #expect(excerpt.highlights.map { String(excerpt.text[$0]) } == ["harbour", "boats"])
    #expect(excerpt.text.contains("the old harbour of Bergen"))
    let whole = SearchExcerpt(of: "A short text", for: SearchQuery("SHORT"))
    #expect(whole.text == "A short text" && whole.highlights.map { String(whole.text[$0]) } == ["short"])
    let none = SearchExcerpt(of: filler, for: SearchQuery("nothing"))
    #expect(none.text.hasPrefix("lorem ipsum") && none.text.hasSuffix("…") && none.highlights.isEmpty)
    // Pairs that touch are one place.
    let pairs = SearchExcerpt(of: "朝の海港です", for: SearchQuery("の海港"))
    #expect(pairs.highlights.map { String(pairs.text[$0]) } == ["の海港"])
    #expect(SearchExcerpt(of: "", for: SearchQuery("a")).text == "")
    let unbroken = SearchExcerpt(of: String(repeating: "x", count: 1_000), for: SearchQuery("y"))
    #expect(unbroken.text.count == 161)
  }
}
