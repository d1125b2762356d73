import CSSValues

/// Lays a styled tree out in a viewport.
///
/// - Parameters:
///   - tree: elements and texts with computed styles at this viewport.
///   - viewport: the screen, whose size is the initial containing block's.
///   - scrollbars: the room that scrollbars take.
///   - measurer: where text is measured.
///   - maximumPieces: the most pieces of text and of inline boxes on lines, where two boxes count as a piece, and each inline
///     box and each block with lines as one more, but markers beside items not; where there are more, nothing has a frame, and
///     ``LayoutResult/nodeBeyondPieces`` says from which node on they are too many.
/// - Returns: every node's frame, the text lines and the scrollable areas.
public func layout(
  _ tree: StyledTree, in viewport: Viewport, scrollbars: Scrollbars = Scrollbars(),
  measuredBy measurer: some TextMeasurer, maximumPieces: Int = .max
) -> LayoutResult {
  var result = LayoutResult()
  var hasBoxes = false
  let lay = {
    let made = LayoutEngine.runShowingVisibleContents {
      LayoutEngine(
        tree, viewport: viewport, scrollbars: scrollbars, measurer: measurer, shownContents: $0,
        maximumPieces: maximumPieces)
    }
    (result, hasBoxes) = (made.result, made.engine.hasResult(made.result))
  }
  // Layout is recursive, to ``BoxTree/maximumDepth`` boxes: more than an ordinary stack may hold.
  if isDeep(tree) { LargeStack.run(lay) } else { lay() }
  // OPTIMIZATION: the engine is gone by now, which takes as much memory as what the order is found with.
  if hasBoxes { PaintOrder.write(of: tree, into: &result) }
  return result
}

/// Whether elements are nested more deeply than an ordinary stack is sure to hold.
func isDeep(_ tree: StyledTree) -> Bool {
  let limit: Int32 = 40
  var depths = [Int32](repeating: 0, count: tree.nodes.count)
  for (index, node) in tree.nodes.enumerated() where node.parent >= 0 && Int(node.parent) < index {
    let depth = depths[Int(node.parent)] + 1
    if depth > limit { return true }
    depths[index] = depth
  }
  return false
}
