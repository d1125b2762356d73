/// The tokens of a script (ECMA-262, 12 Lexical Grammar), as far as it takes to distinguish strings, regular
/// expressions and comments from calls of functions.
///
/// Whether `/` begins a regular expression follows from the token before it, and behind `)` from the keyword before its
/// `(`. DEVIATION: behind `}` it does where one ends on the line, which only the grammar would show.
struct ScriptTokens {
  enum Kind: UInt8 {
    /// A name, a keyword or a number.
    case word
    /// A string, or a template without substitutions.
    case string
    /// A template's piece beside a substitution, or a regular expression: a value of no known text.
    case value
    /// One byte of punctuation; `?.` is one token.
    case sign
  }

  struct Token {
    var kind: Kind
    /// The bytes, with quotes.
    var range: Range<Int>
  }

  private(set) var tokens: [Token] = []
  private let script: [UInt8]
  private var index = 0
  /// What `{` and `${` opened: whether a template goes on behind `}`.
  private var braces: [Bool] = []
  /// Whether a keyword such as `if` comes before each open `(`.
  private var parentheses: [Bool] = []
  /// Whether the last `)` ended the head of an `if`, `while`, `for` or `with`.
  private var endedHead = false

  init(_ script: [UInt8]) {
    self.script = script
    while index < script.count { next() }
  }

  private func byte(_ offset: Int) -> UInt8 { index + offset < script.count ? script[index + offset] : 0 }

  private mutating func next() {
    let byte = script[index]
    switch byte {
    case 0...0x20: index += 1
    case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"):
      index = script[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? script.count
    case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "/"):
      if mayBeginExpression, let end = endOfExpression() {
        append(.value, to: end)
      } else {
        append(.sign, to: index + 1)
      }
    case UInt8(ascii: "\""), UInt8(ascii: "'"): readString(byte)
    case UInt8(ascii: "`"): readTemplate(from: index + 1)
    case UInt8(ascii: "{"):
      braces.append(false)
      append(.sign, to: index + 1)
    case UInt8(ascii: "}"):
      if braces.popLast() == true {
        readTemplate(from: index + 1)
      } else {
        append(.sign, to: index + 1)
      }
    case UInt8(ascii: "("):
      parentheses.append(tokens.last.map { $0.kind == .word && Self.heads.contains(text($0)) } ?? false)
      append(.sign, to: index + 1)
    case UInt8(ascii: ")"):
      endedHead = parentheses.popLast() ?? false
      append(.sign, to: index + 1)
    case UInt8(ascii: "?") where self.byte(1) == UInt8(ascii: ".") && !(0x30...0x39).contains(self.byte(2)):
      append(.sign, to: index + 2)
    case _ where Self.isWord(byte) || byte == 0x5C: readWord()
    default: append(.sign, to: index + 1)
    }
  }

  private mutating func append(_ kind: Kind, to end: Int) {
    tokens.append(Token(kind: kind, range: index..<end))
    index = end
  }

  private mutating func skipComment() {
    index += 2
    while index < script.count, !(script[index] == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { index += 1 }
    index = min(script.count, index + 2)
  }

  static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F || byte == 0x24
      || byte >= 0x80
  }

  /// A name may hold escapes: `\u0056isit`, `\u{56}isit`.
  private mutating func readWord() {
    var end = index
    while end < script.count, Self.isWord(script[end]) || script[end] == 0x5C {
      if script[end] == 0x5C, end + 2 < script.count, script[end + 1] == UInt8(ascii: "u"),
        script[end + 2] == UInt8(ascii: "{"), let close = script[end...].prefix(12).firstIndex(of: UInt8(ascii: "}"))
      {
        end = close
      }
      end += 1
    }
    append(.word, to: end)
  }

  /// A string ends on its line; one that does not is not a string, and its quote is a token by itself.
  private mutating func readString(_ quote: UInt8) {
    var end = index + 1
    while end < script.count, script[end] != quote, script[end] != 0x0A, script[end] != 0x0D {
      if script[end] == 0x5C {
        // A line may go on behind `\`, whose end is one or two bytes.
        if end + 2 < script.count, script[end + 1] == 0x0D, script[end + 2] == 0x0A { end += 1 }
        end += 1
      }
      end += 1
    }
    if end < script.count, script[end] == quote { append(.string, to: end + 1) } else { append(.sign, to: index + 1) }
  }

  /// A template, or the piece of one behind a substitution.
  private mutating func readTemplate(from start: Int) {
    var end = start
    while end < script.count {
      if script[end] == 0x5C {
        end += 2
      } else if script[end] == UInt8(ascii: "`") {
        append(script[index] == UInt8(ascii: "`") ? .string : .value, to: end + 1)
        return
      } else if script[end] == UInt8(ascii: "$"), end + 1 < script.count, script[end + 1] == UInt8(ascii: "{") {
        braces.append(true)
        append(.value, to: end + 2)
        return
      } else {
        end += 1
      }
    }
    append(.value, to: script.count)
  }

  // MARK: Regular expressions

  private static let heads: Set<String> = ["if", "while", "for", "with"]
  private static let operators: Set<String> = [
    "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "instanceof", "yield",
    "await",
  ]

