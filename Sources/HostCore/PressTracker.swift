/// What a reader does with one finger, worked out from where it was and when: for platforms whose views get plain touches.
///
/// ```swift
/// var tracker = PressTracker()
/// tracker.began(x: 10, y: 10, at: 0)
/// let gesture = tracker.ended(x: 11, y: 10, at: 0.1)     // .tap
/// ```
public struct PressTracker: Sendable {
  /// What was done.
  public enum Gesture: Hashable, Sendable {
    /// Pressed and let go at the same place.
    case tap
    /// Pressed for long; letting go means nothing more.
    case longPress
    /// Moved quickly in one direction, to the side named.
    case swipe(Side)
  }

  /// Where a swipe goes.
  public enum Side: String, Hashable, Sendable { case left, right, up, down }

  /// How far a finger may move in a tap or a long press, in CSS px.
  public static let reach = 10.0
  /// From when on a press is long, in seconds.
  public static let longPress = 0.5
  /// The least length of a swipe, in CSS px.
  public static let swipeLength = 50.0
  /// The most that a swipe may take, in seconds.
  public static let swipeTime = 0.5

  private var start: (x: Double, y: Double, time: Double)?
  private var hasMoved = false
  private var isDone = false

  /// A tracker of no finger.
  public init() {}

  /// Whether a finger is down that may still become a long press.
  public var mayBecomeLongPress: Bool { start != nil && !hasMoved && !isDone }

  /// A finger came down. Times are in seconds from any moment.
  public mutating func began(x: Double, y: Double, at time: Double) {
    start = x.isFinite && y.isFinite && time.isFinite ? (x, y, time) : nil
    hasMoved = false
    isDone = false
  }

  /// The finger is somewhere else.
  public mutating func moved(x: Double, y: Double) {
    guard let start else { return }
    // What is not a number is not near either.
    if !(max(abs(x - start.x), abs(y - start.y)) <= Self.reach) { hasMoved = true }
  }

  /// The finger is still there: a long press, once it is long enough.
  public mutating func held(at time: Double) -> Gesture? {
    guard mayBecomeLongPress, let start, time - start.time >= Self.longPress else { return nil }
    isDone = true
    return .longPress
  }

  /// The finger is gone.
  public mutating func ended(x: Double, y: Double, at time: Double) -> Gesture? {
    moved(x: x, y: y)
    defer { cancelled() }
    guard let start, !isDone else { return nil }
    if !hasMoved { return time - start.time >= Self.longPress ? .longPress : .tap }
    let (dx, dy) = (x - start.x, y - start.y)
    guard time - start.time <= Self.swipeTime, max(abs(dx), abs(dy)) >= Self.swipeLength else { return nil }
    // Half as far to the other side is a direction still.
    if abs(dx) >= 2 * abs(dy) { return .swipe(dx < 0 ? .left : .right) }
    return abs(dy) >= 2 * abs(dx) ? .swipe(dy < 0 ? .up : .down) : nil
  }

  /// The finger belongs to somebody else now, such as what scrolls.
  public mutating func cancelled() {
    start = nil
    hasMoved = false
    isDone = false
  }
}
