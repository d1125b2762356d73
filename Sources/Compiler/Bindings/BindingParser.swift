/// Reads the expressions of bindings: paths, texts with `{{ … }}` in them, repetitions and calls.
///
///     path      = name *( "." name / "[" ( path / number / string ) "]" )
///     loop      = ( name / "(" name [ "," name ] ")" ) "in" path
///     call      = name *( "." name ) [ "(" [ argument *( "," argument ) ] ")" ] [ ";" ]
///     argument  = string / number / "true" / "false" / "null" / "undefined" / path
struct BindingParser {
  /// Deeper indices are refused.
  static let maximumDepth = 16

  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  // MARK: What can be read

  /// A path such as `item.title` that fills the whole text.
  static func path(_ text: String) throws(BindingFault) -> BindingExpression {
    let bytes = Array(text.utf8)
    return try path(bytes, 0..<bytes.count)
  }

  private static func path(_ bytes: [UInt8], _ range: Range<Int>) throws(BindingFault) -> BindingExpression {
    var parser = BindingParser(bytes, range)
    parser.skipSpace()
    let expression = try parser.path(depth: 0)
    try parser.expectEnd()
    return expression
  }

  /// Whether a text holds a binding, or what looks like a broken one.
  static func mentionsBinding(_ text: String) -> Bool { text.holdsBraces || text.holdsClosingBraces }

