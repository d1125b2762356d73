/// Where white space between tokens says nothing.
///
/// The tokens of a prelude or value are walked with it from the first to the last.
struct TokenSpacing {
  /// What the tokens are.
  enum Grammar {
    /// A list of selectors.
    case selectors
    /// The prelude of an at-rule.
    case conditions
    /// A value.
    case value
  }

  let grammar: Grammar
  /// Whether each function around a token is an `:nth-child()` and the like, in which `+` combines nothing.
  private var isCount: [Bool] = []

  init(_ grammar: Grammar) { self.grammar = grammar }

  /// Goes on behind a token.
  mutating func pass(_ token: Token, in stream: TokenStream) {
    switch token.kind {
    case .function, .leftParenthesis:
      let isOfCount =
        token.kind == .function
        && stream.withText(token) { name in name.count > 4 && name[0] | 0x20 == 0x6E && name[1] | 0x20 == 0x74 }
      isCount.append(isOfCount)
    case .rightParenthesis: _ = isCount.popLast()
    default: break
    }
  }

  /// Whether white space behind a token that was passed says nothing.
  func isFreeBehind(_ token: Token) -> Bool {
    switch token.kind {
    case .comma, .function, .leftParenthesis: true
    case .leftBracket: grammar == .selectors || grammar == .value
    case .colon: grammar == .conditions && !isCount.isEmpty
    case .delim: isTight(token)
    default: false
    }
  }

  /// Whether white space before a token says nothing.
  func isFreeBefore(_ token: Token) -> Bool {
    switch token.kind {
    case .comma, .rightParenthesis: true
    case .rightBracket: grammar == .selectors || grammar == .value
    case .colon: grammar == .conditions && !isCount.isEmpty
    case .delim: isTight(token)
    default: false
    }
  }

  private func isTight(_ token: Token) -> Bool {
    switch grammar {
    case .selectors:
      isCount.last != true && (token.isDelim(">") || token.isDelim("+") || token.isDelim("~"))
    case .value: isCount.isEmpty && token.isDelim("/")
    case .conditions: false
    }
  }
}
