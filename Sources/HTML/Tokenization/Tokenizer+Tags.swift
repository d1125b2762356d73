import Names

// HTML, sections 13.2.5.8 and 13.2.5.32 to 13.2.5.40: tags and attributes.
extension Tokenizer {
  /// Tag name state (13.2.5.8) and all attribute states, from the first character of the name.
  mutating func consumeTag(at start: Int, nameFrom nameStart: Int, isEndTag: Bool) {
    let end = input.count
    var offset = nameStart
    var isPlain = true
    while offset < end {
      let byte = input[offset]
      if byte <= 0x3E, ASCII.isWhitespace(byte) || byte == 0x2F || byte == 0x3E { break }
      if ASCII.isUppercase(byte) || byte == 0 { isPlain = false }
      offset += 1
    }
    name = intern(nameStart, offset, isPlain: isPlain)
    if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
    isSelfClosing = false
    kind = isEndTag ? .endTag : .startTag
    tokenStart = start

    // Before attribute name state (13.2.5.32).
    while true {
      while offset < end, ASCII.isWhitespace(input[offset]) { offset += 1 }
      guard offset < end else { return endOfFileInTag() }
      let byte = input[offset]
      if byte == 0x3E {
        offset += 1
        break
      }
      if byte == 0x2F {
        // Self-closing start tag state (13.2.5.40).
        offset += 1
        guard offset < end else { return endOfFileInTag() }
        if input[offset] == 0x3E {
          offset += 1
          isSelfClosing = true
          break
        }
        report(.unexpectedSolidusInTag, offset - 1, offset)
        continue
      }
      guard consumeAttribute(&offset) else { return endOfFileInTag() }
    }
    position = offset
    tokenEnd = offset
    if isEndTag {
      if !attributes.isEmpty { report(.endTagWithAttributes, start, offset) }
      if isSelfClosing { report(.endTagWithTrailingSolidus, start, offset) }
    }
  }

  private mutating func endOfFileInTag() {
    report(.eofInTag, tokenStart, input.count)
    emitEndOfFile()
  }

  /// Attribute name state (13.2.5.33) to after attribute value (quoted) state (13.2.5.39); false at the end of file.
  private mutating func consumeAttribute(_ position: inout Int) -> Bool {
    let end = input.count
    let nameStart = position
    var offset = nameStart
    if input[offset] == 0x3D {
      report(.unexpectedEqualsSignBeforeAttributeName, offset, offset + 1)
      offset += 1
    }
    var isPlain = true
    while offset < end {
      let byte = input[offset]
      if byte <= 0x3E {
        if ASCII.isWhitespace(byte) || byte == 0x2F || byte == 0x3E || byte == 0x3D { break }
        if byte == 0 { isPlain = false }
        if byte == 0x22 || byte == 0x27 || byte == 0x3C {
          report(.unexpectedCharacterInAttributeName, offset, offset + 1)
        }
      } else if ASCII.isUppercase(byte) {
        isPlain = false
      }
      offset += 1
    }
    let nameEnd = offset
    let name = intern(nameStart, nameEnd, isPlain: isPlain)

    // After attribute name state (13.2.5.34).
    while offset < end, ASCII.isWhitespace(input[offset]) { offset += 1 }
    guard offset < end else { return false }
    guard input[offset] == 0x3D else {
      add(name, .empty, nameStart, nameEnd, nameEnd)
      position = offset
      return true
    }

    // Before attribute value state (13.2.5.35).
    offset += 1
    while offset < end, ASCII.isWhitespace(input[offset]) { offset += 1 }
    guard offset < end else { return false }
    let quote = input[offset]
    if quote == 0x22 || quote == 0x27 {
      let valueStart = offset + 1
      guard let value = consumeQuotedValue(&offset, quote) else {
        reportUnclosedQuote(of: name, nameStart..<valueStart)
        return false
      }
      if runsIntoTags(valueStart..<offset - 1, quote) { reportUnclosedQuote(of: name, nameStart..<valueStart) }
      add(name, value, nameStart, offset, valueStart)
      // After attribute value (quoted) state (13.2.5.39).
      guard offset < end else { return false }
      let next = input[offset]
      if !ASCII.isWhitespace(next), next != 0x2F, next != 0x3E {
        report(.missingWhitespaceBetweenAttributes, offset, offset + 1)
      }
    } else if quote == 0x3E {
      report(.missingAttributeValue, nameStart, offset)
      add(name, .empty, nameStart, offset, offset)
    } else {
      let valueStart = offset
      guard let value = consumeUnquotedValue(&offset) else { return false }
      add(name, value, nameStart, offset, valueStart)
    }
    position = offset
    return true
  }

