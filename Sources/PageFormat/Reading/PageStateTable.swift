import CSSValues

/// The styles that nodes have in states, as a page file holds them: read a node at a time.
public struct PageStateTable: Sendable {
  private let file: FileBytes
  private let columns: StateColumns

  /// The number of nodes whose style some state changes.
  public var count: Int { columns.rows }

  init(_ file: FileBytes, _ range: Range<Int>) throws(PageFormatError) {
    self.file = file
    columns = try StateColumns(file, range, name: "states")
  }

  /// The number of a row's node.
  public func node(at row: Int) -> Int { Int(columns.node.word(row, file)) }

  /// The states of a row; conditions and styles that this reader does not know are left out with their rows.
  public func states(at row: Int) -> PageNodeStates {
    let number = node(at: row)
    var states = PageNodeStates(node: number, conditions: [], rows: [])
    guard row >= 0, row < count else { return states }
    // Bits of conditions that are not known.
    var unknown: UInt8 = 0
    for (place, condition) in range(columns.conditionStart, row, columns.conditionState.rows).prefix(8).enumerated() {
      let state = PageState(rawValue: columns.conditionState.byte(condition, file))
      if state == nil { unknown |= 1 << UInt8(place) }
      states.conditions.append(
        PageStateCondition(
          node: number &+ Int(columns.conditionNode.signed(condition, file)), state: state ?? .hover))
    }
    for place in range(columns.rowStart, row, columns.mask.rows) {
      let mask = columns.mask.byte(place, file)
      guard mask & unknown == 0 else { continue }
      states.rows.append(.init(mask: mask, style: Int(columns.style.word(place, file))))
    }
    return states
  }

  /// The states of a node; `nil` where none changes its style.
  public func states(of node: Int) -> PageNodeStates? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self.node(at: middle) < node { low = middle + 1 } else { high = middle }
    }
    return low < count && self.node(at: low) == node ? states(at: low) : nil
  }

  /// The nodes whose style a state of the given node may change, ascending. The cost is the table's length.
  public func nodesAffected(by node: Int) -> [Int] {
    (0..<count).filter { row in
      let own = self.node(at: row)
      return range(columns.conditionStart, row, columns.conditionState.rows).contains {
        own &+ Int(columns.conditionNode.signed($0, file)) == node
      }
    }.map { self.node(at: $0) }
  }

  private func range(_ starts: StartColumn, _ row: Int, _ limit: Int) -> Range<Int> {
    starts.range(row, below: limit)
  }

  /// Checks every number.
  ///
  /// - Parameter rowCount: what ``node(at:)`` counts in, where that is not the nodes.
  func validate(rowCount: Int? = nil, nodeCount: Int, styleCount: Int) throws(PageFormatError) {
    let rowCount = rowCount ?? nodeCount
    var previous = -1
    for row in 0..<count {
      let number = node(at: row)
      guard number > previous, number < rowCount else {
        throw PageFormatError(
          .index, field: "states.node", row: row, expected: "\(previous + 1) to \(rowCount - 1)", found: "\(number)")
      }
      previous = number
      let conditions = range(columns.conditionStart, row, columns.conditionState.rows)
      let rows = range(columns.rowStart, row, columns.mask.rows)
      guard !conditions.isEmpty, conditions.count <= 8, !rows.isEmpty else {
        throw PageFormatError(
          .index, field: "states.condition_start", row: row, expected: "1 to 8 conditions, and rows")
      }
      for condition in conditions {
        let node = number &+ Int(columns.conditionNode.signed(condition, file))
        guard node >= 0, node < nodeCount else {
          throw PageFormatError(
            .index, field: "states.condition_node", row: condition, expected: "below \(nodeCount)", found: "\(node)")
        }
        guard PageState(rawValue: columns.conditionState.byte(condition, file)) != nil else {
          throw PageFormatError(.value, field: "states.condition_state", row: condition)
        }
      }
      for place in rows {
        let mask = columns.mask.byte(place, file)
        guard mask != 0, Int(mask) < 1 << conditions.count else {
          throw PageFormatError(.value, field: "states.mask", row: place, found: "\(mask)")
        }
        guard columns.style.word(place, file) < styleCount else {
          throw PageFormatError(
            .index, field: "states.style", row: place, expected: "below \(styleCount)",
            found: "\(columns.style.word(place, file))")
        }
      }
    }
  }
}

extension PageReader {
  /// The styles of nodes in states in an environment: those of the first variant that holds there, else the page's.
  ///
  /// - Parameter viewport: the environment, such as a layout's; `nil` is the one that the page's own styles are of.
  /// - Throws: ``PageFormatError`` with the first fault.
  public func states(in viewport: Viewport? = nil) throws(PageFormatError) -> PageStateTable {
    var range = stateRange
    if let viewport {
      for message in layoutInput.variants {
        let found = try variantWithStates(message)
        guard found.variant.holds(in: viewport) else { continue }
        if found.variant.hasOwnStates { range = found.states }
        break
      }
    }
    return try PageStateTable(file, range)
  }
}
