extension PropertyID {
  /// The physical property that a logical longhand is in a writing mode and direction (CSS Logical Properties 1, 4);
  /// other properties are themselves.
  public func physical(_ writingMode: WritingMode, _ direction: Direction) -> PropertyID {
    guard isLogical, let counterpart = definition.horizontalCounterpart else { return self }
    if writingMode == .horizontalTB, direction == .ltr { return counterpart }
    return LogicalMapping.physical(counterpart, writingMode, direction)
  }
}

/// The mapping between flow-relative and physical sides, corners and axes (CSS Writing Modes 4, 6.4).
private enum LogicalMapping {
  /// The physical side (0 top, 1 right, 2 bottom, 3 left) of the block start and of the inline start.
  private static func starts(_ writingMode: WritingMode, _ direction: Direction) -> (block: Int, inline: Int) {
    let isLTR = direction == .ltr
    return switch writingMode {
    case .horizontalTB: (0, isLTR ? 3 : 1)
    case .verticalRL, .sidewaysRL: (1, isLTR ? 0 : 2)
    case .verticalLR: (3, isLTR ? 0 : 2)
    case .sidewaysLR: (3, isLTR ? 2 : 0)
    }
  }

  /// The property of the place that a property names as it is in a horizontal, left-to-right mode.
  static func physical(
    _ counterpart: PropertyID, _ writingMode: WritingMode, _ direction: Direction
  ) -> PropertyID {
    let start = starts(writingMode, direction)
    // The counterpart names the flow-relative place as in a horizontal, left-to-right mode: top is block start, left
    // inline start.
    func side(_ horizontal: Int) -> Int {
      switch horizontal {
      case 0: start.block
      case 2: (start.block + 2) % 4
      case 3: start.inline
      default: (start.inline + 2) % 4
      }
    }
    for group in PropertyTable.sides {
      if let index = group.firstIndex(of: counterpart) { return group[side(index)] }
    }
    for group in PropertyTable.corners {
      guard let index = group.firstIndex(of: counterpart) else { continue }
      let pair = [side(index < 2 ? 0 : 2), side(index == 0 || index == 3 ? 3 : 1)]
      let isTop = pair.contains(0)
      let isLeft = pair.contains(3)
      return group[isTop ? (isLeft ? 0 : 1) : (isLeft ? 3 : 2)]
    }
    if writingMode != .horizontalTB {
      for group in PropertyTable.axes {
        if let index = group.firstIndex(of: counterpart) { return group[1 - index] }
      }
    }
    return counterpart
  }
}
