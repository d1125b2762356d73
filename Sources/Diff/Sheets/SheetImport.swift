/// An `@import` rule (CSS Cascading 5, 2).
struct SheetImport {
  /// The address as it is written.
  var address: String
  /// What is behind the address: layers, conditions, media queries.
  var condition: String
  /// The rule's line, from 1.
  var line: Int

  /// The most rules of a sheet that are read.
  private static let mostRules = 500

  /// The rules at the start of a sheet, the only place where they apply.
  ///
  /// - Parameters:
  ///   - bytes: the sheet, or a `<style>` element's contents with what follows it.
  ///   - firstLine: the line at which they begin.
  static func list(_ bytes: ArraySlice<UInt8>, firstLine: Int) -> [SheetImport] {
    var found: [SheetImport] = []
    var (line, partLine, index) = (firstLine, firstLine, bytes.startIndex)
    var part: [UInt8] = []
    var quote: UInt8?
    var parentheses = 0
    while index < bytes.endIndex, found.count < mostRules {
      let byte = bytes[index]
      if byte == 0x0A { line += 1 }
      if let open = quote {
        if byte == open || byte == 0x0A { quote = nil }
        part.append(byte)
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.endIndex, bytes[index + 1] == UInt8(ascii: "*") {
        index += 2
        while index + 1 < bytes.endIndex, !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/"))
        {
          if bytes[index] == 0x0A { line += 1 }
          index += 1
        }
        index += 2
        continue
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "<") {
        break
      } else if byte == UInt8(ascii: ";"), parentheses == 0 {
        if let rule = SheetImport(String(decoding: part, as: UTF8.self), line: partLine) { found.append(rule) }
        part = []
      } else {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        if byte == UInt8(ascii: "(") { parentheses += 1 }
        if byte == UInt8(ascii: ")") { parentheses = max(0, parentheses - 1) }
        let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        if part.isEmpty, !isSpace { partLine = line }
        if !part.isEmpty || !isSpace { part.append(byte) }
      }
      index += 1
    }
    return found
  }

  private init?(_ text: String, line: Int) {
    guard
      let match = text.prefixMatch(
        of: #/@import\s*(?:url\(\s*(?:"([^"]*)"|'([^']*)'|([^)\s]*))\s*\)|"([^"]*)"|'([^']*)')(.*)/#
          .ignoresCase().dotMatchesNewlines()),
      let address = match.1 ?? match.2 ?? match.3 ?? match.4 ?? match.5
    else { return nil }
    self.address = String(address)
    condition = match.6.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.line = line
  }
}
