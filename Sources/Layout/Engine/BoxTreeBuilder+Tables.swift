import CSSValues

/// Tables and the anonymous parts that make them whole (CSS Tables 3, 3).
extension BoxTreeBuilder {
  /// The children of a table: captions, columns and row groups; anything else goes into anonymous rows.
  mutating func buildTable(of node: Int32, in table: BoxIndex, _ context: Context) {
    var state = TableState(table: table)
    addTableChildren(of: node, level: .table, &state, context)
    close(&state)
  }

  /// The children of a row group, a row or a column group.
  mutating func buildTableParts(of node: Int32, in box: BoxIndex, _ context: Context) {
    var state = TableState(table: .none)
    switch tree.boxes[Int(box)].kind {
    case .tableSection:
      state.section = box
      addTableChildren(of: node, level: .section, &state, context)
    case .tableRow:
      state.row = box
      addTableChildren(of: node, level: .row, &state, context)
    default:
      addColumns(of: node, in: box)
      return
    }
    close(&state)
  }

  /// What is open of a table under construction.
  struct TableState {
    var table: BoxIndex
    var section: BoxIndex = .none
    var row: BoxIndex = .none
    /// The anonymous cell that collects what is not a cell.
    var cell: Flow?
    /// Whether text comes last among the children so far.
    var followsText = false
  }

  /// What the children are children of.
  enum TableLevel { case table, section, row }

  private mutating func close(_ state: inout TableState) {
    if var cell = state.cell {
      finish(&cell)
      state.cell = nil
    }
  }

  private mutating func addColumns(of node: Int32, in box: BoxIndex) {
    var child = nodes[Int(node)].firstChild
    while child >= 0 {
      if nodes[Int(child)].kind == .element, display(of: child) == .tableColumn {
        _ = appendBox(node: child, to: box, kind: .tableColumn)
      }
      child = nodes[Int(child)].nextSibling
    }
  }

  private mutating func addTableChildren(
    of node: Int32, level: TableLevel, _ state: inout TableState, _ context: Context
  ) {
    var child = nodes[Int(node)].firstChild
    while child >= 0 {
      addTableChild(child, level: level, &state, context)
      child = nodes[Int(child)].nextSibling
    }
  }

  private mutating func addTableChild(
    _ node: Int32, level: TableLevel, _ state: inout TableState, _ context: Context
  ) {
    let source = nodes[Int(node)]
    if source.kind == .text {
      // Tables 3, 3.2: spaces between parts are left out; as in browsers, those between inline boxes, too.
      if !state.followsText && isSpace(source) { return }
      addToAnonymousCell(node, level: level, &state, context)
      state.followsText = true
      return
    }
    let display = display(of: node)
    switch display {
    case .none: return
    case .contents:
      addTableChildren(of: node, level: level, &state, context)
      return
    default: break
    }
    let style = tree.styles.flattened[Int(source.style)]
    if !style.isOutOfFlow { state.followsText = false }
    if style.isOutOfFlow {
      if state.cell != nil {
        addToAnonymousCell(node, level: level, &state, context)
      } else {
        let parent = state.row >= 0 ? state.row : state.section >= 0 ? state.section : state.table
        let box = appendBox(node: node, to: parent, kind: .block)
        registerPositioned(box, context)
        buildContents(of: node, in: box, context)
      }
      return
    }
    switch display {
    case .tableCell:
      openRow(level: level, &state)
      let box = appendBox(node: node, to: state.row, kind: .tableCell)
      buildContents(of: node, in: box, context)
    case .tableRow where level != .row:
      openSection(level: level, &state)
      close(&state)
      let box = appendBox(node: node, to: state.section, kind: .tableRow)
      buildContents(of: node, in: box, context)
      state.row = .none
    case .tableRowGroup where level == .table, .tableHeaderGroup where level == .table,
      .tableFooterGroup where level == .table:
      close(&state)
      let box = appendBox(node: node, to: state.table, kind: .tableSection)
      if display == .tableHeaderGroup { tree.boxes[Int(box)].flags.insert(.tableHeader) }
      if display == .tableFooterGroup { tree.boxes[Int(box)].flags.insert(.tableFooter) }
      buildContents(of: node, in: box, context)
      state.section = .none
      state.row = .none
    case .tableColumnGroup where level == .table, .tableColumn where level == .table:
      close(&state)
      let box = appendBox(node: node, to: state.table, kind: display == .tableColumn ? .tableColumn : .tableColumnGroup)
      buildContents(of: node, in: box, context)
      state.section = .none
      state.row = .none
    case .tableCaption where level == .table:
      close(&state)
      let box = appendBox(node: node, to: state.table, kind: .block)
      tree.boxes[Int(box)].flags.formUnion([.tableCaption, .formattingContext])
      buildContents(of: node, in: box, context)
    case .tableColumnGroup, .tableColumn:
      return
    default:
      addToAnonymousCell(node, level: level, &state, context)
    }
  }

