import Files
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
  private let file: OpenFile
  private let limit: Int

  /// A file of a path, which is written over.
  init(_ path: String, limit: Int) throws(SystemError) {
    self.limit = limit
    do throws(FileError) {
      file = try OpenFile(writing: path, permissions: 0o600)
    } catch {
      throw SystemError(error)
    }
  }

  var isBehind: Bool { false }

  func receive(_ head: HTTPHead) -> Bool {
    state.withLock { $0.head = head }
    return head.status == 200
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      let wanted = min(bytes.count, limit - state.size)
      do throws(FileError) {
        try file.write(Array(bytes.prefix(wanted)))
      } catch {
        state.failure = SystemError(error)
        return false
      }
      state.size += wanted
      return wanted == bytes.count
    }
  }

  /// Ends writing: the head of the answer, the bytes that were written, and why some were not.
  func finish() -> (head: HTTPHead?, size: Int, failure: SystemError?) {
    state.withLock { state in
      if state.failure == nil {
        do throws(FileError) { try file.finishWriting() } catch { state.failure = SystemError(error) }
      }
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
