import Names

/// Arbitrary substitution functions (CSS Values 5, 3): what is replaced by tokens before a value is parsed.
enum References {
  /// Whether any is in a value.
  static func areIn(_ cursor: TokenCursor) -> Bool {
    // The cursor holds the stream, which holds this memory.
    let tokens = UnsafePointer(cursor.stream.tokenMemory)
    for index in cursor.remaining where tokens[index].kind == .function {
      if isReference(tokens[index], cursor.stream) { return true }
    }
    return false
  }

  /// The custom properties that `var()`s name, at any depth, fallbacks included; each once.
  static func variables(in cursor: TokenCursor) -> [Name] {
    var found: [Name] = []
    var known: Set<Name> = []
    for index in cursor.remaining {
      let token = cursor.stream.tokens[index]
      guard token.kind == .function, cursor.text(token, is: "var") else { continue }
      var contents = cursor.over(index..<cursor.end)
      contents = contents.consumeBlock()
      contents.skipWhitespace()
      guard let token = contents.consume(.ident) else { continue }
      let name = contents.name(token)
      if known.insert(name).inserted { found.append(name) }
    }
    return found
  }

  private static func isReference(_ token: Token, _ stream: TokenStream) -> Bool {
    switch token.textEnd &- token.textStart {
    case 2: stream.text(token, is: "if")
    case 3: stream.text(token, is: "var") || stream.text(token, is: "env")
    case 4: stream.text(token, is: "attr")
    default: stream.withText(token) { $0.count > 2 && $0[0] == 0x2D && $0[1] == 0x2D }
    }
  }

  /// Whether all have valid arguments and the rest could be in a property's value.
  static func areValid(_ cursor: TokenCursor) -> Bool {
    // A single block would be valid in a custom property only.
    isBalanced(cursor) && argumentsAreValid(cursor)
  }

  /// Whether a custom property may have this value: no bad token, no unmatched closing token, no `!` at the top.
  static func areValidInCustomProperty(_ cursor: TokenCursor) -> Bool {
    isBalanced(cursor) && argumentsAreValid(cursor)
  }

  private static func isBalanced(_ cursor: TokenCursor) -> Bool {
    // Bad and unmatched tokens are looked for at every depth: a closing token that is not the innermost open one's is
    // unmatched.
    var open: [Int] = []
    var innermost = -1
    let tokens = UnsafePointer(cursor.stream.tokenMemory)
    for index in cursor.remaining {
      let token = tokens[index]
      switch token.kind {
      case .badString, .badURL: return false
      case .function, .leftBrace, .leftBracket, .leftParenthesis:
        // OPTIMIZATION: what is not nested takes no memory.
        if innermost >= 0 { open.append(innermost) }
        innermost = Int(token.match)
      case .rightBrace, .rightBracket, .rightParenthesis:
        guard innermost == index else { return false }
        innermost = open.popLast() ?? -1
      case .delim where token.match == 0x21 && innermost < 0: return false
      case .semicolon where innermost < 0: return false
      default: break
      }
    }
    return true
  }

  private static func argumentsAreValid(_ cursor: TokenCursor) -> Bool {
    let tokens = UnsafePointer(cursor.stream.tokenMemory)
    for index in cursor.remaining where tokens[index].kind == .function {
      let token = tokens[index]
      guard isReference(token, cursor.stream) else { continue }
      var probe = TokenCursor(cursor.stream, index..<cursor.end)
      var arguments = probe.consumeBlock()
      if cursor.text(token, is: "var") {
        arguments.skipWhitespace()
        guard let name = arguments.consume(.ident),
          arguments.stream.withText(name, { $0.count > 2 && $0[0] == 0x2D && $0[1] == 0x2D })
        else { return false }
        arguments.skipWhitespace()
        guard arguments.isAtEnd || arguments.peekKind == .comma else { return false }
      } else if cursor.text(token, is: "env") {
        arguments.skipWhitespace()
        guard arguments.consume(.ident) != nil else { return false }
        arguments.skipWhitespace()
        while arguments.peekKind == .number {
          guard arguments.peek.isInteger, arguments.peek.number >= 0 else { return false }
          arguments.position += 1
          arguments.skipWhitespace()
        }
        guard arguments.isAtEnd || arguments.peekKind == .comma else { return false }
      } else if cursor.text(token, is: "attr") {
        arguments.skipWhitespace()
        guard arguments.consume(.ident) != nil || arguments.peek.isDelim("|") || arguments.peek.isDelim("*") else {
          return false
        }
      }
    }
    return true
  }
}
