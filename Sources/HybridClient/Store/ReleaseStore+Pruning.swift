import Files
import Manifest

extension ReleaseStore {
  /// What pruning left.
  public struct PruneResult: Sendable, Hashable {
    /// What the store takes up, in bytes of its files.
    public var size: UInt64
    /// Whether the release before the current one was given up to meet the cap.
    public var removedPrevious: Bool
  }

  /// Removes what no release that may still be shown needs: other releases, their entries, unfinished downloads beyond the
  /// cap. Where the store is larger still, and the current release is healthy, the one before it goes too; the current
  /// one, and one that waits for the next launch, never do. Files that are not named as the store names its own stay, and so
  /// does everything that a symbolic link leads to.
  ///
  /// - Parameter maximumSize: the most that the store should take up in bytes.
  /// - Throws: ``ClientError``, of kind `store` too while an update is being installed.
  @discardableResult
  public func prune(maximumSize: UInt64 = .max) throws(ClientError) -> PruneResult {
    let lock = try installationLock()
    defer { withExtendedLifetime(lock) {} }
    let isLost = loadState().fault != nil
    // What a damaged state needs is not known for certain.
    if isLost { try update { _ in } }
    var size = try removeUnneeded(keeping: keptReleases)
    try pruneDownloads(&size, maximumSize)
    var result = PruneResult(size: size, removedPrevious: false)
    guard size > maximumSize else { return result }
    try update { state in
      guard !state.isOnTrial, state.previous != nil, state.previous != state.current else { return }
      state.previous = nil
      result.removedPrevious = true
    }
    if result.removedPrevious { result.size = try removeUnneeded(keeping: keptReleases) }
    return result
  }

  /// Removes what updates left behind, except files that fit below the cap.
  private func pruneDownloads(_ size: inout UInt64, _ maximumSize: UInt64) throws(ClientError) {
    // Another process may be writing its state: its file is among these until it has its name.
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    do throws(FileError) {
      let downloads = try root.folder("downloads")
      for name in try downloads.names() {
        guard let status = try downloads.status(name) else { continue }
        switch status.kind {
        case .folder: if name.hasPrefix(".tmp-") { try downloads.removeTree(name) }
        case .file where !name.hasPrefix(".tmp-") && status.size <= maximumSize && size <= maximumSize - status.size:
          size += status.size
        default: try downloads.remove(name)
        }
      }
    } catch {
      try Self.storing { () throws(FileError) in throw error }
    }
  }

  /// The entries' files: their names, which are hashes, and their sizes in bytes.
  func objectSizes() -> [(hash: ContentHash, size: UInt64)] {
    var sizes: [(ContentHash, UInt64)] = []
    try? forEachObject { _, _, hash, status in
      if let hash, status.kind == .file { sizes.append((hash, status.size)) }
    }
    return sizes
  }

  /// Calls a closure with each name in the folders of entries, and the hash where the name is one.
  private func forEachObject(
    _ body: (FolderHandle, String, ContentHash?, FileStatus) throws(FileError) -> Void
  ) throws(FileError) {
    let objects = try root.folder("objects")
    for part in try objects.names() {
      guard let status = try objects.status(part) else { continue }
      guard status.kind == .folder else {
        // A link, which is the only thing that may be here by somebody else's hand, is removed itself.
        if status.kind == .link { try objects.remove(part) }
        continue
      }
      let folder = try objects.folder(part)
      for name in try folder.names() {
        guard let status = try folder.status(name) else { continue }
        let hash = name.hasPrefix(part) ? Base64.decodeURL(name).flatMap { ContentHash(digest: $0) } : nil
        try body(folder, name, hash, status)
      }
    }
  }

  private var keptReleases: Set<ContentHash> {
    let state = self.state
    return Set([state.current, state.previous, state.pending].compactMap { $0 })
  }

  /// Removes the releases that are not kept, and entries that no kept one has.
  ///
  /// - Returns: the bytes that stay in entries and releases.
  private func removeUnneeded(keeping kept: Set<ContentHash>) throws(ClientError) -> UInt64 {
    let needed = neededEntries(of: kept)
    var size: UInt64 = 0
    try Self.storing { () throws(FileError) in
      size = try removeReleases(keeping: Set(kept.map(\.name)))
      try removeSites(keeping: Set(kept.map(\.name)))
      try forEachObject { (folder, name, hash, status) throws(FileError) in
        guard status.kind == .file || status.kind == .link, let hash else { return }
        if status.kind == .file, needed?.contains(hash) ?? true {
          size = [size, status.size].saturatingSum
        } else {
          try folder.remove(name)
        }
      }
    }
    if let needed { verified.keep(needed) }
    return size
  }

  /// The entries that kept releases have; `nil` where that is not known, since a manifest or an index is damaged or cannot be
  /// read at the moment: nothing is to be removed then.
  private func neededEntries(of kept: Set<ContentHash>) -> Set<ContentHash>? {
    var needed: Set<ContentHash> = []
    for release in kept {
      guard let manifest = try? manifest(release) else { return nil }
      for package in manifest.packages {
        if let index = index(release, package) {
          for entry in index.entries { needed.insert(entry.hash) }
        } else if !isMissing(Self.indexName(release, package.name)) {
          return nil
        }
      }
    }
    return needed
  }

  /// Whether the system says that there is no such file: of a package that is not installed, the index is missing by right.
  private func isMissing(_ name: String) -> Bool {
    do throws(FileError) {
      return try root.status(name) == nil
    } catch {
      return error.kind == .missing
    }
  }

  /// Removes the folders of releases that are not kept. One without a manifest is what a crash left of a release.
  ///
  /// - Returns: the bytes that stay.
  private func removeReleases(keeping kept: Set<String>) throws(FileError) -> UInt64 {
    var size: UInt64 = 0
    let releases = try root.folder("releases")
    for name in try releases.names() {
      guard let status = try releases.status(name) else { continue }
      guard status.kind == .folder else {
        if status.kind == .link { try releases.remove(name) }
        continue
      }
      guard Base64.decodeURL(name)?.count == 32 else { continue }
      let folder = try releases.folder(name)
      if kept.contains(name) {
        for file in try folder.names() { size = [size, try folder.status(file)?.size ?? 0].saturatingSum }
        continue
      }
      // The manifest goes first: without it, the rest is not a release.
      try folder.remove("manifest.json")
      for file in try folder.names() where try folder.status(file)?.kind != .folder { try folder.remove(file) }
      try? releases.removeFolder(name)
    }
    return size
  }
}
