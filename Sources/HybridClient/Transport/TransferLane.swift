import Foundation
import Synchronization
import Transfers

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session that serves one transfer at a time, so that a transfer that is behind holds up no other; used again for the
/// sake of its connection.
final class TransferLane: NSObject, URLSessionDataDelegate, Sendable {
  private let current = Mutex<(task: Int, transfer: Transfer)?>(nil)
  private let queue = DeliveryQueue()
  /// Where the session is told what to do: FoundationNetworking takes it up when the network pauses, and whoever tells it
  /// waits so long.
  private let control = DispatchQueue(label: "hybrid.transfer")
  private let session = Mutex<URLSession?>(nil)

  init(_ configuration: URLSessionConfiguration) {
    super.init()
    session.withLock { $0 = URLSession(configuration: configuration, delegate: self, delegateQueue: queue) }
  }

  /// A task, which is not resumed yet, whose events go to a transfer.
  ///
  /// All sessions of FoundationNetworking share one queue, which another transfer may hold up until it is read: no thread of
  /// tasks waits for it, since that is what reads.
  func begin(_ request: URLRequest, _ transfer: Transfer) async -> URLSessionTask {
    await withCheckedContinuation { continuation in
      control.async { [self] in
        let task = session.withLock { session in
          // The session stands until the lane ends; an ended lane is never taken again (`giveBack`), and only the
          // transfer that took a lane ends it.
          guard let session else { preconditionFailure("a lane that has ended") }
          return session.dataTask(with: request)
        }
        current.withLock { $0 = (task.taskIdentifier, transfer) }
        continuation.resume(returning: task)
      }
    }
  }

  /// Lets a task begin.
  func resume(_ task: URLSessionTask) { control.async { task.resume() } }

  /// Cuts a transfer off, and ends the session with it.
  func end(_ task: URLSessionTask, _ transfer: Transfer) {
    transfer.abandon()
    control.async { task.cancel() }
    end()
  }

  /// Ends the session, which holds the lane until then.
  func end() {
    let ended = session.withLock { session in
      defer { session = nil }
      return session
    }
    control.async { ended?.invalidateAndCancel() }
  }

  /// Whether another transfer can begin.
  var isOpen: Bool { session.withLock { $0 != nil } }

  private func transfer(_ task: URLSessionTask) -> Transfer? {
    current.withLock { $0?.task == task.taskIdentifier ? $0?.transfer : nil }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(transfer(dataTask)?.receive(response) == true ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    transfer(dataTask)?.receive(data, dataTask)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    transfer(task)?.finish(error)
  }
}

/// The sessions of a transport: as many as there are transfers at once.
final class TransferLanes: Sendable {
  private let configuration: Mutex<URLSessionConfiguration>
  private let idle = Mutex<[TransferLane]>([])

  init(_ configuration: sending URLSessionConfiguration) { self.configuration = Mutex(configuration) }

  /// A session that serves no transfer.
  func take() -> TransferLane {
    if let lane = idle.withLock({ $0.popLast() }) { return lane }
    return configuration.withLock { TransferLane($0) }
  }

  /// Takes a session back when its transfer has come to its end and can no longer be cancelled, unless it was cancelled
  /// just before that.
  func giveBack(_ lane: TransferLane) {
    if lane.isOpen { idle.withLock { $0.append(lane) } }
  }

  /// Ends all sessions that serve no transfer.
  func end() {
    for lane in idle.withLock({ Array($0) }) { lane.end() }
  }
}
