/// Preprocessing the input stream (HTML, section 13.2.3.5), but for newlines, which the tokenizer normalises.
enum InputStream {
  /// The source's bytes, fit for parsing: valid UTF-8 of the same length. A source that is none (whoever read the file
  /// should have decoded it) has `?` for each byte that is not part of a character, so that offsets stay.
  static func prepare(_ bytes: [UInt8], _ errors: inout ParseErrorList) -> [UInt8] {
    guard bytes.count <= Document.maximumSourceSize else {
      errors.add(ParseErrorRecord(error: .sourceTooLarge, start: 0, end: 0))
      return []
    }
    var repaired: [UInt8] = []
    bytes.withUnsafeBufferPointer { scan($0, &repaired, &errors) }
    return repaired.isEmpty ? bytes : repaired
  }

  /// Reports control characters and noncharacters, and repairs what is not UTF-8 into `repaired`.
  private static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ repaired: inout [UInt8], _ errors: inout ParseErrorList
  ) {
    var index = 0
    while index < bytes.count {
      // OPTIMIZATION: eight printable characters of ASCII at a time, then one by one to the next line.
      while index + 8 <= bytes.count, isPlain(bytes, at: index) { index += 8 }
      while index < bytes.count, isPlain(bytes[index]) { index += 1 }
      guard index < bytes.count else { return }
      let byte = bytes[index]
      if byte < 0x80 {
        if isControl(byte) {
          errors.add(ParseErrorRecord(error: .controlCharacterInInputStream, start: index, end: index + 1))
        }
        index += 1
        continue
      }
      let length = UTF8Sequence.length(bytes, at: index)
      if length == 0 {
        if repaired.isEmpty {
          repaired = Array(bytes)
          errors.add(ParseErrorRecord(error: .invalidUTF8, start: index, end: index + 1))
        }
        repaired[index] = 0x3F
        index += 1
        continue
      }
      check(bytes, index, length, &errors)
      index += length
    }
  }

  /// Whether eight bytes are printable ASCII.
  @inline(__always)
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
    // High bits, borrows of the subtraction of 0x20 from each byte, and carries of 0x7F.
    return (word | (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0
  }

  /// Whether a byte is whitespace or the first printable character after some.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte == 0x7F || (byte < 0x20 && byte != 0 && !ASCII.isWhitespace(byte))
  }

  private static func check(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ length: Int, _ errors: inout ParseErrorList
  ) {
    let second = bytes[index + 1]
    if length == 2 {
      if bytes[index] == 0xC2, second < 0xA0 {
        errors.add(ParseErrorRecord(error: .controlCharacterInInputStream, start: index, end: index + 2))
      }
      return
    }
    let last = bytes[index + length - 1]
    let isArabicBlock = length == 3 && bytes[index] == 0xEF && second == 0xB7 && (0x90...0xAF).contains(last)
    let isPlaneEnd = last >= 0xBE && bytes[index + length - 2] == 0xBF
    let isLastOfPlane = length == 3 ? bytes[index] == 0xEF : second & 0x0F == 0x0F
    if isArabicBlock || (isPlaneEnd && isLastOfPlane) {
      errors.add(ParseErrorRecord(error: .noncharacterInInputStream, start: index, end: index + length))
    }
  }
}

/// Sequences of UTF-8 (Unicode, table 3-7).
enum UTF8Sequence {
  /// The length of the valid sequence of more than one byte that begins at an index, or 0.
  static func length(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    func follows(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < bytes.count && range.contains(bytes[index + offset])
    }
    switch bytes[index] {
    case 0xC2...0xDF: return follows(1) ? 2 : 0
    case 0xE0: return follows(1, 0xA0...0xBF) && follows(2) ? 3 : 0
    case 0xED: return follows(1, 0x80...0x9F) && follows(2) ? 3 : 0
    case 0xE1...0xEF: return follows(1) && follows(2) ? 3 : 0
    case 0xF0: return follows(1, 0x90...0xBF) && follows(2) && follows(3) ? 4 : 0
    case 0xF1...0xF3: return follows(1) && follows(2) && follows(3) ? 4 : 0
    case 0xF4: return follows(1, 0x80...0x8F) && follows(2) && follows(3) ? 4 : 0
    default: return 0
    }
  }
}
