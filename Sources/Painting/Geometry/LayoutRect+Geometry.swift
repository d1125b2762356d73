import CSSValues

extension LayoutRect {
  /// Square px; 0 where one side has no length.
  var area: Double { max(0, width) * max(0, height) }

  /// The smallest rectangle that contains both; an empty one adds nothing.
  func union(_ other: LayoutRect) -> LayoutRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return bounding(other)
  }
}
