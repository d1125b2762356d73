import PageFormat

extension PageComparison {
  /// Compares what nodes look like in states such as `:hover` in one viewport.
  ///
  /// UNIMPLEMENTED: styles of pseudo-elements without nodes (`::placeholder`, `::selection`) are not compared.
  ///
  /// - Throws: `PageFormatError` for a table or a style that cannot be decoded.
  mutating func compareStates(
    _ oldLayout: LayoutReader, _ newLayout: LayoutReader, explanations: [PageCause.Key?]
  ) throws {
    let before = try old.page.states(in: oldLayout.viewport)
    let after = try new.page.states(in: newLayout.viewport)
    guard before.count + after.count > 0 else { return }
    var oldStyles = StyleComparison(old.page, old.page)
    var newStyles = StyleComparison(new.page, new.page)
    for node in 0..<new.count {
      guard let oldNode = matching.oldNodes[node] else { continue }
      let (oldStates, newStates) = (before.states(of: oldNode), after.states(of: node))
      guard oldStates != nil || newStates != nil, !newLayout.flags(node).contains(.noBox) else { continue }
      let (oldRest, newRest) = (oldLayout.style(oldNode, in: old.page), newLayout.style(node, in: new.page))
      let oldLooks = try Self.looks(oldStates, of: oldNode, at: oldRest, &oldStyles)
      let newLooks = try Self.looks(newStates, of: node, at: newRest, &newStyles)
      // States with others at once repeat what they do by themselves.
      var known: Set<[ValueChange]> = []
      for state in Set(oldLooks.keys).union(newLooks.keys).sorted(by: { ($0.count, $0) < ($1.count, $1) }) {
        let (left, right) = (oldLooks[state] ?? [:], newLooks[state] ?? [:])
        let changes = Set(left.keys).union(right.keys).sorted().filter { left[$0] != right[$0] }.map {
          ValueChange($0, from: left[$0], to: right[$0])
        }
        guard !changes.isEmpty, edits[node] == nil, known.insert(changes).inserted else { continue }
        let parts = changes.map { "\($0.name)\u{1}\($0.old ?? "")\u{1}\($0.new ?? "")" }
        let cause = causes.number(
          PageCause.Key(subject: .state, text: ([state] + parts).joined(separator: "\u{0}")),
          changes.map { ValueChange("\(state) \($0.name)", from: $0.old, to: $0.new) })
        if !causes[cause].carriers.contains(node) {
          causes.carry(cause, node: node, new.names[node].named(in: new, node))
          causes[cause].explanations[explanations[node], default: 0] += 1
        }
        causes[cause].viewports.insert(newLayout.viewport.name)
      }
    }
  }

  /// What each state sets beside the style at rest: values by property, by the state's name.
  private static func looks(
    _ states: PageNodeStates?, of node: Int, at rest: Int?, _ styles: inout StyleComparison
  ) throws -> [String: [String: String]] {
    var looks: [String: [String: String]] = [:]
    guard let states else { return looks }
    for row in states.rows {
      let conditions = states.conditions.enumerated().filter { row.mask & (1 << UInt8($0.offset & 7)) != 0 }
      let name = conditions.map { (condition) in
        ":" + condition.element.state.name + (condition.element.node == node ? "" : " of another")
      }.joined(separator: " and ")
      for change in Shorthands.compact(try styles.delta(rest, row.style).direct) {
        looks[name, default: [:]][change.name] = change.new
      }
    }
    return looks
  }
}
