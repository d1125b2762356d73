/// A route whose pattern needs a regular expression.
struct RouteExpression: Sendable {
  /// The route's index.
  var route: Int
  var pattern: URLPattern
  /// What the path of a URL that matches begins with.
  var prefix: [UInt8]
  /// Whether the pattern ends with a slash, which normalised paths have lost.
  var endsWithSlash: Bool

  init(route: Int, pattern: URLPattern) {
    self.route = route
    self.pattern = pattern
    prefix = pattern.pathname.literalPrefix
    endsWithSlash =
      pattern.pathname.parts.last.map { part in
        part.modifier == .none && (part.kind == .fixedText ? part.value : part.suffix).hasSuffix("/")
      } ?? false
  }

  /// The scheme in lower case, where there is but one that matches.
  var scheme: String? {
    guard !pattern.isAnyOrigin, pattern.protocol.parts.count == 1, let part = pattern.protocol.parts.first,
      part.kind == .fixedText, part.modifier == .none
    else { return nil }
    return part.value
  }

  /// The order except for what the expressions match.
  static func precedes(_ left: RouteExpression, _ right: RouteExpression) -> Bool {
    (left.pattern.isAnyOrigin ? 1 : 0, right.prefix.count, left.pattern.text)
      < (right.pattern.isAnyOrigin ? 1 : 0, left.prefix.count, right.pattern.text)
  }
}

/// Orders expressions and finds those that cannot be told apart, or of which one never gets its turn.
struct ExpressionConflicts {
  private var comparison = LanguageComparison()
  /// The languages of the components that do not take anything, by route and component.
  private var languages: [Int: [RouteLanguage?]] = [:]

  init() {}

  /// Expressions in the order in which they get their turn.
  mutating func ordered(_ expressions: [RouteExpression]) -> [RouteExpression] {
    let sorted = expressions.sorted(by: RouteExpression.precedes)
    var result: [RouteExpression] = []
    for group in Self.groups(sorted) {
      guard group.count > 1 else {
        result += group
        continue
      }
      // What others take as well, and more, comes first: the more of them there are, the narrower it is.
      var wider = [Int](repeating: 0, count: group.count)
      for (index, narrow) in group.enumerated() {
        for (other, wide) in group.enumerated() where other != index && includes(wide, narrow) { wider[index] += 1 }
      }
      result += group.indices.sorted { (-wider[$0], $0) < (-wider[$1], $1) }.map { group[$0] }
    }
    return result
  }

  /// Neighbours that only what they match can order.
  private static func groups(_ sorted: [RouteExpression]) -> [[RouteExpression]] {
    var groups: [[RouteExpression]] = []
    for expression in sorted {
      if let last = groups.last?.last, last.prefix == expression.prefix,
        last.pattern.isAnyOrigin == expression.pattern.isAnyOrigin
      {
        groups[groups.count - 1].append(expression)
      } else {
        groups.append([expression])
      }
    }
    return groups
  }

  /// What is wrong among expressions, and between them and patterns.
  ///
  /// - Parameters:
  ///   - ordered: the expressions in their order.
  ///   - indices: the patterns' routes.
  mutating func conflicts(
    _ ordered: [RouteExpression], _ patterns: [RoutePattern], _ indices: [Int]
  ) -> [RouteTable.Conflict] {
    var conflicts: [RouteTable.Conflict] = []
    for (index, second) in ordered.enumerated() {
      for first in ordered[..<index] {
        if let (kind, example) = conflict(first, second) {
          let (low, high) = (min(first.route, second.route), max(first.route, second.route))
          conflicts.append(
            kind == .shadowed
              ? RouteTable.Conflict(kind: kind, first: first.route, second: second.route)
              : RouteTable.Conflict(kind: kind, first: low, second: high, example: example))
          break
        }
      }
    }
    for (pattern, route) in zip(patterns, indices) {
      guard let winner = ordered.first(where: { shadows($0, pattern) }) else { continue }
      conflicts.append(RouteTable.Conflict(kind: .shadowed, first: winner.route, second: route))
    }
    for expression in ordered {
      let winner = patterns.indices.first { isShadowed(expression, by: patterns[$0]) }
      if let winner {
        conflicts.append(RouteTable.Conflict(kind: .shadowed, first: indices[winner], second: expression.route))
      }
    }
    return conflicts
  }

