extension SearchIndex {
  /// Reads the list of a term.
  func read(_ entry: SearchTerm, into postings: inout [SearchPosting]) throws(SearchIndexError) {
    postings.removeAll(keepingCapacity: true)
    postings.reserveCapacity(entry.frequency)
    let bits = SearchIndexFormat.gapBits(documents: documentCount, frequency: entry.frequency)
    var reader = SearchBitReader(bytes[entry.list])
    var next = 0
    for _ in 0..<entry.frequency {
      guard let gap = reader.number(lowBits: bits), let weight = reader.gamma(), gap < documentCount - next else {
        throw SearchIndexError(offset: entry.list.lowerBound, expected: "a list of \(entry.frequency) documents")
      }
      postings.append(SearchPosting(document: next + gap, weight: weight))
      next += gap + 1
    }
    guard reader.remaining < 8 else {
      throw SearchIndexError(offset: entry.list.lowerBound, expected: "a list without bytes behind it")
    }
  }
}
