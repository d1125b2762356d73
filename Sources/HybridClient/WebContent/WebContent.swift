import JSONValues
import Platform
import Manifest
import Routing

/// A web view's request, as its scheme handler has it.
public struct WebRequest: Sendable {
  /// `GET` or `HEAD`.
  public var method: String
  /// The URL (`hybrid://name/path?query`) or its path.
  public var url: String
  /// Header fields, names in any case.
  public var headers: [String: String]

  /// A request.
  public init(method: String = "GET", url: String, headers: [String: String] = [:]) {
    self.method = method
    self.url = url
    self.headers = headers
  }

  func header(_ name: String) -> String? {
    headers.first { $0.key.lowercased() == name }?.value
  }
}

/// What a web view is answered.
public struct WebResponse: Sendable {
  /// 200, 206, 301, 304, 403, 404, 405 or 416.
  public var status: Int
  /// Header fields in order.
  public var headers: [(name: String, value: String)]
  /// The body; empty for `HEAD`.
  public var body: [UInt8]

  /// The value of a field.
  public func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
}

/// Serves a release to web views under `hybrid://<name>/`, or another origin: the one contract of docs/guides/web-views.md.
///
/// A handler of WKWebView's `WKURLSchemeHandler` or Android's `WebViewClient.shouldInterceptRequest` hands requests in and
/// the answers out; nothing here knows either.
///
/// ```swift
/// let content = WebContent(release)
/// let answer = content.response(to: WebRequest(url: "hybrid://news/index.html"))
/// ```
public struct WebContent: Sendable {
  private let release: OpenedRelease
  /// The path prefix that the pages' own absolute references carry (`base` in the configuration), with `/` at both ends.
  public let base: String
  /// The images that stand for each other, by the path of each: a device has those of its nearest viewport, and asks for
  /// what its own size makes of `srcset`.
  private let candidates: [String: [String]]
  /// The release's routes; `nil` where they cannot be read.
  private let router: Router?
  private let hasRedirections: Bool
  /// The origin that pages have: `hybrid://<name>` where none was given.
  public let origin: String

  /// A handler for a release.
  ///
  /// - Parameters:
  ///   - release: the release, whose routes are asked for paths that are not files.
  ///   - base: the path prefix that the pages' own absolute references carry.
  ///   - origin: scheme and host, without a closing slash, where pages are not shown under `hybrid://<name>`: Android's
  ///     web views give storage, modules and `fetch` only to pages of `https`.
  ///   - redirections: whether the web view follows answers with 301. WebKit's `WKURLSchemeHandler` and Android's
  ///     `shouldInterceptRequest` do not: without, a small page leads on.
  public init(_ release: OpenedRelease, base: String = "/", origin: String? = nil, redirections: Bool = true) {
    self.release = release
    self.origin = origin ?? "hybrid://" + Self.host(release.manifest.name)
    self.base = base.hasSuffix("/") ? base : base + "/"
    hasRedirections = redirections
    router = try? release.navigation().router
    candidates = Self.candidates(of: release)
  }

  private static func candidates(of release: OpenedRelease) -> [String: [String]] {
    guard let bytes = try? release.contents(of: "candidates.json"), let listing = try? JSONParser.parse(bytes),
      case .object(let members) = listing, case .array(let images)? = members["images"]
    else { return [:] }
    var result: [String: [String]] = [:]
    for case .array(let image) in images {
      let paths = image.compactMap { path in
        if case .string(let path) = path { return path }
        return nil
      }
      for path in paths { result[path, default: []] += paths.filter { $0 != path } }
    }
    return result
  }

  /// The answer to a request.
  public func response(to request: WebRequest) -> WebResponse {
    let method = request.method.uppercased()
    guard method == "GET" || method == "HEAD" else {
      return answer(405, [("Allow", "GET, HEAD")], "only GET and HEAD are answered")
    }
    // Service workers would sit between the app and its releases, and outlive them.
    if request.header("service-worker") != nil { return answer(403, [], "service workers are off") }
    guard let path = Self.path(of: request.url, base: base) else { return answer(404, [], "no such file") }
    guard let (entry, bytes) = file(path) ?? page(request, path) else {
      return movedPath(request, path).map { moved(to: $0, request.url) } ?? answer(404, [], "no such file")
    }
    return answer(request, entry, bytes, withoutBody: method == "HEAD")
  }

