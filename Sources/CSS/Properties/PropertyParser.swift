import CSSValues
import Diagnostics
import Names

/// Reads the values of properties.
///
/// One parser serves a whole sheet: it remembers what it has read, so that a value that is written a second time costs
/// a look-up.
public struct PropertyParser {
  /// How values are read.
  public let options: ParsingOptions

  /// A parser.
  public init(options: ParsingOptions = ParsingOptions()) {
    self.options = options
  }

  /// Parses the value of a longhand or shorthand, without `!important`, up to the cursor's end.
  ///
  /// The declarations, all of longhands, are appended; where the value is invalid nothing is, and the answer is false.
  public mutating func parse(
    _ property: PropertyID, _ cursor: TokenCursor, isImportant: Bool = false, range: Range<UInt32> = 0..<0,
    into declarations: inout [PropertyDeclaration]
  ) -> Bool {
    // UNIMPLEMENTED: lands next.
    false
  }

  /// Whether `name: value` is supported (`@supports`, CSS Conditional 3, 6): a known property with a valid value, or a
  /// custom property.
  public mutating func supports(_ name: Name, _ cursor: TokenCursor) -> Bool {
    // UNIMPLEMENTED: lands next.
    false
  }

  /// Parses one value of a longhand alone.
  public mutating func parseLonghand(_ property: PropertyID, _ cursor: TokenCursor) -> DeclaredValue? {
    // UNIMPLEMENTED: lands next.
    nil
  }
}
