/// An inline formatting context.
struct InlineContext {
  var isEmpty = true
  /// Floats and positioned boxes in document order.
  var outOfLine: [BoxIndex] = []
}

/// What the lines of a block container are laid out against; px.
struct InlineRequest {
  /// The content box's left edge and upper edge in the formatting context.
  var contextLeft: Double
  var contextTop: Double
  /// The same in the border box.
  var contentLeft: Double
  var contentTop: Double
  var contentInline: Double
  var percentageBlock: Double
  var availableBlock: Double
  var mode: ConstraintSpace.Mode
}

/// The lines laid out; baselines count from the border box's upper edge. px.
struct InlineOutput {
  var height: Double = 0
  var firstBaseline: Double = .nan
  var lastBaseline: Double = .nan
}

extension LayoutEngine {
  func inlineContext(_ box: BoxIndex) -> InlineContext { InlineContext() }
  func layoutLines(of box: BoxIndex, _ request: InlineRequest) -> InlineOutput { InlineOutput() }
  func placeEmptyInlines(_ box: BoxIndex, x: Double, y: Double, contentInline: Double, isRightToLeft: Bool) {}
  func outsideMarker(of box: BoxIndex) -> BoxIndex { -1 }
  func alignInlineStaticPosition(_ position: inout StaticPosition, in box: BoxIndex, contentInline: Double) {}
  func intrinsicSizesOfLines(_ box: BoxIndex, _ percentageBlock: Double) -> MinMaxSizes { MinMaxSizes(0, 0) }
}
