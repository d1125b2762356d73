import CSSValues

/// Running the engine and writing what it placed into a result.
extension LayoutEngine {
  /// Lays the whole tree out.
  func run() -> LayoutResult {
    var result = LayoutResult()
    result.frames = [LayoutResult.Frame](
      repeating: LayoutResult.Frame(rect: .zero, hasBox: false), count: source.nodes.count)
    guard boxCount > 0 else { return result }
    layoutRoot()
    layoutPositionedInInitialContainingBlock()
    forgetUnplaced()
    var writer = ResultWriter(self)
    writer.write(into: &result)
    var beyond = inline.pieces.firstBeyond
    // Anonymous boxes are of no node.
    while let box = beyond, box >= 0, boxes[Int(box)].node < 0 { beyond = boxes[Int(box)].parent }
    if let box = beyond, box >= 0 { result.nodeBeyondPieces = StyledTree.Index(boxes[Int(box)].node) }
    // OPTIMIZATION: room that is left over would be kept for each viewport of large pages.
    if result.lines.count > 1 << 16, result.lines.capacity / 5 > result.lines.count / 4 {
      result.lines = result.lines.withUnsafeBufferPointer { Array($0) }
    }
    return result
  }

  /// The root element is in the initial containing block.
  private func layoutRoot() {
    let metrics = resolveBoxMetrics(0, viewport.width)
    var space = ConstraintSpace(
      availableInline: viewport.width, availableBlock: viewport.height, mode: .commit)
    space.stretchInline = true
    if style(0).pointee.isOutOfFlow {
      return layoutPositioned(
        0, container: -1, area: LayoutRect(x: 0, y: 0, width: viewport.width, height: viewport.height))
    }
    let output = layout(0, space)
    var left = metrics.marginLeft
    let free = viewport.width - output.width - metrics.marginsInline
    if metrics.autoMargins.isSuperset(of: [.left, .right]) {
      left = max(0, layoutUnit(free / 2))
    } else if metrics.autoMargins.contains(.left) {
      left = max(0, free)
    } else if style(0).pointee.isRightToLeft {
      left += free
    }
    place(0, x: left, y: metrics.marginTop, containingInline: viewport.width, containingBlock: viewport.height)
  }
}
