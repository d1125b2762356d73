import Foundation
import HTML

/// Tokenization: `{"id","input","state","lastStartTag"}` → `{"id","tokens"}` in the arrays of html5lib's tests.
enum TokenizerSuite {
  private struct Question: Decodable {
    var id: String
    var input: String
    var state: String
    var lastStartTag: String?
  }

  @Sendable
  static func answer(_ question: Data) -> Data {
    guard let asked = try? JSONDecoder().decode(Question.self, from: question),
      let tokens = TokenStream.tokens(of: Array(asked.input.utf8), state: asked.state, lastStartTag: asked.lastStartTag)
    else { return unanswered(question) }
    let answer: [String: Any] = ["id": asked.id, "tokens": tokens.map(array)]
    return (try? JSONSerialization.data(withJSONObject: answer)) ?? unanswered(question)
  }

  private static func array(_ token: TokenStream.Token) -> [Any] {
    switch token {
    case .doctype(let name, let publicIdentifier, let systemIdentifier, let forceQuirks):
      return [
        "DOCTYPE", name ?? NSNull(), publicIdentifier ?? NSNull(), systemIdentifier ?? NSNull(), !forceQuirks,
      ]
    case .startTag(let name, let attributes, let isSelfClosing):
      let values = Dictionary(attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      return ["StartTag", name, values] + (isSelfClosing ? [true] : [])
    case .endTag(let name): return ["EndTag", name]
    case .comment(let data): return ["Comment", data]
    case .characters(let data): return ["Character", data]
    }
  }
}
