import Archive
import Files
import Manifest

/// Gets one package into the store, the cheapest way from what the device has: not at all when an installed release has
/// it; by a patch; by the entries that are missing, fetched as parts of the archive; or whole.
struct PackageInstaller: Sendable {
  var store: ReleaseStore
  var downloader: Downloader
  var package: ManifestPackage
  /// The release's patches of the package.
  var patches: [ManifestPatch]
  /// What the device has.
  var installed: InstalledPackages
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
      let found = try await installAnyWay()
      try checkListings(found.index)
      return found
    } catch let error as ManifestError {
      throw ClientError.manifest(error)
    } catch let error as ArchiveError {
      throw ClientError.archive(error)
    } catch is CancellationError {
      throw ClientError.cancelled
    }
  }

  /// Whichever way the entries came, those that list routes and pages are read before the release is shown.
  private func checkListings(_ index: [UInt8]) throws {
    guard package.name == "base" else { return }
    do {
      try ReleaseRules.checkListings(of: installed.target, base: PackageIndex(decoding: index)) { entry in
        try store.object(entry.hash, size: entry.size)
      }
    } catch let error as ManifestError {
      throw error.inFile(package.archive.url)
    }
  }

  private func installAnyWay() async throws -> Installed {
    for release in installed.releases(with: package) {
      if let index = installedIndex(release) {
        discardAll()
        return Installed(name: package.name, index: index, received: 0, way: .unchanged)
      }
    }
    var patch = cheapestPatch()
    if let cheapest = patch, isCheapest(cheapest) {
      if let installed = try await install(cheapest, received: 0) {
        discardAll()
        return installed
      }
      patch = nil
    }
    return try await installEntries(orBy: patch)
  }

  /// The package's index as it was published, when a release on the device has the same package, whole.
  private func installedIndex(_ release: ContentHash) -> [UInt8]? {
    guard let bytes = store.indexFile(release, package), let index = try? PackageIndex(decoding: bytes),
      (try? check(index)) != nil, index.entries.allSatisfy({ store.has($0.hash, size: $0.size) })
    else { return nil }
    return bytes
  }

  // MARK: By a patch

  /// A patch that can be applied: the package that it leads from is installed, or it leads from nothing.
  private struct Applicable {
    var file: ReleaseFileReference
    var oldIndex: PackageIndex
    /// The hash of the old index's file.
    var source: ContentHash
    /// The bytes that are still to be fetched.
    var cost: UInt64
  }

  /// The patch with the fewest bytes to fetch; `nil` when none leads from what is installed.
  private func cheapestPatch() -> Applicable? {
    var best: Applicable?
    for patch in patches {
      let cost = downloader.remaining(of: patch.file)
      guard cost < best?.cost ?? .max else { continue }
      if patch.from == ReleaseManifest.emptyIdentity {
        let (empty, source) = PackagePatch.nothing
        best = Applicable(file: patch.file, oldIndex: empty, source: source, cost: cost)
        continue
      }
      guard let (release, old) = installed.package(package.name, of: patch.from),
        let oldIndex = store.index(release, old)
      else { continue }
      best = Applicable(file: patch.file, oldIndex: oldIndex, source: old.index.hash, cost: cost)
    }
    return best
  }

  /// Whether no other way can need fewer bytes than a patch, as far as is known without the package's index, which costs
  /// bytes itself.
  ///
  /// A patch has what the old package lacks, coded at least as well as the archive has it. So the other ways can save no
  /// more than what the device has beyond the old package: what an update that was cut left behind, and packages of other
  /// releases.
  private func isCheapest(_ patch: Applicable) -> Bool {
    let index = downloader.remaining(of: package.index)
    let directory = PartialArchive.tailSize(
      names: repeatElement("", count: Int(clamping: min(package.entryCount, 1 << 24))))
    guard patch.cost <= index + downloader.remaining(of: package.archive) else { return false }
    guard patch.cost > index + directory else { return true }
    return installed.sizeOfOthers(than: patch.oldIndex, named: package.name) <= index + directory
  }

  /// Makes the package from an installed one.
  ///
  /// - Parameter received: bytes that were fetched for the package before.
  /// - Returns: `nil` when the patch cannot be had or does not give the package: entries are fetched then.
  private func install(_ patch: Applicable, received: UInt64) async throws -> Installed? {
    expect(patch.cost)
    let fetched: (source: ByteSource, received: UInt64)
    do {
      fetched = try await downloader.fetch(patch.file, rule: .patchFile, onBytes: receive)
    } catch ClientError.cancelled {
      throw ClientError.cancelled
    } catch {
      return nil
    }
    defer { downloader.discard(patch.file) }
    do {
      let index = try PackagePatch.apply(
        fetched.source, from: patch.oldIndex, patch.source, to: package,
        readOld: { try store.source($0.hash, size: $0.size) }, write: { try store.addObject(nil, $0) })
      // What a patch makes keeps the rules of an index that is fetched.
      let bytes = index.encode()
      try check(PackageIndex(decoding: bytes))
      guard index.entries.allSatisfy({ store.has($0.hash, size: $0.size) }) else { return nil }
      return Installed(name: package.name, index: bytes, received: received + fetched.received, way: .patch)
    } catch {
      // The patch or the old entries are damaged; fetching entries needs neither.
      return nil
    }
  }

  // MARK: By entries

  /// Gets the entries that are missing in the way that needs the fewest bytes; one that fails gives way to the next.
  private func installEntries(orBy patch: Applicable?) async throws -> Installed {
    expect(downloader.remaining(of: package.index))
    let (indexSource, indexReceived) = try await downloader.fetch(package.index, rule: .indexFile, onBytes: receive)
    let indexBytes = try indexSource.read(0, Int(clamping: package.index.size))
    try package.index.check(indexBytes, rule: .indexFile)
    let index = try Self.readingIndex(of: package) { () throws(ManifestError) in
      let index = try PackageIndex(decoding: indexBytes)
      try check(index)
      return index
    }
    var result = Installed(name: package.name, index: indexBytes, received: indexReceived, way: .unchanged)
    var missing = index.entries.filter { !store.has($0.hash, size: $0.size) }
    if !missing.isEmpty {
      let received = try await installParts(&missing, index, below: patch?.cost)
      result.received += received
      if received > 0 { result.way = .partial }
      // What is cheaper than the entries, and was not tried yet.
      if !missing.isEmpty, let patch, patch.cost < downloader.remaining(of: package.archive),
        let patched = try await install(patch, received: result.received)
      {
        discardAll()
        return patched
      }
    }
    if !missing.isEmpty {
      result.received += try await installWhole(missing, index)
      result.way = .whole
    }
    discardAll()
    return result
  }

  /// The rules that an index has to keep beside those of its own file: the totals of the manifest, and that the base package
  /// has what the manifest names.
  private func check(_ index: PackageIndex) throws(ManifestError) {
    try ReleaseRules.check(index, of: package)
    if package.name == "base", let fault = ReleaseRules.missingBaseEntries(of: installed.target, base: index).first {
      throw fault
    }
  }

  private static func readingIndex(
    of package: ManifestPackage, _ body: () throws(ManifestError) -> PackageIndex
  ) throws(ManifestError) -> PackageIndex {
    do {
      return try body()
    } catch {
      throw error.inFile(package.index.url)
    }
  }

  private func discardAll() {
    downloader.discard(package.archive)
    downloader.discard(package.index)
  }

  /// Fetches the entries that are missing as parts of the archive, where that needs fewer bytes than the other ways.
  ///
  /// - Parameters:
  ///   - missing: the entries that are missing; those that come are taken out. Some may stay: the server sends no parts, or
  ///     damaged ones, or there is a cheaper way.
  ///   - patchCost: the bytes that a patch needs; `nil` without one.
  /// - Returns: the bytes fetched.
  private func installParts(
    _ missing: inout [PackageIndexEntry], _ index: PackageIndex, below patchCost: UInt64?
  ) async throws -> UInt64 {
    let tailSize = PartialArchive.tailSize(names: index.entries.map(\.path))
    let limit = min(patchCost ?? .max, downloader.remaining(of: package.archive))
    // Before the directory is known, entries are taken to shrink as much as the package does.
    let missingSize = missing.reduce(0.0) { $0 + Double($1.size) }
    let ratio = Double(package.archive.size) / Double(max(1, package.unpackedSize))
    guard missing.count < index.entries.count, tailSize < package.archive.size,
      Double(tailSize) + missingSize * min(1, ratio) < Double(limit)
    else {
      return 0
    }
    var received: UInt64 = 0
    do {
      expect(tailSize)
      let tail = try await fetchPart(package.archive.size - tailSize..<package.archive.size, &received) { file in
        try file.contents(limit: Int(clamping: tailSize))
      }
      let archive = try PartialArchive(
        tail: tail, of: package.archive.size,
        limits: ArchiveLimits(entryCount: package.entryCount, unpackedSize: package.unpackedSize, areExact: true))
      if let fault = ReleaseRules.faults(of: archive.entries, index, of: package).first { throw fault }
      let parts = Self.parts(missing.compactMap { archive.range(of: $0.path) })
      // The size is known now, with headers and gaps.
      guard parts.lazy.map({ UInt64($0.count) }).saturatingSum < limit else { return received }
      let wantedByPath = Dictionary(missing.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
      // Entries are in the order of their places, and so are parts: each is looked at once.
      var entries = archive.entries[...]
      for part in parts {
        try Task.checkCancellation()
        expect(UInt64(part.count))
        entries = entries.drop { $0.headerOffset < part.lowerBound }
        let inPart = entries.prefix { part.contains($0.headerOffset) }
        try await fetchPart(part, &received) { file in
          let source = try ByteSource(file, at: part.lowerBound, of: package.archive.size)
          for entry in inPart {
            guard let wanted = wantedByPath[entry.name] else { continue }
            let found = try store.addObject(wanted.hash) { write in
              try archive.extract(entry.name, from: source) { try write($0) }
            }
            guard found == wanted.hash else { throw ArchiveError(.checksum, entry: entry.name) }
          }
        }
      }
    } catch ClientError.cancelled {
      throw ClientError.cancelled
    } catch let error as CancellationError {
      throw error
    } catch ClientError.store(let path, let detail) {
      throw ClientError.store(path: path, detail: detail)
    } catch {
      // No ranges, or damaged ones: the other ways need none.
    }
    missing = missing.filter { !store.has($0.hash, size: $0.size) }
    return received
  }

  /// Fetches a part of the archive into a file, which is there while it is used.
  private func fetchPart<Result>(
    _ range: Range<UInt64>, _ received: inout UInt64, _ body: (OpenFile) throws -> Result
  ) async throws -> Result {
    let (name, count) = try await downloader.fetchPart(of: package.archive, range, onBytes: receive)
    received += count
    defer { try? store.root.remove(name) }
    return try body(ReleaseStore.storing { () throws(FileError) in try store.root.file(name) })
  }

  /// Joins ranges that are near each other: a request costs as much as some bytes.
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

  private func installWhole(_ missing: [PackageIndexEntry], _ index: PackageIndex) async throws -> UInt64 {
    expect(downloader.remaining(of: package.archive))
    let (source, received) = try await downloader.fetch(package.archive, rule: .archiveFile, onBytes: receive)
    let reader = try ArchiveReader(
      source,
      limits: ArchiveLimits(entryCount: package.entryCount, unpackedSize: package.unpackedSize, areExact: true))
    if let fault = ReleaseRules.faults(of: reader.entries, index, of: package).first { throw fault }
    for wanted in missing {
      try Task.checkCancellation()
      // The archive has the index's entries.
      guard let entry = reader.entry(wanted.path) else { continue }
      let found = try store.addObject(wanted.hash) { write in
        try reader.extract(entry) { try write($0) }
      }
      guard found == wanted.hash else {
        throw ManifestError(
          .hash, file: package.archive.url, entry: wanted.path, expected: wanted.hash.description,
          found: found.description, rule: .entryBytes)
      }
    }
    return received
  }
}
