import Foundation
import Platform
import Transfers

/// An answer that is written into a file as it comes, to a limit.
final class DownloadedFile: HTTPReceiver {
  private struct State {
    var head: HTTPHead?
    var size = 0
    var failure: SystemError?
  }
  private let state = Mutex(State())
  private let descriptor: Int32
  private let limit: Int

  /// A file of a path, which is written over.
  init(_ path: String, limit: Int) throws(SystemError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    self.limit = limit
    guard descriptor >= 0 else { throw SystemError() }
  }

  var isBehind: Bool { false }

  func receive(_ head: HTTPHead) -> Bool {
    state.withLock { $0.head = head }
    return head.status == 200
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      let wanted = min(bytes.count, limit - state.size)
      var done = 0
      while done < wanted {
        let count = write(descriptor, bytes.baseAddress.map { $0 + done }, wanted - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          state.failure = SystemError()
          return false
        }
        done += count
      }
      state.size += wanted
      return wanted == bytes.count
    }
  }

  /// Closes the file: the head of the answer, the bytes that were written, and why some were not.
  func finish() -> (head: HTTPHead?, size: Int, failure: SystemError?) {
    state.withLock { state in
      if close(descriptor) != 0, state.failure == nil { state.failure = SystemError() }
      return (state.head, state.size, state.failure)
    }
  }
}

/// The head of an answer whose body nobody wants.
final class HeadOfAnswer: HTTPReceiver {
  private let state = Mutex<HTTPHead?>(nil)
  var head: HTTPHead? { state.withLock { $0 } }
  var isBehind: Bool { false }

  func receive(_ head: HTTPHead) -> Bool {
    state.withLock { $0 = head }
    return false
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.isEmpty }
}
