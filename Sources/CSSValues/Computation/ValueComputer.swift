import Names

/// Makes computed values of specified ones: the part that is the same for every property.
struct ValueComputer {
  let property: PropertyID
  let style: ComputedStyle
  var context: ComputationContext
  private var resolver: UnitResolver

  init(_ property: PropertyID, _ style: ComputedStyle, _ context: ComputationContext) {
    self.property = property
    self.style = style
    self.context = context
    resolver = UnitResolver(property, style, context)
  }

  var dependencies: StyleDependencies { resolver.dependencies }
  private var usedScheme = false

  /// What infinite lengths are clamped to, as Chromium's layout units are.
  static let maximumLength = 33_554_428.0

  /// The computed value.
  mutating func compute(_ value: CSSValue) -> CSSValue {
    switch value {
    case .keyword, .identifier, .number, .percentage, .string, .slash, .lineNames, .raw: return value
    case .dimension(let number, let unit):
      if unit == .px || unit == .fr { return value }
      if let factor = unit.canonicalFactor { return Self.leaf(number * factor, unit.canonical) }
      return .dimension(number * (resolver.pixels(per: unit) ?? 0), .px)
    case .math(let expression): return compute(expression)
    case .color(let color): return compute(color)
    case .url(let url):
      // A URL of only a fragment stays what it is (CSS Values 4, 4.5.4).
      return url.hasPrefix("#") ? value : .url(context.resolveURL?(url) ?? url)
    case .list(let items, let separator): return .list(items.map { compute($0) }, separator)
    case .function("light-dark", let images, _) where images.count == 2:
      usedScheme = true
      return compute(images[context.isDark ? 1 : 0])
    case .function(let name, let arguments, let separator):
      return .function(name, arguments.map { compute($0) }, separator)
    }
  }

  private static func leaf(_ value: Double, _ unit: Unit) -> CSSValue { .dimension(value, unit) }

  /// A math function as a computed length or percentage; `nil` where it is something else.
  mutating func length(_ expression: CalcExpression) -> LengthPercentage? {
    resolver.percentagesAreOpaque = expression.percentagesAreOpaque
    let root = expression.root.simplified(&resolver)
    switch root {
    case .length(let value): return .length(Self.length(value, in: expression))
    case .percentage(let value): return .percentage(Self.percentage(value, in: expression))
    case .number, .dimension: return nil
    case .sum(let terms) where Self.percentage(of: terms) != nil:
      return .percentage(Self.percentage(Self.percentage(of: terms) ?? 0, in: expression))
    default: return .calc(LengthCalculation(Self.rest(root, of: expression)))
    }
  }

  /// What a calculation comes to: NaN is 0, integers are whole, and the property's range holds.
  private static func finished(_ value: Double, _ expression: CalcExpression) -> Double {
    var value = value.isNaN ? 0 : value
    if expression.isInteger, value.isFinite {
      value = (value + 0.5).rounded(.down)
    }
    return expression.range.clamp(value)
  }

  private static func length(_ value: Double, in expression: CalcExpression) -> Double {
    Swift.min(Swift.max(finished(value, expression), -maximumLength), maximumLength)
  }

  private static func percentage(_ value: Double, in expression: CalcExpression) -> Double {
    Swift.min(Swift.max(finished(value, expression), -3.40282e38), 3.40282e38)
  }

  /// A sum of a percentage and a length of 0 is the percentage, as browsers compute it.
  private static func percentage(of terms: [CalcNode]) -> Double? {
    guard terms.count == 2, case .percentage(let percentage) = terms[0], case .length(0) = terms[1] else { return nil }
    return percentage
  }

  /// What only layout can resolve.
  private static func rest(_ root: CalcNode, of expression: CalcExpression) -> CalcExpression {
    CalcExpression(
      root, range: expression.range, isInteger: expression.isInteger,
      percentagesAreOpaque: expression.percentagesAreOpaque)
  }

  /// A math function: a number where nothing is left to layout (CSS Values 4, 10.9–10.12).
  mutating func compute(_ expression: CalcExpression) -> CSSValue {
    resolver.percentagesAreOpaque = expression.percentagesAreOpaque
    let root = expression.root.simplified(&resolver)
    switch root {
    case .number(let value):
      let value = Self.finished(value, expression)
      // Scales are doubles in browsers, other numbers floats.
      let largest = property == .scale ? Double.greatestFiniteMagnitude : 3.40282346638528859812e+38
      let limit = expression.isInteger ? 2_147_483_647.0 : largest
      return .number(Swift.min(Swift.max(value, expression.isInteger ? -2_147_483_648 : -limit), limit))
    case .length(let value): return .dimension(Self.length(value, in: expression), .px)
    case .percentage(let value): return .percentage(Self.percentage(value, in: expression))
    case .dimension(let value, let unit): return .dimension(Self.percentage(value, in: expression), unit)
    case .sum(let terms) where Self.percentage(of: terms) != nil:
      return .percentage(Self.percentage(Self.percentage(of: terms) ?? 0, in: expression))
    default: return .math(Self.rest(root, of: expression))
    }
  }

  /// A colour: absolute, or `currentcolor`, which the `color` property itself takes from the parent.
  mutating func compute(_ color: ColorValue) -> CSSValue {
    let current = property == .color ? context.parent.text.color : style.text.color
    switch color {
    case .absolute: return .color(color)
    case .named(let name): return .color(.absolute(NamedColors.all[name] ?? .black))
    case .currentColor: return .color(property == .color ? .absolute(current) : color)
    default:
      var resolution = ColorResolution(currentColor: current, isDark: context.isDark, resolver: resolver)
      let resolved = resolution.resolve(color)
      usedScheme = usedScheme || resolution.usedScheme
      if case .color(let absolute) = resolved { return .color(.absolute(absolute)) }
      return .color(property == .color ? .absolute(current) : .currentColor)
    }
  }

  /// All that the values came to depend on.
  var allDependencies: StyleDependencies {
    usedScheme ? dependencies.union(.colorScheme) : dependencies
  }
}
