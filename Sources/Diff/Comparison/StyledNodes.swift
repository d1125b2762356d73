import CSSValues
import PageFormat

/// What rules changed on the nodes of a page in one viewport, and whose change each node's layout follows.
struct StyledNodes {
  /// The cause that may move boxes by the node's own style.
  private(set) var own: [Int?]
  /// The cause that the node's style follows: an ancestor's, or its own.
  private(set) var source: [Int?]
  /// Whether the node's style differs only because an ancestor's does, in a way that may move boxes.
  private(set) var follows: [Bool]

  /// Compares the styles of all matched nodes in a viewport, and notes their causes.
  ///
  /// - Throws: `PageFormatError` for a style that cannot be decoded.
  init(
    _ comparison: inout PageComparison, _ oldLayout: LayoutReader, _ newLayout: LayoutReader,
    explanations: [PageCause.Key?], _ sheets: SheetChanges
  ) throws {
    let (old, new) = (comparison.old, comparison.new)
    own = Array(repeating: nil, count: new.count)
    source = own
    follows = Array(repeating: false, count: new.count)
    let viewport = newLayout.viewport.name
    let (wasShown, isShown) = (Self.shown(old, oldLayout), Self.shown(new, newLayout))
    for node in 0..<new.count {
      let parent = new.page.parent(node)
      source[node] = parent.flatMap { source[$0] }
      guard let oldNode = comparison.matching.oldNodes[node] else { continue }
      // What is not displayed has no look; only that it came or went counts.
      guard wasShown[oldNode] || isShown[node] else { continue }
      var delta = try comparison.styles.delta(
        oldLayout.style(oldNode, in: old.page), newLayout.style(node, in: new.page))
      if !wasShown[oldNode] || !isShown[node] { delta.direct.removeAll { $0.property != .display } }
      follows[node] = delta.followsInLayout
      guard !delta.direct.isEmpty else { continue }
      var rest = delta.direct
      if let edit = comparison.edits[node], comparison.causes[edit].key.subject == .attribute {
        // A class or an attribute that rules select, except for what an edit of those rules says.
        let name = new.names[node].named(in: new, node)
        rest = rest.filter { change in
          let written = ValueChange(change.property.name, from: change.old, to: change.new)
          return sheets.explains([written], on: name.label, pages: [comparison.path])
            || comparison.ruleEdit(behind: change.property, on: name, isCertain: true) != nil
        }
        let selected = delta.direct.filter { change in !rest.contains { $0.property == change.property } }
        for change in Shorthands.compact(selected)
        where !comparison.causes[edit].styleChanges.contains(change) && comparison.causes[edit].styleChanges.count < 20
        {
          comparison.causes[edit].styleChanges.append(change)
        }
        comparison.causes[edit].viewports.insert(viewport)
        if selected.contains(where: \.property.movesBoxes) { own[node] = edit }
      }
      rest = Self.noteRules(
        rest, of: node, in: viewport, &comparison, isExplained: explanations[node] != nil, &own[node])
      let label = sheets.hasCustomProperties ? new.names[node].named(in: new, node).label : ""
      let parts = sheets.hasCustomProperties ? Self.parts(rest, label, sheets, comparison.path) : [rest]
      for (part, key, changes) in parts.flatMap({ part in Self.causes(of: part).map { (part, $0.key, $0.changes) } }) {
        let movesBoxes = part.contains(where: \.property.movesBoxes)
        let cause = comparison.causes.number(key, changes)
        if !comparison.causes[cause].carriers.contains(node) {
          comparison.causes.carry(cause, node: node, new.names[node].named(in: new, node))
          comparison.causes[cause].explanations[explanations[node], default: 0] += 1
        }
        if key.isColor {
          for change in changes where !comparison.causes[cause].changes.contains(change) {
            comparison.causes[cause].changes.append(change)
          }
        }
        comparison.causes[cause].viewports.insert(viewport)
        if !key.isColor, movesBoxes { own[node] = cause }
      }
      if own[node] != nil { source[node] = own[node] }
    }
  }

