import PageFormat

extension PageComparison {
  /// Compares the page in one viewport, and adds what differs to the causes.
  ///
  /// - Throws: `PageFormatError` for a style that cannot be decoded.
  mutating func compare(
    _ oldLayout: LayoutReader, _ newLayout: LayoutReader, explanations: [PageCause.Key?]
  ) throws {
    let styled = try StyledNodes(&self, oldLayout, newLayout, explanations: explanations, sheets)
    let geometry = ViewportGeometry(self, oldLayout, newLayout, styled)
    noteSubjects(in: newLayout.viewport.name)
    guard geometry.hasChanges else { return }
    let unexplained = { (comparison: inout PageComparison) in
      comparison.fallbackCause(oldLayout, newLayout, geometry.onlyCause)
    }
    noteBoxes(geometry, newLayout, unexplained)
    noteLines(geometry, newLayout, unexplained)
    noteOverflow(geometry, oldLayout, newLayout, unexplained)
    noteOverlaps(geometry, oldLayout, newLayout, unexplained)
  }

  /// Edits of the tree are the same in every viewport.
  private mutating func noteSubjects(in viewport: String) {
    for cause in causes.list.indices where ![.style, .font, .unknown].contains(causes[cause].key.subject) {
      causes[cause].viewports.insert(viewport)
    }
  }

  /// The cause of what nothing beside a box explains: the document's viewport or doctype, other fonts, the only cause of the page
  /// that moves boxes; none.
  private mutating func fallbackCause(
    _ oldLayout: LayoutReader, _ newLayout: LayoutReader, _ onlyCause: Int?
  ) -> Int {
    if let documentCause { return documentCause }
    // Sheets that came or went, with their fonts and whatever else.
    if let edit = sheets.listEdits(of: path).first { return number(edit) }
    let (before, after) = (Set(oldLayout.fonts.map(\.hash)), Set(newLayout.fonts.map(\.hash)))
    guard before != after else {
      return onlyCause ?? causes.number(PageCause.Key(subject: .unknown, text: ""), [])
    }
    func names(_ layout: LayoutReader, _ others: Set<String>) -> String {
      Set(layout.fonts.filter { !others.contains($0.hash) }.map(\.family)).sorted().joined(separator: ", ")
    }
    let (gone, come) = (names(oldLayout, after), names(newLayout, before))
    return causes.number(
      PageCause.Key(subject: .font, text: gone + "\u{0}" + come),
      [ValueChange("fonts", from: gone.isEmpty ? nil : gone, to: come.isEmpty ? nil : come)])
  }

  private mutating func noteBoxes(
    _ geometry: ViewportGeometry, _ layout: LayoutReader, _ fallback: (inout PageComparison) -> Int
  ) {
    for node in 0..<new.count where matching.oldNodes[node] != nil {
      let change = geometry.changes[node]
      guard !change.isEmpty else { continue }
      let cause = geometry.causes[node] ?? fallback(&self)
      causes[cause].viewports.insert(layout.viewport.name)
      let isNew: Bool
      if change.contains(.appeared) {
        isNew = causes[cause].shown.insert(node).inserted
      } else if change.contains(.vanished) {
        isNew = causes[cause].hidden.insert(node).inserted
      } else if !change.isDisjoint(with: .size) {
        isNew = causes[cause].resized.insert(node).inserted
      } else {
        isNew = causes[cause].moved.insert(node).inserted
      }
      guard isNew else { continue }
      let isOwn = causes[cause].carriers.contains(node)
      guard (isOwn ? causes[cause].ownExamples : causes[cause].examples).count < PageCause.mostExamples else {
        continue
      }
      let example = example(
        node, layout, matching.oldNodes[node].flatMap { geometry.oldBox($0) }, geometry.newBox(node))
      if isOwn { causes[cause].ownExamples.append(example) } else { causes[cause].examples.append(example) }
    }
  }

