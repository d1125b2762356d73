/// Where an absolutely positioned box would be if it were static (CSS Positioned Layout 3, 5.4), in the border box of
/// its parent in the box tree.
struct StaticPosition {
  /// Which edge or point of the box's margin box is at the position.
  enum Edge: UInt8 { case start, center, end }

  /// px from the left and upper edges of `parent`'s border box.
  var x: Double
  var y: Double
  /// `start` is the left edge, `end` the right one.
  var inlineEdge: Edge = .start
  /// `start` is the upper edge.
  var blockEdge: Edge = .start
  /// The size of the alignment container where the alignment is safe (a box that is larger is at its start); indefinite
  /// elsewhere. px.
  var safeInline: Double = .indefinite
  var safeBlock: Double = .indefinite
  /// The box whose border box the position counts from.
  var parent: BoxIndex

  init(x: Double, y: Double, inlineEdge: Edge = .start, blockEdge: Edge = .start, parent: BoxIndex) {
    self.x = x
    self.y = y
    self.inlineEdge = inlineEdge
    self.blockEdge = blockEdge
    self.parent = parent
  }
}
