import JSONValues

extension StaticValue {
  /// Reads JSON. Members keep their order, and a whole number that a `Double` cannot hold is an identifier: a text of its digits.
  ///
  /// - Parameters:
  ///   - bytes: a file, which may begin with a byte order mark.
  ///   - range: where the text is in it; by default all of it.
  /// - Throws: `JSONError` with the place in the file.
  public init(json bytes: [UInt8], in range: Range<Int>? = nil) throws(JSONError) {
    let mark = range == nil && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let range = range ?? mark..<bytes.count
    do {
      var parser = try JSONParser(range.count == bytes.count ? bytes : Array(bytes[range]))
      self = try Self.value(&parser)
      try parser.end()
    } catch {
      throw JSONError(offset: range.lowerBound + error.offset, expected: error.expected)
    }
  }

  private static func value(_ parser: inout JSONParser) throws(JSONError) -> StaticValue {
    switch try parser.next() {
    case .object: return .object(try object(&parser))
    case .array: return .list(try list(&parser))
    case .number:
      let (text, isInteger, number) = try parser.numberText()
      return isInteger && abs(number) >= 0x1p53 ? .text(text) : .number(number)
    case .other: break
    }
    switch try parser.value() {
    case .string(let text): return .text(text)
    case .bool(let value): return .boolean(value)
    default: return .null
    }
  }

  private static func object(_ parser: inout JSONParser) throws(JSONError) -> StaticObject {
    var object = StaticObject()
    var isFirst = true
    try parser.begin()
    while let (name, start) = try parser.nextMember(isFirst: isFirst) {
      isFirst = false
      guard object[name] == nil else { throw JSONError(offset: start, expected: JSONParser.expectedNewMember) }
      object[name] = try value(&parser)
    }
    return object
  }

  private static func list(_ parser: inout JSONParser) throws(JSONError) -> [StaticValue] {
    var elements: [StaticValue] = []
    try parser.begin()
    while try parser.nextElement(isFirst: elements.isEmpty) { elements.append(try value(&parser)) }
    return elements
  }

  /// The value as JSON that cannot end a script.
  var json: String {
    switch self {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .number(let number): return Self.plain(number)
    case .text(let text), .binding(let text): return Self.quoted(text)
    case .list(let elements): return "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .object(let object):
      let members = object.names.map { "\(Self.quoted($0)):\((object[$0] ?? .null).json)" }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
