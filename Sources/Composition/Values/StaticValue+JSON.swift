extension StaticValue {
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
