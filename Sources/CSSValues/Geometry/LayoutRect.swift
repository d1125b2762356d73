/// A rectangle in CSS px, mostly in page coordinates: in layout, in page and layout files, and in what is painted.
public struct LayoutRect: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// A rectangle from its left top corner and its size.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle of nothing at the origin.
  public static let zero = LayoutRect(x: 0, y: 0, width: 0, height: 0)

  /// The right edge.
  @inlinable public var right: Double { x + width }
  /// The bottom edge.
  @inlinable public var bottom: Double { y + height }
  /// Whether the rectangle has no area.
  @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Whether a point is in the rectangle; the right and bottom edges are not.
  @inlinable
  public func contains(_ pointX: Double, _ pointY: Double) -> Bool {
    pointX >= x && pointY >= y && pointX < right && pointY < bottom
  }

  /// What both have in common; empty where they do not overlap.
  @inlinable
  public func intersection(_ other: LayoutRect) -> LayoutRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return LayoutRect(
      x: left, y: top, width: max(0, min(right, other.right) - left), height: max(0, min(bottom, other.bottom) - top))
  }

  /// The smallest rectangle around both, empty ones too.
  @inlinable
  public func bounding(_ other: LayoutRect) -> LayoutRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return LayoutRect(
      x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
  }

  /// The rectangle with each edge moved inwards; negative distances move it outwards. Never smaller than nothing.
  @inlinable
  public func inset(top: Double, right: Double, bottom: Double, left: Double) -> LayoutRect {
    LayoutRect(
      x: x + left, y: y + top, width: max(0, width - left - right), height: max(0, height - top - bottom))
  }

  /// The rectangle with every edge moved inwards by one distance.
  @inlinable
  public func inset(by distance: Double) -> LayoutRect {
    inset(top: distance, right: distance, bottom: distance, left: distance)
  }

  /// The rectangle moved.
  @inlinable
  public func offset(_ dx: Double, _ dy: Double) -> LayoutRect {
    LayoutRect(x: x + dx, y: y + dy, width: width, height: height)
  }
}
