import CSSValues

/// The styles of pseudo-elements without nodes, as a page file holds them: read an element at a time.
public struct PagePseudoTable: Sendable {
  private let file: FileBytes
  private let columns: PseudoStyleColumns
  private let states: PageStateTable

  /// The number of pseudo-elements.
  public var count: Int { columns.rows }

  init(_ file: FileBytes, _ range: Range<Int>) throws(PageFormatError) {
    self.file = file
    columns = try PseudoStyleColumns(file, range, name: "pseudo_styles")
    states = try PageStateTable(file, columns.states)
  }

  /// The style of a row; `nil` for a pseudo-element that this reader does not know.
  public func style(at row: Int) -> PagePseudoStyle? {
    guard row >= 0, row < count, let pseudo = PagePseudoElement(rawValue: columns.pseudo.byte(row, file)) else {
      return nil
    }
    let element = Int(columns.node.word(row, file))
    var known = states.states(of: row)
    known?.node = element
    return PagePseudoStyle(node: element, pseudo: pseudo, style: Int(columns.style.word(row, file)), states: known)
  }

  /// The styles of an element's pseudo-elements.
  public func styles(of element: Int) -> [PagePseudoStyle] {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if Int(columns.node.word(middle, file)) < element { low = middle + 1 } else { high = middle }
    }
    var found: [PagePseudoStyle] = []
    while low < count, Int(columns.node.word(low, file)) == element {
      if let style = style(at: low) { found.append(style) }
      low += 1
    }
    return found
  }

  /// Checks every number.
  func validate(nodeCount: Int, styleCount: Int) throws(PageFormatError) {
    var previous: (node: Int, pseudo: UInt8) = (-1, 0)
    for row in 0..<count {
      let current = (node: Int(columns.node.word(row, file)), pseudo: columns.pseudo.byte(row, file))
      guard current > previous, current.node < nodeCount else {
        throw PageFormatError(
          .index, field: "pseudo_styles.node", row: row, expected: "ascending, below \(nodeCount)",
          found: "\(current.node)")
      }
      guard PagePseudoElement(rawValue: current.pseudo) != nil else {
        throw PageFormatError(
          .value, field: "pseudo_styles.pseudo", row: row, expected: "1 to 6", found: "\(current.pseudo)")
      }
      guard columns.style.word(row, file) < styleCount else {
        throw PageFormatError(
          .index, field: "pseudo_styles.style", row: row, expected: "below \(styleCount)",
          found: "\(columns.style.word(row, file))")
      }
      previous = current
    }
    try states.validate(rowCount: count, nodeCount: nodeCount, styleCount: styleCount)
  }
}

extension PageReader {
  /// The styles of pseudo-elements without nodes in an environment, as ``states(in:)``.
  ///
  /// - Parameter viewport: the environment, such as a layout's; `nil` is the one that the page's own styles are of.
  /// - Throws: ``PageFormatError`` with the first fault.
  public func pseudoStyles(in viewport: Viewport? = nil) throws(PageFormatError) -> PagePseudoTable {
    var range = pseudoRange
    if let viewport {
      for message in layoutInput.variants {
        let found = try variantWithStates(message)
        guard found.variant.holds(in: viewport) else { continue }
        if found.variant.hasOwnPseudoStyles { range = found.pseudos }
        break
      }
    }
    return try PagePseudoTable(file, range)
  }
}
