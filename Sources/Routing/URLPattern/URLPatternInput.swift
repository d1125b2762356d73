/// The components of a pattern or of a URL, each of which may be missing (URL Pattern, 1.2 `URLPatternInit`).
public struct URLPatternInput: Hashable, Sendable {
  /// The scheme; a closing `:` is left out.
  public var `protocol`: String?
  /// The user's name.
  public var username: String?
  /// The password.
  public var password: String?
  /// The host.
  public var hostname: String?
  /// The port.
  public var port: String?
  /// The path.
  public var pathname: String?
  /// The query; an opening `?` is left out.
  public var search: String?
  /// The fragment; an opening `#` is left out.
  public var hash: String?
  /// The URL from which components are taken that are missing before the first one given.
  public var baseURL: String?

  /// Components, all of them missing.
  public init() {}

  /// Only a path.
  public init(pathname: String) {
    self.pathname = pathname
  }

  /// What components are brought to one form for.
  enum Purpose {
    case pattern, url
  }

  /// URL Pattern, "process a URLPatternInit".
  func processed(for purpose: Purpose, defaults: URLPatternInput) throws(URLPatternError) -> URLPatternInput {
    var result = defaults
    var base: WebURL?
    if let baseURL {
      guard let url = WebURLParser.parse(baseURL) else {
        throw URLPatternError(message: "`\(baseURL)` is not a URL", offset: 0)
      }
      base = url
      inherit(from: url, into: &result, purpose)
    }
    if let value = self.protocol {
      let stripped = value.hasSuffix(":") ? String(value.dropLast()) : value
      result.protocol = purpose == .pattern ? stripped : try URLPatternEncoding.protocol(stripped)
    }
    if let username { result.username = purpose == .pattern ? username : URLPatternEncoding.userinfo(username) }
    if let password { result.password = purpose == .pattern ? password : URLPatternEncoding.userinfo(password) }
    if let hostname { result.hostname = purpose == .pattern ? hostname : try URLPatternEncoding.hostname(hostname) }
    let scheme = result.protocol ?? ""
    if let port { result.port = purpose == .pattern ? port : try URLPatternEncoding.port(port, scheme: scheme) }
    if var path = pathname {
      if let base, base.opaquePath == nil, !Self.isAbsolute(path, purpose) {
        let basePath = Self.inherited(base.path, purpose)
        if let slash = basePath.utf8.lastIndex(of: 0x2F) { path = basePath[...slash] + path }
      }
      if purpose == .url {
        let isSpecial = scheme.isEmpty || WebURL.defaultPorts[scheme] != nil
        path = isSpecial ? URLPatternEncoding.pathname(path) : URLPatternEncoding.opaquePathname(path)
      }
      result.pathname = path
    }
    if let search {
      let stripped = search.hasPrefix("?") ? String(search.dropFirst()) : search
      result.search = purpose == .pattern ? stripped : URLPatternEncoding.search(stripped)
    }
    if let hash {
      let stripped = hash.hasPrefix("#") ? String(hash.dropFirst()) : hash
      result.hash = purpose == .pattern ? stripped : URLPatternEncoding.hash(stripped)
    }
    return result
  }

  /// Takes components of a base that come before the first one given.
  private func inherit(from base: WebURL, into result: inout URLPatternInput, _ purpose: Purpose) {
    func taken(_ text: String?) -> String { Self.inherited(text ?? "", purpose) }
    let hasHost = self.protocol != nil || hostname != nil
    let hasAuthority = hasHost || port != nil
    if self.protocol == nil { result.protocol = taken(base.scheme) }
    if purpose == .url, !hasAuthority, username == nil {
      result.username = taken(base.username)
      if password == nil { result.password = taken(base.password) }
    }
    if !hasHost { result.hostname = taken(base.host) }
    if !hasAuthority { result.port = taken(base.port) }
    guard !hasAuthority, pathname == nil else { return }
    result.pathname = taken(base.path)
    guard search == nil else { return }
    result.search = taken(base.query)
    guard hash == nil else { return }
    result.hash = taken(base.fragment)
  }

  /// URL Pattern, "process a base URL string".
  private static func inherited(_ text: String, _ purpose: Purpose) -> String {
    purpose == .pattern ? URLPatternComponent.escaped(text) : text
  }

  /// URL Pattern, "is an absolute pathname".
  private static func isAbsolute(_ path: String, _ purpose: Purpose) -> Bool {
    path.hasPrefix("/") || (purpose == .pattern && (path.hasPrefix("\\/") || path.hasPrefix("{/")))
  }
}
