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
    let envelope: Envelope
    do {
      envelope = try Envelope(decoding: file, payloadType: LatestRelease.payloadType)
      try await verifySignatures(envelope)
      latest = try LatestRelease(decoding: envelope.payload)
      try checkFreshness(latest)
    } catch let error as ManifestError {
      throw ClientError.manifest(error.inFile("latest.json"))
    }
    if let channel = settings.channel, latest.channel != channel { return .otherChannel(latest.channel) }
    let state = store.state
    if latest.manifest.hash == state.current || latest.manifest.hash == state.pending {
      // Also after it was forgotten with a withdrawn key: what is shown is not to be replaced by what is older.
      if latest.sequence > state.highestSequence {
        try store.update { $0.highestSequence = max($0.highestSequence, latest.sequence) }
      }
      return .upToDate
    }
    return try await checkManifest(latest, envelope)
  }

  private func checkManifest(_ latest: LatestRelease, _ envelope: Envelope) async throws -> UpdateCheck {
    guard latest.manifest.size <= 1 << 24 else {
      throw ClientError.manifest(
        ManifestError(.size, file: latest.manifest.url, expected: "at most 16 MiB", found: "\(latest.manifest.size)"))
    }
    try store.update { _ in }
    let bytes = try await downloader.fetchInMemory(latest.manifest)
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
    let mark = manifest.contentMark
    // The same release with other patches or another number.
    let installed = [state.current, state.pending].compactMap { $0 }.compactMap { try? store.manifest($0) }
    if installed.contains(where: { $0.contentMark == mark }) {
      try store.update { $0.highestSequence = max($0.highestSequence, latest.sequence) }
      return .upToDate
    }
    if state.failed.contains(latest.manifest.hash) || state.failed.contains(mark) {
      return .failedBefore(version: manifest.version)
    }
    if let share = latest.rollout,
      !Rollout.includes(installation: state.installationID, release: manifest.id, share: share)
    {
      return .notRolledOut
    }
    return .available(
      AvailableUpdate(
        manifest: manifest, manifestHash: latest.manifest.hash, manifestBytes: bytes, latest: latest, envelope: envelope
      ))
  }

  /// Checks once more what may have changed since the update was found: another process may have installed a newer release
  /// or followed a root that withdrew a key, or the app kept the update for the night.
  private func checkStanding(_ update: AvailableUpdate) throws {
    guard let envelope = update.envelope else { return }
    do {
      switch settings.trust {
      case .server: break
      case .keys(let keys):
        guard envelope.validSignatureCount(by: keys) > 0 else {
          throw ManifestError(.signature, expected: "a valid signature by a known key", found: "none")
        }
      case .root(let first): try storedRoot(first).root.check(envelope)
      }
      try checkFreshness(update.latest)
    } catch let error as ManifestError {
      throw ClientError.manifest(error.inFile("latest.json"))
    }
  }

  private func verifySignatures(_ envelope: Envelope) async throws {
    switch settings.trust {
    case .server: return
    case .keys(let keys):
      try trust(keys)
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
    var (root, files) = try storedRoot(first)
    var isKeyWithdrawn = false
    let storedCount = files.count
    while files.count < 1000,
      let file = try await downloader.fetchSmall(TrustRoot.path(root.version + 1), limit: 1 << 18)
    {
      do {
        let next = try root.next(file)
        if root.keys.contains(where: { !next.keys.contains($0) }) { isKeyWithdrawn = true }
        root = next
        files.append(file)
      } catch {
        throw error.inFile(TrustRoot.path(root.version + 1))
      }
    }
    try trust(root.keys, newFiles: files.count > storedCount ? files : nil, isKeyWithdrawn: isKeyWithdrawn)
    return root
  }

  /// The newest root that is known without asking the server.
  private func storedRoot(_ first: [UInt8]) throws(ManifestError) -> (root: TrustRoot, files: [[UInt8]]) {
    var root = try TrustRoot.first(first)
    var files: [[UInt8]] = []
    for file in store.state.rootFiles {
      // An app's own root may be newer than those that an older app stored.
      guard let next = try? root.next(file) else { continue }
      root = next
      files.append(file)
    }
    return (root, files)
  }

  /// Remembers whose signatures count. Where a key does no more, whether a new root or a new app has withdrawn it, a
  /// sequence that it drove up after it was stolen (a fast-forward attack) is forgotten; what only adds keys or renews an
  /// expiry opens no way back to older releases. The Update Framework 1.0.34, 5.3.11.
  private func trust(_ keys: [VerificationKey], newFiles: [[UInt8]]? = nil, isKeyWithdrawn: Bool = false) throws {
    let ids = keys.map(\.id).sorted()
    let state = store.state
    guard newFiles != nil || state.trustedKeys != ids else { return }
    try store.update { state in
      if let newFiles { state.rootFiles = newFiles }
      if isKeyWithdrawn || !Set(state.trustedKeys).isSubset(of: ids) { state.highestSequence = 0 }
      state.trustedKeys = ids
    }
  }

  /// Whether a key that was trusted is withdrawn, as far as is known without asking the server.
  private func isKeyWithdrawn() -> Bool {
    var keys: [VerificationKey] = []
    switch settings.trust {
    case .server: return false
    case .keys(let known): keys = known
    case .root(let first):
      guard let root = try? storedRoot(first).root else { return false }
      keys = root.keys
    }
    return !Set(store.state.trustedKeys).isSubset(of: keys.map(\.id))
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
  /// - Parameters:
  ///   - update: what `check` found.
  ///   - onProgress: called from any thread.
  /// - Throws: ``ClientError``; nothing of the release is shown then, and what was fetched is kept for the next try.
  public func install(
    _ update: AvailableUpdate, onProgress: @escaping @Sendable (UpdateProgress) -> Void = { _ in }
  ) async throws -> UpdateResult {
    let lock = try store.installationLock()
    defer { withExtendedLifetime(lock) {} }
    try checkStanding(update)
    let (expect, receive) = Self.counters(onProgress)
    var result = UpdateResult(received: 0, patched: [], partial: [], whole: [], unchanged: [])
    let indices = try await install(
      packages(of: update.manifest), of: update.manifest, &result, expect: expect, receive: receive)
    // Checks of other processes take no lock of an installation.
    try checkStanding(update)
    try store.addRelease(update.manifestHash, manifest: update.manifestBytes, indices: indices)
    try store.update { state in
      state.pending = update.manifestHash
      state.highestSequence = max(state.highestSequence, update.latest.sequence)
    }
    return result
  }

  /// Gets packages into the store, several at a time.
  ///
  /// - Returns: their indices by name.
  private func install(
    _ packages: [ManifestPackage], of manifest: ReleaseManifest, _ result: inout UpdateResult,
    expect: @escaping @Sendable (UInt64) -> Void, receive: @escaping @Sendable (Int) -> Void
  ) async throws -> [(package: String, bytes: [UInt8])] {
    var indices: [(package: String, bytes: [UInt8])] = []
    let installers = packages.map {
      PackageInstaller(
        store: store, downloader: downloader, package: $0, patches: manifest.patches, expect: expect, receive: receive)
    }
    try await withThrowingTaskGroup(of: PackageInstaller.Installed.self) { group in
      var waiting = installers[...]
      for installer in waiting.prefix(max(1, settings.parallelRequests)) {
        waiting.removeFirst()
        group.addTask { try await installer.install() }
      }
      while let installed = try await group.next() {
        indices.append((installed.name, installed.index))
        result.received += installed.received
        switch installed.way {
        case .unchanged: result.unchanged.append(installed.name)
        case .patch: result.patched.append(installed.name)
        case .partial: result.partial.append(installed.name)
        case .whole: result.whole.append(installed.name)
        }
        if let installer = waiting.popFirst() { group.addTask { try await installer.install() } }
      }
    }
    return indices.sorted { $0.package < $1.package }
  }

  /// The packages that the device needs at once: those of no viewport, those of the viewport nearest to it, and those on
  /// demand that the shown release has.
  private func packages(of manifest: ReleaseManifest) -> [ManifestPackage] {
    let viewport = manifest.nearestViewport(to: settings.device)
    let current = store.state.current
    let shown = current.flatMap { try? store.manifest($0) }
    return manifest.packages.filter { package in
      guard package.viewport == nil || package.viewport == viewport?.name else { return false }
      if package.load == .install { return true }
      guard let current, let before = shown?.package(package.name) else { return false }
      return store.index(current, before) != nil
    }
  }

  /// Fetches a package of the shown release that is loaded on demand.
  ///
  /// - Parameters:
  ///   - name: the package's name, as the release's list of pages has it.
  ///   - onProgress: called from any thread.
  /// - Throws: ``ClientError``, of kind `noSuchEntry` for a name that the release does not have.
  public func installOnDemand(
    _ name: String, onProgress: @escaping @Sendable (UpdateProgress) -> Void = { _ in }
  ) async throws -> UpdateResult {
    let lock = try store.installationLock()
    defer { withExtendedLifetime(lock) {} }
    guard let current = store.state.current else { throw ClientError.noSuchEntry(name) }
    let manifest = try store.manifest(current)
    guard let package = manifest.package(name) else { throw ClientError.noSuchEntry(name) }
    var result = UpdateResult(received: 0, patched: [], partial: [], whole: [], unchanged: [])
    let (expect, receive) = Self.counters(onProgress)
    let indices = try await install([package], of: manifest, &result, expect: expect, receive: receive)
    for (name, bytes) in indices { try store.addIndex(bytes, of: name, to: current) }
    return result
  }

  private static func counters(
    _ onProgress: @escaping @Sendable (UpdateProgress) -> Void
  ) -> (expect: @Sendable (UInt64) -> Void, receive: @Sendable (Int) -> Void) {
    let progress = ProgressCount()
    return (
      { bytes in progress.state.withLock { $0.expected += bytes } },
      { bytes in
        onProgress(
          progress.state.withLock {
            $0.received += UInt64(bytes)
            $0.expected = max($0.expected, $0.received)
            return $0
          })
      }
    )
  }

  /// What was fetched so far, shared by transfers on several threads.
  private final class ProgressCount: Sendable {
    let state = Mutex(UpdateProgress(received: 0, expected: 0))
  }

  /// Installs the release that came with the app, a published folder, unless the store has one that is as new.
  ///
  /// Call it before ``ReleaseStore/launch(now:)``: at the first start the app shows its embedded release, and after the
  /// app itself was updated, the newer of the two. What later releases share with it is not downloaded.
  ///
  /// - Returns: whether it was installed.
  /// - Throws: ``ClientError``.
  public func installEmbedded(_ folder: String) async throws -> Bool {
    var settings = settings
    // What the app's own package holds was signed with the app; it does not expire, and phased rollouts are not for it.
    settings.trust = .server
    settings.channel = nil
    settings.now = { 0 }
    let embedded = UpdateClient(store: store, transport: FolderTransport(folder: folder), settings: settings)
    guard let update = try await embedded.embeddedRelease(replacesNewer: isKeyWithdrawn()) else { return false }
    _ = try await embedded.install(update)
    return true
  }

  /// - Parameter replacesNewer: a key was withdrawn, so that what is installed with a higher sequence may be a thief's.
  private func embeddedRelease(replacesNewer: Bool) async throws -> AvailableUpdate? {
    let state = store.state
    let installed = [state.pending, state.current].compactMap { $0 }.compactMap { try? store.manifest($0) }
    guard let file = try await downloader.fetchSmall("latest.json", limit: 1 << 18) else {
      throw ClientError.transport(TransportError(.refused, url: "latest.json", detail: "the folder has no such file"))
    }
    do {
      let latest = try LatestRelease(
        decoding: try Envelope(decoding: file, payloadType: LatestRelease.payloadType).payload)
      if !replacesNewer, installed.contains(where: { $0.sequence >= latest.sequence }) { return nil }
      let bytes = try await downloader.fetchInMemory(latest.manifest)
      let manifest = try ReleaseManifest(decoding: bytes)
      if installed.contains(where: { $0.contentMark == manifest.contentMark }) { return nil }
      if state.failed.contains(manifest.contentMark) { return nil }
      return AvailableUpdate(
        manifest: manifest, manifestHash: latest.manifest.hash, manifestBytes: bytes, latest: latest, envelope: nil)
    } catch let error as ManifestError {
      throw ClientError.manifest(error)
    }
  }
}
