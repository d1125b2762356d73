import Names

/// Makes colours of specified ones (CSS Color 5): mixing, relative channels, colour schemes.
struct ColorResolution<Resolver: CalcResolver> {
  /// What `currentcolor` is inside of functions; by itself it stays as it is.
  var currentColor: Color
  var isDark: Bool
  var resolver: Resolver
  /// Whether the colour scheme was asked for.
  var usedScheme = false

  /// The computed colour.
  mutating func resolve(_ value: ColorValue) -> StyleColor {
    switch value {
    case .currentColor: return .currentColor
    case .lightDark(let light, let dark):
      usedScheme = true
      return resolve(isDark ? dark : light)
    default: return .color(absolute(value))
    }
  }

  /// The colour with `currentcolor` put in.
  mutating func absolute(_ value: ColorValue) -> Color {
    switch value {
    case .currentColor: return currentColor
    case .absolute(let color): return color
    case .named(let name): return NamedColors.all[name] ?? .black
    case .system(let name):
      usedScheme = true
      return SystemColors.color(name, isDark: isDark) ?? .black
    case .lightDark(let light, let dark):
      usedScheme = true
      return absolute(isDark ? dark : light)
    case .contrast(let inner): return Self.contrasting(absolute(inner))
    case .mix(let space, let hue, let items): return mix(space, hue, items)
    case .function(let function, let origin, let channels, let alpha):
      return evaluate(function, origin: origin.map { absolute($0) }, channels, alpha)
    }
  }

  /// `contrast-color()`: black or white, whichever has the higher contrast by WCAG 2.1.
  private static func contrasting(_ color: Color) -> Color {
    let luminance = color.converted(to: .xyzD65).second
    let withWhite = 1.05 / (luminance + 0.05)
    let withBlack = (luminance + 0.05) / 0.05
    return withBlack > withWhite ? Color(.legacySRGB, 0, 0, 0) : Color(.legacySRGB, 1, 1, 1)
  }

  // MARK: Relative colours and calculations (CSS Color 5, 4)

  private mutating func evaluate(
    _ function: ColorFunction, origin: Color?, _ channels: [CSSValue], _ alpha: CSSValue?
  ) -> Color {
    var variables: [CalcVariable: Double] = [:]
    if let origin {
      let space: Color.Space = function == .rgb ? .srgb : function.space
      let converted = origin.converted(to: space)
      let scale: Double = function == .rgb ? 255 : 1
      for (variable, value) in zip(Self.variables(of: function), [converted.first, converted.second, converted.third]) {
        variables[variable] = value * scale
      }
      variables[.alpha] = origin.alpha
    }
    let values = channels.map { channel($0, variables) }
    let opacity: CSSValue?
    if let alpha {
      opacity = channel(alpha, variables)
    } else if let origin {
      opacity = origin.alpha.isNaN ? .keyword("none") : .number(origin.alpha)
    } else {
      opacity = nil
    }
    return Color(function, channels: values, alpha: opacity, isRelative: origin != nil)
  }

  private static func variables(of function: ColorFunction) -> [CalcVariable] {
    switch function {
    case .rgb: [.r, .g, .b]
    case .hsl: [.h, .s, .l]
    case .hwb: [.h, .w, .b]
    case .lab, .oklab: [.l, .a, .b]
    case .lch, .oklch: [.l, .c, .h]
    case .color(let space): space == .xyzD50 || space == .xyzD65 ? [.x, .y, .z] : [.r, .g, .b]
    }
  }

  private mutating func channel(_ value: CSSValue, _ variables: [CalcVariable: Double]) -> CSSValue {
    switch value {
    case .keyword(let name):
      if name == "none" { return value }
      for (variable, number) in variables where Name("\(variable)") == name {
        return number.isNaN ? .keyword("none") : .number(number)
      }
      return .number(0)
    case .math(let expression):
      var bound = BoundResolver(base: resolver, variables: variables)
      switch expression.root.simplified(&bound) {
      case .number(let value): return .number(value.isNaN ? 0 : value)
      case .percentage(let value): return .percentage(value.isNaN ? 0 : value)
      case .dimension(let value, let unit): return .dimension(value.isNaN ? 0 : value, unit)
      default: return .number(0)
      }
    default: return value
    }
  }

  // MARK: Mixing (CSS Color 5, 3; CSS Color 4, 12)

  private mutating func mix(_ space: Color.Space, _ hue: HueInterpolation, _ items: [ColorMixItem]) -> Color {
    // 3.1 Percentage normalization.
    let given = items.map { share($0.percentage) }
    let sum = given.reduce(0) { $0 + ($1 ?? 0) }
    let missing = given.count { $0 == nil }
    var shares = given.map { $0 ?? Swift.max(0, 100 - sum) / Double(Swift.max(missing, 1)) }
    let total = shares.reduce(0, +)
    let leftover = total < 100 ? total / 100 : 1
    shares = shares.map { total > 0 ? $0 / total : 1 / Double(shares.count) }
    var result = prepared(items[0].color, space)
    var accumulated = shares[0]
    for (index, item) in items.enumerated().dropFirst() {
      let next = prepared(item.color, space)
      let sum = accumulated + shares[index]
      result = Self.interpolate(result, next, sum > 0 ? shares[index] / sum : 0, hue)
      accumulated = sum
    }
    if items.count == 1 { result = result.converted(to: space) }
    if total < 100, !result.alpha.isNaN { result.alpha *= leftover }
    return space.isCylindricalSRGB || space == .legacySRGB ? result.converted(to: .srgb) : result
  }

