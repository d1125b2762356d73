import Archive
import Manifest
import PageFormat
import Platform

/// Asks for updates and installs them into a store.
///
/// ```swift
/// let client = UpdateClient(store: store, transport: transport, settings: settings)
/// if case .available(let update) = try await client.check() {
///   _ = try await client.install(update) { print("\($0.received) of \($0.expected) bytes") }
/// }
/// ```
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
    guard let file = try await downloader.fetchSmall("latest.json", limit: ReleaseLimits.envelopeSize) else {
      throw ClientError.transport(TransportError(.refused, url: "latest.json", detail: "the server has no such file"))
    }
    let latest: LatestRelease
    let envelope: Envelope
    let signers: [String]
    do {
      envelope = try Envelope(decoding: file, payloadType: LatestRelease.payloadType)
      signers = try await verifySignatures(envelope)
      latest = try LatestRelease(decoding: envelope.payload)
      try checkFreshness(latest)
    } catch let error as ManifestError {
      throw ClientError.manifest(error.inFile("latest.json"))
    }
    let check = try await check(latest, envelope, signers)
    if case .available = check { return check }
    // Nothing new: what is shown may lack something.
    return try await shownRepair().map { .available($0) } ?? check
  }

  private func check(_ latest: LatestRelease, _ envelope: Envelope, _ signers: [String]) async throws -> UpdateCheck {
    if let channel = settings.channel, latest.channel != channel { return .otherChannel(latest.channel) }
    let state = store.state
    if latest.manifest.hash == state.current || latest.manifest.hash == state.pending {
      // Also after it was forgotten with a withdrawn key: what is shown is not to be replaced by what is older.
      try store.update { $0.accept(latest.sequence, signedBy: signers) }
      return .upToDate
    }
    return try await checkManifest(latest, envelope, signers)
  }

  private func checkManifest(
    _ latest: LatestRelease, _ envelope: Envelope, _ signers: [String]
  ) async throws -> UpdateCheck {
    try store.update { _ in }
    let bytes = try await downloader.fetchInMemory(latest.manifest)
    let manifest: ReleaseManifest
    do {
      manifest = try ReleaseManifest(decoding: bytes)
      try ReleaseRules.check(manifest, against: latest)
      if let minimum = manifest.runtimeVersion, let version = settings.runtimeVersion,
        !RuntimeVersion.isAtLeast(version, minimum)
      {
        throw ManifestError(
          .runtime, entry: "runtimeVersion", expected: "an app of \(minimum)", found: version, rule: .runtimeVersion)
      }
    } catch let error as ManifestError {
      throw ClientError.manifest(error.inFile(latest.manifest.url))
    }
    let state = store.state
    let mark = manifest.contentMark
    // The same release with other patches or another number.
    let installed = [state.current, state.pending].compactMap { $0 }.compactMap { try? store.manifest($0) }
    if installed.contains(where: { $0.contentMark == mark }) {
      try store.update { $0.accept(latest.sequence, signedBy: signers) }
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
        manifest: manifest, manifestHash: latest.manifest.hash, manifestBytes: bytes, latest: latest,
        envelope: envelope, signers: signers, isRepair: false))
  }

  // MARK: Repairing

  /// What the shown release lacks of its own files, as an update to itself; `nil` when it is whole. Its manifest's hash was
  /// verified when it was installed, so that no signature is needed.
  private func shownRepair() async throws -> AvailableUpdate? {
    guard let hash = store.state.current, !store.isWhole(hash, for: settings.device) else { return nil }
    let bytes: [UInt8]
    if let there = try? store.manifestFile(hash) {
      bytes = there
    } else {
      let path = "manifests/\(hash.name).json"
      guard let fetched = try await downloader.fetchSmall(path, limit: ReleaseLimits.manifestSize),
        ContentHash(of: fetched) == hash
      else {
        // The host keeps only the manifests of the last releases: the next release repairs it.
        return nil
      }
      bytes = fetched
    }
    do throws(ManifestError) {
      let manifest = try ReleaseManifest(decoding: bytes)
      let reference = ReleaseFileReference(url: "manifests/\(hash.name).json", hash: hash, size: UInt64(bytes.count))
      return AvailableUpdate(
        manifest: manifest, manifestHash: hash, manifestBytes: bytes,
        latest: LatestRelease(manifest: reference, sequence: manifest.sequence), envelope: nil, signers: nil,
        isRepair: true)
    } catch {
      throw ClientError.manifest(error)
    }
  }

  /// Fetches what the shown release lacks of its own files, whatever the server offers now.
  ///
  /// - Returns: what was done; `nil` when nothing is missing, or the server does not have it any more.
  /// - Throws: ``ClientError``.
  public func repair(
    onProgress: @escaping @Sendable (UpdateProgress) -> Void = { _ in }
  ) async throws -> UpdateResult? {
    guard let update = try await shownRepair() else { return nil }
    return try await install(update, onProgress: onProgress)
  }

  // MARK: Trust

  /// Checks once more what may have changed since the update was found: another process may have installed a newer release
  /// or followed a root that withdrew a key, or the app kept the update for the night.
  private func checkStanding(_ update: AvailableUpdate) throws {
    guard let envelope = update.envelope else { return }
    do {
      switch settings.trust {
      case .server: break
      case .keys(let keys): try Self.checkPinned(envelope, keys)
      case .root(let first): try storedRoots(first).newest.check(envelope)
      }
      try checkFreshness(update.latest)
    } catch let error as ManifestError {
      throw ClientError.manifest(error.inFile("latest.json"))
    }
  }

  private static func checkPinned(_ envelope: Envelope, _ keys: [VerificationKey]) throws(ManifestError) {
    guard envelope.validSignatureCount(by: keys) > 0 else {
      throw ManifestError(.signature, expected: "a valid signature by a known key", found: "none", rule: .signatures)
    }
  }

  /// - Returns: the ids of the trusted keys that have signed.
  private func verifySignatures(_ envelope: Envelope) async throws -> [String] {
    switch settings.trust {
    case .server: return []
    case .keys(let keys):
      let ids = keys.map(\.id).sorted()
      if store.state.trustedKeys != ids { try store.update { $0.trust(ids, threshold: 1) } }
      try Self.checkPinned(envelope, keys)
      return envelope.validSigners(among: keys).map(\.id)
    case .root(let first):
      let root = try await newestRoot(first)
      if let expires = root.expires, expires.seconds <= settings.now() {
        throw ManifestError(
          .expired, file: TrustRoot.path(root.version), expected: "a root that is valid", rule: .expiry)
      }
      try root.check(envelope)
      return envelope.validSigners(among: root.keys).map(\.id)
    }
  }

  /// The roots that follow the app's own, the app's own included.
  private struct RootChain {
    /// The hash of the app's own root.
    var origin: ContentHash
    var roots: [TrustRoot]
    /// The bytes of the files.
    var size: Int
    // Safe: a chain is made with the app's own root.
    var newest: TrustRoot { roots[roots.count - 1] }

    init(_ first: [UInt8]) throws(ManifestError) {
      origin = ContentHash(of: first)
      roots = [try TrustRoot.first(first)]
      size = first.count
    }

    mutating func append(_ file: [UInt8]) throws(ManifestError) {
      let next = try newest.next(file)
      size += file.count
      guard roots.count < ReleaseLimits.rootCount, size <= ReleaseLimits.rootsSize else {
        throw ManifestError(
          .root, expected: "at most \(ReleaseLimits.rootCount) roots with 16 MiB in all", found: "more",
          rule: .rootCount)
      }
      roots.append(next)
    }
  }

  /// Follows the chain of roots from the app's own through those that are stored to the newest of the server.
  private func newestRoot(_ first: [UInt8]) async throws -> TrustRoot {
    var chain = try storedChain(first)
    while let file = try await downloader.fetchSmall(
      TrustRoot.path(chain.newest.version + 1), limit: ReleaseLimits.envelopeSize)
    {
      do {
        try chain.append(file)
      } catch {
        throw error.inFile(TrustRoot.path(chain.newest.version + 1))
      }
      try store.addRoot(chain.newest.version, file)
    }
    try checkKnown(chain)
    try trust(chain)
    return chain.newest
  }

  /// The roots that are known without asking the server.
  private func storedChain(_ first: [UInt8]) throws(ManifestError) -> RootChain {
    var chain = try RootChain(first)
    // One that is damaged, or of another chain, is fetched again.
    while let file = store.rootFile(chain.newest.version + 1), (try? chain.append(file)) != nil {}
    return chain
  }

  /// The same, with no root missing that was accepted before.
  private func storedRoots(_ first: [UInt8]) throws(ManifestError) -> RootChain {
    let chain = try storedChain(first)
    try checkKnown(chain)
    return chain
  }

  /// Refuses a chain that ends before a root that was accepted: one that is withheld may have withdrawn a key.
  private func checkKnown(_ chain: RootChain) throws(ManifestError) {
    let state = store.state
    guard state.rootOrigin == chain.origin, chain.newest.version < state.rootVersion else { return }
    throw ManifestError(
      .root, file: TrustRoot.path(chain.newest.version + 1), expected: "root \(state.rootVersion), which was accepted",
      found: "nothing", rule: .rootChain)
  }

  /// Remembers whose signatures count.
  private func trust(_ chain: RootChain) throws {
    let state = store.state
    let isKnown = state.rootOrigin == chain.origin && state.rootVersion == chain.newest.version
    guard !isKnown || state.trustedKeys != chain.newest.keys.map(\.id).sorted() else { return }
    try store.update { state in
      // Each new root may withdraw a key that a later one brings back.
      let isSameChain = state.rootOrigin == chain.origin
      for root in isSameChain ? chain.roots.filter({ $0.version > state.rootVersion }) : [] {
        state.trust(root.keys.map(\.id), threshold: root.threshold)
      }
      state.trust(chain.newest.keys.map(\.id), threshold: chain.newest.threshold)
      state.rootOrigin = chain.origin
      state.rootVersion = chain.newest.version
    }
  }

  /// The highest sequence that the keys that are trusted now vouch for, where one that was trusted is withdrawn, as far as is
  /// known without asking the server; `nil` where none is.
  private func floorAfterWithdrawal() -> UInt64? {
    let (ids, threshold): (Set<String>, Int)
    switch settings.trust {
    case .server: return nil
    case .keys(let known): (ids, threshold) = (Set(known.map(\.id)), 1)
    case .root(let first):
      guard let root = try? storedRoots(first).newest else { return nil }
      (ids, threshold) = (Set(root.keys.map(\.id)), root.threshold)
    }
    let state = store.state
    return Set(state.trustedKeys).isSubset(of: ids) ? nil : state.floor(threshold: threshold, keys: ids)
  }

  /// Refuses what is older than what was seen (a rollback attack) and what should have been replaced by now (a freeze
  /// attack).
  private func checkFreshness(_ latest: LatestRelease) throws {
    let highest = store.state.highestSequence
    guard latest.sequence >= highest else {
      throw ManifestError(
        .rollback, entry: "sequence", expected: "\(highest) or more", found: "\(latest.sequence)", rule: .rollback)
    }
    if let expires = latest.expires, expires.seconds <= settings.now() {
      throw ManifestError(
        .expired, entry: "expires", expected: "a moment after \(Timestamp(seconds: settings.now()))",
        found: expires.description, rule: .expiry)
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
    // From here on the store is not a new one, whatever a crash leaves.
    try store.update { _ in }
    try checkStanding(update)
    let (expect, receive) = Self.counters(onProgress)
    var result = UpdateResult(received: 0, patched: [], partial: [], whole: [], unchanged: [])
    let indices = try await install(
      packages(of: update.manifest), of: update.manifest, &result, expect: expect, receive: receive)
    // Checks of other processes take no lock of an installation.
    try checkStanding(update)
    try checkIdentity(update, indices)
    try store.addRelease(update.manifestHash, manifest: update.manifestBytes, indices: indices)
    guard !update.isRepair else { return result }
    try store.update { state in
      state.pending = update.manifestHash
      state.accept(update.latest.sequence, signedBy: update.signers)
    }
    return result
  }

  /// Checks the release's identity where all its indexes are available.
  private func checkIdentity(_ update: AvailableUpdate, _ indices: [(package: String, bytes: [UInt8])]) throws {
    guard indices.count == update.manifest.packages.count else { return }
    do {
      let read = try indices.map { ($0.package, try PackageIndex(decoding: $0.bytes)) }
      try ReleaseRules.checkIdentity(
        of: update.manifest, indexes: Dictionary(read, uniquingKeysWith: { first, _ in first }))
    } catch let error as ManifestError {
      throw ClientError.manifest(error.inFile(update.latest.manifest.url))
    }
  }

  /// Gets packages into the store, several at a time.
  ///
  /// - Returns: their indices by name.
  private func install(
    _ packages: [ManifestPackage], of manifest: ReleaseManifest, _ result: inout UpdateResult,
    expect: @escaping @Sendable (UInt64) -> Void, receive: @escaping @Sendable (Int) -> Void
  ) async throws -> [(package: String, bytes: [UInt8])] {
    var indices: [(package: String, bytes: [UInt8])] = []
    let patches = Dictionary(grouping: manifest.patches, by: \.package)
    let installed = InstalledPackages(store, for: manifest)
    let installers = packages.map {
      PackageInstaller(
        store: store, downloader: downloader, package: $0, patches: patches[$0.name] ?? [], installed: installed,
        expect: expect, receive: receive)
    }
    // Packages with the same index have the same files: one after another, so that they do not share a download.
    let alike = Dictionary(grouping: installers, by: \.package.index.hash)
    var seen: Set<ContentHash> = []
    var waiting = installers.map(\.package.index.hash).filter { seen.insert($0).inserted }[...]
    try await withThrowingTaskGroup(of: [PackageInstaller.Installed].self) { group in
      func begin(_ hash: ContentHash) {
        let same = alike[hash] ?? []
        group.addTask {
          var installed: [PackageInstaller.Installed] = []
          for installer in same { installed.append(try await installer.install()) }
          return installed
        }
      }
      for hash in waiting.prefix(max(1, settings.parallelRequests)) {
        waiting.removeFirst()
        begin(hash)
      }
      while let finished = try await group.next() {
        for installed in finished {
          indices.append((installed.name, installed.index))
          result.received += installed.received
          switch installed.way {
          case .unchanged: result.unchanged.append(installed.name)
          case .patch: result.patched.append(installed.name)
          case .partial: result.partial.append(installed.name)
          case .whole: result.whole.append(installed.name)
          }
        }
        if let hash = waiting.popFirst() { begin(hash) }
      }
    }
    downloader.discardParts(of: packages.map(\.archive))
    return indices.sorted { $0.package < $1.package }
  }

  /// The packages that the device needs at once: those of no viewport, those of the viewport nearest to it, and those on
  /// demand that the shown release has.
  private func packages(of manifest: ReleaseManifest) -> [ManifestPackage] {
    let viewport = manifest.nearestViewport(to: settings.device)
    let current = store.state.current
    let shown = Dictionary(
      (current.flatMap { try? store.manifest($0) }?.packages ?? []).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    return manifest.packages.filter { package in
      guard package.viewport == nil || package.viewport == viewport?.name else { return false }
      if package.load == .install { return true }
      guard let current, let before = shown[package.name] else { return false }
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
      { bytes in progress.state.withLock { $0.expected = [$0.expected, bytes].saturatingSum } },
      { bytes in
        onProgress(
          progress.state.withLock {
            $0.received = [$0.received, UInt64(bytes)].saturatingSum
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
  /// Call it before ``ReleaseStore/launch(now:insteadOf:)``: at the first start the app shows its embedded release, and after the
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
    guard let update = try await embedded.embeddedRelease(replacingAbove: floorAfterWithdrawal()) else { return false }
    _ = try await embedded.install(update)
    return true
  }

  /// - Parameter floor: a key was withdrawn, so that what is installed with a higher sequence than this may be a thief's; `nil`
  ///   where none was.
  private func embeddedRelease(replacingAbove floor: UInt64?) async throws -> AvailableUpdate? {
    let state = store.state
    let installed = [state.pending, state.current].compactMap { $0 }.compactMap { try? store.manifest($0) }
    guard let file = try await downloader.fetchSmall("latest.json", limit: ReleaseLimits.envelopeSize) else {
      throw ClientError.transport(TransportError(.refused, url: "latest.json", detail: "the folder has no such file"))
    }
    do {
      let latest = try LatestRelease(
        decoding: try Envelope(decoding: file, payloadType: LatestRelease.payloadType).payload)
      let trusted = installed.filter { $0.sequence <= floor ?? .max }
      if trusted.contains(where: { $0.sequence >= latest.sequence }) { return nil }
      let bytes = try await downloader.fetchInMemory(latest.manifest)
      let manifest = try ReleaseManifest(decoding: bytes)
      if installed.contains(where: { $0.contentMark == manifest.contentMark }) { return nil }
      if state.failed.contains(manifest.contentMark) { return nil }
      return AvailableUpdate(
        manifest: manifest, manifestHash: latest.manifest.hash, manifestBytes: bytes, latest: latest, envelope: nil,
        signers: nil, isRepair: false)
    } catch let error as ManifestError {
      throw ClientError.manifest(error)
    }
  }
}
