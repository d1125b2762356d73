extension LayoutEngine {
  func layoutGrid(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    // UNIMPLEMENTED: grid layout.
    layoutBlock(box, space)
  }

  func intrinsicSizesOfGrid(_ box: BoxIndex, _ percentageBlock: Double, _ metrics: BoxMetrics) -> MinMaxSizes {
    intrinsicSizesOfBlock(box, percentageBlock, metrics)
  }
}
