import Page

// What nodes mean to assistive technology.
extension PageReader {
  /// The number of nodes that mean something to assistive technology.
  public var semanticCount: Int { semanticColumns.rows }

  /// The semantics of a row, in the order of the nodes. A role that this reader does not know reads as `generic`, and
  /// properties that it does not know are left out.
  public func semantics(at row: Int) -> PageSemantics {
    let columns = semanticColumns
    let properties = range(columns.propertyStart, row, columns.propertyRows).compactMap { index in
      SemanticProperty(rawValue: columns.property.byte(index, file)).map {
        PageSemantics.Property($0, strings.string(columns.value.word(index, file)) ?? "")
      }
    }
    return PageSemantics(
      node: Int(columns.node.word(row, file, default: 0)),
      role: SemanticRole(rawValue: columns.role.byte(row, file)) ?? .generic,
      states: SemanticStates(rawValue: columns.states.word(row, file, default: 0)),
      name: strings.string(columns.name.word(row, file)) ?? "",
      description: strings.string(columns.description.word(row, file)) ?? "", properties: properties)
  }

  /// What a node means; `nil` for texts and for boxes that are no more than what is in them.
  public func semantics(_ node: Int) -> PageSemantics? {
    let columns = semanticColumns
    var low = 0
    var high = columns.rows
    while low < high {
      let middle = (low + high) / 2
      if Int(columns.node.word(middle, file)) < node { low = middle + 1 } else { high = middle }
    }
    guard low < columns.rows, Int(columns.node.word(low, file)) == node else { return nil }
    return semantics(at: low)
  }

  /// Checks every number of the semantics.
  func validateSemantics() throws(PageFormatError) {
    let columns = semanticColumns
    try validateStarts(columns.propertyStart, "semantics.property_start", columns.propertyRows)
    var previous = -1
    for row in 0..<columns.rows {
      let node = Int(columns.node.word(row, file))
      guard node > previous, node < nodeCount else {
        throw PageFormatError(
          .index, field: "semantics.node", row: row, expected: "ascending, below \(nodeCount)", found: "\(node)")
      }
      previous = node
      guard SemanticRole(rawValue: columns.role.byte(row, file)) != nil else {
        throw PageFormatError(.value, field: "semantics.role", row: row, found: "\(columns.role.byte(row, file))")
      }
      try validateText(columns.name.word(row, file), "semantics.name", row)
      try validateText(columns.description.word(row, file), "semantics.description", row)
    }
    for row in 0..<columns.propertyRows {
      guard SemanticProperty(rawValue: columns.property.byte(row, file)) != nil else {
        throw PageFormatError(.value, field: "semantics.property", row: row)
      }
      guard columns.value.word(row, file) < stringCount else {
        throw PageFormatError(.index, field: "semantics.value", row: row, expected: "below \(stringCount)")
      }
    }
  }

  /// Checks the number of a text, or that there is none.
  private func validateText(_ text: UInt32, _ field: String, _ row: Int) throws(PageFormatError) {
    guard text == .max || text < stringCount else {
      throw PageFormatError(.index, field: field, row: row, expected: "below \(stringCount)", found: "\(text)")
    }
  }

  /// The semantics, one node a line: `semantics 7: button “Save” focusable`.
  var semanticLines: String {
    (0..<semanticCount).map { row in
      let row = semantics(at: row)
      var text = "semantics \(row.node): \(row.role.name)"
      if !row.name.isEmpty { text += " “\(row.name)”" }
      if !row.description.isEmpty { text += " description “\(row.description)”" }
      for (state, name) in SemanticStates.names where row.states.contains(state) { text += " \(name)" }
      for property in row.properties { text += " \(property.property.name)=\(property.value)" }
      return text + "\n"
    }.joined()
  }
}
