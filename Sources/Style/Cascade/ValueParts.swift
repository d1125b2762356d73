import CSSValues

/// How long values are: a list of a few bytes each is computed and kept again for each style.
extension CSSValue {
  /// Values of no more parts than this are not counted.
  package static let uncountedParts = 64

  /// The parts of a long value of a property; 0 of any other.
  ///
  /// Strings hold names of grid areas. What `content` generates is bounded elsewhere.
  package func longPartCount(of property: PropertyID) -> Int {
    switch self {
    case .list, .function, .math, .lineNames, .string:
      let count = partCount(countsText: property != .content)
      return count > Self.uncountedParts ? count : 0
    default: return 0
    }
  }

  /// How many values it has in it, itself included; two bytes of a text are as much as one.
  private func partCount(countsText: Bool) -> Int {
    switch self {
    case .list(let values, _), .function(_, let values, _):
      values.reduce(1) { $0 + $1.partCount(countsText: countsText) }
    case .math(let expression): expression.root.partCount
    case .lineNames(let names): names.count
    case .string(let text): countsText ? 1 + text.utf8.count / 2 : 1
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

/// The parts of long values that a page's distinct styles have: each is computed, kept and written once a style.
package struct ValuePartCount {
  /// The most of a page; what is beyond has its initial value.
  package static let maximum = 1_000_000

  /// The most that there may be.
  var limit = Self.maximum
  /// Those of the styles that the page has so far.
  private var total = 0
  /// The styles that count already, of those that have any.
  private var styles: Set<UInt32> = []
  /// Those of the style that is being computed.
  private(set) var current = 0
  /// Whether there was no room for a value of the style that is being computed.
  private(set) var isCurrentCut = false
  /// The first element whose style had no room.
  private(set) var firstBeyond: Int?

  /// Begins a style.
  mutating func begin() {
    current = 0
    isCurrentCut = false
  }

  /// Whether a value of the current style has room, which is an element's or its pseudo-element's.
  mutating func hasRoom(for value: CSSValue, of property: PropertyID, element: Int) -> Bool {
    let count = value.longPartCount(of: property)
    guard count > 0 else { return true }
    guard firstBeyond == nil, total + current + count <= limit else {
      isCurrentCut = true
      if firstBeyond == nil { firstBeyond = element }
      return false
    }
    current += count
    return true
  }

  /// Counts a style with so many parts that an element or its pseudo-element has.
  mutating func add(_ count: Int, of style: UInt32, for element: Int) {
    guard count > 0, styles.insert(style).inserted else { return }
    total += count
    if total > limit, firstBeyond == nil { firstBeyond = element }
  }
}