  /// The URL that a web view loads for a visit: the visit's own URL below ``origin`` where a route leads it to the page,
  /// with the closing slash that the index of a folder needs; the page's file otherwise. It is answered without a
  /// redirection. `nil` where no page of the release shows the visit.
  public func url(for visit: Visit) -> String? {
    guard let page = visit.page else { return nil }
    let url = router?.path(of: visit.url) ?? visit.url
    var rest = url[...]
    if let scheme = url.firstRange(of: "://") {
      rest = url[scheme.upperBound...]
      rest = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" }.map { rest[$0...] } ?? "/"
    }
    let end = rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
    let suffix = rest[end...]
    guard let path = Self.path(of: String(rest), base: base), let target = router?.match(Self.routed(rest, base)),
      target.page == page
    else { return origin + base + Self.encoded(page) }
    if file(path)?.path == page { return origin + base + Self.encoded(path) + suffix }
    return origin + base + Self.encoded(canonical(path, of: page)) + suffix
  }

  // MARK: Routes

  /// The path at which a page's URLs are what they were written for: the index of a folder with a closing slash, any other
  /// page without.
  private func canonical(_ path: String, of page: String) -> String {
    let open = path.hasSuffix("/") ? String(path.dropLast()) : path
    return !open.isEmpty && page == open + "/index.html" ? open + "/" : open
  }

  /// The page of a path that is not a file, as the release's routes have it.
  private func routedPage(_ request: WebRequest) -> String? {
    guard Self.asksForPage(request) else { return nil }
    return router?.match(Self.routed(request.url[...], base))?.page
  }

  private func page(_ request: WebRequest, _ path: String) -> (path: String, bytes: [UInt8])? {
    guard let page = routedPage(request), canonical(path, of: page) == path, let bytes = contents(page) else {
      return nil
    }
    return (page, bytes)
  }

  /// Where a path leads that differs from its page's only in the closing slash.
  private func movedPath(_ request: WebRequest, _ path: String) -> String? {
    if let page = routedPage(request), contents(page) != nil { return canonical(path, of: page) }
    return !path.isEmpty && !path.hasSuffix("/") && contents(path + "/index.html") != nil ? path + "/" : nil
  }

  /// The path and query of a request as routes compare them.
  private static func routed(_ url: Substring, _ base: String) -> String {
    var rest = url
    if let scheme = url.firstRange(of: "://") {
      rest = url[scheme.upperBound...]
      rest = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" }.map { rest[$0...] } ?? "/"
    }
    if base != "/", rest.hasPrefix(base) { rest = rest.dropFirst(base.count - 1) }
    // `//host` would name a host.
    return rest.hasPrefix("/") ? "/" + rest.drop { $0 == "/" } : "/" + rest
  }

  /// Whether a request may be for a page rather than for an image, a script or a style sheet, of which a route such as
  /// `/**` answers none.
  private static func asksForPage(_ request: WebRequest) -> Bool {
    if let destination = request.header("sec-fetch-dest") {
      return ["document", "iframe", "frame", "empty", "object", "embed"].contains(destination)
    }
    guard let accepted = request.header("accept"), !accepted.isEmpty else { return true }
    return accepted.contains("text/html")
      || !["image/", "text/css", "font/", "audio/", "video/"].contains(where: accepted.contains)
  }

