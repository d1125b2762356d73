import Platform

/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in bytes from the text's begin.
  public var offset: Int
  /// What should be there.
  public var expected: String
  /// One line for people.
  public var description: String { "at byte \(offset): expected \(expected)" }

  /// An error at a place.
  public init(offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }

  /// What is wrong, as the end of a message that names the file.
  public var clause: String {
    expected == JSONParser.expectedNewMember ? "the object has a member of this name" : "expected \(expected)"
  }
}

/// Reads JSON (RFC 8259) strictly: one value, UTF-8, no member twice, at most 64 levels deep. What is not JSON for one reader and is
/// for another has been used to show two programs two different manifests.
///
/// ``parse(_:atMost:)`` gives a ``JSONValue``. Who keeps something else, such as the order of members or the digits of numbers, goes
/// through the text: ``next()`` says what comes, and one of the other methods passes over it.
public struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  /// How many arrays and objects are around the position.
  private var depth = 0
  /// How many values may still come.
  private var remaining: Int
  private let limit: Int
  private static let maximumDepth = 64
  /// What ``JSONError/expected`` says of a member that is written twice.
  public static let expectedNewMember = "a member that is not there yet"
  /// What ``JSONError/expected`` says of values that are nested too deeply.
  public static let expectedFewerLevels = "at most \(maximumDepth) levels"

  /// A parser at the begin of a text.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - limit: the most values that the text may have: objects, arrays, texts, numbers and words.
  /// - Throws: ``JSONError`` where the text is not UTF-8.
  public init(_ bytes: [UInt8], atMost limit: Int = .max) throws(JSONError) {
    // OPTIMIZATION: a `String` to look at would be a copy of what may have 64 MiB.
    guard bytes.allSatisfy({ $0 < 0x80 }) || String(validUTF8: bytes) != nil else {
      throw JSONError(offset: 0, expected: "UTF-8")
    }
    self.bytes = bytes
    self.limit = limit
    remaining = limit
  }

  /// The value that the text stands for.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - limit: the most values that it may have: objects, arrays, texts, numbers and words.
  /// - Throws: ``JSONError`` at the first byte that is wrong.
  public static func parse(_ bytes: [UInt8], atMost limit: Int = .max) throws(JSONError) -> JSONValue {
    var parser = try JSONParser(bytes, atMost: limit)
    let value = try parser.value()
    try parser.end()
    return value
  }

  /// Makes sure that nothing but white space is left.
  ///
  /// - Throws: ``JSONError`` where something else follows.
  public mutating func end() throws(JSONError) {
    skipSpace()
    guard position == bytes.count else { throw error("the end") }
  }

  private func error(_ expected: String) -> JSONError { JSONError(offset: position, expected: expected) }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
  }

  /// The kinds of values that differ in how a text has them.
  public enum Kind: Sendable {
    /// Values in brackets: ``begin()`` and ``nextElement(isFirst:)`` go through it.
    case array
    /// Members in braces: ``begin()`` and ``nextMember(isFirst:)`` go through it.
    case object
    /// A number: ``numberText()``.
    case number
    /// A text, `true`, `false` or `null`: ``value(keeping:)``.
    case other
  }

  /// What the next value is.
  ///
  /// - Throws: ``JSONError`` where no value comes or too many levels are around it.
  public mutating func next() throws(JSONError) -> Kind {
    guard depth < Self.maximumDepth else { throw error(Self.expectedFewerLevels) }
    skipSpace()
    guard let byte = current else { throw error("a value") }
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "\""), UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .other
    default: throw error("a value")
    }
  }

  /// Counts a value.
  private mutating func spend() throws(JSONError) {
    guard remaining > 0 else { throw error("at most \(limit) values") }
    remaining -= 1
  }

  /// The next value.
  ///
  /// - Parameter levels: how many levels of arrays and objects are kept: those below are checked, and given as empty ones.
  /// - Throws: ``JSONError`` at the first byte that is wrong.
  public mutating func value(keeping levels: Int = .max) throws(JSONError) -> JSONValue {
    switch try next() {
    case .object: return try object(levels)
    case .array: return try array(levels)
    case .number: return try number()
    case .other: break
    }
    try spend()
    switch current {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    default: return try word("null", .null)
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw error(word) }
    position += word.utf8.count
    return value
  }

  private mutating func object(_ levels: Int) throws(JSONError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    // What is not kept is checked all the same.
    var names: Set<String> = []
    try begin()
    var isFirst = true
    while let (key, start) = try nextMember(isFirst: isFirst) {
      isFirst = false
      let value = try self.value(keeping: max(levels, 1) - 1)
      let isNew = levels > 0 ? members.updateValue(value, forKey: key) == nil : names.insert(key).inserted
      guard isNew else { throw JSONError(offset: start, expected: Self.expectedNewMember) }
    }
    return .object(members)
  }

  private mutating func array(_ levels: Int) throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    try begin()
    var isFirst = true
    while try nextElement(isFirst: isFirst) {
      isFirst = false
      let value = try self.value(keeping: max(levels, 1) - 1)
      if levels > 0 { elements.append(value) }
    }
    return .array(elements)
  }

  /// Passes over the bracket or brace before which ``next()`` stopped.
  ///
  /// - Throws: ``JSONError`` where the text has too many values.
  public mutating func begin() throws(JSONError) {
    try spend()
    position += 1
    depth += 1
  }

  /// Moves to the next element of an array, or behind its end.
  ///
  /// - Returns: whether there is one.
  /// - Throws: ``JSONError`` where neither follows.
  public mutating func nextElement(isFirst: Bool) throws(JSONError) -> Bool {
    skipSpace()
    switch current {
    case UInt8(ascii: "]"):
      position += 1
      depth -= 1
      return false
    case _ where isFirst: return true
    case UInt8(ascii: ","):
      position += 1
      return true
    default: throw error("a comma or a bracket")
    }
  }

  /// Moves to the value of an object's next member, or behind the object's end.
  ///
  /// - Returns: the member's name and its place; `nil` at the end.
  /// - Throws: ``JSONError`` where neither follows.
  public mutating func nextMember(isFirst: Bool) throws(JSONError) -> (name: String, start: Int)? {
    skipSpace()
    switch current {
    case UInt8(ascii: "}"):
      position += 1
      depth -= 1
      return nil
    case _ where isFirst: break
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
    default: throw error("a comma or a brace")
    }
    guard current == UInt8(ascii: "\"") else { throw error("a member's name") }
    let start = position
    let name = try string()
    skipSpace()
    guard current == UInt8(ascii: ":") else { throw error("a colon") }
    position += 1
    return (name, start)
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        position += 1
        try escape(&text)
      case 0..<0x20: throw error("no control character")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw error("a quotation mark")
  }

  private mutating func escape(_ text: inout [UInt8]) throws(JSONError) {
    guard let byte = current else { throw error("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if code >= 0xd800, code < 0xdc00 {
        guard bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
          throw error("the second half of a surrogate pair")
        }
        position += 2
        let low = try hexadecimal()
        guard low >= 0xdc00, low < 0xe000 else { throw error("the second half of a surrogate pair") }
        code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error("no lone surrogate") }
      text.append(contentsOf: String(Character(scalar)).utf8)
    default:
      position -= 1
      throw error("an escape")
    }
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error("four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let (text, isInteger, number) = try numberText()
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    return .number(number)
  }

  /// The next value, which is a number.
  ///
  /// - Returns: how it is written, whether that is without a fraction and an exponent, and the nearest double.
  /// - Throws: ``JSONError`` where it is not a number, or too large for a double.
  public mutating func numberText() throws(JSONError) -> (text: String, isInteger: Bool, number: Double) {
    try spend()
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    let isZero = current == UInt8(ascii: "0")
    let integerDigits = skipDigits()
    guard integerDigits > 0, !isZero || integerDigits == 1 else { throw error("a number") }
    var isInteger = true
    if current == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      guard skipDigits() > 0 else { throw error("a digit") }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isInteger = false
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() > 0 else { throw error("a digit") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw JSONError(offset: start, expected: "a number that a double can hold")
    }
    return (text, isInteger, number)
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    return position - start
  }
}
