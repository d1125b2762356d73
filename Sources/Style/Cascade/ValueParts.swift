import CSSValues

/// How long values are: a list of a few bytes each is computed and kept again for each style.
extension CSSValue {
  /// Values of no more parts than this are not counted.
  package static let uncountedParts = 64

  /// The parts of a long value of a property; 0 of any other.
  ///
  /// Strings hold names of grid areas. What `content` generates is bounded elsewhere.
  ///
  /// - Parameter most: counting ends where there are more.
  package func longPartCount(of property: PropertyID, upTo most: Int = .max) -> Int {
    switch self {
    case .list, .function, .math, .lineNames, .string:
      let count = partCount(countsText: property != .content, upTo: max(most, Self.uncountedParts))
      return count > Self.uncountedParts ? count : 0
    default: return 0
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
    // Without room only whether a value is long counts: a page may have a long one in each of very many styles.
    hasRoom(forParts: value.longPartCount(of: property, upTo: firstBeyond == nil ? limit : 0), element: element)
  }

  /// Whether so many parts of a value of the current style have room; 0 always have.
  mutating func hasRoom(forParts count: Int, element: Int) -> Bool {
    guard count > 0 else { return true }
    guard firstBeyond == nil, total + current + count <= limit else {
      isCurrentCut = true
      if firstBeyond == nil { firstBeyond = element }
      return false
    }
    current += count
    return true
  }

  /// Notes that there is no room for what an element has.
  mutating func refuse(_ element: Int) {
    isCurrentCut = true
    if firstBeyond == nil { firstBeyond = element }
  }

  /// Counts a style with so many parts that an element or its pseudo-element has.
  mutating func add(_ count: Int, of style: UInt32, for element: Int) {
    guard count > 0, styles.insert(style).inserted else { return }
    total += count
    if total > limit, firstBeyond == nil { firstBeyond = element }
  }
}
