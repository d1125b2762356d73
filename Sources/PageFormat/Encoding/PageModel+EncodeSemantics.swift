import Page

extension PageModel {
  /// The columns of semantics; their texts are added to the table of strings.
  func encodeSemantics(_ strings: inout StringTable) -> [UInt8] {
    guard !semantics.isEmpty else { return [] }
    let rows = semantics
    func text(_ text: String) -> UInt32 { text.isEmpty ? .max : strings.intern(text).rawValue }
    // By closures: a key path to an array looks types up each time it is read.
    let properties = rows.flatMap { $0.properties }
    var writer = MessageWriter()
    writer.column(SemanticColumns.Fields.node, rows.map { UInt32($0.node) })
    writer.column(SemanticColumns.Fields.role, rows.map { $0.role.rawValue })
    writer.column(SemanticColumns.Fields.states, rows.map { $0.states.rawValue })
    writer.column(SemanticColumns.Fields.name, rows.map { text($0.name) })
    writer.column(SemanticColumns.Fields.description, rows.map { text($0.description) })
    writer.column(SemanticColumns.Fields.propertyStart, ColumnWriter.starts(rows.map { $0.properties.count }))
    writer.column(SemanticColumns.Fields.property, properties.map { $0.property.rawValue })
    writer.column(SemanticColumns.Fields.value, properties.map { strings.intern($0.value).rawValue })
    return writer.bytes
  }
}
