/// A pattern of URLs in the syntax of the URL Pattern Standard: `https://*.example.com/books/:id(\\d+)?page=:page`.
///
/// ```swift
/// let pattern = try URLPattern("https://example.com/books/:id")
/// pattern.match("https://example.com/books/42")?.pathname.groups["id"]     // "42"
/// ```
public struct URLPattern: Hashable, Sendable {
  /// The pattern of the scheme.
  public let `protocol`: URLPatternComponent
  /// The pattern of the user's name.
  public let username: URLPatternComponent
  /// The pattern of the password.
  public let password: URLPatternComponent
  /// The pattern of the host.
  public let hostname: URLPatternComponent
  /// The pattern of the port.
  public let port: URLPatternComponent
  /// The pattern of the path.
  public let pathname: URLPatternComponent
  /// The pattern of the query, without `?`.
  public let search: URLPatternComponent
  /// The pattern of the fragment, without `#`.
  public let hash: URLPatternComponent

  /// Reads a pattern that is written as a URL, relative to a base where it has no scheme.
  ///
  /// - Throws: ``URLPatternError`` for a pattern that cannot be read, also for one without scheme and base.
  public init(_ text: String, baseURL: String? = nil, ignoresCase: Bool = false) throws(URLPatternError) {
    var components = try URLPatternConstructorParser.components(of: text)
    if baseURL == nil, components.protocol == nil {
      throw URLPatternError(message: "a pattern without a scheme needs a base", offset: 0)
    }
    components.baseURL = baseURL
    try self.init(components, ignoresCase: ignoresCase)
  }

  /// Reads a pattern that is written as a URL or as a path with what follows it, which any scheme and host may precede.
  init(anyOrigin text: String) throws(URLPatternError) {
    try self.init(try URLPatternConstructorParser.components(of: text))
  }

  /// Reads the patterns of components; one that is missing matches anything.
  public init(_ components: URLPatternInput, ignoresCase: Bool = false) throws(URLPatternError) {
    var input = try components.processed(for: .pattern, defaults: URLPatternInput())
    if let scheme = input.protocol, let port = WebURL.defaultPorts[scheme], !port.isEmpty, input.port == port {
      input.port = ""
    }
    let plain = URLPatternOptions()
    `protocol` = try URLPatternComponent(input.protocol ?? "*", plain) { text throws(URLPatternError) in
      try URLPatternEncoding.protocol(text)
    }
    username = try URLPatternComponent(input.username ?? "*", plain) { URLPatternEncoding.userinfo($0) }
    password = try URLPatternComponent(input.password ?? "*", plain) { URLPatternEncoding.userinfo($0) }
    let host = input.hostname ?? "*"
    if ["[", "{[", "\\["].contains(where: host.hasPrefix) {
      hostname = try URLPatternComponent(host, .hostname) { text throws(URLPatternError) in
        try URLPatternEncoding.ipv6Hostname(text)
      }
    } else {
      hostname = try URLPatternComponent(host, .hostname) { text throws(URLPatternError) in
        try URLPatternEncoding.hostname(text)
      }
    }
    port = try URLPatternComponent(input.port ?? "*", plain) { text throws(URLPatternError) in
      try URLPatternEncoding.port(text, scheme: "")
    }
    var options = plain
    options.ignoresCase = ignoresCase
    if `protocol`.matchesSpecialScheme {
      var pathOptions = URLPatternOptions.pathname
      pathOptions.ignoresCase = ignoresCase
      pathname = try URLPatternComponent(input.pathname ?? "*", pathOptions) { URLPatternEncoding.pathname($0) }
    } else {
      pathname = try URLPatternComponent(input.pathname ?? "*", options) { URLPatternEncoding.opaquePathname($0) }
    }
    search = try URLPatternComponent(input.search ?? "*", options) { URLPatternEncoding.search($0) }
    hash = try URLPatternComponent(input.hash ?? "*", options) { URLPatternEncoding.hash($0) }
  }

  /// What a component's pattern took.
  public struct ComponentMatch: Hashable, Sendable {
    /// The component of the URL.
    public let input: String
    /// The groups by name; those without a name are numbered, those that took no part are missing.
    public let groups: [String: String]
  }

  /// What a pattern took of a URL.
  public struct Match: Hashable, Sendable {
    /// The scheme.
    public let `protocol`: ComponentMatch
    /// The user's name.
    public let username: ComponentMatch
    /// The password.
    public let password: ComponentMatch
    /// The host.
    public let hostname: ComponentMatch
    /// The port.
    public let port: ComponentMatch
    /// The path.
    public let pathname: ComponentMatch
    /// The query.
    public let search: ComponentMatch
    /// The fragment.
    public let hash: ComponentMatch
  }

  /// What a URL matches, relative to a base; `nil` where it does not or is not a URL.
  public func match(_ url: String, baseURL: String? = nil) -> Match? {
    var base: WebURL?
    if let baseURL {
      guard let parsed = WebURLParser.parse(baseURL) else { return nil }
      base = parsed
    }
    guard let url = WebURLParser.parse(url, base: base) else { return nil }
    var input = URLPatternInput(pathname: url.path)
    input.protocol = url.scheme
    input.username = url.username
    input.password = url.password
    input.hostname = url.host ?? ""
    input.port = url.port
    input.search = url.query ?? ""
    input.hash = url.fragment ?? ""
    return match(processed: input)
  }

  /// What components match; one that is missing is empty. `nil` where they do not match, or cannot be parts of URLs.
  public func match(_ components: URLPatternInput) -> Match? {
    var empty = URLPatternInput(pathname: "")
    (empty.protocol, empty.username, empty.password, empty.hostname) = ("", "", "", "")
    (empty.port, empty.search, empty.hash) = ("", "", "")
    guard let input = try? components.processed(for: .url, defaults: empty) else { return nil }
    return match(processed: input)
  }

  private func match(processed input: URLPatternInput) -> Match? {
    func taken(_ component: URLPatternComponent, _ text: String?) -> ComponentMatch? {
      guard let groups = component.match(text ?? "") else { return nil }
      var values: [String: String] = [:]
      for group in groups { values[group.name] = group.value }
      return ComponentMatch(input: text ?? "", groups: values)
    }
    guard let scheme = taken(`protocol`, input.protocol), let username = taken(username, input.username),
      let password = taken(password, input.password), let hostname = taken(hostname, input.hostname),
      let port = taken(port, input.port), let pathname = taken(pathname, input.pathname),
      let search = taken(search, input.search), let hash = taken(hash, input.hash)
    else { return nil }
    return Match(
      protocol: scheme, username: username, password: password, hostname: hostname, port: port, pathname: pathname,
      search: search, hash: hash)
  }
}

extension URLPatternComponent {
  /// URL Pattern, "protocol component matches a special scheme".
  var matchesSpecialScheme: Bool { WebURL.defaultPorts.keys.contains { match($0) != nil } }

  /// Whether the component takes anything.
  var isAny: Bool { pattern == "*" }
}