  private mutating func openSection(level: TableLevel, _ state: inout TableState) {
    if level != .table || state.section >= 0 { return }
    close(&state)
    state.section = appendAnonymous(.tableSection, display: .tableRowGroup, in: state.table)
    state.row = .none
  }

  private mutating func openRow(level: TableLevel, _ state: inout TableState) {
    close(&state)
    if level == .row || state.row >= 0 { return }
    openSection(level: level, &state)
    state.row = appendAnonymous(.tableRow, display: .tableRow, in: state.section)
  }

  private mutating func addToAnonymousCell(
    _ node: Int32, level: TableLevel, _ state: inout TableState, _ context: Context
  ) {
    if state.cell == nil {
      openRow(level: level, &state)
      let cell = appendAnonymous(.tableCell, display: .tableCell, in: state.row)
      tree.boxes[Int(cell)].flags.insert(.formattingContext)
      state.cell = Flow(container: cell)
    }
    if var cell = state.cell {
      add(node, to: &cell, context)
      state.cell = cell
    }
  }

  /// A table part outside of a table gets the missing parts around it (CSS Tables 3, 3.2, step 3).
  mutating func addTablePart(_ node: Int32, to flow: inout Flow, _ context: Context) {
    let table: BoxIndex
    // Parts that follow each other share one anonymous table.
    if let open = openAnonymousTable(flow) {
      table = open
    } else if flow.openInlines.isEmpty {
      table = beginBlock(node: -1, kind: .table, in: &flow)
      tree.boxes[Int(table)].flags.insert(.formattingContext)
    } else {
      openRun(&flow)
      let parent = flow.openInlines.last ?? flow.run
      table = appendAnonymous(.table, display: .table, in: parent)
      tree.boxes[Int(table)].flags.formUnion([.inlineLevel, .formattingContext])
    }
    var state = TableState(table: table)
    if let last = lastBox(of: table), tree.boxes[Int(last)].flags.contains(.anonymous),
      tree.boxes[Int(last)].kind == .tableSection
    {
      state.section = last
      if let row = lastBox(of: last), tree.boxes[Int(row)].flags.contains(.anonymous) { state.row = row }
    }
    addTableChild(node, level: .table, &state, context)
    close(&state)
  }

  private func lastBox(of box: BoxIndex) -> BoxIndex? {
    let last = tree.boxes[Int(box)].lastChild
    return last >= 0 ? last : nil
  }

  private func openAnonymousTable(_ flow: Flow) -> BoxIndex? {
    let parent = flow.run >= 0 ? (flow.openInlines.last ?? flow.run) : flow.container
    guard let last = lastBox(of: parent), tree.boxes[Int(last)].kind == .table,
      tree.boxes[Int(last)].flags.contains(.anonymous)
    else { return nil }
    return last
  }
}
