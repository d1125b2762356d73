import CSSValues

// What nodes look like with classes that data gives them.
extension PageReader {
  struct ClassStateColumns: Sendable {
    var states: Int
    var node, classes, start: Column
    var rows: Int
    var target, style: Column
    var viewport, colorScheme: Column

    init(_ file: FileBytes, _ range: Range<Int>) throws(PageFormatError) {
      let fields = try MessageFields(file, range, name: "class_states", count: 7)
      states = try fields.rows(1, width: 4)
      node = try fields.column(1, "node", width: 4, rows: states)
      classes = try fields.column(2, "classes", width: 4, rows: states)
      start = try fields.column(3, "row_start", width: 4, rows: states + 1, isOptional: true)
      rows = try fields.rows(4, width: 4)
      target = try fields.column(4, "target", width: 4, rows: rows)
      style = try fields.column(5, "style", width: 4, rows: rows)
      viewport = try fields.column(6, "viewport", width: 4, rows: states, isOptional: true)
      colorScheme = try fields.column(7, "color_scheme", width: 1, rows: states, isOptional: true)
    }
  }

  /// The number of sets of classes of which the file knows what they change.
  public var classStateCount: Int { classStates.states }

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
    range(classStates.start, index, classStates.rows).compactMap {
      let node = Int(classStates.target.word($0, file))
      let style = Int(classStates.style.word($0, file))
      return node < nodeCount && style < styleCount ? .init(node: node, style: style) : nil
    }
  }

  /// Checks every number of the states.
  func validateClassStates() throws(PageFormatError) {
    try validateStarts(classStates.start, "class_states.row_start", classStates.rows)
    for row in 0..<classStates.states {
      guard classStates.node.word(row, file) < nodeCount, classStates.classes.word(row, file) < stringCount else {
        throw PageFormatError(.index, field: "class_states.node", row: row)
      }
      let viewport = classStates.viewport.word(row, file)
      guard viewport == .max || viewport < stringCount else {
        throw PageFormatError(.index, field: "class_states.viewport", row: row)
      }
    }
    for row in 0..<classStates.rows {
      guard classStates.target.word(row, file) < nodeCount, classStates.style.word(row, file) < styleCount else {
        throw PageFormatError(.index, field: "class_states.target", row: row)
      }
    }
  }
}
