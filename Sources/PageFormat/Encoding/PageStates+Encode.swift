extension [PageNodeStates] {
  /// The message `StateColumns` of `schema/page.proto`; rows by node.
  func encode() -> [UInt8] {
    guard !isEmpty else { return [] }
    var distances: [Int32] = []
    var states: [UInt8] = []
    for row in self {
      for condition in row.conditions {
        distances.append(Int32(condition.node - row.node))
        states.append(condition.state.rawValue)
      }
    }
    let styles = flatMap(\.rows)
    var writer = MessageWriter()
    writer.column(StateColumns.Fields.node, map { UInt32($0.node) })
    writer.column(StateColumns.Fields.conditionStart, ColumnWriter.starts(map { $0.conditions.count }))
    writer.column(StateColumns.Fields.conditionNode, distances)
    writer.column(StateColumns.Fields.conditionState, states)
    writer.column(StateColumns.Fields.rowStart, ColumnWriter.starts(map { $0.rows.count }))
    writer.column(StateColumns.Fields.mask, styles.map(\.mask))
    writer.column(StateColumns.Fields.style, styles.map { UInt32($0.style) })
    return writer.bytes
  }
}

extension [PagePseudoStyle] {
  /// The message `PseudoStyleColumns` of `schema/page.proto`; rows by node and pseudo-element.
  func encode() -> [UInt8] {
    guard !isEmpty else { return [] }
    var states: [PageNodeStates] = []
    for (row, entry) in enumerated() {
      // Their nodes are rows of this message.
      if let known = entry.states {
        states.append(PageNodeStates(node: row, conditions: known.conditions, rows: known.rows))
      }
    }
    var writer = MessageWriter()
    writer.column(PseudoStyleColumns.Fields.node, map { UInt32($0.node) })
    writer.column(PseudoStyleColumns.Fields.pseudo, map(\.pseudo.rawValue))
    writer.column(PseudoStyleColumns.Fields.style, map { UInt32($0.style) })
    writer.field(PseudoStyleColumns.Fields.states, states.encode())
    return writer.bytes
  }
}