  private var mayBeginExpression: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .string: return false
    // A piece of a template that a substitution follows ends with `{`.
    case .value: return script[last.range.upperBound - 1] == UInt8(ascii: "{")
    case .word:
      guard Self.operators.contains(text(last)) else { return false }
      // Properties may have keywords' names.
      return tokens.dropLast().last.map { !isPoint($0) } ?? true
    case .sign:
      switch script[last.range.lowerBound] {
      case UInt8(ascii: ")"): return endedHead
      case UInt8(ascii: "]"): return false
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        // `i++ / 2`
        let before = tokens.dropLast().last
        return before.map {
          $0.range.upperBound != last.range.lowerBound || script[$0.range.lowerBound] != script[last.range.lowerBound]
        }
          ?? true
      default: return true
      }
    }
  }

  /// Where the regular expression ends that begins here; `nil` where none ends on the line.
  private func endOfExpression() -> Int? {
    var end = index + 1
    var isInClass = false
    while end < script.count, script[end] != 0x0A, script[end] != 0x0D {
      switch script[end] {
      case 0x5C: end += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        end += 1
        while end < script.count, Self.isWord(script[end]) { end += 1 }
        return end
      default: break
      }
      end += 1
    }
    return nil
  }

  // MARK: Texts

  /// A token's bytes as text, as they are written.
  func text(_ token: Token) -> String { String(decoding: script[token.range], as: UTF8.self) }

  private func isPoint(_ token: Token) -> Bool {
    let last = script[token.range.upperBound - 1]
    return token.kind == .sign && last == UInt8(ascii: ".")
  }

  /// Whether a token is `.` or `?.`.
  func isAccess(at position: Int) -> Bool { tokens.indices.contains(position) && isPoint(tokens[position]) }

  /// Whether a token is a sign.
  func isSign(_ sign: StaticString, at position: Int) -> Bool {
    guard tokens.indices.contains(position), tokens[position].kind == .sign else { return false }
    return sign.withUTF8Buffer { script[tokens[position].range].elementsEqual($0) }
  }

  /// Whether a token is a name, escapes in it resolved.
  func isWord(_ name: StaticString, at position: Int) -> Bool {
    guard tokens.indices.contains(position), tokens[position].kind == .word else { return false }
    let written = script[tokens[position].range]
    return name.withUTF8Buffer { name in
      written.contains(0x5C) ? Self.unescaped(written)?.elementsEqual(name) ?? false : written.elementsEqual(name)
    }
  }

  /// The text of a string, escapes resolved (ECMA-262, 12.9.4.3 SV); `nil` for one that is none.
  func value(_ token: Token) -> String? {
    Self.unescaped(script[(token.range.lowerBound + 1)..<(token.range.upperBound - 1)])
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func unescaped(_ written: ArraySlice<UInt8>) -> [UInt8]? {
    guard written.contains(0x5C) else { return Array(written) }
    var units: [UInt16] = []
    var rest = written
    while let slash = rest.firstIndex(of: 0x5C) {
      units += String(decoding: rest[..<slash], as: UTF8.self).utf16
      rest = rest[(slash + 1)...]
      guard let sign = rest.popFirst() else { return nil }
      switch sign {
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "v"): units.append(0x0B)
      case 0x0A: break
      case 0x0D: if rest.first == 0x0A { rest.removeFirst() }
      case UInt8(ascii: "x"):
        guard rest.count >= 2, let value = hexadecimal(rest.prefix(2)) else { return nil }
        units.append(UInt16(value))
        rest = rest.dropFirst(2)
      case UInt8(ascii: "u"):
        var digits = rest.prefix(4)
        var length = digits.count
        if rest.first == UInt8(ascii: "{") {
          guard let close = rest.prefix(10).firstIndex(of: UInt8(ascii: "}")) else { return nil }
          digits = rest[(rest.startIndex + 1)..<close]
          length = close - rest.startIndex + 1
        }
        guard digits.count == 4 || digits.count < length, let value = hexadecimal(digits), value <= 0x10FFFF else {
          return nil
        }
        if value >= 0x10000 {
          units += [UInt16(0xD800 + (value - 0x10000) >> 10), UInt16(0xDC00 + (value - 0x10000) & 0x3FF)]
        } else {
          units.append(UInt16(value))
        }
        rest = rest.dropFirst(length)
      case 0x30...0x37:
        // `\0`, and what old scripts write in octal digits.
        var value = Int(sign - 0x30)
        while let digit = rest.first, (0x30...0x37).contains(digit), value * 8 + Int(digit - 0x30) < 256 {
          value = value * 8 + Int(digit - 0x30)
          rest.removeFirst()
        }
        units.append(UInt16(value))
      default:
        if sign < 0x80 {
          units.append(UInt16(sign))
        } else {
          // The first byte of several belongs to what follows.
          rest = written[(rest.startIndex - 1)...]
        }
      }
    }
    units += String(decoding: rest, as: UTF8.self).utf16
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 8 else { return nil }
    var value = 0
    for byte in digits {
      switch byte {
      case 0x30...0x39: value = value * 16 + Int(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: value = value * 16 + Int((byte | 0x20) - 0x61 + 10)
      default: return nil
      }
    }
    return value
  }
}
