import Archive
import Manifest

/// Gets one package into the store, the cheapest way from what the device has: not at all when an installed release has
/// it; by a patch; by the entries that are missing, fetched as parts of the archive; or whole.
struct PackageInstaller: Sendable {
  var store: ReleaseStore
  var downloader: Downloader
  var package: ManifestPackage
  /// The release's patches.
  var patches: [ManifestPatch]
  /// Called with bytes that will be fetched.
  var expect: @Sendable (UInt64) -> Void
  /// Called with bytes that were fetched.
  var receive: @Sendable (Int) -> Void

  /// A package whose entries are all in the store.
  struct Installed: Sendable {
    enum Way: Sendable { case unchanged, patch, partial, whole }
    var name: String
    var index: [UInt8]
    var received: UInt64
    var way: Way
  }

  func install() async throws -> Installed {
    do {
      for release in store.installedReleases {
        if let index = try installedIndex(release) {
          return Installed(name: package.name, index: index, received: 0, way: .unchanged)
        }
      }
      if let patched = try await installPatch() { return patched }
      return try await installEntries()
    } catch let error as ManifestError {
      throw ClientError.manifest(error)
    } catch let error as ArchiveError {
      throw ClientError.archive(error)
    } catch is CancellationError {
      throw ClientError.cancelled
    }
  }

  /// The package's index when a release on the device has the same package, whole.
  private func installedIndex(_ release: ContentHash) throws -> [UInt8]? {
    guard let manifest = try? store.manifest(release), let old = manifest.package(package.name),
      old.index.hash == package.index.hash, let index = store.index(release, old),
      index.entries.allSatisfy({ store.has($0.hash) })
    else { return nil }
    return index.encode()
  }

  // MARK: By a patch

  /// Makes the package from an installed one by a patch; `nil` when there is none, it is no smaller, or it fails: then the
  /// entries are fetched.
  private func installPatch() async throws -> Installed? {
    let candidates = patches.filter { $0.package == package.name && $0.file.size < package.archive.size }
      .sorted { $0.file.size < $1.file.size }
    guard !candidates.isEmpty else { return nil }
    let installed = store.installedReleases.compactMap { hash in (try? store.manifest(hash)).map { (hash, $0) } }
    for patch in candidates {
      guard let (release, manifest) = installed.first(where: { $0.1.id == patch.from }),
        let old = manifest.package(package.name), let oldIndex = store.index(release, old)
      else { continue }
      expect(patch.file.size)
      let fetched: (path: String, received: UInt64)
      do {
        fetched = try await downloader.fetch(patch.file, onBytes: receive)
      } catch ClientError.cancelled {
        throw ClientError.cancelled
      } catch {
        return nil
      }
      defer { downloader.discard(patch.file) }
      do {
        guard let bytes = FileSystem.read(fetched.path) else { return nil }
        let index = try PackagePatch.apply(
          bytes, from: oldIndex, to: package, readOld: { try store.object($0.hash) },
          write: { try store.addObject($0.hash, $1) })
        guard index.entries.allSatisfy({ store.has($0.hash) }) else { return nil }
        return Installed(name: package.name, index: index.encode(), received: fetched.received, way: .patch)
      } catch {
        // The patch or the old entries are damaged; fetching entries needs neither.
        return nil
      }
    }
    return nil
  }

  // MARK: By entries

  private func installEntries() async throws -> Installed {
    expect(package.index.size)
    let (indexPath, indexReceived) = try await downloader.fetch(package.index, onBytes: receive)
    let indexBytes = FileSystem.read(indexPath) ?? []
    try package.index.check(indexBytes)
    let index = try PackageIndex(decoding: indexBytes)
    guard UInt64(index.entries.count) == package.entryCount else {
      throw ManifestError(
        .index, file: package.index.url, expected: "\(package.entryCount) entries", found: "\(index.entries.count)")
    }
    var result = Installed(name: package.name, index: indexBytes, received: indexReceived, way: .unchanged)
    var missing = index.entries.filter { !store.has($0.hash) }
    if !missing.isEmpty, let received = try await installParts(missing, index) {
      result.received += received
      result.way = .partial
      missing = missing.filter { !store.has($0.hash) }
    }
    if !missing.isEmpty {
      result.received += try await installWhole(missing)
      result.way = .whole
    }
    downloader.discard(package.archive)
    downloader.discard(package.index)
    return result
  }