  /// A text with `{{ … }}` in it; every fault is reported, and a part that cannot be read stays text.
  static func template(_ text: String, faults: inout [BindingFault]) -> BindingExpression {
    let bytes = Array(text.utf8)
    var parts: [BindingExpression] = []
    var textStart = 0
    var position = 0
    func isPair(_ byte: UInt8, at offset: Int) -> Bool {
      offset + 1 < bytes.count && bytes[offset] == byte && bytes[offset + 1] == byte
    }
    func appendText(upTo end: Int) {
      if end > textStart { parts.append(.text(String(decoding: bytes[textStart..<end], as: UTF8.self))) }
    }
    while position < bytes.count {
      if isPair(UInt8(ascii: "}"), at: position) {
        faults.append(BindingFault(message: "`}}` closes no `{{`", offset: position, help: "write `{{ path }}`"))
        position += 2
        continue
      }
      guard isPair(UInt8(ascii: "{"), at: position) else {
        position += 1
        continue
      }
      let braces = bytes[position...].prefix { $0 == UInt8(ascii: "{") }.count
      if braces > 2 {
        faults.append(
          BindingFault(
            message:
              "`\(String(repeating: "{", count: min(braces, 8)))` are too many braces: a binding begins with `{{`",
            offset: position, help: "write `{{ path }}`, with two braces on each side"))
        position += braces
        // What closes it is not a fault of its own.
        var close = position
        while close < bytes.count, !isPair(UInt8(ascii: "}"), at: close), !isPair(UInt8(ascii: "{"), at: close) {
          close += 1
        }
        if isPair(UInt8(ascii: "}"), at: close) {
          position = close + bytes[close...].prefix { $0 == UInt8(ascii: "}") }.count
        }
        continue
      }
      var close = position + 2
      while close < bytes.count, !isPair(UInt8(ascii: "}"), at: close), !isPair(UInt8(ascii: "{"), at: close) {
        close += 1
      }
      guard isPair(UInt8(ascii: "}"), at: close) else {
        faults.append(BindingFault(message: "`{{` is not closed", offset: position, help: "close it with `}}`"))
        position += 2
        continue
      }
      do throws(BindingFault) {
        let expression = try path(bytes, position + 2..<close)
        appendText(upTo: position)
        parts.append(expression)
        textStart = close + 2
      } catch {
        faults.append(error)
      }
      position = close + 2
    }
    appendText(upTo: bytes.count)
    // A lone path keeps its type: `number="{{ count }}"`.
    return parts.count == 1 ? parts[0] : .join(parts)
  }

  /// `(item, index) in path`, `item in path` or, for tables, only a path.
  static func repetition(_ text: String, allowsOnlyPath: Bool = false) throws(BindingFault) -> RepetitionExpression {
    let bytes = Array(text.utf8)
    var parser = BindingParser(bytes, 0..<bytes.count)
    parser.skipSpace()
    var item = "item"
    var index = "index"
    let start = parser.position
    if parser.take(UInt8(ascii: "(")) {
      item = try parser.name("the item's name")
      parser.skipSpace()
      if parser.take(UInt8(ascii: ",")) {
        index = try parser.name("the index's name")
        parser.skipSpace()
      }
      guard parser.take(UInt8(ascii: ")")) else { throw parser.fault("expected `)`") }
    } else {
      item = try parser.name("the item's name")
      if allowsOnlyPath, !parser.isBeforeWordIn() {
        let source = try path(bytes, start..<bytes.count)
        return RepetitionExpression(item: "item", index: "index", source: source, sourceText: trimmed(bytes[start...]))
      }
    }
    guard parser.isBeforeWordIn() else {
      throw parser.fault("expected `in` and a list", help: "write `(item, index) in path.to.list`")
    }
    parser.skipSpace()
    parser.position += 2
    guard item != index else { throw BindingFault(message: "item and index have one name", offset: start) }
    let source = try path(bytes, parser.position..<bytes.count)
    return RepetitionExpression(
      item: item, index: index, source: source, sourceText: trimmed(bytes[parser.position...]))
  }

  /// `name('text', 1)`, or only a name.
  static func handler(_ text: String) throws(BindingFault) -> HandlerExpression {
    let bytes = Array(text.utf8)
    var parser = BindingParser(bytes, 0..<bytes.count)
    var function = try parser.name("the name of a function")
    while parser.take(UInt8(ascii: ".")) { function += "." + (try parser.name("a name")) }
    parser.skipSpace()
    var arguments: [BindingExpression] = []
    if parser.take(UInt8(ascii: "(")) {
      parser.skipSpace()
      if !parser.take(UInt8(ascii: ")")) {
        repeat {
          arguments.append(try parser.argument())
          parser.skipSpace()
        } while parser.take(UInt8(ascii: ","))
        guard parser.take(UInt8(ascii: ")")) else { throw parser.fault("expected `,` or `)`") }
      }
    }
    parser.skipSpace()
    _ = parser.take(UInt8(ascii: ";"))
    try parser.expectEnd()
    return HandlerExpression(function: function, arguments: arguments)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
  }

  // MARK: Parts

  private mutating func path(depth: Int) throws(BindingFault) -> BindingExpression {
    guard depth < Self.maximumDepth else { throw fault("indices are nested more than \(Self.maximumDepth) deep") }
    let start = position
    var expression = BindingExpression.variable(try name("a path such as item.title"), offset: start)
    var steps = 0
    while position < end {
      skipSpace()
      if take(UInt8(ascii: ".")) {
        expression = .member(expression, try name("a member's name"))
      } else if take(UInt8(ascii: "[")) {
        skipSpace()
        let indexStart = position
        let index = try argument(depth: depth + 1)
        if case .number(let number) = index, !Self.places.contains(number) || number != number.rounded() {
          let written = String(decoding: bytes[indexStart..<position], as: UTF8.self)
          throw BindingFault(
            message: "`\(written.prefix(40))` is not a list index",
            offset: indexStart, help: "places are whole numbers from 0; a member of that name is written in quotes")
        }
        skipSpace()
        guard take(UInt8(ascii: "]")) else { throw fault("expected `]`") }
        expression = .element(expression, index)
      } else {
        break
      }
      steps += 1
      // The tree is as deep as its path is long.
      guard steps <= 64 else { throw fault("a path has at most 64 steps") }
    }
    return expression
  }

  /// The places that a list may have.
  private static let places = 0.0...4_294_967_294.0

  private mutating func argument(depth: Int = 0) throws(BindingFault) -> BindingExpression {
    skipSpace()
    guard position < end else { throw fault("expected a value") }
    let byte = bytes[position]
    if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { return .text(try string(byte)) }
    if byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || Self.isDigit(byte) { return .number(try number()) }
    let start = position
    switch try name("a value") {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null", "undefined": return .null
    default:
      position = start
      return try path(depth: depth)
    }
  }

  private mutating func number() throws(BindingFault) -> Double {
    let start = position
    while position < end, Self.isDigit(bytes[position]) || "+-.eE".utf8.contains(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw BindingFault(message: "`\(text.prefix(40))` is not a number", offset: start)
    }
    return number
  }

  private mutating func string(_ quote: UInt8) throws(BindingFault) -> String {
    let start = position
    position += 1
    var content: [UInt8] = []
    while position < end, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < end {
        position += 1
        switch bytes[position] {
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "t"): content.append(0x09)
        default: content.append(bytes[position])
        }
      } else {
        content.append(bytes[position])
      }
      position += 1
    }
    guard position < end else { throw BindingFault(message: "a text is not closed", offset: start) }
    position += 1
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func name(_ expected: String) throws(BindingFault) -> String {
    skipSpace()
    let start = position
    while position < end, Self.isNamePart(bytes[position]) { position += 1 }
    guard position > start, !Self.isDigit(bytes[start]) else {
      position = start
      throw fault("expected \(expected)")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func isBeforeWordIn() -> Bool {
    var position = position
    while position < end, Self.isSpace(bytes[position]) { position += 1 }
    guard position + 2 < end, bytes[position] == UInt8(ascii: "i"), bytes[position + 1] == UInt8(ascii: "n") else {
      return false
    }
    return !Self.isNamePart(bytes[position + 2])
  }

  private func fault(_ message: String, help: String? = nil) -> BindingFault {
    guard position < end else { return BindingFault(message: message, offset: max(0, min(position, end)), help: help) }
    let rest = String(decoding: bytes[position..<min(end, position + 20)], as: UTF8.self)
    return BindingFault(message: "\(message), found `\(rest)`", offset: position, help: help)
  }

  private func expectEnd() throws(BindingFault) {
    var copy = self
    copy.skipSpace()
    guard copy.position >= end else {
      throw copy.fault(
        "the expression should end", help: "bindings are paths such as list[0].name; compute anything else in a script")
    }
  }

  private mutating func skipSpace() {
    while position < end, Self.isSpace(bytes[position]) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  /// Letters, digits, `_`, `$` and whatever is not ASCII.
  private static func isNamePart(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }
}
