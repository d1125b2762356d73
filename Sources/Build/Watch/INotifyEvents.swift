#if canImport(Glibc)
  import Foundation
  import Glibc

  /// Linux's inotify: one watch for each folder.
  public final class INotifyEvents: FileEvents {
    private let descriptor: Int32
    private var watches: [String: Int32] = [:]
    /// Folders are watched for files that were written and closed, made, renamed, removed, or whose permissions changed.
    private static let mask = UInt32(
      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
        | IN_ONLYDIR)
    /// A burst that never pauses is acted on after this many seconds.
    private static let longestBurst = 1.0

    /// An instance of inotify, which watches nothing yet.
    ///
    /// - Throws: where the system has no further instances.
    public init() throws(SystemError) {
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard descriptor >= 0 else { throw SystemError() }
    }

    deinit { close(descriptor) }

    /// The watch.
    public func watch(_ folders: Set<String>) throws(SystemError) -> Bool {
      for (path, number) in watches where !folders.contains(path) {
        inotify_rm_watch(descriptor, number)
        watches[path] = nil
      }
      var isAdded = false
      var failure: SystemError?
      for folder in folders.sorted() {
        // For a folder that is watched already this gives the same number; for one that was made anew, another.
        let number = inotify_add_watch(descriptor, folder, Self.mask)
        if number < 0 {
          let error = SystemError()
          watches[folder] = nil
          // What is gone again will show in the next walk.
          if error.number == ENOSPC || error.number == ENOMEM { failure = error }
        } else if watches.updateValue(number, forKey: folder) != number {
          isAdded = true
        }
      }
      if let failure { throw failure }
      return isAdded
    }

    /// The wait.
    public func wait(settle: Double) {
      guard poll(timeout: -1) else { return }
      let start = ContinuousClock.now
      drain()
      while poll(timeout: Int32(settle * 1_000)) {
        drain()
        if ContinuousClock.now - start > .seconds(Self.longestBurst) { return }
      }
    }

    /// Whether there is an event within a number of milliseconds.
    private func poll(timeout: Int32) -> Bool {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while true {
        let count = Glibc.poll(&request, 1, timeout)
        if count < 0, errno == EINTR { continue }
        return count > 0
      }
    }

    private func drain() {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while read(descriptor, &buffer, buffer.count) > 0 {}
    }
  }
#endif
