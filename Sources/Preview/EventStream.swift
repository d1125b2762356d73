import FlyingFox
import FlyingSocks
import Foundation
import Platform

/// Server-sent events (HTML, 9.2) to everyone who listens.
final class EventStream: Sendable {
  /// Seconds between two signs of life, by which listeners that are gone are found.
  private static let pulse = 20.0
  /// Events that wait for a listener who does not read; older ones go, which clients notice by the versions.
  private static let backlog = 64

  private let listeners = Mutex<[Int: AsyncStream<[UInt8]>.Continuation]>([:])
  private let serial = Atomic<Int>(0)

  /// Sends an event to all: a text on one line.
  func send(_ event: String) { send(raw: Array("data: \(event)\n\n".utf8)) }

  private func send(raw: [UInt8]) {
    listeners.withLock { listeners in
      for listener in listeners.values { listener.yield(raw) }
    }
  }

  /// An answer that stays open; `first` is the first event.
  func response(first: String) -> HTTPResponse {
    let number = serial.add(1, ordering: .relaxed).newValue
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .bufferingNewest(Self.backlog))
    let heart = Task.detached {
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(Self.pulse))
        continuation.yield(Array(": \n\n".utf8))
      }
    }
    continuation.onTermination = { [weak self] _ in
      heart.cancel()
      self?.listeners.withLock { $0[number] = nil }
    }
    continuation.yield(Array("retry: 500\ndata: \(first)\n\n".utf8))
    listeners.withLock { $0[number] = continuation }
    return HTTPResponse(
      statusCode: .ok, headers: PreviewServer.headers(type: "text/event-stream"),
      body: HTTPBodySequence(from: EventBytes(stream: stream)))
  }
}

/// The chunks of an event stream as the server's library reads them.
private struct EventBytes: AsyncBufferedSequence {
  typealias Element = UInt8
  let stream: AsyncStream<[UInt8]>

  func makeAsyncIterator() -> Iterator { Iterator(chunks: stream.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var chunks: AsyncStream<[UInt8]>.Iterator
    var rest: ArraySlice<UInt8> = []

    mutating func next() async throws -> UInt8? {
      if rest.isEmpty { rest = (await chunks.next() ?? [])[...] }
      return rest.popFirst()
    }

    mutating func nextBuffer(suggested _: Int) async throws -> ArraySlice<UInt8>? {
      if rest.isEmpty { rest = (await chunks.next() ?? [])[...] }
      defer { rest = [] }
      return rest.isEmpty ? nil : rest
    }
  }
}
