import CSSValues
import Compiler
import Foundation
import HTML

/// Boxes of small documents: `#root` and its element children, border boxes relative to the parent's, unrounded.
enum LayoutSuite {
  struct Question: Decodable {
    struct Viewport: Decodable {
      var width: Double
      var height: Double
      var dpr: Double
    }
    var id: String
    var html: String
    var viewport: Viewport
  }

  struct Answer: Encodable {
    var id: String
    var box: Box
  }

  /// `[x, y, width, height, [children]]`.
  struct Box: Encodable {
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0
    var children: [Box] = []

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for number in [x, y, width, height] { try container.encode(number) }
      try container.encode(children)
    }
  }

  @Sendable
  static func answer(_ question: Data) -> Data {
    guard let asked = try? JSONDecoder().decode(Question.self, from: question) else { return unanswered(question) }
    let viewport = Viewport(width: asked.viewport.width, height: asked.viewport.height, scale: asked.viewport.dpr)
    guard let page = SuitePages.inspect(html: asked.html, viewport: viewport),
      let root = page.elements.first(where: { page.document.value($0, .id) == "root" })
    else {
      return unanswered(question)
    }
    return encoded(Answer(id: asked.id, box: box(of: root, in: page, parentX: 0, parentY: 0)))
  }

  private static func box(of element: NodeID, in page: PageInspection, parentX: Double, parentY: Double) -> Box {
    guard let frame = page.frame(of: element)?.rect else {
      return Box(
        children: page.document.children(element).filter { isBox($0, page.document) }.map {
          box(of: $0, in: page, parentX: 0, parentY: 0)
        })
    }
    var result = Box(x: frame.x - parentX, y: frame.y - parentY, width: frame.width, height: frame.height)
    for child in page.document.children(element) where isBox(child, page.document) {
      result.children.append(box(of: child, in: page, parentX: frame.x, parentY: frame.y))
    }
    return result
  }

  private static func isBox(_ node: NodeID, _ document: Document) -> Bool {
    document.isElement(node) && !document.isElement(node, .br)
  }
}
