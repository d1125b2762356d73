import Archive
import Manifest
import PageFormat
import Synchronization

/// Asks for updates and installs them into a store.
public struct UpdateClient: Sendable {
  /// The store.
  public let store: ReleaseStore
  /// How the app updates.
  public let settings: UpdateSettings
  private let downloader: Downloader

  /// A client of a server.
  public init(store: ReleaseStore, transport: any Transport, settings: UpdateSettings) {
    self.store = store
    self.settings = settings
    downloader = Downloader(
      transport: transport, store: store, attempts: max(1, settings.attempts), pause: settings.pause)
  }

  // MARK: Asking

  /// Asks which release is the current one, and verifies what says so.
  ///
  /// - Throws: ``ClientError``; the installed releases stay usable whatever it is.
  public func check() async throws -> UpdateCheck {
    guard let file = try await downloader.fetchSmall("latest.json", limit: 1 << 18) else {
      throw ClientError.transport(TransportError(.refused, url: "latest.json", detail: "the server has no such file"))
    }
    let latest: LatestRelease
    do {
      let envelope = try Envelope(decoding: file, payloadType: LatestRelease.payloadType)
      try await verifySignatures(envelope)
      latest = try LatestRelease(decoding: envelope.payload)
      try checkFreshness(latest)
    } catch let error as ManifestError {
      throw ClientError.manifest(error.inFile("latest.json"))
    }
    if let channel = settings.channel, latest.channel != channel { return .otherChannel(latest.channel) }
    let state = store.state
    if latest.manifest.hash == state.current || latest.manifest.hash == state.pending { return .upToDate }
    return try await checkManifest(latest)
  }

  private func checkManifest(_ latest: LatestRelease) async throws -> UpdateCheck {
    guard latest.manifest.size <= 1 << 24 else {
      throw ClientError.manifest(
        ManifestError(.size, file: latest.manifest.url, expected: "at most 16 MiB", found: "\(latest.manifest.size)"))
    }
    try store.update { _ in }
    let (bytes, _) = try await downloader.fetch(latest.manifest) { _ in }
    let manifest: ReleaseManifest
    do {
      manifest = try ReleaseManifest(decoding: bytes)
      guard manifest.sequence == latest.sequence else {
        throw ManifestError(.sequence, entry: "sequence", expected: "\(latest.sequence)", found: "\(manifest.sequence)")
      }
      if let minimum = manifest.runtimeVersion, let version = settings.runtimeVersion,
        !RuntimeVersion.isAtLeast(version, minimum)
      {
        throw ManifestError(.runtime, entry: "runtimeVersion", expected: "an app of \(minimum)", found: version)
      }
    } catch let error as ManifestError {
      throw ClientError.manifest(error.inFile(latest.manifest.url))
    }
    let state = store.state
    if state.failed.contains(latest.manifest.hash) { return .failedBefore(version: manifest.version) }
    if let share = latest.rollout,
      !Rollout.includes(installation: state.installationID, release: latest.manifest.hash, share: share)
    {
      return .notRolledOut
    }
    return .available(
      AvailableUpdate(
        manifest: manifest, manifestHash: latest.manifest.hash, manifestBytes: bytes, latest: latest))
  }

  private func verifySignatures(_ envelope: Envelope) async throws {
    switch settings.trust {
    case .server: return
    case .keys(let keys):
      guard envelope.validSignatureCount(by: keys) > 0 else {
        throw ManifestError(.signature, expected: "a valid signature by a known key", found: "none")
      }
    case .root(let first):
      let root = try await newestRoot(first)
      if let expires = root.expires, expires.seconds <= settings.now() {
        throw ManifestError(.expired, file: TrustRoot.path(root.version), expected: "a root that is valid")
      }
      try root.check(envelope)
    }
  }

  /// Follows the chain of roots from the app's own through those that are stored to the newest of the server.
  private func newestRoot(_ first: [UInt8]) async throws -> TrustRoot {
    var root = try TrustRoot.first(first)
    var files: [[UInt8]] = []
    for file in store.state.rootFiles {
      // An app's own root may be newer than those that an older app stored.
      guard let next = try? root.next(file) else { continue }
      root = next
      files.append(file)
    }
    var isRotated = false
    while files.count < 1000,
      let file = try await downloader.fetchSmall(TrustRoot.path(root.version + 1), limit: 1 << 18)
    {
      do {
        let next = try root.next(file)
        isRotated = true
        root = next
        files.append(file)
      } catch {
        throw error.inFile(TrustRoot.path(root.version + 1))
      }
    }
    if isRotated {
      let stored = files
      try store.update { state in
        state.rootFiles = stored
        // Keys were rotated: a sequence that a stolen key drove up (a fast-forward attack) is forgotten.
        state.highestSequence = 0
      }
    }
    return root
  }

