import Page

extension PageReader {
  /// Checks every number of the file: indices, ranges, kinds, the tree's shape, UTF-8. The cost is the file's length.
  ///
  /// - Throws: ``PageFormatError`` with the first fault's field and row.
  public func validate() throws(PageFormatError) {
    try strings.validate("page.strings")
    guard stringCount == 0 || strings.range(0)?.isEmpty == true else {
      throw PageFormatError(.value, field: "page.strings", row: 0, expected: "the empty string")
    }
    try validateTree()
    try validateNodes()
    try validateRows()
    try validateStyles()
    try PageStateTable(file, stateRange).validate(nodeCount: nodeCount, styleCount: styleCount)
    try PagePseudoTable(file, pseudoRange).validate(nodeCount: nodeCount, styleCount: styleCount)
    for message in layoutInput.variants {
      let found = try variantWithStates(message)
      try PageStateTable(file, found.states).validate(nodeCount: nodeCount, styleCount: styleCount)
      try PagePseudoTable(file, found.pseudos).validate(nodeCount: nodeCount, styleCount: styleCount)
    }
    try validateClassStates()
    try validateSemantics()
    for row in 0..<valueShapeCount { _ = try valueShape(row) }
    try validateKeyframes()
    let input = try readLayoutInput()
    for row in input.facts + input.variants.flatMap(\.facts) { _ = try facts(row) }
  }

  /// Pre-order: every node is in its parent's subtree, and the parent is the innermost subtree that is open.
  private func validateTree() throws(PageFormatError) {
    var open: [(node: Int, end: Int)] = []
    for node in 0..<nodeCount {
      while let last = open.last, last.end == node { open.removeLast() }
      let distance = Int(nodes.parentDistance.word(node, file, default: 0))
      let size = Int(nodes.subtreeSize.word(node, file, default: 0))
      let expected = open.last.map { node - $0.node } ?? 0
      guard distance == expected else {
        throw PageFormatError(
          .tree, field: "nodes.parent_distance", row: node, expected: "\(expected)", found: "\(distance)")
      }
      let limit = open.last?.end ?? nodeCount
      guard size >= 1, size <= limit - node else {
        throw PageFormatError(
          .tree, field: "nodes.subtree_size", row: node, expected: "1 to \(limit - node)", found: "\(size)")
      }
      if size > 1 { open.append((node, node + size)) }
    }
  }

  private func validateNodes() throws(PageFormatError) {
    for node in 0..<nodeCount {
      guard PageNodeKind(rawValue: nodes.kind.byte(node, file)) != nil else {
        throw PageFormatError(
          .value, field: "nodes.kind", row: node, expected: "1 to 7", found: "\(nodes.kind.byte(node, file))")
      }
      let style = nodes.style.word(node, file)
      guard style == .max || style < styleCount else {
        throw PageFormatError(
          .index, field: "nodes.style", row: node, expected: "below \(styleCount)", found: "\(style)")
      }
    }
    try validateStrings(nodes.tag, "nodes.tag")
    try validateStrings(nodes.component, "nodes.component")
    try validateStrings(nodes.text, "nodes.text")
    try validateStarts(nodes.attributeStart, "nodes.attribute_start", attributes.rows)
    try validateStarts(nodes.handlerStart, "nodes.handler_start", handlers.rows)
    try validateStarts(nodes.bindingStart, "nodes.binding_start", bindings.rows)
  }

