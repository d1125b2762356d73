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

  /// The colour moved towards black, as Chromium darkens borders of `inset`, `outset`, `groove` and `ridge`.
  var darkened: PaintColor {
    // Chromium's Color::Dark(): two thirds of the brightness, and a grey for black.
    if red == 0, green == 0, blue == 0 { return PaintColor(1.0 / 3, 1.0 / 3, 1.0 / 3, alpha: alpha) }
    let brightest = max(red, green, blue)
    let factor = max(0, (brightest - 0.33) / brightest)
    return PaintColor(red * factor, green * factor, blue * factor, alpha: alpha)
  }
}
