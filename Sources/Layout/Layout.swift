import CSSValues

/// Lays a styled tree out in a viewport.
///
/// - Parameters:
///   - tree: elements and texts with computed styles at this viewport.
///   - viewport: the initial containing block.
///   - measurer: where text is measured.
/// - Returns: every node's frame, the text lines and the scrollable areas.
public func layout(_ tree: StyledTree, in viewport: LayoutViewport, measuredBy measurer: some TextMeasurer)
  -> LayoutResult
{
  LayoutEngine(tree, viewport: viewport, measurer: measurer).run()
}
