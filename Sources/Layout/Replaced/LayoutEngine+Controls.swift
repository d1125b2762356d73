import CSSValues

/// Form controls at Chromium's intrinsic sizes.
extension LayoutEngine {
  /// The content-box inline size that a control has whatever is in it.
  func intrinsicInlineSizeOfControl(_ box: BoxIndex) -> Double? {
    // UNIMPLEMENTED: controls.
    nil
  }

  /// The border-box block size that a control has whatever is in it.
  func intrinsicBlockSizeOfControl(_ box: BoxIndex, _ metrics: BoxMetrics) -> Double? {
    nil
  }

  /// Whether a box centres its content vertically without `align-content`.
  func centersContent(_ box: BoxIndex) -> Bool {
    boxes[Int(box)].role == .button
  }

  /// Moves what is in a box, after the box's height is known.
  func shiftContents(of box: BoxIndex, y: Double) {
    var child = boxes[Int(box)].firstChild
    while child >= 0 {
      placements[Int(child)].y += y
      child = boxes[Int(child)].nextSibling
    }
  }
}
