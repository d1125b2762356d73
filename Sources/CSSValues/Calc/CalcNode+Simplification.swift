/// What gives units and variables their values while a calculation is simplified.
public protocol CalcResolver {
  /// The px of one of a relative length unit, or `nil` where it is not known yet.
  mutating func pixels(per unit: Unit) -> Double?
  /// The value of a variable, or `nil` where it is not known.
  mutating func value(of variable: CalcVariable) -> CalcNode?
  /// Whether percentages stand for something else than themselves (lengths), so that their signs are not known.
  var percentagesAreOpaque: Bool { get }
}

/// A type as the exponents of base units (CSS Values 4, 10.2; CSS Typed OM 1, 3.2.1).
public struct CalcType: Hashable, Sendable {
  /// Exponents by `Unit.Kind`, percentages at 6.
  private var exponents = SIMD8<Int8>(repeating: 0)

  /// A plain number.
  public static let number = CalcType()
  /// A percentage that stands for itself.
  public static let percentage: CalcType = {
    var type = CalcType()
    type.exponents[6] = 1
    return type
  }()

  /// A number.
  public init() {}

  /// One unit of a kind.
  public init(_ kind: Unit.Kind) {
    exponents[Int(kind.rawValue)] = 1
  }

  /// The type of a product; exponents wrap after 127 factors of one kind, which only makes the product invalid.
  public static func * (left: CalcType, right: CalcType) -> CalcType {
    var type = left
    type.exponents &+= right.exponents
    return type
  }

  /// The type of an inverse.
  public var inverted: CalcType {
    var type = self
    type.exponents = SIMD8<Int8>(repeating: 0) &- exponents
    return type
  }

  /// Whether this is a plain number.
  public var isNumber: Bool { self == .number }

  /// The leaf of a value of this type in canonical units, where there is one.
  func leaf(_ value: Double) -> CalcNode? {
    if isNumber { return .number(value) }
    if self == .percentage { return .percentage(value) }
    if self == CalcType(.length) { return .length(value) }
    if self == CalcType(.angle) { return .dimension(value, .deg) }
    if self == CalcType(.time) { return .dimension(value, .s) }
    if self == CalcType(.frequency) { return .dimension(value, .hz) }
    if self == CalcType(.resolution) { return .dimension(value, .dppx) }
    if self == CalcType(.flex) { return .dimension(value, .fr) }
    return nil
  }
}

extension CalcNode {
  /// The value and type of a leaf in canonical units.
  var leaf: (value: Double, type: CalcType)? {
    switch self {
    case .number(let value): (value, .number)
    case .length(let value): (value, CalcType(.length))
    case .percentage(let value): (value, .percentage)
    case .dimension(let value, let unit): unit.canonicalFactor.map { (value * $0, CalcType(unit.kind)) }
    default: nil
    }
  }

