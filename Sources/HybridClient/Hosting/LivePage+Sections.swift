import CSSValues
import PageFormat

// The margins between the sections of tables. A section begins with its section view; one that data made, and whose view
// is not shown, with its first row.
extension LivePage {
  /// Puts a table's `sectionMargin` above each section but the first of those that show anything.
  func spaceSections(of table: Int) {
    guard component(of: table) == "table" else { return }
    let margin = sectionMargin(of: table)
    guard margin != nil || spacedTables.contains(table) else { return }
    if margin == nil { spacedTables.remove(table) } else { spacedTables.insert(table) }
    if let window = rowWindows[table] {
      for (number, instance) in zip(window.shown, nodes[window.rows.holder].instances) {
        space(instance, margin, begins: window.rows.beginsSection(number))
      }
      return
    }
    var last: Int?
    // Rows of tables inside are their own tables'.
    var stack = Array(attachedChildren(of: table).reversed())
    while let node = stack.popLast() {
      let isSection = isRowTemplate(sourceNode(node))
      if component(of: node) != "table", isSection != false { stack += attachedChildren(of: node).reversed() }
      guard let isSection else { continue }
      let section = nodes[node].row?.section ?? last ?? 0
      let begins = last.map { isSection || section != $0 } ?? false
      last = section
      space(node, margin, begins: begins)
    }
  }

  private func space(_ node: Int, _ margin: CSSValue?, begins: Bool) {
    var spacing: [LocalDeclaration] = []
    if let margin {
      // Of a copy the build knows only the place of what it was copied from.
      if begins {
        spacing = [LocalDeclaration(.marginTop, margin)]
      } else if beginsAsWritten(sourceNode(node)) {
        spacing = [LocalDeclaration(.marginTop, .zeroLength)]
      }
    }
    guard nodes[node].spacing != spacing else { return }
    nodes[node].spacing = spacing
    redeclare(node)
  }

  /// Whether a build puts a margin above a node of the page file: a section view that follows another one, or a row.
  private func beginsAsWritten(_ source: Int) -> Bool {
    guard isRowTemplate(source) == true else { return false }
    let reader = page.page
    var table = reader.parent(source)
    while let around = table, reader.component(around) != "table" { table = reader.parent(around) }
    guard let table else { return false }
    var node = table + 1
    while node < source {
      if isRowTemplate(node) != nil { return true }
      node = reader.component(node) == "table" ? reader.subtreeEnd(node) : node + 1
    }
    return false
  }

  private func sectionMargin(of table: Int) -> CSSValue? {
    guard let text = property(ofTable: table, "sectionMargin") else { return nil }
    let known = valueShapes.declarations("margin-top", text).first { $0.property == .marginTop }
    return known?.value ?? LookText.length(text) ?? (LookText.word(text) == "auto" ? .keyword("auto") : nil)
  }

  /// The space above each section but the first, in px; 0 where it is not a number of px.
  func sectionSpace(of table: Int) -> Double {
    guard case .dimension(let number, .px)? = sectionMargin(of: table) else { return 0 }
    return LayoutUnit.rounded(number)
  }

  /// A property that data or a script set, or the attribute of the page in either of its spellings.
  func property(ofTable table: Int, _ name: String) -> String? {
    if let value = property(name, of: table) { return value }
    return page.page.attributes(sourceNode(table)).first { $0.name.camelCased == name }?.value
  }
}
