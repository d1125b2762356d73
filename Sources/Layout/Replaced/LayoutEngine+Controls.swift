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
}
