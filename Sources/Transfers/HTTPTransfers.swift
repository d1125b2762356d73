import Platform

/// Sends requests over HTTP, as many at a time as are asked for; connections are used again.
///
/// Whatever a server does, a request ends when it is cancelled, when its receiver wants no more or when its time is up, and
/// no more of an answer is in memory than the receiver keeps. On Linux libcurl does the work, in the thread of the caller;
/// elsewhere `URLSession`.
public final class HTTPTransfers: Sendable {
  /// The most connections that are kept while nothing is sent.
  private static let mostIdle = 8

  private let idle = Mutex<[HTTPConnection]>([])
  private let makeConnection: @Sendable () -> HTTPConnection?

  /// Transfers.
  ///
  /// - Parameter certificates: a file of certificates in PEM whose owners are trusted, instead of the system's.
  public init(certificates: String? = nil) { makeConnection = { HTTPConnection(certificates: certificates) } }

  /// Transfers over connections that come of a function: `nil` where none can be made.
  init(makeConnection: @escaping @Sendable () -> HTTPConnection?) { self.makeConnection = makeConnection }

  /// Sends a request, hands the answer on and waits for its end.
  ///
  /// - Returns: why the answer is not whole; `nil` where it is.
  public func run(_ request: HTTPRequest, to receiver: any HTTPReceiver, _ call: HTTPCall = HTTPCall()) -> HTTPFault? {
    // A URL is a line of a request.
    guard request.url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return .address }
    guard let connection = idle.withLock({ $0.popLast() }) ?? makeConnection() else {
      return .network("no connection can be made: \(HTTPConnection.startFailure)")
    }
    let fault = connection.run(request, to: receiver, call)
    if fault == nil {
      idle.withLock { idle in
        if idle.count < Self.mostIdle { idle.append(connection) }
      }
    } else {
      connection.end()
    }
    return fault
  }

  deinit {
    for connection in idle.withLock({ Array($0) }) { connection.end() }
  }
}
