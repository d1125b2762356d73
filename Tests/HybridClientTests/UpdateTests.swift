import Manifest
import PageFormat
import Platform
import TestSupport
import Testing

@testable import HybridClient

/// A server that can be made to fail.
final class UnreliableTransport: Transport {
  let folder: FolderTransport
  let requests = Mutex<[String]>([])
  /// Called with each request's number and path.
  let failure: @Sendable (Int, String) -> TransportError?
  /// The number of bytes after which a transfer is cut, by path.
  let cuts: Mutex<[String: Int]>

  init(
    _ folder: String, cuts: [String: Int] = [:],
    failure: @escaping @Sendable (Int, String) -> TransportError? = { _, _ in nil }
  ) {
    self.folder = FolderTransport(folder: folder)
    self.failure = failure
    self.cuts = Mutex(cuts)
  }

  func fetch(
    _ path: String, from offset: UInt64, to end: UInt64?, isFresh: Bool,
    onResponse: @Sendable (TransportResponse) throws -> Void, onBytes: @Sendable ([UInt8]) throws -> Void
  ) async throws {
    let number = requests.withLock {
      $0.append(offset > 0 ? "\(path) from \(offset)" + (end.map { " to \($0)" } ?? "") : path)
      return $0.count
    }
    if let error = failure(number, path) { throw error }
    let cut = cuts.withLock { $0.removeValue(forKey: path) }
    try await folder.fetch(path, from: offset, to: end, isFresh: isFresh, onResponse: onResponse) { bytes in
      guard let cut else { return try onBytes(bytes) }
      try onBytes(Array(bytes.prefix(cut)))
      throw TransportError(.connection, url: path, detail: "cut")
    }
  }
}

struct UpdateTests {
  private let phone = DeviceTraits(width: 390, height: 844, scale: 3)

  private func settings(_ trust: UpdateTrust = .server, now: Int64 = 1_800_000_000) -> UpdateSettings {
    var settings = UpdateSettings(trust: trust, device: phone, now: { now })
    settings.pause = 0
    return settings
  }

  private func update(_ client: UpdateClient) async throws -> UpdateResult? {
    guard case .available(let update) = try await client.check() else { return nil }
    return try await client.install(update)
  }

  private func kind(_ body: () async throws -> Void) async -> ManifestError.Kind? {
    do {
      try await body()
      return nil
    } catch ClientError.manifest(let error) {
      return error.kind
    } catch {
      return nil
    }
  }

  @Test func installsThenUpdatesWithWhatIsMissing() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    _ = try publisher.publish(sampleRelease(text: "one"))
    let store = try ReleaseStore(folder: device.path)
    let transport = UnreliableTransport(server.path)
    let client = UpdateClient(store: store, transport: transport, settings: settings())
    #expect(try store.launch(now: 0) == nil)
    let first = try #require(try await update(client))
    #expect(first.whole.sorted() == ["390x844@3", "base"])
    let shown = try #require(try store.launch(now: 0))
    #expect(try shown.openPage("news/index.html", for: phone).page.title == "one")
    guard case .upToDate = try await client.check() else { throw ClientError.cancelled }

