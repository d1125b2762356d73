import Names

// HTML, sections 13.2.5.1 to 13.2.5.5 and what follows each: characters between tags.
extension Tokenizer {
  /// Data state (13.2.5.1).
  mutating func consumeData() {
    let end = input.count
    var start = position
    var run = TextRun(at: start)
    var offset = start
    while true {
      offset = skipPlainText(offset)
      guard offset < end else {
        if !emitCharacters(&run, from: start, to: end) { emitEndOfFile() }
        return
      }
      switch input[offset] {
      case 0x3C:
        if isMarkup(at: offset) {
          if emitCharacters(&run, from: start, to: offset) { return }
          if consumeMarkup() { return }
          start = position
          offset = start
          run = TextRun(at: start)
        } else {
          offset += 1
        }
      case 0x26:
        offset = consumeCharacterReference(&run, at: offset, inAttribute: false)
      case 0x0D:
        offset = collectNewline(&run, at: offset)
      default:
        if emitCharacters(&run, from: start, to: offset) { return }
        report(.unexpectedNullCharacter, offset, offset + 1)
        emitNullCharacter(at: offset)
        return
      }
    }
  }

  /// The next offset of a `<`, `&`, carriage return or U+0000, or the end.
  @inline(__always)
  private func skipPlainText(_ start: Int) -> Int {
    let end = input.count
    var offset = start
    // OPTIMIZATION: eight bytes at a time.
    while offset + 8 <= end, let base = input.baseAddress {
      let word = UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
      let found =
        hasZero(word ^ 0x3C3C_3C3C_3C3C_3C3C) | hasZero(word ^ 0x2626_2626_2626_2626)
        | hasZero(word ^ 0x0D0D_0D0D_0D0D_0D0D) | hasZero(word)
      if found != 0 { break }
      offset += 8
    }
    while offset < end {
      let byte = input[offset]
      if byte <= 0x3C, byte == 0x3C || byte == 0x26 || byte == 0x0D || byte == 0 { break }
      offset += 1
    }
    return offset
  }