  /// CSS Values 4, 10.10.1 Simplification.
  public func simplified(_ resolver: inout some CalcResolver) -> CalcNode {
    switch self {
    case .number, .length, .percentage: return self
    case .dimension(let value, let unit):
      if let factor = unit.canonicalFactor { return CalcType(unit.kind).leaf(value * factor) ?? self }
      guard let pixels = resolver.pixels(per: unit) else { return self }
      return .length(value * pixels)
    case .variable(let variable): return resolver.value(of: variable) ?? self
    case .sum(let terms): return Self.simplifiedSum(terms, &resolver)
    case .product(let factors): return Self.simplifiedProduct(factors, &resolver)
    case .negate(let node):
      let inner = node.simplified(&resolver)
      switch inner {
      case .number, .length, .percentage, .dimension, .product, .sum:
        return Self.simplifiedProduct([.number(-1), inner], &resolver)
      case .negate(let original): return original
      default: return .negate(inner)
      }
    case .invert(let node):
      let inner = node.simplified(&resolver)
      if case .number(let value) = inner { return .number(1 / value) }
      if case .invert(let original) = inner { return original }
      return .invert(inner)
    case .min(let nodes): return Self.simplifiedExtreme(nodes, &resolver, isMin: true)
    case .max(let nodes): return Self.simplifiedExtreme(nodes, &resolver, isMin: false)
    case .clamp(let low, let value, let high):
      let low = low?.simplified(&resolver)
      let value = value.simplified(&resolver)
      let high = high?.simplified(&resolver)
      let parts = Self.withoutZeroPercentages([low, value, high].compactMap { $0 }, resolver)
      if let leaves = Self.comparable(parts) {
        let values = parts.map { $0.leaf?.value ?? .nan }
        let result = Self.clamped(
          low.map { _ in values[0] }, values[low == nil ? 0 : 1], high.map { _ in values[values.count - 1] })
        return leaves.leaf(result) ?? .clamp(min: low, value: value, max: high)
      }
      return .clamp(min: low, value: value, max: high)
    case .round(let strategy, let value, let step):
      let value = value.simplified(&resolver)
      let step = step.simplified(&resolver)
      let parts = Self.withoutZeroPercentages([value, step], resolver)
      if let type = Self.comparable(parts), let first = parts[0].leaf, let second = parts[1].leaf {
        return type.leaf(strategy.round(first.value, to: second.value)) ?? .round(strategy, value, step)
      }
      return .round(strategy, value, step)
    case .function(let function, let arguments):
      return Self.simplifiedFunction(function, arguments.map { $0.simplified(&resolver) }, resolver)
    }
  }

  /// The common type of leaves whose magnitudes can be compared.
  ///
  /// Percentages that stand for lengths compare with each other: what they count from is taken not to be negative, as
  /// browsers do.
  private static func comparable(_ nodes: [CalcNode]) -> CalcType? {
    var common: CalcType?
    for node in nodes {
      guard let leaf = node.leaf else { return nil }
      if let common, common != leaf.type { return nil }
      common = leaf.type
    }
    return common
  }

  /// The arguments of a function that compares lengths: a percentage of 0 beside a length is a length of 0, as in browsers.
  private static func withoutZeroPercentages(_ nodes: [CalcNode], _ resolver: some CalcResolver) -> [CalcNode] {
    guard resolver.percentagesAreOpaque else { return nodes }
    let nodes = nodes.map { node in
      if case .sum(let terms) = node, terms.count == 2, case .percentage(0) = terms[0], case .length = terms[1] {
        return terms[1]
      }
      return node
    }
    let hasLength = nodes.contains { if case .length = $0 { true } else { false } }
    guard hasLength else { return nodes }
    return nodes.map { if case .percentage(0) = $0 { .length(0) } else { $0 } }
  }

  private static func simplifiedSum(_ terms: [CalcNode], _ resolver: inout some CalcResolver) -> CalcNode {
    var leaves: [(type: CalcType, value: Double)] = []
    var others: [CalcNode] = []
    // The number of other terms before the first leaf: all leaves are put there.
    var place: Int?
    func add(_ node: CalcNode) {
      if case .sum(let inner) = node {
        for term in inner { add(term) }
      } else if let leaf = node.leaf {
        if place == nil { place = others.count }
        if let index = leaves.firstIndex(where: { $0.type == leaf.type }) {
          leaves[index].value += leaf.value
        } else {
          leaves.append((leaf.type, leaf.value))
        }
      } else {
        others.append(node)
      }
    }
    for term in terms { add(term.simplified(&resolver)) }
    // Percentages before lengths, as sums serialise.
    leaves.sort { $0.type == .percentage && $1.type != .percentage }
    let before = place ?? others.count
    let nodes = others[..<before] + leaves.compactMap { $0.type.leaf($0.value) } + others[before...]
    return nodes.count == 1 ? nodes[0] : .sum(Array(nodes))
  }

