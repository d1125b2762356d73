import JSONValues
import Manifest
import Search

extension OpenedRelease {
  /// Whether the release was built with an index (`"search": true`).
  public var isSearchable: Bool {
    (try? file(inBase: ReleaseSearcher.indexPath)) != nil && (try? file(inBase: ReleaseSearcher.recordsPath)) != nil
  }

  /// The pages that answer a question, the best first: offline, from the release's own index.
  ///
  /// Pages with all words of the question, or where there is none, those with any. Case and diacritics do not count; the
  /// last word may be the beginning of one, as while it is typed.
  ///
  /// ```swift
  /// let hits = try release.search("harbour fest", language: "en")
  /// ```
  ///
  /// - Parameters:
  ///   - words: the question as it is typed.
  ///   - language: only pages in this language, with any region: `de` finds `de-AT`. Where no page is in it, the tag counts without
  ///     its last part, so that a device's `de-CH` finds `de`. `nil` for all.
  ///   - limit: the most answers.
  /// - Returns: nothing where the release has no index.
  /// - Throws: ``ClientError``.
  public func search(
    _ words: String, language: String? = nil, limit: Int = 10
  ) throws(ClientError) -> [SearchHit] {
    guard let files = try searcher.files(of: self) else { return [] }
    let query = SearchQuery(words)
    do throws(SearchIndexError) {
      var hits: [SearchHit] = []
      for match in try files.index.matches(query, language: language, limit: limit) {
        guard let bytes = files.records.bytes(in: match.record), let value = try? JSONParser.parse(bytes),
          let record = SearchRecord(value)
        else { throw SearchIndexError(offset: match.record.lowerBound, expected: "a record in search.json") }
        hits.append(Self.hit(record, match, query))
      }
      return hits
    } catch {
      throw .search(error)
    }
  }

  private static func hit(_ record: SearchRecord, _ match: SearchMatch, _ query: SearchQuery) -> SearchHit {
    let title = SearchExcerpt(of: record.title.isEmpty ? record.path : record.title, for: query, length: 1_000)
    let excerpt = SearchExcerpt(of: record.text.isEmpty ? record.description : record.text, for: query)
    return SearchHit(
      path: record.path, route: record.route, title: title.text, titleHighlights: title.highlights,
      excerpt: excerpt.text, highlights: excerpt.highlights,
      language: record.language.isEmpty ? nil : record.language, image: record.image.isEmpty ? nil : record.image,
      score: match.score)
  }

  /// What every page says, in the order of the pages: what an app hands to the system's own search.
  ///
  /// - Returns: nothing where the release has no index.
  /// - Throws: ``ClientError``.
  public func searchRecords() throws(ClientError) -> [SearchRecord] {
    guard let file = try file(inBase: ReleaseSearcher.recordsPath) else { return [] }
    // A file has all bytes from the first to the last.
    guard let value = try? JSONParser.parse(file.bytes(in: 0..<file.count) ?? []),
      let records = value["pages"]?.elements
    else { throw .search(SearchIndexError(offset: 0, expected: "search.json with a list of pages")) }
    return records.compactMap(SearchRecord.init)
  }
}
