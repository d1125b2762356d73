import CSS
import Platform

/// Where the queries of sheets change their answers, with what has been worked out of it: once for all pages of the sheets.
final class SharedThresholds: Sendable {
  let thresholds: MediaThresholds
  private let ranges = Mutex<[Environment: (low: Double, high: Double)]>([:])

  init(_ thresholds: MediaThresholds) { self.thresholds = thresholds }

  /// The closed range of widths around an environment's in which all queries answer as they do in it.
  func widthRange(_ environment: Environment) -> (low: Double, high: Double) {
    if let known = ranges.withLock({ $0[environment] }) { return known }
    let found = thresholds.widthRange(environment)
    ranges.withLock { $0[environment] = found }
    return found
  }
}
