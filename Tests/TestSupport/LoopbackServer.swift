import Foundation
import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small HTTP/1.1 server on the loopback interface: one answer for each connection, each request noted.
public final class LoopbackServer: Sendable {
  /// A request.
  public struct Request: Sendable {
    public var method: String
    public var path: String
    public var headers: [String: String]
  }

  /// How a body's end is reported.
  public enum Coding: Sendable, CaseIterable {
    /// By `Content-Length` (2^50 for a body without an end).
    case length
    /// By the connection's end.
    case untilClose
    /// By the last chunk.
    case chunked
  }

  /// An answer.
  public struct Answer: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    public var coding: Coding
    /// How often the body is sent; `Int.max` for as long as somebody takes it.
    public var times: Int
    /// Sent as it is instead of a head.
    public var head: [UInt8]?
    /// Milliseconds before each piece of the body.
    public var pause: UInt32

    public init(
      status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], coding: Coding = .length,
      times: Int = 1, head: [UInt8]? = nil, pause: UInt32 = 0
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.coding = coding
      self.times = times
      self.head = head
      self.pause = pause
    }
  }

  /// The port.
  public let port: UInt16
  private let listener: Int32
  private let answer: @Sendable (Request) -> Answer
  private let requests = Mutex<[(path: String, status: Int)]>([])

  /// The address, without a slash at its end.
  public var address: String { "http://127.0.0.1:\(port)" }
  /// The paths that were asked for and what was answered, in order.
  public var log: [(path: String, status: Int)] { requests.withLock { $0 } }

  /// Begins to answer on a port that the system gives.
  public init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
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
        guard connection >= 0 else {
          close(listener)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  /// Ends it, once; connections that are open end by themselves.
  public func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

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
    switch answer.coding {
    case .length:
      if !answer.headers.contains(where: { $0.name == "Content-Length" }) {
        let (length, isEndless) = answer.body.count.multipliedReportingOverflow(by: answer.times)
        text += "Content-Length: \(isEndless ? 1 << 50 : length)\r\n"
      }
    case .chunked: text += "Transfer-Encoding: chunked\r\n"
    case .untilClose: break
    }
    for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
    guard put(answer.head ?? Array((text + "\r\n").utf8), connection), first[0] != "HEAD" else { return }
    var piece = answer.body
    if answer.coding == .chunked {
      piece = Array((String(piece.count, radix: 16) + "\r\n").utf8) + piece + Array("\r\n".utf8)
    }
    for _ in 0..<answer.times where !answer.body.isEmpty {
      if answer.pause > 0 { usleep(answer.pause * 1000) }
      guard put(piece, connection) else { return }
    }
    if answer.coding == .chunked { _ = put(Array("0\r\n\r\n".utf8), connection) }
  }

  private func put(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      // The buffer has bytes left, so that its base address exists.
      let count = bytes.withUnsafeBytes { send(connection, $0.baseAddress! + sent, bytes.count - sent, noSignal) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private var noSignal: Int32 {
    #if canImport(Glibc)
      Int32(MSG_NOSIGNAL)
    #else
      0
    #endif
  }
}
