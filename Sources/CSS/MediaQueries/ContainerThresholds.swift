/// The sizes at which container queries change their answers: between two of them all containers of a size agree.
public struct ContainerThresholds: Sendable {
  /// Content widths in CSS px.
  public private(set) var widths: Set<Double> = []
  /// Content heights in CSS px.
  public private(set) var heights: Set<Double> = []
  /// Whether only sizes decide, in lengths that are the same wherever the root's font size is: not ratios, no lengths
  /// in the container's font or in other containers, no registered properties, whose values may be lengths.
  public var areComplete: Bool { isKnown && !(asksForStyles && registersProperties) }

  private var isKnown = true
  private var asksForStyles = false
  private var registersProperties = false

  private let units: QueryUnits
  private let otherUnits: QueryUnits

  /// No queries.
  ///
  /// - Parameter rootFontSize: the px of a `rem`.
  public init(rootFontSize: Double) {
    var units = QueryUnits(Environment())
    units.rootFontSize = rootFontSize
    self.units = units
    // What is the same in both counts in nothing else.
    units.fontSize += 7
    units.viewportWidth += 11
    units.viewportHeight += 13
    units.containerWidth += 17
    units.containerHeight += 19
    otherUnits = units
  }

  /// Adds the queries of a sheet, and looks for lengths that count from containers.
  public mutating func add(_ sheet: CSSStyleSheet) {
    for group in sheet.groups {
      guard case .container(let query) = group.kind else { continue }
      for member in query.members { member.condition?.visitTests { add($0) } }
    }
    if Self.countsFromContainers(sheet.source.bytes) { isKnown = false }
    if !sheet.propertyRules.isEmpty { registersProperties = true }
  }

  private mutating func add(_ test: ContainerTest) {
    guard case .size(let feature) = test else {
      if case .style = test { asksForStyles = true }
      return
    }
    let numbers = Self.numbers(feature, units)
    guard numbers.count == feature.bounds.count, numbers == Self.numbers(feature, otherUnits) else {
      isKnown = false
      return
    }
    switch feature.name {
    case "width", "inline-size": widths.formUnion(numbers.isEmpty ? [0] : numbers)
    case "height", "block-size": heights.formUnion(numbers.isEmpty ? [0] : numbers)
    default: isKnown = false
    }
  }

  private static func numbers(_ test: FeatureTest, _ units: QueryUnits) -> [Double] {
    test.bounds.compactMap { bound in
      if case .quantity(let number, _, _) = QueryValue.parse(bound.value, units) { number } else { nil }
    }
  }

  /// Whether a text may hold a length in `cqw` and its like.
  public static func countsFromContainers(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    var previous: (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      // A digit or a point before `cq`.
      if byte | 0x20 == 0x71, previous.1 | 0x20 == 0x63, (0x30...0x39).contains(previous.0) || previous.0 == 0x2E {
        return true
      }
      previous = (previous.1, byte)
    }
    return false
  }
}
