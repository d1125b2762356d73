import Foundation
import Manifest
import Testing

@testable import Preview

#if canImport(Glibc)
  import Glibc
#endif

/// Whole requests over a socket, as programs that mean no good send them.
@Suite(.serialized) struct HostileRequestTests {
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

  /// What a release names by its hash is shown only while it has the hash, whole and in parts; its manifest is that which was verified.
  @Test func filesThatChangedInPlaceAreNotServed() async throws {
    try await onThread {
      let site = try Site()
      let sound = Array("the archive".utf8)
      let name = "base.\(ContentHash(of: sound).name).zip"
      let manifest = Array(#"{"id":"1"}"#.utf8)
      let manifestName = "\(ContentHash(of: manifest).name).json"
      func write(_ path: String, _ bytes: [UInt8]) throws {
        let file = URL(fileURLWithPath: site.folder + "/dist/" + path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
      }
      try write("packages/\(name)", sound)
      try write("manifests/\(manifestName)", manifest)
      site.server.show({ _ in "{}" }) { $0.manifest = ContentHash(of: manifest) }
      func ask(_ path: String, _ header: String = "") throws -> String {
        try site.ask("GET /dist/\(path) HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n")
      }
      let part = "Range: bytes=4-6\r\n"
      #expect(try ask("packages/\(name)").hasSuffix("\r\n\r\nthe archive"))
      #expect(try ask("packages/\(name)", part).hasSuffix("\r\n\r\narc"))
      #expect(try ask("manifest.json").hasSuffix(#"{"id":"1"}"#))
      try write("packages/\(name)", Array("the Archive".utf8))
      for header in ["", part, "Range: bytes=0-0\r\n"] {
        #expect(try ask("packages/\(name)", header).hasPrefix("HTTP/1.1 404 "), "\(header)")
      }
      let index = "packages/base.\(ContentHash(of: sound).name).index.json"
      try write(index, sound)
      #expect(try ask(index).hasSuffix("\r\n\r\nthe archive"))
      try write(index, Array("[EVIL]     ".utf8))
      for header in ["", part] { #expect(try ask(index, header).hasPrefix("HTTP/1.1 404 "), "\(header)") }
      try write("manifests/\(manifestName)", Array(#"{"id":"2"}"#.utf8))
      #expect(try ask("manifest.json").hasPrefix("HTTP/1.1 404 "))
      // Before a release is there, nothing in the folder stands for its manifest.
      site.server.show({ _ in "{}" }) { $0.manifest = nil }
      #expect(try ask("manifest.json").hasPrefix("HTTP/1.1 404 "))
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

  @Test func methodsHostsAndRangesAreThoseThatAreReported() async throws {
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

  /// RFC 9112, 3.2: which of two hosts counts is nobody's guess.
  @Test func twoHostsAreRefused() async throws {
    try await onThread {
      let site = try Site()
      for hosts in [
        "Host: localhost\r\nHost: evil.example", "Host: evil.example\r\nHost: localhost",
        "Host: localhost\r\nhost: localhost", "Host: localhost\r\nHOST: ",
        "Host: localhost\r\nAccept: */*\r\nHost: localhost",
      ] {
        let answer = try site.ask("GET /state.json HTTP/1.1\r\n\(hosts)\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 400 ") && !answer.contains("version"), "\(hosts): \(answer)")
      }
      // The second request of a connection, and one that arrives letter by letter.
      let sound = "GET /state.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let second = try site.ask(sound + "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n")
      #expect(second.hasPrefix("HTTP/1.1 200 ") && second.contains("HTTP/1.1 400 "))
      let both = try site.ask(sound + sound)
      #expect(both.split(separator: "HTTP/1.1 200 ").count == 2, "\(both)")
      #expect(try site.status("/") == "200")
    }
  }

  /// RFC 9112, 5.1, 5.2 and 6.3.
  @Test func headsThatReadersTakeDifferentlyAreRefused() async throws {
    try await onThread {
      let site = try Site()
      for lines in [
        "Host : localhost", "Host: localhost\r\n more: x", "Host: localhost\r\n: x", "Host: localhost\r\nnothing",
        "Host: localhost\r\nContent-Length: 1\r\nContent-Length: 2", "Host: localhost\r\nContent-Length: +1",
        "Host: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
        // Other readers see a line less, or one more.
        "Accept: a\u{B}Host: localhost", "Host: localhost\u{C}Accept: b", "Accept: a\rHost: localhost",
        "Host: localhost\r\nAccept: a\u{0}b", "Host: localhost\r\nAccept: a\u{7F}b",
      ] {
        let answer = try site.ask("GET /state.json HTTP/1.1\r\n\(lines)\r\n\r\nx")
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(lines): \(answer)")
      }
    }
  }

  /// RFC 9112, 2.2: lines end in CR LF, or in LF only. U+0085 and U+2028 are in bytes of values, which mean nothing.
  @Test func onlyLineFeedsEndLines() async throws {
    try await onThread {
      let site = try Site()
      for sign in ["\u{85}", "\u{2028}", "\u{2029}"] {
        let hidden = try site.ask("GET /state.json HTTP/1.1\r\nAccept: a\(sign)Host: localhost\r\n\r\n")
        #expect(!hidden.hasPrefix("HTTP/1.1 200 "), "\(hidden)")
        let shown = try site.ask(
          "GET /state.json HTTP/1.1\r\nHost: localhost\r\nAccept: a\(sign)Host: evil.example\r\n\r\n")
        #expect(shown.hasPrefix("HTTP/1.1 200 "), "\(shown)")
        let padded = try site.ask("GET /state.json HTTP/1.1\r\nHost: localhost\(sign)\r\n\r\n")
        #expect(!padded.hasPrefix("HTTP/1.1 200 "), "\(padded)")
      }
      #expect(try site.ask("GET /state.json HTTP/1.1\nHost: localhost\n\n").hasPrefix("HTTP/1.1 200 "))
      #expect(try site.ask("\r\nGET /state.json HTTP/1.1\r\nHost:\t localhost \r\n\r\n").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test func headsThatAreTooLongAreSaidToBeSo() async throws {
    try await onThread {
      let site = try Site()
      for head in ["GET /", "GET / HTTP/1.1\r\nHost: "] {
        let answer = try site.ask(head + String(repeating: "x", count: 70_000) + " HTTP/1.1\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 431 "), "\(answer.prefix(80))")
      }
    }
  }

  /// Pages of other sites may ask, and nothing comes of it.
  @Test func pagesOfOtherSitesNeitherNoteNorListen() async throws {
    try await onThread {
      let site = try Site()
      func ask(_ path: String, _ header: String) throws -> String {
        try site.ask("GET \(path) HTTP/1.1\r\nHost: localhost:\(site.port)\r\n\(header)\r\n\r\n")
      }
      for header in [
        "Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
        "Referer: http://evil.example/", "Referer: http://localhost:\(site.port).evil.example/",
      ] {
        #expect(try ask("/shown/evil.html", header).hasPrefix("HTTP/1.1 403 "), "\(header)")
        #expect(try ask("/events", header).hasPrefix("HTTP/1.1 403 "), "\(header)")
      }
      #expect(site.server.pagesOnScreen == [])
      for header in [
        "Accept: */*", "Sec-Fetch-Site: same-origin", "Referer: http://localhost:\(site.port)/index.html",
      ] {
        #expect(try ask("/shown/own.html", header).hasPrefix("HTTP/1.1 200 "), "\(header)")
      }
      #expect(site.server.pagesOnScreen == ["own.html"])
    }
  }

  @Test func nonsenseEndsOnlyItsOwnConnection() async throws {
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

  #if os(Linux)
    /// A refused body is neither read to its end nor taken for requests, and its connection does not stay.
    @Test(arguments: [
      ("POST /views", "Content-Length: 5000000\r\n", "413"), ("POST /views", "Content-Length: 70000\r\n", "413"),
      ("POST /views", "Transfer-Encoding: chunked\r\n", "411"), ("GET /", "Content-Length: 5000000\r\n", "200"),
    ])
    func aRefusedBodyEndsItsConnection(_ line: String, _ length: String, _ status: String) async throws {
      try await onThread {
        let site = try Site()
        let descriptor = try site.connect()
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 12, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
          setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        let inside = "GET /dist/manifest.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let head =
          "\(line) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(length)\r\n"
        let bytes = Array((head + inside).utf8)
        #expect(send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        repeat {
          count = recv(descriptor, &buffer, buffer.count, 0)
          if count > 0 { answer += buffer[..<count] }
        } while count > 0
        let isOpen = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
        #expect(!isOpen, "the connection is still open")
        let text = String(decoding: answer, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 \(status) ") && text.contains("Connection: close\r\n"), "\(text)")
        #expect(!text.contains("0123456789"), "\(text)")
        #expect(try site.status("/") == "200")
      }
    }

    /// What is refused is not waited for: a sender that goes on is cut off.
    @Test func aRefusedBodyIsNotReadOn() async throws {
      try await onThread {
        let site = try Site()
        let descriptor = try site.connect()
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 12, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let head = Array(
          ("POST /views HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 1000000000\r\n\r\n").utf8)
        #expect(send(descriptor, head, head.count, Int32(MSG_NOSIGNAL)) == head.count)
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 50_000)
        var sent = 0
        var failure: Int32 = 0
        while sent < 1_000_000_000, failure == 0 {
          let count = send(descriptor, part, part.count, Int32(MSG_NOSIGNAL))
          if count > 0 { sent += count } else { failure = errno }
        }
        #expect(failure == ECONNRESET || failure == EPIPE, "\(sent) bytes went, then \(failure)")
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
