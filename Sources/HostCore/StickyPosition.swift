/// Where views are while what is around them scrolls.
public enum StickyPosition {
  /// How far a view that sticks to the upper edge is moved down: it follows the edge, and leaves with what it stands for.
  ///
  /// - Parameters:
  ///   - top: the view's own place in what scrolls.
  ///   - height: the view's height.
  ///   - end: where what it stands for ends: it goes no further.
  ///   - offset: how far is scrolled.
  ///   - inset: from the edge to where it sticks (`top` in CSS).
  public static func shift(top: Double, height: Double, end: Double, offset: Double, inset: Double = 0) -> Double {
    max(0, min(offset + inset - top, end - height - top))
  }

  /// The least scrolling after which a view is seen, its upper edge first where it is higher than the screen.
  public static func offset(showing top: Double, _ height: Double, in screen: Double, from offset: Double) -> Double {
    if top < offset || height > screen { return max(0, top) }
    return top + height > offset + screen ? top + height - screen : offset
  }

  /// An offset within what can be scrolled to.
  public static func clamped(_ offset: Double, area: Double, screen: Double) -> Double {
    max(0, min(offset.isFinite ? offset : 0, area - screen))
  }
}
