/// A computed math function that waits for its percentages' basis (CSS Values 4, 10).
///
/// Everything but percentages has been resolved: leaves are px, numbers and percentages.
public final class CalcExpression: Hashable, Sendable {
  /// The simplified tree.
  public let root: CalcNode

  /// Wraps a simplified tree whose type is `<length-percentage>`.
  public init(_ root: CalcNode) {
    self.root = root
  }

  /// The value in px, with percentages of `percentageBasis` px. NaN is 0 (CSS Values 4, 10.9.1).
  public func resolve(percentageBasis: Double) -> Double {
    let value = root.evaluate(percentageBasis: percentageBasis)
    return value.isNaN ? 0 : value
  }

  public static func == (left: CalcExpression, right: CalcExpression) -> Bool {
    left === right || left.root == right.root
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(root)
  }
}

/// A node of a computed calculation tree.
public indirect enum CalcNode: Hashable, Sendable {
  case number(Double)
  /// CSS px.
  case length(Double)
  /// Percent; 50 is 50 %.
  case percentage(Double)
  case sum([CalcNode])
  case product([CalcNode])
  case negate(CalcNode)
  case invert(CalcNode)
  case min([CalcNode])
  case max([CalcNode])
  case clamp(min: CalcNode?, value: CalcNode, max: CalcNode?)

  func evaluate(percentageBasis basis: Double) -> Double {
    switch self {
    case .number(let value), .length(let value): value
    case .percentage(let value): value * basis / 100
    case .sum(let terms): terms.reduce(0) { $0 + $1.evaluate(percentageBasis: basis) }
    case .product(let factors): factors.reduce(1) { $0 * $1.evaluate(percentageBasis: basis) }
    case .negate(let node): -node.evaluate(percentageBasis: basis)
    case .invert(let node): 1 / node.evaluate(percentageBasis: basis)
    case .min(let nodes): nodes.reduce(.infinity) { Swift.min($0, $1.evaluate(percentageBasis: basis)) }
    case .max(let nodes): nodes.reduce(-.infinity) { Swift.max($0, $1.evaluate(percentageBasis: basis)) }
    case .clamp(let low, let value, let high):
      Swift.max(
        low?.evaluate(percentageBasis: basis) ?? -.infinity,
        Swift.min(value.evaluate(percentageBasis: basis), high?.evaluate(percentageBasis: basis) ?? .infinity))
    }
  }
}
