/// A math function (CSS Values 4, 10) as a value's tree holds it.
///
/// In a specified value its leaves have any unit. In a computed one everything but percentages has been resolved; a length
/// with percentages then becomes a ``LengthCalculation`` in its field.
public final class CalcExpression: Hashable, Sendable {
  /// The tree; a computed one is simplified.
  public let root: CalcNode
  /// What the property allows, to which the result is clamped (10.12).
  public let range: CalcRange
  /// Whether the result is rounded to an integer (10.11).
  public let isInteger: Bool
  /// Whether percentages stand for lengths (or angles), so that their signs are not known before layout.
  public let percentagesAreOpaque: Bool

  /// Wraps a tree.
  public init(
    _ root: CalcNode, range: CalcRange = .all, isInteger: Bool = false, percentagesAreOpaque: Bool = true
  ) {
    self.root = root
    self.range = range
    self.isInteger = isInteger
    self.percentagesAreOpaque = percentagesAreOpaque
  }

  /// The value in px. NaN is 0 (CSS Values 4, 10.9.1).
  ///
  /// - Parameters:
  ///   - percentageBasis: what percentages are of. px.
  ///   - size: what `size` in a `calc-size()` stands for. px.
  public func resolve(percentageBasis: Double, size: Double = 0) -> Double {
    let value = root.evaluate(percentageBasis: percentageBasis, size: size)
    return value.isNaN ? 0 : range.clamp(value)
  }

  public static func == (left: CalcExpression, right: CalcExpression) -> Bool {
    left === right || (left.range == right.range && left.isInteger == right.isInteger && left.root == right.root)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(root)
  }
}

/// The closed range of values that a property allows.
public struct CalcRange: Hashable, Sendable {
  /// The least value, which may be infinite.
  public var low: Double
  /// The greatest value, which may be infinite.
  public var high: Double

  /// A range; the ends may be infinite.
  public init(_ low: Double, _ high: Double) {
    self.low = low
    self.high = high
  }

  /// Every value.
  public static let all = CalcRange(-.infinity, .infinity)
  /// 0 and above.
  public static let nonNegative = CalcRange(0, .infinity)

  /// The nearest value in the range; NaN is 0 before.
  public func clamp(_ value: Double) -> Double {
    value.isNaN ? Swift.min(Swift.max(0, low), high) : Swift.min(Swift.max(value, low), high)
  }
}

/// A node of a calculation tree.
public indirect enum CalcNode: Hashable, Sendable {
  /// A number without a unit.
  case number(Double)
  /// CSS px.
  case length(Double)
  /// Percent; 50 is 50 %.
  case percentage(Double)
  /// A dimension that is not in px.
  case dimension(Double, Unit)
  /// A keyword that the context gives a value, such as a channel of a relative colour.
  case variable(CalcVariable)
  /// All of them added.
  case sum([CalcNode])
  /// All of them multiplied.
  case product([CalcNode])
  /// The value below zero that it is above.
  case negate(CalcNode)
  /// 1 divided by the value.
  case invert(CalcNode)
  /// The least of them.
  case min([CalcNode])
  /// The greatest of them.
  case max([CalcNode])
  /// The value, no less than `min` and no more than `max`; `nil` is `none`.
  case clamp(min: CalcNode?, value: CalcNode, max: CalcNode?)
  /// The first, rounded to a multiple of the second.
  case round(RoundingStrategy, CalcNode, CalcNode)
  /// A function of CSS Values 4 and its arguments.
  case function(MathFunction, [CalcNode])

  /// The value with percentages of `basis`, and with a number of px for the `size` of a `calc-size()`.
  func evaluate(percentageBasis basis: Double, size: Double = 0) -> Double {
    switch self {
    case .number(let value), .length(let value): return value
    case .dimension(let value, let unit): return value * (unit.canonicalFactor ?? 0)
    case .percentage(let value): return value * basis / 100
    case .variable(.size): return size
    case .variable: return 0
    case .sum(let terms): return terms.reduce(0) { $0 + $1.evaluate(percentageBasis: basis, size: size) }
    case .product(let factors): return factors.reduce(1) { $0 * $1.evaluate(percentageBasis: basis, size: size) }
    case .negate(let node): return -node.evaluate(percentageBasis: basis, size: size)
    case .invert(let node): return 1 / node.evaluate(percentageBasis: basis, size: size)
    case .min(let nodes): return Self.least(nodes.map { $0.evaluate(percentageBasis: basis, size: size) })
    case .max(let nodes): return Self.greatest(nodes.map { $0.evaluate(percentageBasis: basis, size: size) })
    case .clamp(let low, let value, let high):
      return Self.clamped(
        low?.evaluate(percentageBasis: basis, size: size), value.evaluate(percentageBasis: basis, size: size),
        high?.evaluate(percentageBasis: basis, size: size))
    case .round(let strategy, let value, let step):
      return strategy.round(
        value.evaluate(percentageBasis: basis, size: size), to: step.evaluate(percentageBasis: basis, size: size))
    case .function(let function, let arguments):
      return function.evaluate(arguments.map { $0.evaluate(percentageBasis: basis, size: size) })
    }
  }

  /// The least of several numbers; NaN if any is NaN, −0 before +0.
  static func least(_ values: [Double]) -> Double {
    var result = Double.infinity
    for value in values {
      if value.isNaN { return .nan }
      if value < result || (value == 0 && result == 0 && value.sign == .minus) { result = value }
    }
    return result
  }

  /// The greatest of several numbers; NaN if any is NaN, +0 after −0.
  static func greatest(_ values: [Double]) -> Double {
    var result = -Double.infinity
    for value in values {
      if value.isNaN { return .nan }
      if value > result || (value == 0 && result == 0 && value.sign == .plus) { result = value }
    }
    return result
  }

  /// `clamp()`: the minimum wins over the maximum.
  static func clamped(_ low: Double?, _ value: Double, _ high: Double?) -> Double {
    greatest([low ?? -.infinity, least([value, high ?? .infinity])])
  }
}

/// A keyword in a math function that the context gives a value.
public enum CalcVariable: UInt8, Hashable, Sendable {
  // Channels of relative colours (CSS Color 5, 4.1).
  case r, g, b, h, s, l, w, a, c, x, y, z, alpha
  /// `size` in `calc-size()`.
  case size
  /// `sibling-index()`.
  case siblingIndex
  /// `sibling-count()`.
  case siblingCount
}
