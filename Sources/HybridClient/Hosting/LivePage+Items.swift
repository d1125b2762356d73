import JSONValues
import Manifest
import Page
import PageFormat

// Copies belong to the items of their lists: they keep what was entered, and their numbers, wherever data puts the items.
extension LivePage {
  /// A copy that should be there.
  struct Wanted {
    var template: Int
    var scope: ProgramEvaluator.Scope
    var row: (section: Int, row: Int)?
  }

  /// Keeps the copies of items that stay, takes the others away and makes those that are missing. Copies of items with other data are
  /// used again, so that only what differs reaches the host.
  ///
  /// - Parameters:
  ///   - templates: what the copies are made of: all of a table's belong to the first, as they are in one list.
  ///   - rows: the list.
  func reconcile(_ wanted: [Wanted], of templates: [Int], in parent: Int, _ rows: TableRows? = nil) {
    guard let holder = templates.first else { return }
    let old = nodes[holder].instances
    let name = rows?.item ?? "item"
    let matching = ItemMatching(
      from: old.map { item(of: sourceNode($0), nodes[$0].scope, name) },
      to: old.isEmpty ? wanted.map { _ in .none } : wanted.map { item(of: sourceNode($0.template), $0.scope, name) },
      isInPlace: isWritten(in: rows?.place))
    let staying = Set(matching.before.lazy.compactMap(\.self))
    // The last first: nothing that follows has to move, and free numbers are given out in the order that they had.
    for place in old.indices.reversed() where !staying.contains(place) { discard(old[place]) }
    nodes[holder].instances = old.indices.filter(staying.contains).map { old[$0] }
    let view = nodes[parent].isShown ? parent : viewAround(parent)
    // The place of the first copy among the views is looked for, those of the others are counted.
    let isCounted = view == parent && templates.allSatisfy { component(of: $0) != nil }
    let ahead = matching.ahead()
    var first: Int?
    var copies: [Int] = []
    func position(_ copy: Int, _ number: Int) -> Int {
      if isCounted, let first { return first + copies.count + ahead[number] }
      let position = viewPosition(of: copy, in: view)
      first = position - copies.count - ahead[number]
      return position
    }
    var previous = sibling(before: holder, in: parent)
    for (number, entry) in wanted.enumerated() {
      let copy: Int
      if let place = matching.before[number] {
        copy = old[place]
        setScope(entry.scope, row: entry.row, on: copy)
        if matching.moved.contains(number) {
          move(copy, after: previous)
          reinsert(copy, into: view, at: position(copy, number))
        }
      } else {
        // There are too many nodes.
        guard let made = insertCopy(of: entry.template, into: parent, after: previous, scope: entry.scope) else {
          continue
        }
        copy = made
        nodes[copy].row = entry.row
        resizeRows(in: copy)
        show(copy, parent: view, at: position(copy, number))
      }
      copies.append(copy)
      previous = copy
    }
    nodes[holder].instances = copies
  }

  /// What a list's item is known by.
  func item(of template: Int, _ scope: ProgramEvaluator.Scope, _ name: String) -> ItemMatching.Item {
    if let program = identifier(of: template) {
      let id = ProgramEvaluator.text(evaluator.value(program, data: data, scope: scope))
      if !id.isEmpty { return ItemMatching.Item(template: template, key: .id(id)) }
    }
    return ItemMatching.Item(template: template, key: .data(scope[name] ?? .null))
  }

  /// The program that gives the copies of a node their `id`.
  private func identifier(of template: Int) -> Int? {
    page.page.bindings(template).first { $0.target == .attribute && $0.name == "id" }?.program
  }

