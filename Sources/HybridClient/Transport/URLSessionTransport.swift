import Foundation
import Transfers

/// Fetches a release's files over HTTP: by `URLSession`, and on Linux, where that can be held up and brought down by a
/// server, by libcurl, which it is made of there.
///
/// Of each transfer, less than half a megabyte is in memory, however fast the server and however long its answer: while
/// what came is not taken, no more is read from the network. A transfer that is cancelled ends at once.
public final class URLSessionTransport: Transport {
  private let base: URL
  private let pause: Double
  private let transfers: HTTPTransfers

  /// A transport from the folder of `latest.json`.
  ///
  /// - Parameters:
  ///   - base: the folder's URL.
  ///   - timeout: how many seconds may pass until an answer begins, and (on Linux) until each further 4 kB of it are there.
  public convenience init(base: URL, timeout: Double = 30) {
    self.init(base: base, timeout: timeout, certificates: nil)
  }

  /// The same, which trusts the certificates of a file in PEM instead of the system's.
  package init(base: URL, timeout: Double, certificates: String?) {
    self.base = base.absoluteString.hasSuffix("/") ? base : base.appendingPathComponent("", isDirectory: true)
    pause = timeout
    transfers = HTTPTransfers(certificates: certificates)
  }

  /// Fetches a file from a byte on; a server that does not know ranges sends the whole file.
  public func fetch(
    _ path: String, from offset: UInt64, to end: UInt64?, isFresh: Bool,
    onResponse: @Sendable (TransportResponse) throws -> Void, onBytes: @Sendable ([UInt8]) throws -> Void
  ) async throws {
    guard let url = URL(string: path, relativeTo: base)?.absoluteURL else {
      throw TransportError(.address, url: path, detail: "no URL")
    }
    // A compressed answer would have another length than the file.
    var request = HTTPRequest(url: url.absoluteString, headers: [("Accept-Encoding", "identity")], pause: pause)
    if isFresh { request.headers.append(("Cache-Control", "no-cache")) }
    if let end, end > 0 {
      request.headers.append(("Range", "bytes=\(offset)-\(end - 1)"))
    } else if offset > 0 {
      request.headers.append(("Range", "bytes=\(offset)-"))
    }
    let transfer = Transfer(path: path, offset: offset)
    defer { transfer.abandon() }
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      transfer.begin(request, transfers)
      for try await event in transfer.events {
        switch event {
        case .response(let response): try onResponse(response)
        case .bytes(let bytes):
          try onBytes(bytes)
          transfer.makeRoom(bytes.count)
        }
      }
      try Task.checkCancellation()
    } onCancel: {
      transfer.abandon()
    }
  }
}