  private func moved(to path: String, _ url: String) -> WebResponse {
    let query = url.prefix { $0 != "#" }.drop { $0 != "?" }
    let location = base + Self.encoded(path) + query.replacing("\r", with: "").replacing("\n", with: "")
    guard !hasRedirections else { return answer(301, [("Location", location)], "") }
    // What could end the string or the script is escaped as URLs do.
    let quoted = location.utf8.reduce(into: "") { text, byte in
      let isPlain = byte > 0x20 && byte < 0x7F && !"\"'<>\\`".utf8.contains(byte)
      text += isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let markup =
      "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"/><title>…</title><script>"
      + "location.replace(\"\(quoted)\" + location.hash)</script></head><body></body></html>"
    let body = Array(markup.utf8)
    return WebResponse(
      status: 200,
      headers: [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Length", "\(body.count)"),
        ("Cache-Control", "no-cache"),
      ], body: body)
  }

  // MARK: Files

  private func contents(_ path: String) -> [UInt8]? {
    if let bytes = try? release.contents(of: "web/" + path) { return bytes }
    // What pages search with is not in the site.
    switch path {
    case "hybrid-search.json": return try? release.contents(of: ReleaseSearcher.recordsPath)
    case "hybrid-search.index": return try? release.contents(of: ReleaseSearcher.indexPath)
    default: return nil
    }
  }

  /// The entry of a path: a file, or the index of a folder.
  private func file(_ path: String) -> (path: String, bytes: [UInt8])? {
    if path.isEmpty || path.hasSuffix("/") { return contents(path + "index.html").map { (path + "index.html", $0) } }
    if let bytes = contents(path) { return (path, bytes) }
    // Another size of the same image is better than none.
    for other in candidates[path] ?? [] {
      if let bytes = contents(other) { return (other, bytes) }
    }
    return nil
  }

  /// The path of a URL below the base, decoded; `nil` where it leaves the release.
  static func path(of url: String, base: String) -> String? {
    var rest = url[...]
    if let scheme = url.firstRange(of: "://") {
      rest = url[scheme.upperBound...]
      rest = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" }.map { rest[$0...] } ?? "/"
    }
    rest = rest.prefix { $0 != "?" && $0 != "#" }
    if rest.isEmpty { rest = "/" }
    guard rest.hasPrefix("/") else { return nil }
    var path = String(rest)
    if base != "/", path.hasPrefix(base) { path = "/" + path.dropFirst(base.count) }
    guard let decoded = decoded(path), !decoded.utf8.contains(where: { $0 < 0x20 || $0 == 0x5C }) else { return nil }
    let segments = decoded.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard !segments.contains(".."), !segments.contains(".") else { return nil }
    return segments.joined(separator: "/")
  }

  private static func decoded(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0x25 else {
        result.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < bytes.count, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) else {
        return nil
      }
      result.append(high << 4 | low)
      index += 3
    }
    return String(validUTF8: result)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  private static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.reduce(into: "") { result, byte in
      let isPlain =
        (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || "-._~/".utf8.contains(byte)
      if isPlain {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }

  /// A site's name as a host: letters, digits and `-`.
  private static func host(_ name: String) -> String {
    String(
      name.lowercased().unicodeScalars.map {
        ($0.value >= 0x61 && $0.value <= 0x7A) || ($0.value >= 0x30 && $0.value <= 0x39) || $0 == "."
          ? Character($0) : "-"
      })
  }

  // MARK: Answers

  private func answer(_ status: Int, _ headers: [(name: String, value: String)], _ text: String) -> WebResponse {
    let body = Array(text.utf8)
    return WebResponse(
      status: status,
      headers: [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", "\(body.count)")] + headers,
      body: body)
  }

  private func answer(_ request: WebRequest, _ entry: String, _ bytes: [UInt8], withoutBody: Bool) -> WebResponse {
    var headers: [(name: String, value: String)] = [
      ("Content-Type", ContentType.of(entry)), ("X-Content-Type-Options", "nosniff"),
      ("Cache-Control", "no-cache"), ("Accept-Ranges", "bytes"), ("Access-Control-Allow-Origin", origin),
    ]
    let tag = release.hash(of: "web/" + entry).map { "\"\($0.name)\"" }
    if let tag {
      headers.append(("ETag", tag))
      if request.header("if-none-match").map({ Self.matches($0, tag) }) == true {
        return WebResponse(status: 304, headers: headers, body: [])
      }
    }
    // A part of what the asker has of another release would be no part of this file.
    let isSame = request.header("if-range").map { $0 == tag } ?? true
    guard let wanted = request.header("range"), isSame, let range = Self.range(wanted, of: bytes.count) else {
      headers.append(("Content-Length", "\(bytes.count)"))
      return WebResponse(status: 200, headers: headers, body: withoutBody ? [] : bytes)
    }
    guard !range.isEmpty else {
      headers.append(("Content-Range", "bytes */\(bytes.count)"))
      headers.append(("Content-Length", "0"))
      return WebResponse(status: 416, headers: headers, body: [])
    }
    headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"))
    headers.append(("Content-Length", "\(range.count)"))
    return WebResponse(status: 206, headers: headers, body: withoutBody ? [] : Array(bytes[range]))
  }

  /// Whether `If-None-Match` names a tag.
  private static func matches(_ text: String, _ tag: String) -> Bool {
    text.split(separator: ",").contains { part in
      var one = part.drop { $0 == " " }
      if one.hasPrefix("W/") { one = one.dropFirst(2) }
      while one.last == " " { one.removeLast() }
      return one == "*" || one == tag
    }
  }

  /// The bytes that `Range` asks for: one range of bytes; `nil` for anything else, which is answered whole; an empty range
  /// where none of it is there.
  static func range(_ text: String, of count: Int) -> Range<Int>? {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[0] == "bytes" else { return nil }
    let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    if ends[0].isEmpty {
      guard let length = Int(ends[1]), length >= 0 else { return nil }
      return max(0, count - length)..<count
    }
    guard let first = Int(ends[0]), first >= 0 else { return nil }
    guard first < count else { return 0..<0 }
    if ends[1].isEmpty { return first..<count }
    guard let last = Int(ends[1]), last >= first else { return nil }
    return first..<min(count, last == .max ? last : last + 1)
  }
}
