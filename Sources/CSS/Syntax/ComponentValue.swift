/// A component value (CSS Syntax 3, 5.3): a token, or a block with what is in it.
///
/// The parsers of the product walk cursors instead; this tree serves tests and tools.
public indirect enum ComponentValue: Sendable {
  /// A token that opens nothing.
  case token(Token)
  /// A block of `()`, `[]` or `{}`, by its opening token.
  case block(Token, [ComponentValue])
  /// A function, by its token.
  case function(Token, [ComponentValue])
}

/// A rule or declaration as CSS Syntax 3, 5.3 has it, before anything is known of its meaning.
public enum RawItem: Sendable {
  /// An at-rule: its keyword's token, its prelude and the contents of its block.
  case atRule(name: Token, prelude: TokenCursor, block: TokenCursor?)
  /// A qualified rule.
  case qualifiedRule(prelude: TokenCursor, block: TokenCursor)
  /// A declaration: its name's token and its value without `!important`.
  case declaration(name: Token, value: TokenCursor, isImportant: Bool)
  /// Something that is none of these.
  case invalid
}

/// The entry points of CSS Syntax 3, 5.3 on cursors.
public enum SyntaxParser {
  /// How deep component values are built as a tree: deeper ones are left out.
  static let maximumDepth = 256

  /// 5.3.10 Parse a list of component values.
  public static func componentValues(_ cursor: TokenCursor, depth: Int = 0) -> [ComponentValue] {
    var cursor = cursor
    var values: [ComponentValue] = []
    while !cursor.isAtEnd {
      let token = cursor.peek
      guard token.opensBlock else {
        values.append(.token(cursor.next()))
        continue
      }
      let contents = cursor.consumeBlock()
      let inner = depth < maximumDepth ? componentValues(contents, depth: depth + 1) : []
      values.append(token.kind == .function ? .function(token, inner) : .block(token, inner))
    }
    return values
  }

  /// 5.3.3 and 5.3.4: the rules of a sheet, or of a block where `isTopLevel` is false (CDO and CDC then start rules).
  public static func rules(_ cursor: TokenCursor, isTopLevel: Bool) -> [RawItem] {
    var cursor = cursor
    var items: [RawItem] = []
    while !cursor.isAtEnd {
      switch cursor.peekKind {
      case .whitespace: cursor.position += 1
      case .cdo where isTopLevel, .cdc where isTopLevel: cursor.position += 1
      default: items.append(rule(&cursor))
      }
    }
    return items
  }

  /// 5.5.2 Consume an at-rule, 5.5.3 Consume a qualified rule; the cursor is at something.
  public static func rule(_ cursor: inout TokenCursor) -> RawItem {
    if cursor.peekKind == .atKeyword { return atRule(&cursor) }
    let prelude = cursor.skip(until: .leftBrace)
    guard !cursor.isAtEnd else { return .invalid }
    return .qualifiedRule(prelude: cursor.over(prelude), block: cursor.consumeBlock())
  }

  private static func atRule(_ cursor: inout TokenCursor) -> RawItem {
    let name = cursor.next()
    let prelude = cursor.over(cursor.skip(until: .leftBrace, or: .semicolon))
    if cursor.peekKind == .leftBrace { return .atRule(name: name, prelude: prelude, block: cursor.consumeBlock()) }
    if !cursor.isAtEnd { cursor.position += 1 }
    return .atRule(name: name, prelude: prelude, block: nil)
  }

  /// The declarations and at-rules of a block without nested rules.
  public static func declarations(_ cursor: TokenCursor) -> [RawItem] {
    var cursor = cursor
    var items: [RawItem] = []
    while !cursor.isAtEnd {
      switch cursor.peekKind {
      case .whitespace, .semicolon: cursor.position += 1
      case .atKeyword: items.append(atRule(&cursor))
      default:
        let range = cursor.skip(until: .semicolon)
        items.append(declaration(cursor.over(range)))
      }
    }
    return items
  }

  /// 5.5.6 Consume a declaration, of all that the cursor holds.
  public static func declaration(_ cursor: TokenCursor) -> RawItem {
    var cursor = cursor
    cursor.skipWhitespace()
    guard let name = cursor.consume(.ident) else { return .invalid }
    cursor.skipWhitespace()
    guard cursor.consume(.colon) != nil else { return .invalid }
    // The white space around a value is kept here, except for that behind `!important`.
    let whole = cursor.over(cursor.remaining)
    let (trimmed, isImportant) = DeclarationParser.splitImportant(whole.trimmed())
    guard isImportant else { return .declaration(name: name, value: whole, isImportant: false) }
    var end = trimmed.end
    while end < whole.end, whole.stream.tokens[end].kind == .whitespace { end += 1 }
    return .declaration(name: name, value: whole.over(whole.position..<end), isImportant: true)
  }
}
