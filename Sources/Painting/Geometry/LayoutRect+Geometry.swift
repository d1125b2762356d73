import PageFormat

extension LayoutRect {
  /// The right edge.
  var right: Double { x + width }
  /// The bottom edge.
  var bottom: Double { y + height }
  /// Whether the rectangle has no area.
  var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The rectangle with each edge moved inwards; negative distances move it outwards. Never smaller than nothing.
  func inset(top: Double, right: Double, bottom: Double, left: Double) -> LayoutRect {
    LayoutRect(
      x: x + left, y: y + top, width: max(0, width - left - right), height: max(0, height - top - bottom))
  }

  /// The rectangle with every edge moved inwards by one distance.
  func inset(by distance: Double) -> LayoutRect {
    inset(top: distance, right: distance, bottom: distance, left: distance)
  }

  /// The smallest rectangle that contains both; an empty one adds nothing.
  func union(_ other: LayoutRect) -> LayoutRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return LayoutRect(
      x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
  }

  /// What both have in common; empty where they do not overlap.
  func intersection(_ other: LayoutRect) -> LayoutRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return LayoutRect(
      x: left, y: top, width: max(0, min(right, other.right) - left), height: max(0, min(bottom, other.bottom) - top))
  }

  /// The rectangle moved.
  func offset(_ dx: Double, _ dy: Double) -> LayoutRect {
    LayoutRect(x: x + dx, y: y + dy, width: width, height: height)
  }
}
