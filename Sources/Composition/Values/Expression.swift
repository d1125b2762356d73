/// What is between `{{` and `}}`, and in `t:if`: paths, literals and comparisons.
indirect enum Expression {
  case literal(StaticValue)
  case path(root: String, steps: [Step])
  case not(Expression)
  case and(Expression, Expression)
  case or(Expression, Expression)
  case compare(String, Expression, Expression)

  /// `.name`, `[0]`, `["name"]` or `[index]`.
  enum Step {
    case name(String)
    case index(Expression)

    var roots: [String] {
      switch self {
      case .name: []
      case .index(let inner): inner.roots
      }
    }
  }

  /// What cannot be read.
  struct Fault: Error {
    var message: String
  }

  /// The names that an expression's paths begin with.
  var roots: [String] {
    switch self {
    case .literal: []
    case .path(let root, let steps):
      [root] + steps.flatMap(\.roots)
    case .not(let inner): inner.roots
    case .and(let left, let right), .or(let left, let right), .compare(_, let left, let right): left.roots + right.roots
    }
  }
}

/// A placeholder: an expression and the formats that its value goes through.
struct Placeholder {
  var expression: Expression
  /// Each with its arguments: `date long` is `["date", "long"]`.
  var formats: [[String]]

  /// The name that a text begins with, after white space and `!`; `nil` where it begins with none.
  static func leadingName(_ text: Substring) -> String? {
    let body = text.drop { $0.isWhitespace || $0 == "!" || $0 == "(" }
    guard let first = body.first, first.isLetter || first == "_" || first == "$" else { return nil }
    return String(body.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" })
  }

  /// An expression without formats.
  init(_ expression: Expression) {
    self.expression = expression
    formats = []
  }

  init(_ text: Substring) throws(Expression.Fault) {
    var parser = ExpressionParser(text)
    expression = try parser.whole()
    formats = []
    while parser.take("|") { formats.append(try parser.format()) }
    try parser.expectEnd()
  }
}

/// `item in path`, `(item, index) in path`.
struct LoopHeader {
  var item: String
  var index: String?
  var list: Expression

  init(_ text: String) throws(Expression.Fault) {
    var parser = ExpressionParser(text[...])
    if parser.take("(") {
      item = try parser.name("a name")
      if parser.take(",") { index = try parser.name("a name") }
      guard parser.take(")") else { throw Expression.Fault(message: "`)` is missing after the names") }
    } else {
      item = try parser.name("a name such as `item`")
    }
    guard try parser.name("`in`") == "in" else {
      throw Expression.Fault(message: "`in` is missing after `\(item)`")
    }
    list = try parser.whole()
    try parser.expectEnd()
  }
}

/// Reads expressions by recursive descent.
struct ExpressionParser {
  private static let maximumDepth = 64
  private let characters: [Character]
  private var position = 0
  private var depth = 0

  init(_ text: Substring) { characters = Array(text) }

