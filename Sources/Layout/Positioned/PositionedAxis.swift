import CSSValues

/// One axis of an absolutely positioned box: its insets and margins, and what they are solved from (CSS Positioned Layout 3, 4;
/// CSS 2.2, 10.3.7 and 10.6.4). px.
struct PositionedAxis {
  let isInline: Bool
  /// The containing block's size.
  let area: Double
  let alignment: AlignmentValue
  let units: LayoutUnits
  /// The insets; indefinite where they are `auto`.
  var start = Double.indefinite
  var end = Double.indefinite
  /// Where the box would be if it were static, in the containing block.
  var staticOffset = 0.0
  var staticEdge = StaticPosition.Edge.start
  var staticSafe = Double.indefinite
  var marginStart = 0.0
  var marginEnd = 0.0
  var isStartAutoMargin = false
  var isEndAutoMargin = false
  /// The container's direction runs against the axis.
  var isReversed = false
  /// The box's own direction does.
  var isSelfReversed = false

  init(isInline: Bool, area: Double, alignment: AlignmentValue, units: LayoutUnits) {
    self.isInline = isInline
    self.area = area
    self.alignment = alignment
    self.units = units
  }

  private var isStartAuto: Bool { !start.isDefinite }
  private var isEndAuto: Bool { !end.isDefinite }

  /// Whether an automatic size fills the space between the insets.
  var isFilled: Bool { !isStartAuto && !isEndAuto && !isSelfAligned }

  private var isSelfAligned: Bool {
    switch alignment.alignment {
    case .auto, .normal, .stretch: false
    default: true
    }
  }

  /// The available space: from the static position to the edge where both insets are `auto`.
  var available: Double {
    if isStartAuto && isEndAuto {
      switch staticEdge {
      case .start: return max(0, area - staticOffset)
      case .end: return max(0, staticOffset)
      case .center: return max(0, 2 * min(staticOffset, area - staticOffset))
      }
    }
    return max(0, area - (isStartAuto ? 0 : start) - (isEndAuto ? 0 : end))
  }

  /// Solves the axis's equation for the border box's size.
  ///
  /// - Returns: the border box's offset in the containing block.
  func solve(size: Double) -> Double {
    if isStartAuto && isEndAuto { return staticStart(size) }
    if isStartAuto { return area - end - marginEnd - size }
    if isEndAuto { return start + marginStart }
    let free = area - start - end - size - (marginStart + marginEnd)
    if isStartAutoMargin && isEndAutoMargin {
      if free < 0 && isInline { return isReversed ? area - end - size : start }
      return start + units.truncated(free / 2)
    }
    if isStartAutoMargin { return area - end - marginEnd - size }
    if isEndAutoMargin { return start + marginStart }
    return aligned(size, free)
  }

  /// Both insets are `auto`: the box is at its static position.
  private func staticStart(_ size: Double) -> Double {
    let margins = marginStart + marginEnd
    if staticSafe.isDefinite && size + margins > staticSafe {
      // Safe alignment: a box that overflows its alignment container is aligned at its start.
      let before: Double = staticEdge == .start ? 0 : staticEdge == .end ? staticSafe : units.truncated(staticSafe / 2)
      let low = staticOffset - before
      return isReversed ? low + staticSafe - marginEnd - size : low + marginStart
    }
    switch staticEdge {
    case .start: return staticOffset + marginStart
    case .end: return staticOffset - marginEnd - size
    case .center: return staticOffset + units.truncated((-size - margins) / 2) + marginStart
    }
  }

  /// Nothing is `auto`: the box is aligned between its insets (Box Alignment 3, 4).
  private func aligned(_ size: Double, _ free: Double) -> Double {
    var toEnd = isReversed
    var isCentered = false
    switch alignment.alignment {
    case .center, .anchorCenter: isCentered = true
    // Box Alignment 3, 4.2: a single box in its last baseline set is at the end.
    case .end, .flexEnd, .lastBaseline: toEnd = !isReversed
    case .start, .flexStart: toEnd = isReversed
    case .selfStart: toEnd = isSelfReversed
    case .selfEnd: toEnd = !isSelfReversed
    case .left: toEnd = false
    case .right: toEnd = isInline
    default: break
    }
    var place = start + marginStart
    if isCentered, !(alignment.overflow == .safe && free < 0) {
      place = start + (marginStart + units.truncated(free / 2))
    } else if toEnd {
      place = area - end - marginEnd - size
    }
    guard free < 0, isSelfAligned, alignment.overflow == .default else { return place }
    // Box Alignment 3, 4.4.1: what overflows stays in the containing block, with the insets that are outside of it, as far
    // as it can, and at least at its start.
    let low = min(0, start) + marginStart
    let high = max(area, area - end) - marginEnd - size
    return isReversed ? max(min(place, max(low, high)), high) : max(low, min(place, high))
  }
}
