import Manifest

extension PageCache {
  /// Pages are fetched and added in groups of about this many, so that requests do not rule.
  private static let groupSize = 32

  /// A group of pages: its key names the tool, the configuration and the pages' paths; every result in it is checked
  /// against its own inputs.
  private struct Group: Sendable {
    var key: ContentHash
    var paths: [String]
  }

  /// Paths in groups that depend only on the paths: a new page changes no other group.
  static func spread(_ paths: [String]) -> [[String]] {
    var count = 1
    while count * groupSize < paths.count { count *= 2 }
    var members = [[String]](repeating: [], count: count)
    for path in paths {
      let digest = ContentHash(of: Array(path.utf8)).digest
      members[(Int(digest[0]) << 16 | Int(digest[1]) << 8 | Int(digest[2])) % count].append(path)
    }
    return members.filter { !$0.isEmpty }
  }

  private func groups(of paths: [String]) -> [Group] {
    Self.spread(paths).map { paths in
      var writer = ByteWriter()
      writer.write("group")
      writer.append(common.digest)
      writer.write(paths)
      return Group(key: ContentHash(of: writer.bytes), paths: paths)
    }
  }

  /// Asks the remote cache, where there is one, for the groups of pages that the folder has no entry for.
  func fetch(_ paths: [String], jobs: Int) {
    guard let remote else { return }
    let wanted = Set(paths)
    let missing = groups(of: site.pages.map(\.path)).filter { group in
      group.paths.contains { path in wanted.contains(path) && key(ofPage: path).map { !folder.contains($0) } ?? false }
    }
    let blobs = ParallelWork.map(missing, threads: min(8, max(jobs, 4))) { remote.result(of: $0.key) }
    for blob in blobs {
      guard let blob, let entries = try? Self.entries(of: blob) else { continue }
      for (key, records) in entries { accept(records, for: key) }
    }
  }

  /// Adds the groups that have a page that was compiled in this run to the remote cache.
  func upload(_ pages: BuiltPages, jobs: Int) {
    guard let remote else { return }
    remote.restartClock()
    let made = compiled.withLock { $0 }
    let changed = groups(of: site.pages.map(\.path)).filter { $0.paths.contains(where: made.contains) }
    _ = ParallelWork.map(changed, threads: min(8, max(jobs, 4))) { [self] group -> Bool in
      var writer = ByteWriter()
      let entries = group.paths.compactMap { path -> (ContentHash, Record)? in
        guard let page = pages[path], let key = key(ofPage: path), let record = record(page) else { return nil }
        return (key, record)
      }
      writer.write(entries.count)
      for (key, record) in entries {
        writer.append(key.digest)
        writer.write(Self.encode([record]))
      }
      remote.put(writer.bytes, for: group.key)
      return true
    }
  }

  private static func entries(of blob: [UInt8]) throws(ByteCodingError) -> [(ContentHash, [Record])] {
    var reader = ByteReader(blob)
    var entries: [(ContentHash, [Record])] = []
    for _ in 0..<(try reader.count()) {
      let key = try reader.digest()
      entries.append((key, try decode(try reader.array())))
    }
    return entries
  }
}
