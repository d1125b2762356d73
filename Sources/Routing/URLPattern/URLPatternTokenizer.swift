/// A token of a pattern string (URL Pattern, 2.1.1 Tokens).
struct URLPatternToken {
  enum Kind {
    case open, close, regexp, name, character, escapedCharacter, otherModifier, asterisk, end, invalid
  }
  var kind: Kind
  /// The place in Unicode scalars.
  var index: Int
  var value: String
}

/// Cuts a pattern string into tokens (URL Pattern, 2.1.2 Tokenizing).
struct URLPatternTokenizer {
  private let input: [Unicode.Scalar]
  private let isLenient: Bool
  private var tokens: [URLPatternToken] = []
  private var index = 0
  private var nextIndex = 0

  /// The tokens of a pattern.
  ///
  /// - Parameter isLenient: whether what cannot be read becomes a token of its own, as the constructor's strings need.
  static func tokens(
    of input: [Unicode.Scalar], isLenient: Bool
  ) throws(URLPatternError) -> [URLPatternToken] {
    var tokenizer = URLPatternTokenizer(input: input, isLenient: isLenient)
    try tokenizer.tokenize()
    return tokenizer.tokens
  }

  private init(input: [Unicode.Scalar], isLenient: Bool) {
    self.input = input
    self.isLenient = isLenient
  }

  private mutating func tokenize() throws(URLPatternError) {
    while index < input.count {
      nextIndex = index + 1
      switch input[index] {
      case "*": add(.asterisk)
      case "+", "?": add(.otherModifier)
      case "{": add(.open)
      case "}": add(.close)
      case "\\":
        guard index + 1 < input.count else {
          try fail("`\\` at the end", at: index)
          continue
        }
        nextIndex = index + 2
        add(.escapedCharacter, from: index + 1)
      case ":": try addName()
      case "(": try addRegexp()
      default: add(.character)
      }
    }
    tokens.append(URLPatternToken(kind: .end, index: index, value: ""))
  }

  private mutating func add(_ kind: URLPatternToken.Kind, from start: Int? = nil, to end: Int? = nil) {
    let value = String(String.UnicodeScalarView(input[(start ?? index)..<(end ?? nextIndex)]))
    tokens.append(URLPatternToken(kind: kind, index: index, value: value))
    index = nextIndex
  }

  /// URL Pattern, "process a tokenizing error".
  private mutating func fail(_ message: String, at place: Int) throws(URLPatternError) {
    guard isLenient else { throw URLPatternError(message: message, offset: place) }
    nextIndex = index + 1
    add(.invalid)
  }

  private mutating func addName() throws(URLPatternError) {
    var end = index + 1
    while end < input.count, Self.isNameCharacter(input[end], isFirst: end == index + 1) { end += 1 }
    guard end > index + 1 else { return try fail("`:` without a name", at: index) }
    nextIndex = end
    add(.name, from: index + 1, to: end)
  }

  static func isNameCharacter(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    if isFirst { return scalar.properties.isIDStart }
    return scalar.properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}"
  }

  private mutating func addRegexp() throws(URLPatternError) {
    var depth = 1
    var place = index + 1
    let start = place
    while place < input.count {
      let scalar = input[place]
      guard scalar.isASCII else { return try fail("a regular expression is written in ASCII", at: place) }
      if place == start, scalar == "?" { return try fail("a regular expression cannot begin with `?`", at: place) }
      if scalar == "\\" {
        guard place + 1 < input.count, input[place + 1].isASCII else { return try fail("`\\` at the end", at: place) }
        place += 2
        continue
      }
      place += 1
      if scalar == ")" {
        depth -= 1
        if depth == 0 { break }
      } else if scalar == "(" {
        depth += 1
        guard place < input.count, input[place] == "?" else {
          return try fail("a group inside of a regular expression begins with `(?:`", at: place)
        }
      }
    }
    guard depth == 0 else { return try fail("`(` without `)`", at: index) }
    guard place - 1 > start else { return try fail("an empty regular expression", at: index) }
    nextIndex = place
    add(.regexp, from: start, to: place - 1)
  }
}

/// Why a pattern in URLPattern's syntax cannot be read.
public struct URLPatternError: Error, Hashable, Sendable {
  /// What is the matter, as a clause without a full stop.
  public let message: String
  /// The offset in Unicode scalars.
  public let offset: Int
}
