/// What to do about the usual mistakes in JSON and YAML files.
enum DataFileHints {
  /// Help for a fault in JSON; `nil` where the mistake is not one of the usual.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - offset: the byte at which the fault is.
  static func json(_ bytes: [UInt8], at offset: Int) -> String? {
    guard bytes.indices.contains(offset) else { return nil }
    let last = bytes[..<offset].last { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    switch bytes[offset] {
    case 0x7D where last == 0x2C, 0x5D where last == 0x2C:
      return "take the comma before it out: JSON has none behind the last value"
    case 0x27: return "write double quotes: JSON has no single ones"
    case 0x2F, 0x23: return "take the comment out: JSON has none"
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24:
      return last == 0x7B || last == 0x2C ? "put the name in double quotes" : "put a text in double quotes"
    default: return nil
    }
  }

  /// Help for what the parser of YAML says; `nil` where the mistake is not one of the usual.
  ///
  /// - Parameters:
  ///   - message: the parser's words.
  ///   - bytes: the file.
  ///   - line: the line of the fault, from 1.
  static func yaml(_ message: String, in bytes: [UInt8], line: Int) -> String? {
    if message.contains("tab character") || message.hasPrefix("a tab ") || isIndentedWithTab(bytes, line: line) {
      return "indent with spaces: YAML has no tabs there"
    }
    if message.contains("mapping values are not allowed") {
      return "put a value that holds `: ` in quotes, and indent the line as those beside it"
    }
    if message.contains("unexpected end of stream") { return "close the quote or bracket that is open" }
    if message.contains("cannot start any token") { return "put a value that begins with this character in quotes" }
    if message.contains("did not find expected") { return "indent the line as those beside it, and close brackets" }
    return nil
  }

  /// Whether a tab is in the white space that a line begins with.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - line: the line, from 1.
  static func isIndentedWithTab(_ bytes: [UInt8], line: Int) -> Bool {
    let lines = bytes.split(separator: 0x0A, maxSplits: max(1, line), omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return false }
    return lines[line - 1].prefix { $0 == 0x20 || $0 == 0x09 }.contains(0x09)
  }
}
