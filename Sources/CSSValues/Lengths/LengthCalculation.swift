/// A computed math function over lengths and percentages (CSS Values 4, 10): all units are px, and only percentages are left
/// for layout. What was written is a ``CalcExpression``; what layout makes of this is a number of px.
public final class LengthCalculation: Hashable, Sendable {
  /// The calculation as a value's tree, for files and texts.
  public let expression: CalcExpression
  /// OPTIMIZATION: most calculations are a percentage and a length, which need no walk of the tree.
  private let sum: (percentage: Double, length: Double)?

  /// A calculation whose leaves are px, numbers and percentages; another unit that is left counts as computation left it.
  public init(_ expression: CalcExpression) {
    self.expression = expression
    if case .sum(let terms) = expression.root, terms.count == 2, case .percentage(let percentage) = terms[0],
      case .length(let length) = terms[1]
    {
      sum = (percentage, length)
    } else {
      sum = nil
    }
  }

  /// The value in px, with percentages of `percentageBasis` px. NaN is 0 (CSS Values 4, 10.9.1).
  public func resolve(percentageBasis: Double) -> Double {
    guard let sum else { return expression.resolve(percentageBasis: percentageBasis) }
    let value = sum.percentage * percentageBasis / 100 + sum.length
    return value.isNaN ? 0 : expression.range.clamp(value)
  }

  /// The value of a `calc-size()` in px, with what `size` stands for.
  public func resolve(percentageBasis: Double, size: Double) -> Double {
    expression.resolve(percentageBasis: percentageBasis, size: size)
  }

  /// The calculation with a value in place of `size`.
  public func replacingSize(by value: LengthPercentage) -> LengthCalculation {
    var resolver = SizeResolver(size: value)
    return LengthCalculation(
      CalcExpression(expression.root.simplified(&resolver), range: expression.range))
  }

  public static func == (left: LengthCalculation, right: LengthCalculation) -> Bool {
    left.expression == right.expression
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(expression) }
}

/// Gives the `size` of a `calc-size()` the value of its basis; every unit has been resolved.
private struct SizeResolver: CalcResolver {
  let size: LengthPercentage
  mutating func pixels(per unit: Unit) -> Double? { nil }
  mutating func value(of variable: CalcVariable) -> CalcNode? {
    guard variable == .size else { return nil }
    switch size {
    case .length(let length): return .length(length)
    case .percentage(let percentage): return .percentage(percentage)
    case .calc(let calculation): return calculation.expression.root
    }
  }
  var percentagesAreOpaque: Bool { true }
}
