import Foundation
import HybridClient
import HybridLayout
import HybridLiveLayout
import Manifest

/// Where releases come from: a folder that is opened in place, or a store that takes updates.
@MainActor final class Releases {
  private let source: String
  private let store: ReleaseStore?
  private let client: UpdateClient?

  /// - Parameters:
  ///   - source: a published folder or the address of one.
  ///   - root: the root of trust; a folder without one is opened in place, without a look at signatures.
  ///   - folder: where releases are kept.
  init(_ source: String, root: [UInt8]?, store folder: String?, device: DeviceTraits) throws {
    self.source = source
    let isAddress = ["http", "https"].contains(WebAddress.scheme(of: source) ?? "")
    guard root != nil || folder != nil || isAddress else {
      store = nil
      client = nil
      return
    }
    guard let root else { throw AppFailure(description: "an address or a store needs --root FILE, the root of trust") }
    let store = try ReleaseStore(folder: folder ?? Self.standardFolder(source))
    let settings = UpdateSettings(trust: .root(root), device: device, now: Self.now)
    var transport: any Transport = FolderTransport(folder: source)
    if isAddress {
      guard let url = URL(string: source.hasSuffix("/") ? source : source + "/") else {
        throw AppFailure(description: "\(source) is an invalid address")
      }
      transport = URLSessionTransport(base: url)
    }
    self.store = store
    client = UpdateClient(store: store, transport: transport, settings: settings)
  }

  @Sendable private nonisolated static func now() -> Int64 { Int64(Date().timeIntervalSince1970) }

  /// A folder of its own for each source.
  private static func standardFolder(_ source: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    let data = environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? ".") + "/.local/share"
    return data + "/hybrid-view/\(ContentHash(of: Array(source.utf8)))"
  }

  /// The release to start with; the first one is fetched.
  func open() async throws -> OpenedRelease {
    guard let store, let client else {
      let folder = source
      return try await Task.detached { try ReleaseFolder.open(folder) }.value
    }
    if let release = try store.launch(now: Self.now()) { return release }
    if case .available(let update) = try await client.check() { _ = try await client.install(update) }
    guard let release = try store.launch(now: Self.now()) else {
      throw AppFailure(description: "\(source) has no release for this device")
    }
    return release
  }

  /// The first page is shown.
  func isHealthy(_ release: OpenedRelease) { _ = try? store?.markHealthy(release) }

  /// The release before one that cannot be shown.
  func older(than release: OpenedRelease) -> OpenedRelease? {
    guard let store else { return nil }
    return try? store.launch(now: Self.now(), insteadOf: release)
  }

  /// The release before one whose files are damaged; an update may bring that again.
  func older(thanDamaged release: OpenedRelease, because damage: String) -> OpenedRelease? {
    guard let store else { return nil }
    try? store.setAside(release, because: damage)
    guard let older = try? store.launch(now: Self.now()), older.hash != release.hash else { return nil }
    return older
  }

  /// Looks for an update and installs it.
  ///
  /// - Returns: its version, and whether it is the release that is shown, of which something was damaged; `nil` where there is none.
  func update() async throws -> (version: String, sequence: UInt64, isRepair: Bool)? {
    guard let client, case .available(let update) = try await client.check() else { return nil }
    _ = try await client.install(update)
    return ("\(update.manifest.version)", UInt64(update.manifest.sequence), update.isRepair)
  }

  /// What the release's texts were measured with, fetched where they are not in the store yet.
  ///
  /// - Returns: `nil` where the release has none, or another one is shown by now.
  func fetchMeasures(of release: OpenedRelease) async throws -> PackagedMeasures? {
    guard let store, let client, release.manifest.package(PackagedMeasures.package) != nil else { return nil }
    _ = try await client.installOnDemand(PackagedMeasures.package)
    guard let again = try? store.open(release.hash) else { return nil }
    return try await Task.detached { try again.packagedMeasures() }.value
  }

  /// The release that was installed last.
  func activate() -> OpenedRelease? { try? store?.activatePending(now: Self.now()) }

  /// Whether updates may come.
  var takesUpdates: Bool { client != nil }
  /// The folder to watch, where the source is one.
  var watchedFolder: String? { WebAddress.scheme(of: source) == nil ? source : nil }
}
