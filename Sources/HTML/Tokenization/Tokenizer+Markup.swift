import Names

// HTML, sections 13.2.5.41 to 13.2.5.68: comments and doctypes.
extension Tokenizer {
  /// Markup declaration open state (13.2.5.42) at `<!`. Always makes a token, except for an empty CDATA section.
  mutating func consumeMarkupDeclaration(at start: Int) -> Bool {
    let offset = start + 2
    if matches("--", at: offset) {
      consumeComment(at: start, dataFrom: offset + 2)
    } else if offset + 7 <= input.count, ASCII.equalsIgnoringCase(input[offset..<offset + 7], "doctype") {
      consumeDoctype(at: start, nameFrom: offset + 7)
    } else if matches("[CDATA[", at: offset) {
      if allowsCDATA {
        position = offset + 7
        state = .cdataSection
        consumeCDATASection()
      } else {
        report(.cdataInHTMLContent, start, offset + 7)
        consumeBogusComment(at: start, dataFrom: offset)
      }
    } else {
      report(.incorrectlyOpenedComment, start, offset)
      consumeBogusComment(at: start, dataFrom: offset)
    }
    return true
  }

  /// Bogus comment state (13.2.5.41).
  mutating func consumeBogusComment(at start: Int, dataFrom dataStart: Int) {
    var dataEnd = dataStart
    while dataEnd < input.count, input[dataEnd] != 0x3E { dataEnd += 1 }
    emitComment(at: start, dataStart, dataEnd, next: min(dataEnd + 1, input.count))
  }

  /// Comment start state (13.2.5.43) to comment end bang state (13.2.5.52). A comment's data always is what is in
  /// the source between its delimiters, so the states come down to finding the end.
  private mutating func consumeComment(at start: Int, dataFrom dataStart: Int) {
    let end = input.count
    if matches(">", at: dataStart) || matches("->", at: dataStart) {
      let next = dataStart + (input[dataStart] == 0x3E ? 1 : 2)
      report(.abruptClosingOfEmptyComment, start, next)
      return emitComment(at: start, dataStart, dataStart, next: next)
    }
    var offset = dataStart
    while offset < end {
      let byte = input[offset]
      if byte == 0x2D, offset + 2 < end, input[offset + 1] == 0x2D {
        if input[offset + 2] == 0x3E { return emitComment(at: start, dataStart, offset, next: offset + 3) }
        if input[offset + 2] == 0x21, offset + 3 < end, input[offset + 3] == 0x3E {
          report(.incorrectlyClosedComment, offset, offset + 4)
          return emitComment(at: start, dataStart, offset, next: offset + 4)
        }
      } else if byte == 0x3C, offset + 4 < end, input[offset + 4] != 0x3E, matches("<!--", at: offset) {
        report(.nestedComment, offset, offset + 4)
      }
      offset += 1
    }
    report(.eofInComment, start, end)
    // What the end states hold back at the end of file: `-`, `--` and `--!`.
    var dataEnd = end
    if dataEnd - dataStart >= 3, input[end - 1] == 0x21, input[end - 2] == 0x2D, input[end - 3] == 0x2D {
      dataEnd -= 3
    } else {
      while dataEnd > dataStart, end - dataEnd < 2, input[dataEnd - 1] == 0x2D { dataEnd -= 1 }
    }
    emitComment(at: start, dataStart, dataEnd, next: end)
  }

  private mutating func emitComment(at start: Int, _ dataStart: Int, _ dataEnd: Int, next: Int) {
    characters = normalized(dataStart, dataEnd)
    kind = .comment
    tokenStart = start
    tokenEnd = next
    position = next
  }

  /// The characters of a range of the source with newlines normalised and U+0000 replaced.
  private mutating func normalized(_ start: Int, _ end: Int) -> TextRange {
    var run = TextRun(at: start)
    var offset = start
    while offset < end {
      let byte = input[offset]
      if byte == 0x0D {
        offset = collectNewline(&run, at: offset)
      } else if byte == 0 {
        report(.unexpectedNullCharacter, offset, offset + 1)
        collectReplacement(&run, at: offset)
        offset += 1
      } else {
        offset += 1
      }
    }
    return finish(&run, at: end)
  }

  /// DOCTYPE state (13.2.5.53) to bogus DOCTYPE state (13.2.5.68).
  private mutating func consumeDoctype(at start: Int, nameFrom nameStart: Int) {
    doctype = DoctypeToken()
    kind = .doctype
    tokenStart = start
    var offset = nameStart
    consumeDoctypeContents(&offset)
    position = offset
    tokenEnd = offset
  }

  /// The states of a doctype up to and including its `>`; leaves `offset` behind it.
  private mutating func consumeDoctypeContents(_ offset: inout Int) {
    let end = input.count
    // DOCTYPE state and before DOCTYPE name state.
    if offset < end, !ASCII.isWhitespace(input[offset]), input[offset] != 0x3E {
      report(.missingWhitespaceBeforeDoctypeName, offset, offset + 1)
    }
    skipWhitespace(&offset)
    guard offset < end else { return endOfFileInDoctype() }
    if input[offset] == 0x3E {
      report(.missingDoctypeName, tokenStart, offset + 1)
      doctype.forceQuirks = true
      offset += 1
      return
    }
    consumeDoctypeName(&offset)

    // After DOCTYPE name state.
    skipWhitespace(&offset)
    guard offset < end else { return endOfFileInDoctype() }
    if input[offset] == 0x3E {
      offset += 1
      return
    }
    if offset + 6 <= end, ASCII.equalsIgnoringCase(input[offset..<offset + 6], "public") {
      offset += 6
      consumeDoctypeIdentifiers(&offset, isPublic: true)
    } else if offset + 6 <= end, ASCII.equalsIgnoringCase(input[offset..<offset + 6], "system") {
      offset += 6
      consumeDoctypeIdentifiers(&offset, isPublic: false)
    } else {
      report(.invalidCharacterSequenceAfterDoctypeName, offset, offset + 1)
      doctype.forceQuirks = true
      skipBogusDoctype(&offset)
    }
  }

