import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Serves the preview on this machine: its client, the release's folder, the newest pages, and events when they change.
public final class PreviewServer: Sendable {
  /// Where the server listens and what it serves.
  public struct Settings: Sendable {
    /// The address, such as `127.0.0.1`, or `0.0.0.0` for every network.
    public var host = "127.0.0.1"
    /// The first port that is tried; 0 for any.
    public var port: UInt16 = 4600
    /// How many ports are tried, one after the other.
    public var attempts = 50
    /// The folder of the release.
    public var releaseFolder: String
    /// The folder of the client's files.
    public var clientFolder: String

    /// A server on this machine alone.
    public init(releaseFolder: String, clientFolder: String) {
      self.releaseFolder = releaseFolder
      self.clientFolder = clientFolder
    }
  }

  /// Why no server could be started.
  public struct Failure: Error, Sendable {
    /// In the system's words.
    public var reason: String
  }

  private let settings: Settings
  private let content = Mutex(PreviewContent())
  private let listeners = Mutex<[Int: AsyncStream<[UInt8]>.Continuation]>([:])
  private let serial = Atomic<Int>(0)

  /// A server that does not listen yet.
  public init(_ settings: Settings) { self.settings = settings }

  /// Replaces what is shown and tells every client.
  ///
  /// - Parameter event: a JSON object on one line, such as `{"pages":["index.html"]}`.
  public func show(_ event: String, _ change: (inout PreviewContent) -> Void) {
    content.withLock { content in
      content.version += 1
      change(&content)
    }
    let message = Array("data: \(event)\n\n".utf8)
    listeners.withLock { listeners in
      for listener in listeners.values { listener.yield(message) }
    }
  }

  /// The version of what is shown.
  public var version: Int { content.withLock { $0.version } }

  /// Starts to listen, on a thread of its own.
  ///
  /// - Returns: the port.
  public func start() throws(Failure) -> UInt16 {
    var reason = "no port"
    for offset in 0..<max(1, settings.attempts) {
      let port = settings.port == 0 ? 0 : settings.port &+ UInt16(offset)
      // The next free port: asked beforehand, since a server that cannot bind ends elsewhere.
      guard let free = Self.bindable(settings.host, port) else {
        reason = String(cString: strerror(errno))
        if settings.port == 0 { break }
        continue
      }
      guard let address = try? sockaddr_in.inet(ip4: settings.host, port: free) else {
        throw Failure(reason: "\(settings.host) is no IPv4 address")
      }
      let server = HTTPServer(address: address, timeout: 30, logger: .disabled, handler: Handler(server: self))
      Task.detached { try? await server.run() }
      let started = DispatchSemaphore(value: 0)
      Task.detached {
        try? await server.waitUntilListening(timeout: 5)
        started.signal()
      }
      started.wait()
      return free
    }
    throw Failure(reason: "\(settings.host), ports from \(settings.port): \(reason)")
  }

