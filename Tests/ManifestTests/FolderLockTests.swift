import Foundation
import TestSupport
import Testing

@testable import Manifest

/// A lock that somebody else holds.
struct FolderLockTests {
  /// The file of a lock that could not be had is closed once: its number may be another thread's file a moment later.
  @Test func aBusyLockClosesNoOtherFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/lock"
    let held = try FolderLock(path, waits: true)
    let ended = Ended()
    let opener = Thread {
      while !ended.isNotified {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if descriptor >= 0, close(descriptor) != 0 { ended.countFault() }
      }
      ended.finish()
    }
    opener.start()
    for _ in 0..<5000 { #expect(throws: PublishError.self) { try FolderLock(path, waits: false) } }
    #expect(ended.notifyAndWait() == 0)
    withExtendedLifetime(held) {}
  }

  /// What two threads send each other.
  private final class Ended: @unchecked Sendable {
    private let condition = NSCondition()
    private var notified = false
    private var finished = false
    private var faults = 0

    var isNotified: Bool { condition.withLock { notified } }
    func countFault() { condition.withLock { faults += 1 } }

    func finish() {
      condition.withLock {
        finished = true
        condition.signal()
      }
    }

    /// Ends the other thread, and returns how many of its files somebody else had closed.
    func notifyAndWait() -> Int {
      condition.withLock {
        notified = true
        while !finished { condition.wait() }
        return faults
      }
    }
  }
}
