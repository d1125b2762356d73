import CSSValues

/// How colours between the stops of a gradient are found (CSS Images 4, 3.4; CSS Color 4, 12).
struct GradientInterpolation {
  /// `nil` for sRGB with the legacy colours, which renderers interpolate by themselves.
  var space: Color.Space?
  var hue = "shorter"

  /// How many pieces stand for a curve in sRGB.
  private static let pieces = 24

  /// What the words of a gradient's first argument ask for; the colours decide where they say nothing.
  init(_ words: [CSSValue], colors: [Color]) {
    if let place = words.firstIndex(where: { $0.keyword == "in" }), place + 1 < words.count {
      space = words[place + 1].keyword.flatMap { Self.spaces[$0.lowercased()] }
      if place + 2 < words.count, let method = words[place + 2].keyword { hue = method }
      if space == .srgb, colors.allSatisfy({ $0.space == .legacySRGB || $0.space == .srgb }) { space = nil }
    } else if colors.contains(where: { ![.legacySRGB, .hsl, .hwb].contains($0.space) }) {
      space = .oklab
    }
  }

  private static let spaces: [String: Color.Space] = [
    "srgb": .srgb, "srgb-linear": .srgbLinear, "display-p3": .displayP3, "a98-rgb": .a98RGB,
    "prophoto-rgb": .prophotoRGB, "rec2020": .rec2020, "lab": .lab, "oklab": .oklab, "xyz": .xyzD65,
    "xyz-d50": .xyzD50, "xyz-d65": .xyzD65, "hsl": .hsl, "hwb": .hwb, "lch": .lch, "oklch": .oklch,
  ]

  /// The stops between two, both left out, for a renderer that interpolates sRGB without premultiplied alpha.
  func stops(_ from: (offset: Double, color: Color), _ to: (offset: Double, color: Color)) -> [Gradient.Stop] {
    guard to.offset > from.offset else { return [] }
    let (first, last) = (PaintColor(from.color), PaintColor(to.color))
    if space == nil {
      if first.alpha == last.alpha { return [] }
      // Next to nothing, the other colour fades.
      if first.alpha == 0 {
        return [.init(offset: from.offset, color: PaintColor(last.red, last.green, last.blue, alpha: 0))]
      }
      if last.alpha == 0 {
        return [.init(offset: to.offset, color: PaintColor(first.red, first.green, first.blue, alpha: 0))]
      }
    } else if from.color == to.color, hue != "longer" {
      return []
    }
    return (1..<Self.pieces).map { step in
      let part = Double(step) / Double(Self.pieces)
      return Gradient.Stop(
        offset: from.offset + (to.offset - from.offset) * part, color: color(from.color, to.color, part))
    }
  }

  /// The colour between two.
  func color(_ from: Color, _ to: Color, _ part: Double) -> PaintColor {
    guard let space else { return Gradient.mix(PaintColor(from), PaintColor(to), part) }
    let (a, b) = (from.converted(to: space), to.converted(to: space))
    let (alphaA, alphaB) = (a.alpha.isNaN ? 1 : a.alpha, b.alpha.isNaN ? 1 : b.alpha)
    let alpha = alphaA + (alphaB - alphaA) * part
    let hueIndex: Int? =
      switch space {
      case .hsl, .hwb: 0
      case .lch, .oklch: 2
      default: nil
      }
    let pairs = [(a.first, b.first), (a.second, b.second), (a.third, b.third)]
    let mixed = pairs.enumerated().map { index, pair in
      let x = pair.0.isNaN ? (pair.1.isNaN ? 0 : pair.1) : pair.0
      let y = pair.1.isNaN ? x : pair.1
      if index == hueIndex {
        let (start, end) = fixed(x, y)
        return start + (end - start) * part
      }
      return alpha > 0 ? (x * alphaA + (y * alphaB - x * alphaA) * part) / alpha : x
    }
    return PaintColor(Color(space, mixed[0], mixed[1], mixed[2], alpha: alpha))
  }

  /// Hues so that the way between them is the wanted one (CSS Color 4, 12.4).
  private func fixed(_ from: Double, _ to: Double) -> (Double, Double) {
    let difference = to - from
    switch hue {
    case "longer":
      if difference > 0, difference < 180 { return (from + 360, to) }
      if difference > -180, difference <= 0 { return (from, to + 360) }
    case "increasing": if difference < 0 { return (from, to + 360) }
    case "decreasing": if difference > 0 { return (from + 360, to) }
    default:
      if difference > 180 { return (from + 360, to) }
      if difference < -180 { return (from, to + 360) }
    }
    return (from, to)
  }
}
