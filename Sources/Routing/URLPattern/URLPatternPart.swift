/// A part of a component's pattern (URL Pattern, 2.1.3 Parts).
struct URLPatternPart: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case fixedText, regexp, segmentWildcard, fullWildcard
  }
  enum Modifier: String, Hashable, Sendable {
    case none = ""
    case optional = "?"
    case zeroOrMore = "*"
    case oneOrMore = "+"
  }
  var kind: Kind
  var value: String
  var modifier: Modifier
  var name = ""
  var prefix = ""
  var suffix = ""

  /// Whether the name is a number that the parser gave.
  var hasGivenName: Bool { name.unicodeScalars.first.map { !("0"..."9").contains($0) } ?? false }
}

/// How a component is cut into segments.
struct URLPatternOptions: Hashable, Sendable {
  var delimiter = ""
  var prefix = ""
  var ignoresCase = false

  static let hostname = URLPatternOptions(delimiter: ".")
  static let pathname = URLPatternOptions(delimiter: "/", prefix: "/")

  /// What a segment wildcard stands for.
  var segmentWildcard: String {
    delimiter.isEmpty ? ".+?" : "[^\(RegularExpression.escaped(delimiter))]+?"
  }
}

/// Reads a component's pattern (URL Pattern, 2.1.5 Parsing).
struct URLPatternParser {
  typealias Encoding = @Sendable (String) throws(URLPatternError) -> String

  private let tokens: [URLPatternToken]
  private let options: URLPatternOptions
  private let encode: Encoding
  private var parts: [URLPatternPart] = []
  private var pending = ""
  private var index = 0
  private var nextName = 0

  static func parts(
    of input: String, _ options: URLPatternOptions, encode: @escaping Encoding
  ) throws(URLPatternError) -> [URLPatternPart] {
    let tokens = try URLPatternTokenizer.tokens(of: Array(input.unicodeScalars), isLenient: false)
    var parser = URLPatternParser(tokens: tokens, options: options, encode: encode)
    try parser.parse()
    return parser.parts
  }

  private init(tokens: [URLPatternToken], options: URLPatternOptions, encode: @escaping Encoding) {
    self.tokens = tokens
    self.options = options
    self.encode = encode
  }

  private mutating func parse() throws(URLPatternError) {
    while index < tokens.count {
      let character = take(.character)
      var name = take(.name)
      var wildcard = takeRegexpOrWildcard(after: name)
      if name != nil || wildcard != nil {
        var prefix = character?.value ?? ""
        if !prefix.isEmpty, prefix != options.prefix {
          pending += prefix
          prefix = ""
        }
        try flushPending()
        try add(prefix, name, wildcard, "", takeModifier())
        continue
      }
      if let fixed = character ?? take(.escapedCharacter) {
        pending += fixed.value
        continue
      }
      if take(.open) != nil {
        let prefix = takeText()
        name = take(.name)
        wildcard = takeRegexpOrWildcard(after: name)
        let suffix = takeText()
        try require(.close)
        try add(prefix, name, wildcard, suffix, takeModifier())
        continue
      }
      try flushPending()
      try require(.end)
    }
  }

  private mutating func take(_ kind: URLPatternToken.Kind) -> URLPatternToken? {
    guard index < tokens.count, tokens[index].kind == kind else { return nil }
    index += 1
    return tokens[index - 1]
  }

  private mutating func takeRegexpOrWildcard(after name: URLPatternToken?) -> URLPatternToken? {
    if let token = take(.regexp) { return token }
    return name == nil ? take(.asterisk) : nil
  }

  private mutating func takeModifier() -> URLPatternPart.Modifier {
    guard let token = take(.otherModifier) ?? take(.asterisk) else { return .none }
    return URLPatternPart.Modifier(rawValue: token.value) ?? .none
  }

  private mutating func takeText() -> String {
    var text = ""
    while let token = take(.character) ?? take(.escapedCharacter) { text += token.value }
    return text
  }

  private mutating func require(_ kind: URLPatternToken.Kind) throws(URLPatternError) {
    guard take(kind) == nil else { return }
    let place = index < tokens.count ? tokens[index].index : 0
    throw URLPatternError(
      message: kind == .close ? "`{` without `}`" : "a character is in the wrong place", offset: place)
  }

  private mutating func flushPending() throws(URLPatternError) {
    guard !pending.isEmpty else { return }
    parts.append(URLPatternPart(kind: .fixedText, value: try encode(pending), modifier: .none))
    pending = ""
  }

  private mutating func add(
    _ prefix: String, _ name: URLPatternToken?, _ wildcard: URLPatternToken?, _ suffix: String,
    _ modifier: URLPatternPart.Modifier
  ) throws(URLPatternError) {
    if name == nil, wildcard == nil, modifier == .none {
      pending += prefix
      return
    }
    try flushPending()
    guard name != nil || wildcard != nil else {
      if prefix.isEmpty { return }
      parts.append(URLPatternPart(kind: .fixedText, value: try encode(prefix), modifier: modifier))
      return
    }
    var part = URLPatternPart(kind: .regexp, value: "", modifier: modifier)
    switch wildcard {
    case nil: part.kind = .segmentWildcard
    case let token? where token.kind == .asterisk: part.kind = .fullWildcard
    case let token?:
      part.value = token.value
      if part.value == options.segmentWildcard { part.kind = .segmentWildcard }
      if part.value == ".*" { part.kind = .fullWildcard }
      if part.kind != .regexp { part.value = "" }
    }
    if let name {
      part.name = name.value
    } else {
      part.name = String(nextName)
      nextName += 1
    }
    guard !parts.contains(where: { !$0.name.isEmpty && $0.name == part.name }) else {
      throw URLPatternError(message: "the name `\(part.name)` occurs twice", offset: name?.index ?? 0)
    }
    part.prefix = try encode(prefix)
    part.suffix = try encode(suffix)
    parts.append(part)
  }
}
