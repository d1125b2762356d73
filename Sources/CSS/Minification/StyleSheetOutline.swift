/// What is in a style sheet or in a block, as ranges of tokens (CSS Syntax 3, 5.4): what is written shorter, and what is compared
/// afterwards.
///
/// It follows only the syntax: unknown rules and declarations are in it as they are written.
struct StyleSheetOutline {
  /// A rule, a declaration, or what is neither.
  enum Item {
    /// A property's or descriptor's name, its value without white space around it and without `!important`.
    case declaration(name: Int, value: Range<Int>, isImportant: Bool)
    /// A rule with its prelude and what is in its block.
    case rule(prelude: Range<Int>, block: Range<Int>)
    /// An at-rule, without a block where that is `nil`.
    case atRule(name: Int, prelude: Range<Int>, block: Range<Int>?)
    /// Tokens that stay as they are.
    case verbatim(Range<Int>)
  }

  let stream: TokenStream

  /// Why a source is not touched; `nil` where it is well-formed.
  static func fault(_ stream: TokenStream) -> String? {
    var closers: [TokenKind] = []
    var slash = -2
    for (index, token) in stream.tokens.enumerated() {
      if token.flags.contains(.unterminated) { return "a comment or string is not closed" }
      switch token.kind {
      case .badString, .badURL: return "a string or URL is not closed"
      case .cdo, .cdc: return "a mark of HTML comments is in it"
      case .function, .leftParenthesis: closers.append(.rightParenthesis)
      case .leftBracket: closers.append(.rightBracket)
      case .leftBrace: closers.append(.rightBrace)
      case .rightParenthesis, .rightBracket, .rightBrace:
        guard closers.popLast() == token.kind else { return "brackets are not balanced" }
      case .delim where token.isDelim("/"):
        // A Token page's sheets have comments behind these.
        if slash == index - 1 { return "`//` is in it" }
        slash = index
      default: break
      }
    }
    return closers.isEmpty ? nil : "brackets are not balanced"
  }

  /// The items of a sheet, or of a block.
  ///
  /// - Parameter isBlock: whether declarations may be there, and a semicolon ends what is none.
  func items(_ range: Range<Int>, isBlock: Bool) -> [Item] {
    var items: [Item] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      switch stream.tokens[index].kind {
      case .whitespace: index += 1
      case .semicolon where isBlock: index += 1
      case .atKeyword:
        index += 1
        pass(&index, range.upperBound, until: .leftBrace, .semicolon)
        let prelude = trimmed(start + 1..<index)
        var block: Range<Int>?
        if index < range.upperBound, stream.tokens[index].kind == .leftBrace { block = self.block(at: &index) }
        if block == nil { index += 1 }
        items.append(.atRule(name: start, prelude: prelude, block: block))
      default:
        if isBlock, let declaration = declaration(&index, range.upperBound) {
          items.append(declaration)
          continue
        }
        pass(&index, range.upperBound, until: .leftBrace, isBlock ? .semicolon : .leftBrace)
        let prelude = trimmed(start..<index)
        guard index < range.upperBound, stream.tokens[index].kind == .leftBrace else {
          items.append(.verbatim(prelude))
          continue
        }
        items.append(.rule(prelude: prelude, block: block(at: &index)))
      }
    }
    return items
  }

  private func block(at index: inout Int) -> Range<Int> {
    let open = index
    // The source is balanced: every opening token has one that closes it.
    let close = Swift.max(open + 1, Swift.min(Int(stream.tokens[open].match), stream.tokens.count))
    index = close + 1
    return open + 1..<close
  }

  private func pass(_ index: inout Int, _ end: Int, until first: TokenKind, _ second: TokenKind) {
    while index < end, stream.tokens[index].kind != first, stream.tokens[index].kind != second {
      index = Swift.min(after(index), end)
    }
  }

  /// The place behind a token, or behind the block that it opens.
  private func after(_ index: Int) -> Int {
    let token = stream.tokens[index]
    return token.opensBlock ? Swift.max(Int(token.match), index) + 1 : index + 1
  }

  private func declaration(_ index: inout Int, _ end: Int) -> Item? {
    let name = index
    guard stream.tokens[name].kind == .ident else { return nil }
    var position = name + 1
    while position < end, stream.tokens[position].kind == .whitespace { position += 1 }
    guard position < end, stream.tokens[position].kind == .colon else { return nil }
    position += 1
    let start = position
    while position < end, stream.tokens[position].kind != .semicolon {
      // `a:hover { … }` is a nested rule.
      if stream.tokens[position].kind == .leftBrace, !isCustom(name) { return nil }
      position = Swift.min(after(position), end)
    }
    index = position
    let value = trimmed(start..<position)
    let (plain, isImportant) = DeclarationParser.splitImportant(stream.cursor.over(value))
    return .declaration(name: name, value: trimmed(plain.remaining), isImportant: isImportant)
  }

  /// Whether a token names a custom property.
  func isCustom(_ name: Int) -> Bool {
    stream.withText(stream.tokens[name]) { $0.count >= 2 && $0[0] == 0x2D && $0[1] == 0x2D }
  }

  /// The range without white space around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, stream.tokens[start].kind == .whitespace { start += 1 }
    while end > start, stream.tokens[end - 1].kind == .whitespace { end -= 1 }
    return start..<end
  }

  // MARK: What at-rules hold

  /// What is in the block of an at-rule.
  enum Contents {
    /// What may be around it.
    case sameAsAround
    /// Descriptors.
    case descriptors
    /// Rules, whatever is around.
    case rules
    /// Nobody knows.
    case unknown
  }

  /// What is in the block of an at-rule.
  func contents(ofAtRule name: Int) -> Contents {
    switch stream.lowercasedName(stream.tokens[name]).string {
    case "media", "supports", "layer", "container", "scope", "starting-style": .sameAsAround
    case "font-face", "property", "counter-style", "page": .descriptors
    case "keyframes", "-webkit-keyframes", "-moz-keyframes", "-o-keyframes": .rules
    default: .unknown
    }
  }
}
