/// What a token is (CSS Syntax 3, 4). Comments make no token.
public enum TokenKind: UInt8, Hashable, Sendable {
  /// The end of the input or of the block that a cursor walks.
  case eof
  case whitespace
  case ident
  /// A name and its `(`; the block ends at ``Token/match``.
  case function
  case atKeyword
  case hash
  case string
  case badString
  case url
  case badURL
  case number
  case percentage
  case dimension
  /// One code point, in ``Token/delimiter``.
  case delim
  case colon
  case semicolon
  case comma
  case cdo
  case cdc
  case leftBracket
  case rightBracket
  case leftParenthesis
  case rightParenthesis
  case leftBrace
  case rightBrace
}

/// One token, 40 bytes: its text stays in the source (or, where it holds escapes, in the stream's side buffer).
@frozen
public struct Token: Sendable {
  /// What it is.
  public var kind: TokenKind
  /// Facts that depend on the kind.
  public var flags: Flags
  /// The first byte in the source.
  public var start: UInt32
  /// The byte past the last one in the source.
  public var end: UInt32
  /// The name, string, URL or unit without quotes and marks: bytes of the source, or of the side buffer where
  /// `flags` says ``Flags/escaped``.
  public var textStart: UInt32
  /// The byte past the text.
  public var textEnd: UInt32
  /// The code point of a `delim`; of an opening token the index of the token that closes it (the number of tokens
  /// where the input ends first).
  public var match: UInt32
  /// The value of a number, percentage (50 is 50 %) or dimension.
  public var number: Double

  /// Facts about a token.
  @frozen
  public struct Flags: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt8
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A number written without `.` and exponent.
    public static let integer = Flags(rawValue: 1)
    /// A number written with `+` or `-`.
    public static let signed = Flags(rawValue: 2)
    /// A hash that is a valid id selector.
    public static let id = Flags(rawValue: 4)
    /// The text is in the side buffer.
    public static let escaped = Flags(rawValue: 8)
    /// The input ended inside the token.
    public static let unterminated = Flags(rawValue: 16)
    /// A comment is directly before the token.
    public static let afterComment = Flags(rawValue: 32)
  }

  @inlinable
  init(_ kind: TokenKind, start: Int, end: Int) {
    self.kind = kind
    self.flags = []
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.textStart = 0
    self.textEnd = 0
    self.match = 0
    self.number = 0
  }

  /// The code point of a `delim`, 0 of others.
  @inlinable
  public var delimiter: UInt32 { kind == .delim ? match : 0 }

  /// Whether this is the given ASCII delimiter, such as `"+"`.
  @inlinable
  public func isDelim(_ scalar: Unicode.Scalar) -> Bool { kind == .delim && match == scalar.value }

  /// Whether a number was written as an integer.
  @inlinable
  public var isInteger: Bool { flags.contains(.integer) }

  /// Whether a number was written with a sign.
  @inlinable
  public var isSigned: Bool { flags.contains(.signed) }

  /// The bytes in the source.
  @inlinable
  public var range: Range<Int> { Int(start)..<Int(end) }

  /// Whether the token opens a block or a function.
  @inlinable
  public var opensBlock: Bool {
    switch kind {
    case .function, .leftBrace, .leftBracket, .leftParenthesis: true
    default: false
    }
  }
}
