/// Reads the terms of an index one after another, from the first of a block on.
struct SearchTermReader {
  private let index: SearchIndex
  /// The number of the next term.
  private var number: Int
  /// Where the next term is in the file.
  private(set) var position: Int
  private var listPosition: Int
  private var term: [UInt8] = []

  /// All terms.
  init(_ index: SearchIndex) {
    self.index = index
    number = 0
    position = index.dictionary.lowerBound
    listPosition = index.lists.lowerBound
  }

  /// The terms from the first of a block on.
  init(_ index: SearchIndex, block: Int) throws(SearchIndexError) {
    self.index = index
    number = block * SearchIndexFormat.blockTerms
    (position, listPosition) = try Self.places(of: block, index)
  }

  /// Where a block's terms and lists begin.
  private static func places(of block: Int, _ index: SearchIndex) throws(SearchIndexError) -> (Int, Int) {
    let row = index.blocks.lowerBound + block * SearchIndexFormat.blockSize
    let term = index.dictionary.lowerBound + index.word(at: row)
    let list = index.lists.lowerBound + index.word(at: row + 4)
    guard term < index.dictionary.upperBound, list <= index.lists.upperBound else {
      throw SearchIndexError(offset: row, expected: "a block within the terms")
    }
    return (term, list)
  }

  /// The next term; `nil` after the last.
  mutating func next() throws(SearchIndexError) -> SearchTerm? {
    guard number < index.termCount else { return nil }
    if number % SearchIndexFormat.blockTerms == 0 {
      let block = number / SearchIndexFormat.blockTerms
      guard try Self.places(of: block, index) == (position, listPosition) else {
        throw SearchIndexError(offset: position, expected: "the block's first term")
      }
      term.removeAll(keepingCapacity: true)
    } else {
      let shared = try integer()
      guard shared <= term.count else { throw SearchIndexError(offset: position, expected: "a shared beginning") }
      term.removeLast(term.count - shared)
    }
    let length = try integer()
    guard length <= index.dictionary.upperBound - position, term.count + length <= SearchText.longestTerm * 2,
      term.count + length > 0
    else { throw SearchIndexError(offset: position, expected: "a term") }
    term += index.bytes[position..<position + length]
    position += length
    let start = position
    let frequency = try integer()
    let size = try integer()
    // A document takes two bits at least.
    guard frequency > 0, frequency <= index.documentCount, frequency <= size * 4,
      size <= index.lists.upperBound - listPosition
    else { throw SearchIndexError(offset: start, expected: "a term's list") }
    defer {
      listPosition += size
      number += 1
    }
    return SearchTerm(term: term, frequency: frequency, list: listPosition..<listPosition + size)
  }

  /// Whether nothing is behind the last term and its list.
  func checkEnd() throws(SearchIndexError) {
    guard position == index.dictionary.upperBound else {
      throw SearchIndexError(offset: position, expected: "the end of the terms")
    }
    guard listPosition == index.lists.upperBound else {
      throw SearchIndexError(offset: listPosition, expected: "the end of the lists")
    }
  }

  /// LEB128 below 2³².
  private mutating func integer() throws(SearchIndexError) -> Int {
    var value = 0
    var shift = 0
    while position < index.dictionary.upperBound, shift < 35 {
      let byte = index.bytes[position]
      position += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 {
        guard value <= 0xFFFF_FFFF else { break }
        return value
      }
      shift += 7
    }
    throw SearchIndexError(offset: position, expected: "a number")
  }
}
