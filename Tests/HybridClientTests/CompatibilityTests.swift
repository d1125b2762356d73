import Foundation
import Manifest
import TestSupport
import Testing

@testable import HybridClient

/// Releases that earlier versions of the tool made: this version verifies, installs and updates them.
@Suite struct CompatibilityTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Compatibility")

  /// An hour after the releases were made.
  private let now: Int64 = 1_795_380_000

  @Test(arguments: ["settings", "weather"])
  func releasesOfVersion010AreVerifiedAndUpdatedByPatches(name: String) async throws {
    let version = Self.folder.appendingPathComponent("0.1.0")
    let release = version.appendingPathComponent(name)
    let root = try Array(Data(contentsOf: release.appendingPathComponent("roots/1.root.json")))
    var verifier = ReleaseVerifier(folder: release.path)
    verifier.firstRoot = root
    #expect(verifier.verify() == [])

    let server = try TemporaryFolder()
    let copy = URL(fileURLWithPath: server.path).appendingPathComponent("release")
    try FileManager.default.copyItem(at: release, to: copy)
    let latest = copy.appendingPathComponent("latest.json")
    try Data(contentsOf: version.appendingPathComponent("\(name).41.json")).write(to: latest)
    let device = try TemporaryFolder()
    let store = try ReleaseStore(folder: device.path)
    let settings = UpdateSettings(
      trust: .root(root), device: DeviceTraits(width: 390, height: 844, scale: 3), now: { now })
    let client = UpdateClient(store: store, transport: FolderTransport(folder: copy.path), settings: settings)

    guard case .available(let first) = try await client.check() else { throw ClientError.cancelled }
    #expect(try await client.install(first).whole.contains("base"))
    #expect(try store.launch(now: now)?.manifest.sequence == 41)
    try Data(contentsOf: release.appendingPathComponent("latest.json")).write(to: latest)
    guard case .available(let second) = try await client.check() else { throw ClientError.cancelled }
    #expect(try await client.install(second).patched.contains("base"))
    let shown = try #require(try store.launch(now: now))
    #expect(shown.manifest.sequence == 42)
    #expect(try shown.openPage("index.html", for: settings.device).fit == .exact)
    #expect(store.verify() == [])
  }
}
