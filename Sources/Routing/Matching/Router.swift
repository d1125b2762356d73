/// A route: a pattern and what it leads to.
public struct Route: Hashable, Sendable {
  /// The pattern as written.
  public var pattern: String
  /// Whether the pattern is in URLPattern's syntax rather than in ``RoutePattern``'s.
  public var isURLPattern: Bool
  /// The page's path in the site; `nil` where the app answers the URL itself.
  public var page: String?
  /// The name in generated code and in messages.
  public var name: String?

  /// A route from its parts.
  public init(pattern: String, isURLPattern: Bool = false, page: String? = nil, name: String? = nil) {
    self.pattern = pattern
    self.isURLPattern = isURLPattern
    self.page = page
    self.name = name
  }
}

/// The routes of a site, compiled: what a URL leads to.
///
/// Patterns in URLPattern's syntax that say no more than a ``RoutePattern`` can take part in the same tree. Others (with
/// regular expressions, repeated groups and queries) are asked after routes without parameters and before routes with some:
/// those with a scheme first, then the one with the longer literal beginning of the path, then one whose URLs another takes
/// all. A URL that no route takes is compared with the paths of pages.
public struct Router: Sendable {
  /// What is wrong with a list of routes.
  public enum Fault: Error, Hashable, Sendable {
    /// The pattern of the route with the index cannot be read.
    case pattern(route: Int, message: String, offset: Int)
    /// Two routes, by their indices, cannot be told apart.
    case conflict(RouteTable.Conflict)
  }

  /// All that is wrong with a list of routes.
  public struct Faults: Error, Hashable, Sendable {
    /// The faults, by route.
    public let faults: [Fault]
  }

  /// What a URL leads to.
  public struct Target: Hashable, Sendable {
    /// The index of the route; `nil` for a page named by its path.
    public var route: Int?
    /// The page; `nil` where the app answers the URL itself.
    public var page: String?
    /// The values of the parameters, in the order of the pattern.
    public var values: [String: String]
  }

  /// The routes by index.
  public let routes: [Route]
  /// The app's own URL scheme.
  public let scheme: String?
  /// The hosts, as URLs have them, whose URLs of the web are paths of the site; any where there are none.
  public let hosts: [String]
  /// The schemes that patterns are written with, in lower case.
  public let schemes: Set<String>
  private var table: RouteTable
  /// The routes of the table's patterns.
  private var indices: [Int] = []
  /// Whether patterns of the table have parameters or wildcards.
  private var haveParameters: [Bool] = []
  private var expressions: [RouteExpression] = []
  private let pages: Set<String>

  /// Compiles routes; throws every fault among them.
  ///
  /// - Parameters:
  ///   - routes: the routes in any order.
  ///   - pages: the pages that are also found by their paths.
  ///   - scheme: the app's own URL scheme, in lower case: `news://user/ada` stands for `/user/ada` where no pattern has the
  ///     scheme.
  ///   - hosts: the hosts whose `http` and `https` URLs stand for their paths; of URLs of other hosts only patterns with a
  ///     scheme are asked. Any host's URLs stand for their paths where there are none.
  public init(
    _ routes: [Route], pages: Set<String> = [], scheme: String? = nil, hosts: [String] = []
  ) throws(Faults) {
    self.routes = routes
    self.scheme = scheme
    self.hosts = hosts.map { Self.host($0) ?? $0 }
    self.pages = pages
    var faults: [Fault] = []
    var patterns: [RoutePattern] = []
    for (index, route) in routes.enumerated() {
      do {
        switch try Self.read(route) {
        case .pattern(let pattern):
          patterns.append(pattern)
          indices.append(index)
          haveParameters.append(
            pattern.variants.contains { $0.contains { if case .literal = $0 { false } else { true } } })
        case .expression(let pattern): expressions.append(RouteExpression(route: index, pattern: pattern))
        }
      } catch {
        faults.append(.pattern(route: index, message: error.message, offset: error.offset))
      }
    }
    schemes = Set(patterns.compactMap(\.scheme) + expressions.compactMap(\.scheme))
    var comparison = ExpressionConflicts()
    expressions = comparison.ordered(expressions)
    faults += comparison.conflicts(expressions, patterns, indices).map(Fault.conflict)
    do {
      table = try RouteTable(patterns)
    } catch {
      let indices = indices
      faults += error.conflicts.map {
        .conflict(
          RouteTable.Conflict(
            kind: $0.kind, first: indices[$0.first], second: indices[$0.second], example: $0.example))
      }
      throw Faults(faults: faults)
    }
    guard faults.isEmpty else { throw Faults(faults: faults) }
  }

