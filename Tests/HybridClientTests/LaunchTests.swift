import Foundation
import JSONValues
import Manifest
import PageFormat
import TestSupport
import Testing

@testable import HybridClient

/// Which release is shown, why it is an older one, and whose word counts.
struct LaunchTests {
  private let phone = AttackWorld.phone

  /// A device on which release 43 is to be shown next, after 42.
  private func world() async throws -> AttackWorld {
    let world = try await AttackWorld()
    world.serve(43)
    #expect(try await world.update())
    return world
  }

  private func launch(_ world: AttackWorld, insteadOf bad: OpenedRelease? = nil) throws -> OpenedRelease? {
    try world.store().launch(now: AttackWorld.now, insteadOf: bad)
  }

  @Test func aLateWordOfTheOldReleaseEndsNoTrial() async throws {
    let world = try await AttackWorld()
    let old = try #require(try launch(world))
    world.serve(43)
    _ = try await world.update()
    let store = try world.store()
    let new = try #require(try store.activatePending(now: AttackWorld.now))
    #expect(new.manifest.sequence == 43 && new.fallback == nil)
    #expect(try !store.markHealthy(old))
    #expect(store.state.isOnTrial)
    #expect(try store.markHealthy(new))
    #expect(!store.state.isOnTrial)
  }

  @Test func aLaunchSaysThatAndWhyItWentBack() async throws {
    let world = try await world()
    let tried = try #require(try launch(world))
    #expect(tried.manifest.sequence == 43 && tried.fallback == nil)
    #expect(try launch(world)?.manifest.sequence == 43)
    let back = try #require(try launch(world))
    #expect(back.manifest.sequence == 42)
    #expect(back.fallback?.reason == .notHealthy && back.fallback?.version == "1.0.43")
    #expect(back.fallback?.release == tried.hash)
    // It is reported once.
    #expect(try launch(world)?.fallback == nil)
  }

  @Test func aTrialThatTookTooLongIsReportedByTheNextLaunch() async throws {
    let world = try await world()
    var store = try world.store()
    store.uptime = { 0 }
    #expect(try store.launch(now: 0)?.manifest.sequence == 43)
    store.uptime = { 1000 }
    #expect(try store.rollBackIfUnhealthy(now: 1000))
    let back = try #require(try store.launch(now: 1000))
    #expect(back.manifest.sequence == 42 && back.fallback?.reason == .tookTooLong)
  }

  @Test func anAppAsksForAnOlderReleaseInTheSameLaunch() async throws {
    let world = try await world()
    let bad = try #require(try launch(world))
    #expect(bad.manifest.sequence == 43)
    let back = try #require(try launch(world, insteadOf: bad))
    #expect(back.manifest.sequence == 42 && back.fallback?.reason == .asked && back.fallback?.release == bad.hash)
    guard case .failedBefore = try await world.client().check() else { throw ClientError.cancelled }
    // Asking twice takes back one: the word is about the release that was launched.
    #expect(try launch(world, insteadOf: bad)?.manifest.sequence == 42)
    // There is none before: what is there stays.
    #expect(try launch(world, insteadOf: back) == nil)
    #expect(try launch(world)?.manifest.sequence == 42)
  }

  @Test func aReleaseThatIsHealthyCanBeTakenBackToo() async throws {
    let world = try await world()
    let bad = try #require(try launch(world))
    try world.store().markHealthy(bad)
    #expect(try launch(world, insteadOf: bad)?.manifest.sequence == 42)
  }