  mutating func whole() throws(Expression.Fault) -> Expression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw Expression.Fault(message: "parentheses are nested too deep") }
    var left = try conjunction()
    while take("||") { left = .or(left, try conjunction()) }
    return left
  }

  mutating func expectEnd() throws(Expression.Fault) {
    skipSpace()
    if position < characters.count {
      throw Expression.Fault(message: "`\(String(characters[position...].prefix(20)))` is not understood")
    }
  }

  mutating func name(_ wanted: String) throws(Expression.Fault) -> String {
    skipSpace()
    let start = position
    while position < characters.count, isNamePart(characters[position]) { position += 1 }
    guard position > start, !characters[start].isNumber else {
      throw Expression.Fault(message: "\(wanted) is missing\(found)")
    }
    return String(characters[start..<position])
  }

  /// A format's name and its arguments.
  mutating func format() throws(Expression.Fault) -> [String] {
    var words = [try name("a format")]
    while true {
      skipSpace()
      guard position < characters.count, characters[position] != "|" else { return words }
      if characters[position] == "\"" || characters[position] == "'" {
        words.append(try quoted())
      } else {
        let start = position
        while position < characters.count, isNamePart(characters[position]) { position += 1 }
        guard position > start else { throw Expression.Fault(message: "`\(characters[position])` is not understood") }
        words.append(String(characters[start..<position]))
      }
    }
  }

  mutating func take(_ text: String) -> Bool {
    skipSpace()
    let wanted = Array(text)
    guard position + wanted.count <= characters.count, Array(characters[position..<position + wanted.count]) == wanted
    else { return false }
    // A single `|` begins a format.
    if text == "|", position + 1 < characters.count, characters[position + 1] == "|" { return false }
    position += wanted.count
    return true
  }

  private mutating func conjunction() throws(Expression.Fault) -> Expression {
    var left = try comparison()
    while take("&&") { left = .and(left, try comparison()) }
    return left
  }

  private mutating func comparison() throws(Expression.Fault) -> Expression {
    let left = try unary()
    for sign in ["==", "!=", "<=", ">=", "<", ">"] where take(sign) { return .compare(sign, left, try unary()) }
    return left
  }

  private mutating func unary() throws(Expression.Fault) -> Expression {
    var isNegated = false
    skipSpace()
    while position < characters.count, characters[position] == "!",
      position + 1 >= characters.count || characters[position + 1] != "="
    {
      isNegated.toggle()
      position += 1
      skipSpace()
    }
    let inner = try primary()
    return isNegated ? .not(inner) : inner
  }

  private mutating func primary() throws(Expression.Fault) -> Expression {
    skipSpace()
    guard position < characters.count else { throw Expression.Fault(message: "a value is missing at the end") }
    let first = characters[position]
    if take("(") {
      let inner = try whole()
      guard take(")") else { throw Expression.Fault(message: "`)` is missing\(found)") }
      return inner
    }
    if first == "\"" || first == "'" { return .literal(.text(try quoted())) }
    if first.isNumber || first == "-" { return try number() }
    let root = try name("a value")
    switch root {
    case "true": return .literal(.boolean(true))
    case "false": return .literal(.boolean(false))
    case "null": return .literal(.null)
    default: return .path(root: root, steps: try steps())
    }
  }

  private mutating func steps() throws(Expression.Fault) -> [Expression.Step] {
    var steps: [Expression.Step] = []
    while position < characters.count {
      if characters[position] == "." {
        position += 1
        let start = position
        while position < characters.count, isNamePart(characters[position]) || characters[position] == "-" {
          position += 1
        }
        guard position > start else { throw Expression.Fault(message: "a name is missing after `.`") }
        steps.append(.name(String(characters[start..<position])))
      } else if characters[position] == "[" {
        position += 1
        steps.append(.index(try whole()))
        guard take("]") else { throw Expression.Fault(message: "`]` is missing\(found)") }
      } else {
        break
      }
    }
    return steps
  }

  private mutating func number() throws(Expression.Fault) -> Expression {
    let start = position
    position += 1
    while position < characters.count, characters[position].isNumber || characters[position] == "." { position += 1 }
    let text = String(characters[start..<position])
    guard let number = Double(text), number.isFinite else {
      throw Expression.Fault(message: "`\(text)` is not a number")
    }
    return .literal(.number(number))
  }

  private mutating func quoted() throws(Expression.Fault) -> String {
    let quote = characters[position]
    let start = position + 1
    position = start
    while position < characters.count, characters[position] != quote { position += 1 }
    guard position < characters.count else { throw Expression.Fault(message: "a quote is not closed") }
    position += 1
    return String(characters[start..<position - 1])
  }

  private var found: String { position < characters.count ? " before `\(characters[position])`" : " at the end" }

  private func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }

  private mutating func skipSpace() {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
  }
}

extension Substring {
  /// Without white space around it.
  var trimmed: Substring {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