  /// What a URL or a path leads to, or `nil`.
  public func match(_ url: String) -> Target? {
    var steps = Int.max
    return match(url, steps: &steps)
  }

  /// What a URL or a path leads to, within a number of steps.
  ///
  /// A pattern that needs a regular expression takes a step for each part of it at each character, at most. Whoever compares
  /// many URLs that are not their own with many such patterns gives all of them steps together.
  ///
  /// - Parameters:
  ///   - url: an address, of which the path counts.
  ///   - steps: how many steps may still be taken; where 0 are left, a URL may match that the answer is `nil` for.
  public func match(_ url: String, steps: inout Int) -> Target? {
    guard let url = URLNormalization.canonical(path(of: url, steps: &steps)) else { return nil }
    return match(url, isForeign: isForeign(url), steps: &steps)
  }

  /// What a link of a page leads to, or `nil`: where there are no ``hosts``, a URL of the web is another site's, although a deep
  /// link of any host stands for its path.
  public func matchLink(_ url: String) -> Target? {
    guard let url = URLNormalization.canonical(path(of: url)) else { return nil }
    var steps = Int.max
    return match(url, isForeign: hosts.isEmpty ? Self.webHost(url) != nil : isForeign(url), steps: &steps)
  }

  private func match(_ url: String, isForeign: Bool, steps: inout Int) -> Target? {
    let found = table.match(url).flatMap { isForeign && !table.patterns[$0.pattern].hasScheme ? nil : $0 }
    if let found, found.values.isEmpty, !haveParameters[found.pattern] { return target(found) }
    if !expressions.isEmpty, let target = matchExpressions(url, isForeign: isForeign, steps: &steps) { return target }
    if let found { return target(found) }
    return pages.isEmpty || isForeign ? nil : page(at: url).map { Target(route: nil, page: $0, values: [:]) }
  }

  /// A host as URLs have it: in lower case and in ASCII, without a web scheme's own port; `nil` for what is none.
  public static func host(_ text: String) -> String? {
    URLNormalization.authority(Array(text.utf8)[...], scheme: "https")
  }

  /// Scheme, host (without a port) and path of a URL of the web, as WHATWG URL writes them; `nil` for any other.
  public static func webOrigin(of url: String) -> (scheme: String, host: String, path: String)? {
    guard let url = WebURLParser.parse(url), url.scheme == "http" || url.scheme == "https", let host = url.host else {
      return nil
    }
    return (url.scheme, host, url.path.isEmpty ? "/" : url.path)
  }

  /// Whether a URL's host can be read, which a path does not need.
  public static func hasReadableHost(_ url: String) -> Bool { URLNormalization.canonical(url) != nil }

  /// Whether a URL is of the web and of a host that is none of ``hosts``, so that it does not stand for its path.
  public func isOfAnotherHost(_ url: String) -> Bool {
    URLNormalization.canonical(url).map(isForeign) ?? false
  }

  private func isForeign(_ url: String) -> Bool {
    guard !hosts.isEmpty, let host = Self.webHost(url) else { return false }
    return !hosts.contains(host)
  }

