import Archive
import Foundation
import Manifest
import Platform
import TestSupport
import Testing

@testable import HybridClient

/// Whatever a server does, a transfer ends, in bounded memory, and the transport goes on.
@Suite(.timeLimit(.minutes(15)))
struct TransferTests {
  private static func transport(_ address: String, timeout: Double = 10) throws -> URLSessionTransport {
    URLSessionTransport(base: try #require(URL(string: address)), timeout: timeout)
  }

  /// What came of a transfer: the head and the number of bytes, or the error.
  private static func outcome(
    _ transport: URLSessionTransport, _ path: String = "a", from offset: UInt64 = 0
  ) async -> String {
    let seen = Mutex<(head: TransportResponse?, count: Int)>((nil, 0))
    do {
      try await transport.fetch(path, from: offset, to: nil, isFresh: false) { response in
        seen.withLock { $0.head = response }
      } onBytes: { bytes in
        let count = seen.withLock { seen in
          seen.count += bytes.count
          return seen.count
        }
        if count > 1 << 20 { throw TransportError(.tooLong, url: path, detail: "more than a megabyte") }
      }
    } catch let error as TransportError {
      return "\(error.kind.rawValue): \(error.detail)"
    } catch {
      return "\(type(of: error))"
    }
    return seen.withLock { seen in
      "\(seen.count) bytes from \(seen.head?.offset ?? 9), said \(seen.head?.length.map { "\($0)" } ?? "nothing")"
    }
  }

  @Test func transfersThatAreCancelledAsTheyEndTakeNoOtherWithThem() async throws {
    let body = [UInt8](repeating: 7, count: 1000)
    let server = try LoopbackServer { _ in LoopbackServer.Answer(status: 200, body: body) }
    defer { server.stop() }
    let transport = try Self.transport(server.address)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for number in 0..<400 {
            let running = RunningTask()
            // The end of the answer is reported a moment after its bytes, and then the transfer ends: some are
            // cancelled before each of these, and some just then.
            let task = Task {
              try await transport.fetch("a", from: 0, to: nil, isFresh: false, onResponse: { _ in }) { _ in
                DispatchQueue.global().async { running.cancel(after: number % 40) }
              }
            }
            running.set(task)
            _ = await task.result
          }
        }
      }
    }
    #expect(await Self.outcome(transport) == "1000 bytes from 0, said 1000")
  }

  /// A task that something which it does can cancel.
  private final class RunningTask: Sendable {
    private let task = Mutex<Task<Void, any Error>?>(nil)

    func set(_ task: Task<Void, any Error>) { self.task.withLock { $0 = task } }

    /// Cancels the task after so many steps of 10 microseconds.
    func cancel(after steps: Int) {
      usleep(UInt32(steps * 10))
      task.withLock { $0 }?.cancel()
    }
  }

  /// Heads that are false, overflow or never end.
  @Test(arguments: [
    ("Content-Length: 9223372036854775807", "tooLong: more than a megabyte"),
    ("Content-Length: 9223372036854775806", "tooLong: more than a megabyte"),
    ("Content-Length: 9223372036854775808", "connection: the answer's length makes no sense"),
    ("Content-Length: 18446744073709551616", "connection: the answer's length makes no sense"),
    ("Content-Length: 99999999999999999999999999999999", "connection: the answer's length makes no sense"),
    ("Content-Length: -1", "connection:"), ("Content-Length: +5", "connection:"),
    ("Content-Length: 5, 5", "connection:"), ("Content-Length: 0x10", "connection:"),
    ("Content-Length:", "connection:"),
    ("Content-Length: 5\r\nContent-Length: 6", "connection: the answer's length makes no sense"),
    ("Content-Length: 5\r\nContent-Length: 5", "5 bytes from 0, said 5"),
    ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "0 bytes from 0, said nothing"),
    ("Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nabc", "connection:"),
    ("Transfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\nabc", "tooLong: more than a megabyte"),
    ("Transfer-Encoding: chunked\r\n\r\n8000000000000000\r\nabc", "connection:"),
    ("Transfer-Encoding: chunked\r\n\r\n-1\r\nabc", "connection:"),
    ("Transfer-Encoding: chunked\r\n\r\nzz\r\nabc", "connection:"),
    ("Transfer-Encoding: nonsense", "connection:"),
    ("Content-Encoding: gzip", "connection:"), ("Content-Encoding: gzip, gzip, gzip, gzip, gzip, gzip", "connection:"),
    ("X: " + String(repeating: "a", count: 400_000), "connection:"),
    (
      String(repeating: "X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", count: 8000) + "Y: b",
      "connection: the answer's head is too long"
    ),
    ("HTTP/1.1 200 OK\r\nHTTP/1.1 200 OK", "connection:"),
    ("Location: /b\r\nContent-Length: 0", "0 bytes from 0, said 0"),
  ]) func falseHeadsAreRefused(_ head: String, _ outcome: String) async throws {
    let server = try LoopbackServer { request in
      if request.path == "/good" { return LoopbackServer.Answer(status: 200, body: [1, 2, 3]) }
      return LoopbackServer.Answer(
        status: 200, body: [UInt8](repeating: 0x61, count: 1 << 16), times: 64,
        head: Array("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n".utf8))
    }
    defer { server.stop() }
    let transport = try Self.transport(server.address)
    let found = await Self.outcome(transport)
    #expect(found.hasPrefix(outcome), "\(found)")
    // What a server sends after the end of an answer is taken for the next one, and costs the connection.
    if await Self.outcome(transport, "good") == "3 bytes from 0, said 3" { return }
    #expect(await Self.outcome(transport, "good") == "3 bytes from 0, said 3")
  }

  /// Answers that are not a HTTP, or never begin.
  @Test(arguments: [
    "", "\r\n", "abc\r\n\r\n", "HTTP/0.9 200\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
    "HTTP/1.1 -200 OK\r\n\r\n",
    "HTTP/1.1 99999999999999999999 OK\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
    "\0\0\0\0\r\n\r\n", "SSH-2.0-x\r\n", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na",
    "HTTP/1.1 100 Continue\r\n\r\n",
  ]) func invalidAnswersAreRefused(_ head: String) async throws {
    let server = try LoopbackServer { request in
      if request.path == "/good" { return LoopbackServer.Answer(status: 200, body: [1, 2, 3]) }
      return LoopbackServer.Answer(status: 200, head: Array(head.utf8))
    }
    defer { server.stop() }
    let transport = try Self.transport(server.address)
    let found = await Self.outcome(transport)
    #expect(found.hasPrefix("connection:"), "\(found)")
    #expect(await Self.outcome(transport, "good") == "3 bytes from 0, said 3")
  }

  /// Heads without an end: lines, interim answers and trailers.
  @Test(arguments: ["X: y\r\n", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"])
  func headsWithoutAnEndAreCutOff(_ piece: String) async throws {
    let server = try LoopbackServer { request in
      let head = request.path == "/trailers" ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" : nil
      return LoopbackServer.Answer(
        status: 200, body: Array(String(repeating: piece, count: 1000).utf8), times: .max,
        head: Array((head ?? "HTTP/1.1 200 OK\r\n").utf8))
    }
    defer { server.stop() }
    let transport = try Self.transport(server.address)
    for path in ["a", "trailers"] {
      let found = await Self.outcome(transport, path)
      #expect(found.hasPrefix("connection:"), "\(path) \(found)")
    }
  }

  /// A server that sends without an end or a pause is left at once, by whoever refuses its answer and by whoever cancels, and
  /// holds up nobody else. `HYBRID_SOAK` does it twenty times.
  @Test(arguments: LoopbackServer.Coding.allCases)
  func answersWithoutAnEndAreLeft(_ coding: LoopbackServer.Coding) async throws {
    let server = try LoopbackServer { request in
      if request.path == "/good" { return LoopbackServer.Answer(status: 200, body: [1, 2, 3]) }
      return LoopbackServer.Answer(
        status: request.path == "/refused" ? 404 : 200, body: [UInt8](repeating: 0, count: 1 << 18), coding: coding,
        times: .max)
    }
    defer { server.stop() }
    let transport = try Self.transport(server.address)
    for _ in 0..<(ProcessInfo.processInfo.environment["HYBRID_SOAK"] == nil ? 3 : 20) {
      #expect(await Self.outcome(transport) == "tooLong: more than a megabyte")
      #expect(await Self.outcome(transport, "refused") == "refused: HTTP status 404")
      let begun = AsyncStream<Void>.makeStream()
      let task = Task {
        try await transport.fetch(
          "a", from: 0, to: nil, isFresh: false, onResponse: { _ in },
          onBytes: { _ in begun.continuation.yield() })
      }
      for await _ in begun.stream { break }
      #expect(await Self.outcome(transport, "good") == "3 bytes from 0, said 3")
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await Self.outcome(transport, "good") == "3 bytes from 0, said 3")
    }
  }

  /// Servers that say nothing, or next to nothing: the time-out ends them, and cancelling does at once.
  @Test func silentAndTricklingServersAreLeft() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/silent": LoopbackServer.Answer(status: 200, body: [1], times: .max, head: [], pause: 10_000)
      case "/head":
        LoopbackServer.Answer(
          status: 200, body: Array("X: y\r\n".utf8), times: .max, head: Array("HTTP/1.1 200 OK\r\n".utf8), pause: 20)
      case "/body": LoopbackServer.Answer(status: 200, body: [1], coding: .chunked, times: .max, pause: 20)
      default: LoopbackServer.Answer(status: 200, body: [UInt8](repeating: 1, count: 8192), times: 8, pause: 100)
      }
    }
    defer { server.stop() }
    let transport = try Self.transport(server.address, timeout: 1.5)
    for path in ["silent", "head", "body"] {
      let found = await Self.outcome(transport, path)
      #expect(found == "connection: no answer in time", "\(path): \(found)")
    }
    #expect(await Self.outcome(transport, "slow") == "65536 bytes from 0, said 65536")
    let patient = try Self.transport(server.address, timeout: 10_000)
    let task = Task { await Self.outcome(patient, "silent") }
    try await Task.sleep(nanoseconds: 50_000_000)
    task.cancel()
    #expect(await task.value == "CancellationError")
  }

  @Test func redirectionsAreFollowedOnlyToHTTP() async throws {
    let other = try LoopbackServer { _ in LoopbackServer.Answer(status: 200, body: [1, 2]) }
    let address = other.address
    let server = try LoopbackServer { request in
      let place =
        switch request.path {
        case "/relative": "good"
        case "/other": address + "/x"
        case "/loop": "/loop"
        case "/file": "file:///etc/passwd"
        case "/empty": ""
        case "/long": "/good"
        default: nil as String?
        }
      guard let place else { return LoopbackServer.Answer(status: 200, body: [1, 2, 3]) }
      return LoopbackServer.Answer(
        status: 302, headers: [("Location", place)], body: [UInt8](repeating: 1, count: 1 << 16), coding: .chunked,
        times: request.path == "/long" ? .max : 0)
    }
    defer {
      server.stop()
      other.stop()
    }
    let transport = try Self.transport(server.address)
    #expect(await Self.outcome(transport, "relative") == "3 bytes from 0, said 3")
    #expect(await Self.outcome(transport, "long") == "3 bytes from 0, said 3")
    #expect(await Self.outcome(transport, "other") == "2 bytes from 0, said 2")
    #expect(await Self.outcome(transport, "loop") == "connection: the server leads on more than 16 times")
    #expect(await Self.outcome(transport, "file").hasPrefix("connection: the server leads to file:///etc/passwd"))
    #expect(await Self.outcome(transport, "empty").hasPrefix("connection:"))
  }

  /// Codings are taken off though none was asked for, and a bomb comes in pieces.
  @Test func answersThatAreCodedAllTheSameAreDecoded() async throws {
    let zeros = PackedFile([UInt8](repeating: 0, count: 4 << 20)).entry
    #expect(zeros.method == .deflate)
    let bomb = try zeros.data.bytes()
    let server = try LoopbackServer { request in
      LoopbackServer.Answer(status: 200, headers: [("Content-Encoding", "deflate")], body: bomb)
    }
    defer { server.stop() }
    #expect(await Self.outcome(try Self.transport(server.address)) == "tooLong: more than a megabyte")
  }

  @Test func partsBeginWhereTheServerSays() async throws {
    let server = try LoopbackServer { request in
      guard request.headers["range"] == "bytes=100-" else { return LoopbackServer.Answer(status: 200, body: [1]) }
      switch request.path {
      case "/parts":
        return LoopbackServer.Answer(status: 206, headers: [("Content-Range", "bytes 100-102/103")], body: [1, 2, 3])
      case "/false":
        return LoopbackServer.Answer(
          status: 206, headers: [("Content-Range", "bytes 18446744073709551616-2/103")], body: [1, 2, 3])
      default: return LoopbackServer.Answer(status: 200, body: [1, 2])
      }
    }
    defer { server.stop() }
    let transport = try Self.transport(server.address)
    #expect(await Self.outcome(transport, "parts", from: 100) == "3 bytes from 100, said 3")
    #expect(await Self.outcome(transport, "false", from: 100) == "3 bytes from 100, said 3")
    #expect(await Self.outcome(transport, "whole", from: 100) == "2 bytes from 0, said 2")
  }

  /// An address that was changed on its way into a request would be another request.
  @Test func addressesAreOneLine() async throws {
    let server = try LoopbackServer { request in LoopbackServer.Answer(status: 200, body: Array(request.path.utf8)) }
    defer { server.stop() }
    let transport = try Self.transport(server.address)
    for path in ["a b", "a\r\nX: y", "a\0b", "ä", "%zz", "a?b=c d#e"] {
      let found = await Self.outcome(transport, path)
      #expect(found.contains(" bytes from 0") || found.hasPrefix("address: "), "\(path.debugDescription): \(found)")
    }
    #expect(server.log.allSatisfy { !$0.path.contains(" ") && !$0.path.contains("\0") })
  }

  @Test(.enabled(if: Nginx.program != nil, "nginx is not installed: make deps installs it"))
  func certificatesAreChecked() async throws {
    let served = try TemporaryFolder()
    try served.write("a", [1, 2, 3])
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Certificates").path
    let open = try LoopbackServer { _ in LoopbackServer.Answer(status: 200, body: [1]) }
    defer { open.stop() }
    let nginx = try Nginx(served.path, certificates: folder, leadingTo: open.address)
    let url = try #require(URL(string: nginx.address))
    #expect(nginx.address.hasPrefix("https://"))
    let strange = await Self.outcome(URLSessionTransport(base: url, timeout: 5))
    #expect(strange.hasPrefix("connection:") && strange.contains("certificate"), "\(strange)")
    let trusted = URLSessionTransport(base: url, timeout: 5, certificates: folder + "/loopback.pem")
    // The connection is used again.
    for _ in 0..<3 {
      let found = await Self.outcome(trusted)
      #expect(found == "3 bytes from 0, said 3", "\(found)")
    }
    // Whoever asks over TLS is not led out of it.
    let away = await Self.outcome(trusted, "away")
    #expect(away.hasPrefix("connection: the server leads to \(open.address)") && open.log.isEmpty, "\(away)")
    let absent = URLSessionTransport(base: url, timeout: 5, certificates: folder + "/absent.pem")
    #expect(await Self.outcome(absent).hasPrefix("connection:"))
  }
}
