@testable import HybridClient

extension ReleaseStore {
  /// Calls the release that is shown healthy.
  func markShownHealthy() throws {
    if let current = state.current { try markHealthy(open(current)) }
  }
}