  /// Refuses what is older than what was seen (a rollback attack) and what should have been replaced by now (a freeze
  /// attack).
  private func checkFreshness(_ latest: LatestRelease) throws {
    let highest = store.state.highestSequence
    guard latest.sequence >= highest else {
      throw ManifestError(.rollback, entry: "sequence", expected: "\(highest) or more", found: "\(latest.sequence)")
    }
    if let expires = latest.expires, expires.seconds <= settings.now() {
      throw ManifestError(
        .expired, entry: "expires", expected: "a moment after \(Timestamp(seconds: settings.now()))",
        found: expires.description)
    }
  }

  // MARK: Installing

  /// Fetches what the store lacks of a release and installs it for the next launch.
  ///
  /// - Parameter onProgress: called from any thread.
  /// - Throws: ``ClientError``; nothing of the release is shown then, and what was fetched is kept for the next try.
  public func install(
    _ update: AvailableUpdate, onProgress: @escaping @Sendable (UpdateProgress) -> Void = { _ in }
  ) async throws -> UpdateResult {
    let lock = try store.installationLock()
    defer { withExtendedLifetime(lock) {} }
    let progress = Mutex(UpdateProgress(received: 0, expected: 0))
    let expect: @Sendable (UInt64) -> Void = { bytes in progress.withLock { $0.expected += bytes } }
    let receive: @Sendable (Int) -> Void = { bytes in
      onProgress(
        progress.withLock {
          $0.received += UInt64(bytes)
          $0.expected = max($0.expected, $0.received)
          return $0
        })
    }
    var result = UpdateResult(received: 0, patched: [], whole: [], unchanged: [])
    var indices: [(package: String, bytes: [UInt8])] = []
    try await withThrowingTaskGroup(of: InstalledPackage.self) { group in
      var waiting = packages(of: update.manifest)[...]
      for package in waiting.prefix(max(1, settings.parallelRequests)) {
        waiting.removeFirst()
        group.addTask { try await install(package, update, expect, receive) }
      }
      while let installed = try await group.next() {
        indices.append((installed.name, installed.index))
        result.received += installed.received
        switch installed.way {
        case .unchanged: result.unchanged.append(installed.name)
        case .patch: result.patched.append(installed.name)
        case .whole: result.whole.append(installed.name)
        }
        if let package = waiting.popFirst() {
          group.addTask { try await install(package, update, expect, receive) }
        }
      }
    }
    try store.addRelease(update.manifestHash, manifest: update.manifestBytes, indices: indices.sorted { $0.0 < $1.0 })
    try store.update { state in
      state.pending = update.manifestHash
      state.highestSequence = max(state.highestSequence, update.latest.sequence)
    }
    downloader.discard(update.latest.manifest)
    return result
  }

  /// The packages that the device needs at once: those of no viewport, and those of the viewport nearest to it.
  private func packages(of manifest: ReleaseManifest) -> [ManifestPackage] {
    let viewport = manifest.nearestViewport(to: settings.device)
    return manifest.packages.filter { $0.load == .install && ($0.viewport == nil || $0.viewport == viewport?.name) }
  }

  private struct InstalledPackage: Sendable {
    enum Way: Sendable { case unchanged, patch, whole }
    var name: String
    var index: [UInt8]
    var received: UInt64
    var way: Way
  }

  private func install(
    _ package: ManifestPackage, _ update: AvailableUpdate, _ expect: @Sendable (UInt64) -> Void,
    _ receive: @escaping @Sendable (Int) -> Void
  ) async throws -> InstalledPackage {
    do {
      for release in store.installedReleases {
        if let index = try installedIndex(package, release) {
          return InstalledPackage(name: package.name, index: index, received: 0, way: .unchanged)
        }
      }
      if let patched = try await installPatch(package, update, expect, receive) { return patched }
      return try await installWhole(package, expect, receive)
    } catch let error as ManifestError {
      throw ClientError.manifest(error)
    } catch let error as ArchiveError {
      throw ClientError.archive(error)
    }
  }

