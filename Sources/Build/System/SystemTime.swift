import Foundation

/// Waiting.
public enum SystemTime {
  /// Nanoseconds since 1970, by the clock that files' times are taken from.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }

  /// Sleeps for a number of seconds.
  public static func sleep(_ seconds: Double) { usleep(UInt32(max(0, min(seconds, 3_600)) * 1_000_000)) }
}
