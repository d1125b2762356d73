import CSSValues

/// Absolutely positioned boxes (CSS Positioned Layout 3, 4 and 5; CSS 2.2, 10.3.7 and 10.6.4).
extension LayoutEngine {
  /// Lays out the boxes whose containing block is `container`, whose own size is committed.
  func layoutPositioned(in container: BoxIndex) {
    guard var child = tree.firstPositioned[container] else { return }
    let area = positionedArea(of: container)
    while true {
      layoutPositioned(child, container: container, area: state.positionedAreas[child] ?? area)
      guard let next = tree.nextPositioned[child] else { return }
      child = next
    }
  }

  /// The padding box of a committed box, less its scrollbars, in its border box; -1 is the initial containing block.
  func positionedArea(of container: BoxIndex) -> LayoutRect {
    guard container >= 0 else { return initialContainingBlock }
    let placement = state.placements[Int(container)]
    let metrics = resolveBoxMetrics(container, placement.width)
    let border = usedBorders(of: container)
    let width = max(0, placement.width - border.left - border.right)
    return LayoutRect(
      x: border.left + (style(container).pointee.isRightToLeft ? min(metrics.scrollbarWidth, width) : 0),
      y: border.top, width: max(0, width - metrics.scrollbarWidth),
      height: max(0, placement.height - border.top - border.bottom - metrics.scrollbarHeight))
  }

  /// Lays out the boxes of the initial containing block.
  func layoutPositionedInInitialContainingBlock() {
    var child = tree.firstOfInitialContainingBlock
    let area = positionedArea(of: .none)
    while child >= 0 {
      layoutPositioned(child, container: .none, area: area)
      child = tree.nextPositioned[child] ?? BoxIndex.none
    }
  }

  /// The box whose border box a placement counts from.
  func offsetParent(_ box: BoxIndex) -> BoxIndex {
    if boxes[Int(box)].flags.contains(.outOfFlow) { return state.containers[Int(box)] }
    // What is in a line is placed in the border box of the block container.
    var parent = boxes[Int(box)].parent
    while parent >= 0, boxes[Int(parent)].kind == .inline { parent = boxes[Int(parent)].parent }
    return parent
  }

  func layoutPositioned(_ child: BoxIndex, container: BoxIndex, area: LayoutRect) {
    PositionedLayout(self, child, container: container, area: area).run()
  }
}
