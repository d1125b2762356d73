/// A list that is pulled down at its upper end to be read again, on platforms that have no control for that.
public struct PullTracker: Hashable, Sendable {
  /// How far must be pulled, in CSS px.
  public static let distance = 64.0
  /// After so many seconds without a pull the next one begins again.
  public static let pause = 0.5

  /// How far is pulled.
  public private(set) var pulled = 0.0
  private var last = -Double.infinity
  /// Whether this pull was reported to the page.
  private var isReported = false

  /// Nothing is pulled.
  public init() {}

  /// The list was pulled on.
  ///
  /// - Parameters:
  ///   - way: how far, in CSS px; negative for back.
  ///   - time: seconds of a clock that never goes back.
  /// - Returns: whether the list must be read again: once for each pull.
  public mutating func pull(_ way: Double, at time: Double) -> Bool {
    guard way.isFinite, time.isFinite else { return false }
    if time - last > Self.pause { end() }
    last = time
    pulled = max(0, min(pulled + way, 2 * Self.distance))
    guard pulled >= Self.distance, !isReported else { return false }
    isReported = true
    return true
  }

  /// The list is shown beyond its end, on platforms where it follows the finger there.
  ///
  /// - Parameter way: how far beyond its end it is now, in CSS px.
  /// - Returns: whether the page hears of it: once until the list is back within its ends.
  public mutating func reach(_ way: Double) -> Bool {
    guard way.isFinite, way > 0 else {
      end()
      return false
    }
    pulled = way
    guard way >= Self.distance, !isReported else { return false }
    isReported = true
    return true
  }

  /// The pull ended, or the list was scrolled away from its upper end.
  public mutating func end() {
    pulled = 0
    isReported = false
  }
}
