#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension SearchIndex {
  /// The most terms that the beginning of a word stands for: the shortest first.
  static let mostExpansions = 128
  /// The most terms that are looked through for them.
  private static let mostCandidates = 20_000

  /// The documents that answer a question, the best first; of equals the first.
  ///
  /// Documents with all of its words, or where there is none, those with any.
  ///
  /// - Parameters:
  ///   - query: the question.
  ///   - language: only documents in this language, with any region: `de` finds `de-AT`. Where no document is in it, the tag counts
  ///     without its last part, so that `de-CH` finds `de`. `nil` for all.
  ///   - limit: the most answers.
  public func matches(
    _ query: SearchQuery, language: String? = nil, limit: Int = 10
  ) throws(SearchIndexError) -> [SearchMatch] {
    guard !query.terms.isEmpty, documentCount > 0, limit > 0 else { return [] }
    let wanted = language.map(languageNumbers)
    var scores = [Double](repeating: 0, count: documentCount)
    var counts = [UInt8](repeating: 0, count: documentCount)
    var best = [Double](repeating: 0, count: documentCount)
    var touched: [Int] = []
    var postings: [SearchPosting] = []
    var everTouched: [Int] = []
    for (number, term) in query.terms.enumerated() {
      let isPrefix = query.isPrefix && number == query.terms.count - 1
      touched.removeAll(keepingCapacity: true)
      for entry in try terms(Array(term.utf8), isPrefix: isPrefix) {
        try read(entry, into: &postings)
        // A longer word than was typed counts less.
        let closeness = Double(term.utf8.count + 2) / Double(entry.term.count + 2)
        let rarity = rarity(entry.frequency) * closeness
        for posting in postings {
          let score = rarity * saturation(posting)
          if best[posting.document] == 0 { touched.append(posting.document) }
          best[posting.document] = max(best[posting.document], score)
        }
      }
      for document in touched {
        if counts[document] == 0 { everTouched.append(document) }
        counts[document] += 1
        scores[document] += best[document]
        best[document] = 0
      }
    }
    if let wanted { everTouched.removeAll { !wanted.contains(self.language(of: $0)) } }
    let whole = everTouched.filter { Int(counts[$0]) == query.terms.count }
    var matches: [SearchMatch] = []
    for document in Self.best(limit, of: whole.isEmpty ? everTouched : whole, scores) {
      matches.append(SearchMatch(document: document, score: scores[document], record: try record(of: document)))
    }
    return matches
  }

  /// The documents with the highest scores, in order; of equals the first.
  ///
  /// OPTIMIZATION: a common word is in most documents, of which few are shown: sorting all takes longer than the rest.
  private static func best(_ limit: Int, of documents: [Int], _ scores: [Double]) -> [Int] {
    func isBetter(_ left: Int, _ right: Int) -> Bool {
      scores[left] != scores[right] ? scores[left] > scores[right] : left < right
    }
    guard limit < documents.count / 8 else { return Array(documents.sorted(by: isBetter).prefix(limit)) }
    var best: [Int] = []
    for document in documents {
      if best.count == limit, let last = best.last {
        guard isBetter(document, last) else { continue }
        best.removeLast()
      }
      var place = best.count
      while place > 0, isBetter(document, best[place - 1]) { place -= 1 }
      best.insert(document, at: place)
    }
    return best
  }

  /// The numbers of the languages that a filter lets through, as rows have them.
  private func languageNumbers(_ filter: String) -> Set<Int> {
    // Devices write `en_US` too.
    var filter = filter.lowercased().split(separator: "_", omittingEmptySubsequences: false).joined(separator: "-")
    while true {
      var numbers: Set<Int> = []
      for (number, language) in languages.enumerated() where language == filter || language.hasPrefix(filter + "-") {
        numbers.insert(number + 1)
      }
      guard numbers.isEmpty, let end = filter.lastIndex(of: "-") else { return numbers }
      // RFC 4647, 3.4: a tag that nothing has counts without its last part.
      filter = String(filter[..<end])
    }
  }

  // MARK: BM25

  private func rarity(_ frequency: Int) -> Double {
    log(1 + (Double(documentCount - frequency) + 0.5) / (Double(frequency) + 0.5))
  }

  private func saturation(_ posting: SearchPosting) -> Double {
    let weight = Double(posting.weight)
    return weight * 2.2 / (weight + 1.2 * (0.25 + 0.75 * length(of: posting.document) / meanLength))
  }

  // MARK: Terms

  /// The term itself, and with `isPrefix` those that begin with it: the shortest first.
  func terms(_ wanted: [UInt8], isPrefix: Bool) throws(SearchIndexError) -> [SearchTerm] {
    guard termCount > 0 else { return [] }
    var reader = try SearchTermReader(self, block: try block(of: wanted))
    var found: [SearchTerm] = []
    while let entry = try reader.next() {
      if entry.term.starts(with: wanted) {
        guard isPrefix || entry.term.count == wanted.count else { break }
        found.append(entry)
        if !isPrefix || found.count == Self.mostCandidates { break }
      } else if wanted.lexicographicallyPrecedes(entry.term) {
        break
      }
    }
    guard found.count > Self.mostExpansions else { return found }
    let shortest = found.indices.sorted { (found[$0].term.count, $0) < (found[$1].term.count, $1) }
    return shortest.prefix(Self.mostExpansions).map { found[$0] }
  }

  /// The last block whose first term is not behind a term.
  private func block(of wanted: [UInt8]) throws(SearchIndexError) -> Int {
    var low = 0
    var high = blocks.count / SearchIndexFormat.blockSize
    while high - low > 1 {
      let middle = (low + high) / 2
      var reader = try SearchTermReader(self, block: middle)
      guard let first = try reader.next() else { break }
      if wanted.lexicographicallyPrecedes(first.term) { high = middle } else { low = middle }
    }
    return low
  }
}
