extension LayoutReader {
  /// Checks every number of the file against the page that it is of. The cost is the file's length.
  ///
  /// - Throws: ``PageFormatError`` with the first fault's field and row.
  public func validate(for page: PageReader) throws(PageFormatError) {
    guard nodeCount == page.nodeCount, source == page.source else {
      throw PageFormatError(
        .mismatch, field: "layout", expected: "\(page.nodeCount) nodes of \(page.source)",
        found: "\(nodeCount) nodes of \(source)")
    }
    try strings.validate("layout.strings")
    try validateFrames(page)
    try validateNodes(fragmentColumns.node, "fragments.node")
    try validateNodes(clipColumns.node, "clips.node")
    try validateNodes(lines.node, "lines.node")
    try validateNodes(overrides.node, "style_overrides.node")
    try validateNodes(scrolls.node, "scroll_areas.node")
    try validateNodes(clipPathColumns.node, "clip_paths.node")
    try validateNodes(containers.node, "containers.node")
    try validateNodes(transforms.node, "transforms.node")
    try validateNodes(corners.node, "corners.node")
    try validateNodes(images.node, "images.node")
    for row in 0..<images.source.rows where images.source.word(row, file) >= strings.count {
      throw PageFormatError(.index, field: "images.source", row: row, expected: "below \(strings.count)")
    }
    try validateNodes(stickies.node, "sticky.node")
    for row in 0..<overrides.style.rows where overrides.style.word(row, file) >= page.styleCount {
      throw PageFormatError(.index, field: "style_overrides.style", row: row, expected: "below \(page.styleCount)")
    }
    try validateLines(page)
    try validatePaintOrder()
  }

  private func validateFrames(_ page: PageReader) throws(PageFormatError) {
    var origins: [(x: Int, y: Int)] = []
    origins.reserveCapacity(nodeCount)
    for node in 0..<nodeCount {
      let parent = page.parent(node).map { origins[$0] } ?? (x: 0, y: 0)
      let x = parent.x + Int(frames.x.signed(node, file))
      let y = parent.y + Int(frames.y.signed(node, file))
      guard abs(x) <= Int(LayoutUnit.limit), abs(y) <= Int(LayoutUnit.limit) else {
        throw PageFormatError(.value, field: "frames", row: node, expected: "a position of at most 2^30 units")
      }
      let size = size(node)
      guard size.width >= 0, size.height >= 0 else {
        throw PageFormatError(.value, field: "frames", row: node, expected: "a size that is not negative")
      }
      let offset = (frames.x.signed(node, file), frames.y.signed(node, file))
      if flags(node).contains(.noBox), size != (0, 0) || offset != (0, 0) {
        throw PageFormatError(.value, field: "frames", row: node, expected: "zeros for a node without a box")
      }
      origins.append((x, y))
    }
  }

  private func validateNodes(_ column: Column, _ name: String) throws(PageFormatError) {
    var previous: UInt32 = 0
    for row in 0..<column.rows {
      let node = column.word(row, file)
      guard node >= previous, node < nodeCount else {
        throw PageFormatError(
          .index, field: name, row: row, expected: "\(previous) to \(nodeCount)", found: "\(node)")
      }
      previous = node
    }
  }

  private func validateLines(_ page: PageReader) throws(PageFormatError) {
    for row in 0..<lineCount {
      let text = lines.text.word(row, file)
      guard text == .max || text < strings.count else {
        throw PageFormatError(.index, field: "lines.text", row: row, expected: "below \(strings.count)")
      }
      let font = lines.font.word(row, file)
      guard font == .max || font < fonts.count else {
        throw PageFormatError(.index, field: "lines.font", row: row, expected: "below \(fonts.count)")
      }
      let node = Int(lines.node.word(row, file))
      let end = UInt64(lines.start.word(row, file)) + UInt64(lines.length.word(row, file))
      // Counting the text's code units for each line would be quadratic; UTF-8 is never shorter than UTF-16.
      let bytes = page.strings.range(page.nodes.text.word(node, page.file))?.count ?? 0
      guard end <= UInt64(bytes) || text != .max && bytes == 0 else {
        throw PageFormatError(.index, field: "lines.length", row: row, expected: "a range of the node's text")
      }
    }
  }

  private func validatePaintOrder() throws(PageFormatError) {
    for row in 0..<containers.container.rows {
      let container = containers.container.word(row, file)
      guard container == .max || container < containers.node.word(row, file) else {
        throw PageFormatError(
          .index, field: "containers.container", row: row, expected: "a node before its own", found: "\(container)")
      }
    }
    for row in 0..<transforms.matrix.rows
    where (0..<6).contains(where: { !transforms.matrix.double(row, $0, of: 6, file).isFinite }) {
      throw PageFormatError(.value, field: "transforms.matrix", row: row, expected: "finite numbers")
    }
    for row in 0..<stickies.scroller.rows {
      let scroller = stickies.scroller.word(row, file)
      guard scroller == .max || scroller < nodeCount else {
        throw PageFormatError(
          .index, field: "sticky.scroller", row: row, expected: "below \(nodeCount)", found: "\(scroller)")
      }
    }
    guard paintRuns.rows > 0 else { return }
    var seen = [Bool](repeating: false, count: nodeCount)
    var count = 0
    for run in 0..<paintRuns.rows {
      let nodes = paintRun(run)
      guard nodes.count == paintRuns.word(run, 1, of: 2, file) else {
        throw PageFormatError(.index, field: "paint_order", row: run, expected: "runs of nodes below \(nodeCount)")
      }
      for node in nodes {
        guard !seen[node] else {
          throw PageFormatError(.index, field: "paint_order", row: run, expected: "every node once", found: "\(node)")
        }
        seen[node] = true
      }
      count += nodes.count
    }
    guard count == nodeCount else {
      throw PageFormatError(.index, field: "paint_order", expected: "every node once", found: "\(count) nodes")
    }
  }
}
