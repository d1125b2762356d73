/// Patterns compiled for matching.
///
/// The most specific pattern wins, whatever the order of registration: compared from the left, a literal before a
/// parameter, a parameter of a narrower type before one of a wider, a parameter before `*`, that before `**`; of patterns
/// with one path the one that asks for more of the query. A pattern with a scheme comes before those without.
///
/// ```swift
/// let table = try RouteTable([RoutePattern("/user/{name}"), RoutePattern("/user/me")])
/// table.match("/user/me")?.pattern          // 1
/// table.match("/user/ada")?["name"]         // "ada"
/// ```
public struct RouteTable: Sendable {
  /// Two patterns that cannot be told apart, or of which one never gets its turn.
  public struct Conflict: Error, Hashable, Sendable {
    /// The kinds of conflicts.
    public enum Kind: Hashable, Sendable {
      /// Equal but for the names of their parameters.
      case duplicate
      /// Whatever the second matches, the first matches before it.
      case shadowed
      /// Some URLs match both, and neither is more specific: they ask for different items of the query.
      case ambiguous
    }
    /// The kind.
    public let kind: Kind
    /// The index of the pattern that wins.
    public let first: Int
    /// The index of the pattern that never matches.
    public let second: Int
  }

  /// Every conflict among the patterns.
  public struct Conflicts: Error, Hashable, Sendable {
    /// The conflicts.
    public let conflicts: [Conflict]
  }

  private struct Candidate {
    var pattern: Int
    /// The pattern's parameters, by the order in which the variant meets them.
    var parameters: [Int]
    var requiredQueryItems: Int
    /// The narrower the types of the query's items, the smaller.
    var querySpecificity: Int
  }

  /// The patterns by index.
  public let patterns: [RoutePattern]
  private var candidates: [Candidate] = []
  private var paths = RouteTree()
  private var authorities = RouteTree()
  private var hasQueries = false

  /// Compiles patterns; throws every conflict among them.
  public init(_ patterns: [RoutePattern]) throws(Conflicts) {
    self.patterns = patterns
    for (index, pattern) in patterns.enumerated() {
      if !pattern.query.isEmpty { hasQueries = true }
      for variant in pattern.variants {
        let parameters = variant.compactMap { piece in
          if case .parameter(let parameter, _) = piece { return parameter }
          return nil
        }
        candidates.append(
          Candidate(
            pattern: index, parameters: parameters, requiredQueryItems: pattern.query.count { !$0.isOptional },
            querySpecificity: pattern.query.reduce(0) { $0 + $1.specificity }))
        let number = Int32(candidates.count - 1)
        if pattern.hasAuthority {
          authorities.insert(variant, candidate: number)
        } else {
          paths.insert(variant, candidate: number)
        }
      }
    }
    let sorted = candidates
    let patterns = patterns
    func precedes(_ left: Int32, _ right: Int32) -> Bool {
      let first = sorted[Int(left)]
      let second = sorted[Int(right)]
      if first.requiredQueryItems != second.requiredQueryItems {
        return first.requiredQueryItems > second.requiredQueryItems
      }
      if first.querySpecificity != second.querySpecificity { return first.querySpecificity < second.querySpecificity }
      return patterns[first.pattern].text < patterns[second.pattern].text
    }
    paths.sortEnds(by: precedes)
    authorities.sortEnds(by: precedes)
    let conflicts = findConflicts()
    guard conflicts.isEmpty else { throw Conflicts(conflicts: conflicts) }
  }

  // MARK: Matching

  /// What a URL or path leads to, or `nil`.
  public func match(_ url: String) -> RouteMatch? {
    let normalized = URLNormalization(url)
    let items = hasQueries ? normalized.queryItems() : []
    var ranges: [Range<Int>] = []
    let found = normalized.target.withUnsafeBufferPointer { target -> Int32? in
      func accepts(_ candidate: Int32) -> Bool { acceptsQuery(Int(candidate), items) }
      if normalized.pathStart > 0 {
        if let found = authorities.match(target, from: 0, accepts: accepts, ranges: &ranges) { return found }
        ranges.removeAll()
      }
      if normalized.pathStart == target.count {
        return [0x2F].withUnsafeBufferPointer { paths.match($0, from: 0, accepts: accepts, ranges: &ranges) }
      }
      return paths.match(target, from: normalized.pathStart, accepts: accepts, ranges: &ranges)
    }
    guard let found else { return nil }
    return routeMatch(candidates[Int(found)], normalized.target, ranges, items)
  }

  private func acceptsQuery(_ candidate: Int, _ items: [(name: String, value: String)]) -> Bool {
    for item in patterns[candidates[candidate].pattern].query {
      let value = items.first { $0.name == item.name }?.value
      switch item.value {
      case .literal(let literal): guard value == literal else { return false }
      case .parameter(_, let type):
        guard let value else {
          if item.isOptional { continue }
          return false
        }
        guard type.accepts(Array(value.utf8)) else { return false }
      }
    }
    return true
  }

