/// CSS Syntax 3, 4.3: the tokenizer, on bytes of UTF-8.
///
/// Input preprocessing (3.3) happens on the way: CR, CRLF and FF count as newlines, NUL becomes U+FFFD in texts.
struct Tokenizer {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let count: Int
  private let lineComments: Bool
  private var position = 0
  /// The texts of tokens with escapes.
  private(set) var unescaped: [UInt8] = []
  /// The tokens, in memory that is the caller's to free.
  private(set) var tokens: UnsafeMutablePointer<Token>
  private(set) var tokenCount = 0
  private var capacity: Int
  /// The innermost opening token that waits for its closing one, whose ``Token/match`` is the one around it meanwhile.
  private var innermost = UInt32.max

  init(bytes: UnsafeBufferPointer<UInt8>, lineComments: Bool) {
    self.bytes = bytes
    self.count = bytes.count
    self.lineComments = lineComments
    capacity = bytes.count / 4 + 8
    tokens = .allocate(capacity: capacity)
  }

  /// Tokenizes everything.
  mutating func run() {
    var afterComment = false
    while position < count {
      if !afterComment {
        readPlainTokens()
        if position >= count { break }
      }
      if bytes[position] == 0x2F, skipComment() {
        afterComment = true
        continue
      }
      var token = consumeToken()
      if afterComment {
        token.flags.insert(.afterComment)
        afterComment = false
      }
      switch token.kind {
      case .function, .leftParenthesis, .leftBracket, .leftBrace:
        token.match = innermost
        innermost = UInt32(truncatingIfNeeded: tokenCount)
      case .rightParenthesis, .rightBracket, .rightBrace: close(token.kind)
      default: break
      }
      append(token)
    }
    while innermost != .max { innermost = matchInnermost() }
  }

