import Diagnostics
import Foundation
import HTML

/// Tree construction: `{"id","html","fragment","scripting"?}` → `{"id","tree"}`.
enum HTMLSuite {
  private struct Question: Decodable {
    var id: String
    var html: String
    var fragment: String?
    var scripting: Bool?
  }

  private struct Answer: Encodable {
    var id: String
    var tree: String
  }

  @Sendable
  static func answer(_ question: Data) -> Data {
    guard let asked = try? JSONDecoder().decode(Question.self, from: question) else { return unanswered(question) }
    var diagnostics = DiagnosticSink()
    let source = SourceFile(path: asked.id, text: asked.html)
    let scripting = asked.scripting ?? false
    let tree: String
    if let context = asked.fragment {
      let (document, root) = HTMLParser.parseFragment(
        source, context: context, scripting: scripting, diagnostics: &diagnostics)
      tree = document.dump(childrenOf: root)
    } else {
      tree = HTMLParser.parse(source, scripting: scripting, diagnostics: &diagnostics).dump()
    }
    return encoded(Answer(id: asked.id, tree: tree))
  }
}
