import CSS
import Diagnostics
import Foundation
import HTML
import Style

enum SelectorsSuite {
  private struct Question: Decodable {
    var id: String
    var html: String
    var selector: String
  }

  private struct Answer: Encodable {
    var id: String
    var matches: [[Int]]?
    var error: String?
  }

  @Sendable
  static func answer(_ question: Data) -> Data {
    guard let asked = try? JSONDecoder().decode(Question.self, from: question) else { return unanswered(question) }
    var parser = SelectorParser()
    do {
      let list = try parser.parseList(TokenStream(text: asked.selector).cursor.trimmed())
      var diagnostics = DiagnosticSink()
      let document = HTMLParser.parse(SourceFile(path: "page.html", text: asked.html), diagnostics: &diagnostics)
      let tree = ElementTree(document)
      let matcher = SelectorMatcher(tree, parser.builder.build())
      let found = tree.elements.indices.filter { matcher.matches(list: list, $0) }
      return encoded(Answer(id: asked.id, matches: found.map { path(of: $0, in: tree) }))
    } catch {
      return encoded(Answer(id: asked.id, error: error.message))
    }
  }

  /// The indices among the element children, from the root down.
  private static func path(of element: Int, in tree: ElementTree) -> [Int] {
    var path: [Int] = []
    var current = element
    while tree.elements[current].parent >= 0 {
      path.append(Int(tree.elements[current].position) - 1)
      current = Int(tree.elements[current].parent)
    }
    return path.reversed()
  }
}