  private func validateRows() throws(PageFormatError) {
    try validateStrings(attributes.name, "attributes.name", canMiss: false)
    try validateStrings(attributes.value, "attributes.value", canMiss: false)
    try validateStrings(handlers.event, "handlers.event", canMiss: false)
    try validateStrings(handlers.function, "handlers.function", canMiss: false)
    try validateStrings(handlers.arguments, "handlers.arguments", canMiss: false)
    try validateBytes(bindings.target, "bindings.target", 1...7)
    try validateStrings(bindings.name, "bindings.name")
    try validateStrings(bindings.index, "bindings.index")
    try validateStrings(bindings.expression, "bindings.expression", canMiss: false)
    try validatePrograms()
    try validateBytes(scripts.kind, "scripts.kind", 1...3)
    try validateStrings(scripts.source, "scripts.source")
    try validateStrings(scripts.text, "scripts.text")
    try validateStrings(scripts.type, "scripts.type")
    for row in 0..<scriptCount {
      let node = scripts.node.word(row, file)
      guard node == .max || node < nodeCount else {
        throw PageFormatError(.index, field: "scripts.node", row: row, expected: "below \(nodeCount)", found: "\(node)")
      }
    }
    try validateBytes(facts.kind, "facts.kind", 1...7)
    try validateStrings(facts.name, "facts.name", canMiss: false)
    try validateStrings(facts.value, "facts.value", canMiss: false)
  }

  private func validatePrograms() throws(PageFormatError) {
    try validateStarts(programs.start, "programs.start", programs.rows)
    try validateBytes(programs.kind, "programs.kind", 1...9)
    for row in 0..<programs.rows {
      guard [1, 5, 6].contains(programs.kind.byte(row, file)) else { continue }
      let string = programs.operand.word(row, file)
      guard string < stringCount else {
        throw PageFormatError(
          .index, field: "programs.operand", row: row, expected: "below \(stringCount)", found: "\(string)")
      }
    }
    for (column, name) in [(handlers.program, "handlers.program"), (bindings.program, "bindings.program")] {
      for row in 0..<column.rows {
        let number = column.word(row, file)
        guard number == .max || number < programCount else {
          throw PageFormatError(.index, field: name, row: row, expected: "below \(programCount)", found: "\(number)")
        }
      }
    }
  }

  private func validateStyles() throws(PageFormatError) {
    try validateStarts(styles.start, "styles.start", styles.rows)
    for row in 0..<styles.rows where styles.declaration.word(row, file) >= styles.declarationRows {
      throw PageFormatError(.index, field: "styles.declaration", row: row, expected: "below \(styles.declarationRows)")
    }
    try validateStrings(styles.property, "styles.property", canMiss: false)
    try validateStrings(styles.value, "styles.value")
    try validateStarts(styles.byteStart, "styles.byte_start", styles.bytes.count)
    for style in 0..<styleCount { _ = try portableStyle(style) }
  }

  private func validateStrings(
    _ column: Column, _ name: String, canMiss: Bool = true
  ) throws(PageFormatError) {
    for row in 0..<column.rows {
      let index = column.word(row, file)
      guard index < stringCount || (canMiss && index == .max) else {
        throw PageFormatError(.index, field: name, row: row, expected: "below \(stringCount)", found: "\(index)")
      }
    }
  }

  private func validateBytes(
    _ column: Column, _ name: String, _ allowed: ClosedRange<UInt8>
  ) throws(PageFormatError) {
    for row in 0..<column.rows where !allowed.contains(column.byte(row, file)) {
      throw PageFormatError(.value, field: name, row: row, found: "\(column.byte(row, file))")
    }
  }

  func validateStarts(_ column: StartColumn, _ name: String, _ rows: Int) throws(PageFormatError) {
    guard column.rows > 0 else {
      guard rows == 0 else { throw PageFormatError(.index, field: name, expected: "starts of \(rows) rows") }
      return
    }
    var previous = 0
    for row in 0..<column.rows {
      let start = column.start(row)
      guard start >= previous, start <= rows, row > 0 || start == 0 else {
        throw PageFormatError(
          .index, field: name, row: row, expected: "\(previous) to \(rows)", found: "\(start)")
      }
      previous = start
    }
    guard previous == rows else {
      throw PageFormatError(.index, field: name, row: column.rows - 1, expected: "\(rows)", found: "\(previous)")
    }
  }
}
