extension LayoutEngine {
  func layoutFlex(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    // UNIMPLEMENTED: flex layout.
    layoutBlock(box, space)
  }

  func intrinsicSizesOfFlex(_ box: BoxIndex, _ percentageBlock: Double, _ metrics: BoxMetrics) -> MinMaxSizes {
    intrinsicSizesOfBlock(box, percentageBlock, metrics)
  }
}