  private static func simplifiedProduct(_ factors: [CalcNode], _ resolver: inout some CalcResolver) -> CalcNode {
    var number = 1.0
    var value = 1.0
    var type = CalcType.number
    var leaves: [CalcNode] = []
    var others: [CalcNode] = []
    let opaque = resolver.percentagesAreOpaque
    func multiply(_ node: CalcNode) {
      switch node {
      case .product(let inner):
        for factor in inner { multiply(factor) }
      case .number(let factor): number *= factor
      case .invert(let inner):
        if let leaf = inner.leaf, !(opaque && leaf.type == .percentage) {
          value /= leaf.value
          type = type * leaf.type.inverted
          leaves.append(node)
        } else {
          others.append(node)
        }
      default:
        if let leaf = node.leaf, !(opaque && leaf.type == .percentage) {
          value *= leaf.value
          type = type * leaf.type
          leaves.append(node)
        } else {
          others.append(node)
        }
      }
    }
    for factor in factors { multiply(factor.simplified(&resolver)) }
    if type == .number, !leaves.isEmpty, others.count == 1, case .percentage(let percentage) = others[0] {
      // Units that cancel each other out leave a number.
      return .percentage(percentage * value * number)
    }
    if leaves.isEmpty || type.leaf(1) != nil {
      let scaled = type.leaf(value * number) ?? .number(value * number)
      if others.isEmpty { return scaled }
      if others.count == 1, leaves.isEmpty {
        // A number times a sum of leaves, or times a percentage.
        switch others[0] {
        case .percentage(let percentage): return .percentage(percentage * number)
        case .sum(let terms) where terms.allSatisfy({ $0.leaf != nil }):
          return .sum(terms.map { $0.leaf.flatMap { $0.type.leaf($0.value * number) } ?? $0 })
        default: break
        }
        if number == 1 { return others[0] }
      }
      if case .number(1) = scaled { return others.count == 1 ? others[0] : .product(others) }
      // `calc(min(1em, 10%) * 2)`: browsers write the number last.
      return .product(others + [scaled])
    }
    let all = (number == 1 ? [] : [.number(number)]) + leaves + others
    return all.count == 1 ? all[0] : .product(all)
  }

  private static func simplifiedExtreme(
    _ nodes: [CalcNode], _ resolver: inout some CalcResolver, isMin: Bool
  ) -> CalcNode {
    let nodes = nodes.map { $0.simplified(&resolver) }
    if nodes.count == 1 { return nodes[0] }
    let parts = withoutZeroPercentages(nodes, resolver)
    if let type = comparable(parts) {
      let values = parts.map { $0.leaf?.value ?? .nan }
      if let leaf = type.leaf(isMin ? least(values) : greatest(values)) { return leaf }
    }
    return isMin ? .min(nodes) : .max(nodes)
  }

  private static func simplifiedFunction(
    _ function: MathFunction, _ arguments: [CalcNode], _ resolver: some CalcResolver
  ) -> CalcNode {
    let kept = CalcNode.function(function, arguments)
    if function == .random {
      guard let type = comparable(Array(arguments.dropFirst())) else { return kept }
      return type.leaf(function.evaluate(arguments.map { $0.leaf?.value ?? .nan })) ?? kept
    }
    let parts = withoutZeroPercentages(arguments, resolver)
    guard let type = comparable(parts) else { return kept }
    // The sign of a percentage, or what it is to another, is not known before what it counts from.
    if resolver.percentagesAreOpaque, type == .percentage, ![.mod, .rem, .hypot, .abs].contains(function) {
      return kept
    }
    var values = parts.map { $0.leaf?.value ?? .nan }
    switch function {
    case .sin, .cos, .tan:
      // A number counts in radians.
      if type.isNumber { values = values.map { $0 * 180 / .pi } }
      return .number(function.evaluate(values))
    case .asin, .acos, .atan, .atan2: return .dimension(function.evaluate(values), .deg)
    case .sign, .progress, .pow, .sqrt, .log, .exp: return .number(function.evaluate(values))
    case .mod, .rem, .hypot, .abs, .random: return type.leaf(function.evaluate(values)) ?? kept
    }
  }
}
