import Archive

/// A patch that was made.
public struct WrittenPatch: Sendable, Hashable {
  /// The id of the earlier release.
  public var from: ContentHash
  /// The version of the earlier release; `nil` for a patch from nothing.
  public var fromVersion: String?
  /// The package.
  public var package: String
  /// The patch's path in the folder; `nil` for one that was left out, since the package is not larger.
  public var url: String?
  /// The patch's size in bytes.
  public var size: UInt64
  /// The size in bytes of the package that it saves.
  public var packageSize: UInt64
}

/// An entry that a patch has whole.
public struct WholeEntry: Sendable, Hashable {
  /// The largest entry that is coded against its old bytes, in bytes; both must be no larger.
  public static let limit = UInt64(DeltaCodec.maximumSize)
  /// The package.
  public var package: String
  /// The entry's path.
  public var path: String
  /// Its size in bytes.
  public var size: UInt64
}

/// What writing patches did.
public struct PatchReport: Sendable, Hashable {
  /// The patches that were made, by earlier release, then by package.
  public var patches: [WrittenPatch] = []
  /// How many earlier releases were found with their archives.
  public var sources = 0
  /// Patches from releases that are too old, which were taken out.
  public var removed = 0
  /// The release that the patches lead to.
  public var version = ""
  /// Entries that changed and come whole with their patch, since they are too large to be coded.
  public var wholeEntries: [WholeEntry] = []
  /// Whether before this, only keys that the newest root has withdrawn had signed the release.
  public var wasSignedOnlyByWithdrawnKeys = false
}

extension ReleasePublisher {
  /// Writes patches from earlier releases to this folder's current one, and a manifest that names them.
  ///
  /// Every patch is applied and checked before it is written; one that is not smaller than its package is left out. Sign
  /// with the publisher's keys: the manifest is another one, and so is `latest.json`.
  ///
  /// - Parameters:
  ///   - old: a folder that holds earlier releases: its current one, and all that are still kept in it. It may be this one.
  ///   - sources: from how many earlier releases patches stay; the newest ones.
  ///   - fromNothing: whether patches for first installations are written too: a device without a release makes its packages
  ///     from them, with a quarter of the bytes and about a microsecond for each byte that comes out.
  ///   - requirements: what the current release must show before it is signed.
  /// - Throws: ``PublishError``, of kind `unsigned` when the release is signed and no key is given; ``ManifestError`` when
  ///   a folder's release is unsound, or the current one signed by nobody whose signature counts.
  public func writePatches(
    from old: String, keeping sources: Int = 10, fromNothing: Bool = false,
    requirements: ReleaseRequirements = ReleaseRequirements()
  ) throws -> PatchReport {
    let previous = ReleasePublisher(folder: old)
    guard FileSystem.exists(path("latest.json")) else {
      throw PublishError(.noRelease, path: folder, detail: "it holds no latest.json of a release")
    }
    try checkLinks()
    if !keys.isEmpty { try hasListedKey() }
    let lock = try FolderLock(path(Self.lock), waits: true)
    defer { withExtendedLifetime(lock) {} }
    let standing = try currentRelease(requirements, includingPatches: false)
    if standing.isSigned || !standing.envelope.signatures.isEmpty, keys.isEmpty {
      throw PublishError(.unsigned, path: folder, detail: "its release is signed, and would not be any more")
    }
    var latest = standing.latest
    var manifest = standing.manifest
    dropDamagedPatches(&manifest)
    var report = PatchReport()
    report.wasSignedOnlyByWithdrawnKeys = standing.isSignedOnlyByWithdrawnKeys
    report.version = manifest.version
    var order: [ContentHash] = []
    for name in previous.previousManifests().reversed() {
      guard let source = try? previous.readManifest(name), source.id != manifest.id, !order.contains(source.id) else {
        continue
      }
      guard order.count < max(1, sources) else { break }
      order.append(source.id)
      let made = try writePatches(from: source, in: previous, to: &manifest)
      report.patches += made.patches
      report.wholeEntries += made.wholeEntries.filter { !report.wholeEntries.contains($0) }
      if made.hasArchives { report.sources += 1 }
    }
    if fromNothing { report.patches += try writePatchesFromNothing(to: &manifest) }
    report.removed = dropOldPatches(&manifest, newest: order, keeping: max(1, sources))
    manifest.patches.sort { ($0.from.description, $0.package) < ($1.from.description, $1.package) }
    latest.sequence = manifest.sequence
    _ = try publish(manifest, latest)
    return report
  }