  private mutating func share(_ value: CSSValue?) -> Double? {
    switch value {
    case .percentage(let value): return value
    case .math(let expression):
      guard case .percentage(let value) = expression.root.simplified(&resolver) else { return nil }
      return expression.range.clamp(value)
    default: return nil
    }
  }

  /// A colour in the interpolation space, with the missing components of the one that it was carried forward (12.2).
  private mutating func prepared(_ value: ColorValue, _ space: Color.Space) -> Color {
    let color = absolute(value)
    var converted = color.converted(to: space)
    if color.space != space {
      let origin = color.space
      for (index, component) in [color.first, color.second, color.third].enumerated() where component.isNaN {
        let analogue = Self.category(origin, index)
        for target in 0..<3 where analogue != 0 && Self.category(space, target) == analogue {
          converted.setMissing(target)
        }
      }
      // Both opponent components missing stand for a missing chroma and hue alike.
    }
    return converted
  }

  /// The set of analogous components that a component is in (12.2); 0 is none.
  private static func category(_ space: Color.Space, _ index: Int) -> Int {
    switch (space, index) {
    case (.legacySRGB, 0), (.srgb, 0), (.srgbLinear, 0), (.displayP3, 0), (.displayP3Linear, 0), (.a98RGB, 0),
      (.prophotoRGB, 0), (.rec2020, 0), (.xyzD50, 0), (.xyzD65, 0):
      1
    case (.legacySRGB, 1), (.srgb, 1), (.srgbLinear, 1), (.displayP3, 1), (.displayP3Linear, 1), (.a98RGB, 1),
      (.prophotoRGB, 1), (.rec2020, 1), (.xyzD50, 1), (.xyzD65, 1):
      2
    case (.legacySRGB, 2), (.srgb, 2), (.srgbLinear, 2), (.displayP3, 2), (.displayP3Linear, 2), (.a98RGB, 2),
      (.prophotoRGB, 2), (.rec2020, 2), (.xyzD50, 2), (.xyzD65, 2):
      3
    case (.hsl, 2), (.lab, 0), (.lch, 0), (.oklab, 0), (.oklch, 0): 4
    case (.hsl, 1), (.lch, 1), (.oklch, 1): 5
    case (.hsl, 0), (.hwb, 0), (.lch, 2), (.oklch, 2): 6
    case (.lab, 1), (.oklab, 1): 7
    case (.lab, 2), (.oklab, 2): 8
    default: 0
    }
  }

  /// Interpolation with premultiplied alpha (12.3) and hue fix-up (12.4).
  private static func interpolate(_ left: Color, _ right: Color, _ share: Double, _ method: HueInterpolation) -> Color {
    var alphas = (left.alpha, right.alpha)
    if alphas.0.isNaN { alphas.0 = alphas.1 }
    if alphas.1.isNaN { alphas.1 = alphas.0 }
    let isMissing = alphas.0.isNaN
    let opacity = isMissing ? .nan : alphas.0 * (1 - share) + alphas.1 * share
    let hueIndex = left.space.hueIndex
    let first = [left.first, left.second, left.third]
    let second = [right.first, right.second, right.third]
    var result: [Double] = []
    for index in 0..<3 {
      var (from, to) = (first[index], second[index])
      if from.isNaN { from = to }
      if to.isNaN { to = from }
      if from.isNaN {
        result.append(.nan)
      } else if index == hueIndex {
        (from, to) = fixedUp(from, to, method)
        var hue = (from * (1 - share) + to * share).truncatingRemainder(dividingBy: 360)
        if hue < 0 { hue += 360 }
        result.append(hue)
      } else if isMissing {
        result.append(from * (1 - share) + to * share)
      } else {
        let premultiplied = from * alphas.0 * (1 - share) + to * alphas.1 * share
        result.append(opacity == 0 ? premultiplied : premultiplied / opacity)
      }
    }
    return Color(left.space, result[0], result[1], result[2], alpha: opacity)
  }

  private static func fixedUp(_ from: Double, _ to: Double, _ method: HueInterpolation) -> (Double, Double) {
    var (from, to) = (from, to)
    let difference = to - from
    switch method {
    case .shorter:
      if difference > 180 { from += 360 } else if difference < -180 { to += 360 }
    case .longer:
      if difference > 0, difference < 180 { from += 360 } else if difference > -180, difference <= 0 { to += 360 }
    case .increasing: if to < from { to += 360 }
    case .decreasing: if from < to { from += 360 }
    }
    return (from, to)
  }
}

extension Color {
  /// Makes a component `none`.
  fileprivate mutating func setMissing(_ index: Int) {
    switch index {
    case 0: first = .nan
    case 1: second = .nan
    default: third = .nan
    }
  }
}

/// A resolver with the channels of a relative colour.
private struct BoundResolver<Base: CalcResolver>: CalcResolver {
  var base: Base
  let variables: [CalcVariable: Double]

  mutating func pixels(per unit: Unit) -> Double? { base.pixels(per: unit) }
  mutating func value(of variable: CalcVariable) -> CalcNode? {
    if let value = variables[variable] { return .number(value.isNaN ? 0 : value) }
    return base.value(of: variable)
  }
  var percentagesAreOpaque: Bool { false }
}
