import Foundation
import HybridClient

final class Releases {
  let store: ReleaseStore
  let client: UpdateClient

  init(folder: String, root: [UInt8], server: URL, device: DeviceTraits) throws {
    store = try ReleaseStore(folder: folder)
    client = UpdateClient(
      store: store, transport: URLSessionTransport(base: server),
      settings: UpdateSettings(trust: .root(root), device: device, now: Self.now))
  }

  @Sendable static func now() -> Int64 { Int64(Date().timeIntervalSince1970) }

  func open(embedded: String) async throws -> OpenedRelease? {
    _ = try await client.installEmbedded(embedded)
    return try store.launch(now: Self.now())
  }
}
