import HTML
import Page

/// The places of items in their sets and of cells in their tables, found when all nodes are known.
struct SemanticPositions {
  let context: SemanticsContext
  /// Tables wider than this are not numbered further: HTML has cells of at most 1,000 columns.
  private static let widest = 10_000

  init(_ context: SemanticsContext) { self.context = context }

  mutating func number(_ nodes: inout [SemanticNode]) {
    numberItems(&nodes)
    for index in nodes.indices {
      switch nodes[index].role {
      case .table, .grid, .treeGrid: numberCells(of: index, &nodes)
      default: break
      }
    }
  }

  // MARK: Items

  private struct Set: Hashable {
    var parent: Int
    var role: SemanticRole
    /// Radio buttons of HTML count in their group, wherever its buttons are.
    var group: SemanticsContext.RadioGroup?
  }

  private func group(of node: SemanticNode) -> SemanticsContext.RadioGroup? {
    let document = context.document
    guard node.role == .radio, !context.isToken, document.isElement(node.source, .input),
      context.inputType(node.source) == "radio"
    else { return nil }
    return context.group(of: node.source)
  }

  private func numberItems(_ nodes: inout [SemanticNode]) {
    var counts: [Set: Int] = [:]
    var places: [(node: Int, set: Set, place: Int)] = []
    var levels = [Int](repeating: 0, count: nodes.count)
    for index in nodes.indices {
      let parent = nodes[index].parent
      let role = nodes[index].role
      levels[index] = (parent >= 0 ? levels[parent] : 0) + (role == .treeItem ? 1 : 0)
      if role == .tree { levels[index] = 0 }
      guard Self.isItem(role) else { continue }
      if role == .treeItem, nodes[index][.level] == nil {
        nodes[index].properties.append((.level, String(max(1, levels[index]))))
      }
      let group = group(of: nodes[index])
      let set = Set(parent: group == nil ? parent : -1, role: Self.family(role), group: group)
      counts[set, default: 0] += 1
      places.append((index, set, counts[set, default: 0]))
    }
    for (index, set, place) in places {
      if nodes[index][.position] == nil { nodes[index].properties.append((.position, String(place))) }
      if nodes[index][.setSize] == nil {
        nodes[index].properties.append((.setSize, String(counts[set, default: place])))
      }
    }
  }

  private static func isItem(_ role: SemanticRole) -> Bool {
    switch role {
    case .listItem, .option, .tab, .menuItem, .menuItemCheckbox, .menuItemRadio, .treeItem, .radio: true
    default: false
    }
  }

  private static func family(_ role: SemanticRole) -> SemanticRole {
    role == .menuItemCheckbox || role == .menuItemRadio ? .menuItem : role
  }

  // MARK: Cells (HTML, 4.9.12.1)

  private func numberCells(of table: Int, _ nodes: inout [SemanticNode]) {
    var row = 0
    var rows = 0
    var columns = 0
    // By column: the rows that cells from above still cover.
    var covered: [Int] = []
    var column = 0
    var index = table + 1
    let end = nodes[table].subtreeEnd
    while index < end {
      switch nodes[index].role {
      case .table, .grid, .treeGrid, .list:
        // A table in a cell has places of its own.
        index = nodes[index].subtreeEnd
        continue
      case .row:
        if row > 0 { for place in covered.indices where covered[place] > 0 { covered[place] -= 1 } }
        context.budget -= covered.count
        // `aria-rowindex` says which row of a larger table this is; its cells and the rows behind it count from there.
        row = nodes[index][.row].flatMap { Int($0) } ?? row + 1
        rows += 1
        column = 0
        if nodes[index][.row] == nil { nodes[index].properties.append((.row, String(row))) }
      case .rowGroup: covered = []
      case .cell, .gridCell, .columnHeader, .rowHeader:
        guard row > 0, column < Self.widest, context.budget > 0 else { break }
        while column < covered.count, covered[column] > 0 { column += 1 }
        let width = max(1, min(nodes[index][.columnSpan].flatMap { Int($0) } ?? 1, 1000))
        let height = nodes[index][.rowSpan].flatMap { Int($0) } ?? 1
        if covered.count < column + width {
          covered += repeatElement(0, count: column + width - covered.count)
        }
        // A span of 0 goes to the end of the group.
        for place in column..<column + width { covered[place] = height == 0 ? .max : height }
        context.budget -= width
        if nodes[index][.row] == nil { nodes[index].properties.append((.row, String(row))) }
        if nodes[index][.column] == nil { nodes[index].properties.append((.column, String(column + 1))) }
        column += width
        columns = max(columns, column)
      default: break
      }
      index += 1
    }
    if nodes[table][.rowCount] == nil { nodes[table].properties.append((.rowCount, String(max(rows, row)))) }
    if nodes[table][.columnCount] == nil { nodes[table].properties.append((.columnCount, String(columns))) }
  }
}
