/// A route: a pattern and what it leads to.
public struct Route: Hashable, Sendable {
  /// The pattern as written.
  public var pattern: String
  /// Whether the pattern is in URLPattern's syntax (of the path) rather than in ``RoutePattern``'s.
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
/// regular expressions and repeated groups) are asked after routes without parameters and before routes with some, the
/// one with the longer literal beginning first. A URL that no route takes is looked for among the pages by its path.
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

  private struct Expression: Sendable {
    var route: Int
    var component: URLPatternComponent
    var prefix: [UInt8]
  }

  /// The routes by index.
  public let routes: [Route]
  private var table: RouteTable
  /// The routes of the table's patterns.
  private var indices: [Int] = []
  private var expressions: [Expression] = []
  private let pages: Set<String>

  /// Compiles routes; throws every fault among them.
  ///
  /// - Parameter pages: the pages that are also found by their paths.
  public init(_ routes: [Route], pages: Set<String> = []) throws(Faults) {
    self.routes = routes
    self.pages = pages
    var faults: [Fault] = []
    var patterns: [RoutePattern] = []
    for (index, route) in routes.enumerated() {
      do {
        switch try Self.read(route) {
        case .pattern(let pattern):
          patterns.append(pattern)
          indices.append(index)
        case .expression(let component):
          expressions.append(
            Expression(route: index, component: component, prefix: component.literalPrefix))
        }
      } catch {
        faults.append(.pattern(route: index, message: error.message, offset: error.offset))
      }
    }
    expressions.sort { ($1.prefix.count, $0.component.pattern) < ($0.prefix.count, $1.component.pattern) }
    for (first, second) in zip(expressions, expressions.dropFirst())
    where first.component.pattern == second.component.pattern {
      let (low, high) = (min(first.route, second.route), max(first.route, second.route))
      faults.append(.conflict(RouteTable.Conflict(kind: .duplicate, first: low, second: high)))
    }
    do {
      table = try RouteTable(patterns)
    } catch {
      let indices = indices
      faults += error.conflicts.map {
        .conflict(RouteTable.Conflict(kind: $0.kind, first: indices[$0.first], second: indices[$0.second]))
      }
      throw Faults(faults: faults)
    }
    guard faults.isEmpty else { throw Faults(faults: faults) }
  }

  /// What a URL or a path leads to, or `nil`.
  public func match(_ url: String) -> Target? {
    let found = table.match(url)
    if let found, found.values.isEmpty, !isWide(found.pattern) { return target(found) }
    if !expressions.isEmpty, let target = matchExpressions(url) { return target }
    if let found { return target(found) }
    return pages.isEmpty ? nil : page(at: url).map { Target(route: nil, page: $0, values: [:]) }
  }

  /// Whether a pattern has parameters or wildcards.
  private func isWide(_ pattern: Int) -> Bool {
    table.patterns[pattern].variants.contains { $0.contains { if case .literal = $0 { false } else { true } } }
  }

  private func target(_ match: RouteMatch) -> Target {
    let route = indices[match.pattern]
    return Target(
      route: route, page: routes[route].page, values: Dictionary(match.values.map { ($0, $1) }) { first, _ in first })
  }

  private func matchExpressions(_ url: String) -> Target? {
    let normalized = URLNormalization(url)
    let path = normalized.pathStart == normalized.target.count ? [0x2F] : normalized.target[normalized.pathStart...]
    var text: String?
    for expression in expressions where path.starts(with: expression.prefix) {
      let encoded = text ?? PercentEncoding.encoded(Array(path), keepingSlash: true)
      text = encoded
      guard let groups = expression.component.match(encoded) else { continue }
      var values: [String: String] = [:]
      for group in groups {
        guard let value = group.value else { continue }
        values[group.name] = String(decoding: URLNormalization.decoded(Array(value.utf8)), as: UTF8.self)
          .replacingEscapedSlashes()
      }
      return Target(route: expression.route, page: routes[expression.route].page, values: values)
    }
    return nil
  }

  /// The page that a URL's path names: itself, with `.html` behind it, or the folder's `index.html`.
  private func page(at url: String) -> String? {
    let normalized = URLNormalization(url)
    let path = String(decoding: normalized.target[normalized.pathStart...].drop { $0 == 0x2F }, as: UTF8.self)
    return [path, path + ".html", path.isEmpty ? "index.html" : path + "/index.html"].first(where: pages.contains)
  }

  // MARK: Reading

  /// How a route is matched.
  enum Form {
    case pattern(RoutePattern)
    case expression(URLPatternComponent)
  }

  /// Reads a route's pattern.
  static func read(_ route: Route) throws(RoutePatternError) -> Form {
    guard route.isURLPattern else { return .pattern(try RoutePattern(route.pattern)) }
    guard route.pattern.hasPrefix("/") || route.pattern.hasPrefix("{/") || route.pattern.hasPrefix("*") else {
      throw RoutePatternError(message: "a route's URLPattern is that of a path and begins with `/`", offset: 0)
    }
    do {
      let component = try URLPatternComponent(route.pattern, .pathname) { text throws(URLPatternError) in
        PercentEncoding.encoded(URLNormalization.decoded(Array(text.utf8)), keepingSlash: true)
      }
      if let text = component.routePattern, let pattern = try? RoutePattern(text) { return .pattern(pattern) }
      return .expression(component)
    } catch {
      throw RoutePatternError(message: error.message, offset: error.offset)
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

extension URLPatternComponent {
  /// The decoded bytes that every text that matches begins with.
  var literalPrefix: [UInt8] {
    var prefix: [UInt8] = []
    for part in parts {
      guard part.kind == .fixedText, part.modifier == .none else {
        if part.modifier == .none || part.modifier == .oneOrMore { prefix += Array(part.prefix.utf8) }
        break
      }
      prefix += Array(part.value.utf8)
    }
    // The closing slash is no part of a normalised path.
    if prefix.count > 1, prefix.last == 0x2F { prefix.removeLast() }
    return URLNormalization.decoded(prefix)
  }

  /// The same in ``RoutePattern``'s syntax; `nil` where that cannot say it.
  var routePattern: String? {
    var text = ""
    for part in parts {
      func literal(_ value: String) -> String {
        PercentEncoding.encoded(URLNormalization.decoded(Array(value.utf8)), keepingSlash: true)
          .replacing("*", with: "%2A")
      }
      let isOptional = part.modifier == .optional
      guard part.modifier == .none || isOptional else { return nil }
      switch part.kind {
      case .fixedText: text += isOptional ? "[\(literal(part.value))]" : literal(part.value)
      case .segmentWildcard:
        guard part.hasGivenName, part.name.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "$") }) else { return nil }
        let body = "\(literal(part.prefix)){\(part.name)}\(literal(part.suffix))"
        text += isOptional ? "[\(body)]" : body
      case .regexp, .fullWildcard: return nil
      }
    }
    return text
  }
}

extension String {
  fileprivate func replacing(_ sign: Character, with text: String) -> String {
    contains(sign) ? reduce(into: "") { $0 += $1 == sign ? text : String($1) } : self
  }
}
