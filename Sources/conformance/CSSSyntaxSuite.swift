import CSS
import CSSValues
import Foundation
import HTML

/// Prints what the CSS syntax parser makes of text, in the notation of css-parsing-tests.
enum CSSSyntaxSuite {
  @Sendable
  static func answer(_ question: Data) -> Data {
    guard let asked = (try? JSONSerialization.jsonObject(with: question)) as? [String: Any],
      let id = asked["id"] as? String, let kind = asked["kind"] as? String, let input = asked["input"]
    else { return unanswered(question) }
    let reply: [String: Any] = ["id": id, "output": output(kind, input)]
    return (try? JSONSerialization.data(withJSONObject: reply, options: [.fragmentsAllowed])) ?? unanswered(question)
  }

  private static func output(_ kind: String, _ input: Any) -> Any {
    if kind == "stylesheet_bytes" { return styleSheetBytes(input as? [String: Any] ?? [:]) }
    let stream = CSS.TokenStream(text: input as? String ?? "")
    let cursor = stream.cursor
    switch kind {
    case "component_value_list": return values(SyntaxParser.componentValues(cursor), stream)
    case "one_component_value":
      let all = SyntaxParser.componentValues(cursor.trimmed())
      if all.isEmpty { return ["error", "empty"] }
      return all.count == 1 ? values(all, stream)[0] : ["error", "extra-input"]
    case "declaration_list": return SyntaxParser.declarations(cursor).map { item($0, stream) }
    case "one_declaration":
      return cursor.trimmed().isAtEnd ? ["error", "empty"] : item(SyntaxParser.declaration(cursor), stream)
    case "one_rule":
      var rest = cursor
      rest.skipWhitespace()
      if rest.isAtEnd { return ["error", "empty"] }
      let rule = item(SyntaxParser.rule(&rest), stream)
      rest.skipWhitespace()
      return rest.isAtEnd ? rule : ["error", "extra-input"]
    case "rule_list": return SyntaxParser.rules(cursor, isTopLevel: false).map { item($0, stream) }
    case "stylesheet": return SyntaxParser.rules(cursor, isTopLevel: true).map { item($0, stream) }
    case "An+B":
      var rest = cursor.trimmed()
      guard let pattern = NthPattern.parse(&rest), rest.trimmed().isAtEnd else { return NSNull() }
      return [Int(pattern.step), Int(pattern.offset)]
    case "color": return color(cursor)
    default: return NSNull()
    }
  }

  private static func styleSheetBytes(_ input: [String: Any]) -> Any {
    let bytes = (input["css_bytes"] as? String ?? "").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let environment = input["environment_encoding"] as? String
    let decoded = EncodingSniffer.decodeStyleSheet(bytes, documentEncoding: environment)
    var (text, encoding) = (decoded.text, decoded.encoding)
    let hasMark =
      bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    if !hasMark, let known = (input["protocol_encoding"] as? String).flatMap({ TextEncoding(label: $0) }) {
      (text, encoding) = (known.decode(bytes), known.name)
    }
    let stream = CSS.TokenStream(text)
    return [SyntaxParser.rules(stream.cursor, isTopLevel: true).map { item($0, stream) }, encoding]
  }

  private static func color(_ cursor: TokenCursor) -> Any {
    switch Color3.parse(cursor) {
    case .currentColor: "currentColor"
    case .absolute(let color): [color.first, color.second, color.third, color.alpha]
    default: NSNull()
    }
  }

  private static func item(_ item: RawItem, _ stream: CSS.TokenStream) -> Any {
    func list(_ cursor: TokenCursor) -> [Any] { values(SyntaxParser.componentValues(cursor), stream) }
    switch item {
    case .atRule(let name, let prelude, let block):
      return ["at-rule", stream.text(name), list(prelude), block.map { list($0) as Any } ?? NSNull()]
    case .qualifiedRule(let prelude, let block): return ["qualified rule", list(prelude), list(block)]
    case .declaration(let name, let value, let isImportant):
      return ["declaration", stream.text(name), list(value), isImportant]
    case .invalid: return ["error", "invalid"]
    }
  }

  private static func values(_ list: [ComponentValue], _ stream: CSS.TokenStream) -> [Any] {
    list.flatMap { value -> [Any] in
      switch value {
      case .token(let token): return self.token(token, stream)
      case .block(let token, let inner):
        let name = token.kind == .leftBrace ? "{}" : token.kind == .leftBracket ? "[]" : "()"
        return [[name] + values(inner, stream)]
      case .function(let token, let inner): return [["function", stream.text(token)] + values(inner, stream)]
      }
    }
  }

  private static func token(_ token: Token, _ stream: CSS.TokenStream) -> [Any] {
    let text = stream.text(token)
    let isEnded = !token.flags.contains(.unterminated)
    let type = token.isInteger ? "integer" : "number"
    switch token.kind {
    case .whitespace: return [" "]
    case .ident: return [["ident", text]]
    case .atKeyword: return [["at-keyword", text]]
    case .hash: return [["hash", text, token.flags.contains(.id) ? "id" : "unrestricted"]]
    case .string: return [["string", text]] + (isEnded ? [] : [["error", "eof-in-string"]])
    case .badString: return [["error", "bad-string"]]
    case .url: return [["url", text]] + (isEnded ? [] : [["error", "eof-in-url"]])
    case .badURL: return [["error", "bad-url"]]
    case .number: return [["number", representation(token, stream), token.number, type]]
    case .percentage: return [["percentage", representation(token, stream), token.number, type]]
    case .dimension: return [["dimension", representation(token, stream), token.number, type, text]]
    case .delim: return [String(UnicodeScalar(token.delimiter) ?? " ")]
    case .colon: return [":"]
    case .semicolon: return [";"]
    case .comma: return [","]
    case .cdo: return ["<!--"]
    case .cdc: return ["-->"]
    case .rightBracket: return [["error", "]"]]
    case .rightParenthesis: return [["error", ")"]]
    case .rightBrace: return [["error", "}"]]
    case .eof, .function, .leftBrace, .leftBracket, .leftParenthesis: return []
    }
  }

  /// A number as it was written, without its unit.
  private static func representation(_ token: Token, _ stream: CSS.TokenStream) -> String {
    let text = String(decoding: stream.source[token.range], as: UTF8.self)
    let number = /[+-]?(\d+\.\d+|\.\d+|\d+)([eE][+-]?\d+)?/
    return text.prefixMatch(of: number).map { String($0.output.0) } ?? text
  }
}
