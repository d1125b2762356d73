/// Finds patterns that cannot be told apart, or of which one never gets its turn.
struct RouteConflicts {
  let patterns: [RoutePattern]
  let candidates: [RouteTable.Candidate]
  /// What orders the candidates' paths, by candidate; empty where patterns are so plain that only the tree orders them.
  private let specificities: [RouteSpecificity]

  init(patterns: [RoutePattern], candidates: [RouteTable.Candidate]) {
    self.patterns = patterns
    self.candidates = candidates
    // OPTIMIZATION: hardly a site has such patterns, and thousands of plain ones are compiled quickly.
    let isPlain = patterns.allSatisfy { pattern in pattern.variants.allSatisfy(Self.isPlain) }
    specificities =
      isPlain ? [] : candidates.map { RouteSpecificity(patterns[$0.pattern].variants[$0.variant]) }
  }

  /// Whether a path has neither a segment that goes on behind a parameter nor `*`.
  private static func isPlain(_ pieces: [RoutePattern.Piece]) -> Bool {
    var isBehindParameter = false
    for piece in pieces {
      switch piece {
      case .literal(let bytes):
        if isBehindParameter, bytes.first != 0x2F { return false }
        isBehindParameter = false
      case .parameter:
        if isBehindParameter { return false }
        isBehindParameter = true
      case .segment: return false
      case .rest: break
      }
    }
    return true
  }

  /// The place of each candidate in the order of precedence; empty where only the tree orders them.
  func ranks(by precedes: (Int32, Int32) -> Bool) -> [Int32] {
    guard !specificities.isEmpty else { return [] }
    let order = candidates.indices.sorted { left, right in
      let (first, second) = (specificities[left].key, specificities[right].key)
      return first == second
        ? precedes(Int32(left), Int32(right)) : RouteSpecificity.precedes(first, second)
    }
    var ranks = [Int32](repeating: 0, count: candidates.count)
    for (rank, candidate) in order.enumerated() { ranks[candidate] = Int32(rank) }
    return ranks
  }

  /// The conflicts among the candidates of trees.
  func found(in trees: [(RouteTree, CompiledRouteTree)], _ ranks: [Int32]) -> [RouteTable.Conflict] {
    var conflicts: Set<RouteTable.Conflict> = []
    for (tree, _) in trees {
      for node in tree.nodes {
        for ends in [node.ends, node.rests] where ends.count > 1 { addConflicts(among: ends, to: &conflicts) }
      }
    }
    if !specificities.isEmpty {
      var comparison = LanguageComparison()
      addShadowed(trees.map(\.1), ranks, &comparison, to: &conflicts)
      addAmbiguous(&comparison, to: &conflicts)
    }
    return conflicts.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  // MARK: One path

  private func addConflicts(among ends: [Int32], to conflicts: inout Set<RouteTable.Conflict>) {
    for (index, first) in ends.enumerated() {
      for second in ends[(index + 1)...] where candidates[Int(first)].pattern != candidates[Int(second)].pattern {
        let kind: RouteTable.Conflict.Kind
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
          RouteTable.Conflict(
            kind: kind, first: candidates[Int(first)].pattern, second: candidates[Int(second)].pattern))
      }
    }
  }

  // MARK: Different paths

  /// Patterns all of whose URLs go to patterns that come before them.
  ///
  /// Only a pattern that takes one URL of another can take all of them, so that one is tried first.
  private func addShadowed(
    _ trees: [CompiledRouteTree], _ ranks: [Int32], _ comparison: inout LanguageComparison,
    to conflicts: inout Set<RouteTable.Conflict>
  ) {
    var languages: [Int: RouteLanguage] = [:]
    func language(_ candidate: Int) -> RouteLanguage {
      if let known = languages[candidate] { return known }
      let made = RouteLanguage(patterns[candidates[candidate].pattern].variants[candidates[candidate].variant])
      languages[candidate] = made
      return made
    }
    func winner(over candidate: Int) -> Int? {
      let pattern = patterns[candidates[candidate].pattern]
      let pieces = pattern.variants[candidates[candidate].variant]
      guard pieces.contains(where: { if case .literal = $0 { false } else { true } }) else { return nil }
      let url = Self.example(of: pieces)
      let matches = url.withUnsafeBufferPointer { trees[pattern.hasAuthority ? 1 : 0].allMatches($0, from: 0) }
      let rivals = matches.map { Int($0) }.filter { rival in
        ranks[rival] < ranks[candidate] && candidates[rival].pattern != candidates[candidate].pattern
          && specificities[rival].key != specificities[candidate].key && covers(rival, candidate)
      }
      return rivals.sorted { ranks[$0] < ranks[$1] }.first { rival in
        comparison.includes(language(rival), language(candidate), isPath: !pattern.hasAuthority)
      }
    }
    var index = 0
    while index < candidates.count {
      // The ways of a pattern follow each other.
      let pattern = candidates[index].pattern
      let ways = index..<(candidates[index...].firstIndex { $0.pattern != pattern } ?? candidates.count)
      var first: Int?
      var isShadowed = true
      for way in ways {
        guard let winner = winner(over: way) else {
          isShadowed = false
          break
        }
        first = first ?? winner
      }
      if isShadowed, let first {
        conflicts.insert(
          RouteTable.Conflict(kind: .shadowed, first: candidates[first].pattern, second: pattern))
      }
      index = ways.upperBound
    }
  }