  /// Notes the changes that edits of rules, or of the page's list of sheets, are behind. Returns the others.
  private static func noteRules(
    _ changes: [StyleDelta.PropertyChange], of node: Int, in viewport: String, _ comparison: inout PageComparison,
    isExplained: Bool, _ own: inout Int?
  ) -> [StyleDelta.PropertyChange] {
    let (sheets, page) = (comparison.sheets, comparison.path)
    guard !sheets.isEmpty || !sheets.listEdits(of: page).isEmpty, !changes.isEmpty else { return changes }
    let name = comparison.new.names[node].named(in: comparison.new, node)
    var others: [StyleDelta.PropertyChange] = []
    var rules: [(edit: SheetChanges.DeclarationEdit, changes: [StyleDelta.PropertyChange])] = []
    var lists: [(edit: SheetEdit, changes: [StyleDelta.PropertyChange])] = []
    for change in changes {
      let written = ValueChange(change.property.name, from: change.old, to: change.new)
      var edit = comparison.ruleEdit(behind: change.property, on: name, isCertain: true)
      if edit == nil {
        if sheets.hasCustomProperties,
          sheets.customProperty(behind: [written], on: name.label, pages: [page]) != nil
        {
          others.append(change)
          continue
        }
        if let list = sheets.listEdit(behind: change.property, on: name, page: page, isCertain: isExplained) {
          if let index = lists.firstIndex(where: { $0.edit == list }) {
            lists[index].changes.append(change)
          } else {
            lists.append((list, [change]))
          }
          continue
        }
        if !isExplained { edit = comparison.ruleEdit(behind: change.property, on: name, isCertain: false) }
      }
      guard let edit else {
        others.append(change)
        continue
      }
      if let index = rules.firstIndex(where: { $0.edit == edit }) {
        rules[index].changes.append(change)
      } else {
        rules.append((edit, [change]))
      }
    }
    func note(_ cause: Int, _ changes: [StyleDelta.PropertyChange]) {
      if !comparison.causes[cause].carriers.contains(node) { comparison.causes.carry(cause, node: node, name) }
      comparison.causes[cause].viewports.insert(viewport)
      if changes.contains(where: \.property.movesBoxes) { own = cause }
    }
    for (edit, changes) in lists { note(comparison.number(edit), changes) }
    for (edit, changes) in rules {
      let cause = comparison.number(edit)
      for change in PageComparison.written(changes, by: edit) { comparison.causes.add(change, to: cause) }
      note(cause, changes)
    }
    return others
  }

  /// Which nodes have a box or a line, or something in them has.
  private static func shown(_ tree: PageTree, _ layout: LayoutReader) -> [Bool] {
    var shown = (0..<tree.count).map { !layout.flags($0).contains(.noBox) }
    for row in 0..<layout.lineCount {
      let node = layout.line(row, at: []).node
      if shown.indices.contains(node) { shown[node] = true }
    }
    for node in stride(from: tree.count - 1, to: 0, by: -1) where shown[node] {
      if let parent = tree.page.parent(node) { shown[parent] = true }
    }
    return shown
  }

  /// The changes by the custom property that is behind them; those with none last, since they say more of the element.
  private static func parts(
    _ changes: [StyleDelta.PropertyChange], _ label: String, _ sheets: SheetChanges, _ page: String
  ) -> [[StyleDelta.PropertyChange]] {
    var parts: [SheetChanges.CustomProperty: [StyleDelta.PropertyChange]] = [:]
    var order: [SheetChanges.CustomProperty] = []
    var others: [StyleDelta.PropertyChange] = []
    for change in changes {
      let written = ValueChange(change.property.name, from: change.old, to: change.new)
      if let property = sheets.customProperty(behind: [written], on: label, pages: [page]) {
        if parts[property] == nil { order.append(property) }
        parts[property, default: []].append(change)
      } else {
        others.append(change)
      }
    }
    return order.compactMap { parts[$0] } + (others.isEmpty ? [] : [others])
  }

  /// Colours by their values, since one custom property may be behind many properties; the rest together.
  private static func causes(of direct: [StyleDelta.PropertyChange]) -> [(key: PageCause.Key, changes: [ValueChange])] {
    var colors: [String: [StyleDelta.PropertyChange]] = [:]
    var order: [String] = []
    var rest: [StyleDelta.PropertyChange] = []
    for change in direct {
      if change.property.isColor {
        let pair = PageCause.Key.colorMark + change.old + "\u{1}" + change.new
        if colors[pair] == nil { order.append(pair) }
        colors[pair, default: []].append(change)
      } else {
        rest.append(change)
      }
    }
    var causes = order.map { pair in
      (PageCause.Key(subject: .style, text: pair), Shorthands.compact(colors[pair] ?? []))
    }
    if !rest.isEmpty {
      let changes = Shorthands.compact(rest)
      let text = changes.map { "\($0.name)\u{1}\($0.old ?? "")\u{1}\($0.new ?? "")" }.joined(separator: "\u{0}")
      causes.append((PageCause.Key(subject: .style, text: text), changes))
    }
    return causes
  }
}

extension PageCause.Key {
  static let colorMark = "\u{3}"
  /// Whether the cause is a colour that became another.
  var isColor: Bool { subject == .style && text.hasPrefix(Self.colorMark) }
}

extension ElementName {
  /// The name of a generated box is that of its element, with the box's own behind it.
  func named(in tree: PageTree, _ node: Int) -> ElementName {
    guard kind.isGenerated, let parent = tree.page.parent(node) else { return self }
    var name = tree.names[parent]
    let suffix = label
    if !name.id.isEmpty { name.id += suffix }
    name.classes = name.classes.map { $0 + suffix }
    name.tag += suffix
    return name
  }
}
