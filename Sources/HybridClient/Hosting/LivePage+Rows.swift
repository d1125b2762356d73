import Manifest
import PageFormat

// Rows on demand: of a long table that scrolls, or of a long loop in something that does, only the rows near what is seen have
// nodes. Layout places those below one another, and what is left out moves them down, with what follows them.
extension LivePage {
  /// Where a node of a row is: the same on a page that is opened again, whichever rows that has in its tree.
  public struct RowPlace: Hashable, Sendable {
    /// The node of the table, or of what a loop's copies are in.
    public var table: Int
    /// The section's number.
    public var section: Int
    /// The row's number in it, -1 for the view of the section.
    public var row: Int
    /// The node of the page file.
    public var source: Int

    /// A place in a row.
    public init(table: Int, section: Int, row: Int, source: Int) {
      (self.table, self.section, self.row, self.source) = (table, section, row, source)
    }
  }

  /// The place of a node of a row that may leave the tree; `nil` for nodes whose numbers last.
  public func rowPlace(of node: Int) -> RowPlace? {
    guard let (table, number) = windowEntry(around: node), let entry = rowWindows[table]?.rows.entries[number] else {
      return nil
    }
    return RowPlace(table: table, section: Int(entry.section), row: Int(entry.row), source: sourceNode(node))
  }

  /// The node at a place, whose row is put into the tree where it is not in it, and stays there; `nil` where data has no such row.
  public func node(at place: RowPlace) -> Int? {
    let wanted = TableRows.Entry(section: Int32(clamping: place.section), row: Int32(clamping: place.row))
    guard let window = rowWindows[place.table], let number = window.rows.entries.firstIndex(of: wanted) else {
      return nil
    }
    guard let instance = keptRow(number, of: place.table) else { return nil }
    var stack = [instance]
    while let node = stack.popLast() {
      if sourceNode(node) == place.source { return node }
      stack += attachedChildren(of: node).reversed()
    }
    return nil
  }

  /// Puts the row of an entry into the tree, where it is not in it, and keeps it there.
  func keptRow(_ number: Int, of table: Int) -> Int? {
    guard let window = rowWindows[table] else { return nil }
    rowWindows[table]?.keep(number)
    if !window.shown.contains(number) { showRows((window.shown + [number]).sorted(), of: table) }
    return instance(of: number, in: table)
  }

  /// The table with rows on demand that a node is in, and the number of its row.
  func windowEntry(around node: Int) -> (table: Int, number: Int)? {
    guard !rowWindows.isEmpty else { return nil }
    var next = node
    while nodes.indices.contains(next), parentNode(next) >= 0 {
      let parent = parentNode(next)
      if let window = rowWindows[parent], let place = instances(of: parent).firstIndex(of: next) {
        return (parent, window.shown[place])
      }
      next = parent
    }
    return nil
  }

  /// Keeps the row that a node is in, wherever its table is scrolled to: what a reader entered or selected in it is nowhere else.
  public func keepRow(of node: Int) {
    if let (table, number) = windowEntry(around: node) { rowWindows[table]?.keep(number) }
  }

  /// Holds the rows that these nodes are in, and gives back those that were held before: a selection is in them while it lasts.
  public func holdRows(of nodes: [Int]) {
    var numbers: [Int: Set<Int>] = [:]
    for case let (table, number)? in nodes.map(windowEntry) { numbers[table, default: []].insert(number) }
    for table in rowWindows.keys { rowWindows[table]?.hold(numbers[table] ?? []) }
  }

  // MARK: Which tables

  /// The copies of a table with rows on demand.
  func instances(of table: Int) -> [Int] {
    rowWindows[table].map { nodes[$0.rows.holder].instances } ?? []
  }

  private func instance(of number: Int, in table: Int) -> Int? {
    guard let place = rowWindows[table]?.shown.firstIndex(of: number) else { return nil }
    return instances(of: table)[place]
  }

  /// The components that scroll what is in them.
  private static let scrollers: Set<String> = ["table", "scrollView"]

  /// Whether a table's rows may be made on demand, or a loop's copies. Its number must last, and no other loop may be in it.
  private func mayHaveWindow(_ table: Int, _ rows: TableRows) -> Bool {
    guard makesRowsOnDemand, rows.entries.count >= RowWindow.leastRows, !wholeTables.contains(table),
      table < page.page.nodeCount, let component = component(of: table)
    else { return false }
    if rows.isLoop { return Self.scrollers.contains(component) && nodes[table].templates.count == 1 }
    return component == "table" && nodes[table].templates.count == rowTemplates(of: table).count
  }

