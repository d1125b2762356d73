import Foundation

/// Waiting.
public enum SystemTime {
  /// Sleeps for a number of seconds.
  public static func sleep(_ seconds: Double) { usleep(UInt32(max(0, min(seconds, 3_600)) * 1_000_000)) }
}
