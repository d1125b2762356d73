extension LineLayout {
  /// Places a float at or below the upper edge of a line; the answer is where the line then begins and ends.
  @discardableResult
  static func place(
    _ box: BoxIndex, top: Double, _ engine: LayoutEngine, _ request: InlineRequest
  ) -> (left: Double, right: Double) {
    let rect = engine.layoutFloat(
      box, top: top, contextLeft: request.contextLeft, contentInline: request.contentInline,
      percentageBlock: request.percentageBlock, availableBlock: request.availableBlock, mode: request.mode)
    if request.mode == .commit {
      engine.place(
        box, x: rect.x - request.contextLeft + request.contentLeft, y: rect.y - request.contextTop + request.contentTop,
        containingInline: request.contentInline, containingBlock: request.percentageBlock)
    }
    let room = engine.blocks.floats.opportunity(
      top: top, left: request.contextLeft, right: request.contextLeft + request.contentInline, width: -.infinity,
      height: 0)
    return (room.left, max(room.left, room.right))
  }
}