  /// The package's index when a release on the device has the same package, whole.
  private func installedIndex(_ package: ManifestPackage, _ release: ContentHash) throws -> [UInt8]? {
    guard let manifest = try? store.manifest(release), let old = manifest.package(package.name),
      old.index.hash == package.index.hash, let index = store.index(release, old),
      index.entries.allSatisfy({ store.has($0.hash) })
    else { return nil }
    return index.encode()
  }

  /// Makes the package from an installed one by a patch; `nil` when there is none, it is no smaller, or it fails: then the
  /// package comes whole.
  private func installPatch(
    _ package: ManifestPackage, _ update: AvailableUpdate, _ expect: @Sendable (UInt64) -> Void,
    _ receive: @escaping @Sendable (Int) -> Void
  ) async throws -> InstalledPackage? {
    let candidates = update.manifest.patches.filter {
      $0.package == package.name && $0.file.size < package.archive.size
    }
    .sorted { $0.file.size < $1.file.size }
    let installed = store.installedReleases.compactMap { hash in (try? store.manifest(hash)).map { (hash, $0) } }
    for patch in candidates {
      guard let (release, manifest) = installed.first(where: { $0.1.id == patch.from }),
        let old = manifest.package(package.name), let oldIndex = store.index(release, old)
      else { continue }
      expect(patch.file.size)
      guard let (bytes, received) = try? await downloader.fetch(patch.file, onBytes: receive) else {
        try Task.checkCancellation()
        return nil
      }
      defer { downloader.discard(patch.file) }
      do {
        let index = try PackagePatch.apply(
          bytes, from: oldIndex, to: package, readOld: { try store.object($0.hash) },
          write: { try store.addObject($0.hash, $1) })
        guard index.entries.allSatisfy({ store.has($0.hash) }) else { return nil }
        return InstalledPackage(name: package.name, index: index.encode(), received: received, way: .patch)
      } catch {
        // The patch or the old entries are damaged; the whole package needs neither.
        return nil
      }
    }
    return nil
  }

  private func installWhole(
    _ package: ManifestPackage, _ expect: @Sendable (UInt64) -> Void, _ receive: @escaping @Sendable (Int) -> Void
  ) async throws -> InstalledPackage {
    expect(package.index.size)
    let (indexBytes, indexReceived) = try await downloader.fetch(package.index, onBytes: receive)
    let index = try PackageIndex(decoding: indexBytes)
    guard UInt64(index.entries.count) == package.entryCount else {
      throw ManifestError(
        .index, file: package.index.url, expected: "\(package.entryCount) entries", found: "\(index.entries.count)")
    }
    let missing = index.entries.filter { !store.has($0.hash) }
    guard !missing.isEmpty else {
      downloader.discard(package.index)
      return InstalledPackage(name: package.name, index: indexBytes, received: indexReceived, way: .unchanged)
    }
    expect(package.archive.size)
    let (archive, received) = try await downloader.fetch(package.archive, onBytes: receive)
    let reader = try ArchiveReader(
      ByteSource(archive),
      limits: ArchiveLimits(entryCount: package.entryCount, unpackedSize: package.unpackedSize, areExact: true))
    for entry in missing {
      try Task.checkCancellation()
      let bytes = try reader.contents(of: entry.path)
      guard ContentHash(of: bytes) == entry.hash, UInt64(bytes.count) == entry.size else {
        throw ManifestError(
          .hash, file: package.archive.url, entry: entry.path, expected: entry.hash.description,
          found: ContentHash(of: bytes).description)
      }
      try store.addObject(entry.hash, bytes)
    }
    downloader.discard(package.archive)
    downloader.discard(package.index)
    return InstalledPackage(
      name: package.name, index: indexBytes, received: received + indexReceived, way: .whole)
  }

  /// Installs the release that came with the app, a published folder, unless the store has a release already.
  ///
  /// - Returns: whether it was installed.
  /// - Throws: ``ClientError``.
  public func installEmbedded(_ folder: String) async throws -> Bool {
    guard store.state.current == nil, store.state.pending == nil else { return false }
    var settings = settings
    // What the app's own package holds was signed with the app; it does not expire.
    settings.trust = .server
    settings.channel = nil
    settings.now = { 0 }
    let embedded = UpdateClient(store: store, transport: FolderTransport(folder: folder), settings: settings)
    guard case .available(let update) = try await embedded.check() else { return false }
    _ = try await embedded.install(update)
    return true
  }
}