  /// The host of a canonical URL of the web, in lower case; `nil` for any other and for a path.
  private static func webHost(_ url: String) -> String? {
    guard url.utf8.first != 0x2F, let end = url.utf8.firstIndex(of: 0x3A) else { return nil }
    let rest = url.utf8[end...]
    guard rest.starts(with: "://".utf8), ["http", "https"].contains(url[..<end].lowercased()) else { return nil }
    return String(Substring(rest.dropFirst(3).prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 })).lowercased()
  }

  /// The path with its query that a URL of the app's own scheme stands for; any other URL as it is, also one that a
  /// pattern with the scheme matches.
  public func path(of url: String) -> String {
    var steps = Int.max
    return path(of: url, steps: &steps)
  }

  /// ``path(of:)`` within a number of steps: where 0 are left, a pattern with the scheme may match the URL all the same.
  public func path(of url: String, steps: inout Int) -> String {
    guard let scheme, url.utf8.count > scheme.utf8.count + 2,
      url.utf8.prefix(scheme.utf8.count).elementsEqual(scheme.utf8, by: { URLNormalization.lowercased($0) == $1 })
    else { return url }
    let rest = url.utf8.dropFirst(scheme.utf8.count)
    guard rest.starts(with: "://".utf8) else { return url }
    if let found = table.match(url), table.patterns[found.pattern].hasScheme { return url }
    if expressions.contains(where: { !$0.pattern.isAnyOrigin }), let parsed = WebURLParser.parse(url) {
      let parts = URLParts(url: parsed, path: parsed.path, query: parsed.query ?? "", fragment: parsed.fragment ?? "")
      for expression in expressions where !expression.pattern.isAnyOrigin {
        if expression.pattern.groups(of: parts, steps: &steps) != nil { return url }
      }
    }
    return "/" + String(Substring(rest.dropFirst(3).drop { $0 == 0x2F }))
  }

  /// The same text for URLs that name one thing: as WHATWG URL writes them, without a fragment and a closing slash; of
  /// those that stand for a path of the site, the path with its query.
  public func identity(of url: String) -> String {
    let url = path(of: url)
    guard let canonical = URLNormalization.canonical(url) else { return url }
    let normalized = URLNormalization(canonical)
    var target = normalized.target[...]
    if normalized.pathStart > 0, !isForeign(canonical), let match = match(canonical),
      match.route.map({ !hasScheme($0) }) ?? true
    {
      target = target[normalized.pathStart...]
      if target.isEmpty { target = [0x2F] }
    }
    let query = normalized.query.isEmpty ? [] : [0x3F] + Array(normalized.query)
    return String(decoding: Array(target) + query, as: UTF8.self)
  }

  /// Whether a route's pattern has a scheme.
  private func hasScheme(_ route: Int) -> Bool {
    if let index = indices.firstIndex(of: route) { return table.patterns[index].hasScheme }
    return expressions.first { $0.route == route }.map { !$0.pattern.isAnyOrigin } ?? false
  }

  private func target(_ match: RouteMatch) -> Target {
    let route = indices[match.pattern]
    return Target(
      route: route, page: routes[route].page, values: Dictionary(match.values.map { ($0, $1) }) { first, _ in first })
  }

  private func matchExpressions(_ url: String, isForeign: Bool, steps: inout Int) -> Target? {
    let normalized = URLNormalization(url)
    let path = normalized.pathStart == normalized.target.count ? [0x2F] : normalized.target[normalized.pathStart...]
    let candidates = expressions.filter { path.starts(with: $0.prefix) && !(isForeign && $0.pattern.isAnyOrigin) }
    guard !candidates.isEmpty, steps > 0 else { return nil }
    let parts = URLParts(
      url: normalized.pathStart > 0 ? WebURLParser.parse(url) : nil,
      path: PercentEncoding.encoded(Array(path), keepingSlash: true),
      query: URLPatternEncoding.search(String(decoding: normalized.query, as: UTF8.self)),
      fragment: URLPatternEncoding.hash(String(url.drop { $0 != "#" }.dropFirst())))
    for expression in candidates {
      guard steps > 0 else { return nil }
      var closed = parts
      if expression.endsWithSlash, parts.path.count > 1 { closed.path += "/" }
      guard let groups = expression.pattern.groups(of: closed, steps: &steps) else { continue }
      var values: [String: String] = [:]
      for group in groups where values[group.name] == nil {
        guard let value = group.value else { continue }
        values[group.name] = String(decoding: URLNormalization.decoded(Array(value.utf8), isPlain: true), as: UTF8.self)
          .replacingEscapedSlashes()
      }
      return Target(route: expression.route, page: routes[expression.route].page, values: values)
    }
    return nil
  }

  /// The page that a URL's path names: itself, with `.html` behind it, or the folder's `index.html`.
  private func page(at url: String) -> String? {
    let normalized = URLNormalization(url)
    let path = String(decoding: normalized.target[normalized.pathStart...].dropFirst(), as: UTF8.self)
    return [path, path + ".html", path.isEmpty ? "index.html" : path + "/index.html"].first(where: pages.contains)
  }

  // MARK: Reading

  /// How a route is matched.
  enum Form {
    case pattern(RoutePattern)
    case expression(URLPattern)
  }

  /// Reads a route's pattern.
  static func read(_ route: Route) throws(RoutePatternError) -> Form {
    guard route.isURLPattern else { return .pattern(try RoutePattern(route.pattern)) }
    let isPath = ["/", "{/", "*"].contains(where: route.pattern.hasPrefix)
    let hasScheme = (try? URLPatternConstructorParser.components(of: route.pattern))?.protocol != nil
    guard isPath || hasScheme else {
      throw RoutePatternError(message: "a route's URLPattern begins with `/` or with a scheme", offset: 0)
    }
    do throws(URLPatternError) {
      let pattern = try isPath ? URLPattern(anyOrigin: route.pattern) : URLPattern(route.pattern)
      for part in pattern.pathname.parts where (part.prefix + part.value).contains("//") && part.kind == .fixedText {
        throw URLPatternError(
          message: "the empty segment in `//` cannot be part of a route; write one `/`",
          offset: 0)
      }
      if let text = pattern.routePattern, let pattern = try? RoutePattern(text) { return .pattern(pattern) }
      return .expression(pattern)
    } catch {
      // Offsets count from the component's beginning, which for a path is the pattern's.
      throw RoutePatternError(message: error.message, offset: isPath ? error.offset : 0)
    }
  }

  /// The decoded beginning of the paths that a route's pattern matches in URLs of the web; `nil` where it matches none.
  ///
  /// - Throws: ``RoutePatternError`` for a pattern that cannot be read.
  public static func webPathPrefix(of route: Route) throws(RoutePatternError) -> String? {
    switch try read(route) {
    case .expression(let pattern):
      guard ["https", "http"].contains(where: { pattern.protocol.match($0) != nil }) else { return nil }
      return String(decoding: pattern.pathname.literalBeginning, as: UTF8.self)
    case .pattern(let pattern):
      guard !pattern.hasScheme, case .literal(let bytes)? = pattern.variants.first?.first else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Whether a route's pattern takes URLs of one of some hosts, or of hosts below one: a pattern without a scheme does, and
  /// any where there are no hosts.
  public static func mayMatch(_ route: Route, anyOf hosts: [String]) -> Bool {
    guard !hosts.isEmpty, let form = try? read(route) else { return true }
    switch form {
    case .expression(let pattern):
      guard !pattern.isAnyOrigin else { return true }
      return hosts.contains { pattern.hostname.match($0) != nil || pattern.hostname.match("a." + $0) != nil }
    case .pattern(let pattern):
      guard pattern.hasScheme else { return true }
      // What comes before the path: a literal, or a host with a parameter, which may be any.
      guard case .literal(let bytes)? = pattern.variants.first?.first else { return true }
      let rest = String(decoding: bytes, as: UTF8.self).drop { $0 != "/" }.dropFirst(2)
      guard let end = rest.firstIndex(of: "/") else {
        return pattern.variants.first.map { $0.count > 1 } == true || hosts.contains(String(rest))
      }
      return hosts.contains(String(rest[..<end]))
    }
  }

  /// The pattern of a route in ``RoutePattern``'s syntax, or `nil` where it needs a regular expression.
  ///
  /// - Throws: ``RoutePatternError`` for a pattern that cannot be read.
  public static func routePattern(of route: Route) throws(RoutePatternError) -> RoutePattern? {
    if case .pattern(let pattern) = try read(route) { return pattern }
    return nil
  }
}
