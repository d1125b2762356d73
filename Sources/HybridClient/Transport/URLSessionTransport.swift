import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches a release's files over HTTP.
///
/// Of each transfer, less than half a megabyte lies in memory, however fast the server and however long its answer: while
/// what came is not taken, no more is read from the network.
public final class URLSessionTransport: Transport {
  private let base: URL
  private let lanes: TransferLanes

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
    lanes = TransferLanes(configuration)
  }

  deinit { lanes.end() }

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
    let lane = lanes.take()
    let transfer = Transfer(path: path, offset: offset)
    let task = await lane.begin(request, transfer)
    // Not before the handler below is gone: a transfer that is cancelled as it ends takes its lane with it.
    defer {
      if transfer.isComplete { lanes.giveBack(lane) } else { lane.end(task, transfer) }
    }
    try await withTaskCancellationHandler {
      lane.resume(task)
      for try await event in transfer.events {
        switch event {
        case .response(let response): try onResponse(response)
        case .bytes(let bytes):
          try onBytes(bytes)
          transfer.makeRoom(bytes.count, task)
        }
      }
      try Task.checkCancellation()
    } onCancel: {
      lane.end(task, transfer)
    }
  }
}
