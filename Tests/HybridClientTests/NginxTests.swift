import Foundation
import Manifest
import TestSupport
import Testing

@testable import HybridClient

/// The client against a real static server.
@Suite(.serialized, .enabled(if: Nginx.program != nil, "nginx is not installed: make deps installs it"))
struct NginxTests {
  private let phone = DeviceTraits(width: 390, height: 844, scale: 3)

  /// A release with a few hundred kilobytes that do not compress.
  private func release(_ text: String, sequence: UInt64 = 1) -> ReleaseContents {
    var contents = sampleRelease(text: text, sequence: sequence)
    var generator = SeededGenerator(state: 5)
    for number in 0..<4 {
      let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      contents.packages[1].files.append(PackageFile(path: "web/\(number).bin", contents: .bytes(bytes)))
    }
    return contents
  }

  private struct Scene {
    let served: TemporaryFolder
    let nginx: Nginx
    let device: TemporaryFolder
    let store: ReleaseStore
    let client: UpdateClient

    init(_ contents: ReleaseContents, attempts: Int = 2, timeout: Double = 2) throws {
      served = try TemporaryFolder()
      device = try TemporaryFolder()
      _ = try ReleasePublisher(folder: served.path).publish(contents)
      nginx = try Nginx(served.path)
      store = try ReleaseStore(folder: device.path)
      var settings = UpdateSettings(
        trust: .server, device: DeviceTraits(width: 390, height: 844, scale: 3), now: { 0 })
      settings.pause = 0.01
      settings.attempts = attempts
      // URLs of tests are well-formed.
      let url = try #require(URL(string: nginx.address))
      client = UpdateClient(
        store: store, transport: URLSessionTransport(base: url, timeout: timeout), settings: settings)
    }

    func update() async throws -> UpdateResult? { try await NginxTests.update(client) }

    func archive() throws -> String {
      let name = try FileManager.default.contentsOfDirectory(atPath: served.path + "/packages").first {
        $0.hasPrefix("base.") && $0.hasSuffix(".zip")
      }
      return "packages/" + (try #require(name))
    }
  }

  private static func update(_ client: UpdateClient) async throws -> UpdateResult? {
    guard case .available(let update) = try await client.check() else { return nil }
    return try await client.install(update)
  }

  private func title(_ scene: Scene) throws -> String? {
    try scene.store.launch(now: 0)?.openPage("news/index.html", for: phone).page.title
  }

  @Test func fullInstallThenDeltaThenNothing() async throws {
    let scene = try Scene(release("one"))
    let first = try #require(try await scene.update())
    #expect(first.whole == ["base"] || first.whole.sorted() == ["390x844@3", "base"])
    #expect(try title(scene) == "one" && scene.store.verify() == [])
    let publisher = ReleasePublisher(folder: scene.served.path)
    _ = try publisher.publish(release("two", sequence: 2))
    let patches = try publisher.writePatches(from: scene.served.path).patches
    let second = try #require(try await scene.update())
    #expect(second.patched == ["base"] && second.received == patches[0].size)
    #expect(second.received < 2000)
    #expect(try title(scene) == "two" && scene.store.verify() == [])
    #expect(try await scene.update() == nil)
    // Sequences only go up.
    _ = try publisher.publish(release("old", sequence: 1))
    await #expect(throws: ClientError.self) { _ = try await scene.update() }
    #expect(try title(scene) == "two")
  }

  @Test func missingEntriesComeAsRanges() async throws {
    let scene = try Scene(release("one"))
    _ = try await scene.update()
    _ = try scene.store.launch(now: 0)
    _ = try ReleasePublisher(folder: scene.served.path).publish(release("two", sequence: 2))
    let second = try #require(try await scene.update())
    #expect(second.partial == ["base"] && second.received < 6000)
    #expect(scene.nginx.log.contains { $0.contains(" 206 ") && $0.contains("bytes=") })
    #expect(try title(scene) == "two" && scene.store.verify() == [])
  }

