import Manifest

extension PageCache {
  /// Assets above this many bytes have an action of their own; smaller ones travel in groups.
  private static let smallAsset = 256 << 10

  /// A part of the site's assets that is fetched and added by one action.
  private struct AssetGroup: Sendable {
    var key: ContentHash
    var paths: [String]
  }

  /// Large assets are named by their bytes, groups of small ones by their paths: every entry is checked against the
  /// file's own bytes before it is used.
  private func assetGroups() -> [AssetGroup] {
    let isSmall = { (file: Site.File) in file.size <= Self.smallAsset }
    let small = Self.spread(site.assets.filter(isSmall).map(\.path)).map { paths in
      var writer = ByteWriter()
      writer.write("assets")
      writer.append(tool.digest.digest)
      writer.write(paths)
      return AssetGroup(key: ContentHash(of: writer.bytes), paths: paths)
    }
    let large = site.assets.filter { !isSmall($0) }.compactMap { file in
      key(ofAsset: file.path).map { AssetGroup(key: $0, paths: [file.path]) }
    }
    return small + large
  }

  /// Asks the remote cache, where there is one, for packed assets that the folder has no entry for.
  func fetchAssets(_ paths: [String], jobs: Int) {
    guard let remote else { return }
    let wanted = Set(paths)
    let missing = assetGroups().filter { group in
      group.paths.contains { path in wanted.contains(path) && key(ofAsset: path).map { !folder.contains($0) } ?? false }
    }
    let blobs = ParallelWork.map(missing, threads: min(8, max(jobs, 4))) { remote.result(of: $0.key) }
    for blob in blobs {
      guard let blob, let entries = try? Self.assetEntries(of: blob) else { continue }
      for (key, bytes) in entries { folder.write(bytes, for: key) }
    }
  }

  /// Adds the groups that have an asset that was packed in this run to the remote cache.
  func uploadAssets(_ assets: [String: PackedAsset], jobs: Int) {
    guard let remote else { return }
    let made = packed.withLock { $0 }
    let changed = assetGroups().filter { $0.paths.contains(where: made.contains) }
    _ = ParallelWork.map(changed, threads: min(8, max(jobs, 4))) { [self] group -> Bool in
      var writer = ByteWriter()
      let entries = group.paths.compactMap { path -> (ContentHash, PackageFile)? in
        guard let file = assets[path]?.file, file.packed != nil, let key = key(ofAsset: path) else { return nil }
        return (key, file)
      }
      writer.write(entries.count)
      for (key, file) in entries {
        writer.append(key.digest)
        var bytes = ByteWriter()
        bytes.write(file)
        writer.write(bytes.bytes)
      }
      remote.put(writer.bytes, for: group.key)
      return true
    }
  }

  private static func assetEntries(of blob: [UInt8]) throws(ByteCodingError) -> [(ContentHash, [UInt8])] {
    var reader = ByteReader(blob)
    var entries: [(ContentHash, [UInt8])] = []
    for _ in 0..<(try reader.count()) {
      let key = try reader.digest()
      let bytes = try reader.array()
      // What is not a packed file is left out here, not found broken later.
      var inner = ByteReader(bytes)
      guard try inner.file() != nil else { throw ByteCodingError() }
      entries.append((key, bytes))
    }
    return entries
  }
}
