import CSS
import CSSValues
import Names

/// The tokens of the texts in which a page's styles replace references: each text is tokenized once, and not for each style.
///
/// One thread has it, like the resolver whose page it is.
final class SubstitutionTexts {
  /// More bytes of texts than this are not kept at once: their tokens take some ten times as much.
  private static let maximumBytes = 1 << 21

  /// A text with references.
  private struct Text {
    /// With the text, so that no other can take its memory.
    let value: UnresolvedValue
    let tokens: TokenCursor
    /// The custom property that the text is and nothing else: `var(--name)`.
    let variable: Name?
  }
  private var known: [ObjectIdentifier: Text] = [:]
  private var plain: [ObjectIdentifier: (value: UnresolvedValue, custom: CustomPropertyValue?)] = [:]
  private var bytes = 0
  /// How many texts were tokenized.
  private(set) var count = 0

  /// A text without references as the value of a property that is not registered: one for all styles; `nil` where it is a
  /// CSS-wide keyword, or not known to have no references.
  func plain(_ value: UnresolvedValue) -> CustomPropertyValue? {
    if value.hasReferences { return nil }
    if let known = plain[ObjectIdentifier(value)] { return known.custom }
    let custom = WideKeyword(text: value.text) == nil ? CustomPropertyValue(value.text) : nil
    plain[ObjectIdentifier(value)] = (value, custom)
    return custom
  }

  /// The tokens of a value's text, and the custom property that it is where it is nothing else.
  func text(of value: UnresolvedValue) -> (tokens: TokenCursor, variable: Name?) {
    if let known = known[ObjectIdentifier(value)] { return (known.tokens, known.variable) }
    if bytes > Self.maximumBytes {
      known = [:]
      bytes = 0
    }
    let tokens = TokenStream(value.text).cursor
    bytes += value.text.count
    count += 1
    let variable = Self.variable(tokens)
    known[ObjectIdentifier(value)] = Text(value: value, tokens: tokens, variable: variable)
    return (tokens, variable)
  }

  private static func variable(_ tokens: TokenCursor) -> Name? {
    var cursor = tokens
    guard cursor.peekKind == .function, cursor.lowercasedName(cursor.peek) == "var" else { return nil }
    var contents = cursor.consumeBlock().trimmed()
    guard cursor.isAtEnd, let token = contents.consume(.ident), contents.isAtEnd else { return nil }
    return contents.name(token)
  }
}
