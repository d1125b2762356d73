/// What flex containers share.
struct FlexFormattingState {
  /// By box, whether it or something in it may count from the height of what is around it; empty before one is asked for.
  var countsFromHeight: [Bool] = []
}

extension LayoutEngine {
  /// Whether a box or something in it may be another one where the height of what is around it is definite.
  ///
  /// OPTIMIZATION: found for all boxes at once, since containers in each other would look at the same ones again and again.
  func countsFromHeight(_ box: BoxIndex) -> Bool {
    if flexes.countsFromHeight.isEmpty {
      var counts = [Bool](repeating: false, count: boxCount)
      // Boxes are in pre-order: what is in a box comes behind it.
      for index in stride(from: boxCount - 1, through: 0, by: -1) {
        if !counts[index] { counts[index] = countsFromHeightItself(BoxIndex(index)) }
        let parent = Int(boxes[index].parent)
        if counts[index], parent >= 0 { counts[parent] = true }
      }
      flexes.countsFromHeight = counts
    }
    return flexes.countsFromHeight[Int(box)]
  }

  private func countsFromHeightItself(_ box: BoxIndex) -> Bool {
    // What layout took out of the tree has no style.
    guard boxes[Int(box)].style >= 0 else { return false }
    // In quirks mode percentages reach through boxes of automatic height.
    if source.isQuirky { return true }
    let style = style(box)
    func counts(_ length: LayoutLength) -> Bool {
      length.hasPercentage || length.kind == .stretch || length.isMapped
    }
    guard !counts(style.pointee.height), !counts(style.pointee.minHeight), !counts(style.pointee.maxHeight) else {
      return true
    }
    if style.pointee.aspectRatio != 0 || style.pointee.isMultiColumn || style.pointee.flexBasis.isMapped { return true }
    // Of a row these are percentages of the width.
    if style.pointee.flexBasis.hasPercentage || style.pointee.rowGap.hasPercentage {
      let parent = boxes[Int(box)].parent
      let isItemOfRow = parent >= 0 && boxes[Int(parent)].kind == .flex && !FlexAxes(self, parent).isColumn
      if style.pointee.rowGap.hasPercentage || !isItemOfRow { return true }
    }
    if style.pointee.position == .relative,
      style.pointee.insetTop.hasPercentage || style.pointee.insetBottom.hasPercentage
    {
      return true
    }
    switch boxes[Int(box)].kind {
    case .block, .flex, .inline, .text, .lineBreak, .wordBreak: return false
    // A ratio makes a width of a height.
    case .replaced: return style.pointee.width.kind != .length || style.pointee.height.kind != .length
    default: return true
    }
  }
}
