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
  /// `style`.
  public var style: BorderLineStyle = .none
  /// `color`.
  public var color: StyleColor = .currentColor
  /// Every member at its initial value.
  public init() {}
}

/// A corner's radii; percentages are of the border box's width and height.
public struct CornerRadius: Hashable, Sendable {
  /// `horizontal`.
  public var horizontal: LengthPercentage = .zero
  /// `vertical`.
  public var vertical: LengthPercentage = .zero
  /// Every member at its initial value.
  public init() {}
}