  private func example(
    _ node: Int, _ layout: LayoutReader, _ before: UnitRect?, _ after: UnitRect?
  ) -> Finding.Example {
    Finding.Example(
      page: path, viewport: layout.viewport.name, element: Self.label(node, of: new), old: before?.box, new: after?.box)
  }

  private mutating func noteLines(
    _ geometry: ViewportGeometry, _ layout: LayoutReader, _ fallback: (inout PageComparison) -> Int
  ) {
    for node in geometry.rebrokenTexts() {
      let cause = geometry.cause(around: node) ?? fallback(&self)
      causes[cause].rebroken.insert(node)
      causes[cause].viewports.insert(layout.viewport.name)
    }
  }

  /// Whether the page scrolls sideways now, or further than before, and what protrudes.
  private mutating func noteOverflow(
    _ geometry: ViewportGeometry, _ oldLayout: LayoutReader, _ newLayout: LayoutReader,
    _ fallback: (inout PageComparison) -> Int
  ) {
    let width = LayoutUnit.quantized(newLayout.viewport.width / newLayout.pageScale)
    guard newLayout.contentWidth > width &+ 64, newLayout.contentWidth > oldLayout.contentWidth else { return }
    var found: Int?
    let lines = Dictionary(geometry.lines(ofNew: true).map { ($0.node, $0.frame) }) { left, right in
      left.right >= right.right ? left : right
    }
    for node in 0..<new.count {
      guard let box = geometry.newBox(node) ?? lines[node], box.right >= newLayout.contentWidth &- 64,
        !newLayout.flags(node).contains(.fixed)
      else { continue }
      found = new.names[node].kind == .text ? new.page.parent(node) : node
      break
    }
    let cause = found.flatMap { geometry.cause(around: $0) } ?? fallback(&self)
    causes[cause].overflowCount += 1
    causes[cause].viewports.insert(newLayout.viewport.name)
    guard causes[cause].overflows.count < PageCause.mostExamples else { return }
    let node = found ?? 0
    causes[cause].overflows.append(
      example(
        node, newLayout,
        matching.oldNodes.indices.contains(node) ? matching.oldNodes[node].flatMap { geometry.oldBox($0) } : nil,
        geometry.newBox(node) ?? lines[node]))
  }

  private mutating func noteOverlaps(
    _ geometry: ViewportGeometry, _ oldLayout: LayoutReader, _ newLayout: LayoutReader,
    _ fallback: (inout PageComparison) -> Int
  ) {
    let after = OverlapSearch(
      new.page, newLayout, lines: geometry.lines(ofNew: true), box: geometry.newBox, wanted: { _ in true })
    if after.isCut { notes.append("\(path): not all overlaps were looked for in \(newLayout.viewport.name)") }
    guard !after.pairs.isEmpty else { return }
    let partners = Set(after.pairs.keys.flatMap { [$0.first, $0.second] }.compactMap { matching.oldNodes[$0] })
    let before = OverlapSearch(
      old.page, oldLayout, lines: geometry.lines(ofNew: false), box: geometry.oldBox, wanted: partners.contains)
    for (pair, area) in after.pairs.sorted(by: { ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second) }) {
      if let first = matching.oldNodes[pair.first], let second = matching.oldNodes[pair.second] {
        let known = OverlapSearch.Pair(first: min(first, second), second: max(first, second))
        if before.pairs[known] != nil { continue }
      }
      let cause = geometry.cause(around: pair.second) ?? geometry.cause(around: pair.first) ?? fallback(&self)
      causes[cause].overlapCount += 1
      causes[cause].viewports.insert(newLayout.viewport.name)
      guard causes[cause].overlaps.count < PageCause.mostExamples else { continue }
      causes[cause].overlaps.append(
        Finding.Collision(
          page: path, viewport: newLayout.viewport.name, first: Self.label(pair.first, of: new),
          second: Self.label(pair.second, of: new), area: area.box))
    }
  }
}
