import CSSValues
import Compiler
import HTML
import Layout
import PageFormat

/// A layout as JSON and as lines of text.
struct LayoutListing {
  private struct Node {
    var path: String
    var depth: Int
    var tag: String
    var id: String?
    var rect: LayoutRect
    var lines: [LayoutResult.TextLine]
    /// How it is painted: members that are left out where there is nothing to say.
    var painting: [(key: String, value: JSONText)]
    /// The same in words.
    var words: String
  }

  private let viewport: Viewport
  private var nodes: [Node] = []
  /// The numbers of ``nodes`` in the order of painting.
  private var paintOrder: [Int] = []

  init(_ page: PageInspection) {
    viewport = page.viewport
    let document = page.document
    let lines = page.linesByElement()
    var paths = ElementPaths(of: document)
    let painting = PaintListing(page)
    var numbers: [NodeID: Int] = [:]
    for element in page.elements {
      guard let frame = page.frame(of: element) else { continue }
      let path = paths.path(of: element)
      numbers[element] = nodes.count
      nodes.append(
        Node(
          path: path, depth: paths.depth(of: element), tag: document.name(element).string,
          id: document.value(element, .id), rect: frame.rect, lines: lines[element] ?? [],
          painting: painting.members(of: element, &paths), words: painting.words(of: element)))
    }
    for node in page.paintOrder {
      guard page.tree.nodes[Int(node)].kind == .element, let element = page.element(of: node),
        let number = numbers[element]
      else { continue }
      paintOrder.append(number)
    }
  }

  var json: JSONText {
    let list = nodes.map { node in
      var members: [(key: String, value: JSONText)] = [("path", .string(node.path)), ("tag", .string(node.tag))]
      if let id = node.id { members.append(("id", .string(id))) }
      members += Self.members(node.rect)
      let lines = node.lines.map { line in
        JSONText.object(Self.members(line.rect) + [("text", .string(String(decoding: line.units, as: UTF16.self)))])
      }
      members.append(("lines", .array(lines)))
      members += node.painting
      return JSONText.object(members)
    }
    return .object([
      (
        "viewport",
        .object([
          ("width", .number(viewport.width)), ("height", .number(viewport.height)), ("scale", .number(viewport.scale)),
        ])
      ),
      ("nodes", .array(list)), ("paintOrder", .array(paintOrder.map { .integer($0) })),
    ])
  }

  var text: String {
    var text = ""
    for node in nodes {
      let indent = String(repeating: "  ", count: min(node.depth, 40))
      text += "\(indent)\(node.tag)\(node.id.map { "#" + $0 } ?? "") \(Self.words(node.rect))\(node.words)\n"
      for line in node.lines {
        text += "\(indent)  | \(Self.words(line.rect)) “\(String(decoding: line.units, as: UTF16.self))”\n"
      }
    }
    return text
  }

  static func members(_ rect: LayoutRect) -> [(key: String, value: JSONText)] {
    let rect = rect.quantized
    return [
      ("x", .number(rect.x)), ("y", .number(rect.y)), ("w", .number(rect.width)), ("h", .number(rect.height)),
    ]
  }

  static func words(_ rect: LayoutRect) -> String {
    let rect = rect.quantized
    return "\(number(rect.x)),\(number(rect.y)) \(number(rect.width))×\(number(rect.height))"
  }

  /// To a millionth of a px: smaller differences are the noise of floating-point sums.
  static func rounded(_ value: Double) -> Double {
    guard value.isFinite, abs(value) < 1e9 else { return value.isFinite ? value : 0 }
    return (value * 1e6).rounded() / 1e6 + 0
  }

  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "–" }
    return JSONText.plain((value * 100).rounded() / 100 + 0)
  }
}
