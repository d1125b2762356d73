import FlyingFox
import FlyingSocks
import Foundation

/// A connection and its requests, one after another (RFC 9112).
///
/// Heads are read here: the library's own server keeps one field of each name, so that of two `Host` fields the second would
/// count, unseen.
struct PreviewConnection: ~Copyable {
  private let socket: AsyncSocket
  /// What was read and belongs to no request yet.
  private var received: [UInt8] = []

  init(_ socket: AsyncSocket) { self.socket = socket }

  /// Why a head is not answered.
  private enum Fault: Error { case malformed, tooLong }

  /// Answers requests until the connection ends.
  mutating func serve(_ answer: (HTTPRequest) async throws -> HTTPResponse) async {
    do {
      while let head = try await nextHead() {
        let request = try await self.request(head)
        let response = try await answer(request)
        try await send(response)
        let tokens = (request.headers[.connection] ?? "").lowercased().split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        let isKept = request.version == .http11 ? !tokens.contains("close") : tokens.contains("keep-alive")
        guard response.headers[.connection] != "close" else {
          // What is sent on would reset the connection before the answer arrived.
          try await drain()
          break
        }
        guard isKept else { break }
      }
    } catch Fault.malformed {
      try? await send(PreviewServer.closing(PreviewServer.text(.badRequest, "no request\n")))
    } catch Fault.tooLong {
      let answer = PreviewServer.text(.requestHeaderFieldsTooLarge, "the request is too long\n")
      try? await send(PreviewServer.closing(answer))
      try? await drain()
    } catch {
      // The other end is gone.
    }
    try? socket.close()
  }

  // MARK: Reading

  private mutating func readMore() async throws {
    received += try await socket.read(atMost: 4096)
  }

  /// The lines of the next request's head; `nil` where the connection ends instead.
  private mutating func nextHead() async throws -> [Substring]? {
    var searched = 0
    while true {
      if let end = Self.end(ofHeadIn: received, from: searched) {
        let lines = try Self.lines(ofHead: received[..<end])
        received.removeSubrange(..<end)
        return lines
      }
      guard received.count <= ConnectionLimits.largestRequest else { throw Fault.tooLong }
      searched = max(0, received.count - 3)
      do {
        try await readMore()
      } catch SocketError.disconnected where received.isEmpty {
        return nil
      }
    }
  }

  /// The lines of a head, which end in CR LF or in LF and in nothing else (RFC 9112, 2.2); empty ones are left out.
  ///
  /// Other readers end lines at other signs, or take none: control characters are refused (RFC 9110, 5.5).
  private static func lines(ofHead bytes: ArraySlice<UInt8>) throws(Fault) -> [Substring] {
    var lines: [Substring] = []
    for line in bytes.split(separator: 0x0A) {
      let line = line.last == 0x0D ? line.dropLast() : line
      guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw .malformed }
      if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)[...]) }
    }
    return lines
  }

  /// The place behind the empty line that ends a head.
  private static func end(ofHeadIn bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while let feed = bytes[index...].firstIndex(of: 0x0A) {
      let rest = bytes[(feed + 1)...]
      if rest.first == 0x0A { return feed + 2 }
      if rest.starts(with: [0x0D, 0x0A]) { return feed + 3 }
      index = feed + 1
    }
    return nil
  }

  private mutating func request(_ lines: [Substring]) async throws -> HTTPRequest {
    let parts = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { throw Fault.malformed }
    var headers = HTTPHeaders()
    for line in lines.dropFirst() {
      // RFC 9112, 5: no space before the colon, and no line that goes on from the one before.
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
        line[..<colon].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
      else { throw Fault.malformed }
      let name = HTTPHeader(String(line[..<colon]))
      // RFC 9110, 5.5: spaces and tabs around a value, and no other white space.
      let value = line[line.index(after: colon)...].trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
      // RFC 9112, 3.2 and 6.3: what names the host or the body's length is there once.
      let isSingle = name == .host || name == .contentLength || name == .transferEncoding
      guard !isSingle || headers.values(for: name).isEmpty else { throw Fault.malformed }
      headers.addValue(value, for: name)
    }
    let target = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var request = HTTPRequest(
      method: HTTPMethod(String(parts[0])), version: HTTPVersion(String(parts[2])),
      target: HTTPRequest.Target(path: String(target[0]), query: target.count > 1 ? String(target[1]) : ""),
      headers: headers, body: HTTPBodySequence())
    request.bodySequence = try await body(of: request)
    if case .ip4(let host, let port)? = try? socket.socket.remotePeer() {
      request.remoteAddress = .ip4(host, port: port)
    }
    return request
  }

  /// The body of a request for a live page, where it is not too large; of any other request only that there is one.
  private mutating func body(of request: HTTPRequest) async throws -> HTTPBodySequence {
    guard request.headers[.transferEncoding] == nil else {
      guard request.headers[.contentLength] == nil else { throw Fault.malformed }
      return HTTPBodySequence(from: UnreadBytes())
    }
    guard let text = request.headers[.contentLength] else { return HTTPBodySequence() }
    guard let count = Int(text), count >= 0, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      throw Fault.malformed
    }
    guard count > 0, count <= LivePages.largestBody, PreviewServer.isForLivePage(request) else {
      return count == 0 ? HTTPBodySequence() : HTTPBodySequence(from: UnreadBytes(), count: count)
    }
    while received.count < count { try await readMore() }
    let bytes = Data(received[..<count])
    received.removeSubrange(..<count)
    return HTTPBodySequence(data: bytes)
  }

  /// Reads what comes behind a refused request, as long as that is little: the limits end the connection soon.
  private mutating func drain() async throws {
    var count = received.count
    received = []
    while count <= ConnectionLimits.largestRequest {
      try await readMore()
      count += received.count
      received = []
    }
  }

  // MARK: Writing

  private func send(_ response: HTTPResponse) async throws {
    guard case .httpBody(let body) = response.payload else { return }
    var lines = ["\(response.version.rawValue) \(response.statusCode.code) \(response.statusCode.phrase)"]
    lines += response.headers.map { "\($0.key.rawValue): \($0.value)" }.sorted()
    if response.headers[.contentLength] == nil {
      lines.append(body.count.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked")
    }
    try await socket.write(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    for try await part in body { try await socket.write(part) }
  }
}

/// A body that nobody reads.
private struct UnreadBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  func makeAsyncIterator() -> Iterator { Iterator() }

  struct Iterator: AsyncBufferedIteratorProtocol {
    mutating func next() async throws -> UInt8? { nil }
    mutating func nextBuffer(suggested _: Int) async throws -> [UInt8]? { nil }
  }
}
