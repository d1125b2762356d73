/// The cells of a table by row and column.
struct TableGrid {
}

extension LayoutEngine {
  func layoutTable(_ box: BoxIndex, _ space: ConstraintSpace) -> LayoutOutput {
    // UNIMPLEMENTED: tables.
    layoutBlock(box, space)
  }

  func intrinsicSizesOfTable(_ box: BoxIndex, _ percentageBlock: Double, _ metrics: BoxMetrics) -> MinMaxSizes {
    intrinsicSizesOfBlock(box, percentageBlock, metrics)
  }
}
