/// Cuts a script into tokens (ECMAScript 2025, 12): comments, texts, templates, regular expressions, numbers, names and
/// punctuators. It stops at the first fault, since what follows an unclosed text means nothing.
package struct ScriptScanner {
  /// Larger scripts are not looked into, in bytes.
  package static let maximumSize = 4 << 20

  private let bytes: [UInt8]
  private var position = 0
  package private(set) var tokens: [ScriptToken] = []
  package private(set) var fault: ScriptFault?
  /// Whether a `/` was read after a `}` or the like, where only a full parser knows a division from a regular expression:
  /// what is found from there on is not reported.
  package private(set) var isUncertain = false
  /// The open brackets: the byte, its token, and whether a `}` that closes it ends an expression.
  private var open: [(byte: UInt8, token: Int, isExpression: Bool)] = []
  private var lineBreak = false
  /// By closing token, the opening one.
  private var openers: [Int: Int] = [:]
  /// By opening token, the closing one.
  package private(set) var closers: [Int: Int] = [:]

  package static let keywords: Set<String> = [
    "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "export",
    "extends", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "return", "super", "switch",
    "this", "throw", "try", "typeof", "var", "void", "while", "with", "null", "true", "false", "enum",
  ]

  private static let punctuators: [[UInt8]] = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&",
    "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
  ].map { Array($0.utf8) }

  /// Scans a whole script.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0x23, 0x21]) { skipLine() }
    while fault == nil, next() {}
    if fault == nil, let bracket = open.last {
      fault = ScriptFault(
        message: "`\(String(decoding: [bracket.byte], as: UTF8.self))` is not closed",
        range: tokens[bracket.token].range)
    }
    tokens.append(ScriptToken(kind: .end, range: bytes.count..<bytes.count, followsLineBreak: true))
  }

  /// A token's text.
  package func text(_ token: ScriptToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

  /// A text token's characters, where no escape is in it.
  package func literal(_ token: ScriptToken) -> String? {
    guard token.kind == .string, token.range.count >= 2 else { return nil }
    let inner = bytes[token.range.lowerBound + 1..<token.range.upperBound - 1]
    return inner.contains(UInt8(ascii: "\\")) ? nil : String(decoding: inner, as: UTF8.self)
  }

  // MARK: One token

  /// Reads a token; `false` at the end.
  private mutating func next() -> Bool {
    guard skipTrivia(), position < bytes.count else { return false }
    let start = position
    let byte = bytes[position]
    if Self.isNameStart(byte) || byte == UInt8(ascii: "#") && Self.isNameStart(at(position + 1)) {
      return scanName(start)
    }
    if Self.isDigit(byte) || byte == UInt8(ascii: ".") && Self.isDigit(at(position + 1)) { return scanNumber(start) }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return scanString(start, byte)
    case UInt8(ascii: "`"):
      position += 1
      return scanTemplate(start)
    case UInt8(ascii: "/"):
      if startsRegularExpression() { return scanRegularExpression(start) }
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      open.append((byte, tokens.count, byte == UInt8(ascii: "{") && !startsBlock()))
      position += 1
      append(.punctuator, start)
      return true
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return close(byte, start)
    default: break
    }
    for punctuator in Self.punctuators where bytes[position...].starts(with: punctuator) {
      // `a?.5:b` is a conditional.
      if punctuator == [0x3F, 0x2E], Self.isDigit(at(position + 2)) { continue }
      position += punctuator.count
      append(.punctuator, start)
      return true
    }
    guard ";,.?:=+-*/%<>&|^!~@".utf8.contains(byte) else { return fail("unexpected \(character(start))", start) }
    position += 1
    append(.punctuator, start)
    return true
  }

  private func character(_ start: Int) -> String {
    let text = String(decoding: bytes[start..<min(bytes.count, start + 8)], as: UTF8.self)
    return text.unicodeScalars.first.map { "`\($0)`" } ?? "byte"
  }

  private func at(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private mutating func append(_ kind: ScriptToken.Kind, _ start: Int) {
    tokens.append(ScriptToken(kind: kind, range: start..<position, followsLineBreak: lineBreak))
    lineBreak = false
  }

  @discardableResult
  private mutating func fail(_ message: String, _ start: Int) -> Bool {
    fault = ScriptFault(message: message, range: start..<max(start, min(bytes.count, max(position, start + 1))))
    return false
  }

  // MARK: White space and comments (12.2 to 12.4)

  private mutating func skipTrivia() -> Bool {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case 0x0A, 0x0D:
        lineBreak = true
        position += 1
      case 0x20, 0x09, 0x0B, 0x0C: position += 1
      case 0x80... where unicodeSpaceLength > 0:
        if byte == 0xE2, at(position + 2) == 0xA8 || at(position + 2) == 0xA9 { lineBreak = true }
        position += unicodeSpaceLength
      case UInt8(ascii: "/") where at(position + 1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where at(position + 1) == UInt8(ascii: "*"):
        let start = position
        position += 2
        while position < bytes.count, !(bytes[position] == UInt8(ascii: "*") && at(position + 1) == UInt8(ascii: "/")) {
          if bytes[position] == 0x0A { lineBreak = true }
          position += 1
        }
        guard position < bytes.count else {
          position = start + 2
          return fail("the comment is not closed", start)
        }
        position += 2
      // Annex B.1.1: HTML's comments.
      case UInt8(ascii: "<") where bytes[position...].starts(with: "<!--".utf8): skipLine()
      case UInt8(ascii: "-") where (lineBreak || tokens.isEmpty) && bytes[position...].starts(with: "-->".utf8):
        skipLine()
      default: return true
      }
    }
    return true
  }

  /// The bytes of the white space beyond ASCII that is here; 0 for anything else.
  private var unicodeSpaceLength: Int {
    switch (bytes[position], at(position + 1), at(position + 2)) {
    case (0xC2, 0xA0, _): 2
    case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F): 3
    case (0xE1, 0x9A, 0x80), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): 3
    default: 0
    }
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
  }

  // MARK: Names and numbers (12.7, 12.9.3)

  private mutating func scanName(_ start: Int) -> Bool {
    position += 1
    while position < bytes.count, Self.isNamePart(bytes[position]) {
      if bytes[position] >= 0x80, unicodeSpaceLength > 0 { break }
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    var offset = start
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      if scalar.value >= 0x80, !scalar.properties.isIDContinue, scalar.value != 0x200C, scalar.value != 0x200D {
        position = offset + length
        return fail("unexpected `\(scalar)`", offset)
      }
      offset += length
    }
    append(Self.keywords.contains(text) ? .keyword : .identifier, start)
    return true
  }

  private mutating func scanNumber(_ start: Int) -> Bool {
    let isPrefixed = bytes[start] == 0x30 && "xXoObB".utf8.contains(at(start + 1))
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte < 0x80, Self.isNamePart(byte) || byte == UInt8(ascii: ".") {
        position += 1
      } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), !isPrefixed,
        bytes[position - 1] | 0x20 == UInt8(ascii: "e")
      {
        position += 1
      } else {
        break
      }
      // `1..toString()` and `1.5.toFixed()`: a second point ends the number.
      if byte == UInt8(ascii: "."), bytes[start..<position - 1].contains(UInt8(ascii: ".")) {
        position -= 1
        break
      }
    }
    if !isPrefixed {
      var digits = bytes[start..<position].filter { $0 != UInt8(ascii: "_") }
      // `1.toFixed` is an error, `1.0.toFixed` and `2.e3` are none; `n` makes a bigint.
      if digits.last == UInt8(ascii: "n") { digits.removeLast() }
      guard Double(String(decoding: digits + (digits.last == UInt8(ascii: ".") ? [0x30] : []), as: UTF8.self)) != nil
      else { return fail("a number runs into a name", start) }
    }
    append(.number, start)
    return true
  }

  // MARK: Texts, templates, regular expressions (12.9.4 to 12.9.6)

  private mutating func scanString(_ start: Int, _ quote: UInt8) -> Bool {
    position += 1
    while position < bytes.count, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "\\") {
        position += at(position + 1) == 0x0D && at(position + 2) == 0x0A ? 3 : 2
        continue
      }
      if bytes[position] == 0x0A || bytes[position] == 0x0D { return fail("the text is not closed", start) }
      position += 1
    }
    guard position < bytes.count else {
      position = start + 1
      return fail("the text is not closed", start)
    }
    position += 1
    append(.string, start)
    return true
  }

  /// From after a backquote, or after the `}` of a substitution, to the next `${` or the end.
  private mutating func scanTemplate(_ start: Int) -> Bool {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "`"):
        position += 1
        append(.template, start)
        return true
      case UInt8(ascii: "$") where at(position + 1) == UInt8(ascii: "{"):
        position += 2
        open.append((UInt8(ascii: "$"), tokens.count, true))
        append(.template, start)
        return true
      default: position += 1
      }
    }
    position = start + 1
    return fail("the template is not closed", start)
  }

  private mutating func scanRegularExpression(_ start: Int) -> Bool {
    position += 1
    var isInClass = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x0A || byte == 0x0D { break }
      if byte == UInt8(ascii: "\\") {
        position += 2
        continue
      }
      if byte == UInt8(ascii: "[") { isInClass = true }
      if byte == UInt8(ascii: "]") { isInClass = false }
      if byte == UInt8(ascii: "/"), !isInClass {
        position += 1
        while position < bytes.count, Self.isNamePart(bytes[position]) { position += 1 }
        append(.regularExpression, start)
        return true
      }
      position += 1
    }
    position = start + 1
    return fail("the regular expression is not closed", start)
  }

  // MARK: Brackets

  private mutating func close(_ byte: UInt8, _ start: Int) -> Bool {
    position += 1
    let written = String(decoding: [byte], as: UTF8.self)
    guard let bracket = open.last else { return fail("`\(written)` closes nothing", start) }
    if bracket.byte == UInt8(ascii: "$") {
      guard byte == UInt8(ascii: "}") else {
        return fail("`\(written)` appears where `}` of a template is expected", start)
      }
      open.removeLast()
      return scanTemplate(start)
    }
    let expected: UInt8 =
      switch bracket.byte {
      case UInt8(ascii: "("): UInt8(ascii: ")")
      case UInt8(ascii: "["): UInt8(ascii: "]")
      default: UInt8(ascii: "}")
      }
    guard byte == expected else {
      let wanted = String(decoding: [expected], as: UTF8.self)
      return fail("`\(written)` appears where `\(wanted)` is expected", start)
    }
    open.removeLast()
    openers[tokens.count] = bracket.token
    closers[bracket.token] = tokens.count
    wasExpression = bracket.isExpression
    append(.punctuator, start)
    return true
  }

  /// Whether the last `}` ended an expression.
  private var wasExpression = false

  /// Whether a `{` that comes now begins a block (or a function's or class's body) rather than an object.
  private func startsBlock() -> Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .keyword:
      return !["return", "typeof", "in", "instanceof", "new", "void", "delete", "throw", "case", "default"]
        .contains(text(last))
    case .identifier: return true
    case .punctuator: return [")", ";", "{", "}", "=>", ":"].contains(text(last))
    default: return true
    }
  }

  /// Whether a `/` that comes now begins a regular expression (12, "lexical goal").
  private mutating func startsRegularExpression() -> Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .identifier:
      // `yield /x/` and `await /x/` in functions that allow them.
      if ["yield", "await", "of"].contains(text(last)) { isUncertain = true }
      return false
    case .number, .string, .regularExpression: return false
    case .template: return bytes[last.range.upperBound - 1] == UInt8(ascii: "{")
    case .keyword: return !["this", "super", "null", "true", "false"].contains(text(last))
    case .end: return true
    case .punctuator:
      switch text(last) {
      case ")":
        guard let opener = openers[tokens.count - 1], opener > 0 else { return false }
        let before = tokens[opener - 1]
        let isMember = opener > 1 && text(tokens[opener - 2]) == "."
        return before.kind == .keyword && ["if", "while", "for", "with"].contains(text(before)) && !isMember
      case "]": return false
      case "}":
        isUncertain = true
        return !wasExpression
      case "++", "--":
        isUncertain = true
        return false
      default: return true
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || byte >= 0x80 || byte == UInt8(ascii: "\\")
  }
  private static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || isDigit(byte)
  }
}