  /// Makes the rows of a table fit its data: those near what is seen, where they are made on demand.
  ///
  /// - Returns: whether they are.
  func fillRowsOnDemand(_ rows: TableRows) -> Bool {
    let table = rows.table
    guard mayHaveWindow(table, rows) else {
      // One of several loops says nothing of another one's.
      if rowWindows[table]?.rows.holder == rows.holder { forgetWindow(of: table) }
      return false
    }
    if rowWindows[table] == nil {
      var window = RowWindow(rows)
      window.shown = Array(nodes[rows.holder].instances.indices)
      window.offset = scrollOffsets[table] ?? 0
      // Which of the rows until now were changed is not known: all stay.
      rowWindows[table] = window
      renumberCopies(of: rows)
      for number in rowWindows[table]?.shown ?? [] { rowWindows[table]?.keep(number) }
    } else {
      renumberRows(to: rows)
    }
    guard let window = rowWindows[table] else { return false }
    let height = layoutFrame(of: table)?.height ?? 0
    var numbers = window.staying
    if height > 0, !places.frames.isEmpty, window.shown.count > 1 {
      let wanted = window.wanted(height: height)
      numbers.formUnion(wanted.whole)
      if let header = wanted.header { numbers.insert(header) }
    } else {
      numbers.formUnion(0..<min(RowWindow.firstRows, window.count))
    }
    showRows(numbers.sorted(), of: table, isRefilled: true)
    return true
  }

  private func forgetWindow(of table: Int) {
    guard rowWindows.removeValue(forKey: table) != nil else { return }
    for child in attachedChildren(of: table) { rowOffsets[child] = nil }
  }

  // MARK: Putting rows into the tree

  /// Makes the entries with these numbers, ascending, those that are in the tree.
  ///
  /// - Parameter isRefilled: whether the data is other than before; the caller fills the bindings then.
  private func showRows(_ numbers: [Int], of table: Int, isRefilled: Bool = false) {
    guard let window = rowWindows[table] else { return }
    let holder = window.rows.holder
    let outer = nodes[table].scope
    let wanted = Set(numbers)
    var staying: [Int: Int] = [:]
    // The last first, as elsewhere: free numbers are given out in the order that they had.
    for (number, instance) in zip(window.shown, nodes[holder].instances).reversed() {
      let template =
        window.rows.entries.indices.contains(number) ? window.rows.template(of: window.rows.entries[number]) : nil
      if wanted.contains(number), let template, sourceNode(template) == sourceNode(instance) {
        staying[number] = instance
      } else {
        discard(instance)
        rowOffsets[instance] = nil
      }
    }
    var instances: [Int] = []
    var shown: [Int] = []
    var fresh: [Int] = []
    let view = nodes[table].isShown ? table : viewAround(table)
    var previous = sibling(before: holder, in: table)
    for number in numbers {
      let entry = window.rows.entries[number]
      if let instance = staying[number] {
        if isRefilled {
          setScope(window.rows.scope(of: entry, around: outer), row: window.rows.row(of: entry), on: instance)
        }
        instances.append(instance)
        previous = instance
      } else {
        guard let template = window.rows.template(of: entry),
          let copy = insertCopy(
            of: template, into: table, after: previous, scope: window.rows.scope(of: entry, around: outer))
        else { break }
        nodes[copy].row = window.rows.row(of: entry)
        resizeRows(in: copy)
        instances.append(copy)
        show(copy, parent: view, at: viewPosition(of: copy, in: view))
        fresh.append(copy)
        previous = copy
      }
      shown.append(number)
    }
    nodes[holder].instances = instances
    rowWindows[table]?.shown = shown
    guard !isRefilled else { return }
    for copy in fresh { fill(copy) }
    spaceSections(of: table)
  }

  /// The table was scrolled: the rows that come near are put into the tree.
  func scrollRows(of table: Int, to offset: Double) {
    guard offset.isFinite else { return }
    scrollOffsets[table] = max(0, offset)
    guard rowWindows[table] != nil else { return }
    rowWindows[table]?.offset = max(0, offset)
    chooseRows(of: table)
  }

  /// Rows have other heights than those that were laid out.
  func forgetRowHeights(of table: Int) { rowWindows[table]?.forgetDistances() }

  /// Puts the rows near what is seen into the tree, where one of them is missing.
  ///
  /// - Returns: whether one was.
  @discardableResult private func chooseRows(of table: Int) -> Bool {
    guard let window = rowWindows[table], let frame = layoutFrame(of: table) else { return false }
    guard let area = places.scrollAreas[table], window.shown.count < 2 || isColumn(table) else {
      return showAllRows(of: table)
    }
    let isLeftOut = window.shown.count < window.count
    // Rows that do not fill a table say nothing of how far it scrolls.
    if isLeftOut, area.height <= frame.height {
      guard window.shown.count < RowWindow.mostWithoutScrolling else { return showAllRows(of: table) }
      let more = 0..<min(window.count, max(RowWindow.firstRows, 2 * window.shown.count))
      showRows(window.staying.union(more).sorted(), of: table)
      return true
    }
    let wanted = window.wanted(height: max(1, frame.height))
    let shown = Set(window.shown)
    if wanted.least.allSatisfy(shown.contains), wanted.header.map(shown.contains) ?? true { return false }
    var numbers = window.staying.union(wanted.whole)
    if let header = wanted.header { numbers.insert(header) }
    showRows(numbers.sorted(), of: table)
    return true
  }

