import Foundation
import PageFormat
import TestSupport
import Testing

@testable import HybridClient
@testable import Manifest

/// What the store keeps, and what further ways of getting packages do.
struct StoreTests {
  private let phone = DeviceTraits(width: 390, height: 844, scale: 3)

  private func client(
    _ device: TemporaryFolder, _ server: TemporaryFolder, _ trust: UpdateTrust = .server
  ) throws -> UpdateClient {
    var settings = UpdateSettings(trust: trust, device: phone, now: { 0 })
    settings.pause = 0
    return UpdateClient(
      store: try ReleaseStore(folder: device.path), transport: FolderTransport(folder: server.path), settings: settings)
  }

  @discardableResult
  private func update(_ client: UpdateClient) async throws -> UpdateResult? {
    guard case .available(let update) = try await client.check() else { return nil }
    return try await client.install(update)
  }

  private func title(_ store: ReleaseStore) throws -> String? {
    try store.launch(now: 0)?.openPage("news/index.html", for: phone).page.title
  }

  @Test func pruningKeepsToTheCap() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    let client = try client(device, server)
    for (number, text) in ["one", "two"].enumerated() {
      _ = try publisher.publish(sampleRelease(text: text, sequence: UInt64(number + 1)))
      try await update(client)
      #expect(try title(client.store) == text)
      if number == 0 { try client.store.markShownHealthy() }
    }
    let all = try client.store.prune()
    #expect(!all.removedPrevious && client.store.installedReleases.count == 2)
    // On trial, the release before is the way back.
    #expect(try client.store.prune(maximumSize: 1).removedPrevious == false)
    try client.store.markShownHealthy()
    #expect(try client.store.prune(maximumSize: all.size).removedPrevious == false)
    let small = try client.store.prune(maximumSize: all.size - 1)
    #expect(small.removedPrevious && small.size < all.size && client.store.installedReleases.count == 1)
    // The shown release stays, however small the cap.
    #expect(try client.store.prune(maximumSize: 0).size == small.size)
    #expect(try title(client.store) == "two" && client.store.verify() == [])
    try device.write("downloads/" + ContentHash(of: [1]).name, [UInt8](repeating: 0, count: 5000))
    #expect(try client.store.prune(maximumSize: small.size + 4000).size == small.size)
    #expect(FileSystem.names(in: device.path + "/downloads") == [])
  }

  @Test func installedPagesAreHashedWhenTheyChanged() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    _ = try ReleasePublisher(folder: server.path).publish(sampleRelease(text: "one", sequence: 1))
    let client = try client(device, server)
    try await update(client)
    let release = try #require(try client.store.launch(now: 0))
    let bytes = try release.contents(of: "pages/news/index.html.page")
    let hash = ContentHash(of: bytes)
    let name = ReleaseStore.objectName(hash)
    let path = device.path + "/" + name
    #expect(try release.openPage("news/index.html", for: phone).page.title == "one")
    // A plain record says that it was compared.
    #expect(device.read("verified").count % 64 == 0 && !device.read("verified").isEmpty)
    #expect(try release.openPage("news/index.html", for: phone).page.title == "one")
    var damaged = bytes
    damaged[damaged.count / 2] ^= 1
    try device.write(name, damaged)
    #expect(throws: ClientError.self) { try release.openPage("news/index.html", for: phone) }
    #expect(!FileSystem.exists(path))
  }

  /// Reading them to their end would take hours.
  @Test(arguments: ["pages/news/index.html.page", "web/news/index.html"])
  func entriesThatGrewAreDamagedWithoutBeingRead(path: String) async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    _ = try ReleasePublisher(folder: server.path).publish(sampleRelease(text: "one", sequence: 1))
    let client = try client(device, server)
    try await update(client)
    let release = try #require(try client.store.launch(now: 0))
    let bytes = try release.contents(of: path)
    let hash = ContentHash(of: bytes)
    let name = ReleaseStore.objectName(hash)
    func grow() throws {
      try device.write(name, bytes)
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: device.path + "/" + name))
      try file.truncate(atOffset: 1 << 40)
      try file.close()
    }
    for read in [
      { _ = try release.contents(of: path) }, { _ = try release.file(inBase: path) },
      { _ = try client.store.source(hash, size: UInt64(bytes.count)) },
    ] {
      try grow()
      let error = #expect(throws: ClientError.self) { try read() }
      #expect("\(String(describing: error))".contains("damaged"))
      #expect(!FileSystem.exists(device.path + "/" + name))
    }
    // Bytes of the right hash and of another size than the index says were not compared either.
    try device.write(name, bytes)
    #expect(throws: ClientError.self) { try client.store.source(hash, size: UInt64(bytes.count) + 1) }
    #expect(!FileSystem.exists(device.path + "/" + name))
  }

  @Test func packagesOnDemandComeWhenAskedForAndStayUpToDate() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    func contents(_ text: String, _ sequence: UInt64) -> ReleaseContents {
      var contents = sampleRelease(text: text, sequence: sequence)
      contents.packages.append(
        PackageContents(
          name: "help", load: .onDemand,
          files: [PackageFile(path: "web/help.html", contents: .bytes(Array("<p>\(text)".utf8)))]))
      return contents
    }
    _ = try publisher.publish(contents("one", 1))
    let client = try client(device, server)
    #expect(try await update(client)?.whole.sorted() == ["390x844@3", "base"])
    let first = try #require(try client.store.launch(now: 0))
    #expect(throws: ClientError.self) { try first.contents(of: "web/help.html") }
    #expect(try await client.installOnDemand("help").whole == ["help"])
    await #expect(throws: ClientError.self) { try await client.installOnDemand("nothing") }
    #expect(try await client.installOnDemand("help").unchanged == ["help"])
    #expect(try client.store.launch(now: 0)?.contents(of: "web/help.html") == Array("<p>one".utf8))
    _ = try publisher.publish(contents("two", 2))
    #expect(try await update(client)?.whole.contains("help") == true)
    #expect(try client.store.launch(now: 0)?.contents(of: "web/help.html") == Array("<p>two".utf8))
    #expect(client.store.verify() == [])
  }

  @Test func aReleaseThatFailedIsNotTriedAgainWithPatches() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    let client = try client(device, server)
    _ = try publisher.publish(sampleRelease(text: "good"))
    try await update(client)
    #expect(try title(client.store) == "good")
    _ = try publisher.publish(sampleRelease(text: "bad", sequence: 2))
    try await update(client)
    #expect(try [title(client.store), title(client.store), title(client.store)] == ["bad", "bad", "good"])
    _ = try publisher.writePatches(from: server.path)
    guard case .failedBefore = try await client.check() else { throw ClientError.cancelled }
    _ = try publisher.publish(sampleRelease(text: "bad", sequence: 3))
    guard case .failedBefore = try await client.check() else { throw ClientError.cancelled }
    // Patches to what is installed are not an update.
    _ = try publisher.publish(sampleRelease(text: "good", sequence: 4))
    guard case .upToDate = try await client.check() else { throw ClientError.cancelled }
    _ = try publisher.publish(sampleRelease(text: "other", sequence: 3))
    await #expect(throws: ClientError.self) { try await client.check() }
  }

  @Test func aNewerEmbeddedReleaseReplacesAnOlderOne() async throws {
    let bundle = try TemporaryFolder()
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let client = try client(device, server)
    _ = try ReleasePublisher(folder: bundle.path).publish(sampleRelease(text: "embedded", sequence: 5))
    #expect(try await client.installEmbedded(bundle.path))
    #expect(try title(client.store) == "embedded")
    // What the embedded release has is not fetched.
    _ = try ReleasePublisher(folder: server.path).publish(sampleRelease(text: "update", sequence: 6))
    #expect(try await update(client)?.partial == ["base"])
    #expect(try title(client.store) == "update")
    #expect(try await client.installEmbedded(bundle.path) == false)
    _ = try ReleasePublisher(folder: bundle.path).publish(sampleRelease(text: "new app", sequence: 7))
    #expect(try await client.installEmbedded(bundle.path))
    #expect(try title(client.store) == "new app")
  }

  @Test func renewingARootOpensNoWayBack() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let (key, other) = (SigningKey(), SigningKey())
    let roots = RootFolder(folder: server.path)
    #expect(try roots.add(keys: [key.verificationKey], threshold: 1, signers: [key]).isComplete)
    let first = server.read("roots/1.root.json")
    var publisher = ReleasePublisher(folder: server.path)
    publisher.allowsOlder = true
    publisher.keys = [key]
    _ = try publisher.publish(sampleRelease(text: "new", sequence: 9))
    let client = try client(device, server, .root(first))
    try await update(client)
    #expect(try title(client.store) == "new")
    // A root with one key more: the sequence still counts.
    #expect(
      try roots.add(keys: [key.verificationKey, other.verificationKey], threshold: 1, signers: [key]).isComplete)
    _ = try publisher.publish(sampleRelease(text: "old", sequence: 3))
    await #expect(throws: ClientError.self) { try await client.check() }
    // The key that drove the sequence up is withdrawn: from now on lower ones count again.
    let withdrawn = try roots.add(keys: [other.verificationKey], threshold: 1, signers: [key])
    #expect(!withdrawn.isComplete && withdrawn.missingOwn == 1)
    #expect(try roots.sign(with: [other]).isComplete)
    publisher.keys = [other]
    _ = try publisher.publish(sampleRelease(text: "mended", sequence: 4))
    try await update(client)
    #expect(try title(client.store) == "mended")
  }

  @Test func anAppWithAnotherRootForgetsWhatAWithdrawnKeySigned() async throws {
    let server = try TemporaryFolder()
    let bundle = try TemporaryFolder()
    let (old, new) = (SigningKey(), SigningKey())
    let roots = RootFolder(folder: server.path)
    _ = try roots.add(keys: [old.verificationKey], threshold: 1, signers: [old])
    _ = try roots.add(keys: [new.verificationKey], threshold: 1, signers: [old, new])
    let (first, second) = (server.read("roots/1.root.json"), server.read("roots/2.root.json"))
    FileSystem.remove(server.path + "/roots/2.root.json")
    var publisher = ReleasePublisher(folder: server.path)
    publisher.allowsOlder = true
    _ = try ReleasePublisher(folder: bundle.path).publish(sampleRelease(text: "embedded", sequence: 5))
    // With a root of its own, with the next root's file; with pinned keys.
    let trusts: [(before: UpdateTrust, after: UpdateTrust)] = [
      (.root(first), .root(second)),
      (.keys([old.verificationKey]), .keys([new.verificationKey])),
      (.keys([old.verificationKey]), .root(second)),
    ]
    for trust in trusts {
      FileSystem.remove(server.path + "/roots/2.root.json")
      let device = try TemporaryFolder()
      publisher.keys = [old]
      _ = try publisher.publish(sampleRelease(text: "thief", sequence: 1_000_000))
      let client = try client(device, server, trust.before)
      try await update(client)
      #expect(try title(client.store) == "thief")
      #expect(try await client.installEmbedded(bundle.path) == false)
      // The next version of the app brings a root, or keys, without the stolen key.
      try server.write("roots/2.root.json", second)
      publisher.keys = [new]
      _ = try publisher.publish(sampleRelease(text: "mended", sequence: 7))
      let renewed = try self.client(device, server, trust.after)
      #expect(try await renewed.installEmbedded(bundle.path))
      #expect(try title(renewed.store) == "embedded")
      try await update(renewed)
      #expect(try title(renewed.store) == "mended")
      // Nothing opens a way back from here on.
      _ = try publisher.publish(sampleRelease(text: "older", sequence: 6))
      await #expect(throws: ClientError.self) { try await renewed.check() }
    }
  }

  @Test func aRotationDoesNotLetOlderReleasesIn() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let (old, new) = (SigningKey(), SigningKey())
    let roots = RootFolder(folder: server.path)
    _ = try roots.add(keys: [old.verificationKey], threshold: 1, signers: [old])
    var publisher = ReleasePublisher(folder: server.path)
    publisher.allowsOlder = true
    publisher.keys = [old]
    _ = try publisher.publish(sampleRelease(text: "new", sequence: 9))
    let client = try client(device, server, .root(server.read("roots/1.root.json")))
    try await update(client)
    #expect(try title(client.store) == "new")
    // The same release, signed by the next root's key; then an older one.
    _ = try roots.add(keys: [new.verificationKey], threshold: 1, signers: [old, new])
    publisher.keys = [new]
    _ = try publisher.signAgain()
    guard case .upToDate = try await client.check() else { throw ClientError.cancelled }
    _ = try publisher.publish(sampleRelease(text: "old", sequence: 8))
    await #expect(throws: ClientError.self) { try await client.check() }
  }

  @Test func aClockThatIsSetBackStartsTheTrialAgain() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    let client = try client(device, server)
    var store = client.store
    store.uptime = { 7_000 }
    for (number, text) in ["one", "two"].enumerated() {
      _ = try publisher.publish(sampleRelease(text: text, sequence: UInt64(number + 1)))
      try await update(client)
      _ = try store.launch(now: 10_000)
    }
    // Set forward, then the device starts again, then set back: no release is taken back before it had its time.
    #expect(try !store.rollBackIfUnhealthy(now: 90_000))
    store.uptime = { 10 }
    #expect(try !store.rollBackIfUnhealthy(now: 90_000))
    #expect(try !store.rollBackIfUnhealthy(now: 500))
    store.uptime = { 100 }
    #expect(try !store.rollBackIfUnhealthy(now: 560))
    #expect(try title(store) == "two")
    #expect(try store.rollBackIfUnhealthy(now: 561))
    #expect(try title(store) == "one")
  }

  /// What apps show is in the base package: a release that leaves it for later would be an empty one.
  @Test func aBasePackageIsInstalledAtOnce() async throws {
    let server = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    var contents = sampleRelease()
    contents.packages[1].load = .onDemand
    let error = #expect(throws: PublishError.self) { try publisher.publish(contents) }
    #expect(error?.kind == .badPackage)
    _ = try publisher.publish(sampleRelease())
    for (name, value) in [("load", "onDemand"), ("load", "later"), ("viewport", "390x844@3")] {
      var manifest = try ReleaseManifest(decoding: server.read("manifest.json"))
      manifest.packages[0].load = name == "load" ? .onDemand : .install
      manifest.packages[0].viewport = name == "viewport" ? value : nil
      let text = String(decoding: manifest.encode(), as: UTF8.self).replacing("onDemand", with: value)
      let fault = #expect(throws: ManifestError.self) { try ReleaseManifest(decoding: Array(text.utf8)) }
      #expect(fault?.kind == .member && fault?.entry == "packages", "\(name)")
    }
  }

  @Test func aRolloutChoosesTheSameWithPatchesAndAnotherSequence() async throws {
    let server = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    _ = try publisher.publish(sampleRelease(text: "old"))
    var contents = sampleRelease(text: "new", sequence: 2)
    contents.rollout = 0.5
    _ = try publisher.publish(contents)
    let devices = try (0..<24).map { _ in try TemporaryFolder() }
    func chosen() async throws -> [Bool] {
      var answers: [Bool] = []
      for device in devices {
        switch try await client(device, server).check() {
        case .available: answers.append(true)
        default: answers.append(false)
        }
      }
      return answers
    }
    let before = try await chosen()
    #expect(Set(before).count == 2)
    #expect(try !publisher.writePatches(from: server.path).patches.isEmpty)
    #expect(try await chosen() == before)
    contents.sequence = 3
    _ = try publisher.publish(contents)
    #expect(try await chosen() == before)
  }

  /// A member that a newer tool adds to an index, and spaces: the file's own bytes are what is hashed.
  @Test func anIndexIsKeptAsItWasPublished() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    _ = try publisher.publish(sampleRelease(text: "one"))
    func publish(_ version: String) throws {
      var manifest = try ReleaseManifest(decoding: server.read("manifest.json"))
      manifest.version = version
      manifest.sequence += 1
      for number in manifest.packages.indices {
        let text = String(decoding: server.read(manifest.packages[number].index.url), as: UTF8.self)
        let bytes = Array(
          (text.contains("added") ? text : text.replacing("{\"contentType", with: " { \"added\": 1, \"contentType"))
            .utf8)
        let hash = ContentHash(of: bytes)
        let url = "packages/index-\(hash.name).json"
        try server.write(url, bytes)
        manifest.packages[number].index = ReleaseFileReference(url: url, hash: hash, size: UInt64(bytes.count))
      }
      _ = try publisher.publish(
        manifest, LatestRelease(manifest: manifest.packages[0].index, sequence: manifest.sequence))
    }
    let client = try client(device, server)
    for version in ["2.0.0", "3.0.0", "4.0.0"] {
      try publish(version)
      let result = try await update(client)
      #expect(version == "2.0.0" || result?.unchanged.count == 2 && result?.received == 0, "\(version)")
      #expect(try client.store.launch(now: 0)?.manifest.version == version)
      try client.store.markShownHealthy()
      #expect(client.store.verify() == [])
    }
    // A damaged index is seen.
    let listing = try device.listing()
    let folder = try #require(
      listing.first {
        $0.hasSuffix("/manifest.json")
          && (try? ReleaseManifest(decoding: device.read($0)).version == "4.0.0") == true
      }?.dropLast("manifest.json".count))
    let file = String(folder) + "base.index.json"
    try device.write(file, Array(device.read(file).dropLast()))
    #expect(
      client.store.verify().contains { $0.contains("the index of `base` is damaged: ") && $0.hasSuffix(file) },
      "\(listing)")
    let other = String(folder) + "390x844@3.index.json"
    try device.write(other, [])
    #expect(
      client.store.verify().contains { $0.contains("the index of `390x844@3` is damaged: ") && $0.hasSuffix(other) })
    // So is one that is missing, each by its name.
    for (name, message) in [
      (file, "the index of `base` is missing: "), (other, "the index of `390x844@3` is missing: "),
    ] {
      try FileManager.default.removeItem(atPath: device.path + "/" + name)
      #expect(client.store.verify().contains { $0.contains(message) }, "\(client.store.verify())")
    }
    let run = try UpdaterProgram.run("show", device.path)
    #expect(run.status == 65 && run.output.contains(": the index of `base` is missing: "), "\(run.output)")
  }

  private func noise(_ count: Int, _ seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(state: seed)
    return (0..<count / 8).flatMap { _ in
      withUnsafeBytes(of: generator.next()) { Array($0) }
    }
  }

  /// What an update that was cut has left behind is not fetched again, not even inside of a patch.
  @Test func theWayWithTheFewestBytesIsTaken() async throws {
    let server = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    let photo = noise(40_000, 1)
    func release(_ text: String, _ sequence: UInt64, with extra: [UInt8]? = nil) -> ReleaseContents {
      var contents = sampleRelease(text: text, sequence: sequence)
      contents.packages[1].files.append(PackageFile(path: "web/old.bin", contents: .bytes(noise(9000, 2))))
      if let extra { contents.packages[1].files.append(PackageFile(path: "web/photo.jpg", contents: .bytes(extra))) }
      return contents
    }
    _ = try publisher.publish(release("one", 1))
    let devices = [try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder()]
    for device in devices {
      let client = try client(device, server)
      try await update(client)
      _ = try client.store.launch(now: 0)
      try client.store.markShownHealthy()
    }
    let published = try publisher.publish(release("two", 2, with: photo))
    let patch = try #require(try publisher.writePatches(from: server.path).patches.first)
    #expect(patch.size > 40_000 && patch.size < published.manifest.packages[0].archive.size)
    // Nothing is left from before: the patch.
    let plain = try client(devices[0], server)
    let patched = try await update(plain)
    #expect(patched?.patched == ["base"] && patched?.received == patch.size)
    // The photograph is there: the index and what else is missing.
    let rest = try client(devices[1], server)
    try rest.store.addObject(ContentHash(of: photo)) { body in try photo.withUnsafeBytes { try body($0) } }
    let partial = try await update(rest)
    #expect(partial?.partial == ["base"] && partial?.received ?? 0 < 3000)
    // Most of the whole archive was fetched before.
    let cut = try client(devices[2], server)
    let archive = published.manifest.packages[0].archive
    try devices[2].write("downloads/" + archive.hash.name, Array(server.read(archive.url).dropLast(1000)))
    let whole = try await update(cut)
    #expect(whole?.whole == ["base"] && whole?.received ?? 0 < 3000)
    for client in [plain, rest, cut] {
      #expect(try title(client.store) == "two" && client.store.verify() == [])
      try client.store.prune()
      #expect(FileSystem.names(in: client.store.folder + "/downloads") == [])
    }
  }

  @Test func rangesNearEachOtherAreOneRequest() {
    #expect(PackageInstaller.parts([0..<10, 100..<110, 5000..<5010]) == [0..<110, 5000..<5010])
    let many = (0..<500).map { UInt64($0) * 10_000..<UInt64($0) * 10_000 + 10 }
    #expect(PackageInstaller.parts(many).count <= 64)
    #expect(PackageInstaller.parts([]).isEmpty)
  }
}
