import CSSValues

// What nodes look like with classes that data gives them.
extension PageReader {
  /// The number of sets of classes of which the file knows what they change.
  public var classStateCount: Int { classStates.rows }

  /// The node of a state and its classes: in alphabetical order, a space between each two.
  public func classState(_ index: Int) -> (node: Int, classes: String) {
    (
      Int(classStates.node.word(index, file, default: 0)),
      strings.string(classStates.classes.word(index, file)) ?? ""
    )
  }

  /// The layouts that a state is for; `nil` for all that have no states of the node of their own.
  public func classStateViewport(_ index: Int) -> (name: String, colorScheme: ColorScheme)? {
    guard let name = strings.string(classStates.viewport.word(index, file)) else { return nil }
    return (name, ColorScheme(number: UInt64(classStates.colorScheme.byte(index, file))) ?? .light)
  }

  /// The nodes that look otherwise in a state, with their styles.
  public func classStateRows(_ index: Int) -> [PageClassState.Row] {
    range(classStates.rowStart, index, classStates.targetRows).compactMap {
      let node = Int(classStates.target.word($0, file))
      let style = Int(classStates.style.word($0, file))
      return node < nodeCount && style < styleCount ? .init(node: node, style: style) : nil
    }
  }

  /// Checks every number of the states.
  func validateClassStates() throws(PageFormatError) {
    try validateStarts(classStates.rowStart, "class_states.row_start", classStates.targetRows)
    for row in 0..<classStates.rows {
      guard classStates.node.word(row, file) < nodeCount, classStates.classes.word(row, file) < stringCount else {
        throw PageFormatError(.index, field: "class_states.node", row: row)
      }
      let viewport = classStates.viewport.word(row, file)
      guard viewport == .max || viewport < stringCount else {
        throw PageFormatError(.index, field: "class_states.viewport", row: row)
      }
    }
    for row in 0..<classStates.targetRows {
      guard classStates.target.word(row, file) < nodeCount, classStates.style.word(row, file) < styleCount else {
        throw PageFormatError(.index, field: "class_states.target", row: row)
      }
    }
  }
}
