import CSSValues
import Platform
import Shaping

/// The measures of styles' first fonts that a set of fonts was asked for, for all pages; bounded in memory.
final class MetricsCache: Sendable {
  /// What the measures depend on.
  struct Key: Hashable {
    var request: FontRequest
    var size: Double
    var adjust: FontSizeAdjust?
    /// Device pixels per CSS px.
    var scale: Double
  }

  private static let capacity = 4096
  private let known = Mutex<[Key: FontMetrics]>([:])

  /// The measures of a key, worked out where nobody asked for them before.
  func metrics(_ key: Key, make: () -> FontMetrics) -> FontMetrics {
    if let known = known.withLock({ $0[key] }) { return known }
    let made = make()
    known.withLock { known in
      if known.count >= Self.capacity { known.removeAll() }
      known[key] = made
    }
    return made
  }
}
