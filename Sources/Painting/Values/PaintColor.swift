import CSSValues

/// A colour in sRGB, not premultiplied; each component is 0 to 1.
public struct PaintColor: Hashable, Sendable {
  /// The components, 0 to 1.
  public var red, green, blue, alpha: Double

  /// A colour from its components.
  public init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Opaque black.
  public static let black = PaintColor(0, 0, 0)
  /// Opaque white.
  public static let white = PaintColor(1, 1, 1)
  /// Black that does not show.
  public static let transparent = PaintColor(0, 0, 0, alpha: 0)

  /// A colour of CSS, brought into sRGB; components outside of it are cut.
  public init(_ color: Color) {
    let converted = color.space == .legacySRGB || color.space == .srgb ? color : color.converted(to: .srgb)
    func component(_ value: Double) -> Double { value.isNaN ? 0 : min(1, max(0, value)) }
    self.init(
      component(converted.first), component(converted.second), component(converted.third),
      alpha: component(converted.alpha))
  }

  /// Whether nothing shows.
  public var isTransparent: Bool { alpha <= 0 }

  /// The colour with its opacity multiplied.
  public func faded(_ opacity: Double) -> PaintColor {
    PaintColor(red, green, blue, alpha: alpha * min(1, max(0, opacity)))
  }

  /// The color with components in proportion to their light (CSS Color 4, 10.2).
  public var inLinearLight: PaintColor {
    PaintColor(Self.toLinearLight(red), Self.toLinearLight(green), Self.toLinearLight(blue), alpha: alpha)
  }

  /// The color in sRGB of one whose components are in proportion to their light.
  public var fromLinearLight: PaintColor {
    PaintColor(Self.fromLinearLight(red), Self.fromLinearLight(green), Self.fromLinearLight(blue), alpha: alpha)
  }

  static func toLinearLight(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
  }

  static func fromLinearLight(_ value: Double) -> Double {
    value <= 0.0031308 ? value * 12.92 : 1.055 * power(value, 1 / 2.4) - 0.055
  }

  /// The colours of the dark and the light edges of `inset`, `outset`, `groove` and `ridge`, as Chromium makes them: a third
  /// of the brightness less and more; what is nearly black begins at the lighter one, what is nearly white gets no lighter.
  var shades: (dark: PaintColor, light: PaintColor) {
    if red * red + green * green + blue * blue <= 3 * (32.0 / 255) * (32.0 / 255) {
      return (brighter, brighter.brighter)
    }
    let brightest = max(red, green, blue)
    let factor = max(0, (brightest - 0.33) / brightest)
    let (r, g, b) = (1 - red, 1 - green, 1 - blue)
    let isLight = r * r + g * g + b * b <= 3 * (20.0 / 255) * (20.0 / 255)
    return (PaintColor(red * factor, green * factor, blue * factor, alpha: alpha), isLight ? self : brighter)
  }

  /// Whether two colours are the same in bytes.
  func isSame(_ other: PaintColor) -> Bool {
    zip([red, green, blue, alpha], [other.red, other.green, other.blue, other.alpha])
      .allSatisfy { abs($0 - $1) < 0.5 / 255 }
  }

  private var brighter: PaintColor {
    let brightest = max(red, green, blue)
    guard brightest > 0 else { return PaintColor(84.0 / 255, 84.0 / 255, 84.0 / 255, alpha: alpha) }
    let factor = min(1, brightest + 0.33) / brightest
    return PaintColor(red * factor, green * factor, blue * factor, alpha: alpha)
  }
}