  /// Not zero exactly where a byte of the word is zero.
  @inline(__always)
  private func hasZero(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Whether `<` begins markup; where it is mere text, the error of the tag open state (13.2.5.6) or end tag open
  /// state (13.2.5.7) is reported.
  private mutating func isMarkup(at offset: Int) -> Bool {
    guard offset + 1 < input.count else {
      report(.eofBeforeTagName, offset, offset + 1)
      return false
    }
    let next = input[offset + 1]
    if ASCII.isLetter(next) || next == 0x21 || next == 0x3F { return true }
    if next == 0x2F {
      if offset + 2 < input.count { return true }
      report(.eofBeforeTagName, offset, offset + 2)
      return false
    }
    report(.invalidFirstCharacterOfTagName, offset + 1, offset + 2)
    return false
  }

  /// Tag open state (13.2.5.6) at a `<` that begins markup. Returns whether there is a token.
  private mutating func consumeMarkup() -> Bool {
    let start = position
    switch input[start + 1] {
    case 0x21:  // !
      return consumeMarkupDeclaration(at: start)
    case 0x3F:  // ?
      report(.unexpectedQuestionMarkInsteadOfTagName, start + 1, start + 2)
      consumeBogusComment(at: start, dataFrom: start + 1)
      return true
    case 0x2F:  // /
      let next = input[start + 2]
      if ASCII.isLetter(next) {
        consumeTag(at: start, nameFrom: start + 2, isEndTag: true)
        return true
      }
      if next == 0x3E {
        report(.missingEndTagName, start, start + 3)
        position = start + 3
        return false
      }
      report(.invalidFirstCharacterOfTagName, start + 2, start + 3)
      consumeBogusComment(at: start, dataFrom: start + 2)
      return true
    default:
      consumeTag(at: start, nameFrom: start + 1, isEndTag: false)
      return true
    }
  }

  /// RCDATA state (13.2.5.2) and RAWTEXT state (13.2.5.3), with their less-than sign and end tag states.
  mutating func consumeRawText(decodesReferences: Bool) {
    let start = position
    let end = input.count
    var run = TextRun(at: start)
    var offset = start
    while offset < end {
      switch input[offset] {
      case 0x3C where isAppropriateEndTag(at: offset):
        state = .data
        if emitCharacters(&run, from: start, to: offset) { return }
        consumeTag(at: offset, nameFrom: offset + 2, isEndTag: true)
        return
      case 0x26 where decodesReferences:
        offset = consumeCharacterReference(&run, at: offset, inAttribute: false)
      case 0x0D:
        offset = collectNewline(&run, at: offset)
      case 0:
        report(.unexpectedNullCharacter, offset, offset + 1)
        collectReplacement(&run, at: offset)
        offset += 1
      default:
        offset += 1
      }
    }
    if !emitCharacters(&run, from: start, to: end) { emitEndOfFile() }
  }

  /// PLAINTEXT state (13.2.5.5).
  mutating func consumePlaintext() {
    let start = position
    let end = input.count
    var run = TextRun(at: start)
    var offset = start
    while offset < end {
      switch input[offset] {
      case 0x0D:
        offset = collectNewline(&run, at: offset)
      case 0:
        report(.unexpectedNullCharacter, offset, offset + 1)
        collectReplacement(&run, at: offset)
        offset += 1
      default:
        offset += 1
      }
    }
    if !emitCharacters(&run, from: start, to: end) { emitEndOfFile() }
  }

  /// CDATA section state (13.2.5.69) and its bracket and end states.
  mutating func consumeCDATASection() {
    let start = position
    let end = input.count
    var run = TextRun(at: start)
    var offset = start
    while offset < end {
      switch input[offset] {
      case 0x5D where offset + 2 < end && input[offset + 1] == 0x5D && input[offset + 2] == 0x3E:
        state = .data
        let isEmpty = !emitCharacters(&run, from: start, to: offset)
        position = offset + 3
        if isEmpty { consumeData() }
        return
      case 0x0D:
        offset = collectNewline(&run, at: offset)
      case 0:
        if !emitCharacters(&run, from: start, to: offset) { emitNullCharacter(at: offset) }
        return
      default:
        offset += 1
      }
    }
    report(.eofInCDATA, end, end)
    if !emitCharacters(&run, from: start, to: end) { emitEndOfFile() }
    state = .data
  }

  /// Script data state (13.2.5.4) with its escaped and double escaped states (13.2.5.15 to 13.2.5.31).
  mutating func consumeScriptData() {
    enum Escape { case none, escaped, doubleEscaped }
    let start = position
    let end = input.count
    var run = TextRun(at: start)
    var offset = start
    var escape = Escape.none
    /// How many dashes are directly before: the dash (1) and dash dash (2) states.
    var dashes = 0
    while offset < end {
      let byte = input[offset]
      switch byte {
      case 0x2D where escape != .none:
        dashes = min(2, dashes + 1)
        offset += 1
        continue
      case 0x3E where dashes == 2:
        escape = .none
        offset += 1
      case 0x3C:
        if escape != .doubleEscaped, isAppropriateEndTag(at: offset) {
          state = .data
          if emitCharacters(&run, from: start, to: offset) { return }
          consumeTag(at: offset, nameFrom: offset + 2, isEndTag: true)
          return
        }
        switch escape {
        case .none:
          if matches("<!--", at: offset) {
            escape = .escaped
            dashes = 2
            offset += 4
            continue
          }
          offset += 1
        case .escaped:
          // Script data double escape start state (13.2.5.26).
          offset += 1
          if isScriptName(&offset) { escape = .doubleEscaped }
        case .doubleEscaped:
          // Script data double escape end state (13.2.5.31).
          offset += 1
          if offset < end, input[offset] == 0x2F {
            offset += 1
            if isScriptName(&offset) { escape = .escaped }
          }
        }
      case 0x0D:
        offset = collectNewline(&run, at: offset)
      case 0:
        report(.unexpectedNullCharacter, offset, offset + 1)
        collectReplacement(&run, at: offset)
        offset += 1
      default:
        offset += 1
      }
      dashes = 0
    }
    if escape != .none { report(.eofInScriptHTMLCommentLikeText, end, end) }
    if !emitCharacters(&run, from: start, to: end) { emitEndOfFile() }
  }

  /// Skips letters; whether they were `script`, followed by whitespace, `/` or `>`.
  private func isScriptName(_ offset: inout Int) -> Bool {
    let start = offset
    while offset < input.count, ASCII.isLetter(input[offset]) { offset += 1 }
    guard offset < input.count, isTagNameEnd(input[offset]) else { return false }
    return ASCII.equalsIgnoringCase(input[start..<offset], "script")
  }

  @inline(__always)
  private func isTagNameEnd(_ byte: UInt8) -> Bool {
    ASCII.isWhitespace(byte) || byte == 0x2F || byte == 0x3E
  }

  /// Whether an end tag with the last start tag's name is at the offset of a `<`, whole up to its name's end.
  private func isAppropriateEndTag(at offset: Int) -> Bool {
    guard offset + 2 < input.count, input[offset + 1] == 0x2F, ASCII.isLetter(input[offset + 2]) else { return false }
    let nameStart = offset + 2
    let count = appropriateEndTag.count
    guard count > 0, nameStart + count < input.count else { return false }
    for index in 0..<count where ASCII.lowercased(input[nameStart + index]) != appropriateEndTag[index] {
      return false
    }
    return isTagNameEnd(input[nameStart + count])
  }

  /// Whether the source continues with the given ASCII text.
  func matches(_ expected: StaticString, at offset: Int) -> Bool {
    let count = expected.utf8CodeUnitCount
    guard offset + count <= input.count else { return false }
    return expected.withUTF8Buffer { expected in
      for index in 0..<count where input[offset + index] != expected[index] { return false }
      return true
    }
  }
}