  /// The patches from one earlier release.
  private func writePatches(
    from source: ReleaseManifest, in previous: ReleasePublisher, to manifest: inout ReleaseManifest
  ) throws -> (patches: [WrittenPatch], wholeEntries: [WholeEntry], hasArchives: Bool) {
    var made: [WrittenPatch] = []
    var wholeEntries: [WholeEntry] = []
    var hasArchives = false
    for package in manifest.packages {
      guard let before = source.package(package.name), FileSystem.exists(previous.path(before.archive.url)) else {
        continue
      }
      hasArchives = true
      guard before.index.hash != package.index.hash else { continue }
      manifest.patches.removeAll { $0.from == source.id && $0.package == package.name }
      let (bytes, large) = try makePatch(from: before, in: previous, to: package)
      wholeEntries += large.map { WholeEntry(package: package.name, path: $0.path, size: $0.size) }
      made.append(try write(bytes, from: source.id, source.version, to: package, of: &manifest))
    }
    return (made, wholeEntries, hasArchives)
  }

  /// The new bytes that a patch for a first installation codes at most: a phone takes four seconds for them.
  static let mostCodedFromNothing = 1 << 22

  /// The patches that make packages from nothing.
  private func writePatchesFromNothing(to manifest: inout ReleaseManifest) throws -> [WrittenPatch] {
    let (empty, source) = PackagePatch.nothing
    manifest.patches.removeAll { $0.from == ReleaseManifest.emptyIdentity }
    var made: [WrittenPatch] = []
    for package in manifest.packages {
      let (index, archive) = try openPackage(package)
      let bytes = try PackagePatch.make(
        from: empty, source, to: index, coding: Self.mostCodedFromNothing, readOld: { _ in [] },
        readNew: { try archive.contents(of: $0.path) })
      try Self.check(ByteSource(bytes), from: empty, source, nil, to: package)
      made.append(try write(bytes, from: ReleaseManifest.emptyIdentity, nil, to: package, of: &manifest))
    }
    return made
  }

  /// Writes a patch that was checked, and names it in the manifest, if it is smaller than the package.
  private func write(
    _ bytes: [UInt8], from source: ContentHash, _ version: String?, to package: ManifestPackage,
    of manifest: inout ReleaseManifest
  ) throws -> WrittenPatch {
    var written = WrittenPatch(
      from: source, fromVersion: version, package: package.name, url: nil, size: UInt64(bytes.count),
      packageSize: package.archive.size)
    guard written.size < package.archive.size else { return written }
    let hash = ContentHash(of: bytes)
    let url = "patches/\(source.name.prefix(16))-\(manifest.id.name.prefix(16)).\(package.name).\(hash.name).patch"
    try writeImmutable(url, bytes)
    let file = ReleaseFileReference(url: url, hash: hash, size: written.size)
    manifest.patches.append(ManifestPatch(from: source, to: manifest.id, package: package.name, file: file))
    written.url = url
    return written
  }

  /// Takes out the patches whose files are not there or not what they must be.
  func dropDamagedPatches(_ manifest: inout ReleaseManifest) {
    manifest.patches.removeAll { patch in
      do throws(ManifestError) {
        try patch.file.check(path: path(patch.file.url))
        return false
      } catch {
        return true
      }
    }
  }

