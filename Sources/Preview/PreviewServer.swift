import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

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

  /// Runs the library's server; whether it listens.
  private func run(on address: sockaddr_in, port: UInt16) -> Bool {
    let limits = ConnectionLimits(port: port)
    var configuration = HTTPServer.Configuration(
      address: address, timeout: 30, pool: LimitedPool(base: HTTPServer.defaultPool(), limits: limits),
      logger: .disabled)
    // The library reads bodies up to this to their ends before it answers.
    configuration.sharedRequestReplaySize = LivePages.largestBody
    let server = HTTPServer(config: configuration, handler: Handler(server: self, limits: limits))
    let start = Start()
    Task.detached {
      try? await server.run()
      start.settle(false)
    }
    Task.detached {
      guard (try? await server.waitUntilListening(timeout: 5)) != nil else { return }
      start.settle(true)
    }
    return start.wait()
  }

  /// Whether a server came to listen: the first answer counts.
  private final class Start: Sendable {
    private let listens = Mutex<Bool?>(nil)
    private let settled = DispatchSemaphore(value: 0)

    func settle(_ answer: Bool) {
      listens.withLock { $0 = $0 ?? answer }
      settled.signal()
    }

    func wait() -> Bool {
      settled.wait()
      return listens.withLock { $0 } ?? false
    }
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

  private struct Handler: HTTPHandler {
    let server: PreviewServer
    let limits: ConnectionLimits

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
      var address = ""
      if case .ip4(let host, let port) = request.remoteAddress { address = "\(host):\(port)" }
      // The library goes on behind a body that was not read, where the sender may have put whole requests.
      if limits.isRefused(address) { return Self.closing(PreviewServer.text(.badRequest, "no request\n")) }
      guard PreviewServer.isForLivePage(request) else {
        let response = server.answer(request)
        guard request.bodySequence.count != 0 else {
          limits.answered(address)
          return response
        }
        limits.refused(address)
        return Self.closing(response)
      }
      var hasArrived = false
      let response = await server.answerLive(request) {
        hasArrived = true
        limits.answered(address)
      }
      if hasArrived { return response }
      limits.refused(address)
      return Self.closing(response)
    }

    private static func closing(_ response: HTTPResponse) -> HTTPResponse {
      var response = response
      response.headers[.connection] = "close"
      return response
    }
  }
}
