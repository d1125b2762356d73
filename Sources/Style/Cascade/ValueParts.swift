import CSSValues

/// How long values are: a list of a few bytes each is computed and kept again for each style.
extension CSSValue {
  /// Values of no more parts than this are not long.
  package static let uncountedParts = 64

  /// The parts of a long value of a property; 0 of any other.
  package func longPartCount(of property: PropertyID) -> Int {
    let count = partCount(of: property)
    return count > Self.uncountedParts ? count : 0
  }

  /// The parts of a property's value, at least one.
  ///
  /// Strings hold names of grid areas. What `content` generates is bounded elsewhere.
  ///
  /// - Parameter most: counting ends where there are more.
  func partCount(of property: PropertyID, upTo most: Int = .max) -> Int {
    switch self {
    case .list, .function, .math, .lineNames, .string: partCount(countsText: property != .content, upTo: most)
    default: 1
    }
  }

  /// How many values it has in it, itself included; two bytes of a text are as much as one.
  private func partCount(countsText: Bool, upTo most: Int) -> Int {
    switch self {
    case .list(let values, _), .function(_, let values, _):
      var count = 1
      for value in values {
        guard count <= most else { break }
        count += value.partCount(countsText: countsText, upTo: most - count)
      }
      return count
    case .math(let expression): return expression.root.partCount(upTo: most)
    case .lineNames(let names): return names.count
    case .string(let text): return countsText ? 1 + text.utf8.count / 2 : 1
    default: return 1
    }
  }
}

extension CalcNode {
  fileprivate func partCount(upTo most: Int) -> Int {
    let nodes: [CalcNode]
    switch self {
    case .number, .length, .percentage, .dimension, .variable: return 1
    case .sum(let list), .product(let list), .min(let list), .max(let list), .function(_, let list): nodes = list
    case .negate(let node), .invert(let node): nodes = [node]
    case .clamp(let low, let value, let high): nodes = [low, value, high].compactMap { $0 }
    case .round(_, let value, let step): nodes = [value, step]
    }
    var count = 1
    for node in nodes {
      guard count <= most else { break }
      count += node.partCount(upTo: most - count)
    }
    return count
  }
}