  @Test func aCutDownloadIsResumed() async throws {
    let scene = try Scene(release("one"), attempts: 1, timeout: 1)
    scene.nginx.stop()
    // 100 kB at once, then so slowly that the server is gone before the end.
    try scene.nginx.start("limit_rate_after 100k; limit_rate 1k;")
    let client = scene.client
    let running = Task { try await Self.update(client) }
    let archive = try scene.archive()
    let hash = archive.split(separator: ".")[1]
    for _ in 0..<500 where (FileSystem.size(scene.device.path + "/downloads/\(hash)") ?? 0) < 50_000 {
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    scene.nginx.stop()
    await #expect(throws: ClientError.self) { _ = try await running.value }
    let have = FileSystem.size(scene.device.path + "/downloads/\(hash)") ?? 0
    #expect(have >= 50_000 && have < 400_000)
    #expect(try scene.store.launch(now: 0) == nil)
    try scene.nginx.start("")
    let result = try #require(try await scene.update())
    #expect(result.whole.contains("base"))
    #expect(scene.nginx.log.contains { $0.contains("/app/\(archive) 206 ") && $0.hasSuffix("bytes=\(have)-") })
    #expect(result.received < 402_000 - have + 5000)
    #expect(try title(scene) == "one" && scene.store.verify() == [])
  }

  @Test func missingWrongLongAndCorruptFilesAreRefused() async throws {
    let scene = try Scene(release("one"))
    let archive = try scene.archive()
    let bytes = scene.served.read(archive)
    func refused(_ contents: [UInt8]?, _ kinds: [String]) async throws {
      if let contents {
        try scene.served.write(archive, contents)
      } else {
        FileSystem.remove(scene.served.path + "/" + archive)
      }
      var answer = ""
      do {
        _ = try await scene.update()
      } catch ClientError.transport(let error) {
        answer = "transport.\(error.kind.rawValue)"
      } catch ClientError.manifest(let error) {
        answer = error.kind.rawValue
      }
      #expect(kinds.contains(answer), "\(answer)")
      #expect(try scene.store.launch(now: 0) == nil)
    }
    try await refused(nil, ["transport.refused"])
    try await refused(Array(bytes.dropLast(1000)), ["transport.refused"])
    try await refused(bytes + [0], ["transport.tooLong"])
    var corrupt = bytes
    corrupt[200_000] ^= 1
    try await refused(corrupt, ["hash"])
    try scene.served.write(archive, bytes)
    #expect(try await scene.update() != nil)
    #expect(try title(scene) == "one" && scene.store.verify() == [])
    FileSystem.remove(scene.served.path + "/latest.json")
    await #expect(throws: ClientError.self) { _ = try await scene.client.check() }
    #expect(try title(scene) == "one")
  }

  @Test func aSlowServerIsWaitedForAndADeadOneIsNot() async throws {
    let scene = try Scene(release("one"), attempts: 1, timeout: 1)
    scene.nginx.stop()
    // Slower than a connection's buffers, faster than the time-out between two pieces.
    try scene.nginx.start("limit_rate 300k;")
    #expect(try await scene.update() != nil)
    #expect(try title(scene) == "one")
    scene.nginx.stop()
    let start = ContinuousClock.now
    do {
      _ = try await scene.client.check()
      Issue.record("a server that is gone answered")
    } catch ClientError.transport(let error) {
      #expect(error.kind == .connection)
    }
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(try title(scene) == "one")
  }

  @Test func cancellingEndsATransfer() async throws {
    let scene = try Scene(release("one"))
    scene.nginx.stop()
    try scene.nginx.start("limit_rate_after 50k; limit_rate 1k;")
    let client = scene.client
    let running = Task { try await Self.update(client) }
    try await Task.sleep(nanoseconds: 300_000_000)
    running.cancel()
    do {
      _ = try await running.value
      Issue.record("a cancelled update ended well")
    } catch ClientError.cancelled {
    } catch is CancellationError {
    } catch ClientError.transport(let error) {
      #expect(error.kind == .connection)
    }
    #expect(try scene.store.launch(now: 0) == nil)
  }
}
