import Foundation
import Transfers

/// One transfer: what comes, as a sequence of which only a limited part waits unread.
final class Transfer: HTTPReceiver {
  enum Event: Sendable {
    case response(TransportResponse)
    case bytes([UInt8])
  }

  /// From so many unread bytes on, nothing more is taken from the network.
  static let mostUnread = 1 << 18

  let events: AsyncThrowingStream<Event, any Error>
  private let continuation: AsyncThrowingStream<Event, any Error>.Continuation
  private let call = HTTPCall()
  private let path: String
  private let offset: UInt64
  /// Guards the variables below.
  private let condition = NSCondition()
  nonisolated(unsafe) private var unread = 0
  nonisolated(unsafe) private var isAbandoned = false

  /// A transfer of a file from a byte on, which is not begun.
  init(path: String, offset: UInt64) {
    self.path = path
    self.offset = offset
    (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self, throwing: (any Error).self)
  }

  /// Begins it, in a thread of its own, which waits while nobody reads.
  func begin(_ request: HTTPRequest, _ transfers: HTTPTransfers) {
    Thread.detachNewThread { [self] in
      switch transfers.run(request, to: self, call) {
      case nil: continuation.finish()
      // What the answer said was reported when it came.
      case .refused, .cancelled: continuation.finish(throwing: CancellationError())
      case .address: continuation.finish(throwing: TransportError(.address, url: path, detail: "no URL"))
      case .timedOut:
        continuation.finish(throwing: TransportError(.connection, url: path, detail: "no answer in time"))
      case .network(let reason):
        continuation.finish(throwing: TransportError(.connection, url: path, detail: reason))
      }
    }
  }

  /// Says that nothing is read any more: the thread ends by itself, at once.
  func abandon() {
    condition.withLock {
      isAbandoned = true
      condition.broadcast()
    }
    call.cancel()
  }

  /// Says that bytes were read.
  func makeRoom(_ count: Int) {
    condition.withLock {
      unread -= count
      condition.signal()
    }
  }

  var isBehind: Bool { condition.withLock { unread >= Self.mostUnread } }

  func receive(_ head: HTTPHead) -> Bool {
    let length = head.bodyLength
    switch head.status {
    case 200:
      continuation.yield(.response(TransportResponse(offset: 0, length: length)))
      return true
    case 206:
      // Content-Range: bytes 100-199/200
      let range = head.value("Content-Range") ?? ""
      let start = range.split(whereSeparator: { " -/".contains($0) }).dropFirst().first.flatMap { UInt64($0) }
      continuation.yield(.response(TransportResponse(offset: start ?? offset, length: length)))
      return true
    case let status:
      // 416: what is there is no part of the file any more; the caller checks and begins again.
      let isTransient = status == 408 || status == 429 || status >= 500
      continuation.finish(
        throwing: TransportError(isTransient ? .unavailable : .refused, url: path, detail: "HTTP status \(status)"))
      return false
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let isWanted = condition.withLock {
      while unread >= Self.mostUnread, !isAbandoned { condition.wait() }
      unread += bytes.count
      return !isAbandoned
    }
    if isWanted { continuation.yield(.bytes([UInt8](bytes))) }
    return isWanted
  }
}
