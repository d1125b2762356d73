import Archive

/// A patch that was written.
public struct WrittenPatch: Sendable, Hashable {
  /// The package.
  public var package: String
  /// The patch's path in the folder.
  public var url: String
  /// The patch's size in bytes.
  public var size: UInt64
  /// The size in bytes of the package that it saves.
  public var packageSize: UInt64
}

extension ReleasePublisher {
  /// Writes patches from an earlier release to this folder's current one, and a manifest that names them.
  ///
  /// Every patch is applied and checked before it is written; one that is not smaller than its package is left out. Sign
  /// with the publisher's keys: the manifest is another one, and so is `latest.json`.
  ///
  /// - Parameter old: a folder that holds the earlier release: its current one, or any that is still kept in it.
  /// - Returns: the patches, and the manifest of each earlier release found.
  /// - Throws: ``PublishError``, or ``ManifestError`` when a folder's release is unsound.
  public func writePatches(from old: String) throws -> [WrittenPatch] {
    let previous = ReleasePublisher(folder: old)
    guard var latest = currentLatest() else {
      throw PublishError(.foreignFolder, path: folder, detail: "it holds no latest.json of a release")
    }
    let lock = try FolderLock(path(Self.lock), waits: true)
    defer { withExtendedLifetime(lock) {} }
    var manifest = try readManifest(latest.manifest.url)
    var written: [WrittenPatch] = []
    for name in previous.previousManifests() {
      guard let source = try? previous.readManifest(name), source.id != manifest.id else { continue }
      for package in manifest.packages {
        guard let before = source.package(package.name), before.index.hash != package.index.hash else { continue }
        manifest.patches.removeAll { $0.from == source.id && $0.package == package.name }
        guard let bytes = try makePatch(from: before, in: previous, to: package) else { continue }
        let hash = ContentHash(of: bytes)
        let url =
          "patches/\(source.id.name.prefix(16))-\(manifest.id.name.prefix(16)).\(package.name).\(hash.name).patch"
        let file = ReleaseFileReference(url: url, hash: hash, size: UInt64(bytes.count))
        try writeImmutable(url, bytes)
        manifest.patches.append(ManifestPatch(from: source.id, to: manifest.id, package: package.name, file: file))
        written.append(
          WrittenPatch(package: package.name, url: url, size: file.size, packageSize: package.archive.size))
      }
    }
    manifest.patches.sort {
      ($0.from.description, $0.package) < ($1.from.description, $1.package)
    }
    latest.sequence = manifest.sequence
    _ = try publish(manifest, latest)
    return written
  }

  func readManifest(_ url: String) throws(ManifestError) -> ReleaseManifest {
    guard let bytes = FileSystem.read(path(url), limit: 1 << 28) else {
      throw ManifestError(.missing, file: url, expected: "a readable file")
    }
    do {
      return try ReleaseManifest(decoding: bytes)
    } catch {
      throw error.inFile(url)
    }
  }

  private func openPackage(_ package: ManifestPackage) throws -> (index: PackageIndex, archive: ArchiveReader) {
    guard let bytes = FileSystem.read(path(package.index.url)) else {
      throw ManifestError(.missing, file: package.index.url, expected: "a readable file")
    }
    try package.index.check(bytes)
    let limits = ArchiveLimits(entryCount: package.entryCount, unpackedSize: package.unpackedSize, areExact: true)
    let archive = try ArchiveReader(ByteSource(path: path(package.archive.url)), limits: limits)
    return (try PackageIndex(decoding: bytes), archive)
  }

  /// A patch, applied once to see that it gives the package; `nil` when the package's archive is gone or as small.
  private func makePatch(
    from before: ManifestPackage, in previous: ReleasePublisher, to package: ManifestPackage
  ) throws -> [UInt8]? {
    guard FileSystem.exists(previous.path(before.archive.url)) else { return nil }
    let (oldIndex, oldArchive) = try previous.openPackage(before)
    let (newIndex, newArchive) = try openPackage(package)
    let patch = try PackagePatch.make(
      from: oldIndex, to: newIndex, readOld: { try oldArchive.contents(of: $0.path) },
      readNew: { try newArchive.contents(of: $0.path) })
    guard UInt64(patch.count) < package.archive.size else { return nil }
    let made = try PackagePatch.apply(
      patch, from: oldIndex, to: package, readOld: { try oldArchive.contents(of: $0.path) },
      write: { entry, bytes in
        guard ContentHash(of: bytes) == entry.hash else { throw PatchError.source }
      })
    guard made == newIndex else { throw PatchError.source }
    return patch
  }
}