  /// A path that pieces match, of values that no literal is likely to have.
  private static func example(of pieces: [RoutePattern.Piece]) -> [UInt8] {
    pieces.flatMap { piece -> [UInt8] in
      switch piece {
      case .literal(let bytes): bytes
      case .segment: Array("\u{F8FF}\u{F8FE}".utf8)
      case .rest: Array("\u{F8FF}/\u{F8FE}".utf8)
      case .parameter(_, let type):
        switch type {
        case .bool: Array("false".utf8)
        case .int: Array("6170293".utf8)
        case .uuid: Array("6e1f02a9-77c3-4b1d-9a55-0c8e2d4fb713".utf8)
        case .double: Array("617.0293e2".utf8)
        case .slug: Array("q_x0-z".utf8)
        case .string: Array("\u{F8FF}\u{F8FE}".utf8)
        }
      }
    }
  }

  /// Patterns that are the same up to different literals of one length behind a parameter, and have a path in common.
  private func addAmbiguous(_ comparison: inout LanguageComparison, to conflicts: inout Set<RouteTable.Conflict>) {
    struct Member {
      var candidate: Int
      var run: RouteSpecificity.Run
    }
    var groups: [[UInt8]: [Member]] = [:]
    for (index, specificity) in specificities.enumerated() {
      // Patterns with a scheme have one before the first slash, so that their keys are not others'.
      for run in specificity.runs {
        groups[Array(specificity.key[..<run.start]), default: []].append(Member(candidate: index, run: run))
      }
    }
    var languages: [Int: RouteLanguage] = [:]
    func language(_ candidate: Int) -> RouteLanguage {
      if let known = languages[candidate] { return known }
      let made = RouteLanguage(patterns[candidates[candidate].pattern].variants[candidates[candidate].variant])
      languages[candidate] = made
      return made
    }
    var reported: Set<[Int]> = []
    // In an order of their own, so that what is left out where the work runs out is always the same.
    for (_, group) in groups.sorted(by: { RouteSpecificity.precedes($0.key, $1.key) }) where group.count > 1 {
      // Two literals of one length that both end their segments have nothing in common.
      for (index, first) in group.enumerated() {
        if comparison.isExhausted { return }
        comparison.countPairs(group.count - index)
        for second in group[(index + 1)...] where !(first.run.endsSegment && second.run.endsSegment) {
          let (left, right) = (specificities[first.candidate].key, specificities[second.candidate].key)
          let range = first.run.start..<(first.run.start + first.run.count)
          guard left[range] != right[range] else { continue }
          let (one, other) = (candidates[first.candidate], candidates[second.candidate])
          guard one.pattern != other.pattern, overlap(first.candidate, second.candidate) else { continue }
          let (low, high) = (min(one.pattern, other.pattern), max(one.pattern, other.pattern))
          guard !reported.contains([low, high]) else { continue }
          let isPath = !patterns[one.pattern].hasAuthority
          let (firstLanguage, secondLanguage) = (language(first.candidate), language(second.candidate))
          if let example = comparison.common(firstLanguage, secondLanguage, isPath: isPath) {
            reported.insert([low, high])
            conflicts.insert(RouteTable.Conflict(kind: .ambiguous, first: low, second: high, example: example))
          }
        }
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
        return type.acceptsInQuery(literal)
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
      case (.parameter(_, let type), .literal(let literal)):
        return type.acceptsInQuery(literal) || item.isOptional && literal.isEmpty
      case (.literal, .parameter): return false
      }
    }
  }
}
