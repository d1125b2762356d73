// What Ionic's contract for providers of live updates declares (live-update-provider-sdk 0.2.0), so that the documents' Swift
// compiles where the package is not.
import Foundation

public protocol ProviderSyncResult {}

public struct MetadataSyncResult: ProviderSyncResult {
  public let metadata: [String: Any]
  public init(metadata: [String: Any]) { self.metadata = metadata }
}

public protocol ProviderManager {
  var latestAppDirectory: URL? { get }
  func sync() async throws -> (any ProviderSyncResult)?
}

public protocol LiveUpdateProvider {
  var id: String { get }
  func createManager(config: [String: Any]) throws -> any ProviderManager
}

public enum ProviderError: Error {
  case providerNotRegistered(id: String)
  case invalidConfiguration(message: String, underlyingError: (any Error)? = nil)
  case syncFailed(message: String, underlyingError: (any Error)? = nil)
}
