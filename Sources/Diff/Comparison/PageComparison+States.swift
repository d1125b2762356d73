import CSSValues
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
        var changes = Set(left.keys).union(right.keys).sorted().filter { left[$0] != right[$0] }.map {
          ValueChange($0, from: left[$0], to: right[$0])
        }
        guard !changes.isEmpty, edits[node] == nil, known.insert(changes).inserted else { continue }
        let name = new.names[node].named(in: new, node)
        if let edit = listEdit(behind: changes, on: name) {
          let cause = number(edit)
          if !causes[cause].carriers.contains(node) { causes.carry(cause, node: node, name) }
          causes[cause].viewports.insert(newLayout.viewport.name)
          continue
        }
        changes = written(changes, of: state, on: name)
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

  /// The edit of the page's list of sheets that is behind changes in a state; `nil` where the edit of a rule is.
  private mutating func listEdit(behind changes: [ValueChange], on name: ElementName) -> SheetEdit? {
    guard !sheets.listEdits(of: path).isEmpty else { return nil }
    for change in changes {
      guard let property = PropertyID(named: change.name)?.longhands.first else { continue }
      if ruleEdit(behind: property, on: name, isCertain: true) != nil { return nil }
      if let edit = sheets.listEdit(behind: property, on: name, page: path, isCertain: false) { return edit }
    }
    return nil
  }

  /// The changes in a state, with several of one shorthand as it is written.
  private func written(_ changes: [ValueChange], of state: String, on name: ElementName) -> [ValueChange] {
    guard changes.count > 1, !sheets.isEmpty else { return changes }
    var groups: [(edit: SheetChanges.DeclarationEdit?, changes: [ValueChange])] = []
    for change in changes {
      let edit = PropertyID(named: change.name)?.longhands.first.flatMap {
        sheets.edit(behind: $0, on: name, page: path, state: state, isCertain: true)
      }
      if let edit, let index = groups.firstIndex(where: { $0.edit == edit }) {
        groups[index].changes.append(change)
      } else {
        groups.append((edit, [change]))
      }
    }
    return groups.flatMap { edit, changes in
      guard let edit, changes.count > 1, edit.old != edit.new else { return changes }
      return [ValueChange(edit.property, from: edit.old, to: edit.new)]
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
