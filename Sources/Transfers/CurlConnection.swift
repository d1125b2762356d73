#if os(Linux) && !HYBRID_URLSESSION
  import CCurl
  import Foundation

  typealias HTTPConnection = CurlConnection

  /// Connections of one caller at a time, by libcurl: the one file that calls it.
  ///
  /// Nothing is read from the network but between two calls of `curl_multi_perform`, in the caller's thread: a receiver
  /// that waits holds its server back, and a request that is cancelled is left between two pieces of at most 16 kB.
  final class CurlConnection: @unchecked Sendable {
    // Only one thread at a time has the connection; another one calls only `curl_multi_wakeup`, which may be called so.
    private let multi: UnsafeMutableRawPointer
    private let easy: UnsafeMutableRawPointer
    private let certificates: String?

    private static let mostRedirections = 16
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Why there may be no connection: apps load libcurl when it is needed, if it is installed.
    static var startFailure: String { String(cString: curl_easy_strerror(CURLE_FAILED_INIT)) }

    /// A connection that was not made yet; `nil` where libcurl cannot be used.
    init?(certificates: String?) {
      guard Self.isReady, let multi = curl_multi_init() else { return nil }
      guard let easy = curl_easy_init() else {
        curl_multi_cleanup(multi)
        return nil
      }
      self.multi = multi
      self.easy = easy
      self.certificates = certificates
      // One, and one more to where redirections lead.
      _ = hybrid_curl_keep_connections(multi, 2)
    }

    deinit {
      PipeSignal.withoutIt {
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
      }
    }

    /// Nothing is open that ``deinit`` does not close.
    func end() {}

    /// Sends a request, follows redirections and hands the answer on.
    ///
    /// - Returns: why the answer is not whole; `nil` where it is.
    func run(_ request: HTTPRequest, to receiver: any HTTPReceiver, _ call: HTTPCall) -> HTTPFault? {
      var request = request
      let began = ContinuousClock.now
      for _ in 0...Self.mostRedirections {
        let exchange = CurlExchange(request, receiver, call)
        let fault = PipeSignal.withoutIt { perform(exchange, since: began) }
        guard fault == nil, let place = exchange.redirection else { return fault }
        guard let next = URL(string: place, relativeTo: URL(string: request.url))?.absoluteURL,
          HTTPRequest.follows(toScheme: next.scheme, from: request.url)
        else { return .network("the server leads to \(place.prefix(200)), which is not followed") }
        if !Self.isSameOrigin(next, URL(string: request.url)) {
          request.headers.removeAll { $0.name.lowercased() == "authorization" }
        }
        // Fetch, 4.4 HTTP-redirect fetch, 12
        if exchange.status == 303 || exchange.status < 303 && request.method == "POST" {
          request.method = "GET"
          request.body = nil
          request.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        request.url = next.absoluteString
      }
      return .network("the server leads on more than \(Self.mostRedirections) times")
    }

    private static func isSameOrigin(_ a: URL, _ b: URL?) -> Bool {
      a.scheme?.lowercased() == b?.scheme?.lowercased() && a.host?.lowercased() == b?.host?.lowercased()
        && a.port == b?.port
    }

    /// Sends one request.
    private func perform(_ exchange: CurlExchange, since began: ContinuousClock.Instant) -> HTTPFault? {
      let request = exchange.request
      let body = request.body ?? []
      // The bytes and the exchange stay where they are until the handle is taken out again.
      return withExtendedLifetime(exchange) {
        body.withUnsafeBytes { body in
          curl_easy_reset(easy)
          let headers = Self.headers(of: request)
          defer { curl_slist_free_all(headers) }
          set(request, headers, body)
          hybrid_curl_set_pointer(easy, CURLOPT_WRITEDATA, Unmanaged.passUnretained(exchange).toOpaque()).ignore()
          hybrid_curl_set_pointer(easy, CURLOPT_HEADERDATA, Unmanaged.passUnretained(exchange).toOpaque()).ignore()
          guard curl_multi_add_handle(multi, easy) == CURLM_OK else { return .network("libcurl takes no request") }
          defer { curl_multi_remove_handle(multi, easy) }
          let multi = Wakeable(multi: multi)
          exchange.call.onCancel { multi.wake() }
          defer { exchange.call.onCancel(nil) }
          return drive(exchange, since: began)
        }
      }
    }

    /// Moves a transfer on to its end.
    private func drive(_ exchange: CurlExchange, since began: ContinuousClock.Instant) -> HTTPFault? {
      let pause = Duration.seconds(min(max(exchange.request.pause, 0.001), 1e6))
      let longest = Duration.seconds(min(max(exchange.request.longest, 0.001), 1e6))
      var sent: curl_off_t = 0
      while true {
        var running: Int32 = 0
        let code = curl_multi_perform(multi, &running)
        guard code == CURLM_OK else { return .network(String(cString: curl_multi_strerror(code))) }
        if exchange.call.isCancelled { return .cancelled }
        if running == 0 { return end(of: exchange, hybrid_curl_result(multi)) }
        let total = hybrid_curl_sent_bytes(easy)
        if total != sent {
          sent = total
          exchange.lastProgress = .now
        }
        let now = ContinuousClock.now
        let left = min(exchange.lastProgress + pause, began + longest) - now
        guard left > .zero else { return .timedOut }
        let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
        let waited = curl_multi_poll(multi, nil, 0, Int32(min(milliseconds, 60_000)), nil)
        guard waited == CURLM_OK else { return .network(String(cString: curl_multi_strerror(waited))) }
      }
    }

    private func end(of exchange: CurlExchange, _ result: CURLcode) -> HTTPFault? {
      if let fault = exchange.fault { return fault }
      // What a redirection says beside its address is read no further than it is short.
      if exchange.redirection != nil { return nil }
      guard result == CURLE_OK else { return .network(Self.words(for: result)) }
      return exchange.hasHead ? nil : .network("no HTTP answer")
    }

    private static func words(for code: CURLcode) -> String {
      String(cString: curl_easy_strerror(code))
    }

    private static func headers(of request: HTTPRequest) -> UnsafeMutablePointer<curl_slist>? {
      var list: UnsafeMutablePointer<curl_slist>?
      // A name without a value takes away what libcurl would send.
      var lines = ["Expect:"]
      if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("Content-Type:") }
      for (name, value) in request.headers {
        // A line break would begin another field.
        lines.append("\(name): \(value)".filter { !$0.isNewline && $0 != "\0" })
      }
      for line in lines {
        // Without memory for it the list stays as it is.
        if let longer = curl_slist_append(list, line) { list = longer }
      }
      return list
    }

    private func set(
      _ request: HTTPRequest, _ headers: UnsafeMutablePointer<curl_slist>?, _ body: UnsafeRawBufferPointer
    ) {
      hybrid_curl_set_text(easy, CURLOPT_URL, request.url).ignore()
      hybrid_curl_allow_http_alone(easy).ignore()
      hybrid_curl_set_number(easy, CURLOPT_NOSIGNAL, 1).ignore()
      hybrid_curl_set_quick_exit(easy)
      // Each transfer has its connection: HTTP/2 would bring nothing but its attacks.
      hybrid_curl_set_number(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)).ignore()
      hybrid_curl_set_number(easy, CURLOPT_HTTP09_ALLOWED, 0).ignore()
      hybrid_curl_set_number(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1).ignore()
      // Every coding that libcurl knows is taken off, as other clients do; a field of the request may ask for none.
      hybrid_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "").ignore()
      hybrid_curl_set_text(easy, CURLOPT_USERAGENT, "hybrid").ignore()
      hybrid_curl_set_headers(easy, headers).ignore()
      if request.body != nil {
        hybrid_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)).ignore()
        // Not copied, and not changed. An empty body has no place.
        if let place = body.baseAddress {
          hybrid_curl_set_pointer(easy, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: place)).ignore()
        } else {
          hybrid_curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, "").ignore()
        }
      }
      if request.method != "GET" || request.body != nil {
        hybrid_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method).ignore()
      }
      if let certificates { hybrid_curl_set_text(easy, CURLOPT_CAINFO, certificates).ignore() }
      hybrid_curl_set_sink(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        guard let context else { return 0 }
        let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
        return exchange.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
      }.ignore()
      hybrid_curl_set_sink(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        guard let context else { return 0 }
        let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
        return exchange.receiveLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
      }.ignore()
    }
  }

  extension CURLcode {
    /// An option that this libcurl was built without changes nothing here.
    fileprivate func ignore() {}
  }

  /// What may be woken from any thread.
  private struct Wakeable: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer
    func wake() { curl_multi_wakeup(multi) }
  }

  /// The answer to one request, as it comes; in one thread.
  private final class CurlExchange {
    /// The most bytes of all lines of an answer, trailers and interim answers included.
    private static let mostLineBytes = 256 << 10
    /// The most bytes of the body of a redirection.
    private static let mostRedirectionBytes = 64 << 10
    /// So many bytes within a pause are progress.
    private static let leastBytes = 4096

    let request: HTTPRequest
    let call: HTTPCall
    private let receiver: any HTTPReceiver
    private(set) var status = 0
    private(set) var hasHead = false
    /// Why it was given up.
    private(set) var fault: HTTPFault?
    /// Where the answer leads.
    private(set) var redirection: String?
    var lastProgress = ContinuousClock.now
    private var headers: [(name: String, value: String)] = []
    private var lineBytes = 0
    private var bytesSinceProgress = 0
    private var redirectionBytes = 0

    init(_ request: HTTPRequest, _ receiver: any HTTPReceiver, _ call: HTTPCall) {
      self.request = request
      self.receiver = receiver
      self.call = call
    }

    private func giveUp(_ reason: HTTPFault) -> Bool {
      fault = fault ?? reason
      return false
    }

    /// Takes a line of a head or of the trailers.
    func receiveLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
      if call.isCancelled { return giveUp(.cancelled) }
      guard bytes.count <= Self.mostLineBytes - lineBytes else {
        return giveUp(.network("the answer's head is too long"))
      }
      lineBytes += bytes.count
      if hasHead { return true }
      let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      if line.hasPrefix("HTTP/") {
        // “HTTP/1.1 200 OK”; an interim answer came before it, or none.
        headers = []
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, let number = Int(parts[1]), (100...999).contains(number) else {
          return giveUp(.network("an HTTP answer without a status"))
        }
        status = number
        return true
      }
      guard line.isEmpty else {
        if let colon = line.firstIndex(of: ":") {
          headers.append(
            (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)))
        }
        return true
      }
      return status < 200 ? true : endHead()
    }

    private func endHead() -> Bool {
      hasHead = true
      lastProgress = .now
      let head = HTTPHead(status: status, url: request.url, headers: headers)
      guard !head.isAmbiguous else { return giveUp(.network("the answer's length makes no sense")) }
      if [301, 302, 303, 307, 308].contains(status), let place = head.value("Location") {
        redirection = place
        return true
      }
      return receiver.receive(head) ? true : giveUp(.refused)
    }

    /// Takes bytes of the body.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
      if call.isCancelled { return giveUp(.cancelled) }
      guard hasHead else { return giveUp(.network("no HTTP answer")) }
      guard redirection == nil else {
        redirectionBytes += bytes.count
        return redirectionBytes <= Self.mostRedirectionBytes
      }
      let began = ContinuousClock.now
      let isWanted = receiver.receive(bytes)
      // The server is not to blame for the time that its reader takes.
      let now = ContinuousClock.now
      lastProgress += now - began
      bytesSinceProgress += bytes.count
      if bytesSinceProgress >= Self.leastBytes {
        bytesSinceProgress = 0
        lastProgress = now
      }
      return isWanted ? true : giveUp(call.isCancelled ? .cancelled : .refused)
    }
  }

  /// `SIGPIPE`, which a server that closes a connection brings about where a TLS library writes, and which ends a process.
  private enum PipeSignal {
    /// Calls a function while the signal is blocked in this thread, the only one that gets it; one that came is taken
    /// away.
    static func withoutIt<Result>(_ body: () -> Result) -> Result {
      var pipe = sigset_t()
      var old = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &pipe, &old)
      defer {
        if sigismember(&old, SIGPIPE) == 0 {
          var none = timespec()
          while sigtimedwait(&pipe, nil, &none) == SIGPIPE {}
          pthread_sigmask(SIG_SETMASK, &old, nil)
        }
      }
      return body()
    }
  }
#endif
