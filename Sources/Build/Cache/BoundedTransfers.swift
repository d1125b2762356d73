import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The answers of a session's requests, each of at most so many bytes: a server that sends for ever is cut off.
final class BoundedTransfers: NSObject, URLSessionDataDelegate, Sendable {
  /// The end of a request: head and body, or why there is none.
  typealias Answer = Result<(head: HTTPURLResponse, body: [UInt8]), SystemError>

  private struct Transfer {
    var limit: Int
    var head: HTTPURLResponse?
    var body: [UInt8] = []
    var isTooLong = false
    var finished: @Sendable (Answer) -> Void
  }

  private let transfers = Mutex<[Int: Transfer]>([:])

  private let allowsRedirection: @Sendable (_ from: URL?, _ to: URL?) -> Bool

  /// Transfers that follow the redirections that a rule allows; all of them without one.
  init(allowsRedirection: @escaping @Sendable (_ from: URL?, _ to: URL?) -> Bool = { _, _ in true }) {
    self.allowsRedirection = allowsRedirection
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(allowsRedirection(task.originalRequest?.url, request.url) ? request : nil)
  }

  /// Takes on a task that was not resumed yet.
  func add(_ task: URLSessionTask, limit: Int, finished: @escaping @Sendable (Answer) -> Void) {
    transfers.withLock { $0[task.taskIdentifier] = Transfer(limit: limit, finished: finished) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let isWanted = transfers.withLock { transfers in
      transfers[dataTask.taskIdentifier]?.head = response as? HTTPURLResponse
      guard let limit = transfers[dataTask.taskIdentifier]?.limit else { return false }
      let isTooLong = response.expectedContentLength > Int64(limit)
      if isTooLong { transfers[dataTask.taskIdentifier]?.isTooLong = true }
      return !isTooLong
    }
    completionHandler(isWanted ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = transfers.withLock { transfers in
      guard let transfer = transfers[dataTask.taskIdentifier], !transfer.isTooLong else { return true }
      guard transfer.body.count + data.count <= transfer.limit else {
        transfers[dataTask.taskIdentifier]?.isTooLong = true
        transfers[dataTask.taskIdentifier]?.body = []
        return true
      }
      transfers[dataTask.taskIdentifier]?.body.append(contentsOf: data)
      return false
    }
    if isTooLong { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    if transfer.isTooLong {
      transfer.finished(.failure(SystemError(reason: "the answer is longer than \(transfer.limit) bytes")))
    } else if let error {
      transfer.finished(.failure(SystemError(reason: error.localizedDescription)))
    } else if let head = transfer.head {
      transfer.finished(.success((head, transfer.body)))
    } else {
      transfer.finished(.failure(SystemError(reason: "no HTTP answer")))
    }
  }
}
