/// Classes of bytes.
enum ASCII {
  /// Tab, line feed, form feed, carriage return, space.
  @inline(__always)
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(__always)
  static func isUppercase(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 { isUppercase(byte) ? byte | 0x20 : byte }

  /// The value of a hexadecimal digit, or `nil`.
  @inline(__always)
  static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    if isDigit(byte) { return UInt32(byte &- 0x30) }
    let lower = byte | 0x20
    return lower &- 0x61 < 6 ? UInt32(lower &- 0x61) + 10 : nil
  }

  /// Whether two texts are equal except for the case of ASCII letters; `lowercase` has none in upper case.
  static func equalsIgnoringCase(_ bytes: some Collection<UInt8>, _ lowercase: StaticString) -> Bool {
    guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
    return lowercase.withUTF8Buffer { expected in
      var index = 0
      for byte in bytes {
        if lowercased(byte) != expected[index] { return false }
        index += 1
      }
      return true
    }
  }
}