  /// Takes out the patches from releases that are not among the newest.
  private func dropOldPatches(
    _ manifest: inout ReleaseManifest, newest: [ContentHash], keeping count: Int
  ) -> Int {
    var order = newest
    for url in previousManifests().reversed() {
      if let id = try? readManifest(url).id, !order.contains(id) { order.append(id) }
    }
    for patch in manifest.patches where !order.contains(patch.from) { order.append(patch.from) }
    // First installations need no earlier release, so that none makes theirs old.
    let withPatches = order.filter { id in
      id != ReleaseManifest.emptyIdentity && manifest.patches.contains { $0.from == id }
    }
    let kept = Set(withPatches.prefix(count) + [ReleaseManifest.emptyIdentity])
    let before = manifest.patches.count
    manifest.patches.removeAll { !kept.contains($0.from) }
    return before - manifest.patches.count
  }

  func readManifest(_ url: String) throws(ManifestError) -> ReleaseManifest {
    guard let bytes = FileSystem.read(path(url), limit: ReleaseLimits.manifestSize) else {
      throw ManifestError(.missing, file: url, expected: "a readable file")
    }
    do {
      return try ReleaseManifest(decoding: bytes)
    } catch {
      throw error.inFile(url)
    }
  }

  func openPackage(_ package: ManifestPackage) throws -> (index: PackageIndex, archive: ArchiveReader) {
    guard let bytes = FileSystem.read(path(package.index.url), limit: ReleaseLimits.indexSize) else {
      throw ManifestError(.missing, file: package.index.url, expected: "a readable file")
    }
    try package.index.check(bytes)
    try package.archive.check(path: path(package.archive.url))
    let limits = ArchiveLimits(entryCount: package.entryCount, unpackedSize: package.unpackedSize, areExact: true)
    let archive = try ArchiveReader(ByteSource(path: path(package.archive.url)), limits: limits)
    return (try PackageIndex(decoding: bytes), archive)
  }

  /// A patch, applied once to see that it gives the package, and the changed entries that are too large to be coded.
  private func makePatch(
    from before: ManifestPackage, in previous: ReleasePublisher, to package: ManifestPackage
  ) throws -> (bytes: [UInt8], wholeEntries: [PackageIndexEntry]) {
    let (oldIndex, oldArchive) = try previous.openPackage(before)
    let (newIndex, newArchive) = try openPackage(package)
    let patch = try PackagePatch.make(
      from: oldIndex, before.index.hash, to: newIndex, readOld: { try oldArchive.contents(of: $0.path) },
      readNew: { try newArchive.contents(of: $0.path) })
    try Self.check(ByteSource(patch), from: oldIndex, before.index.hash, oldArchive, to: package)
    let oldSizes = Dictionary(oldIndex.entries.map { ($0.path, $0.size) }, uniquingKeysWith: { first, _ in first })
    let known = Set(oldIndex.entries.map(\.hash))
    let whole = newIndex.entries.filter { entry in
      !known.contains(entry.hash) && max(entry.size, oldSizes[entry.path] ?? 0) > WholeEntry.limit
    }
    return (patch, whole)
  }

  /// Applies a patch to see that it gives the package.
  ///
  /// - Throws: ``PatchError``, ``ManifestError`` or ``ArchiveError``.
  static func check(
    _ patch: ByteSource, from oldIndex: PackageIndex, _ source: ContentHash, _ oldArchive: ArchiveReader?,
    to package: ManifestPackage
  ) throws {
    // `apply` compares the index of what it made, hashes of all entries included, with that of the manifest.
    _ = try PackagePatch.apply(
      patch, from: oldIndex, source, to: package,
      readOld: { entry in
        guard let oldArchive, entry.size <= UInt64(DeltaCodec.maximumSize) else { throw PatchError.range }
        return ByteSource(try oldArchive.contents(of: entry.path))
      }
    ) { produce in
      var hasher = ContentHasher()
      try produce { hasher.update($0) }
      return hasher.finalize()
    }
  }
}
