import Foundation
import TestSupport
import Testing

@testable import HybridClient
@testable import Manifest

/// A release's site as plain files (docs/guides/web-views.md, “Capacitor”).
struct SiteFolderTests {
  private let phone = DeviceTraits(width: 390, height: 844, scale: 3)

  private func install(_ text: String, _ sequence: UInt64, _ server: TemporaryFolder, _ store: ReleaseStore)
    async throws
  {
    _ = try ReleasePublisher(folder: server.path).publish(sampleRelease(text: text, sequence: sequence))
    var settings = UpdateSettings(trust: .server, device: phone, now: { 0 })
    settings.pause = 0
    let client = UpdateClient(store: store, transport: FolderTransport(folder: server.path), settings: settings)
    guard case .available(let update) = try await client.check() else { return }
    _ = try await client.install(update)
  }

  private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  @Test func aSiteIsWrittenWholeAndGoesWithItsRelease() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let store = try ReleaseStore(folder: device.path)
    try await install("one", 1, server, store)
    let one = try #require(try store.launch(now: 0))
    let folder = try store.siteFolder(of: one)
    #expect(folder == device.path + "/sites/" + one.hash.name)
    #expect(text(folder + "/news/index.html") == "<p>one</p>" && text(folder + "/app.js")?.count == 1100)
    #expect(!FileManager.default.fileExists(atPath: folder + "/pages"))
    // It is not written again, not even while an update is being installed.
    do {
      let lock = try store.installationLock()
      #expect(try store.siteFolder(of: one) == folder)
      withExtendedLifetime(lock) {}
    }
    try store.markHealthy(one)
    for (number, version) in ["two", "three"].enumerated() {
      try await install(version, UInt64(number + 2), server, store)
      let release = try #require(try store.activatePending(now: 0))
      #expect(text(try store.siteFolder(of: release) + "/news/index.html") == "<p>\(version)</p>")
      try store.markHealthy(release)
    }
    // The release before is the way back; the one before that is not.
    try store.prune()
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(FileSystem.names(in: device.path + "/sites")?.count == 2)
  }

  @Test(arguments: ["changed", "cut", "missing", "a link"])
  func aDamagedSiteIsWrittenAgain(_ damage: String) async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let store = try ReleaseStore(folder: device.path)
    try await install("one", 1, server, store)
    let release = try #require(try store.launch(now: 0))
    let page = try store.siteFolder(of: release) + "/news/index.html"
    switch damage {
    // The same length: only the bytes differ.
    case "changed": try Data("<p>two</p>".utf8).write(to: URL(fileURLWithPath: page))
    case "cut": try Data().write(to: URL(fileURLWithPath: page))
    default:
      try FileManager.default.removeItem(atPath: page)
      guard damage == "a link" else { break }
      try device.write("elsewhere", Array("<p>one</p>".utf8))
      try FileManager.default.createSymbolicLink(atPath: page, withDestinationPath: device.path + "/elsewhere")
    }
    // Another process, which remembers nothing by itself.
    let folder = try ReleaseStore(folder: device.path).siteFolder(of: release)
    #expect(text(folder + "/news/index.html") == "<p>one</p>" && text(folder + "/app.js")?.count == 1100)
    #expect(try FileManager.default.attributesOfItem(atPath: page)[.type] as? FileAttributeType == .typeRegular)
    #expect(FileSystem.names(in: device.path + "/downloads")?.filter { $0.hasPrefix(".tmp") } == [])
  }

  @Test func damagedEntriesMakeNoFolder() async throws {
    let server = try TemporaryFolder()
    let device = try TemporaryFolder()
    let store = try ReleaseStore(folder: device.path)
    try await install("one", 1, server, store)
    let release = try #require(try store.launch(now: 0))
    let page = ContentHash(of: Array("<p>one</p>".utf8))
    try device.write(ReleaseStore.objectName(page), Array("<p>two</p>".utf8))
    #expect(throws: ClientError.self) { try store.siteFolder(of: release) }
    #expect(FileSystem.names(in: device.path + "/sites") ?? [] == [])
    #expect(FileSystem.names(in: device.path + "/downloads")?.filter { $0.hasPrefix(".tmp") } == [])
  }
}
