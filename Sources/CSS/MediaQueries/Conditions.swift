/// The three values of a condition (Media Queries 4, 3.2): what a query does not know is unknown, and stays so negated.
public enum Truth: UInt8, Sendable {
  case no, yes, unknown

  init(_ value: Bool) { self = value ? .yes : .no }

  static prefix func ! (truth: Truth) -> Truth {
    switch truth {
    case .yes: .no
    case .no: .yes
    case .unknown: .unknown
    }
  }

  static func & (left: Truth, right: Truth) -> Truth {
    if left == .no || right == .no { return .no }
    return left == .yes && right == .yes ? .yes : .unknown
  }

  static func | (left: Truth, right: Truth) -> Truth {
    if left == .yes || right == .yes { return .yes }
    return left == .no && right == .no ? .no : .unknown
  }
}

/// A boolean combination of tests, as media, container and `@supports` conditions have it.
public indirect enum Condition<Test: Sendable>: Sendable {
  /// One test.
  case test(Test)
  /// `<general-enclosed>`: what a future specification may give a meaning.
  case unknown
  /// True where the condition is false.
  case not(Condition)
  /// True where all are.
  case and([Condition])
  /// True where any is.
  case or([Condition])

  /// The condition's truth, with the tests' from `evaluate`.
  func truth(_ evaluate: (Test) -> Truth) -> Truth {
    switch self {
    case .test(let test): return evaluate(test)
    case .unknown: return .unknown
    case .not(let condition): return !condition.truth(evaluate)
    case .and(let conditions):
      var result = Truth.yes
      for condition in conditions { result = result & condition.truth(evaluate) }
      return result
    case .or(let conditions):
      var result = Truth.no
      for condition in conditions { result = result | condition.truth(evaluate) }
      return result
    }
  }

  /// Whether the condition is true, unknown counting as false.
  public func holds(_ evaluate: (Test) -> Truth) -> Bool { truth(evaluate) == .yes }

  /// Calls `body` with every test.
  public func visitTests(_ body: (Test) -> Void) { forEachTest(body) }

  /// Calls `body` with every test.
  func forEachTest(_ body: (Test) -> Void) {
    switch self {
    case .test(let test): body(test)
    case .unknown: break
    case .not(let condition): condition.forEachTest(body)
    case .and(let conditions), .or(let conditions):
      for condition in conditions { condition.forEachTest(body) }
    }
  }
}

/// Reads `not`, `and` and `or` around tests (Media Queries 4, 3; CSS Conditional 3, 2).
struct ConditionParser<Test: Sendable> {
  /// Reads one test: a block in parentheses or a function, at which the cursor is. `nil` is not a test at all;
  /// `.unknown` is `<general-enclosed>`.
  var parseTest: (inout TokenCursor) -> Condition<Test>?
  /// Whether `or` may be at the outermost level.
  var allowsOr = true
  /// Deeper nesting than this is not a condition, so that hostile input cannot exhaust the stack.
  private let maximumDepth = 64

  /// A condition that takes the whole cursor, or `nil`.
  func parse(_ cursor: TokenCursor) -> Condition<Test>? { parse(cursor, depth: 0) }

  private func parse(_ whole: TokenCursor, depth: Int) -> Condition<Test>? {
    guard depth < maximumDepth else { return nil }
    var cursor = whole.trimmed()
    if cursor.isAtEnd { return nil }
    if cursor.consumeIdent("not") {
      guard cursor.skipWhitespace(), let inner = parseInParentheses(&cursor, depth: depth) else { return nil }
      cursor.skipWhitespace()
      return cursor.isAtEnd ? .not(inner) : nil
    }
    guard let first = parseInParentheses(&cursor, depth: depth) else { return nil }
    var members = [first]
    var isOr: Bool?
    while true {
      // `(…)and (…)` needs no space before the word.
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      let saysOr: Bool
      if cursor.consumeIdent("and") {
        saysOr = false
      } else if allowsOr || depth > 0, cursor.consumeIdent("or") {
        saysOr = true
      } else {
        return nil
      }
      if let isOr, isOr != saysOr { return nil }
      isOr = saysOr
      guard cursor.skipWhitespace(), let next = parseInParentheses(&cursor, depth: depth) else { return nil }
      members.append(next)
    }
    guard cursor.isAtEnd else { return nil }
    guard let isOr else { return first }
    return isOr ? .or(members) : .and(members)
  }

  private func parseInParentheses(_ cursor: inout TokenCursor, depth: Int) -> Condition<Test>? {
    if cursor.peekKind == .leftParenthesis {
      var copy = cursor
      let contents = copy.consumeBlock()
      if let nested = parse(contents, depth: depth + 1) {
        cursor = copy
        return nested
      }
    }
    return parseTest(&cursor)
  }
}
