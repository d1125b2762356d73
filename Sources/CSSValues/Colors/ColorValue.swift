import Names

/// A specified `<color>` (CSS Color 5): what depends on the element is kept until computation.
public enum ColorValue: Hashable, Sendable {
  /// `currentcolor`: the element's own `color`.
  case currentColor
  /// A colour that depends on nothing.
  indirect case absolute(Color)
  /// A named colour, in lower case: kept by name only for specified values.
  case named(Name)
  /// A system colour, in lower case, which depends on the colour scheme.
  case system(Name)
  /// `light-dark()`.
  indirect case lightDark(ColorValue, ColorValue)
  /// `color-mix()`: the colours with their percentages where given.
  indirect case mix(space: Color.Space, hue: HueInterpolation, [ColorMixItem])
  /// A colour function whose channels wait for computation: relative colours, and math functions over lengths.
  indirect case function(ColorFunction, origin: ColorValue?, channels: [CSSValue], alpha: CSSValue?)
  /// `contrast-color()`.
  indirect case contrast(ColorValue)
}

/// A colour of `color-mix()`.
public struct ColorMixItem: Hashable, Sendable {
  /// The colour.
  public var color: ColorValue
  /// A percentage or a math function, or `nil`.
  public var percentage: CSSValue?

  /// A colour with its share.
  public init(color: ColorValue, percentage: CSSValue?) {
    self.color = color
    self.percentage = percentage
  }
}

/// A colour function with channels.
public enum ColorFunction: Hashable, Sendable {
  /// The functions of CSS Color 4 and their channels.
  case rgb, hsl, hwb, lab, lch, oklab, oklch
  /// `color()` in a predefined space.
  case color(Color.Space)

  /// The space of the channels.
  public var space: Color.Space {
    switch self {
    case .rgb: .legacySRGB
    case .hsl: .hsl
    case .hwb: .hwb
    case .lab: .lab
    case .lch: .lch
    case .oklab: .oklab
    case .oklch: .oklch
    case .color(let space): space
    }
  }
}

/// How hues are interpolated (CSS Color 4, 12.4).
public enum HueInterpolation: UInt8, Hashable, Sendable { case shorter, longer, increasing, decreasing }