  private func routeMatch(
    _ candidate: Candidate, _ target: [UInt8], _ ranges: [Range<Int>], _ items: [(name: String, value: String)]
  ) -> RouteMatch {
    let pattern = patterns[candidate.pattern]
    var values: [(String, String)] = []
    for (parameter, range) in zip(candidate.parameters, ranges) {
      // The only escape that is left is the slash's.
      let text = String(decoding: target[range], as: UTF8.self)
      values.append((pattern.parameters[parameter].name, text.replacingEscapedSlashes()))
    }
    for item in pattern.query {
      guard case .parameter(let parameter, _) = item.value else { continue }
      guard let value = items.first(where: { $0.name == item.name })?.value else { continue }
      values.append((pattern.parameters[parameter].name, value))
    }
    return RouteMatch(pattern: candidate.pattern, values: values)
  }

  // MARK: Conflicts

  private func findConflicts() -> [Conflict] {
    var conflicts: Set<Conflict> = []
    for tree in [paths, authorities] {
      for node in tree.nodes {
        for ends in [node.ends, node.rests] where ends.count > 1 { addConflicts(among: ends, to: &conflicts) }
        // At one place `*` never gets its turn behind an untyped parameter, if the same follows both.
        guard node.segment >= 0, let parameter = node.parameters.first(where: { $0.type == .string }) else { continue }
        for second in tree.nodes[Int(node.segment)].ends {
          for first in tree.nodes[Int(parameter.node)].ends where covers(Int(first), Int(second)) {
            conflicts.insert(
              Conflict(kind: .shadowed, first: candidates[Int(first)].pattern, second: candidates[Int(second)].pattern))
          }
        }
      }
    }
    return conflicts.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  private func addConflicts(among ends: [Int32], to conflicts: inout Set<Conflict>) {
    for (index, first) in ends.enumerated() {
      for second in ends[(index + 1)...] where candidates[Int(first)].pattern != candidates[Int(second)].pattern {
        let kind: Conflict.Kind
        if covers(Int(first), Int(second)) {
          kind = covers(Int(second), Int(first)) ? .duplicate : .shadowed
        } else if candidates[Int(first)].requiredQueryItems == candidates[Int(second)].requiredQueryItems,
          !covers(Int(second), Int(first)), overlap(Int(first), Int(second))
        {
          kind = .ambiguous
        } else {
          continue
        }
        conflicts.insert(
          Conflict(kind: kind, first: candidates[Int(first)].pattern, second: candidates[Int(second)].pattern))
      }
    }
  }

  /// Whether some query is taken by both of two candidates with one path.
  private func overlap(_ first: Int, _ second: Int) -> Bool {
    let others = patterns[candidates[second].pattern].query
    return patterns[candidates[first].pattern].query.allSatisfy { item in
      guard let other = others.first(where: { $0.name == item.name }) else { return true }
      switch (item.value, other.value) {
      case (.literal(let left), .literal(let right)): return left == right
      case (.parameter(_, let type), .literal(let literal)), (.literal(let literal), .parameter(_, let type)):
        return type.accepts(Array(literal.utf8))
      case (.parameter, .parameter): return true
      }
    }
  }

  /// Whether every query that the second of two candidates with one path takes is taken by the first.
  private func covers(_ first: Int, _ second: Int) -> Bool {
    let others = patterns[candidates[second].pattern].query
    return patterns[candidates[first].pattern].query.allSatisfy { item in
      guard let other = others.first(where: { $0.name == item.name }) else { return item.isOptional }
      switch (item.value, other.value) {
      case (.literal(let left), .literal(let right)): return left == right
      case (.parameter(_, let left), .parameter(_, let right)):
        return (left == right || left == .string) && (item.isOptional || !other.isOptional)
      case (.parameter(_, let type), .literal(let literal)): return type.accepts(Array(literal.utf8))
      case (.literal, .parameter): return false
      }
    }
  }
}

/// What a URL leads to: a pattern and the values of its parameters.
public struct RouteMatch: Hashable, Sendable {
  /// The index of the pattern.
  public let pattern: Int
  /// The parameters that the URL has, in the order of the pattern, decoded.
  public let values: [(name: String, value: String)]

  init(pattern: Int, values: [(String, String)]) {
    self.pattern = pattern
    self.values = values.map { (name: $0.0, value: $0.1) }
  }

  /// A parameter's value, or `nil` where the URL lacks it.
  public subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  public static func == (left: RouteMatch, right: RouteMatch) -> Bool {
    left.pattern == right.pattern && left.values.elementsEqual(right.values) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(pattern)
    for value in values { hasher.combine(value.value) }
  }
}

extension String {
  func replacingEscapedSlashes() -> String {
    guard utf8.contains(0x25) else { return self }
    var result: [UInt8] = []
    var bytes = Array(utf8)[...]
    while let byte = bytes.first {
      if bytes.starts(with: [0x25, 0x32, 0x46]) || bytes.starts(with: [0x25, 0x32, 0x66]) {
        result.append(0x2F)
        bytes = bytes.dropFirst(3)
      } else {
        result.append(byte)
        bytes = bytes.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
