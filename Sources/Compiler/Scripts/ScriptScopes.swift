import References

/// The names that a script's blocks declare (ECMAScript 2025, 14.2.1): `let`, `const` and `class` once in a block, and not
/// beside a `var` or a function of the same block.
struct ScriptScopes {
  /// The names that are declared twice.
  private(set) var faults: [ScriptFault] = []

  /// How a name is declared.
  struct Declaration: Sendable {
    var isLexical: Bool
    /// A function in a function's own block may be declared twice.
    var isFunction: Bool
    /// The name's bytes.
    var range = 0..<0
  }

  /// The names that the script declares outside of all blocks, which it shares with the page's other scripts.
  var globals: [String: Declaration] { scopes[-1] ?? [:] }

  /// By the token that opens a block, -1 for the script: the names that it declares.
  private var scopes: [Int: [String: Declaration]] = [:]
  /// The tokens that open the blocks around the current token.
  private var open = [-1]

  init(_ scanner: ScriptScanner) {
    let tokens = scanner.tokens
    for index in tokens.indices {
      let token = tokens[index]
      let text = scanner.text(token)
      switch token.kind {
      case .punctuator where ["(", "[", "{"].contains(text): open.append(index)
      case .punctuator where [")", "]", "}"].contains(text): if open.count > 1 { open.removeLast() }
      case .template:
        // A substitution is not a block, and its end no bracket of its own.
        continue
      case .keyword where text == "const" || text == "var": declare(from: index, isLexical: text == "const", scanner)
      case .identifier where text == "let" && isDeclaration(index, scanner):
        declare(from: index, isLexical: true, scanner)
      case .keyword where (text == "class" || text == "function") && isStatement(index, scanner):
        declareStatement(index, isClass: text == "class", scanner)
      default: continue
      }
    }
  }

  private func text(_ index: Int, _ scanner: ScriptScanner) -> String {
    index >= 0 && index < scanner.tokens.count ? scanner.text(scanner.tokens[index]) : ""
  }

  /// Whether `let` begins a declaration: a name follows it, and it is not a member.
  private func isDeclaration(_ index: Int, _ scanner: ScriptScanner) -> Bool {
    let previous = text(index - 1, scanner)
    return index + 1 < scanner.tokens.count && scanner.tokens[index + 1].kind == .identifier && previous != "."
      && previous != "?."
  }

  /// Whether a token begins a statement for certain.
  private func isStatement(_ index: Int, _ scanner: ScriptScanner) -> Bool {
    index == 0 || ["{", "}", ";"].contains(text(index - 1, scanner))
  }

  /// Whether the current block is certainly one of statements: the script's, or behind `)` or `=>`.
  private func isBlock(_ scanner: ScriptScanner) -> Bool {
    guard let opener = open.last, opener >= 0 else { return true }
    guard text(opener, scanner) == "{" else { return false }
    let before = text(opener - 1, scanner)
    return [")", "=>", "else", "try", "finally", "do"].contains(before)
  }

  private mutating func declareStatement(_ index: Int, isClass: Bool, _ scanner: ScriptScanner) {
    guard isBlock(scanner), index + 1 < scanner.tokens.count, scanner.tokens[index + 1].kind == .identifier else {
      return
    }
    declare(index + 1, Declaration(isLexical: isClass, isFunction: !isClass), scanner)
  }

  /// Declares the names behind a `let`, `const` or `var` as far as they are certain: up to the line's end.
  private mutating func declare(from start: Int, isLexical: Bool, _ scanner: ScriptScanner) {
    // The head of a loop is a scope of its own.
    let isHead = open.last.map { $0 >= 0 && text($0, scanner) == "(" && text($0 - 1, scanner) == "for" } ?? false
    guard isHead || isBlock(scanner) else { return }
    var index = start + 1
    var expectsName = true
    while index < scanner.tokens.count {
      let token = scanner.tokens[index]
      let text = scanner.text(token)
      if token.kind == .end || token.followsLineBreak && index > start + 1 && !expectsName { return }
      switch token.kind {
      case .identifier where expectsName:
        declare(index, Declaration(isLexical: isLexical, isFunction: false), scanner)
        expectsName = false
      case .punctuator where ["(", "[", "{"].contains(text):
        guard let close = scanner.closers[index] else { return }
        index = close
        expectsName = false
      case .punctuator where [")", "]", "}", ";"].contains(text): return
      case .punctuator where text == ",": expectsName = true
      case .template: return
      default: if expectsName { return }
      }
      index += 1
    }
  }

  private mutating func declare(_ index: Int, _ declaration: Declaration, _ scanner: ScriptScanner) {
    let name = text(index, scanner)
    let scope = open.last ?? -1
    if let known = scopes[scope]?[name] {
      if known.isLexical || declaration.isLexical {
        faults.append(ScriptFault(message: "`\(name)` is declared twice", range: scanner.tokens[index].range))
      }
      return
    }
    var declaration = declaration
    declaration.range = scanner.tokens[index].range
    scopes[scope, default: [:]][name] = declaration
  }
}
