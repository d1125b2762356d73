/// A colour in a colour space (CSS Color 4).
public struct Color: Hashable, Sendable {
  /// The space that the components are in.
  public enum Space: UInt8, Hashable, Sendable {
    /// sRGB in the legacy syntax: components 0–1, serialised as `rgb()`.
    case legacySRGB
    case srgb, srgbLinear, displayP3, displayP3Linear, a98RGB, prophotoRGB, rec2020, xyzD50, xyzD65
    case lab, lch, oklab, oklch, hsl, hwb
  }

  /// The space of the components.
  public var space: Space
  /// The three components in the space's own ranges; NaN is `none`.
  public var first: Double
  /// The second component.
  public var second: Double
  /// The third component.
  public var third: Double
  /// 0–1; NaN is `none`.
  public var alpha: Double

  /// A colour from its components.
  public init(_ space: Space, _ first: Double, _ second: Double, _ third: Double, alpha: Double = 1) {
    self.space = space
    self.first = first
    self.second = second
    self.third = third
    self.alpha = alpha
  }

  /// `rgb(0, 0, 0)`.
  public static let black = Color(.legacySRGB, 0, 0, 0)
  /// `rgba(0, 0, 0, 0)`.
  public static let transparent = Color(.legacySRGB, 0, 0, 0, alpha: 0)
}

/// A computed `<color>` that may still name `currentcolor`.
public enum StyleColor: Hashable, Sendable {
  /// `currentcolor`: the element's own `color`.
  case currentColor
  /// The colour itself.
  case color(Color)
}
