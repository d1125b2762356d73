/// `border-*-style`, `outline-style`.
public enum BorderLineStyle: UInt8, Hashable, Sendable {
  case none, hidden, dotted, dashed, solid, double, groove, ridge, inset, outset
  /// `outline-style: auto`.
  case auto
}

/// One side of a border.
public struct BorderSide: Hashable, Sendable {
  /// The computed width in px, 0 where the style is `none` or `hidden`, snapped to device pixels.
  public var width: Double = 0
  /// The width as specified in px, kept because the style may be resolved after it.
  public var specifiedWidth: Double = 3
  public var style: BorderLineStyle = .none
  public var color: StyleColor = .currentColor
  public init() {}
}

/// A corner's radii; percentages are of the border box's width and height.
public struct CornerRadius: Hashable, Sendable {
  public var horizontal: LengthPercentage = .zero
  public var vertical: LengthPercentage = .zero
  public init() {}
}

/// Borders, corners and the outline: none inherit.
public struct BorderStyle: Hashable, Sendable {
  public var top = BorderSide()
  public var right = BorderSide()
  public var bottom = BorderSide()
  public var left = BorderSide()
  public var topLeftRadius = CornerRadius()
  public var topRightRadius = CornerRadius()
  public var bottomRightRadius = CornerRadius()
  public var bottomLeftRadius = CornerRadius()
  public var outline = BorderSide()
  /// `outline-offset` in px.
  public var outlineOffset: Double = 0

  /// Every property at its initial value.
  public init() {}
}
