/// `margin-trim` (CSS Box 4, 4).
extension LayoutEngine {
  /// Without the margins at a block's end, the empty boxes there are where its content ends, and so are those at the end of what
  /// ends it.
  ///
  /// - Parameter box: the container, whose children are placed.
  func trimBlockEnd(of box: BoxIndex) {
    guard !flags(box).contains(.hasInlineContent) else { return }
    var children: [BoxIndex] = []
    var child = boxes[Int(box)].firstChild
    while child >= 0 {
      if flags(child).isDisjoint(with: [.outOfFlow, .floating, .outsideMarker]) { children.append(child) }
      child = boxes[Int(child)].nextSibling
    }
    guard let last = children.lastIndex(where: { !isEmptyBlock($0) }) else { return }
    let placement = state.placements[Int(children[last])]
    for empty in children[(last + 1)...] { state.placements[Int(empty)].y = placement.y + placement.height }
    let (box, metrics) = (children[last], resolveBoxMetrics(children[last], placement.width))
    if boxes[Int(box)].kind == .block, !flags(box).contains(.formattingContext), metrics.insetBottom == 0 {
      trimBlockEnd(of: box)
    }
  }

  /// Whether a box that is placed has neither height nor edges, so that its margins collapse.
  private func isEmptyBlock(_ box: BoxIndex) -> Bool {
    guard boxes[Int(box)].kind == .block, !flags(box).contains(.formattingContext) else { return false }
    let placement = state.placements[Int(box)]
    return placement.height == 0 && resolveBoxMetrics(box, placement.width).insetsBlock == 0
  }
}
