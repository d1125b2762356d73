import Names

extension CSSValue {
  /// The value as it serialises (CSSOM 1, 6.7.2).
  public var text: String {
    switch self {
    case .keyword(let name): return name.string
    case .identifier(let name): return CSSText.identifier(name.string)
    case .number(let value):
      return value.isFinite ? NumberText.text(value) : "calc(" + NumberText.text(value) + ")"
    case .percentage(let value):
      return value.isFinite ? NumberText.text(value) + "%" : "calc(" + NumberText.text(value) + " * 1%)"
    case .dimension(let value, let unit):
      return value.isFinite
        ? NumberText.text(value) + unit.text : "calc(" + NumberText.text(value) + " * 1" + unit.text + ")"
    case .math(let expression): return expression.text
    case .color(let color): return color.text
    case .string(let string): return CSSText.string(string)
    case .url(let url): return "url(" + CSSText.string(url) + ")"
    case .slash: return "/"
    case .list(let items, let separator): return items.map(\.text).joined(separator: separator == .comma ? ", " : " ")
    case .function("calc-size", let arguments, _):
      // Its arguments are calculations without saying so.
      let texts = arguments.map {
        if case .math(let expression) = $0 { expression.root.text(isTop: true) } else { $0.text }
      }
      return "calc-size(" + texts.joined(separator: ", ") + ")"
    case .function(let name, let arguments, let separator):
      return name.string + "(" + arguments.map(\.text).joined(separator: separator == .comma ? ", " : " ") + ")"
    case .lineNames(let names): return "[" + names.map { CSSText.identifier($0.string) }.joined(separator: " ") + "]"
    case .raw(let text): return text
    }
  }
}

/// Identifiers and strings as they serialise (CSSOM 1, 2.1).
public enum CSSText {
  /// A string in double quotes.
  public static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result.unicodeScalars.append("\\")
        result.unicodeScalars.append(scalar)
      case "\u{0}": result.unicodeScalars.append("\u{FFFD}")
      case "\u{1}"..."\u{1F}", "\u{7F}": result += "\\" + String(scalar.value, radix: 16) + " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// An identifier with what needs it escaped.
  public static func identifier(_ text: String) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isDigit = scalar >= "0" && scalar <= "9"
      switch scalar {
      case "\u{0}": result.unicodeScalars.append("\u{FFFD}")
      case "\u{1}"..."\u{1F}", "\u{7F}": result += "\\" + String(scalar.value, radix: 16) + " "
      case _ where isDigit && (index == 0 || (index == 1 && scalars[0] == "-")):
        result += "\\" + String(scalar.value, radix: 16) + " "
      case "-" where scalars.count == 1: result += "\\-"
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "\u{80}"...: result.unicodeScalars.append(scalar)
      default:
        result.unicodeScalars.append("\\")
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
