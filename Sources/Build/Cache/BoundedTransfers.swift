import Platform
import Transfers

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

/// Requests whose answers have at most so many bytes: a server that sends for ever is cut off.
final class BoundedTransfers: Sendable {
  /// The end of a request: head and body, or why there is none.
  typealias Answer = Result<(head: HTTPHead, body: [UInt8]), TransferFault>

  private let transfers = HTTPTransfers(certificates: EnvironmentVariable.certificates.value())

  /// Sends a request and waits for its answer.
  ///
  /// - Parameter limit: the most bytes of the body.
  func answer(to request: HTTPRequest, limit: Int) -> Answer {
    let body = BoundedBody(limit)
    let fault = transfers.run(request, to: body)
    return body.answer(fault)
  }
}

/// An answer as it comes.
private final class BoundedBody: HTTPReceiver {
  private struct State {
    var head: HTTPHead?
    var body: [UInt8] = []
    var isTooLong = false
  }
  private let state = Mutex(State())
  private let limit: Int

  init(_ limit: Int) { self.limit = limit }

  var isBehind: Bool { false }

  func receive(_ head: HTTPHead) -> Bool {
    state.withLock { state in
      state.head = head
      state.isTooLong = head.bodyLength ?? 0 > UInt64(limit)
      return !state.isTooLong
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      state.isTooLong = bytes.count > limit - state.body.count
      if !state.isTooLong { state.body.append(contentsOf: bytes) }
      return !state.isTooLong
    }
  }

  func answer(_ fault: HTTPFault?) -> BoundedTransfers.Answer {
    state.withLock { state in
      if state.isTooLong { return .failure(.tooLong(limit: limit)) }
      if let fault { return .failure(.network(fault.description)) }
      guard let head = state.head else { return .failure(.network("no HTTP answer")) }
      return .success((head, state.body))
    }
  }
}
