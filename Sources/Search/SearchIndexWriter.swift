/// Writes `search.index`: the same documents give the same bytes.
public enum SearchIndexWriter {
  /// The index of documents, which are numbered in their order.
  ///
  /// - Parameters:
  ///   - documents: at most 1,048,576; what is beyond is left out.
  ///   - recordsSize: the size of `search.json` in bytes.
  public static func encode(_ documents: [SearchDocument], recordsSize: Int) -> [UInt8] {
    let documents = documents.prefix(SearchIndexFormat.mostDocuments)
    var postings: [String: [(document: Int, weight: Int)]] = [:]
    for (number, document) in documents.enumerated() {
      for (term, weight) in document.weights { postings[term, default: []].append((number, weight)) }
    }
    let terms = postings.keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    let languages = languages(of: documents)
    let lengths = documents.reduce(0) { $0 + $1.length }
    let mean = documents.isEmpty ? 16 : max(16, lengths * 16 / documents.count)

    var dictionary: [UInt8] = []
    var lists: [UInt8] = []
    var blocks: [UInt8] = []
    var previous: [UInt8] = []
    for (number, term) in terms.enumerated() {
      var shared = 0
      if number % SearchIndexFormat.blockTerms == 0 {
        append(dictionary.count, to: &blocks)
        append(lists.count, to: &blocks)
      } else {
        shared = zip(previous, term).prefix { $0 == $1 }.count
        append(number: shared, to: &dictionary)
      }
      append(number: term.count - shared, to: &dictionary)
      dictionary += term[shared...]
      // Safe: the terms are the dictionary's keys.
      let list = postings[String(decoding: term, as: UTF8.self)] ?? []
      let encoded = encode(list, documents: documents.count)
      append(number: list.count, to: &dictionary)
      append(number: encoded.count, to: &dictionary)
      lists += encoded
      previous = term
    }

    var languageList: [UInt8] = [UInt8(languages.count)]
    for language in languages { languageList += [UInt8(language.utf8.count)] + Array(language.utf8) }
    var rows: [UInt8] = []
    for document in documents {
      append(document.record.lowerBound, to: &rows)
      append(document.record.count, to: &rows)
      let length = min(document.length, 0xFFFF)
      let language = (languages.firstIndex(of: key(document.language)) ?? -1) + 1
      rows += [UInt8(length & 0xFF), UInt8(length >> 8), UInt8(language), 0]
    }

    var file = SearchIndexFormat.magic
    append(documents.count, to: &file)
    append(terms.count, to: &file)
    append(mean, to: &file)
    var offset = SearchIndexFormat.headerSize
    for section in [languageList, rows, blocks, dictionary, lists] {
      append(offset, to: &file)
      offset += section.count
    }
    append(offset, to: &file)
    append(recordsSize, to: &file)
    return file + languageList + rows + blocks + dictionary + lists
  }

  /// The languages of documents, in order; at most 255.
  private static func languages(of documents: ArraySlice<SearchDocument>) -> [String] {
    Array(Set(documents.map { key($0.language) }).filter { !$0.isEmpty }.sorted().prefix(255))
  }

  /// A language as the index has it: in lower case; empty for what is not a language's tag.
  static func key(_ language: String) -> String {
    let isTag =
      language.utf8.count <= 35
      && language.utf8.allSatisfy {
        ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D
      }
    return isTag ? language.lowercased() : ""
  }

  private static func encode(_ list: [(document: Int, weight: Int)], documents: Int) -> [UInt8] {
    let bits = SearchIndexFormat.gapBits(documents: documents, frequency: list.count)
    var writer = SearchBitWriter()
    var next = 0
    for (document, weight) in list {
      writer.write(document - next, lowBits: bits)
      writer.write(gamma: min(weight, SearchIndexFormat.greatestWeight))
      next = document + 1
    }
    return writer.bytes
  }

  /// Four bytes, the lowest first.
  private static func append(_ value: Int, to bytes: inout [UInt8]) {
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  /// LEB128.
  private static func append(number: Int, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
