import Foundation
import Transfers

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One transfer: what the session tells, as a sequence of which only so much lies unread.
final class Transfer: Sendable {
  enum Event: Sendable {
    case response(TransportResponse)
    case bytes([UInt8])
  }

  /// From so many unread bytes on, nothing more is taken from the session.
  static let mostUnread = 1 << 18

  let events: AsyncThrowingStream<Event, any Error>
  private let continuation: AsyncThrowingStream<Event, any Error>.Continuation
  private let path: String
  private let offset: UInt64
  /// Guards the variables below.
  private let condition = NSCondition()
  nonisolated(unsafe) private var unread = 0
  nonisolated(unsafe) private var dropped = 0
  nonisolated(unsafe) private var isAbandoned = false
  nonisolated(unsafe) private var isSuspended = false
  nonisolated(unsafe) private var hasEnded = false

  init(path: String, offset: UInt64) {
    self.path = path
    self.offset = offset
    (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self, throwing: (any Error).self)
  }

  /// Whether the answer came to its end: its connection can serve another request.
  var isComplete: Bool { condition.withLock { hasEnded } }

  /// Takes the head of the answer.
  ///
  /// - Returns: whether the body is wanted.
  func receive(_ response: URLResponse) -> Bool {
    guard let response = response as? HTTPURLResponse else {
      continuation.finish(throwing: TransportError(.connection, url: path, detail: "no HTTP answer"))
      return false
    }
    let length = response.expectedContentLength >= 0 ? UInt64(response.expectedContentLength) : nil
    switch response.statusCode {
    case 200:
      continuation.yield(.response(TransportResponse(offset: 0, length: length)))
      return true
    case 206:
      // Content-Range: bytes 100-199/200
      let range = response.value(forHTTPHeaderField: "Content-Range") ?? ""
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

  /// Takes bytes of the body; where too many are unread, no more come until some were read.
  func receive(_ data: Data, _ task: URLSessionTask) {
    let dropped = condition.withLock {
      #if canImport(FoundationNetworking)
        // A task that is suspended here begins its request anew when it is resumed; so the session's queue waits.
        while unread >= Self.mostUnread, !isAbandoned { condition.wait() }
      #else
        if unread + data.count >= Self.mostUnread, !isAbandoned, !isSuspended {
          isSuspended = true
          task.suspend()
        }
      #endif
      if isAbandoned { self.dropped += data.count } else { unread += data.count }
      return self.dropped
    }
    if dropped == 0 { continuation.yield(.bytes([UInt8](data))) } else { DeliveryQueue.drop(dropped) }
  }

  /// Says that bytes were read.
  func makeRoom(_ count: Int, _ task: URLSessionTask) {
    condition.withLock {
      unread -= count
      if isSuspended, unread < Self.mostUnread {
        isSuspended = false
        task.resume()
      }
      condition.signal()
    }
  }

  /// Says that nothing is read any more: what still comes is dropped, and nothing waits.
  func abandon() {
    condition.withLock {
      isAbandoned = true
      condition.broadcast()
    }
  }

  /// Takes the end of the answer.
  func finish(_ error: (any Error)?) {
    if let error {
      continuation.finish(throwing: TransportError(.connection, url: path, detail: error.localizedDescription))
    } else {
      condition.withLock { hasEnded = true }
      continuation.finish()
    }
  }
}
