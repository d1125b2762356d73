#if !os(Linux) || HYBRID_URLSESSION
  import Foundation
  import Platform

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  typealias HTTPConnection = SessionConnection

  /// A `URLSession` that serves one request at a time, so that one that is behind holds up no other; used again for the sake
  /// of its connection. Not for Linux, where FoundationNetworking hears a cancellation only when the network pauses, and
  /// traps at lengths near 2^63; `-Xswiftc -DHYBRID_URLSESSION` compiles it there, to see that it does.
  final class SessionConnection: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
      var task: Int
      var request: HTTPRequest
      var receiver: any HTTPReceiver
      var done: DispatchSemaphore
      var fault: HTTPFault?
      var isEnded = false
      var isWhole = false
      var dropped = 0
    }
    private let current = Mutex<Exchange?>(nil)
    /// Where the session gets its orders: FoundationNetworking takes it up when the network pauses, and whoever gives
    /// them waits so long.
    private let control = DispatchQueue(label: "hybrid.transfer")
    private let session = Mutex<URLSession?>(nil)

    /// Why there may be no connection.
    static let startFailure = "the system makes no session"

    /// A session that has no connection yet; it trusts whom the system trusts, whatever the certificates.
    init?(certificates: String?) {
      super.init()
      let configuration = URLSessionConfiguration.ephemeral
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.urlCache = nil
      configuration.httpCookieStorage = nil
      session.withLock {
        $0 = URLSession(configuration: configuration, delegate: self, delegateQueue: DeliveryQueue())
      }
    }

    /// Ends the session, which holds the connection until then, and what it serves.
    func end() {
      let ended = session.withLock { session in
        defer { session = nil }
        return session
      }
      control.async { ended?.invalidateAndCancel() }
    }

    /// Sends a request, follows redirections and hands the answer on.
    ///
    /// - Returns: why the answer is not whole; `nil` where it is.
    func run(_ request: HTTPRequest, to receiver: any HTTPReceiver, _ call: HTTPCall) -> HTTPFault? {
      guard let url = URL(string: request.url) else { return .address }
      var description = URLRequest(url: url, timeoutInterval: request.pause)
      description.httpMethod = request.method
      if let body = request.body { description.httpBody = Data(body) }
      for (name, value) in request.headers { description.setValue(value, forHTTPHeaderField: name) }
      let asked = description
      let done = DispatchSemaphore(value: 0)
      control.async { [self] in
        guard let task = session.withLock({ $0?.dataTask(with: asked) }) else {
          done.signal()
          return
        }
        current.withLock {
          $0 = Exchange(task: task.taskIdentifier, request: request, receiver: receiver, done: done)
        }
        task.resume()
      }
      call.onCancel { done.signal() }
      defer { call.onCancel(nil) }
      let isInTime = done.wait(timeout: .now() + min(request.longest, 1e6)) == .success
      let exchange = current.withLock { current in
        defer { current = nil }
        return current
      }
      if call.isCancelled { return .cancelled }
      guard isInTime else { return .timedOut }
      guard let exchange else { return .network("the session has ended") }
      return exchange.isWhole ? nil : exchange.fault ?? .network("no HTTP answer")
    }

    private func exchange(_ task: URLSessionTask) -> Exchange? {
      current.withLock { $0?.task == task.taskIdentifier ? $0 : nil }
    }

    /// Ends an exchange, once.
    private func finish(_ task: URLSessionTask, _ fault: HTTPFault?) {
      current.withLock { current in
        guard current?.task == task.taskIdentifier, current?.isEnded == false else { return }
        current?.isEnded = true
        current?.fault = fault
        current?.done.signal()
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      let from = response.url?.absoluteString ?? "https:"
      let isFollowed = HTTPRequest.follows(toScheme: request.url?.scheme, from: from)
      completionHandler(isFollowed ? request : nil)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      guard let exchange = exchange(dataTask), let response = response as? HTTPURLResponse else {
        finish(dataTask, .network("no HTTP answer"))
        return completionHandler(.cancel)
      }
      let head = HTTPHead(
        status: response.statusCode, url: response.url?.absoluteString ?? exchange.request.url,
        headers: response.allHeaderFields.map { ("\($0.key)", "\($0.value)") })
      let isWanted = exchange.receiver.receive(head)
      if !isWanted { finish(dataTask, .refused) }
      completionHandler(isWanted ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let (exchange, dropped) = current.withLock { current in
        guard current?.task == dataTask.taskIdentifier, current?.isEnded == false else {
          current?.dropped += data.count
          return (nil as Exchange?, current?.dropped ?? data.count)
        }
        return (current, 0)
      }
      guard let exchange else { return DeliveryQueue.drop(dropped) }
      #if !canImport(FoundationNetworking)
        // (There a task that is suspended begins its request again when it is resumed; only the session's queue waits.)
        let isBehind = exchange.receiver.isBehind
        if isBehind { dataTask.suspend() }
        defer { if isBehind { dataTask.resume() } }
      #endif
      let isWanted = data.withUnsafeBytes { exchange.receiver.receive($0) }
      if !isWanted { finish(dataTask, .refused) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      if let error {
        let isLate = (error as? URLError)?.code == .timedOut
        finish(task, isLate ? .timedOut : .network(error.localizedDescription))
      } else {
        current.withLock { if $0?.task == task.taskIdentifier { $0?.isWhole = $0?.isEnded == false } }
        finish(task, nil)
      }
    }
  }
#endif
