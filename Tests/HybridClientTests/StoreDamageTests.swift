import Foundation
import TestSupport
import Testing

@testable import HybridClient
@testable import Manifest

/// What a damaged disk leaves in a store, beside damaged bytes (TrustAttackTests have those).
struct StoreDamageTests {
  private func update(_ device: String, _ server: TemporaryFolder) async throws -> ReleaseStore {
    var settings = UpdateSettings(
      trust: .server, device: DeviceTraits(width: 390, height: 844, scale: 3), now: { 0 })
    settings.pause = 0
    let store = try ReleaseStore(folder: device)
    let client = UpdateClient(store: store, transport: FolderTransport(folder: server.path), settings: settings)
    if case .available(let update) = try await client.check() { _ = try await client.install(update) }
    return store
  }

  /// A file system whose files may have 2^63 - 1 bytes, as those of Linux in memory may.
  private static let roomy: String? = {
    let folder = "/dev/shm/hybrid-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try makeVast(folder + "/probe")
      return "/dev/shm"
    } catch {
      return nil
    }
  }()

  private static func makeVast(_ path: String) throws {
    if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try file.truncate(atOffset: UInt64(Int64.max))
  }

  @Test(.enabled(if: roomy != nil)) func sizesOfVastFilesDoNotOverflow() async throws {
    let server = try TemporaryFolder()
    _ = try ReleasePublisher(folder: server.path).publish(sampleRelease(text: "one", sequence: 1))
    let device = try #require(Self.roomy) + "/hybrid-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: device) }
    let store = try await update(device, server)
    _ = try store.launch(now: 0)
    // Unfinished downloads and entries, three each: two are still counted.
    for number in 0..<3 { try Self.makeVast(device + "/downloads/" + ContentHash(of: [UInt8(number)]).name) }
    let size = try store.prune(maximumSize: 1 << 20).size
    #expect(FileSystem.names(in: device + "/downloads") == [])
    let entries = store.objectSizes().map { device + "/" + ReleaseStore.objectName($0.hash) }
    #expect(entries.count >= 3)
    for entry in entries { try Self.makeVast(entry) }
    #expect(try store.prune().size == .max)
    // They are damaged, and fetched again.
    _ = try await update(device, server)
    #expect(try store.prune().size == size && store.verify() == [])
  }

  /// What a release needs is not known where its files cannot be read: a disk may have an error at that moment only.
  @Test func pruningRemovesNothingWhereAReleaseCannotBeRead() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    for sequence in 1...2 {
      _ = try ReleasePublisher(folder: server.path).publish(
        sampleRelease(text: "text \(sequence)", sequence: UInt64(sequence)))
      _ = try await update(device.path, server).launch(now: 0)
    }
    let whole = try ReleaseStore(folder: device.path).objectSizes().count
    var files = 0
    for release in try #require(FileSystem.names(in: device.path + "/releases")) {
      for name in try #require(FileSystem.names(in: device.path + "/releases/" + release)) {
        let file = URL(fileURLWithPath: device.path + "/releases/" + release + "/" + name)
        let bytes = try Data(contentsOf: file)
        try Data(bytes.reversed()).write(to: file)
        let store = try ReleaseStore(folder: device.path)
        try store.prune()
        #expect(store.objectSizes().count == whole, "\(name)")
        try bytes.write(to: file)
        files += 1
      }
    }
    #expect(files >= 4)
    #expect(try ReleaseStore(folder: device.path).verify() == [])
  }

  /// Nor is a link, of which only the name is the store's: what it leads to stays as it is.
  @Test(arguments: ["objects", "downloads", "lock", "install.lock"])
  func namesOfTheStoreThatBecameLinks(_ name: String) async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let victim = try TemporaryFolder()
    try victim.write("precious", [1])
    let publisher = ReleasePublisher(folder: server.path)
    _ = try publisher.publish(sampleRelease(text: "one", sequence: 1))
    _ = try await update(device.path, server)
    try FileManager.default.removeItem(atPath: device.path + "/" + name)
    let target = victim.path + (name.hasSuffix("lock") ? "/precious" : "")
    try FileManager.default.createSymbolicLink(atPath: device.path + "/" + name, withDestinationPath: target)
    _ = try await update(device.path, server)
    _ = try publisher.publish(sampleRelease(text: "two", sequence: 2))
    let next = try await update(device.path, server)
    #expect(try next.launch(now: 0)?.manifest.sequence == 2 && next.verify() == [])
    #expect(FileSystem.names(in: victim.path) == ["precious"] && victim.read("precious") == [1])
  }

  /// A pipe in a lock's place is no reason to refuse each update.
  @Test(arguments: ["lock", "install.lock"])
  func locksThatBecamePipes(_ name: String) async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    _ = try publisher.publish(sampleRelease(text: "one", sequence: 1))
    _ = try await update(device.path, server)
    try FileManager.default.removeItem(atPath: device.path + "/" + name)
    #expect(mkfifo(device.path + "/" + name, 0o600) == 0)
    _ = try publisher.publish(sampleRelease(text: "two", sequence: 2))
    let next = try await update(device.path, server)
    #expect(try next.launch(now: 0)?.manifest.sequence == 2 && next.verify() == [])
  }

  @Test(arguments: ["objects", "roots", "downloads", "lock", "install.lock"])
  func namesOfTheStoreThatBecameSomethingElse(_ name: String) async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    _ = try publisher.publish(sampleRelease(text: "one", sequence: 1))
    let store = try await update(device.path, server)
    let release = try #require(try store.launch(now: 0))
    try store.markHealthy(release)
    try FileManager.default.removeItem(atPath: device.path + "/" + name)
    if name.hasSuffix("lock") {
      try device.write(name + "/file", [1])
    } else {
      try device.write(name, [1])
    }
    // The shown release is repaired, and the next one comes.
    let again = try await update(device.path, server)
    #expect(try again.launch(now: 0)?.hash == release.hash && again.verify() == [])
    _ = try publisher.publish(sampleRelease(text: "two", sequence: 2))
    let next = try await update(device.path, server)
    #expect(try next.launch(now: 0)?.manifest.sequence == 2 && next.verify() == [])
  }

  /// An update repairs the release that is shown, and what is said of damage to the one before promises no more.
  @Test func damageOfThePreviousRelease() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let publisher = ReleasePublisher(folder: server.path)
    _ = try publisher.publish(sampleRelease(text: "one", sequence: 1))
    let store = try await update(device.path, server)
    let first = try #require(try store.launch(now: 0))
    try store.markHealthy(first)
    let before = Set(store.objectSizes().map(\.hash))
    _ = try publisher.publish(sampleRelease(text: "two", sequence: 2))
    let next = try await update(device.path, server)
    let shown = try #require(try next.launch(now: 0))
    try next.markHealthy(shown)
    // Another device has only the second release.
    let other = try TemporaryFolder()
    let old = before.subtracting(try await update(other.path, server).objectSizes().map(\.hash))
    #expect(!old.isEmpty)
    for hash in old {
      try FileManager.default.removeItem(atPath: device.path + "/" + ReleaseStore.objectName(hash))
    }
    let again = try await update(device.path, server)
    let faults = again.verify()
    #expect(faults.count == 1 && faults.allSatisfy { $0.contains("if the shown release has it") }, "\(faults)")
    #expect(faults.allSatisfy { !$0.contains("the next update fetches it again") }, "\(faults)")
    #expect(try again.launch(now: 0)?.hash == shown.hash)
  }
}
