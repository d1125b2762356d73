import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches a release's files over HTTP.
public final class URLSessionTransport: Transport {
  private let base: URL
  private let session: URLSession
  private let router = TransferRouter()

  /// A transport from the folder of `latest.json`.
  ///
  /// - Parameters:
  ///   - base: the folder's URL.
  ///   - timeout: the longest pause of a transfer in seconds.
  public init(base: URL, timeout: Double = 30) {
    self.base = base.absoluteString.hasSuffix("/") ? base : base.appendingPathComponent("", isDirectory: true)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Fetches a file from a byte on; a server that does not know ranges sends the whole file.
  public func fetch(
    _ path: String, from offset: UInt64, to end: UInt64?, isFresh: Bool,
    onResponse: @Sendable (TransportResponse) throws -> Void, onBytes: @Sendable ([UInt8]) throws -> Void
  ) async throws {
    guard let url = URL(string: path, relativeTo: base)?.absoluteURL else {
      throw TransportError(.address, url: path, detail: "no URL")
    }
    var request = URLRequest(url: url)
    // A compressed answer would have another length than the file.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if isFresh { request.setValue("no-cache", forHTTPHeaderField: "Cache-Control") }
    if let end, end > 0 {
      request.setValue("bytes=\(offset)-\(end - 1)", forHTTPHeaderField: "Range")
    } else if offset > 0 {
      request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range")
    }
    let task = session.dataTask(with: request)
    let transfer = Transfer(path: path, offset: offset)
    router.add(transfer, for: task)
    try await withTaskCancellationHandler {
      defer {
        task.cancel()
        router.remove(task)
      }
      task.resume()
      for try await event in transfer.events {
        switch event {
        case .response(let response): try onResponse(response)
        case .bytes(let bytes): try onBytes(bytes)
        }
      }
      try Task.checkCancellation()
    } onCancel: {
      task.cancel()
    }
  }
}

/// One transfer: what the session tells, as a sequence.
private final class Transfer: Sendable {
  enum Event: Sendable {
    case response(TransportResponse)
    case bytes([UInt8])
  }

  let events: AsyncThrowingStream<Event, any Error>
  private let continuation: AsyncThrowingStream<Event, any Error>.Continuation
  private let path: String
  private let offset: UInt64

  init(path: String, offset: UInt64) {
    self.path = path
    self.offset = offset
    (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self, throwing: (any Error).self)
  }

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

  func receive(_ data: Data) { continuation.yield(.bytes([UInt8](data))) }

  func finish(_ error: (any Error)?) {
    if let error {
      continuation.finish(throwing: TransportError(.connection, url: path, detail: error.localizedDescription))
    } else {
      continuation.finish()
    }
  }
}

/// The session's delegate: hands each task's events to its transfer.
private final class TransferRouter: NSObject, URLSessionDataDelegate, Sendable {
  private let transfers = Mutex<[Int: Transfer]>([:])

  func add(_ transfer: Transfer, for task: URLSessionTask) {
    transfers.withLock { $0[task.taskIdentifier] = transfer }
  }

  func remove(_ task: URLSessionTask) { transfers.withLock { $0[task.taskIdentifier] = nil } }

  private func transfer(_ task: URLSessionTask) -> Transfer? { transfers.withLock { $0[task.taskIdentifier] } }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(transfer(dataTask)?.receive(response) == true ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    transfer(dataTask)?.receive(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    transfer(task)?.finish(error)
  }
}
