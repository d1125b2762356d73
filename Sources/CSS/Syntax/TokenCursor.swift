import Names

/// A place in a range of a stream's tokens: what every parser of selectors, queries, rules and values walks.
///
/// A cursor is a value: copying it saves the place, assigning the copy back restores it.
@frozen
public struct TokenCursor: Sendable {
  /// The tokens.
  public let stream: TokenStream
  /// The index of the next token.
  public var position: Int
  /// The index past the last token of the range.
  public let end: Int

  /// A cursor over a range of a stream's tokens.
  @inlinable
  public init(_ stream: TokenStream, _ range: Range<Int>) {
    self.stream = stream
    // What is from `position` up to `end` is read from the stream's memory without another look.
    self.position = Swift.max(range.lowerBound, 0)
    self.end = Swift.min(range.upperBound, stream.tokenCount)
  }

  /// Whether no token is left.
  @inlinable
  public var isAtEnd: Bool { position >= end }

  /// The tokens that are left.
  @inlinable
  public var remaining: Range<Int> { Swift.min(position, end)..<end }

  /// The next token, `eof` at the end.
  @inlinable
  public var peek: Token {
    position < end ? stream.tokenMemory[position] : endToken
  }

  /// The kind of the next token.
  @inlinable
  public var peekKind: TokenKind {
    position < end ? stream.tokenMemory[position].kind : .eof
  }

  /// The token `distance` places ahead; 0 is the next one.
  @inlinable
  public func peek(_ distance: Int) -> Token {
    position + distance < end ? stream.tokenMemory[position + distance] : endToken
  }

  @usableFromInline var endToken: Token {
    let place = end < stream.tokens.count ? Int(stream.tokens[end].start) : stream.source.count
    return Token(.eof, start: place, end: place)
  }

  /// Takes the next token; at the end it is `eof` and the cursor stays.
  @inlinable
  public mutating func next() -> Token {
    guard position < end else { return endToken }
    defer { position += 1 }
    return stream.tokenMemory[position]
  }

  /// Passes white space; whether there was any.
  @inlinable
  @discardableResult
  public mutating func skipWhitespace() -> Bool {
    let start = position
    while position < end, stream.tokenMemory[position].kind == .whitespace { position += 1 }
    return position != start
  }

  /// Takes the next token where it is of the given kind.
  @inlinable
  public mutating func consume(_ kind: TokenKind) -> Token? {
    guard peekKind == kind else { return nil }
    return next()
  }

  /// Takes the next token if it is the given delimiter.
  @inlinable
  public mutating func consumeDelim(_ scalar: Unicode.Scalar) -> Bool {
    guard peek.isDelim(scalar) else { return false }
    position += 1
    return true
  }

  /// Takes the next token where it is the given identifier, in lower case.
  @inlinable
  public mutating func consumeIdent(_ lowercase: StaticString) -> Bool {
    let token = peek
    guard token.kind == .ident, stream.text(token, is: lowercase) else { return false }
    position += 1
    return true
  }

  /// Takes the next token, an opening one, and passes its block: the contents without the opening and closing tokens.
  ///
  /// Constant time: every opening token knows the one that closes it.
  @inlinable
  public mutating func consumeBlock() -> TokenCursor {
    let close = Swift.min(Int(stream.tokens[position].match), end)
    let contents = TokenCursor(stream, position + 1..<Swift.max(close, position + 1))
    position = Swift.min(close + 1, end)
    return contents
  }

  /// Whether the block that the next token opens is closed within the source (CSS closes it at the end otherwise).
  public var nextBlockIsClosed: Bool { Int(stream.tokens[position].match) < stream.tokens.count }

  /// Passes one component value (CSS Syntax 3, 5.4.8): a token, or a whole block or function.
  @inlinable
  public mutating func skipComponentValue() {
    guard position < end else { return }
    let token = stream.tokenMemory[position]
    position = token.opensBlock ? Swift.min(Int(token.match) + 1, end) : position + 1
  }

  /// Passes component values up to one of the given kinds (not taking it) or the end; the range passed.
  public mutating func skip(until first: TokenKind, or second: TokenKind? = nil) -> Range<Int> {
    let start = position
    // The cursor holds the stream, which holds this memory.
    let tokens = UnsafePointer(stream.tokenMemory)
    while position < end {
      let kind = tokens[position].kind
      if kind == first || kind == second { break }
      position = tokens[position].opensBlock ? Swift.min(Int(tokens[position].match) + 1, end) : position + 1
    }
    return start..<position
  }

  /// Whether one component value and nothing else is left.
  @inlinable
  var isOneComponent: Bool {
    guard position < end else { return false }
    let token = stream.tokenMemory[position]
    return token.opensBlock ? Int(token.match) + 1 >= end : position + 1 == end
  }

  /// A cursor over part of the tokens.
  @inlinable
  public func over(_ range: Range<Int>) -> TokenCursor { TokenCursor(stream, range) }

  /// This cursor without white space at both ends.
  public func trimmed() -> TokenCursor { overTrimmed(remaining) }

  /// A cursor over part of the tokens before the end, without white space at both ends.
  func overTrimmed(_ range: Range<Int>) -> TokenCursor {
    let tokens = UnsafePointer(stream.tokenMemory)
    var low = Swift.max(range.lowerBound, 0)
    var high = Swift.max(Swift.min(range.upperBound, end), low)
    while low < high, tokens[low].kind == .whitespace { low += 1 }
    while high > low, tokens[high - 1].kind == .whitespace { high -= 1 }
    return TokenCursor(stream, low..<high)
  }

  /// The text of a token: the name, string, URL or unit without marks.
  public func text(_ token: Token) -> String { stream.text(token) }

  /// Whether a token's text is the given lower-case ASCII text, ignoring ASCII case.
  @inlinable
  public func text(_ token: Token, is lowercase: StaticString) -> Bool { stream.text(token, is: lowercase) }

  /// The text of a token, interned as written.
  public func name(_ token: Token) -> Name { stream.name(token) }

  /// The text of a token, interned in ASCII lower case.
  public func lowercasedName(_ token: Token) -> Name { stream.lowercasedName(token) }

  /// The source text of what is left.
  public var sourceText: String { stream.sourceText(remaining) }
}
