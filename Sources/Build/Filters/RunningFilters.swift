import Foundation
import Platform

/// The process groups of filters that run now, for a signal handler to end.
public enum RunningFilters {
  private static let count = 256
  /// Numbers of processes, or 0. A signal handler may read it: nothing of it is ever freed.
  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<pid_t> = {
    let slots = UnsafeMutablePointer<pid_t>.allocate(capacity: count)
    slots.initialize(repeating: 0, count: count)
    return slots
  }()
  private static let writing = Mutex<Void>(())

  /// Makes what a signal handler reads, before one is installed.
  public static func prepare() { _ = slots }

  static func add(_ process: pid_t) {
    writing.withLock { _ in
      if let free = (0..<count).first(where: { slots[$0] == 0 }) { slots[free] = process }
    }
  }

  static func remove(_ process: pid_t) {
    writing.withLock { _ in
      for index in 0..<count where slots[index] == process { slots[index] = 0 }
    }
  }

  /// Ends all of them. Safe in a signal handler after ``prepare()``.
  public static func endAll() {
    for index in 0..<count where slots[index] > 0 { kill(-slots[index], SIGKILL) }
  }
}
