import Page

extension PageModel {
  /// The columns of semantics; their texts are added to the table of strings.
  func encodeSemantics(_ strings: inout StringTable) -> [UInt8] {
    guard !semantics.isEmpty else { return [] }
    let rows = semantics
    func text(_ text: String) -> UInt32 { text.isEmpty ? .max : strings.intern(text).rawValue }
    var starts: [UInt32] = [0]
    for row in rows { starts.append(starts[starts.count - 1] + UInt32(row.properties.count)) }
    let properties = rows.flatMap(\.properties)
    var writer = MessageWriter()
    writer.field(1, ColumnWriter.words(rows.map { UInt32($0.node) }))
    writer.field(2, rows.map { $0.role.rawValue })
    writer.field(3, ColumnWriter.words(rows.map { $0.states.rawValue }, default: 0))
    writer.field(4, ColumnWriter.words(rows.map { text($0.name) }, default: .max))
    writer.field(5, ColumnWriter.words(rows.map { text($0.description) }, default: .max))
    writer.field(6, properties.isEmpty ? [] : ColumnWriter.words(starts))
    writer.field(7, properties.map { $0.property.rawValue })
    writer.field(8, ColumnWriter.words(properties.map { strings.intern($0.value).rawValue }))
    return writer.bytes
  }
}
