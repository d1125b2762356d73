/// An index of words as `hybrid build` writes it (`search.index`), read in place.
///
/// The file may come from anybody: every length is checked, and what breaks the format is an error.
public struct SearchIndex: Sendable {
  /// The number of documents.
  public let documentCount: Int
  /// The number of distinct terms.
  public let termCount: Int
  /// The size of `search.json` in bytes.
  public let recordsSize: Int
  /// The languages of documents, in lower case and in order.
  public let languages: [String]

  let bytes: [UInt8]
  let meanLength: Double
  let documents: Range<Int>
  let blocks: Range<Int>
  let dictionary: Range<Int>
  let lists: Range<Int>

  /// Opens an index; the terms are checked when they are used.
  public init(_ bytes: [UInt8]) throws(SearchIndexError) {
    guard bytes.starts(with: SearchIndexFormat.magic) else {
      throw SearchIndexError(offset: 0, expected: "HYBSRCH1")
    }
    guard bytes.count >= SearchIndexFormat.headerSize else {
      throw SearchIndexError(offset: bytes.count, expected: "a header of \(SearchIndexFormat.headerSize) bytes")
    }
    func word(_ offset: Int) -> Int {
      Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16 | Int(bytes[offset + 3]) << 24
    }
    self.bytes = bytes
    documentCount = word(8)
    termCount = word(12)
    let mean = word(16)
    let places = [20, 24, 28, 32, 36, 40].map(word)
    recordsSize = word(44)
    guard documentCount <= SearchIndexFormat.mostDocuments else {
      throw SearchIndexError(offset: 8, expected: "at most \(SearchIndexFormat.mostDocuments) documents")
    }
    guard mean >= 16 else { throw SearchIndexError(offset: 16, expected: "a mean length of 1 or more") }
    meanLength = Double(mean) / 16
    guard places[0] == SearchIndexFormat.headerSize, places == places.sorted(), places[5] == bytes.count else {
      throw SearchIndexError(offset: 20, expected: "sections in order, up to the end of the file")
    }
    documents = places[1]..<places[2]
    blocks = places[2]..<places[3]
    dictionary = places[3]..<places[4]
    lists = places[4]..<places[5]
    guard documents.count == documentCount * SearchIndexFormat.documentSize else {
      throw SearchIndexError(offset: 24, expected: "\(SearchIndexFormat.documentSize) bytes for each document")
    }
    let blockCount = (termCount + SearchIndexFormat.blockTerms - 1) / SearchIndexFormat.blockTerms
    guard blocks.count == blockCount * SearchIndexFormat.blockSize else {
      throw SearchIndexError(offset: 28, expected: "\(SearchIndexFormat.blockSize) bytes for each block")
    }
    languages = try Self.languages(bytes[places[0]..<places[1]])
  }

  private static func languages(_ section: ArraySlice<UInt8>) throws(SearchIndexError) -> [String] {
    guard let count = section.first else {
      throw SearchIndexError(offset: section.startIndex, expected: "a number of languages")
    }
    var rest = section.dropFirst()
    var languages: [String] = []
    for _ in 0..<count {
      guard let length = rest.first, length > 0, rest.count > Int(length) else {
        throw SearchIndexError(offset: rest.startIndex, expected: "a language")
      }
      let text = rest.dropFirst().prefix(Int(length))
      guard text.allSatisfy({ $0 >= 0x21 && $0 < 0x7F }) else {
        throw SearchIndexError(offset: text.startIndex, expected: "a language's tag")
      }
      languages.append(String(decoding: text, as: UTF8.self))
      rest = rest.dropFirst(1 + Int(length))
    }
    guard rest.isEmpty else { throw SearchIndexError(offset: rest.startIndex, expected: "the end of the languages") }
    return languages
  }

  // MARK: Documents

  func word(at offset: Int) -> Int {
    Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16 | Int(bytes[offset + 3]) << 24
  }

  /// The bytes of a document's record in `search.json`.
  func record(of document: Int) throws(SearchIndexError) -> Range<Int> {
    let row = documents.lowerBound + document * SearchIndexFormat.documentSize
    let start = word(at: row)
    let length = word(at: row + 4)
    guard length > 0, start <= recordsSize, length <= recordsSize - start else {
      throw SearchIndexError(offset: row, expected: "a record within search.json")
    }
    return start..<start + length
  }

  /// The number of a document's words.
  func length(of document: Int) -> Double {
    let row = documents.lowerBound + document * SearchIndexFormat.documentSize
    return Double(Int(bytes[row + 8]) | Int(bytes[row + 9]) << 8)
  }

  /// The number of a document's language in ``languages`` and 1 more; 0 for none.
  func language(of document: Int) -> Int {
    Int(bytes[documents.lowerBound + document * SearchIndexFormat.documentSize + 10])
  }

  // MARK: All of it

  /// Reads every document, term and list, as `hybrid verify` does.
  public func validate() throws(SearchIndexError) {
    for document in 0..<documentCount {
      _ = try record(of: document)
      let row = documents.lowerBound + document * SearchIndexFormat.documentSize
      guard language(of: document) <= languages.count, bytes[row + 11] == 0 else {
        throw SearchIndexError(offset: row + 10, expected: "a language of the list, and 0")
      }
    }
    var previous: [UInt8] = []
    var terms = SearchTermReader(self)
    var postings: [SearchPosting] = []
    while let entry = try terms.next() {
      guard previous.isEmpty || previous.lexicographicallyPrecedes(entry.term) else {
        throw SearchIndexError(offset: terms.position, expected: "terms in order")
      }
      previous = entry.term
      try read(entry, into: &postings)
    }
    try terms.checkEnd()
  }
}
