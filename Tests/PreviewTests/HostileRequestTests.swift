import Foundation
import Testing

@testable import Preview

#if canImport(Glibc)
  import Glibc
#endif

/// Whole requests over a socket, as programs that mean no good send them.
@Suite(.serialized) struct HostileRequestTests {
  /// Does what blocks on a thread of its own: the server needs the runtime's.
  private func onThread(_ body: @Sendable @escaping () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      Thread { done.resume(with: Result(catching: body)) }.start()
    }
  }

  /// A server over two folders, with a file beside them that nobody may read.
  private final class Site {
    let folder: String
    let server: PreviewServer
    let port: UInt16

    init() throws {
      let folder = NSTemporaryDirectory() + "/hybrid-preview-\(UUID().uuidString)"
      self.folder = folder
      for name in ["dist", "client"] {
        try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
      }
      func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
      }
      try write("secret", "secret")
      try write("dist/manifest.json", "0123456789")
      try write("dist/.hidden", "secret")
      try write("client/index.html", "client")
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/dist/link", withDestinationPath: folder + "/secret")
      var settings = PreviewServer.Settings(releaseFolder: folder + "/dist", clientFolder: folder + "/client")
      settings.port = 0
      server = PreviewServer(settings)
      port = try server.start()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func connect() throws -> Int32 {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      try #require(status == 0)
      return descriptor
    }

    /// The answer to the bytes of a request, read to the end of the connection.
    func ask(_ request: String) throws -> String {
      let descriptor = try connect()
      defer { close(descriptor) }
      let bytes = Array(request.utf8)
      send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      shutdown(descriptor, Int32(SHUT_WR))
      var answer: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        answer += buffer[..<count]
      }
      return String(decoding: answer, as: UTF8.self)
    }

    func status(_ path: String, host: String = "localhost", method: String = "GET") throws -> String {
      let answer = try ask("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      return String(answer.split(separator: " ").dropFirst().first ?? "none")
    }
  }

  @Test func onlyTheReleaseAndTheClientAreServed() async throws {
    try await onThread {
      let site = try Site()
      #expect(try site.status("/") == "200")
      #expect(try site.status("/dist/manifest.json") == "200")
      for path in [
        "/dist/../secret", "/dist/%2e%2e/secret", "/dist/..%2fsecret", "/dist/%2E%2E%2Fsecret", "/../secret",
        "/%2e%2e%5csecret", "//../secret", "/dist/%00", "/%ff",
      ] {
        #expect(try site.status(path) == "400", "\(path)")
      }
      for path in [
        "/dist/link", "/dist/.hidden", "/dist/", "/dist", "/dist//manifest.json", "/live/secret", "/web/x", "//",
      ] {
        #expect(try site.status(path) == "404", "\(path)")
      }
      let everything = try ["/dist/link", "/dist/.hidden", "/dist/%2e%2e/secret"].map { path in
        try site.ask("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      }
      #expect(!everything.contains { $0.contains("secret") })
    }
  }

  /// A page that counts its URLs from the root finds them below `/web/`, where the preview has it.
  @Test func filesOfAPageThatCountsFromTheRootAreFound() async throws {
    try await onThread {
      let site = try Site()
      site.server.show {
        "\($0)"
      } _: { content in
        content.file = { $0 == "web/css/ä.css" || $0 == "web/preview.css" ? [1] : nil }
      }
      func ask(_ path: String, from referrer: String) throws -> String {
        try site.ask("GET \(path) HTTP/1.1\r\nHost: localhost\r\nReferer: \(referrer)\r\n\r\n")
      }
      let page = "http://localhost:4600/web/user/index.html"
      #expect(try ask("/css/%C3%A4.css", from: page).contains("302 Found"))
      #expect(try ask("/css/%C3%A4.css", from: page).contains("Location: /web/css/%C3%A4.css\r\n"))
      #expect(try ask("/web/css/%C3%A4.css", from: page).contains("200 OK"))
      #expect(try ask("/preview.css", from: page).contains("Location: /web/preview.css\r\n"))
      #expect(try ask("/css/none.css", from: page).contains("404"))
      #expect(try ask("/css/%C3%A4.css", from: "http://localhost:4600/").contains("404"))
    }
  }

  @Test func methodsHostsAndRangesAreThoseThatAreTold() async throws {
    try await onThread {
      let site = try Site()
      #expect(try site.status("/", method: "POST") == "405")
      #expect(try site.status("/", method: "PUT") == "405")
      #expect(try site.status("/", host: "evil.example") == "403")
      #expect(try site.status("/state.json", host: "127.0.0.1.evil.example") == "403")
      #expect(try site.status("/events", host: "") == "403")
      let head = try site.ask("HEAD /dist/manifest.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(head.contains("200 OK") && head.contains("Content-Length: 10\r\n") && head.hasSuffix("\r\n\r\n"))
      let range = try site.ask("GET /dist/manifest.json HTTP/1.1\r\nHost: localhost\r\nRange: bytes=2-4\r\n\r\n")
      #expect(range.contains("206 Partial Content") && range.hasSuffix("\r\n\r\n234"))
      let beyond = try site.ask("GET /dist/manifest.json HTTP/1.1\r\nHost: localhost\r\nRange: bytes=10-\r\n\r\n")
      #expect(beyond.contains("416 ") && beyond.contains("bytes */10"))
    }
  }

  @Test func nonsenseEndsItsOwnConnectionAlone() async throws {
    try await onThread {
      let site = try Site()
      for request in [
        "", "\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\nHost: localhost\r\n\r\n",
        "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
      ] {
        #expect(!(try site.ask(request)).contains("200 OK"), "\(request)")
      }
      #expect(try site.status("/") == "200")
    }
  }

  /// A body that nobody asked for is not read: a chunk's size, however large, costs nothing.
  @Test func aBodyIsNotWaitedFor() async throws {
    try await onThread {
      let site = try Site()
      for size in ["ffffffffffffffff", "7fffffffffffffff", "-1", "zz", ""] {
        let request =
          "GET /dist/manifest.json HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\n"
        let answer = try site.ask(request)
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 "), "\(size): \(answer)")
      }
      #expect(try site.status("/dist/manifest.json") == "200")
    }
  }

  #if os(Linux)
    @Test func aHeadWithoutEndIsEnded() async throws {
      try await onThread {
        let site = try Site()
        let descriptor = try site.connect()
        defer { close(descriptor) }
        let part = [UInt8](repeating: UInt8(ascii: "a"), count: 64 << 10)
        var sent = 0
        // The limit is looked at once a second; what is sent until then is bounded by how fast the head is read.
        while sent < 1 << 30 {
          let count = send(descriptor, part, part.count, Int32(MSG_NOSIGNAL))
          guard count > 0 else { break }
          sent += count
        }
        #expect(sent < 1 << 30, "the connection is still open")
        #expect(try site.status("/") == "200")
      }
    }
  #endif

  @Test func aTakenPortLeadsToTheNext() async throws {
    try await onThread {
      let site = try Site()
      var settings = PreviewServer.Settings(releaseFolder: site.folder + "/dist", clientFolder: site.folder + "/client")
      settings.port = site.port
      let next = try PreviewServer(settings).start()
      #expect(next != site.port && next > site.port && next < site.port + 50)
      settings.attempts = 1
      #expect(throws: PreviewServer.Failure.self) { try PreviewServer(settings).start() }
      settings.host = "no address"
      #expect(throws: PreviewServer.Failure.self) { try PreviewServer(settings).start() }
    }
  }
}
