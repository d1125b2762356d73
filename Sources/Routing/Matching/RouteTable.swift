/// Patterns compiled for matching.
///
/// The most specific pattern wins, whatever the order of registration: compared from the left, a literal before a
/// parameter, a parameter of a narrower type before one of a wider, a parameter before `*`, that before `**`. Behind a
/// parameter in its segment, a pattern whose segment goes on comes before one whose segment ends, a literal before another
/// parameter, a longer literal before a shorter. Of patterns with one path the one that asks for more of the query comes
/// first, and a pattern with a scheme before those without.
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
      /// Equal except for the names of their parameters.
      case duplicate
      /// Whatever the second matches, the first matches before it.
      case shadowed
      /// Some URLs match both, and neither is more specific: they ask for different items of the query, or go on with
      /// different literals behind a parameter.
      case ambiguous
    }
    /// The kind.
    public let kind: Kind
    /// The index of the pattern that wins.
    public let first: Int
    /// The index of the pattern that never matches.
    public let second: Int
    /// The path of a URL that both match, where one is known.
    public let example: String?

    init(kind: Kind, first: Int, second: Int, example: String? = nil) {
      self.kind = kind
      self.first = first
      self.second = second
      self.example = example
    }
  }

  /// Every conflict among the patterns.
  public struct Conflicts: Error, Hashable, Sendable {
    /// The conflicts.
    public let conflicts: [Conflict]
  }

  /// A way of taking and leaving the optional parts of a pattern.
  struct Candidate {
    var pattern: Int
    /// The index of the way in the pattern's variants.
    var variant: Int
    /// The names of the path's parameters, by the order in which the variant meets them.
    var names: [String]
    /// What the pattern asks of the query.
    var query: [CompiledRoutes.QueryItem]
    var requiredQueryItems: Int
    /// The narrower the types of the query's items, the smaller.
    var querySpecificity: Int
  }

  /// The patterns by index.
  public var patterns: [RoutePattern] { compiled.patterns }
  /// One reference, so that a table is passed on and read at little cost.
  private let compiled: CompiledRoutes

  /// Compiles patterns; throws every conflict among them.
  public init(_ patterns: [RoutePattern]) throws(Conflicts) {
    var candidates: [Candidate] = []
    var paths = RouteTree()
    var authorities = RouteTree()
    for (index, pattern) in patterns.enumerated() {
      let query = pattern.query.map { CompiledRoutes.QueryItem($0, of: pattern) }
      let requiredQueryItems = pattern.query.count { !$0.isOptional }
      let querySpecificity = pattern.query.reduce(0) { $0 + $1.specificity }
      for (number, variant) in pattern.variants.enumerated() {
        let names = variant.compactMap { piece in
          if case .parameter(let parameter, _) = piece { return pattern.parameters[parameter].name }
          return nil
        }
        candidates.append(
          Candidate(
            pattern: index, variant: number, names: names, query: query, requiredQueryItems: requiredQueryItems,
            querySpecificity: querySpecificity))
        let number = Int32(candidates.count - 1)
        if pattern.hasAuthority {
          authorities.insert(variant, candidate: number)
        } else {
          paths.insert(variant, candidate: number)
        }
      }
    }
    func precedes(_ left: Int32, _ right: Int32) -> Bool {
      let first = candidates[Int(left)]
      let second = candidates[Int(right)]
      if first.requiredQueryItems != second.requiredQueryItems {
        return first.requiredQueryItems > second.requiredQueryItems
      }
      if first.querySpecificity != second.querySpecificity { return first.querySpecificity < second.querySpecificity }
      return patterns[first.pattern].text < patterns[second.pattern].text
    }
    paths.sortEnds(by: precedes)
    authorities.sortEnds(by: precedes)
    let finder = RouteConflicts(patterns: patterns, candidates: candidates)
    let ranks = finder.ranks(by: precedes)
    let trees = [paths, authorities].map { CompiledRouteTree($0, ranks: ranks) }
    let conflicts = finder.found(in: zip([paths, authorities], trees).map { ($0, $1) }, ranks)
    guard conflicts.isEmpty else { throw Conflicts(conflicts: conflicts) }
    compiled = CompiledRoutes(patterns, candidates, paths: trees[0], authorities: trees[1])
  }

  /// What a URL or path leads to, or `nil`.
  ///
  /// Nothing is allocated but the answer.
  public func match(_ url: String) -> RouteMatch? { compiled.match(url) }
}

/// What a URL leads to: a pattern and the values of its parameters.
public struct RouteMatch: Hashable, Sendable {
  /// The index of the pattern.
  public let pattern: Int
  /// The parameters that the URL has, in the order of the pattern, decoded.
  public let values: [(name: String, value: String)]

  init(pattern: Int, values: [(name: String, value: String)]) {
    self.pattern = pattern
    self.values = values
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
  /// A value of a path as it was before it was escaped: `%2F` is a slash, `%252F` the text `%2F`.
  func replacingEscapedSlashes() -> String {
    guard utf8.contains(0x25) else { return self }
    var result: [UInt8] = []
    var bytes = Array(utf8)[...]
    while let byte = bytes.first {
      guard byte == 0x25, let length = Self.lengthOfSlashEscape(bytes) else {
        result.append(byte)
        bytes = bytes.dropFirst()
        continue
      }
      if length == 3 { result.append(0x2F) } else { result += [0x25] + bytes.dropFirst(3).prefix(length - 3) }
      bytes = bytes.dropFirst(length)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// How long `%2F`, `%252F`, `%25252F` … is at the beginning of a text; `nil` where it is none of them.
  private static func lengthOfSlashEscape(_ bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex + 1
    while index + 1 < bytes.endIndex, bytes[index] == 0x32 {
      if bytes[index + 1] | 0x20 == 0x66 { return index + 2 - bytes.startIndex }
      guard bytes[index + 1] == 0x35 else { return nil }
      index += 2
    }
    return nil
  }
}
