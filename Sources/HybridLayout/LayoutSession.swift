import Layout

/// The layouts of one page, one after another.
final class LayoutSession {
  func layOut(_ tree: StyledTree, in viewport: Layout.LayoutViewport, measuredBy measurer: any TextMeasurer)
    -> LayoutResult
  {
    layout(tree, in: viewport, measuredBy: measurer)
  }
}
