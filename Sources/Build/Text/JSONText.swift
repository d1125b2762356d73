import Diagnostics

/// A JSON value whose keys keep their order, and its text: what the tool writes for programs is written by this one type,
/// so that it is the same on every machine.
public indirect enum JSONText: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONText])
  case object([(key: String, value: JSONText)])

  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a value from its parts.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes a value from its parts.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a value from its parts.
  public init(arrayLiteral elements: JSONText...) { self = .array(elements) }
  /// Makes a value from its parts.
  public init(dictionaryLiteral elements: (String, JSONText)...) { self = .object(elements.map { ($0.0, $0.1) }) }

  /// The text on one line, without white space between values.
  public var compact: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The text with two spaces of indentation and a final newline.
  public var pretty: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += Self.plain(value)
    case .string(let value): Self.quote(value, to: &text)
    case .array(let elements):
      Self.list("[", "]", elements.count, indent, to: &text) { elements[$0].write(to: &$1, indent: $2) }
    case .object(let members):
      Self.list("{", "}", members.count, indent, to: &text) { index, text, inner in
        Self.quote(members[index].key, to: &text)
        text += inner == nil ? ":" : ": "
        members[index].value.write(to: &text, indent: inner)
      }
    }
  }

  private static func list(
    _ open: String, _ close: String, _ count: Int, _ indent: Int?, to text: inout String,
    _ element: (Int, inout String, Int?) -> Void
  ) {
    text += open
    let inner = indent.map { $0 + 1 }
    for index in 0..<count {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: "  ", count: inner) }
      element(index, &text, inner)
    }
    if count > 0, let indent { text += "\n" + String(repeating: "  ", count: indent) }
    text += close
  }

  /// A number as JSON: no needless `.0`; what JSON cannot say (NaN, infinities) is `null`.
  public static func plain(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
    return "\(value)"
  }

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case let scalar where scalar.steersOutput:
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
