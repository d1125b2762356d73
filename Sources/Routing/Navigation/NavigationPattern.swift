/// What a navigation rule applies to.
///
/// A text that has `{name}` or ends with `/**` is a route's pattern and matches a whole path; any other is a regular
/// expression that is looked for anywhere in the path and query, as in Hotwire Native's path configuration.
public struct NavigationPattern: Sendable {
  /// The pattern as written.
  public let text: String

  private enum Form: Sendable {
    case expression(RegularExpression)
    case route(RouteTable)
  }
  private let form: Form

  /// Whether a text is read as a route's pattern.
  public static func isRoutePattern(_ text: String) -> Bool {
    // No path is written with `\`, while `\p{L}` is an expression's.
    if text.utf8.contains(0x5C) { return false }
    if text.hasSuffix("/**") { return true }
    let scalars = Array(text.unicodeScalars)
    return zip(scalars, scalars.dropFirst()).contains { $0 == "{" && ($1 == "_" || $1.properties.isAlphabetic) }
  }

  /// Reads a pattern.
  public init(_ text: String) throws(RoutePatternError) {
    self.text = text
    guard !Self.isRoutePattern(text) else {
      let pattern = try RoutePattern(text)
      do {
        form = .route(try RouteTable([pattern]))
      } catch {
        throw RoutePatternError(message: "two readings of the pattern are one", offset: 0)
      }
      return
    }
    do {
      form = .expression(try RegularExpression(text))
    } catch {
      throw RoutePatternError(message: error.message, offset: error.offset)
    }
  }

  /// Whether the pattern applies to a path with its query, such as `/users/new?step=2`.
  public func matches(_ path: String) -> Bool {
    switch form {
    case .expression(let expression): expression.firstMatch(in: path) != nil
    case .route(let table): table.match(path) != nil
    }
  }

  /// Whether capitals count in an expression: ``RegularExpression/isCaseSensitive``.
  public var isCaseSensitive: Bool {
    if case .expression(let expression) = form { expression.isCaseSensitive } else { false }
  }

  /// As ``matches(_:)`` with letters of any case taken for equal, as Android does; for a route's pattern no difference.
  public func matchesIgnoringCase(_ path: String) -> Bool {
    guard case .expression = form, let expression = try? RegularExpression(text, ignoresCase: true) else {
      return matches(path)
    }
    return expression.firstMatch(in: path) != nil
  }
}

/// Rules by pattern with properties: all rules that match are read in order, and the last one wins for each property.
public struct NavigationRules<Value: Sendable>: Sendable {
  /// A rule.
  public struct Rule: Sendable {
    /// The rule applies where one of them matches.
    public var patterns: [NavigationPattern]
    /// The properties by name.
    public var properties: [String: Value]

    /// A rule from its parts.
    public init(patterns: [NavigationPattern], properties: [String: Value]) {
      self.patterns = patterns
      self.properties = properties
    }
  }

  /// The rules in order.
  public var rules: [Rule]

  /// Rules in order.
  public init(_ rules: [Rule] = []) {
    self.rules = rules
  }

  /// The properties of a URL or of a path with its query.
  public func properties(for url: String) -> [String: Value] {
    let path = Self.pathAndQuery(of: url)
    var result: [String: Value] = [:]
    for rule in rules where rule.patterns.contains(where: { $0.matches(path) }) {
      result.merge(rule.properties) { $1 }
    }
    return result
  }

  /// What patterns are compared with: no scheme, host and fragment; an empty path is `/`.
  static func pathAndQuery(of url: String) -> String {
    var rest = url.prefix { $0 != "#" }
    if let end = rest.index(behind: "://") {
      rest = rest[end...].drop { $0 != "/" && $0 != "?" }
    }
    return rest.first == "/" ? String(rest) : "/" + rest
  }
}

extension Substring {
  /// The index behind the first occurrence of a text.
  fileprivate func index(behind text: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return self.index(index, offsetBy: text.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