  /// Fetches the entries that are missing as parts of the archive, where that saves at least a fifth of it.
  ///
  /// - Returns: the bytes fetched; `nil` when it would not pay. Entries may be missing still: the server sends no parts, or
  ///   damaged ones.
  private func installParts(_ missing: [PackageIndexEntry], _ index: PackageIndex) async throws -> UInt64? {
    let tailSize = PartialArchive.tailSize(names: index.entries.map(\.path))
    let missingSize = missing.reduce(0.0) { $0 + Double($1.size) }
    let ratio = Double(package.archive.size) / Double(max(1, package.unpackedSize))
    guard Double(tailSize) + missingSize * ratio < Double(package.archive.size) * 0.8, tailSize < package.archive.size
    else { return nil }
    // The download that was cut has most of the archive already.
    let begun = FileSystem.size(store.folder + "/downloads/" + package.archive.hash.name) ?? 0
    guard begun < package.archive.size / 2 else { return nil }
    var received: UInt64 = 0
    do {
      expect(tailSize)
      let tail = try await downloader.fetchPart(
        of: package.archive, package.archive.size - tailSize..<package.archive.size, onBytes: receive)
      received += tailSize
      let archive = try PartialArchive(
        tail: tail, of: package.archive.size,
        limits: ArchiveLimits(entryCount: package.entryCount, unpackedSize: package.unpackedSize, areExact: true))
      let byPath = Dictionary(missing.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
      for part in Self.parts(missing.compactMap { archive.range(of: $0.path) }) {
        try Task.checkCancellation()
        expect(UInt64(part.count))
        let bytes = try await downloader.fetchPart(of: package.archive, part, onBytes: receive)
        received += UInt64(part.count)
        for entry in archive.entries where part.contains(entry.headerOffset) {
          guard let wanted = byPath[entry.name] else { continue }
          let contents = try archive.contents(of: entry.name, in: bytes, at: part.lowerBound)
          guard ContentHash(of: contents) == wanted.hash else { return received }
          try store.addObject(wanted.hash, contents)
        }
      }
    } catch ClientError.cancelled {
      throw ClientError.cancelled
    } catch let error as CancellationError {
      throw error
    } catch ClientError.store(let path, let detail) {
      throw ClientError.store(path: path, detail: detail)
    } catch {
      // No ranges, or damaged ones: the whole archive needs none.
    }
    return received
  }

  /// Joins ranges that lie near each other: a request costs as much as some bytes.
  static func parts(_ ranges: [Range<UInt64>]) -> [Range<UInt64>] {
    var gap: UInt64 = 2048
    while true {
      var parts: [Range<UInt64>] = []
      for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = parts.last, range.lowerBound <= last.upperBound + gap,
          range.upperBound - last.lowerBound < 1 << 22
        {
          parts[parts.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        } else {
          parts.append(range)
        }
      }
      if parts.count <= 64 || gap > 1 << 22 { return parts }
      gap *= 2
    }
  }

  // MARK: Whole

  private func installWhole(_ missing: [PackageIndexEntry]) async throws -> UInt64 {
    expect(package.archive.size)
    let (path, received) = try await downloader.fetch(package.archive, onBytes: receive)
    let reader = try ArchiveReader(
      ByteSource(path: path),
      limits: ArchiveLimits(entryCount: package.entryCount, unpackedSize: package.unpackedSize, areExact: true))
    for wanted in missing {
      try Task.checkCancellation()
      guard let entry = reader.entry(wanted.path), entry.size == wanted.size else {
        throw ManifestError(
          .index, file: package.archive.url, entry: wanted.path, expected: "an entry of \(wanted.size) bytes",
          found: reader.entry(wanted.path).map { "\($0.size) bytes" } ?? "none")
      }
      let found = try store.addObject(wanted.hash) { write in
        try reader.extract(entry) { try write($0) }
      }
      guard found == wanted.hash else {
        throw ManifestError(
          .hash, file: package.archive.url, entry: wanted.path, expected: wanted.hash.description,
          found: found.description)
      }
    }
    return received
  }
}
