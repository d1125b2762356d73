import CSSValues

extension LayoutRect {
  /// The smallest rectangle that contains both; an empty one adds nothing.
  func union(_ other: LayoutRect) -> LayoutRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return bounding(other)
  }
}
