extension [PageNodeStates] {
  /// The message `StateColumns` of `schema/page.proto`; rows by node.
  func encode() -> [UInt8] {
    guard !isEmpty else { return [] }
    func starts(_ counts: [Int]) -> [UInt8] {
      var sum: UInt32 = 0
      var result: [UInt32] = [0]
      for count in counts {
        sum += UInt32(count)
        result.append(sum)
      }
      return ColumnWriter.words(result)
    }
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
    writer.field(1, ColumnWriter.words(map { UInt32($0.node) }))
    writer.field(2, starts(map { $0.conditions.count }))
    writer.field(3, ColumnWriter.words(distances))
    writer.field(4, states)
    writer.field(5, starts(map { $0.rows.count }))
    writer.field(6, styles.map(\.mask))
    writer.field(7, ColumnWriter.words(styles.map { UInt32($0.style) }))
    return writer.bytes
  }
}
