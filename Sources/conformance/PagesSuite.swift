import CSSValues
import Compiler
import Foundation
import HTML

/// Real pages: every element's box in page coordinates with its computed style, and where the texts' lines begin.
enum PagesSuite {
  struct Question: Decodable {
    struct Viewport: Decodable {
      var width: Double
      var height: Double
      var dpr: Double
    }
    var id: String
    var file: String
    var viewport: Viewport
  }

  struct Answer: Encodable {
    struct Node: Encodable {
      var path: String
      var x: Double
      var y: Double
      var w: Double
      var h: Double
      var style: [String: String]?
    }
    struct Text: Encodable {
      var parent: String
      var i: Int
      var rects: [[Double]]
      var breaks: [Int]?
    }
    var id: String
    var nodes: [Node] = []
    var texts: [Text] = []
  }

  @Sendable
  static func answer(_ question: Data) -> Data {
    guard let asked = try? JSONDecoder().decode(Question.self, from: question) else { return unanswered(question) }
    let viewport = Viewport(width: asked.viewport.width, height: asked.viewport.height, scale: asked.viewport.dpr)
    guard let page = SuitePages.inspect(file: asked.file, viewport: viewport) else { return unanswered(question) }
    var answer = Answer(id: asked.id)
    var paths = ElementPaths(of: page.document)
    var properties = page.resolvedValues(of: SuitePages.pageProperties)
    for element in page.elements {
      guard page.style(of: element) != nil else { continue }
      let rect = page.clientRect(of: element) ?? .zero
      answer.nodes.append(
        .init(
          path: paths.path(of: element), x: rect.x, y: rect.y, w: rect.width, h: rect.height,
          style: properties.values(of: element)))
    }
    for text in page.texts where !text.lines.isEmpty {
      // A line begins at its first character that shows: a line feed that only ends a line has no width.
      let visible = text.lines.filter { $0.rect.width > 0 }
      var breaks = visible.prefix(1).map(\.range.lowerBound)
      for (last, line) in zip(visible, visible.dropFirst()) {
        // Pieces of one line (bidi runs) share a baseline; a new line begins where it changes.
        if abs(line.baseline - last.baseline) > 0.5 || line.rect.x < last.rect.x {
          breaks.append(line.range.lowerBound)
        }
      }
      answer.texts.append(
        .init(
          parent: paths.path(of: text.parent), i: text.index,
          rects: text.lines.map { [$0.rect.x, $0.rect.y, $0.rect.width, $0.rect.height] },
          breaks: text.lines.count > 1 && !breaks.isEmpty ? breaks : nil))
    }
    return encoded(answer)
  }
}
