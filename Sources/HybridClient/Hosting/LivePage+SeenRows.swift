import PageFormat

// The rows that a reader sees stay where they are while others of their list are laid out: places of rows that were never laid out
// are guesses.
extension LivePage {
  /// The rows at the upper edges of what is seen, by table, before a layout. Tables that are not scrolled begin with their first row.
  func seenRows() -> [Int: RowWindow.SeenRow] {
    rowWindows.reduce(into: [:]) { seen, window in
      guard window.value.offset > window.value.start, let frame = layoutFrame(of: window.key) else { return }
      seen[window.key] = window.value.seen(height: frame.height)
    }
  }

  /// Scrolls tables as far as the rows that were seen have moved in a layout.
  func keepRows(_ seen: [Int: RowWindow.SeenRow]) {
    for (table, row) in seen {
      guard let window = rowWindows[table], row.number < window.count else { continue }
      setOffset(max(0, row.offset + window.distance(0..<row.number) - row.top), of: table)
    }
  }

  private func setOffset(_ offset: Double, of table: Int) {
    rowWindows[table]?.offset = offset
    scrollOffsets[table] = offset
  }

  /// Reports to the host how far tables are scrolled that layouts have scrolled.
  func reportScrolling(since seen: [Int: RowWindow.SeenRow]) {
    for (table, row) in seen.sorted(by: { $0.key < $1.key }) {
      guard let offset = scrollOffsets[table], abs(offset - row.offset) > 1 / 64 else { continue }
      reportOffset(offset, of: table)
    }
  }

  private func reportOffset(_ offset: Double, of table: Int) {
    emit(.perform(node: table, action: "scrollTo", arguments: [.number(offset)]))
  }

  /// The row at the upper edge of what is seen of a list whose rows are made on demand; `nil` where the list is not scrolled.
  ///
  /// - Returns: its node, its number among all rows and section views, and how far below the edge it begins, in CSS px: mostly
  ///   below 0.
  public func rowAtEdge(of table: Int) -> (node: Int, number: Int, y: Double)? {
    guard let row = seenRows()[table], let window = rowWindows[table],
      let place = window.shown.firstIndex(of: row.number),
      case let instances = instances(of: table), instances.indices.contains(place)
    else { return nil }
    return (instances[place], row.number, window.start + row.top - row.offset)
  }

  /// The number of a row, or of what is in one, among all rows and section views of its list; `nil` where these are not made on
  /// demand.
  public func rowNumber(of node: Int) -> Int? { windowEntry(around: node)?.1 }

  /// Scrolls a list whose rows are made on demand until one of them is somewhere.
  ///
  /// - Parameters:
  ///   - table: the list's node.
  ///   - number: the row's number (``rowNumber(of:)``).
  ///   - y: how far below the upper edge it is to begin, in CSS px.
  /// - Returns: whether there is such a row.
  public func scroll(_ table: Int, toRow number: Int, y: Double) -> Bool {
    guard let window = rowWindows[table], number >= 0, number < window.count, y.isFinite else { return false }
    let top = window.distance(0..<number)
    let offset = max(0, window.start + top - y)
    setOffset(offset, of: table)
    awaitedRows[table] = RowWindow.SeenRow(number: number, top: top, offset: offset)
    scrollRows(of: table, to: offset)
    reportOffset(offset, of: table)
    flush()
    awaitedRows[table] = nil
    return true
  }
}
