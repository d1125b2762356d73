import CSSValues
import Diagnostics
import Names

/// What stands in a block of declarations (CSS Syntax 3, 5.4.5 with nesting).
public enum DeclarationListItem: Sendable {
  /// Declarations were appended to the list.
  case declarations
  /// An at-rule: its name's token has been taken, the cursor stands behind it; the caller takes the rest.
  case atRule(name: Token)
  /// A nested qualified rule: its prelude and its block.
  case rule(prelude: TokenCursor, block: TokenCursor)
}

/// Reads the contents of a style rule's block: declarations go to a list, nested rules are handed back.
public struct DeclarationParser {
  /// The tokens left.
  public var cursor: TokenCursor
  /// Whether nested qualified rules may stand here.
  public let allowsNestedRules: Bool

  /// A parser of a block's contents.
  public init(_ cursor: TokenCursor, allowsNestedRules: Bool = true) {
    self.cursor = cursor
    self.allowsNestedRules = allowsNestedRules
  }

  /// Reads until something other than a declaration is met; `nil` at the end. Declarations are appended to `declarations`.
  ///
  /// Invalid ones are left out and reported to `sink`.
  public mutating func next(
    _ properties: inout PropertyParser, into declarations: inout [PropertyDeclaration], _ sink: inout DiagnosticSink
  ) -> DeclarationListItem? {
    // UNIMPLEMENTED: lands next.
    nil
  }
}
