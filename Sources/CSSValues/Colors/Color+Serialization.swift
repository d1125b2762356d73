extension Color {
  /// The colour as computed values serialise (CSS Color 4, 15): `rgb()` of the legacy spaces, else in its own.
  public var text: String {
    switch space {
    case .legacySRGB, .hsl, .hwb:
      let rgb = space == .legacySRGB ? vector : space.toSRGB(vector)
      let channels = [rgb.x, rgb.y, rgb.z].map { String(Self.byte($0)) }.joined(separator: ", ")
      let opacity = alpha.isNaN ? 0 : alpha
      return opacity >= 1 ? "rgb(\(channels))" : "rgba(\(channels), \(Self.alphaText(opacity)))"
    case .lab: return "lab(" + components + ")"
    case .lch: return "lch(" + components + ")"
    case .oklab: return "oklab(" + components + ")"
    case .oklch: return "oklch(" + components + ")"
    default: return "color(" + space.keyword + " " + components + ")"
    }
  }

  private var components: String {
    let text = [first, second, third].map { Self.component($0) }.joined(separator: " ")
    if alpha.isNaN { return text + " / none" }
    return alpha >= 1 ? text : text + " / " + NumberText.text(alpha)
  }

  private static func component(_ value: Double) -> String {
    if value.isNaN { return "none" }
    if value.isInfinite { return "calc(" + (value < 0 ? "-infinity" : "infinity") + ")" }
    return NumberText.text(value)
  }

  private static func byte(_ value: Double) -> Int {
    Int((Swift.min(Swift.max(value.isNaN ? 0 : value, 0), 1) * 255).rounded())
  }

  /// Alpha of the legacy form: two decimals where they give the same byte, otherwise three (CSSOM 1, 6.7.2).
  private static func alphaText(_ alpha: Double) -> String {
    let byte = (alpha * 255).rounded()
    let two = (alpha * 100).rounded() / 100
    if (two * 255).rounded() == byte { return NumberText.text(two) }
    return NumberText.text((alpha * 1000).rounded() / 1000)
  }
}

extension Color.Space {
  /// The keyword of the space in `color()` and `color-mix()`.
  public var keyword: String {
    switch self {
    case .legacySRGB, .srgb: "srgb"
    case .srgbLinear: "srgb-linear"
    case .displayP3: "display-p3"
    case .displayP3Linear: "display-p3-linear"
    case .a98RGB: "a98-rgb"
    case .prophotoRGB: "prophoto-rgb"
    case .rec2020: "rec2020"
    case .xyzD50: "xyz-d50"
    case .xyzD65: "xyz-d65"
    case .lab: "lab"
    case .lch: "lch"
    case .oklab: "oklab"
    case .oklch: "oklch"
    case .hsl: "hsl"
    case .hwb: "hwb"
    }
  }
}

extension ColorValue {
  /// The specified colour as it serialises.
  public var text: String {
    switch self {
    case .currentColor: return "currentcolor"
    case .absolute(let color): return color.text
    case .system(let name), .named(let name): return name.string
    case .lightDark(let light, let dark): return "light-dark(" + light.text + ", " + dark.text + ")"
    case .contrast(let color): return "contrast-color(" + color.text + ")"
    case .mix(let space, let hue, let items):
      let method = "in " + space.keyword + (hue == .shorter ? "" : " \(hue) hue")
      let colors = items.map { $0.color.text + ($0.percentage.map { " " + $0.text } ?? "") }
      return "color-mix(" + ([method] + colors).joined(separator: ", ") + ")"
    case .function(let function, let origin, let channels, let alpha):
      var name = "\(function)"
      var parts = channels.map(\.text)
      if case .color(let space) = function {
        name = "color"
        parts.insert(space.keyword, at: 0)
      }
      if let origin { parts.insert("from " + origin.text, at: 0) }
      return name + "(" + parts.joined(separator: " ") + (alpha.map { " / " + $0.text } ?? "") + ")"
    }
  }
}
