import Testing

@testable import Search

@Suite struct SearchIndexTests {
  private static func index(_ pages: [(title: String, text: String, language: String)]) -> [UInt8] {
    let documents = pages.enumerated().map { number, page in
      SearchDocument(
        title: page.title, description: "", headings: [], text: page.text, language: page.language,
        record: number * 10..<number * 10 + 10)
    }
    return SearchIndexWriter.encode(documents, recordsSize: pages.count * 10)
  }

  private static let pages = [
    ("Harbour", "Boats lay in the old harbour. The harbour is deep.", "en"),
    ("Boats", "A boat is a small ship. Harbours have many.", "en-GB"),
    ("Hafen", "Der alte Hafen mit Booten, nahe beim Café.", "de-AT"),
    ("海港の朝", "朝の海港は静かです。", "ja"),
    ("Notes", "Nothing about ships here, but of the harbourmaster.", ""),
  ]

  private func found(_ words: String, _ language: String? = nil) throws -> [Int] {
    let index = try SearchIndex(Self.index(Self.pages))
    return try index.matches(SearchQuery(words), language: language).map(\.document)
  }

  @Test func theBestComeFirst() throws {
    // The title counts most, then how often a word is there.
    #expect(try found("harbour ") == [0])
    #expect(try found("harbour") == [0, 1, 4])
    #expect(try found("boat") == [1, 0])
    #expect(try found("CAFE hafen") == [2])
    #expect(try found("nowhere") == [])
    #expect(try found("") == [])
  }

  @Test func allWordsOrElseAny() throws {
    #expect(try found("old harbour") == [0])
    #expect(Set(try found("booten ships")) == [2, 4])
  }

  @Test func onePairFindsTheRun() throws {
    #expect(try found("海港") == [3])
    #expect(try found("港") == [3])
    #expect(try found("静か") == [3])
  }

  @Test func languagesAreFiltered() throws {
    #expect(try found("boat", "en") == [1, 0])
    #expect(try found("boat", "en-gb") == [1])
    #expect(try found("boo", "de") == [2])
    #expect(try found("boat", "fr") == [])
    // A device's locale finds the language where no page is of its region.
    #expect(try found("boat", "en-US") == [1, 0])
    #expect(try found("boo", "de_CH") == [2])
    #expect(try found("静か", "ja-Jpan-JP") == [3])
    #expect(try found("boat", "fr-CA") == [])
    #expect(try SearchIndex(Self.index(Self.pages)).languages == ["de-at", "en", "en-gb", "ja"])
  }

  @Test func theSamePagesGiveTheSameBytes() throws {
    let first = Self.index(Self.pages)
    for _ in 0..<5 { #expect(Self.index(Self.pages) == first) }
    let empty = try SearchIndex(Self.index([]))
    try empty.validate()
    #expect(empty.documentCount == 0 && empty.termCount == 0)
    #expect(try empty.matches(SearchQuery("a")).isEmpty)
  }

  /// What was written is what is read: every term of every document, with its weight.
  @Test func everyTermIsReadBack() throws {
    var pages: [(title: String, text: String, language: String)] = []
    for number in 0..<300 {
      let words = (0..<40).map { "w\((number &* 7919 &+ $0 &* $0 &* 31) % (number % 7 == 0 ? 60 : 2_000))" }
      pages.append((title: "t\(number)", text: words.joined(separator: " "), language: number % 3 == 0 ? "en" : ""))
    }
    let documents = pages.enumerated().map { number, page in
      SearchDocument(
        title: page.title, description: "", headings: [], text: page.text, language: page.language,
        record: number..<number + 1)
    }
    let index = try SearchIndex(SearchIndexWriter.encode(documents, recordsSize: 300))
    try index.validate()
    var weights = [[String: Int]](repeating: [:], count: 300)
    var reader = SearchTermReader(index)
    var postings: [SearchPosting] = []
    while let entry = try reader.next() {
      try index.read(entry, into: &postings)
      for posting in postings {
        weights[posting.document][String(decoding: entry.term, as: UTF8.self)] = posting.weight
      }
    }
    for (number, document) in documents.enumerated() { #expect(weights[number] == document.weights) }
    // Each term is found by itself, wherever its block is.
    for term in Set(documents.flatMap(\.weights.keys)) {
      let expected = Set(documents.indices.filter { documents[$0].weights[term] != nil })
      let matches = try index.matches(SearchQuery(term + " "), limit: 1_000)
      #expect(Set(matches.map(\.document)) == expected, "\(term)")
    }
  }

  @Test func aBeginningStandsForTheShortestWords() throws {
    let words = (0..<500).map { "pre\(String(repeating: "x", count: 1 + $0 % 40))\($0)" }
    let index = try SearchIndex(Self.index(words.map { (title: "", text: $0, language: "") }))
    let found = try index.terms(Array("pre".utf8), isPrefix: true)
    #expect(found.count == SearchIndex.mostExpansions)
    let longest = found.map(\.term.count).max() ?? 0
    #expect(longest <= 16)
    #expect(try index.terms(Array("pre".utf8), isPrefix: false).isEmpty)
  }

  // MARK: Hostile files

  /// Whatever the bytes are, the answer is an error or a list of documents that the index has.
  private func ask(_ bytes: [UInt8]) {
    guard let index = try? SearchIndex(bytes) else { return }
    let isSound = (try? index.validate()) != nil
    for words in ["harbour", "a", "海港", "w1 t2", "zzz"] {
      do throws(SearchIndexError) {
        for match in try index.matches(SearchQuery(words), language: words == "a" ? "en" : nil) {
          #expect(match.document < index.documentCount && match.record.upperBound <= index.recordsSize)
        }
      } catch {
        #expect(!isSound, "\(error)")
      }
    }
  }

  @Test func cutFilesAreRefused() throws {
    let bytes = Self.index(Self.pages)
    for length in 0..<bytes.count {
      #expect(throws: SearchIndexError.self, "\(length)") {
        let index = try SearchIndex(Array(bytes[..<length]))
        try index.validate()
      }
    }
    #expect(throws: SearchIndexError.self) { try SearchIndex(bytes + [0]) }
  }

  @Test func damagedFilesCrashNothing() {
    let bytes = Self.index(Self.pages)
    var generator = SystemRandomNumberGenerator()
    for offset in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, bytes[offset] ^ 1] {
        var damaged = bytes
        damaged[offset] = value
        ask(damaged)
      }
    }
    for _ in 0..<3_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        damaged[Int.random(in: damaged.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      ask(damaged)
    }
  }

  /// Lengths that name more than there is cost no memory.
  @Test func hugeCountsAreRefused() {
    for offset in [8, 12, 20, 24, 28, 32, 36, 40, 44] {
      var bytes = Self.index(Self.pages)
      for index in offset..<offset + 4 { bytes[index] = 0xFF }
      #expect((try? SearchIndex(bytes).validate()) == nil || offset == 44, "\(offset)")
    }
  }
}
