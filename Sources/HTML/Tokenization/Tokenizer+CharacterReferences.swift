// HTML, sections 13.2.5.72 to 13.2.5.80: character references.
extension Tokenizer {
  /// Character reference state (13.2.5.72) at an `&`. What is not a reference stays as it is written.
  ///
  /// - Returns: the offset at which the caller's state goes on.
  mutating func consumeCharacterReference(_ run: inout TextRun, at start: Int, inAttribute: Bool) -> Int {
    let offset = start + 1
    guard offset < input.count else { return offset }
    if ASCII.isAlphanumeric(input[offset]) { return consumeNamedReference(&run, at: start, inAttribute: inAttribute) }
    if input[offset] == 0x23 { return consumeNumericReference(&run, at: start) }
    return offset
  }

  /// Named character reference state (13.2.5.73) and ambiguous ampersand state (13.2.5.74).
  private mutating func consumeNamedReference(_ run: inout TextRun, at start: Int, inAttribute: Bool) -> Int {
    let nameStart = start + 1
    var nameEnd = nameStart
    while nameEnd < input.count, ASCII.isAlphanumeric(input[nameEnd]) { nameEnd += 1 }
    let isTerminated = nameEnd < input.count && input[nameEnd] == 0x3B
    let table = NamedCharacterReferences.shared

    if isTerminated, let found = table.find(input, nameStart, nameEnd) {
      replace(&run, at: start, with: found, next: nameEnd + 1)
      return nameEnd + 1
    }
    // The longest of the names that may lack their semicolon.
    var end = min(nameEnd, nameStart + NamedCharacterReferences.longestWithoutSemicolon)
    while end > nameStart + 1 {
      if let found = table.find(input, nameStart, end), found.mayLackSemicolon {
        if inAttribute, end < input.count, input[end] == 0x3D || ASCII.isAlphanumeric(input[end]) {
          // For historical reasons this is not a reference in an attribute (`?a=b&copy=c`).
          return nameEnd
        }
        report(.missingSemicolonAfterCharacterReference, start, end)
        replace(&run, at: start, with: found, next: end)
        return end
      }
      end -= 1
    }
    if isTerminated { report(.unknownNamedCharacterReference, start, nameEnd + 1) }
    return nameEnd
  }

  private mutating func replace(
    _ run: inout TextRun, at start: Int, with reference: NamedCharacterReferences.Entry, next: Int
  ) {
    collect(&run, upTo: start)
    append(reference.first)
    if reference.second != 0 { append(reference.second) }
    run.start = next
  }

  /// Numeric character reference state (13.2.5.75) to numeric character reference end state (13.2.5.80).
  private mutating func consumeNumericReference(_ run: inout TextRun, at start: Int) -> Int {
    var offset = start + 2
    let isHexadecimal = offset < input.count && input[offset] | 0x20 == 0x78
    if isHexadecimal { offset += 1 }
    let digitsStart = offset
    var code: UInt32 = 0
    while offset < input.count {
      guard let digit = ASCII.hexadecimalValue(input[offset]), isHexadecimal || digit < 10 else { break }
      // Beyond the range of Unicode the value no longer matters, but it must not overflow.
      code = min(code * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
      offset += 1
    }
    guard offset > digitsStart else {
      report(.absenceOfDigitsInNumericCharacterReference, start, offset)
      return offset
    }
    let digitsEnd = offset
    if offset < input.count, input[offset] == 0x3B {
      offset += 1
    } else {
      report(.missingSemicolonAfterCharacterReference, start, digitsEnd)
    }
    collect(&run, upTo: start)
    append(checked(code, start, offset))
    run.start = offset
    return offset
  }

  /// Numeric character reference end state (13.2.5.80).
  private mutating func checked(_ code: UInt32, _ start: Int, _ end: Int) -> UInt32 {
    switch code {
    case 0:
      report(.nullCharacterReference, start, end)
      return 0xFFFD
    case 0x11_0000...:
      report(.characterReferenceOutsideUnicodeRange, start, end)
      return 0xFFFD
    case 0xD800...0xDFFF:
      report(.surrogateCharacterReference, start, end)
      return 0xFFFD
    case 0xFDD0...0xFDEF:
      report(.noncharacterCharacterReference, start, end)
      return code
    case 0x0D, 0x01...0x08, 0x0B, 0x0E...0x1F, 0x7F...0x9F:
      report(.controlCharacterReference, start, end)
      return code >= 0x80 ? Self.windows1252[Int(code - 0x80)] : code
    default:
      if code & 0xFFFE == 0xFFFE { report(.noncharacterCharacterReference, start, end) }
      return code
    }
  }

  /// Appends a code point (not a surrogate) as UTF-8.
  mutating func append(_ code: UInt32) {
    switch code {
    case 0..<0x80:
      text.append(UInt8(code))
    case 0x80..<0x800:
      text.append(UInt8(0xC0 | code >> 6))
      text.append(UInt8(0x80 | code & 0x3F))
    case 0x800..<0x1_0000:
      text.append(UInt8(0xE0 | code >> 12))
      text.append(UInt8(0x80 | code >> 6 & 0x3F))
      text.append(UInt8(0x80 | code & 0x3F))
    default:
      text.append(UInt8(0xF0 | code >> 18 & 0x07))
      text.append(UInt8(0x80 | code >> 12 & 0x3F))
      text.append(UInt8(0x80 | code >> 6 & 0x3F))
      text.append(UInt8(0x80 | code & 0x3F))
    }
  }

  /// What references to 0x80–0x9F mean: the table of the numeric character reference end state.
  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]
}