  @Test func damageIsReportedAndIsNotForGood() async throws {
    let world = try await world()
    let shown = try #require(try launch(world))
    try world.store().markHealthy(shown)
    let index = try #require(
      world.storeFiles { $0.contains(shown.hash.name) && $0.hasSuffix("/base.index.json") }.first)
    try FileManager.default.removeItem(atPath: world.path(index))
    let back = try #require(try launch(world))
    guard case .damaged(let text) = back.fallback?.reason else { throw ClientError.cancelled }
    #expect(back.manifest.sequence == 42 && text.contains("base.index.json"))
    // It is not one that failed: the next update brings it again.
    #expect(try await world.update())
    #expect(try launch(world)?.manifest.sequence == 43)
    #expect(try world.store().verify() == [])
  }

  @Test func aDamagedReleaseIsSetAsideUntilItIsHereAgain() async throws {
    let world = try await world()
    let damaged = try #require(try launch(world))
    try world.store().setAside(damaged, because: "an entry")
    let back = try #require(try launch(world))
    #expect(back.manifest.sequence == 42 && back.fallback?.reason == .damaged("an entry"))
    // There is none before it, and of the other one it was said already.
    try world.store().setAside(back, because: "an entry")
    try world.store().setAside(damaged, because: "an entry")
    #expect(try launch(world)?.manifest.sequence == 42)
    // It is not one that failed.
    #expect(try await world.update())
    #expect(try launch(world)?.manifest.sequence == 43)
  }

  @Test func aDamagedEntryIsFoundAndComesBack() async throws {
    let world = try await AttackWorld()
    let release = try #require(try launch(world))
    let bytes = try release.contents(of: "pages/news/index.html.page")
    let name = "store/" + ReleaseStore.objectName(ContentHash(of: bytes))
    try world.device.write(name, bytes.map { $0 ^ 1 })
    #expect(throws: ClientError.self) { try release.openPage("news/index.html", for: phone) }
    guard case .available(let update) = try await world.client().check() else { throw ClientError.cancelled }
    #expect(update.isRepair && update.manifest.sequence == 42)
    let result = try await world.client().install(update)
    #expect(result.received > 0)
    #expect(try release.openPage("news/index.html", for: phone).page.title == "release 42")
    guard case .upToDate = try await world.client().check() else { throw ClientError.cancelled }
    #expect(try await world.client().repair() == nil)
  }

  @Test func aRepairNeedsNoSignature() async throws {
    let world = try await AttackWorld()
    for file in world.storeFiles({ $0.contains("/objects/") }) { try world.device.write(file, []) }
    // What the host says of new releases is refused; what was verified once is fetched again by its hash.
    world.server["latest.json"] = []
    #expect(try await world.client().repair() != nil)
    #expect(try world.shown() == 42)
  }

  @Test func aLostStateKeepsWhatIsInstalled() async throws {
    let world = try await world()
    let shown = try #require(try launch(world))
    try world.store().markHealthy(shown)
    let installation = try world.store().state.installationID
    #expect(try world.store().stateFault == nil)
    try world.device.write("store/state.json", [1])
    #expect(try world.store().stateFault?.contains("damaged") == true)
    // The file before the last change is sound.
    #expect(try world.store().state.installationID == installation)
    #expect(try world.store().state.highestSequence == 43)
    try world.device.write("store/state.before.json", [1])
    let state = try world.store().state
    #expect(state.highestSequence == 43 && state.current == shown.hash && state.previous != nil && state.isOnTrial)
    // The trial begins again: nothing is taken back at once.
    #expect(try !world.store().rollBackIfUnhealthy(now: AttackWorld.now))
    #expect(try launch(world)?.manifest.sequence == 43)
    #expect(try world.store().stateFault == nil)
  }

  /// Without any right to read them: for root, which may read all, on a thread that has the rights of another user.
  @Test func statesThatMayNotBeReadKeepWhatIsInstalled() async throws {
    let world = try await world()
    let shown = try #require(try launch(world))
    let store = world.device.path + "/store"
    #if canImport(Glibc)
      let isRoot = geteuid() == 0
      if isRoot {
        let files = FileManager.default.subpaths(atPath: store) ?? []
        for path in [world.device.path, store] + files.map({ store + "/" + $0 }) {
          #expect(lchown(path, 65534, 65534) == 0)
        }
      }
      for name in ["/state.json", "/state.before.json"] { #expect(chmod(store + name, 0) == 0) }
      let found = try await withCheckedThrowingContinuation { (done: CheckedContinuation<StateFound, any Error>) in
        Thread {
          // The file system asks for the rights of the thread, and no other thread changes.
          if isRoot { Self.takeRights(of: 65534) }
          done.resume(
            with: Result {
              let isReadable = FileSystem.read(store + "/state.json", limit: 1 << 20) != nil
              let read = try ReleaseStore(folder: store)
              return StateFound(
                isReadable: isReadable, highest: read.state.highestSequence, current: read.state.current,
                shown: try read.launch(now: AttackWorld.now)?.manifest.sequence)
            })
        }.start()
      }
      #expect(found == StateFound(isReadable: false, highest: 43, current: shown.hash, shown: 43))
    #endif
  }

  #if canImport(Glibc)
    /// Gives this thread the rights of a user to files, and no others (setfsuid(2); its header is in no module).
    private static func takeRights(of user: UInt32) {
      typealias Call = @convention(c) (UInt32) -> CInt
      guard let symbol = dlsym(nil, "setfsuid") else { return }
      _ = unsafeBitCast(symbol, to: Call.self)(user)
    }
  #endif

  private struct StateFound: Equatable, Sendable {
    var isReadable: Bool
    var highest: UInt64
    var current: ContentHash?
    var shown: UInt64?
  }

  @Test func theStateStaysSmallHoweverManyRootsThereAre() async throws {
    let world = try await AttackWorld()
    // 98 roots of 240 kB were more than the state could hold.
    for version: UInt64 in 2...8 {
      var root = try JSONParser.parse(
        TrustRoot(version: version, threshold: 1, keys: [AttackWorld.a.verificationKey]).encode())
      root = root.setting([.member("padding")][...], to: .string(String(repeating: "a", count: 190_000)))
      world.server[TrustRoot.path(version)] =
        Envelope(payloadType: TrustRoot.payloadType, payload: root.canonicalBytes, keys: [AttackWorld.a]).encode()
    }
    world.serve(43)
    #expect(try await world.update())
    #expect(world.device.read("store/state.json").count < 4096)
    #expect(world.device.read("store/roots/8.root.json").count > 200_000)
    #expect(try world.shown() == 43)
    // Those after 16 MiB in all are refused.
    for version: UInt64 in 9...75 {
      var root = try JSONParser.parse(
        TrustRoot(version: version, threshold: 1, keys: [AttackWorld.a.verificationKey]).encode())
      root = root.setting([.member("padding")][...], to: .string(String(repeating: "a", count: 190_000)))
      world.server[TrustRoot.path(version)] =
        Envelope(payloadType: TrustRoot.payloadType, payload: root.canonicalBytes, keys: [AttackWorld.a]).encode()
    }
    let error = await #expect(throws: ClientError.self) { try await world.client().check() }
    guard case .manifest(let fault) = error else { throw ClientError.cancelled }
    #expect(fault.rule == ReleaseRule.rootCount.rawValue)
    #expect(try world.shown() == 43)
  }

  /// Packages with patches: the entries that are looked at and the requests grow with their number, not with its square.
  @Test func workGrowsWithPackagesAndNoFaster() async throws {
    func work(_ count: Int) async throws -> (lookups: Int, requests: Int) {
      let world = try await AttackWorld()
      world.serve(43)
      var manifest = try world.manifest(43)
      let empty = try JSONParser.parse(Array("[]".utf8)).canonicalBytes
      let hash = ContentHash(of: empty)
      world.server["packages/empty.json"] = empty
      for number in 0..<count {
        manifest.packages.append(
          ManifestPackage(
            name: "p\(number)",
            archive: ReleaseFileReference(url: "packages/p\(number).zip", hash: hash, size: 1 << 40),
            unpackedSize: 0, entryCount: 0, load: .install, viewport: nil,
            index: ReleaseFileReference(url: "packages/empty.json", hash: hash, size: UInt64(empty.count))))
        manifest.patches.append(
          ManifestPatch(
            from: try world.manifest(42).id, to: manifest.id, package: "p\(number)",
            file: ReleaseFileReference(url: "patches/p\(number).patch", hash: hash, size: 1 << 40)))
      }
      world.seal(manifest.encode())
      #expect(try await world.update())
      let requests = world.server.requestCount.withLock { $0 }
      // The next release has the same packages: each is looked for among all that are installed.
      let installed = InstalledPackages(try world.store(), for: manifest)
      return (manifest.packages.reduce(0) { $0 + installed.releases(with: $1).count }, requests)
    }
    let (small, large) = (try await work(10), try await work(80))
    // Seventy packages more: a release each that has them, and no request, since their one index is known by then.
    #expect(large.lookups - small.lookups == 70, "\(small), \(large)")
    #expect(large.requests - small.requests <= 70, "\(small), \(large)")
  }

  /// A package counts as there only where its index is as large as the manifest says (docs/reference/format.md, rule 26).
  @Test func anIndexOfAnotherSizeIsNotOnTheDevice() async throws {
    let world = try await world()
    let store = try world.store()
    let release = try #require(store.installedReleases.first)
    var package = try #require(try store.manifest(release).packages.first)
    #expect(store.indexFile(release, package) != nil)
    package.index.size += 1
    #expect(store.indexFile(release, package) == nil)
  }

  @Test func anArchiveThatIsChangedInPlaceIsNotServed() throws {
    let folder = try TemporaryFolder()
    _ = try ReleasePublisher(folder: folder.path).publish(sampleRelease(text: "one"))
    let release = try ReleaseFolder.open(folder.path)
    let sound = try release.contents(of: "web/news/index.html")
    let manifest = try ReleaseManifest(decoding: folder.read("manifest.json"))
    let url = manifest.packages[0].archive.url
    // Replaced by name: what was opened is what is shown.
    let other = try TemporaryFolder()
    _ = try ReleasePublisher(folder: other.path).publish(sampleRelease(text: "two"))
    let evil = other.read(try ReleaseManifest(decoding: other.read("manifest.json")).packages[0].archive.url)
    #expect(rename(folder.path + "/" + url, folder.path + "/aside.zip") == 0)
    try folder.write(url, evil)
    try folder.write("latest.json", other.read("latest.json"))
    #expect(try release.contents(of: "web/news/index.html") == sound)
    #expect(try release.openPage("news/index.html", for: phone).page.title == "one")
    // Changed in place, with a checksum that agrees: entries are compared with the index that was verified.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/aside.zip"))
    try file.write(contentsOf: Data(evil))
    try file.close()
    #expect(throws: ClientError.self) { try release.contents(of: "web/news/index.html") }
    #expect(throws: ClientError.self) { try release.openPage("news/index.html", for: phone) }
  }
}
