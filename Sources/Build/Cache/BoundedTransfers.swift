import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The answers of a session's requests, each of at most so many bytes: a server that sends for ever is cut off.
final class BoundedTransfers: NSObject, URLSessionDataDelegate, Sendable {
  /// The end of a request: the status and the body, or why there is none.
  typealias Answer = Result<(status: Int, body: [UInt8]), SystemError>

  private struct Transfer {
    var limit: Int
    var status = 0
    var body: [UInt8] = []
    var isTooLong = false
    var finished: @Sendable (Answer) -> Void
  }

  private let transfers = Mutex<[Int: Transfer]>([:])

  /// Takes on a task that was not resumed yet.
  func add(_ task: URLSessionTask, limit: Int, finished: @escaping @Sendable (Answer) -> Void) {
    transfers.withLock { $0[task.taskIdentifier] = Transfer(limit: limit, finished: finished) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let isWanted = transfers.withLock { transfers in
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      transfers[dataTask.taskIdentifier]?.status = status
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
    } else {
      transfer.finished(.success((transfer.status, transfer.body)))
    }
  }
}
