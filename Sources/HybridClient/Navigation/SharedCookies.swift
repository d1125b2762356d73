import Routing
import Platform

/// The cookies and credentials that all sessions of one store share: who signs in once is signed in everywhere.
///
/// A session puts them into ``Visit/headers`` of visits that the network answers; the app hands the `Set-Cookie` fields of
/// what it fetched itself to ``receive(_:from:)``, and gives ``headers(for:)`` to its own requests.
///
/// ```swift
/// let cookies = SharedCookies()
/// cookies.receive("id=7; Path=/; Secure", from: "www.example.com")
/// print(cookies.headers(for: "https://www.example.com/account"))
/// ```
public final class SharedCookies: Sendable {
  /// A cookie of a host (RFC 6265, 5.3); none has an end but that of the app's run.
  private struct Cookie {
    var value: String
    /// Whether hosts below the host get it, too.
    var isForSubdomains = false
    var path = "/"
    var isSecure = false
  }

  /// By host, and by name.
  private let values = Mutex<[String: [String: Cookie]]>([:])
  private let credentials = Mutex<[String: String]>([:])

  /// No cookies.
  public init() {}

  /// A host's cookies as a `Cookie` header has them, sorted by name; `nil` where there are none.
  ///
  /// - Parameters:
  ///   - host: the host, in any case.
  ///   - path: the path of the request.
  ///   - isSecure: whether the request is over HTTPS: without, cookies that are `Secure` stay away.
  public func header(for host: String, path: String = "/", isSecure: Bool = true) -> String? {
    let host = host.lowercased()
    var found: [String: String] = [:]
    values.withLock { all in
      // From the widest to the host's own, which come over the others.
      for domain in Self.domains(of: host).reversed() {
        for (name, cookie) in all[domain] ?? [:]
        where (domain == host || cookie.isForSubdomains) && (isSecure || !cookie.isSecure)
          && Self.isBelow(cookie.path, path)
        {
          found[name] = cookie.value
        }
      }
    }
    guard !found.isEmpty else { return nil }
    return found.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
  }

  /// Sets a cookie; `nil` removes it.
  public func set(_ name: String, to value: String?, for host: String) {
    values.withLock { $0[host.lowercased(), default: [:]][name] = value.map { Cookie(value: $0) } }
  }

  /// Takes a `Set-Cookie` field of an answer (RFC 6265, 5.2); one for another domain, or that cannot be read, is ignored.
  ///
  /// `Domain`, `Path`, `Secure` and `Max-Age` count; `Expires` does only where it is before 2000, as cookies are removed.
  public func receive(_ setCookie: String, from host: String) {
    let parts = setCookie.split(separator: ";").map { part -> (name: String, value: String) in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.trimmed(pair[0]), pair.count > 1 ? Self.trimmed(pair[1]) : "")
    }
    guard let first = parts.first, !first.name.isEmpty, setCookie.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      return
    }
    var domain = host.lowercased()
    var cookie = Cookie(value: first.value)
    var isRemoved = false
    for attribute in parts.dropFirst() {
      switch attribute.name.lowercased() {
      case "domain" where !attribute.value.isEmpty:
        let wanted = String(attribute.value.lowercased().drop { $0 == "." })
        // No site sets cookies of a whole top-level domain, nor of another site.
        guard wanted.contains("."), Self.domains(of: domain).contains(wanted) else { return }
        domain = wanted
        cookie.isForSubdomains = true
      case "path" where attribute.value.hasPrefix("/"): cookie.path = attribute.value
      case "secure": cookie.isSecure = true
      case "max-age": isRemoved = Int(attribute.value).map { $0 <= 0 } ?? isRemoved
      case "expires":
        isRemoved =
          isRemoved || attribute.value.split { $0 == " " || $0 == "-" }.contains { $0.count == 4 && $0.hasPrefix("19") }
      default: break
      }
    }
    values.withLock { [isRemoved, domain, cookie] in
      $0[domain, default: [:]][first.name] = isRemoved ? nil : cookie
    }
  }

  /// The value of the `Authorization` header for a host.
  public func authorization(for host: String) -> String? { credentials.withLock { $0[host.lowercased()] } }

  /// Sets the value of the `Authorization` header for a host; `nil` removes it.
  public func setAuthorization(_ value: String?, for host: String) {
    credentials.withLock { $0[host.lowercased()] = value }
  }

  /// The header fields of a request for a URL: `Cookie` and `Authorization`, where there are any; none for URLs of other
  /// schemes than `http` and `https`.
  public func headers(for url: String) -> [String: String] {
    guard let origin = Router.webOrigin(of: url) else { return [:] }
    var headers: [String: String] = [:]
    let isSecure = origin.scheme == "https"
    headers["Cookie"] = header(for: origin.host, path: origin.path, isSecure: isSecure)
    // A password is not for everybody on the way.
    if isSecure || Self.isLoopback(origin.host) { headers["Authorization"] = authorization(for: origin.host) }
    return headers
  }

  /// Whether a host is this machine: what is sent there goes over no network.
  private static func isLoopback(_ host: String) -> Bool {
    if ["localhost", "[::1]"].contains(host) || host.hasSuffix(".localhost") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// A host and those that it is below of.
  private static func domains(of host: String) -> [String] {
    var result = [host]
    // The parts of an address are not domains.
    guard host.last.map({ $0.isNumber || $0 == "]" }) != true else { return result }
    var rest = host[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      result.append(String(rest))
    }
    return result
  }

  /// RFC 6265, 5.1.4 Paths and path-match.
  private static func isBelow(_ folder: String, _ path: String) -> Bool {
    path == folder || path.hasPrefix(folder) && (folder.hasSuffix("/") || path.dropFirst(folder.count).hasPrefix("/"))
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
