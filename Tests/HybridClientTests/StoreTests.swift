import Manifest
import PageFormat
import TestSupport
import Testing

@testable import HybridClient

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
      if number == 0 { try client.store.markHealthy() }
    }
    let all = try client.store.prune()
    #expect(!all.removedPrevious && client.store.installedReleases.count == 2)
    // On trial, the release before is the way back.
    #expect(try client.store.prune(maximumSize: 1).removedPrevious == false)
    try client.store.markHealthy()
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
    let name = client.store.objectName(hash)
    let path = device.path + "/" + name
    #expect(try release.openPage("news/index.html", for: phone).page.title == "one")
    #expect(FileSystem.modificationTime(path) == ReleaseStore.soundMark(hash))
    #expect(try release.openPage("news/index.html", for: phone).page.title == "one")
    var damaged = bytes
    damaged[damaged.count / 2] ^= 1
    try device.write(name, damaged)
    #expect(throws: ClientError.self) { try release.openPage("news/index.html", for: phone) }
    #expect(!FileSystem.exists(path))
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
    // Patches to what is installed are no update.
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

  @Test func rangesThatLieNearAreOneRequest() {
    #expect(PackageInstaller.parts([0..<10, 100..<110, 5000..<5010]) == [0..<110, 5000..<5010])
    let many = (0..<500).map { UInt64($0) * 10_000..<UInt64($0) * 10_000 + 10 }
    #expect(PackageInstaller.parts(many).count <= 64)
    #expect(PackageInstaller.parts([]).isEmpty)
  }
}