  /// A table that does not scroll by itself, or whose rows are not below one another, has all of them.
  private func showAllRows(of table: Int) -> Bool {
    let loop = rowWindows[table].flatMap { $0.rows.isLoop ? $0.rows.holder : nil }
    wholeTables.insert(table)
    forgetWindow(of: table)
    if let loop { fillRepetition(loop) } else { fillTable(table) }
    for child in attachedChildren(of: table) { fill(child) }
    spaceSections(of: table)
    return true
  }

  /// Whether a table's rows are below one another.
  private func isColumn(_ table: Int) -> Bool {
    let frames = instances(of: table).compactMap { layoutFrame(of: $0) }
    return zip(frames, frames.dropFirst()).allSatisfy { $1.y >= $0.y + $0.height - 1 }
  }

  // MARK: After a layout

  /// Takes note of how far rows reach, and finds how far those that are left out move the others.
  ///
  /// - Returns: the views that are elsewhere than their layout puts them, or whose scroll areas grow.
  func measureRows() -> [Int] {
    var moved: [Int] = []
    for table in rowWindows.keys.sorted() {
      let instances = instances(of: table)
      guard let shown = rowWindows[table]?.shown, shown.count == instances.count else { continue }
      let tops = instances.map { layoutFrame(of: $0)?.y }
      measureDistances(shown, tops, of: table)
      guard let window = rowWindows[table] else { continue }
      let margin = sectionSpace(of: table)
      func move(_ node: Int, by offset: Double) {
        guard (rowOffsets[node] ?? 0) != offset else { return }
        rowOffsets[node] = offset == 0 ? nil : offset
        moved.append(node)
      }
      // Layout knows no gaps: the first row that is in the tree is where the rows begin.
      if let top = tops.lazy.compactMap({ $0 }).first, let frame = layoutFrame(of: table) {
        rowWindows[table]?.start = max(0, top - frame.y)
      }
      var offset = 0.0
      var last: Int?
      for place in shown.indices {
        guard let top = tops[place] else { continue }
        if let last, let before = tops[last] {
          // Layout knows no gaps.
          if shown[place] - shown[last] != place - last {
            offset += window.distance(shown[last]..<shown[place]) - (top - before)
          }
        } else {
          offset = window.distance(0..<shown[place]) - (window.rows.beginsSection(shown[place]) ? margin : 0)
        }
        last = place
        move(instances[place], by: offset)
      }
      offset += window.distance((shown.last.map { $0 + 1 } ?? 0)..<window.count)
      for follower in followers(of: table) { move(follower, by: offset) }
      if window.leftOut != offset {
        rowWindows[table]?.leftOut = offset
        moved.append(table)
      }
    }
    return moved
  }

  /// From the upper edge of each row to that of the next one that has a box.
  private func measureDistances(_ shown: [Int], _ tops: [Double?], of table: Int) {
    var last: Int?
    for place in shown.indices {
      guard let top = tops[place] else { continue }
      if let last, let before = tops[last], shown[place] - shown[last] == place - last {
        rowWindows[table]?.setDistance(top - before, of: shown[last])
        for hidden in (last + 1)..<place { rowWindows[table]?.setDistance(0, of: shown[hidden]) }
      }
      last = place
    }
    // The last row of all reaches as far as if one more followed: what is between a row and the end is in every layout.
    defer { rowWindows[table]?.settleGuesses() }
    guard let last, last > 0, let count = rowWindows[table]?.count, shown[last] == count - 1,
      shown[last - 1] == count - 2, let top = tops[last],
      let own = layoutFrame(of: instances(of: table)[last]),
      let before = layoutFrame(of: instances(of: table)[last - 1])
    else { return }
    rowWindows[table]?.setDistance(own.height + top - before.y - before.height, of: count - 1)
  }

  /// What is in a table behind its rows.
  private func followers(of table: Int) -> ArraySlice<Int> {
    guard let last = instances(of: table).last else { return [] }
    return attachedChildren(of: table).drop { $0 != last }.dropFirst()
  }

  /// Puts the rows near what is seen into the tree.
  ///
  /// - Returns: whether the page must be laid out again.
  func chooseRows() -> Bool {
    var isChanged = false
    for table in rowWindows.keys.sorted() where chooseRows(of: table) { isChanged = true }
    return isChanged
  }
}