  private mutating func consumeDoctypeName(_ offset: inout Int) {
    let start = offset
    let tail = text.count
    var isPlain = true
    while offset < input.count, !ASCII.isWhitespace(input[offset]), input[offset] != 0x3E {
      if ASCII.isUppercase(input[offset]) || input[offset] == 0 { isPlain = false }
      offset += 1
    }
    if isPlain {
      doctype.name = TextRange(start: start, end: offset)
      return
    }
    for index in start..<offset {
      if input[index] == 0 {
        report(.unexpectedNullCharacter, index, index + 1)
        text += [0xEF, 0xBF, 0xBD]
      } else {
        text.append(ASCII.lowercased(input[index]))
      }
    }
    doctype.name = TextRange(start: tail, end: text.count)
  }

  /// After DOCTYPE public keyword state (13.2.5.57) and after DOCTYPE system keyword state (13.2.5.63) onwards.
  private mutating func consumeDoctypeIdentifiers(_ offset: inout Int, isPublic: Bool) {
    let end = input.count
    let hadSpace = offset < end && ASCII.isWhitespace(input[offset])
    skipWhitespace(&offset)
    guard offset < end else { return endOfFileInDoctype() }
    let quote = input[offset]
    guard quote == 0x22 || quote == 0x27 else {
      doctype.forceQuirks = true
      if quote == 0x3E {
        report(isPublic ? .missingDoctypePublicIdentifier : .missingDoctypeSystemIdentifier, offset, offset + 1)
        offset += 1
      } else {
        report(
          isPublic ? .missingQuoteBeforeDoctypePublicIdentifier : .missingQuoteBeforeDoctypeSystemIdentifier,
          offset, offset + 1)
        skipBogusDoctype(&offset)
      }
      return
    }
    if !hadSpace {
      report(
        isPublic ? .missingWhitespaceAfterDoctypePublicKeyword : .missingWhitespaceAfterDoctypeSystemKeyword,
        offset, offset + 1)
    }
    let (identifier, isClosed) = consumeDoctypeIdentifier(&offset, quote, isPublic: isPublic)
    if isPublic { doctype.publicIdentifier = identifier } else { doctype.systemIdentifier = identifier }
    guard isClosed else { return }
    if isPublic, !consumeSystemIdentifierAfterPublic(&offset) { return }

    // After DOCTYPE system identifier state (13.2.5.67).
    skipWhitespace(&offset)
    guard offset < end else { return endOfFileInDoctype() }
    if input[offset] == 0x3E {
      offset += 1
    } else {
      report(.unexpectedCharacterAfterDoctypeSystemIdentifier, offset, offset + 1)
      skipBogusDoctype(&offset)
    }
  }

  /// After DOCTYPE public identifier state (13.2.5.60) and between DOCTYPE public and system identifiers state
  /// (13.2.5.61). Returns whether a system identifier was read and the doctype goes on.
  private mutating func consumeSystemIdentifierAfterPublic(_ offset: inout Int) -> Bool {
    let end = input.count
    let hadSpace = offset < end && ASCII.isWhitespace(input[offset])
    skipWhitespace(&offset)
    guard offset < end else {
      endOfFileInDoctype()
      return false
    }
    let quote = input[offset]
    if quote == 0x3E {
      offset += 1
      return false
    }
    guard quote == 0x22 || quote == 0x27 else {
      report(.missingQuoteBeforeDoctypeSystemIdentifier, offset, offset + 1)
      doctype.forceQuirks = true
      skipBogusDoctype(&offset)
      return false
    }
    if !hadSpace { report(.missingWhitespaceBetweenDoctypePublicAndSystemIdentifiers, offset, offset + 1) }
    let (identifier, isClosed) = consumeDoctypeIdentifier(&offset, quote, isPublic: false)
    doctype.systemIdentifier = identifier
    return isClosed
  }

  /// The identifier's quoted states; `isClosed` is false where the doctype ended within it.
  private mutating func consumeDoctypeIdentifier(
    _ offset: inout Int, _ quote: UInt8, isPublic: Bool
  ) -> (identifier: TextRange, isClosed: Bool) {
    offset += 1
    let start = offset
    while offset < input.count, input[offset] != quote, input[offset] != 0x3E { offset += 1 }
    let identifier = normalized(start, offset)
    guard offset < input.count else {
      endOfFileInDoctype()
      return (identifier, false)
    }
    if input[offset] == 0x3E {
      report(isPublic ? .abruptDoctypePublicIdentifier : .abruptDoctypeSystemIdentifier, offset, offset + 1)
      doctype.forceQuirks = true
      offset += 1
      return (identifier, false)
    }
    offset += 1
    return (identifier, true)
  }

  /// Bogus DOCTYPE state (13.2.5.68).
  private mutating func skipBogusDoctype(_ offset: inout Int) {
    while offset < input.count, input[offset] != 0x3E {
      if input[offset] == 0 { report(.unexpectedNullCharacter, offset, offset + 1) }
      offset += 1
    }
    offset = min(offset + 1, input.count)
  }

  private mutating func endOfFileInDoctype() {
    report(.eofInDoctype, tokenStart, input.count)
    doctype.forceQuirks = true
  }

  private func skipWhitespace(_ offset: inout Int) {
    while offset < input.count, ASCII.isWhitespace(input[offset]) { offset += 1 }
  }
}
