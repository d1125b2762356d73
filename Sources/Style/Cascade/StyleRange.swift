import CSS
import CSSValues
import Names

/// Style queries that compare values: `style(--x > 3)`, `style(1em <= --x < 10em)` (CSS Conditional 5, 5.3).
enum StyleRange {
  /// What a value may be; all values of one query are of one of these types.
  private static let syntax = RegisteredSyntax(
    "<number> | <percentage> | <length> | <angle> | <time> | <resolution>")

  /// Whether all comparisons hold; values that are not numbers, or of different types, compare as false.
  ///
  /// - Parameters:
  ///   - parts: the values in order, one more than comparisons.
  ///   - comparisons: what is between them.
  ///   - style: what relative units count from.
  ///   - context: as `style`.
  ///   - property: a custom property's value.
  ///   - substitute: a value's text with its references replaced; `nil` where that is invalid.
  static func truth(
    _ parts: [TokenCursor], _ comparisons: [FeatureTest.Comparison], _ style: ComputedStyle,
    _ context: inout ComputationContext, property: (Name) -> CustomPropertyValue?,
    substitute: (TokenCursor) -> [UInt8]?
  ) -> Truth {
    var previous: Quantity?
    for (index, part) in parts.enumerated() {
      guard let quantity = quantity(part, style, &context, property, substitute) else { return .no }
      if let previous {
        guard previous.isComparable(with: quantity), comparisons[index - 1].holds(previous.number, quantity.number)
        else { return .no }
      }
      previous = quantity
    }
    return .yes
  }

  /// A number with its type, in the type's canonical unit.
  private struct Quantity {
    var number: Double
    /// The canonical unit of a dimension.
    var unit: Unit?
    var isPercentage = false

    func isComparable(with other: Quantity) -> Bool { unit == other.unit && isPercentage == other.isPercentage }
  }

  private static func quantity(
    _ part: TokenCursor, _ style: ComputedStyle, _ context: inout ComputationContext,
    _ property: (Name) -> CustomPropertyValue?, _ substitute: (TokenCursor) -> [UInt8]?
  ) -> Quantity? {
    var text: [UInt8]?
    if part.peekKind == .ident, part.remaining.count == 1 {
      // A dashed name by itself stands for the property's value.
      let name = part.name(part.peek)
      guard name.utf8.starts(with: [0x2D, 0x2D]) else { return nil }
      text = property(name)?.text
    } else {
      text = substitute(part)
    }
    guard let text, let specified = syntax?.parse(TokenStream(text).cursor) else { return nil }
    switch Computation.compute(specified, style, &context) {
    case .number(let number): return Quantity(number: number)
    case .percentage(let number): return Quantity(number: number, isPercentage: true)
    case .dimension(let number, let unit): return Quantity(number: number, unit: unit)
    default: return nil
    }
  }
}
