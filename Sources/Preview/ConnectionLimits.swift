import FlyingSocks
import Foundation
import Manifest
import Platform

#if canImport(Glibc)
  import Glibc
#endif

/// Ends connections that send more than a request's head, or that never finish one.
///
/// Once a second, while there are connections, the system is asked what each has sent since its last request.
final class ConnectionLimits: Sendable {
  /// Bytes that a request may have: browsers' are below 8 kB.
  static let largestRequest = 64 << 10
  /// Seconds that a request may take to arrive.
  static let slowestRequest = 15.0
  /// More connections than this at once are ended, the newest first.
  static let mostConnections = 256
  /// Seconds after which a connection is ended whose request was refused before all of it was read: an answer's time to
  /// get there.
  static let lingersRefused = 1.0

  private struct Connection {
    /// Bytes received up to the last request.
    var received: UInt64 = 0
    var hasAsked = false
    /// Since when a request is under way.
    var waitsSince = ContinuousClock.now
  }

  private struct State {
    var isLooking = false
    /// When a task last ran: on a busy machine none may for seconds, and whole requests wait unread.
    var lastTask = ContinuousClock.now
    /// Ends of connections (`127.0.0.1:51234`) that asked since the last look.
    var answered: Set<String> = []
    var connections: [String: Connection] = [:]
    /// Ends of connections of which nothing is read on, with when that was said.
    var refused: [String: ContinuousClock.Instant] = [:]
  }

  private let port: UInt16
  private let state = Mutex(State())

  init(port: UInt16) { self.port = port }

  /// Notes that a whole request arrived from an address.
  func answered(_ address: String) { state.withLock { _ = $0.answered.insert(address) } }

  /// Notes that the rest of a request from an address is not read: the connection is ended.
  func refused(_ address: String) {
    let now = ContinuousClock.now
    state.withLock { state in
      // An address is another's some time later.
      state.refused = state.refused.filter { now - $0.value < .seconds(Self.slowestRequest) }
      if state.refused[address] == nil { state.refused[address] = now }
    }
  }

  /// Begins to look, until no connection is left.
  func look() {
    #if os(Linux)
      let isFirst = state.withLock { state in
        defer { state.isLooking = true }
        return !state.isLooking
      }
      guard isFirst else { return }
      // A thread of its own: senders that never pause may have all of the tasks' threads.
      Thread.detachNewThread { [self] in
        var idleLooks = 0
        while idleLooks < 3 {
          Task { state.withLock { $0.lastTask = .now } }
          Thread.sleep(forTimeInterval: 1)
          idleLooks = endFaulty() == 0 ? idleLooks + 1 : 0
        }
        state.withLock { $0.isLooking = false }
      }
    #endif
  }

  #if os(Linux)
    /// Ends the connections that break a limit; how many there are.
    private func endFaulty() -> Int {
      let open = openConnections()
      let now = ContinuousClock.now
      state.withLock { state in
        var kept: [String: Connection] = [:]
        // Who waits for this program's own threads is not slow.
        let isStarved = now - state.lastTask > .seconds(2.5)
        for (index, one) in open.enumerated() {
          var connection = state.connections[one.peer] ?? Connection()
          if state.answered.contains(one.peer) {
            connection.received = one.received
            connection.hasAsked = true
          }
          let pending = one.received &- connection.received
          if isStarved || pending == 0 && connection.hasAsked { connection.waitsSince = now }
          let isSlow = now - connection.waitsSince > .seconds(Self.slowestRequest)
          let isRefused = state.refused[one.peer].map { now - $0 > .seconds(Self.lingersRefused) } ?? false
          if pending > UInt64(Self.largestRequest) || isSlow || isRefused || index >= Self.mostConnections {
            Self.abort(one.descriptor)
          } else {
            kept[one.peer] = connection
          }
        }
        state.connections = kept
        state.answered = []
        state.refused = state.refused.filter {
          kept[$0.key] != nil || now - $0.value < .seconds(Self.lingersRefused)
        }
      }
      return open.count
    }

    /// Resets a connection and drops what it has sent, which `shutdown` would leave to be read: connecting to no address
    /// does that (connect(2)). A descriptor that is not a socket any more is left as it is.
    private static func abort(_ descriptor: Int32) {
      var nowhere = sockaddr()
      nowhere.sa_family = sa_family_t(AF_UNSPEC)
      _ = connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
    }

    /// The server's connections: descriptors whose own end is its port.
    private func openConnections() -> [(descriptor: Int32, peer: String, received: UInt64)] {
      // `FileManager` copies whole directory entries, up to 256 bytes past the last one: a fault where memory ends there.
      let names = FileSystem.names(in: "/proc/self/fd") ?? []
      return names.compactMap { name in
        guard let descriptor = Int32(name), let own = Self.address(descriptor, getsockname), own.port == port,
          let peer = Self.address(descriptor, getpeername), let received = Self.received(descriptor)
        else { return nil }
        return (descriptor, "\(peer.host):\(peer.port)", received)
      }
    }

    private static func address(
      _ descriptor: Int32, _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> (host: String, port: UInt16)? {
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(descriptor, $0, &length) }
      }
      guard status == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
      let number = UInt32(bigEndian: address.sin_addr.s_addr)
      let host = [24, 16, 8, 0].map { String(number >> $0 & 255) }.joined(separator: ".")
      return (host, UInt16(bigEndian: address.sin_port))
    }

    /// Bytes that a connection received: `tcpi_bytes_received` of Linux's `tcp_info`, at byte 128.
    private static func received(_ descriptor: Int32) -> UInt64? {
      var info = [UInt64](repeating: 0, count: 32)
      var length = socklen_t(256)
      guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0, length >= 136 else { return nil }
      return info[16]
    }
  #endif
}

/// The library's pool, which notifies the limits when something happens.
struct LimitedPool<Base: AsyncSocketPool>: AsyncSocketPool {
  let base: Base
  let limits: ConnectionLimits

  func prepare() async throws { try await base.prepare() }
  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    limits.look()
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
