import PageFormat

/// A rectangle in 1/64 CSS px, in page coordinates.
struct UnitRect {
  var x: Int32
  var y: Int32
  var width: Int32
  var height: Int32

  init(x: Int32, y: Int32, width: Int32, height: Int32) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// A frame of a layout file.
  init(_ frame: QuantizedFrame) {
    self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
  }

  /// The right edge.
  var right: Int32 { x &+ width }
  /// The bottom edge.
  var bottom: Int32 { y &+ height }

  /// The rectangle in CSS px.
  var box: Finding.Box {
    Finding.Box(
      x: LayoutUnit.pixels(x), y: LayoutUnit.pixels(y), width: LayoutUnit.pixels(width),
      height: LayoutUnit.pixels(height))
  }
}
