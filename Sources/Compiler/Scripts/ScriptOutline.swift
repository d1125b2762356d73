import References

/// What a look over a script's tokens finds: faults of syntax, the names that it defines, and the nodes that it looks up.
///
/// It is not a parser: it says what is certainly wrong (unclosed or crossed brackets, texts, templates, comments and regular
/// expressions, characters that no script has, an operator without an operand, two values without an operator between
/// them, names that are reserved or declared twice) and keeps silent about everything else.
struct ScriptOutline: Sendable {
  /// What is wrong, at most one of the scanner's and those of the tokens before it.
  private(set) var faults: [ScriptFault] = []
  /// The names that may be functions of the page.
  private(set) var names: Set<String> = []
  /// The ids, classes and tags that the script looks up by texts written in it.
  private(set) var identifiers: Set<String> = []
  private(set) var classes: Set<String> = []
  private(set) var tags: Set<String> = []
  /// The names that it declares for the page's other scripts too.
  private(set) var globals: [String: ScriptScopes.Declaration] = [:]

  /// Looks a script over.
  init(_ bytes: [UInt8]) {
    // Of a script beyond the limit nothing is known.
    self.init(ScriptScanner(bytes.count <= ScriptScanner.maximumSize ? bytes : []))
  }

  /// Looks over the tokens of a script.
  init(_ scanner: ScriptScanner) {
    collect(scanner)
    guard !scanner.isUncertain else { return }
    checkOrder(scanner)
    if let fault = scanner.fault { faults.append(fault) }
  }

  private mutating func collect(_ scanner: ScriptScanner) {
    let tokens = scanner.tokens
    for index in tokens.indices {
      let token = tokens[index]
      let after = index + 1 < tokens.count ? scanner.text(tokens[index + 1]) : ""
      switch token.kind {
      case .identifier:
        let name = scanner.text(token)
        let isMethod = after == "(" && definesMethod(index + 1, scanner)
        let isFunction = index > 0 && ["function", "*"].contains(scanner.text(tokens[index - 1]))
        if after != "(" || isMethod || isFunction { names.insert(name) }
        guard after == "(", index + 2 < tokens.count, let argument = scanner.literal(tokens[index + 2]) else {
          continue
        }
        switch name {
        case "getElementById": identifiers.insert(argument)
        case "getElementsByClassName": classes.insert(argument)
        case "getElementsByTagName": tags.insert(argument)
        default: break
        }
      case .string: if let text = scanner.literal(token) { names.insert(text) }
      default: break
      }
    }
  }

  /// Whether the brackets that open at a token are followed by `{`: `open(x) { … }` in a class or object.
  private func definesMethod(_ opener: Int, _ scanner: ScriptScanner) -> Bool {
    guard let close = scanner.closers[opener], close + 1 < scanner.tokens.count else { return false }
    return scanner.text(scanner.tokens[close + 1]) == "{"
  }

  private static let needsOperand: Set<String> = [
    "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??=", "+", "-",
    "/",
    "%", "&&", "||", "??", "==", "===", "!=", "!==", "<", ">", "<=", ">=", "<<", ">>", ">>>", "&", "|", "^", "!", "~",
    "=>", ".", "?.", "...",
  ]

  private mutating func checkOrder(_ scanner: ScriptScanner) {
    let tokens = scanner.tokens
    for index in tokens.indices.dropLast() {
      let (token, next) = (tokens[index], tokens[index + 1])
      // The scanner's own fault comes after its last token.
      if next.kind == .end, scanner.fault != nil { break }
      let following = scanner.text(next)
      let isClosing = next.kind == .end || (next.kind == .punctuator && [")", "]", "}", ";", ","].contains(following))
      switch token.kind {
      case .punctuator where Self.needsOperand.contains(scanner.text(token)) && isClosing:
        let found = next.kind == .end ? "the script's end" : "`\(following)`"
        faults.append(
          ScriptFault(
            message: "expected a value after `\(scanner.text(token))`, found \(found)",
            range: next.kind == .end ? token.range : next.range))
      case .number, .string, .regularExpression, .identifier:
        checkValue(index, followedBy: next, following, scanner)
      case .keyword where index == 0 || ![".", "?."].contains(scanner.text(tokens[index - 1])):
        checkKeyword(scanner.text(token), followedBy: next, following)
        if ["this", "null", "true", "false"].contains(scanner.text(token)) {
          checkValue(index, followedBy: next, following, scanner)
        }
      default: continue
      }
    }
    let scopes = ScriptScopes(scanner)
    faults += scopes.faults
    globals = scopes.globals
  }

  /// Names that say what follows them, so that another name, a text or a number may.
  private static let contextual: Set<String> = [
    "let", "async", "await", "yield", "of", "get", "set", "static", "from", "as", "accessor", "using", "target", "meta",
    "type", "with", "assert",
  ]

  /// Two values in one line with nothing between them.
  private mutating func checkValue(
    _ index: Int, followedBy next: ScriptToken, _ following: String, _ scanner: ScriptScanner
  ) {
    guard !next.followsLineBreak else { return }
    let token = scanner.tokens[index]
    let previous = index > 0 ? scanner.text(scanner.tokens[index - 1]) : ""
    let isMember = previous == "." || previous == "?."
    if token.kind == .identifier, !isMember, Self.contextual.contains(scanner.text(token)) { return }
    // In imports and exports, names come beside each other.
    if previous == "*" || previous == "import" || previous == "export" || previous == "#" { return }
    switch next.kind {
    case .number, .string, .regularExpression: break
    case .identifier: if Self.contextual.contains(following) { return }
    default: return
    }
    faults.append(ScriptFault(message: "two values without an operator between them", range: next.range))
  }

  private mutating func checkKeyword(_ keyword: String, followedBy next: ScriptToken, _ following: String) {
    switch keyword {
    case "if", "while", "switch":
      guard next.kind == .identifier || next.kind == .number || next.kind == .string || following == "{" else { return }
      faults.append(ScriptFault(message: "expected `(` after `\(keyword)`, found `\(following)`", range: next.range))
    case "var", "const", "function", "class":
      if next.kind == .keyword, !(keyword == "class" && following == "extends") {
        faults.append(ScriptFault(message: "`\(following)` is a reserved word and no name", range: next.range))
        return
      }
      guard next.kind == .number || next.kind == .string || next.kind == .end else { return }
      faults.append(
        ScriptFault(
          message: "expected a name after `\(keyword)`" + (next.kind == .end ? "" : ", found `\(following)`"),
          range: next.range))
    default: return
    }
  }
}
