import CSSValues

/// Running the engine and writing what it placed into a result.
extension LayoutEngine {
  /// Lays the whole tree out.
  func run() -> LayoutResult {
    guard boxCount > 0 else { return unwritten() }
    // Boxes that are too many before there are lines have no tables to be laid out with.
    if inline.pieces.firstBeyond != nil { return unwritten(beyond: nodeBeyondPieces() ?? 0) }
    layoutRoot()
    layoutPositionedInInitialContainingBlock()
    forgetUnplaced()
    // What is refused is not written: it would take as much memory again as layout did.
    if let node = nodeBeyondPieces() { return unwritten(beyond: node) }
    // OPTIMIZATION: nothing is asked again while the result is written, which takes the most memory of all.
    if !keepsCommits { cache.pointee.forgetAnswers(boxCount: boxCount) }
    // Not before: layout holds as much without frames as it does here with them.
    var result = unwritten()
    var writer = ResultWriter(self)
    writer.write(into: &result)
    // Boxes in columns have more pieces than there may be.
    if let node = nodeBeyondPieces() { result.nodeBeyondPieces = node }
    return result
  }

  /// A result in which no node has a box.
  ///
  /// - Parameter node: the node from which on there is no room for pieces of text; `nil` where there is enough.
  private func unwritten(beyond node: StyledTree.Index? = nil) -> LayoutResult {
    var result = LayoutResult()
    result.frames = [LayoutResult.Frame](
      repeating: LayoutResult.Frame(rect: .zero, hasBox: false), count: source.nodes.count)
    result.nodeBeyondPieces = node
    return result
  }

  /// Whether a result of the engine says where boxes are: there are some, and not too many.
  func hasResult(_ result: LayoutResult) -> Bool { boxCount > 0 && result.nodeBeyondPieces == nil }

  /// The node from which on there was no room for pieces of text; `nil` where there was enough.
  private func nodeBeyondPieces() -> StyledTree.Index? {
    var beyond = inline.pieces.firstBeyond
    // Anonymous boxes are of no node.
    while let box = beyond, box >= 0, boxes[Int(box)].node < 0 { beyond = boxes[Int(box)].parent }
    guard let box = beyond, box >= 0 else { return nil }
    return StyledTree.Index(boxes[Int(box)].node)
  }

  /// The root element is in the initial containing block.
  private func layoutRoot() {
    let area = initialContainingBlock
    let metrics = resolveBoxMetrics(0, area.width)
    var space = ConstraintSpace(availableInline: area.width, availableBlock: area.height, mode: .commit)
    space.stretchInline = true
    if style(0).pointee.isOutOfFlow { return layoutPositioned(0, container: .none, area: area) }
    let output = layout(0, space)
    var left = metrics.marginLeft
    let free = area.width - output.width - metrics.marginsInline
    if metrics.autoMargins.isSuperset(of: [.left, .right]) {
      left = max(0, layoutUnit(free / 2))
    } else if metrics.autoMargins.contains(.left) {
      left = max(0, free)
    } else if style(0).pointee.isRightToLeft {
      left += free
    }
    place(
      0, x: area.x + left, y: metrics.marginTop, containingInline: area.width, containingBlock: area.height)
  }
}
