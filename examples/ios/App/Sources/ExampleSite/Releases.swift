import Foundation
import HybridClient

/// The release that came with the app, and the ones that a server has since.
@MainActor final class Releases {
  private let embedded: String
  private let store: ReleaseStore?
  private let client: UpdateClient?

  /// - Parameters:
  ///   - server: where releases are published; `nil` shows only the one that came with the app.
  ///   - device: the screen, whose packages are fetched.
  init(server: URL?, device: DeviceTraits) throws {
    guard let folder = Bundle.main.url(forResource: "dist", withExtension: nil) else {
      throw CocoaError(.fileNoSuchFile)
    }
    embedded = folder.path
    // The root of trust is in the app, which is signed itself.
    let root = try? Data(contentsOf: folder.appendingPathComponent("roots/1.root.json"))
    guard let server, let root else {
      (store, client) = (nil, nil)
      return
    }
    let support = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let store = try ReleaseStore(folder: support.appendingPathComponent("hybrid").path)
    let settings = UpdateSettings(trust: .root([UInt8](root)), device: device, now: Self.now)
    self.store = store
    client = UpdateClient(store: store, transport: URLSessionTransport(base: server), settings: settings)
  }

  @Sendable private nonisolated static func now() -> Int64 { Int64(Date().timeIntervalSince1970) }

  /// The newest release that is on the device.
  func open() async throws -> OpenedRelease {
    if let store, let client {
      _ = try await client.installEmbedded(embedded)
      if let release = try store.launch(now: Self.now()) { return release }
    }
    let folder = embedded
    return try await Task.detached { try ReleaseFolder.open(folder) }.value
  }

  /// Its first page is shown.
  func isHealthy(_ release: OpenedRelease) { _ = try? store?.markHealthy(release) }

  /// The release before one that cannot be shown.
  func older(than release: OpenedRelease) -> OpenedRelease? {
    try? store?.launch(now: Self.now(), insteadOf: release)
  }

  /// Fetches what is new: the next launch shows it.
  ///
  /// - Returns: whether anything was new.
  @discardableResult func update() async -> Bool {
    guard let client, case .available(let update)? = try? await client.check() else { return false }
    return (try? await client.install(update)) != nil
  }
}
