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
  /// one, and one that waits for the next launch, never do.
  ///
  /// - Parameter maximumSize: the most that the store should take up in bytes.
  /// - Throws: ``ClientError``, of kind `store` too while an update is being installed.
  @discardableResult
  public func prune(maximumSize: UInt64 = .max) throws(ClientError) -> PruneResult {
    let lock = try installationLock()
    defer { withExtendedLifetime(lock) {} }
    var size = removeUnneeded(keeping: keptReleases)
    let downloads = (FileSystem.names(in: folder + "/downloads") ?? []).map { folder + "/downloads/" + $0 }
    for path in downloads where path.contains("/.tmp-") { FileSystem.remove(path) }
    for path in downloads {
      let count = FileSystem.size(path) ?? 0
      if size + count > maximumSize { FileSystem.remove(path) } else { size += count }
    }
    var result = PruneResult(size: size, removedPrevious: false)
    guard size > maximumSize else { return result }
    try update { state in
      guard !state.isOnTrial, state.previous != nil, state.previous != state.current else { return }
      state.previous = nil
      result.removedPrevious = true
    }
    if result.removedPrevious { result.size = removeUnneeded(keeping: keptReleases) }
    return result
  }

  /// The size of the entries whose names are chosen, in bytes.
  func size(where isChosen: (String) -> Bool) -> UInt64 {
    var size: UInt64 = 0
    for part in FileSystem.names(in: folder + "/objects") ?? [] {
      for object in FileSystem.names(in: folder + "/objects/" + part) ?? [] where isChosen(object) {
        size += FileSystem.size(folder + "/objects/\(part)/\(object)") ?? 0
      }
    }
    return size
  }

  private var keptReleases: Set<ContentHash> {
    let state = self.state
    return Set([state.current, state.previous, state.pending].compactMap { $0 })
  }

  /// Removes the releases that are not kept, and entries that no kept one has.
  ///
  /// - Returns: the bytes that stay in entries and releases.
  private func removeUnneeded(keeping kept: Set<ContentHash>) -> UInt64 {
    var needed: Set<String> = []
    for release in kept {
      guard let manifest = try? manifest(release) else { continue }
      for package in manifest.packages {
        for entry in index(release, package)?.entries ?? [] { needed.insert(entry.hash.name) }
      }
    }
    var size: UInt64 = 0
    // A folder without a manifest is what a crash left of a release.
    for name in FileSystem.names(in: folder + "/releases") ?? [] {
      let path = folder + "/releases/" + name
      let files = FileSystem.names(in: path) ?? []
      if kept.contains(where: { $0.name == name }) {
        for file in files { size += FileSystem.size(path + "/" + file) ?? 0 }
        continue
      }
      // The manifest goes first: without it, the rest is no release.
      FileSystem.remove(path + "/manifest.json")
      for file in files { FileSystem.remove(path + "/" + file) }
      FileSystem.removeFolder(path)
    }
    for part in FileSystem.names(in: folder + "/objects") ?? [] {
      for object in FileSystem.names(in: folder + "/objects/" + part) ?? [] {
        let path = folder + "/objects/\(part)/\(object)"
        if needed.contains(object) { size += FileSystem.size(path) ?? 0 } else { FileSystem.remove(path) }
      }
    }
    return size
  }
}
