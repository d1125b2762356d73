import FlyingFox
import Foundation
import Manifest

extension PreviewServer {
  /// The answer to a request: what a path means, and whether it may be asked for.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let isHead = request.method == .HEAD
    guard request.method == .GET || isHead else {
      var refusal = Self.text(.methodNotAllowed, "GET only\n")
      refusal.headers[HTTPHeader("Allow")] = "GET, HEAD"
      return refusal
    }
    // A page of another site must not read this one through a name of its own (DNS rebinding).
    guard HostName.isThisMachine(request.headers[.host] ?? "", served: settings.host) else {
      return Self.text(.forbidden, "unknown host\n")
    }
    guard let path = RequestPath.decoded(request.target.rawValue) else { return Self.text(.badRequest, "bad path\n") }
    // What another site's page asks for is read by nobody, but these do something.
    let hasEffect = path == "/events" || path.hasPrefix("/shown/")
    if hasEffect, !Self.isOfThisOrigin(request, request.headers[.host] ?? "") {
      return Self.text(.forbidden, "for the preview's own pages\n")
    }
    if let address = addressInPackage(path, askedBy: request.headers[HTTPHeader("Referer")]) {
      var redirection = Self.text(.found, "")
      redirection.headers[.location] = address
      return redirection
    }
    return isHead
      ? Self.withoutBody(answer(path, range: nil, isHead: true)) : answer(path, range: request.headers[.range])
  }

  /// Where a page of the package that counts its URLs from the root finds a file, seen from the server's root.
  private func addressInPackage(_ path: String, askedBy referrer: String?) -> String? {
    guard let referrer, let start = referrer.range(of: "://")?.upperBound,
      let slash = referrer[start...].firstIndex(of: "/"), referrer[slash...].hasPrefix("/web/"),
      !path.hasPrefix("/web/"), shown.file("web" + path) != nil
    else { return nil }
    return path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).map { "/web" + $0 }
  }

  private func answer(_ path: String, range: String?, isHead: Bool = false) -> HTTPResponse {
    switch path {
    case "/events":
      return isHead ? Self.text(.ok, "") : events.response(first: "{\"version\":\(shown.version)}")
    case "/state.json":
      let content = shown
      return Self.bytes(
        Array("{\"version\":\(content.version),\"state\":\(content.state)}".utf8), type: "application/json")
    default: break
    }
    if path.hasPrefix("/shown/") {
      noteShown(String(path.dropFirst(7)))
      return Self.text(.ok, "")
    }
    if path.hasPrefix("/lists/"), path.hasSuffix(".json") {
      return displayList(path.dropFirst(7).dropLast(5)).map { Self.bytes($0, type: "application/json") }
        ?? Self.text(.notFound, "not here\n")
    }
    for prefix in ["/live/pages/", "/live/layouts/", "/web/"] where path.hasPrefix(prefix) {
      let entry = String(path.dropFirst(prefix == "/web/" ? 1 : 6))
      guard let bytes = shown.file(entry) else { return Self.text(.notFound, "not here\n") }
      return Self.bytes(bytes, type: ContentType.of(entry))
    }
    let file: ServedFile?
    if path.hasPrefix("/dist/") {
      var name = String(path.dropFirst(6))
      if name == "manifest.json" {
        // What was verified or published, whatever is in its place by now.
        guard let hash = shown.manifest else { return Self.text(.notFound, "no release\n") }
        name = "manifests/\(hash.name).json"
      }
      file = ServedFile(folder: settings.releaseFolder, path: name)
    } else {
      file = ServedFile(folder: settings.clientFolder, path: path == "/" ? "index.html" : String(path.dropFirst()))
    }
    return file?.response(range: range) ?? Self.text(.notFound, "not found\n")
  }

  /// The display list that `VIEWPORT/PAGE` names.
  private func displayList(_ name: Substring) -> [UInt8]? {
    guard let slash = name.firstIndex(of: "/") else { return nil }
    return shown.displayList(String(name[name.index(after: slash)...]), String(name[..<slash]))
  }

  private static func withoutBody(_ response: HTTPResponse) -> HTTPResponse {
    var headers = response.headers
    if case .httpBody(let body) = response.payload, let count = body.count { headers[.contentLength] = String(count) }
    return HTTPResponse(statusCode: response.statusCode, headers: headers, body: Data())
  }

  /// Headers of every answer: types are as sent, and other sites' pages embed nothing.
  static func headers(type: String) -> HTTPHeaders {
    var headers = HTTPHeaders()
    headers[.contentType] = type
    headers[HTTPHeader("Cache-Control")] = "no-store"
    headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
    headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
    headers[HTTPHeader("X-Frame-Options")] = "SAMEORIGIN"
    return headers
  }

  static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: headers(type: "text/plain; charset=utf-8"), body: Data(text.utf8))
  }

  static func bytes(_ bytes: [UInt8], type: String) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, headers: headers(type: type), body: Data(bytes))
  }
}
