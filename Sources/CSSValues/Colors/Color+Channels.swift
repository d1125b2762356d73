import Names

extension Color {
  /// The colour that a function's channels stand for: numbers, percentages, angles, `none` (CSS Color 4, 4–10).
  ///
  /// - Parameters:
  ///   - function: the function's colour space and syntax.
  ///   - channels: three values.
  ///   - alpha: the alpha value; `nil` is opaque.
  ///   - isRelative: whether channels of `rgb()`, `hsl()` and `hwb()` stay unclamped and the result is
  ///     `color(srgb …)`, as of relative colours.
  public init(_ function: ColorFunction, channels: [CSSValue], alpha: CSSValue?, isRelative: Bool = false) {
    func value(_ index: Int, number: Double, percentage: Double) -> Double {
      switch channels[index] {
      case .number(let value): value / number
      case .percentage(let value): value / 100 * percentage
      case .dimension(let value, let unit): value * (unit.canonicalFactor ?? 1)
      default: .nan
      }
    }
    func clamped(_ value: Double, _ low: Double, _ high: Double) -> Double {
      value.isNaN ? value : Swift.min(Swift.max(value, low), high)
    }
    /// Hues that are not finite are 0.
    func hue(_ index: Int) -> Double {
      if channels[index] == .keyword("none") { return .nan }
      let hue = value(index, number: 1, percentage: 360)
      guard hue.isFinite else { return 0 }
      let turn = hue.truncatingRemainder(dividingBy: 360)
      return turn < 0 ? turn + 360 : turn
    }
    let opacity: Double
    switch alpha {
    case .number(let value): opacity = clamped(value.isNaN ? 0 : value, 0, 1)
    case .percentage(let value): opacity = clamped(value.isNaN ? 0 : value / 100, 0, 1)
    case .keyword: opacity = .nan
    default: opacity = 1
    }
    let huge = Double.infinity
    switch function {
    case .rgb:
      let rgb = (0..<3).map { value($0, number: 255, percentage: 1) }
      self =
        isRelative
        ? Color(.srgb, rgb[0], rgb[1], rgb[2], alpha: opacity)
        : Color(.legacySRGB, clamped(rgb[0], 0, 1), clamped(rgb[1], 0, 1), clamped(rgb[2], 0, 1), alpha: opacity)
    case .hsl, .hwb:
      let second = clamped(value(1, number: 1, percentage: 100), 0, isRelative || function == .hwb ? huge : 100)
      let third = value(2, number: 1, percentage: 100)
      let color = Color(
        function.space, hue(0), second,
        isRelative ? third : clamped(third, 0, function == .hwb ? huge : 100), alpha: opacity)
      if isRelative {
        self = color.converted(to: .srgb)
      } else if color.first.isNaN || color.second.isNaN || color.third.isNaN {
        self = color
      } else {
        let rgb = function.space.toSRGB(color.vector)
        self = Color(
          .legacySRGB, clamped(rgb.x, 0, 1), clamped(rgb.y, 0, 1), clamped(rgb.z, 0, 1), alpha: opacity)
      }
    case .lab:
      self = Color(
        .lab, clamped(value(0, number: 1, percentage: 100), 0, 100), value(1, number: 1, percentage: 125),
        value(2, number: 1, percentage: 125), alpha: opacity)
    case .oklab:
      self = Color(
        .oklab, clamped(value(0, number: 1, percentage: 1), 0, 1), value(1, number: 1, percentage: 0.4),
        value(2, number: 1, percentage: 0.4), alpha: opacity)
    case .lch:
      self = Color(
        .lch, clamped(value(0, number: 1, percentage: 100), 0, 100),
        clamped(value(1, number: 1, percentage: 150), 0, huge), hue(2), alpha: opacity)
    case .oklch:
      self = Color(
        .oklch, clamped(value(0, number: 1, percentage: 1), 0, 1),
        clamped(value(1, number: 1, percentage: 0.4), 0, huge),
        hue(2), alpha: opacity)
    case .color(let space):
      self = Color(
        space, value(0, number: 1, percentage: 1), value(1, number: 1, percentage: 1),
        value(2, number: 1, percentage: 1), alpha: opacity)
    }
  }
}