  /// What the entries of a table or loop are known by.
  func items(of rows: TableRows) -> [ItemMatching.Item] {
    let outer = nodes[rows.table].scope
    let templates = [rows.rowTemplate, rows.sectionTemplate].compactMap { $0.map(sourceNode) }
    // OPTIMIZATION: variables are made only where something is to be evaluated.
    let areNamed = templates.contains { identifier(of: $0) != nil }
    return rows.entries.map { entry in
      guard let template = rows.template(of: entry).map(sourceNode) else { return .none }
      if !areNamed { return ItemMatching.Item(template: template, key: .data(rows.value(of: entry))) }
      return item(of: template, rows.scope(of: entry, around: outer), rows.item)
    }
  }

  /// Whether the data that is filled in now was written into a list, by a control that is bound to a value in it.
  private func isWritten(in list: DataPlace?) -> Bool {
    guard let list, let written else { return false }
    return written.table == list.table && written.steps.starts(with: list.steps)
  }

  /// Gives rows on demand other data: those in the tree go along with their items.
  ///
  /// - Parameter rows: the rows from now on.
  func renumberRows(to rows: TableRows) {
    guard let window = rowWindows[rows.table], !rows.hasItems(of: window.rows) else {
      rowWindows[rows.table]?.setRows(rows, before: nil)
      return
    }
    guard !isWritten(in: rows.place) || rows.entries != window.rows.entries else {
      rowWindows[rows.table]?.setRows(rows, before: nil)
      return
    }
    let before = ItemMatching(from: items(of: window.rows), to: items(of: rows)).before
    rowWindows[rows.table]?.setRows(rows, before: before)
    renumberCopies(of: rows.table, before)
  }

  /// Has the rows of a table that had all of them until now go along with their items, as it has more.
  func renumberCopies(of rows: TableRows) {
    let before = ItemMatching(
      from: nodes[rows.holder].instances.map { item(of: sourceNode($0), nodes[$0].scope, rows.item) },
      to: items(of: rows),
      isInPlace: isWritten(in: rows.place)
    ).before
    renumberCopies(of: rows.table, before)
  }

  /// - Parameter before: by entry, the number of its item until now.
  private func renumberCopies(of table: Int, _ before: [Int?]) {
    guard let window = rowWindows[table] else { return }
    let holder = window.rows.holder
    var numbers: [Int: Int] = [:]
    for (number, place) in before.enumerated() { if let place { numbers[place] = number } }
    var staying: [(number: Int, place: Int, copy: Int)] = []
    for (place, (number, copy)) in zip(window.shown, nodes[holder].instances).enumerated().reversed() {
      if let now = numbers[number] {
        staying.append((now, place, copy))
      } else {
        discard(copy)
        rowOffsets[copy] = nil
      }
    }
    staying.sort { $0.number < $1.number }
    nodes[holder].instances = staying.map(\.copy)
    rowWindows[table]?.shown = staying.map(\.number)
    let matching = ItemMatching(before: staying.map(\.place))
    let view = nodes[table].isShown ? table : viewAround(table)
    var previous = sibling(before: holder, in: table)
    for (number, row) in staying.enumerated() {
      if matching.moved.contains(number) {
        move(row.copy, after: previous)
        reinsert(row.copy, into: view, at: viewPosition(of: row.copy, in: view))
      }
      previous = row.copy
    }
  }

  /// Puts a copy to another place among its siblings.
  private func move(_ copy: Int, after sibling: Int?) {
    guard tree.move(copy, after: sibling) else { return }
    changes.append(.move(node: copy, after: sibling))
  }

  /// Puts the views of a copy to another place in the view around it.
  private func reinsert(_ copy: Int, into view: Int?, at position: Int) {
    var position = position
    var stack = [copy]
    while let node = stack.popLast() {
      if nodes[node].isShown {
        emit(.insert(node: node, parent: view, index: position))
        position += 1
      } else {
        stack += attachedChildren(of: node).reversed()
      }
    }
  }
}

extension ItemMatching.Item {
  /// An item that is not looked at.
  fileprivate static let none = ItemMatching.Item(template: -1, key: .data(.null))
}
