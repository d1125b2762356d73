import FlyingFox
import FlyingSocks
import Foundation
import Platform

/// Serves the preview on this machine: its client, the release's folder, the newest pages, and events when they change.
///
/// Only `GET` and `HEAD` are answered, and `POST` for live pages, only under names that are this machine's, and only files
/// below the two folders.
public final class PreviewServer: Sendable {
  /// Where the server listens and what it serves.
  public struct Settings: Sendable {
    /// The IPv4 address, such as `127.0.0.1`, or `0.0.0.0` for every network.
    public var host = "127.0.0.1"
    /// The first port that is tried; 0 for any.
    public var port: UInt16 = 4600
    /// How many ports are tried, one after the other.
    public var attempts = 50
    /// The folder of the release.
    public var releaseFolder: String
    /// The folder of the client's files.
    public var clientFolder: String
    /// A JSON file that fills the bindings of live pages; `nil` for none.
    public var dataFile: String?

    /// A server only on this machine.
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

  let settings: Settings
  /// Whether only this machine is answered: others learn no path of it.
  public var isOnlyForThisMachine: Bool { settings.host == "127.0.0.1" }
  let events = EventStream()
  let livePages = LivePages()
  /// The pages that clients showed last, the newest last.
  private let shownPages = Mutex<[String]>([])
  private let content = Mutex(PreviewContent(version: Int(Date().timeIntervalSince1970 * 1_000)))

  /// A server that does not listen yet.
  public init(_ settings: Settings) { self.settings = settings }

  /// What is shown now.
  var shown: PreviewContent { content.withLock { $0 } }

  /// The site paths of the pages that clients showed last, at most a few.
  public var pagesOnScreen: [String] { shownPages.withLock { $0 } }

  /// Notes that a client shows a page.
  func noteShown(_ path: String) {
    shownPages.withLock { pages in
      pages.removeAll { $0 == path }
      pages.append(path)
      if pages.count > Self.mostPagesOnScreen { pages.removeFirst() }
    }
  }

  private static let mostPagesOnScreen = 4

  /// Replaces what is shown and notifies every client.
  ///
  /// - Parameter event: from the new version, a JSON object on one line, such as `{"version":7,"pages":["index.html"]}`.
  public func show(_ event: (_ version: Int) -> String, _ change: (inout PreviewContent) -> Void) {
    let version = content.withLock { content in
      content.version += 1
      change(&content)
      return content.version
    }
    events.send(event(version))
  }

  /// Starts to listen, on a thread of its own.
  ///
  /// - Returns: the port.
  public func start() throws(Failure) -> UInt16 {
    var reason = "no port"
    for offset in 0..<max(1, settings.attempts) {
      let port = settings.port == 0 ? 0 : settings.port &+ UInt16(offset)
      // The next free port: asked beforehand, since a server that cannot bind says so elsewhere.
      guard let free = Self.bindable(settings.host, port) else {
        reason = String(cString: strerror(errno))
        if settings.port == 0 { break }
        continue
      }
      guard let address = try? sockaddr_in.inet(ip4: settings.host, port: free) else {
        throw Failure(reason: "\(settings.host) is not an IPv4 address")
      }
      if run(on: address, port: free) { return free }
      reason = "the port was taken meanwhile"
    }
    throw Failure(reason: "\(settings.host), ports from \(settings.port): \(reason)")
  }

  /// Listens on an address; whether that is possible.
  private func run(on address: sockaddr_in, port: UInt16) -> Bool {
    let limits = ConnectionLimits(port: port)
    let pool = LimitedPool(base: HTTPServer.defaultPool(), limits: limits)
    guard let socket = try? Self.listener(on: address) else { return false }
    Task.detached { [self] in
      do {
        try await pool.prepare()
        let listener = try AsyncSocket(socket: socket, pool: pool)
        try await withThrowingDiscardingTaskGroup { group in
          group.addTask { try await pool.run() }
          for try await socket in listener.sockets {
            group.addTask {
              var connection = PreviewConnection(socket)
              await connection.serve { await self.answer($0, limits) }
            }
          }
        }
      } catch {
        try? socket.close()
      }
    }
    return true
  }

  private static func listener(on address: sockaddr_in) throws -> Socket {
    let socket = try Socket(domain: Int32(AF_INET))
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: address)
      try socket.listen()
    } catch {
      try? socket.close()
      throw error
    }
    return socket
  }

  /// The port where a listener could be bound; `nil` where it is taken.
  private static func bindable(_ host: String, _ port: UInt16) -> UInt16? {
    guard var address = try? sockaddr_in.inet(ip4: host, port: port) else { return port }
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var isReused: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 1) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    return isBound ? UInt16(bigEndian: address.sin_port) : nil
  }

  /// The answer to a request, whose connection ends where the request is refused before all of it was read.
  private func answer(_ request: HTTPRequest, _ limits: ConnectionLimits) async -> HTTPResponse {
    var address = ""
    if case .ip4(let host, let port) = request.remoteAddress { address = "\(host):\(port)" }
    guard Self.isForLivePage(request) else {
      let response = answer(request)
      guard request.bodySequence.count != 0 else {
        limits.answered(address)
        return response
      }
      limits.refused(address)
      return Self.closing(response)
    }
    var hasArrived = false
    let response = await answerLive(request) {
      hasArrived = true
      limits.answered(address)
    }
    if hasArrived { return response }
    limits.refused(address)
    return Self.closing(response)
  }

  static func closing(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers[.connection] = "close"
    return response
  }
}
