import Foundation
import Synchronization
import Transfers

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a request has no answer.
enum TransferFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The answer has more bytes than it may have.
  case tooLong(limit: Int)
  /// The network, in the system's words.
  case network(String)

  /// A few words for people.
  var description: String {
    switch self {
    case .tooLong(let limit): "the answer is longer than \(limit) bytes"
    case .network(let reason): reason
    }
  }
}

/// Requests whose answers have at most so many bytes, and so much time: a server that sends for ever is cut off.
final class BoundedTransfers: Sendable {
  /// The end of a request: head and body, or why there is none.
  typealias Answer = Result<(head: HTTPURLResponse, body: [UInt8]), TransferFault>

  private let current = Mutex<BoundedSession?>(nil)
  private let makeSession: @Sendable () -> BoundedSession

  /// Transfers in a session of the given configuration that follow the redirections that a rule allows; all of them without
  /// one.
  init(
    _ configure: @escaping @Sendable (URLSessionConfiguration) -> Void,
    allowsRedirection: @escaping @Sendable (_ from: URL?, _ to: URL?) -> Bool = { _, _ in true }
  ) {
    makeSession = {
      let configuration = URLSessionConfiguration.ephemeral
      configure(configuration)
      return BoundedSession(configuration, allowsRedirection)
    }
  }

  /// Sends a request and waits for its answer.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of the body.
  ///   - longest: how many seconds the whole answer may take.
  func answer(to request: URLRequest, limit: Int, within longest: Double) -> Answer {
    let session = current.withLock { current in
      let session = current ?? makeSession()
      current = session
      return session
    }
    let answer = Mutex<Answer?>(nil)
    let done = DispatchSemaphore(value: 0)
    let task = Mutex<URLSessionTask?>(nil)
    // Another transfer of the session may hold up what it is told.
    DispatchQueue.global().async {
      let begun = session.task(request, limit: limit) { result in
        answer.withLock { $0 = result }
        done.signal()
      }
      task.withLock { $0 = begun }
      begun?.resume()
    }
    let isInTime = done.wait(timeout: .now() + longest) == .success
    let result = answer.withLock { $0 } ?? .failure(.network("no answer in time"))
    var isCut = !isInTime
    if case .failure(.tooLong) = result { isCut = true }
    guard isCut else { return result }
    // A cancellation is heard when the network pauses, and holds up all that the session does until then: what follows gets
    // a session of its own.
    current.withLock { if $0 === session { $0 = nil } }
    DispatchQueue.global().async { session.end(task.withLock { $0 }) }
    return result
  }
}

/// A session, and what has come of its answers.
private final class BoundedSession: NSObject, URLSessionDataDelegate, Sendable {
  private struct Transfer {
    var limit: Int
    var head: HTTPURLResponse?
    var body: [UInt8] = []
    /// What came after it was found too long.
    var dropped = 0
    /// `nil` once it was called.
    var finished: (@Sendable (BoundedTransfers.Answer) -> Void)?

    /// Takes a piece of the body.
    mutating func take(_ data: Data) -> (isTooLong: Bool, dropped: Int) {
      guard finished != nil else {
        dropped += data.count
        return (false, dropped)
      }
      guard data.count <= limit - body.count else { return (true, 0) }
      body.append(contentsOf: data)
      return (false, 0)
    }
  }

  private let transfers = Mutex<[Int: Transfer]>([:])
  private let session = Mutex<URLSession?>(nil)
  private let allowsRedirection: @Sendable (_ from: URL?, _ to: URL?) -> Bool

  init(
    _ configuration: URLSessionConfiguration,
    _ allowsRedirection: @escaping @Sendable (_ from: URL?, _ to: URL?) -> Bool
  ) {
    self.allowsRedirection = allowsRedirection
    super.init()
    session.withLock { $0 = URLSession(configuration: configuration, delegate: self, delegateQueue: DeliveryQueue()) }
  }

  /// A task for a request, which is not resumed yet.
  func task(
    _ request: URLRequest, limit: Int, finished: @escaping @Sendable (BoundedTransfers.Answer) -> Void
  ) -> URLSessionTask? {
    let task = session.withLock { $0?.dataTask(with: request) }
    guard let task else {
      finished(.failure(.network("the session has ended")))
      return nil
    }
    transfers.withLock { $0[task.taskIdentifier] = Transfer(limit: limit, finished: finished) }
    return task
  }

  /// Cuts a transfer off, and ends the session when the others have ended.
  func end(_ task: URLSessionTask?) {
    if let task { finish(task, nil) }
    task?.cancel()
    let ended = session.withLock { session in
      defer { session = nil }
      return session
    }
    ended?.finishTasksAndInvalidate()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(allowsRedirection(task.originalRequest?.url, request.url) ? request : nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let limit = transfers.withLock { transfers in
      transfers[dataTask.taskIdentifier]?.head = response as? HTTPURLResponse
      return transfers[dataTask.taskIdentifier]?.limit
    }
    guard let limit, response.expectedContentLength <= Int64(limit) else {
      finish(dataTask, limit.map { .failure(.tooLong(limit: $0)) })
      return completionHandler(.cancel)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let identifier = dataTask.taskIdentifier
    let (isTooLong, dropped, limit) = transfers.withLock { transfers in
      // Changed in its place: a copy of the body for each piece would take for ever.
      let (isTooLong, dropped) = transfers[identifier]?.take(data) ?? (false, 0)
      return (isTooLong, dropped, transfers[identifier]?.limit ?? 0)
    }
    if isTooLong { finish(dataTask, .failure(.tooLong(limit: limit))) }
    DeliveryQueue.drop(dropped)
  }

  /// Answers a transfer that was not answered yet; what still comes is dropped.
  private func finish(_ task: URLSessionTask, _ answer: BoundedTransfers.Answer?) {
    let finished = transfers.withLock { transfers in
      let finished = transfers[task.taskIdentifier]?.finished
      transfers[task.taskIdentifier]?.finished = nil
      transfers[task.taskIdentifier]?.body = []
      return finished
    }
    if let answer { finished?(answer) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    if let error {
      transfer.finished?(.failure(.network(error.localizedDescription)))
    } else if let head = transfer.head {
      transfer.finished?(.success((head, transfer.body)))
    } else {
      transfer.finished?(.failure(.network("no HTTP answer")))
    }
  }
}
