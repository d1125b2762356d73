import CSSValues
import HTML

extension ElementStyles {
  /// Values of no more parts than this are not counted.
  private static let freeParts = 64
  /// The most parts of the other values, for each element and generated box: a list of a few bytes each takes its time for
  /// every box that has it.
  static let maximumParts = 3_000_000

  /// Counts the parts of long values over a document's elements. Where they are too many, the values are taken off, so that
  /// nothing that comes after takes long, and the first element without room is noted: ``elementBeyondParts``.
  mutating func boundParts() {
    let counts = portable.map(Self.parts)
    guard counts.contains(where: { $0 > 0 }) else { return }
    // The first style is not an element's, and has no portable form.
    func parts(of style: Int32) -> Int { style > 0 && style <= counts.count ? counts[Int(style) - 1] : 0 }
    var ofPseudos: [NodeID: Int] = [:]
    for (node, style) in pseudos.values.joined() where parts(of: style) > 0 {
      ofPseudos[node, default: 0] += parts(of: style)
    }
    var total = 0
    for (index, style) in elements.enumerated() {
      let node = NodeID(UInt32(index))
      total += parts(of: style) + (ofPseudos[node] ?? 0)
      guard total > Self.maximumParts else { continue }
      elementBeyondParts = node
      break
    }
    guard elementBeyondParts != nil else { return }
    let initial = ComputedStyle()
    for (index, portable) in portable.enumerated() where counts[index] > 0 {
      for entry in portable.entries where entry.value.partCount > Self.freeParts {
        guard case .property(let property) = entry.field else { continue }
        styles[index + 1].copy(property, from: initial)
      }
    }
  }

  private static func parts(_ style: PortableStyle) -> Int {
    style.entries.reduce(0) { total, entry in
      switch entry.value {
      case .list, .function, .math, .lineNames:
        let count = entry.value.partCount
        return count > freeParts ? total + count : total
      default: return total
      }
    }
  }
}

extension CSSValue {
  /// How many values it has in it, itself included.
  fileprivate var partCount: Int {
    switch self {
    case .list(let values, _), .function(_, let values, _): values.reduce(1) { $0 + $1.partCount }
    case .math(let expression): expression.root.partCount
    case .lineNames(let names): names.count
    default: 1
    }
  }
}

extension CalcNode {
  fileprivate var partCount: Int {
    switch self {
    case .number, .length, .percentage, .dimension, .variable: 1
    case .sum(let nodes), .product(let nodes), .min(let nodes), .max(let nodes), .function(_, let nodes):
      nodes.reduce(1) { $0 + $1.partCount }
    case .negate(let node), .invert(let node): 1 + node.partCount
    case .clamp(let low, let value, let high): 1 + (low?.partCount ?? 0) + value.partCount + (high?.partCount ?? 0)
    case .round(_, let value, let step): 1 + value.partCount + step.partCount
    }
  }
}