  /// Attribute value (double-quoted) and (single-quoted) states (13.2.5.36, 13.2.5.37), from the quote.
  private mutating func consumeQuotedValue(_ position: inout Int, _ quote: UInt8) -> TextRange? {
    let end = input.count
    var offset = position + 1
    var run = TextRun(at: offset)
    while offset < end {
      let byte = input[offset]
      if byte > 0x27 {
        offset += 1
        continue
      }
      switch byte {
      case quote:
        position = offset + 1
        return finish(&run, at: offset)
      case 0x26:
        offset = consumeCharacterReference(&run, at: offset, inAttribute: true)
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
    return nil
  }

  private mutating func reportUnclosedQuote(of name: Name, _ range: Range<Int>) {
    errors.add(
      ParseErrorRecord(error: .unclosedAttributeQuote, start: range.lowerBound, end: range.upperBound, name: name))
  }

  /// Whether the quote that ends a value was written as the beginning of another: the value holds the end of a tag, and
  /// before the next one a quote follows that begins no value.
  private func runsIntoTags(_ value: Range<Int>, _ quote: UInt8) -> Bool {
    // OPTIMIZATION: few values hold ">".
    guard input[value].contains(0x3E) else { return false }
    let end = min(input.count, value.upperBound + Self.longestLookAhead)
    var offset = value.upperBound + 1
    var previous: UInt8 = 0
    while offset < end {
      let byte = input[offset]
      switch byte {
      case 0x3C, 0x3E: return false
      case 0x22, 0x27:
        if previous == 0x3D {
          guard let closing = input[(offset + 1)..<end].firstIndex(of: byte) else { return false }
          offset = closing
        } else if byte == quote {
          return true
        }
      default: break
      }
      if !ASCII.isWhitespace(byte) { previous = byte }
      offset += 1
    }
    return false
  }

  /// How far the end of a tag is looked for, in bytes.
  private static let longestLookAhead = 4_096

  /// Attribute value (unquoted) state (13.2.5.38).
  private mutating func consumeUnquotedValue(_ position: inout Int) -> TextRange? {
    let end = input.count
    var offset = position
    var run = TextRun(at: offset)
    while offset < end {
      let byte = input[offset]
      switch byte {
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0x3E:
        position = offset
        return finish(&run, at: offset)
      case 0x26:
        offset = consumeCharacterReference(&run, at: offset, inAttribute: true)
      case 0:
        report(.unexpectedNullCharacter, offset, offset + 1)
        collectReplacement(&run, at: offset)
        offset += 1
      case 0x22, 0x27, 0x3C, 0x3D, 0x60:
        report(.unexpectedCharacterInUnquotedAttributeValue, offset, offset + 1)
        offset += 1
      default:
        offset += 1
      }
    }
    return nil
  }

  /// Adds an attribute to the tag unless it has one of that name.
  private mutating func add(_ name: Name, _ value: TextRange, _ start: Int, _ end: Int, _ valueStart: Int) {
    if isDuplicate(name) {
      errors.add(ParseErrorRecord(error: .duplicateAttribute, start: start, end: end, name: name))
      return
    }
    attributes.append(
      Document.Attribute(
        name: name, namespace: .none, valueStart: UInt32(value.start), valueLength: UInt32(value.count),
        sourceStart: UInt32(start), sourceEnd: UInt32(end), valueSourceStart: UInt32(valueStart)))
  }

  private mutating func isDuplicate(_ name: Name) -> Bool {
    let few = 16
    if attributes.count < few {
      for attribute in attributes where attribute.name == name { return true }
      return false
    }
    if attributes.count == few { seenAttributes = Set(attributes.map(\.name)) }
    return !seenAttributes.insert(name).inserted
  }
}