  /// The port where a listener could be bound; `nil` where it is taken.
  private static func bindable(_ host: String, _ port: UInt16) -> UInt16? {
    guard var address = try? sockaddr_in.inet(ip4: host, port: port) else { return port }
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
      }
    }
    return isBound ? UInt16(bigEndian: address.sin_port) : nil
  }

  // MARK: Answers

  private struct Handler: HTTPHandler {
    let server: PreviewServer

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse { server.answer(request) }
  }

  private func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == .GET || request.method == .HEAD else { return Self.text(.methodNotAllowed, "GET only\n") }
    // A page of another site must not read this one through a name of its own (DNS rebinding).
    guard isOwnName(request.headers[.host] ?? "") else { return Self.text(.forbidden, "unknown host\n") }
    guard let path = Self.decodedPath(request.target.rawValue) else { return Self.text(.badRequest, "bad path\n") }
    if path == "/events" { return events() }
    if path == "/state.json" {
      let (state, version) = content.withLock { ($0.state, $0.version) }
      return Self.bytes(Array("{\"version\":\(version),\"state\":\(state)}".utf8), type: "application/json")
    }
    if path.hasPrefix("/live/") { return live(String(path.dropFirst(6))) }
    if path.hasPrefix("/web/") { return live(String(path.dropFirst(1))) }
    if path.hasPrefix("/dist/") {
      return file(settings.releaseFolder, String(path.dropFirst(6)), request.headers[.range])
    }
    return file(settings.clientFolder, path == "/" ? "index.html" : String(path.dropFirst()), nil)
  }

  private func isOwnName(_ host: String) -> Bool {
    guard settings.host == "127.0.0.1" else { return true }
    let name = host.lowercased().prefix { $0 != ":" }
    return name == "127.0.0.1" || name == "localhost" || host.hasPrefix("[::1]")
  }

  /// The path with its escapes decoded, or `nil` where it leads out of where it begins or is no text.
  static func decodedPath(_ target: String) -> String? {
    let raw = target.prefix { $0 != "?" && $0 != "#" }
    guard let path = String(raw).removingPercentEncoding, path.hasPrefix("/") else { return nil }
    guard !path.utf8.contains(0), !path.contains("\\") else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.contains { $0 == ".." || $0 == "." } ? nil : path
  }

  private func live(_ entry: String) -> HTTPResponse {
    let file = content.withLock { $0.file }
    guard let bytes = file(entry) else { return Self.text(.notFound, "not here\n") }
    return Self.bytes(bytes, type: Self.type(of: entry))
  }

  /// A file below a folder, or a range of it (RFC 9110, 14): one range; others are answered with the whole.
  private func file(_ folder: String, _ path: String, _ range: String?) -> HTTPResponse {
    guard !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
      let data = FileManager.default.contents(atPath: folder + "/" + path)
    else { return Self.text(.notFound, "not found\n") }
    var headers = HTTPHeaders()
    headers[.contentType] = Self.type(of: path)
    headers[HTTPHeader("Cache-Control")] = "no-cache"
    headers[HTTPHeader("Accept-Ranges")] = "bytes"
    guard let range, let part = Self.range(range, of: data.count) else {
      return HTTPResponse(statusCode: .ok, headers: headers, body: data)
    }
    guard let part else {
      headers[HTTPHeader("Content-Range")] = "bytes */\(data.count)"
      return HTTPResponse(statusCode: HTTPStatusCode(416, phrase: "Range Not Satisfiable"), headers: headers)
    }
    headers[HTTPHeader("Content-Range")] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(data.count)"
    return HTTPResponse(
      statusCode: HTTPStatusCode(206, phrase: "Partial Content"), headers: headers, body: data.subdata(in: part))
  }

  /// `bytes=0-99`, `bytes=100-`, `bytes=-100`: the bytes; an inner `nil` where none of them are there, an outer one for a
  /// header that is passed over.
  static func range(_ header: String, of count: Int) -> Range<Int>?? {
    guard header.hasPrefix("bytes="), !header.contains(",") else { return nil }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    if ends[0].isEmpty {
      guard let length = Int(ends[1]), length >= 0 else { return nil }
      return .some(length == 0 || count == 0 ? nil : max(0, count - length)..<count)
    }
    guard let first = Int(ends[0]), first >= 0 else { return nil }
    guard !ends[1].isEmpty else { return .some(first < count ? first..<count : nil) }
    guard let last = Int(ends[1]), last >= first else { return nil }
    return .some(first < count ? first..<min(count, last < Int.max ? last + 1 : last) : nil)
  }

  private static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    var headers = HTTPHeaders()
    headers[.contentType] = "text/plain; charset=utf-8"
    return HTTPResponse(statusCode: status, headers: headers, body: Data(text.utf8))
  }

  private static func bytes(_ bytes: [UInt8], type: String) -> HTTPResponse {
    var headers = HTTPHeaders()
    headers[.contentType] = type
    headers[HTTPHeader("Cache-Control")] = "no-store"
    return HTTPResponse(statusCode: .ok, headers: headers, body: Data(bytes))
  }

  private static func type(of path: String) -> String {
    switch path.split(separator: ".").last.map({ $0.lowercased() }) ?? "" {
    case "html", "htm": "text/html; charset=utf-8"
    case "xhtml": "application/xhtml+xml"
    case "css": "text/css; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "avif": "image/avif"
    case "woff": "font/woff"
    case "woff2": "font/woff2"
    case "ttf": "font/ttf"
    case "otf": "font/otf"
    default: "application/octet-stream"
    }
  }

  // MARK: Events

  private func events() -> HTTPResponse {
    let number = serial.add(1, ordering: .relaxed).newValue
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .bufferingNewest(64))
    continuation.onTermination = { [weak self] _ in
      self?.listeners.withLock { $0[number] = nil }
    }
    continuation.yield(Array("retry: 500\ndata: {\"version\":\(version)}\n\n".utf8))
    listeners.withLock { $0[number] = continuation }
    var headers = HTTPHeaders()
    headers[.contentType] = "text/event-stream"
    headers[HTTPHeader("Cache-Control")] = "no-store"
    return HTTPResponse(statusCode: .ok, headers: headers, body: HTTPBodySequence(from: EventBytes(stream: stream)))
  }
}

/// The chunks of an event stream as the server's library reads them.
private struct EventBytes: AsyncBufferedSequence {
  typealias Element = UInt8
  let stream: AsyncStream<[UInt8]>

  func makeAsyncIterator() -> Iterator { Iterator(chunks: stream.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var chunks: AsyncStream<[UInt8]>.Iterator
    var rest: ArraySlice<UInt8> = []

    mutating func next() async throws -> UInt8? {
      if rest.isEmpty { rest = (await chunks.next() ?? [])[...] }
      return rest.popFirst()
    }

    mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
      if rest.isEmpty { rest = (await chunks.next() ?? [])[...] }
      defer { rest = [] }
      return rest.isEmpty ? nil : rest
    }
  }
}
