import FlyingFox
import Foundation
import JSONValues
import Manifest
// The server's library has one of the same name.
import enum JSONValues.JSONValue

extension PreviewServer {
  /// Whether a request is for a live page: `/views` opens one, `/views/ID` sends it something, `/views/ID/end` ends it.
  static func isForLivePage(_ request: HTTPRequest) -> Bool {
    guard request.method == .POST else { return false }
    let path = request.target.rawValue
    return path == "/views" || path.hasPrefix("/views/")
  }

  /// The answer to such a request: JSON, with a `problem` where there are no commands.
  ///
  /// - Parameter bodyArrived: called once the whole body is there; never where the request is refused before.
  func answerLive(_ request: HTTPRequest, bodyArrived: () -> Void) async -> HTTPResponse {
    do throws(LivePages.Failure) {
      return Self.json(try await liveAnswer(request, bodyArrived))
    } catch {
      return Self.json(.object(["problem": .string(error.reason)]), status: error.status)
    }
  }

  private func liveAnswer(
    _ request: HTTPRequest, _ bodyArrived: () -> Void
  ) async throws(LivePages.Failure) -> JSONValue {
    let host = request.headers[.host] ?? ""
    guard HostName.isThisMachine(host, served: settings.host) else {
      throw LivePages.Failure(status: 403, reason: "unknown host")
    }
    guard Self.isOfThisOrigin(request, host) else {
      throw LivePages.Failure(status: 403, reason: "other sites' pages drive none here")
    }
    // Forms of other sites send texts; this type takes a question beforehand, which is never answered.
    guard request.headers[.contentType]?.split(separator: ";").first?.lowercased() == "application/json" else {
      throw LivePages.Failure(status: 415, reason: "expected application/json")
    }
    let body = try Self.parsed(try await Self.body(of: request, bodyArrived))
    let parts = request.target.rawValue.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
    switch (parts.count, parts.last) {
    case (0, _): return try await livePages.open(body, from: shown.file, standing: try standingData())
    case (1, let name?): return try await livePages.send(body, to: String(name))
    case (2, "end"):
      await livePages.end(String(parts.first ?? ""))
      return .object([:])
    default: throw LivePages.Failure(status: 404, reason: "not here")
    }
  }

  /// Browsers say which page a request comes from; what says nothing is not a page.
  static func isOfThisOrigin(_ request: HTTPRequest, _ host: String) -> Bool {
    let own = "http://" + host.lowercased()
    if let origin = request.headers[HTTPHeader("Origin")], origin.lowercased() != own { return false }
    // Older browsers send neither that nor `Sec-Fetch-Site` with a GET.
    if let referrer = request.headers[HTTPHeader("Referer")]?.lowercased(), referrer != own,
      !referrer.hasPrefix(own + "/")
    {
      return false
    }
    let site = request.headers[HTTPHeader("Sec-Fetch-Site")]
    return site == nil || site == "same-origin"
  }

  private static func body(
    of request: HTTPRequest, _ bodyArrived: () -> Void
  ) async throws(LivePages.Failure) -> [UInt8] {
    guard let count = request.bodySequence.count else {
      throw LivePages.Failure(status: 411, reason: "expected Content-Length")
    }
    guard count <= LivePages.largestBody else {
      throw LivePages.Failure(status: 413, reason: "more than \(LivePages.largestBody) bytes")
    }
    do {
      let bytes = Array(try await request.bodyData)
      bodyArrived()
      return bytes
    } catch {
      throw LivePages.Failure(status: 400, reason: "the body ends early")
    }
  }

  private static func parsed(_ body: [UInt8]) throws(LivePages.Failure) -> JSONValue {
    do throws(JSONError) {
      return try JSONParser.parse(body)
    } catch {
      throw LivePages.Failure(status: 400, reason: "no JSON: expected \(error.expected) at byte \(error.offset)")
    }
  }

  /// What fills bindings where a browser brings no data: the file that was named at the start, as it is now.
  private func standingData() throws(LivePages.Failure) -> JSONValue {
    guard let path = settings.dataFile else { return .object([:]) }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw LivePages.Failure(status: 409, reason: "\(path) cannot be read")
    }
    do throws(JSONError) {
      return try JSONParser.parse(Array(bytes))
    } catch {
      throw LivePages.Failure(
        status: 409, reason: "\(path) is not valid JSON: expected \(error.expected) at byte \(error.offset)")
    }
  }

  private static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    let phrases = [
      200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 409: "Conflict", 411: "Length Required",
      413: "Content Too Large", 415: "Unsupported Media Type",
    ]
    return HTTPResponse(
      statusCode: HTTPStatusCode(status, phrase: phrases[status] ?? "Failed"),
      headers: headers(type: "application/json"), body: Data(value.canonicalText.utf8))
  }
}
