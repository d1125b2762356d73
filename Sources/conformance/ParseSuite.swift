import CSS
import CSSValues
import Diagnostics
import Foundation

/// Which values, selectors and rules are valid, and what shorthands set.
enum ParseSuite {
  private struct Question: Codable {
    var id: String
    var kind: String
    var property: String?
    var input: String
  }

  private struct Answer: Codable {
    var id: String
    var valid: Bool?
    var longhands: [String: String]?
  }

  @Sendable
  static func answer(_ question: Data) -> Data {
    guard let asked = try? JSONDecoder().decode(Question.self, from: question) else { return unanswered(question) }
    switch asked.kind {
    case "value": return encoded(Answer(id: asked.id, valid: !declarations(asked).isEmpty))
    case "shorthand":
      var longhands: [String: String] = [:]
      for declaration in declarations(asked) {
        guard case .known(let property) = declaration.property else { continue }
        switch declaration.value {
        case .value(let value): longhands[property.name] = value.text
        case .wide(let keyword): longhands[property.name] = keyword.rawValue
        case .unresolved: longhands[property.name] = ""
        }
      }
      return encoded(Answer(id: asked.id, longhands: longhands))
    case "selector":
      var parser = SelectorParser()
      let isValid = (try? parser.parseList(TokenStream(text: asked.input).cursor.trimmed())) != nil
      return encoded(Answer(id: asked.id, valid: isValid))
    case "rule":
      let sheet = CSSStyleSheet(SourceFile(path: "rule.css", text: asked.input))
      return encoded(Answer(id: asked.id, valid: sheet.diagnostics.diagnostics.isEmpty))
    default: return unanswered(question)
    }
  }

  private static func declarations(_ question: Question) -> [PropertyDeclaration] {
    guard let property = question.property.flatMap({ PropertyID(named: $0) }) else { return [] }
    var parser = PropertyParser()
    var declarations: [PropertyDeclaration] = []
    _ = parser.parse(property, TokenStream(text: question.input).cursor, into: &declarations)
    return declarations
  }
}
