import Manifest
import PageFormat
import Search
import Platform

/// Keeps the index of a release once it was read.
final class ReleaseSearcher: Sendable {
  /// The entry of the base package with the index.
  static let indexPath = "search.index"
  /// The entry of the base package with what the pages say.
  static let recordsPath = "search.json"

  /// The index and the records.
  struct Files: Sendable {
    var index: SearchIndex
    var records: FileBytes
  }

  private let files = Mutex<Files?>(nil)

  /// The files of a release; `nil` where it was built without them.
  func files(of release: OpenedRelease) throws(ClientError) -> Files? {
    if let known = files.withLock({ $0 }) { return known }
    guard let index = try release.file(inBase: Self.indexPath), let records = try release.file(inBase: Self.recordsPath)
    else { return nil }
    let opened: Files
    do throws(SearchIndexError) {
      // A file has all bytes from the first to the last.
      opened = Files(index: try SearchIndex(index.bytes(in: 0..<index.count) ?? []), records: records)
      guard opened.index.recordsSize == records.count else {
        throw SearchIndexError(offset: 44, expected: "the size of search.json, \(records.count)")
      }
    } catch {
      throw .search(error)
    }
    files.withLock { $0 = opened }
    return opened
  }
}
