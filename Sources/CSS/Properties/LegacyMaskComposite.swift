import CSSValues
import Names

/// The values of `-webkit-mask-composite`: the operators of Compositing 1, 9.1, by which masks were joined before
/// `mask-composite` had keywords of its own.
enum LegacyMaskComposite {
  private static let operators: [StaticString] = [
    "clear", "copy", "source-over", "source-in", "source-out", "source-atop", "destination-over", "destination-in",
    "destination-out", "destination-atop", "xor", "plus-lighter",
  ]

  /// What a message says of them.
  static let expected = operators.map { "\($0)" }.joined(separator: " | ")

  /// A list of operators, references or a CSS-wide keyword; `nil` for anything else.
  static func value(_ cursor: TokenCursor) -> DeclaredValue? {
    if let wide = PropertyParser.wideKeyword(cursor) { return .wide(wide) }
    if References.areIn(cursor) {
      guard References.areValid(cursor) else { return nil }
      let text = cursor.stream.withSource(cursor.stream.byteRange(cursor.remaining)) { Array($0) }
      return .unresolved(UnresolvedValue(text: text, shorthand: nil, hasReferences: true))
    }
    let values = ValueParser(options: ParsingOptions(), property: .maskComposite)
    guard let parts = values.commaSeparated(cursor) else { return nil }
    var items: [CSSValue] = []
    for var part in parts {
      guard let name = values.keyword(&part, operators) else { return nil }
      part.skipWhitespace()
      guard part.isAtEnd else { return nil }
      items.append(.keyword(name))
    }
    return .value(items.count == 1 ? items[0] : .list(items, .comma))
  }
}
