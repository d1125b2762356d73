import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small HTTP/1.1 server on the loopback interface: one answer for each connection, each request noted.
final class LoopbackServer: Sendable {
  /// A request.
  struct Request: Sendable {
    var method: String
    var path: String
    var headers: [String: String]
  }
  /// An answer.
  struct Answer: Sendable {
    var status: Int
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
  }

  let port: UInt16
  private let listener: Int32
  private let answer: @Sendable (Request) -> Answer
  private let requests = Mutex<[(path: String, status: Int)]>([])

  var address: String { "http://127.0.0.1:\(port)" }
  /// The paths that were asked for and what was answered, in order.
  var log: [(path: String, status: Int)] { requests.withLock { $0 } }

  /// Begins to answer on a port that the system gives.
  init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
    self.answer = answer
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    listener = descriptor
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
    }
    guard isBound, listen(descriptor, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
    _ = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    port = UInt16(bigEndian: place.sin_port)
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  /// Ends it; connections that are open end by themselves.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var head: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0, head.count < 1 << 16 else { return }
      head += buffer[..<count]
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    let first = lines[0].split(separator: " ").map(String.init)
    guard first.count == 3 else { return }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    let answer = answer(Request(method: first[0], path: first[1], headers: headers))
    requests.withLock { $0.append((first[1], answer.status)) }
    var text = "HTTP/1.1 \(answer.status) x\r\nConnection: close\r\n"
    if !answer.headers.contains(where: { $0.name == "Content-Length" }) {
      text += "Content-Length: \(answer.body.count)\r\n"
    }
    for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
    var bytes = Array((text + "\r\n").utf8)
    if first[0] != "HEAD" { bytes += answer.body }
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { send(connection, $0.baseAddress! + sent, bytes.count - sent, noSignal) }
      guard count > 0 else { return }
      sent += count
    }
  }

  private var noSignal: Int32 {
    #if canImport(Glibc)
      Int32(MSG_NOSIGNAL)
    #else
      0
    #endif
  }
}
