import CSSValues
import Testing

@testable import Layout

/// Boxes of elements inside of `<svg>`.
@Suite struct GraphicTests {
  /// A little tree of elements in place of a document.
  private struct Elements: GraphicSource {
    final class Element: Hashable {
      let tag: String
      let attributes: [String: String]
      let children: [Element]
      let text: String?
      init(_ tag: String, _ attributes: [String: String] = [:], _ children: [Element] = [], text: String? = nil) {
        self.tag = tag
        self.attributes = attributes
        self.children = children
        self.text = text
      }
      static func == (left: Element, right: Element) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    let root: Element

    func tag(of node: Element) -> String? { node.tag }
    func attribute(_ name: String, of node: Element) -> String? { node.attributes[name] }
    func children(of node: Element) -> [GraphicChild<Element>] {
      node.children.map { child in child.text.map { .text(Array($0.utf16), child) } ?? .element(child) }
    }
    func element(withID id: String) -> Element? { find(id, root) }
    private func find(_ id: String, _ element: Element) -> Element? {
      if element.attributes["id"] == id { return element }
      for child in element.children {
        if let found = find(id, child) { return found }
      }
      return nil
    }
    func style(of node: Element, inside parent: Int32, isCopy: Bool) -> Int32? { parent }
  }

  private typealias Element = Elements.Element

  /// The frames of an `<svg>` of 200 by 100 at the page's origin, one line an element: `tag x y w h`.
  private func frames(_ attributes: [String: String], _ children: [Element]) -> String {
    var tree = StyledTree()
    var style = ComputedStyle()
    style.box.display = .block
    style.font.size = 10
    var svg = style
    svg.box.width = .value(.length(200))
    svg.box.height = .value(.length(100))
    tree.styles = [style, svg]
    tree.appendElement(to: -1, style: 0, role: .root)
    tree.replaced.append(.init(naturalWidth: nil, naturalHeight: nil))
    let index = tree.appendElement(to: 0, style: 1, role: .replaced, detail: 0)
    let root = Element("svg", attributes, children)
    var builder = GraphicTreeBuilder(Elements(root: root))
    builder.append(contentsOf: root, at: index, to: &tree)
    let result = layout(tree, in: Viewport(width: 400, height: 300, scale: 1), measuredBy: SquareMeasurer())
    var text = ""
    for (offset, origin) in builder.origins.enumerated() {
      guard case .node(let node) = origin, node.text == nil else { continue }
      let rect = result.frames[Int(index) + 1 + offset].rect
      let numbers = [rect.x, rect.y, rect.width, rect.height].map { value in
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
      }
      text += "\(node.tag) \(numbers.joined(separator: " "))\n"
    }
    for line in result.lines {
      text += "line \(Int(line.rect.x.rounded())) \(String(decoding: line.text, as: UTF16.self))\n"
    }
    return text
  }

  @Test func shapes() {
    let dump = frames(
      [:],
      [
        Element("rect", ["x": "10", "y": "5", "width": "50%", "height": "1em"]),
        Element("circle", ["cx": "50", "cy": "50", "r": "20"]),
        Element("ellipse", ["cx": "50", "cy": "50", "rx": "20", "ry": "10"]),
        Element("line", ["x1": "30", "y1": "40", "x2": "10", "y2": "60"]),
        Element("polygon", ["points": "0,0 10,20 -5 4"]),
        Element("path", ["d": "M10 10h20v-5z"]),
        Element("path", ["d": "M0 0C0 40 40 40 40 0"]),
        Element("path", ["d": "M0 0A10 10 0 0 1 20 0"]),
        Element("path", ["d": "M0 0L5 q"]), Element("rect", ["width": "-1", "height": "nonsense"]),
      ])
    #expect(
      dump == """
        rect 10 5 100 10
        circle 30 30 40 40
        ellipse 30 40 40 20
        line 10 40 20 20
        polygon -5 0 15 20
        path 10 5 20 5
        path 0 0 40 30
        path 0 -10 20 10
        path 0 0 0 0
        rect 0 0 0 0

        """)
  }

  @Test func coordinateSystems() {
    let box = Element("rect", ["width": "10", "height": "10"])
    #expect(frames(["viewBox": "0 0 10 10"], [box]) == "rect 50 0 100 100\n")
    #expect(frames(["viewBox": "0 0 10 10", "preserveAspectRatio": "xMinYMid slice"], [box]) == "rect 0 -50 200 200\n")
    #expect(frames(["viewBox": "0 0 10 10", "preserveAspectRatio": "none"], [box]) == "rect 0 0 200 100\n")
    #expect(frames(["viewBox": "0 0 0 10"], [box]) == "rect 0 0 10 10\n")
    let group = Element("g", ["transform": "translate(10 20) rotate(90)"], [box])
    #expect(frames([:], [group]) == "g 0 20 10 10\nrect 0 20 10 10\n")
    let inner = Element(
      "svg", ["x": "10", "width": "20", "height": "20", "viewBox": "0 0 10 10"], [box])
    #expect(frames([:], [inner]) == "svg 10 0 20 20\nrect 10 0 20 20\n")
  }

  @Test func uses() {
    let box = Element("rect", ["width": "4", "height": "2"])
    let symbol = Element("symbol", ["id": "s", "viewBox": "0 0 4 4"], [box])
    let use = Element("use", ["href": "#s", "x": "10", "width": "40", "height": "40"])
    #expect(frames([:], [Element("defs", [:], [symbol]), use]) == "use 10 0 40 20\n")
    // A shape inside of itself, and one that is not there.
    let loop = Element("g", ["id": "g"], [Element("use", ["href": "#g"]), box])
    #expect(
      frames([:], [loop, Element("use", ["href": "#none"])]) == "g 0 0 4 2\nuse 0 0 4 2\nrect 0 0 4 2\nuse 0 0 0 0\n")
    // Shapes that double at each level are cut off.
    var doubling = [Element("g", ["id": "0"], [box])]
    for level in 1...30 {
      let reference = ["href": "#\(level - 1)"]
      doubling.append(Element("g", ["id": "\(level)"], [Element("use", reference), Element("use", reference)]))
    }
    #expect(frames([:], [Element("defs", [:], doubling), Element("use", ["href": "#30"])]) == "use 0 0 4 2\n")
  }

  @Test func texts() {
    // Every character is a square of 10 px with an ascent of 8.
    let span = Element("tspan", ["dy": "5"], [Element("", text: "cd ")])
    let text = Element("text", ["x": "100", "y": "50"], [Element("", text: "  ab\n "), span])
    #expect(frames([:], [text]) == "text 100 42 50 15\ntspan 130 47 20 10\nline 100 ab \nline 130 cd\n")
    let lists = Element("text", ["x": "0 50", "y": "8"], [Element("", text: "abc")])
    #expect(frames([:], [lists]) == "text 0 0 70 10\nline 0 a\nline 50 bc\n")
  }
}
