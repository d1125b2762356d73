#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A clock that nobody sets.
enum DeviceClock {
  /// Seconds since the device was started, sleep included.
  static func uptime() -> Int64 {
    var time = timespec()
    #if canImport(Darwin)
      // It goes on while the device sleeps.
      clock_gettime(CLOCK_MONOTONIC, &time)
    #else
      clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    return Int64(time.tv_sec)
  }
}