    _ = try publisher.publish(sampleRelease(text: "two", sequence: 2))
    transport.requests.withLock { $0 = [] }
    let second = try #require(try await update(client))
    #expect(second.unchanged == ["390x844@3"])
    #expect(second.partial == ["base"])
    #expect(!transport.requests.withLock { $0 }.contains { $0.contains("390x844@3") })
    #expect(try store.launch(now: 0)?.openPage("news/index.html", for: phone).page.title == "two")
    #expect(store.verify() == [])
  }

  @Test func aPatchIsTakenAndADamagedOneIsNot() async throws {
    let server = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    _ = try publisher.publish(sampleRelease(text: "one"))
    let devices = [try TemporaryFolder(), try TemporaryFolder()]
    for device in devices {
      let client = UpdateClient(
        store: try ReleaseStore(folder: device.path), transport: FolderTransport(folder: server.path),
        settings: settings())
      _ = try await update(client)
      _ = try client.store.launch(now: 0)
    }
    _ = try publisher.publish(sampleRelease(text: "two", sequence: 2))
    let patches = try publisher.writePatches(from: server.path).patches
    func next(_ device: TemporaryFolder) async throws -> UpdateResult? {
      let store = try ReleaseStore(folder: device.path)
      let result = try await update(
        UpdateClient(store: store, transport: FolderTransport(folder: server.path), settings: settings()))
      #expect(try store.launch(now: 0)?.openPage("news/index.html", for: phone).page.title == "two")
      #expect(store.verify() == [])
      return result
    }
    let patched = try await next(devices[0])
    #expect(patched?.patched == ["base"])
    #expect(patched?.received == patches[0].size)
    try server.write(patches[0].url ?? "", [1, 2, 3])
    #expect(try await next(devices[1])?.partial == ["base"])
  }

  @Test func aFirstInstallationTakesPatchesFromNothing() async throws {
    let server = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    _ = try publisher.publish(sampleRelease(text: "one"))
    let patches = try publisher.writePatches(from: server.path, fromNothing: true).patches
    func install() async throws -> UpdateResult? {
      let device = try TemporaryFolder()
      let store = try ReleaseStore(folder: device.path)
      let result = try await update(
        UpdateClient(store: store, transport: FolderTransport(folder: server.path), settings: settings()))
      #expect(try store.launch(now: 0)?.openPage("news/index.html", for: phone).page.title == "one")
      #expect(store.verify() == [])
      return result
    }
    let first = try #require(try await install())
    #expect(first.patched.sorted() == ["390x844@3", "base"])
    #expect(first.received == patches.reduce(0) { $0 + $1.size })
    // A damaged patch costs bytes, and nothing else.
    try server.write(patches[0].url ?? "", [1, 2, 3])
    #expect(try await install()?.whole == [patches[0].package])
  }

  @Test func aCutDownloadIsResumedAndATransientErrorRetried() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let release = try ReleasePublisher(folder: server.path).publish(sampleRelease())
    let archive = release.manifest.packages[0].archive.url
    let transport = UnreliableTransport(server.path, cuts: [archive: 100]) { number, path in
      number == 1 ? TransportError(.unavailable, url: path, detail: "503") : nil
    }
    let store = try ReleaseStore(folder: device.path)
    let result = try await update(UpdateClient(store: store, transport: transport, settings: settings()))
    #expect(result?.whole.count == 2)
    let requests = transport.requests.withLock { $0 }
    #expect(requests.filter { $0 == "latest.json" }.count == 2)
    #expect(requests.contains(archive) && requests.contains("\(archive) from 100"))
    #expect(try store.launch(now: 0) != nil && store.verify() == [])
  }

  @Test func whatTheServerDamagesIsNotInstalled() async throws {
    let server = try TemporaryFolder()
    let release = try ReleasePublisher(folder: server.path).publish(sampleRelease())
    for file in release.files where file != "manifest.json" {
      let bytes = server.read(file)
      let device = try TemporaryFolder()
      let store = try ReleaseStore(folder: device.path)
      let client = UpdateClient(store: store, transport: FolderTransport(folder: server.path), settings: settings())
      for damaged in [Array(bytes.dropLast()), bytes + [0], bytes.map { $0 ^ 1 }, []] {
        try server.write(file, damaged)
        await #expect(throws: ClientError.self, "\(file)") { _ = try await update(client) }
        #expect(try store.launch(now: 0) == nil)
      }
      FileSystem.remove(server.path + "/" + file)
      await #expect(throws: ClientError.self, "\(file)") { _ = try await update(client) }
      try server.write(file, bytes)
      // The same store recovers from all of it.
      #expect(try await update(client) != nil)
      #expect(try store.launch(now: 0) != nil && store.verify() == [])
    }
  }

  @Test func signaturesSequencesAndExpiry() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let key = SigningKey()
    var publisher = ReleasePublisher(folder: server.path)
    publisher.allowsOlder = true
    publisher.allowsUnsigned = true
    var contents = sampleRelease(sequence: 5)
    contents.expires = Timestamp("2027-01-01")
    publisher.keys = [SigningKey()]
    _ = try publisher.publish(contents)
    let store = try ReleaseStore(folder: device.path)
    func client(now: String = "2026-12-01") -> UpdateClient {
      UpdateClient(
        store: store, transport: FolderTransport(folder: server.path),
        settings: settings(.keys([key.verificationKey]), now: Timestamp(now)?.seconds ?? 0))
    }
    #expect(await kind { _ = try await client().check() } == .signature)
    publisher.keys = [key]
    _ = try publisher.publish(contents)
    #expect(await kind { _ = try await client(now: "2027-01-01").check() } == .expired)
    #expect(try await update(client()) != nil)
    #expect(try store.launch(now: 0) != nil)
    // An older release, signed with the right key, is not taken.
    _ = try publisher.publish(sampleRelease(text: "old", sequence: 4))
    #expect(await kind { _ = try await client().check() } == .rollback)
    #expect(try store.launch(now: 0) != nil)
  }

  @Test func keysRotateUnderTheSameApp() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let (old, new) = (SigningKey(), SigningKey())
    let first = TrustRoot(version: 1, threshold: 1, keys: [old.verificationKey]).envelope(signedBy: [old]).encode()
    var publisher = ReleasePublisher(folder: server.path)
    publisher.allowsOlder = true
    publisher.allowsUnsigned = true
    publisher.keys = [old]
    // A thief drives the sequence up before the key is taken out.
    _ = try publisher.publish(sampleRelease(text: "thief", sequence: 1_000_000))
    let store = try ReleaseStore(folder: device.path)
    let client = UpdateClient(
      store: store, transport: FolderTransport(folder: server.path), settings: settings(.root(first)))
    #expect(try await update(client) != nil)

    publisher.keys = [new]
    _ = try publisher.publish(sampleRelease(text: "mended", sequence: 7))
    #expect(await kind { _ = try await client.check() } == .signature)
    let second = TrustRoot(version: 2, threshold: 1, keys: [new.verificationKey])
    try server.write("roots/2.root.json", second.envelope(signedBy: [new]).encode())
    #expect(await kind { _ = try await client.check() } == .signature)
    try server.write("roots/2.root.json", second.envelope(signedBy: [old, new]).encode())
    #expect(try await update(client) != nil)
    #expect(try store.launch(now: 0)?.openPage("news/index.html", for: phone).page.title == "mended")
    // The root is remembered: the server cannot go back to the stolen key.
    FileSystem.remove(server.path + "/roots/2.root.json")
    publisher.keys = [old]
    _ = try publisher.publish(sampleRelease(text: "thief again", sequence: 8))
    #expect(await kind { _ = try await client.check() } == .signature)
  }

  /// What was found is looked at once more when it is installed: another process may be ahead, and apps wait for the night.
  @Test func anUpdateThatWasKeptIsNoWayBack() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    func client(now: Int64 = 1_800_000_000) throws -> UpdateClient {
      UpdateClient(
        store: try ReleaseStore(folder: device.path), transport: FolderTransport(folder: server.path),
        settings: settings(now: now))
    }
    var release = sampleRelease(text: "one")
    release.expires = Timestamp(seconds: 1_800_000_100)
    _ = try publisher.publish(release)
    guard case .available(let kept) = try await client().check() else { throw ClientError.cancelled }
    #expect(await kind { _ = try await client(now: 1_800_000_100).install(kept) } == .expired)
    _ = try publisher.publish(sampleRelease(text: "two", sequence: 2))
    #expect(try await update(client()) != nil)
    #expect(await kind { _ = try await client().install(kept) } == .rollback)
    #expect(
      try client().store.launch(now: 0)?.openPage("news/index.html", for: phone).page.title == "two")
  }

  @Test func aBadReleaseTakesItselfBack() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    var store = try ReleaseStore(folder: device.path)
    let client = UpdateClient(store: store, transport: FolderTransport(folder: server.path), settings: settings())
    func title(_ now: Int64 = 0) throws -> String? {
      try store.launch(now: now)?.openPage("news/index.html", for: phone).page.title
    }
    _ = try publisher.publish(sampleRelease(text: "good"))
    _ = try await update(client)
    #expect(try title() == "good")
    _ = try publisher.publish(sampleRelease(text: "bad", sequence: 2))
    _ = try await update(client)
    // Two launches without a word from the app, then the release before.
    #expect(try [title(), title(), title(), title()] == ["bad", "bad", "good", "good"])
    guard case .failedBefore = try await client.check() else { throw ClientError.cancelled }
    _ = try publisher.publish(sampleRelease(text: "better", sequence: 3))
    _ = try await update(client)
    #expect(try title(100) == "better")
    #expect(try store.rollBackIfUnhealthy(now: 120) == false)
    try store.markShownHealthy()
    #expect(try store.rollBackIfUnhealthy(now: 1000) == false)
    #expect(try [title(), title(), title()] == ["better", "better", "better"])
    _ = try publisher.publish(sampleRelease(text: "slow", sequence: 4))
    _ = try await update(client)
    let uptime = store.uptime()
    store.uptime = { uptime }
    #expect(try title(2000) == "slow")
    #expect(try store.rollBackIfUnhealthy(now: 2061) == false)
    store.uptime = { uptime + 61 }
    #expect(try store.rollBackIfUnhealthy(now: 2061) == true)
    #expect(try title(2062) == "better")
    try store.prune()
    #expect(store.verify() == [] && store.installedReleases.count == 1)
  }

  @Test func channelsRolloutsAndRuntimeVersions() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    var contents = sampleRelease()
    contents.channel = "beta"
    contents.rollout = 0
    contents.runtimeVersion = "2.1"
    _ = try publisher.publish(contents)
    let store = try ReleaseStore(folder: device.path)
    func check(_ change: (inout UpdateSettings) -> Void) async throws -> UpdateCheck {
      var settings = settings()
      change(&settings)
      return try await UpdateClient(store: store, transport: FolderTransport(folder: server.path), settings: settings)
        .check()
    }
    guard case .otherChannel("beta") = try await check({ $0.channel = "stable" }) else { throw ClientError.cancelled }
    guard case .notRolledOut = try await check({ $0.channel = "beta" }) else { throw ClientError.cancelled }
    #expect(await kind { _ = try await check { $0.runtimeVersion = "2.0.9" } } == .runtime)
    _ = try publisher.signAgain(rollout: 1)
    guard case .available = try await check({ $0.runtimeVersion = "2.1.0" }) else { throw ClientError.cancelled }
    let release = ContentHash(of: [1])
    let share = (0..<2000).count { Rollout.includes(installation: "\($0)", release: release, share: 0.1) }
    #expect((150..<250).contains(share))
    #expect(RuntimeVersion.isAtLeast("1.10", "1.9.9") && !RuntimeVersion.isAtLeast("2.0-beta", "2.0"))
  }

  @Test func theEmbeddedReleaseIsInstalledOnce() async throws {
    let bundle = try TemporaryFolder()
    let device = try TemporaryFolder()
    _ = try ReleasePublisher(folder: bundle.path).publish(sampleRelease(text: "embedded"))
    let store = try ReleaseStore(folder: device.path)
    let client = UpdateClient(
      store: store, transport: FolderTransport(folder: "/nonexistent"),
      settings: settings(.keys([SigningKey().verificationKey])))
    #expect(try await client.installEmbedded(bundle.path))
    #expect(try store.launch(now: 0)?.openPage("news/index.html", for: phone).page.title == "embedded")
    #expect(try await client.installEmbedded(bundle.path) == false)
  }

  @Test func aDamagedEntryOnTheDeviceIsFoundAndMended() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    let release = try publisher.publish(sampleRelease(text: "one"))
    let store = try ReleaseStore(folder: device.path)
    let client = UpdateClient(store: store, transport: FolderTransport(folder: server.path), settings: settings())
    _ = try await update(client)
    let shown = try #require(try store.launch(now: 0))
    let object = try #require(device.listing().first { $0.hasPrefix("objects/") && device.read($0).count == 1100 })
    try device.write(object, [1])
    #expect(throws: ClientError.self) { try shown.contents(of: "web/app.js") }
    #expect(release.manifest.packages[0].entryCount == 3)
    _ = try publisher.publish(sampleRelease(text: "two", sequence: 2))
    _ = try await update(client)
    #expect(try store.launch(now: 0)?.contents(of: "web/app.js").count == 1100)
  }
}