  /// Reads tokens up to one that needs more than a look at its own bytes: an escape, a string, a comment, a sign before a
  /// number and the like, which ``consumeToken()`` reads.
  ///
  /// OPTIMIZATION: nearly all of a sheet, in one loop over locals.
  private mutating func readPlainTokens() {
    guard let base = bytes.baseAddress else { return }
    // 256 bytes: every byte is an index.
    let classes = Self.classes.utf8Start
    let count = count
    var position = position
    var index = tokenCount
    var capacity = capacity
    var memory = tokens
    defer {
      self.position = position
      tokenCount = index
    }
    while position < count {
      let first = base[position]
      var end = position + 1
      var token: Token
      switch first {
      case UInt8(ascii: ":"): token = Token(.colon, start: position, end: end)
      case UInt8(ascii: ";"): token = Token(.semicolon, start: position, end: end)
      case UInt8(ascii: ","): token = Token(.comma, start: position, end: end)
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
        while end < count, classes[Int(base[end])] & 4 != 0 { end += 1 }
        token = Token(.whitespace, start: position, end: end)
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
        let kind: TokenKind =
          first == UInt8(ascii: "{") ? .leftBrace : first == UInt8(ascii: "(") ? .leftParenthesis : .leftBracket
        token = Token(kind, start: position, end: end)
        token.match = innermost
        innermost = UInt32(truncatingIfNeeded: index)
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        let kind: TokenKind =
          first == UInt8(ascii: "}") ? .rightBrace : first == UInt8(ascii: ")") ? .rightParenthesis : .rightBracket
        tokenCount = index
        close(kind)
        token = Token(kind, start: position, end: end)
      case UInt8(ascii: "."), UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "="),
        UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "|"), UInt8(ascii: "$"), UInt8(ascii: "&"):
        if first == UInt8(ascii: "."), end < count, Self.isDigit(base[end]) {
          guard let number = plainNumber(base, count, position) else { return }
          token = number
          end = Int(token.end)
        } else {
          token = Token(.delim, start: position, end: end)
          token.match = UInt32(first)
        }
      case UInt8(ascii: "#"):
        guard end < count else { return }
        let next = base[end]
        // Of what begins with a hyphen more decides whether it is an id.
        guard classes[Int(next)] & 1 != 0, next != UInt8(ascii: "-") else { return }
        while end < count, classes[Int(base[end])] & 1 != 0 { end += 1 }
        if end < count, base[end] == 0x5C || base[end] == 0 { return }
        token = Token(.hash, start: position, end: end)
        token.textStart = token.start &+ 1
        token.textEnd = token.end
        if classes[Int(next)] & 2 != 0 { token.flags.insert(.id) }
      case 0x30...0x39:
        guard let number = plainNumber(base, count, position) else { return }
        token = number
        end = Int(token.end)
      default:
        if first == UInt8(ascii: "-") {
          // A name with a hyphen before it, no number and not `-->`.
          guard end < count else { return }
          let next = base[end]
          let isName =
            classes[Int(next)] & 3 == 3
            || next == UInt8(ascii: "-") && end + 1 < count && base[end + 1] != UInt8(ascii: ">")
          guard isName else { return }
        } else {
          guard classes[Int(first)] & 3 == 3 else { return }
        }
        while end < count, classes[Int(base[end])] & 1 != 0 { end += 1 }
        let next = end < count ? base[end] : 0x20
        if next == 0x5C || next == 0 { return }
        token = Token(.ident, start: position, end: end)
        token.textStart = token.start
        token.textEnd = token.end
        if next == UInt8(ascii: "(") {
          // `url(` may be more than a function.
          if end - position == 3, base[position] | 0x20 == 0x75 { return }
          end += 1
          token.kind = .function
          token.end &+= 1
          token.match = innermost
          innermost = UInt32(truncatingIfNeeded: index)
        }
      }
      if index == capacity {
        tokenCount = index
        grow()
        (memory, capacity) = (tokens, self.capacity)
      }
      (memory + index).initialize(to: token)
      index += 1
      position = end
    }
  }

  /// A number without a sign and an exponent, of up to 15 digits, with its unit; `nil` for any other.
  @inline(__always)
  private func plainNumber(_ base: UnsafePointer<UInt8>, _ count: Int, _ start: Int) -> Token? {
    let classes = Self.classes.utf8Start
    var position = start
    var mantissa: UInt64 = 0
    while position < count, Self.isDigit(base[position]) {
      mantissa = mantissa &* 10 &+ UInt64(base[position] &- 0x30)
      position += 1
    }
    var scale = 0
    if position + 1 < count, base[position] == UInt8(ascii: "."), Self.isDigit(base[position + 1]) {
      position += 1
      let fraction = position
      while position < count, Self.isDigit(base[position]) {
        mantissa = mantissa &* 10 &+ UInt64(base[position] &- 0x30)
        position += 1
      }
      scale = position - fraction
    }
    guard position - start <= 15 else { return nil }
    var token = Token(.number, start: start, end: position)
    if scale == 0 { token.flags.insert(.integer) }
    // Both are exact, so that the quotient is the correctly rounded value.
    token.number = scale == 0 ? Double(mantissa) : Double(mantissa) / Self.powerOfTen(scale)
    guard position < count else { return token }
    let next = base[position]
    if next == UInt8(ascii: "%") {
      token.kind = .percentage
      token.end &+= 1
      return token
    }
    if classes[Int(next)] & 3 == 3 {
      if next | 0x20 == UInt8(ascii: "e"), position + 1 < count {
        let after = base[position + 1]
        if Self.isDigit(after) || after == UInt8(ascii: "+") || after == UInt8(ascii: "-") { return nil }
      }
      var end = position + 1
      while end < count, classes[Int(base[end])] & 1 != 0 { end += 1 }
      if end < count, base[end] == 0x5C || base[end] == 0 { return nil }
      token.kind = .dimension
      token.textStart = token.end
      token.textEnd = UInt32(truncatingIfNeeded: end)
      token.end = token.textEnd
      return token
    }
    return next == UInt8(ascii: "-") || next == 0x5C || next == 0 ? nil : token
  }

  @inline(__always)
  private mutating func append(_ token: Token) {
    if tokenCount == capacity { grow() }
    (tokens + tokenCount).initialize(to: token)
    tokenCount += 1
  }

  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Token>.allocate(capacity: capacity)
    larger.moveInitialize(from: tokens, count: tokenCount)
    tokens.deallocate()
    tokens = larger
  }

  /// Pairs a closing token that is about to be appended with the innermost open one, where the two belong together.
  private mutating func close(_ kind: TokenKind) {
    guard innermost != .max else { return }
    let closing: TokenKind =
      switch tokens[Int(innermost)].kind {
      case .leftBracket: .rightBracket
      case .leftBrace: .rightBrace
      default: .rightParenthesis
      }
    if closing == kind { innermost = matchInnermost() }
  }

  /// Lets the innermost open token end at the next place; the token around it.
  private mutating func matchInnermost() -> UInt32 {
    let outer = tokens[Int(innermost)].match
    tokens[Int(innermost)].match = UInt32(truncatingIfNeeded: tokenCount)
    return outer
  }

  @inline(__always)
  private func byte(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return index < count ? bytes[index] : 0
  }

  @inline(__always)
  private func has(_ offset: Int) -> Bool { position + offset < count }

  /// 4.3.2 Consume comments.
  private mutating func skipComment() -> Bool {
    guard bytes[position] == 0x2F, has(1) else { return false }
    if bytes[position + 1] == 0x2A {
      var index = position + 2
      while index + 1 < count, !(bytes[index] == 0x2A && bytes[index + 1] == 0x2F) { index += 1 }
      position = index + 1 < count ? index + 2 : count
      return true
    }
    if lineComments, bytes[position + 1] == 0x2F {
      var index = position + 2
      while index < count, !Self.isNewline(bytes[index]) { index += 1 }
      position = index
      return true
    }
    return false
  }

  /// 4.3.1 Consume a token.
  private mutating func consumeToken() -> Token {
    let start = position
    let first = bytes[position]
    switch first {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
      position += 1
      while position < count, Self.isWhitespace(bytes[position]) { position += 1 }
      return Token(.whitespace, start: start, end: position)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return consumeString(quote: first)
    case UInt8(ascii: "#"):
      position += 1
      guard position < count, Self.isName(bytes[position]) || startsEscape() else { return delim(first, start) }
      let isID = startsIdent()
      var token = Token(.hash, start: start, end: start)
      consumeName(into: &token)
      if isID { token.flags.insert(.id) }
      return token
    case UInt8(ascii: "("): return single(.leftParenthesis)
    case UInt8(ascii: ")"): return single(.rightParenthesis)
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      return startsNumber() ? consumeNumeric() : singleDelim(first)
    case UInt8(ascii: ","): return single(.comma)
    case UInt8(ascii: "-"):
      if startsNumber() { return consumeNumeric() }
      if byte(1) == 0x2D, byte(2) == 0x3E, has(2) {
        position += 3
        return Token(.cdc, start: start, end: position)
      }
      return startsIdent() ? consumeIdentLike() : singleDelim(first)
    case UInt8(ascii: ":"): return single(.colon)
    case UInt8(ascii: ";"): return single(.semicolon)
    case UInt8(ascii: "<"):
      if has(3), byte(1) == 0x21, byte(2) == 0x2D, byte(3) == 0x2D {
        position += 4
        return Token(.cdo, start: start, end: position)
      }
      return singleDelim(first)
    case UInt8(ascii: "@"):
      position += 1
      guard startsIdent() else { return delim(first, start) }
      var token = Token(.atKeyword, start: start, end: start)
      consumeName(into: &token)
      return token
    case UInt8(ascii: "["): return single(.leftBracket)
    case UInt8(ascii: "\\"): return startsEscape() ? consumeIdentLike() : singleDelim(first)
    case UInt8(ascii: "]"): return single(.rightBracket)
    case UInt8(ascii: "{"): return single(.leftBrace)
    case UInt8(ascii: "}"): return single(.rightBrace)
    case 0x30...0x39: return consumeNumeric()
    default:
      return Self.isNameStart(first) ? consumeIdentLike() : singleDelim(first)
    }
  }

  private mutating func single(_ kind: TokenKind) -> Token {
    position += 1
    return Token(kind, start: position - 1, end: position)
  }

  private mutating func singleDelim(_ byte: UInt8) -> Token {
    position += 1
    return delim(byte, position - 1)
  }

  private func delim(_ byte: UInt8, _ start: Int) -> Token {
    var token = Token(.delim, start: start, end: start + 1)
    token.match = UInt32(byte)
    return token
  }

  // MARK: Strings and URLs

  /// 4.3.5 Consume a string token.
  private mutating func consumeString(quote: UInt8) -> Token {
    let start = position
    position += 1
    let textStart = position
    // OPTIMIZATION: a string without escapes stays in the source.
    while position < count {
      let byte = bytes[position]
      if byte == quote {
        var token = Token(.string, start: start, end: position + 1)
        token.textStart = UInt32(textStart)
        token.textEnd = UInt32(position)
        position += 1
        return token
      }
      if byte == 0x5C || byte == 0 { break }
      if Self.isNewline(byte) { return Token(.badString, start: start, end: position) }
      position += 1
    }
    var token = Token(.string, start: start, end: start)
    token.flags.insert(.escaped)
    token.textStart = UInt32(unescaped.count)
    unescaped.append(contentsOf: bytes[textStart..<position])
    loop: while true {
      guard position < count else {
        token.flags.insert(.unterminated)
        break
      }
      let byte = bytes[position]
      switch byte {
      case quote:
        position += 1
        break loop
      case 0x0A, 0x0C, 0x0D:
        unescaped.removeLast(unescaped.count - Int(token.textStart))
        return Token(.badString, start: start, end: position)
      case 0x5C:
        position += 1
        guard position < count else { continue }
        if Self.isNewline(bytes[position]) { skipNewline() } else { consumeEscape() }
      case 0:
        appendReplacement()
        position += 1
      default:
        unescaped.append(byte)
        position += 1
      }
    }
    token.textEnd = UInt32(unescaped.count)
    token.end = UInt32(position)
    return token
  }

  /// 4.3.6 Consume a url token; the position is past `url(`.
  private mutating func consumeURL(start: Int) -> Token {
    while position < count, Self.isWhitespace(bytes[position]) { position += 1 }
    var token = Token(.url, start: start, end: start)
    token.flags.insert(.escaped)
    token.textStart = UInt32(unescaped.count)
    loop: while true {
      guard position < count else {
        token.flags.insert(.unterminated)
        break
      }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: ")"):
        position += 1
        break loop
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
        while position < count, Self.isWhitespace(bytes[position]) { position += 1 }
        if position >= count {
          token.flags.insert(.unterminated)
          break loop
        }
        if bytes[position] == UInt8(ascii: ")") {
          position += 1
          break loop
        }
        return consumeBadURL(token, start)
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), 0x01...0x08, 0x0B, 0x0E...0x1F, 0x7F:
        return consumeBadURL(token, start)
      case 0x5C:
        guard startsEscape() else { return consumeBadURL(token, start) }
        position += 1
        consumeEscape()
      case 0:
        appendReplacement()
        position += 1
      default:
        unescaped.append(byte)
        position += 1
      }
    }
    token.textEnd = UInt32(unescaped.count)
    token.end = UInt32(position)
    return token
  }

  /// 4.3.14 Consume the remnants of a bad url.
  private mutating func consumeBadURL(_ token: Token, _ start: Int) -> Token {
    unescaped.removeLast(unescaped.count - Int(token.textStart))
    while position < count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ")") {
        position += 1
        break
      }
      position += byte == 0x5C && startsEscape() ? 2 : 1
    }
    position = Swift.min(position, count)
    return Token(.badURL, start: start, end: position)
  }

  // MARK: Names

  /// 4.3.4 Consume an ident-like token.
  private mutating func consumeIdentLike() -> Token {
    let start = position
    var token = Token(.ident, start: start, end: start)
    consumeName(into: &token)
    guard position < count, bytes[position] == UInt8(ascii: "(") else { return token }
    position += 1
    token.kind = .function
    token.end = UInt32(position)
    if isURL(token) {
      var index = position
      while index < count, Self.isWhitespace(bytes[index]) { index += 1 }
      if index >= count || (bytes[index] != UInt8(ascii: "\"") && bytes[index] != UInt8(ascii: "'")) {
        return consumeURL(start: start)
      }
    }
    return token
  }

  private func isURL(_ token: Token) -> Bool {
    guard token.textEnd - token.textStart == 3 else { return false }
    let at = Int(token.textStart)
    return token.flags.contains(.escaped)
      ? unescaped[at] | 0x20 == 0x75 && unescaped[at + 1] | 0x20 == 0x72 && unescaped[at + 2] | 0x20 == 0x6C
      : bytes[at] | 0x20 == 0x75 && bytes[at + 1] | 0x20 == 0x72 && bytes[at + 2] | 0x20 == 0x6C
  }

  /// 4.3.12 Consume an ident sequence, as the text of a token that ends with it.
  private mutating func consumeName(into token: inout Token) {
    let textStart = position
    // OPTIMIZATION: a name without escapes stays in the source.
    while position < count, Self.isPlainName(bytes[position]) { position += 1 }
    if position >= count || !(bytes[position] == 0 || startsEscape()) {
      token.textStart = UInt32(textStart)
      token.textEnd = UInt32(position)
      token.end = UInt32(position)
      return
    }
    token.flags.insert(.escaped)
    token.textStart = UInt32(unescaped.count)
    unescaped.append(contentsOf: bytes[textStart..<position])
    while position < count {
      let byte = bytes[position]
      if byte == 0 {
        appendReplacement()
        position += 1
      } else if Self.isPlainName(byte) {
        unescaped.append(byte)
        position += 1
      } else if startsEscape() {
        position += 1
        consumeEscape()
      } else {
        break
      }
    }
    token.textEnd = UInt32(unescaped.count)
    token.end = UInt32(position)
  }

  /// 4.3.8 Check if two code points are a valid escape, at the position.
  private func startsEscape() -> Bool {
    guard byte() == 0x5C, position < count else { return false }
    // A backslash at the very end is an escape of U+FFFD.
    return !has(1) || !Self.isNewline(bytes[position + 1])
  }

  /// 4.3.9 Check if three code points would start an ident sequence, at the position.
  private func startsIdent() -> Bool {
    guard position < count else { return false }
    let first = bytes[position]
    if first == UInt8(ascii: "-") {
      guard has(1) else { return false }
      let second = bytes[position + 1]
      if second == UInt8(ascii: "-") || Self.isNameStart(second) { return true }
      return second == 0x5C && (!has(2) || !Self.isNewline(bytes[position + 2]))
    }
    return Self.isNameStart(first) || startsEscape()
  }

  /// 4.3.7 Consume an escaped code point; the position is past the backslash.
  private mutating func consumeEscape() {
    guard position < count else {
      appendReplacement()
      return
    }
    var value: UInt32 = 0
    var digits = 0
    while digits < 6, position < count, let digit = Self.hexValue(bytes[position]) {
      value = value << 4 | UInt32(digit)
      digits += 1
      position += 1
    }
    if digits > 0 {
      if position < count, Self.isWhitespace(bytes[position]) { skipNewline() }
      guard value != 0, let scalar = Unicode.Scalar(value) else {
        appendReplacement()
        return
      }
      unescaped.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)  // every scalar has a UTF-8 form
      return
    }
    if bytes[position] == 0 {
      appendReplacement()
      position += 1
      return
    }
    // One code point: a leading byte and its continuations.
    repeat {
      unescaped.append(bytes[position])
      position += 1
    } while position < count && bytes[position] & 0xC0 == 0x80
  }

  /// Passes one white-space character; CRLF is one.
  private mutating func skipNewline() {
    if bytes[position] == 0x0D, has(1), bytes[position + 1] == 0x0A { position += 1 }
    position += 1
  }

  private mutating func appendReplacement() {
    unescaped.append(contentsOf: [0xEF, 0xBF, 0xBD])
  }

  // MARK: Numbers

  /// 4.3.10 Check if three code points would start a number, at the position.
  private func startsNumber() -> Bool {
    var index = position
    if bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
    if index < count, bytes[index] == UInt8(ascii: ".") { index += 1 }
    return index < count && Self.isDigit(bytes[index])
  }

  /// 4.3.3 Consume a numeric token.
  private mutating func consumeNumeric() -> Token {
    var token = Token(.number, start: position, end: position)
    consumeNumber(into: &token)
    if position < count {
      let next = bytes[position]
      if next == UInt8(ascii: "%") {
        position += 1
        token.kind = .percentage
        token.end = UInt32(position)
      } else if Self.isNameStart(next) || next == UInt8(ascii: "-") || next == 0x5C {
        if startsIdent() {
          token.kind = .dimension
          consumeName(into: &token)
        }
      }
    }
    return token
  }

  /// 4.3.13 Consume a number.
  private mutating func consumeNumber(into token: inout Token) {
    let start = position
    var isNegative = false
    if bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
      isNegative = bytes[position] == UInt8(ascii: "-")
      token.flags.insert(.signed)
      position += 1
    }
    var mantissa: UInt64 = 0
    var digits = 0
    var scale = 0
    while position < count, Self.isDigit(bytes[position]) {
      mantissa = mantissa &* 10 &+ UInt64(bytes[position] - 0x30)
      digits += mantissa == 0 ? 0 : 1
      position += 1
    }
    token.flags.insert(.integer)
    if byte() == UInt8(ascii: "."), has(1), Self.isDigit(bytes[position + 1]) {
      token.flags.remove(.integer)
      position += 1
      while position < count, Self.isDigit(bytes[position]) {
        mantissa = mantissa &* 10 &+ UInt64(bytes[position] - 0x30)
        digits += mantissa == 0 ? 0 : 1
        scale += 1
        position += 1
      }
    }
    if byte() | 0x20 == UInt8(ascii: "e"), position < count {
      var index = position + 1
      if index < count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      if index < count, Self.isDigit(bytes[index]) {
        token.flags.remove(.integer)
        while index < count, Self.isDigit(bytes[index]) { index += 1 }
        position = index
        digits = .max
      }
    }
    token.end = UInt32(position)
    // OPTIMIZATION: up to 15 digits and 10^22 the quotient of two exact doubles is the correctly rounded value.
    if digits <= 15, scale <= 22 {
      let value = Double(mantissa) / Self.powerOfTen(scale)
      token.number = isNegative ? -value : value
    } else {
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      let value = Double(text.first == "+" ? String(text.dropFirst()) : text) ?? 0
      token.number = value.isInfinite ? (value < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude) : value
    }
  }

  /// 10 to a power from 0 to 22: exact in a double.
  private static func powerOfTen(_ exponent: Int) -> Double {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1_000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    default: powerOfTen(exponent - 6) * 1_000_000
    }
  }

  // MARK: Classes of bytes

  /// Facts about each byte as bits of a letter: 1 is part of a name as it is, 2 begins one (letters, `_`, NUL, which
  /// becomes U+FFFD, and all of non-ASCII), 4 is white space, 8 a digit.
  private static var classes: StaticString {
    """
    B@@@@@@@@DD@DD@@@@@@@@@@@@@@@@@@D@@@@@@@@@@@@A@@IIIIIIIIII@@@@@@\
    @CCCCCCCCCCCCCCCCCCCCCCCCCC@@@@C@CCCCCCCCCCCCCCCCCCCCCCCCCC@@@@@\
    CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC\
    CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC
    """
  }

  @inline(__always)
  private static func isOf(_ mask: UInt8, _ byte: UInt8) -> Bool {
    // A literal of 256 ASCII characters: every byte is an index.
    classes.utf8Start[Int(byte)] & mask != 0
  }

  @inline(__always)
  private static func isWhitespace(_ byte: UInt8) -> Bool { isOf(4, byte) }

  @inline(__always)
  private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  private static func isNameStart(_ byte: UInt8) -> Bool { isOf(2, byte) }

  @inline(__always)
  private static func isName(_ byte: UInt8) -> Bool { isOf(3, byte) }

  /// What a name may hold as it is.
  @inline(__always)
  private static func isPlainName(_ byte: UInt8) -> Bool { isOf(1, byte) }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