  /// - Parameter first: the expression that is asked first.
  private mutating func conflict(
    _ first: RouteExpression, _ second: RouteExpression
  ) -> (RouteTable.Conflict.Kind, example: String?)? {
    if first.pattern.text == second.pattern.text { return (.duplicate, nil) }
    if first.pattern.isAnyOrigin || !second.pattern.isAnyOrigin, includes(first, second) {
      return (includes(second, first) ? .duplicate : .shadowed, nil)
    }
    let isOrdered =
      first.prefix != second.prefix || first.pattern.isAnyOrigin != second.pattern.isAnyOrigin
      || includes(second, first)
    guard !isOrdered, let example = overlap(first, second) else { return nil }
    return (.ambiguous, example)
  }

  // MARK: Components

  private static func components(_ pattern: URLPattern) -> [URLPatternComponent] {
    [
      pattern.pathname, pattern.search, pattern.hash, pattern.protocol, pattern.username, pattern.password,
      pattern.hostname, pattern.port,
    ]
  }

  private mutating func language(_ expression: RouteExpression, _ component: Int) -> RouteLanguage? {
    if let known = languages[expression.route] { return known[component] }
    let made = Self.components(expression.pattern).map { component in
      component.isAny ? nil : RouteLanguage(component.expression.program)
    }
    languages[expression.route] = made
    return made[component]
  }

  /// Whether a text of the component's own language takes part at all.
  private mutating func includes(_ wide: RouteExpression, _ narrow: RouteExpression) -> Bool {
    // Paths lose a closing slash before they are compared; what ends with one belongs to no other.
    guard wide.endsWithSlash == narrow.endsWithSlash else { return false }
    for component in 0..<8 {
      guard let first = language(wide, component) else { continue }
      guard let second = language(narrow, component),
        comparison.includes(first, second, isPath: component == 0 && !wide.endsWithSlash)
      else { return false }
    }
    return true
  }

  /// The path of a URL that two expressions take both.
  private mutating func overlap(_ first: RouteExpression, _ second: RouteExpression) -> String? {
    guard first.endsWithSlash == second.endsWithSlash else { return nil }
    var example = "/"
    let (left, right) = (Self.components(first.pattern), Self.components(second.pattern))
    for component in 0..<8 {
      guard let one = language(first, component), let other = language(second, component) else { continue }
      guard let text = comparison.common(one, other, isPath: component == 0 && !first.endsWithSlash) else {
        return nil
      }
      // What looks ahead may take less than its language says.
      guard left[component].match(text) != nil, right[component].match(text) != nil else { return nil }
      if component == 0 { example = text }
    }
    return example
  }

  // MARK: Patterns

  /// Whether an expression, which is asked before patterns with parameters, takes all URLs of one.
  private mutating func shadows(_ expression: RouteExpression, _ pattern: RoutePattern) -> Bool {
    let isWide = pattern.variants.contains { $0.contains { if case .literal = $0 { false } else { true } } }
    guard isWide, !pattern.hasScheme, expression.pattern.isAnyOrigin, !expression.endsWithSlash,
      expression.pattern.search.isAny, expression.pattern.hash.isAny
    else { return false }
    guard let first = pattern.variants.first?.first, case .literal(let literal) = first,
      literal.starts(with: expression.prefix)
    else { return false }
    guard let wide = language(expression, 0) else { return true }
    for variant in pattern.variants
    where !comparison.includes(wide, RouteLanguage(variant), isPath: true) { return false }
    return true
  }

  /// Whether a pattern without parameters, which is asked before expressions, takes all URLs of one.
  private mutating func isShadowed(_ expression: RouteExpression, by pattern: RoutePattern) -> Bool {
    guard !pattern.hasScheme, pattern.queryItems.isEmpty, let path = language(expression, 0) else { return false }
    return pattern.variants.contains { variant in
      guard variant.count == 1, case .literal(let literal) = variant[0], literal.starts(with: expression.prefix) else {
        return false
      }
      return comparison.includes(RouteLanguage(variant), path, isPath: !expression.endsWithSlash)
    }
  }
}
