/// Preprocessing the input stream (HTML, section 13.2.3.5), except for newlines, which the tokenizer normalises.
enum InputStream {
  /// The source's bytes, fit for parsing: valid UTF-8 of the same length. Whoever read the file should have decoded it,
  /// as ``EncodingSniffer`` does. Otherwise each byte that is not part of a character becomes `?`: offsets stay.
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
          errors.add(ParseErrorRecord(error: .undecodableBytes, start: index, end: index + 1))
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
  /// The index of the first byte from one on that belongs to no valid sequence, or the end.
  static func validLength(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let length = length(bytes, at: index)
      if length == 0 { return index }
      index += length
    }
    return index
  }

  /// How many bytes one U+FFFD stands for: the longest beginning of a sequence that could have become valid, else one byte
  /// (Encoding, section 8.1.1).
  static func malformedLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let range: ClosedRange<UInt8>
    switch bytes[index] {
    case 0xE0: range = 0xA0...0xBF
    case 0xED: range = 0x80...0x9F
    case 0xF0: range = 0x90...0xBF
    case 0xF4: range = 0x80...0x8F
    case 0xE1...0xEF, 0xF1...0xF3: range = 0x80...0xBF
    default: return 1
    }
    guard index + 1 < bytes.count, range.contains(bytes[index + 1]) else { return 1 }
    // Of three bytes two are wrong only together; of four a third may be right.
    guard bytes[index] >= 0xF0, index + 2 < bytes.count, bytes[index + 2] & 0xC0 == 0x80 else { return 2 }
    return 3
  }

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
