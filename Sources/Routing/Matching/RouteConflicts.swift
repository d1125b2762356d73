/// Finds patterns that cannot be told apart, or of which one never gets its turn.
struct RouteConflicts {
  let patterns: [RoutePattern]
  let candidates: [RouteTable.Candidate]

  /// The conflicts among the candidates of trees.
  func found(in trees: [RouteTree]) -> [RouteTable.Conflict] {
    var conflicts: Set<RouteTable.Conflict> = []
    for tree in trees {
      for node in tree.nodes {
        for ends in [node.ends, node.rests] where ends.count > 1 { addConflicts(among: ends, to: &conflicts) }
        // At one place `*` never gets its turn behind an untyped parameter, if the same follows both.
        guard node.segment >= 0, let parameter = node.parameters.first(where: { $0.type == .string }) else { continue }
        for second in tree.nodes[Int(node.segment)].ends {
          for first in tree.nodes[Int(parameter.node)].ends where covers(Int(first), Int(second)) {
            conflicts.insert(
              RouteTable.Conflict(
                kind: .shadowed, first: candidates[Int(first)].pattern, second: candidates[Int(second)].pattern))
          }
        }
      }
    }
    return conflicts.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

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
