import CSSValues
import Page
import PageFormat

/// A small page with one of everything.
public enum SamplePage {
  public static func page() -> PageModel {
    var page = PageModel(source: "news/index.html", dialect: .web)
    page.title = "Nachrichten – 今日"
    func node(_ kind: PageNodeKind, _ parent: Int?, _ tag: String?) -> PageNode {
      var node = PageNode(kind: kind, parent: parent)
      if let tag { node.tag = page.strings.intern(tag) }
      return node
    }
    func text(_ parent: Int, _ characters: String) -> PageNode {
      var node = PageNode(kind: .text, parent: parent)
      node.text = page.strings.intern(characters)
      return node
    }
    let block = page.internStyle([
      StyleDeclaration(property: page.strings.intern("display"), value: page.strings.intern("block"))
    ])
    let red = page.internStyle([
      StyleDeclaration(property: page.strings.intern("color"), value: page.strings.intern("rgb(255, 0, 0)")),
      StyleDeclaration(property: page.strings.intern("display"), value: page.strings.intern("block")),
    ])
    page.nodes = [
      node(.element, nil, "html"), node(.element, 0, "body"), node(.element, 1, "p"), text(2, "Hello wide world"),
    ]
    page.nodes += [node(.svgElement, 1, "svg"), node(.before, 1, nil), node(.element, 0, "label")]
    page.nodes[0].style = block
    page.nodes[1].style = block
    page.nodes[2].style = red
    page.nodes[5].text = page.strings.intern("»")
    page.nodes[6].component = page.strings.intern("label")
    page.nodes[6].flags = [.dependsOnData, .sizeDependsOnData]
    page.attributes = [
      PageAttribute(name: page.strings.intern("class"), value: page.strings.intern("lead")),
      PageAttribute(name: page.strings.intern("id"), value: page.strings.intern("p1")),
    ]
    page.nodes[2].attributes = 0..<2
    page.handlers = [
      PageHandler(
        event: page.strings.intern("click"), function: page.strings.intern("open"),
        arguments: page.strings.intern("[\"detail\",1]"))
    ]
    page.nodes[6].handlers = 0..<1
    page.bindings = [PageBinding(target: .text, expression: page.strings.intern("{{ item.title }}"))]
    page.nodes[6].bindings = 0..<1
    var script = PageScript(kind: .classic)
    script.source = page.strings.intern("web/app.js")
    page.scripts = [script]
    page.facts = [
      PageFact(kind: .meta, name: page.strings.intern("viewport"), value: page.strings.intern("width=device-width"))
    ]
    page.closeSubtrees()
    return page
  }

  public static func layout() -> LayoutModel {
    var layout = LayoutModel(
      source: "news/index.html",
      viewport: Viewport(name: "390x844@3", width: 390, height: 844, scale: 3))
    layout.frames = [
      LayoutFrame(rect: LayoutRect(x: 0, y: 0, width: 390, height: 900)),
      LayoutFrame(rect: LayoutRect(x: 8, y: 8, width: 374, height: 884)),
      LayoutFrame(rect: LayoutRect(x: 8.5, y: 16.25, width: 100.125, height: 40)), .noBox,
      LayoutFrame(rect: LayoutRect(x: 8, y: 60, width: 24, height: 24)),
      LayoutFrame(rect: LayoutRect(x: 20, y: 100, width: 50, height: 40), flags: .fragmented), .noBox,
    ]
    layout.fragments = [
      LayoutFragment(node: 5, rect: LayoutRect(x: 40, y: 100, width: 30, height: 20)),
      LayoutFragment(node: 5, rect: LayoutRect(x: 20, y: 120, width: 10, height: 20)),
    ]
    layout.lines = [
      LayoutLine(
        node: 3, start: 0, length: 11, rect: LayoutRect(x: 8.5, y: 16.25, width: 80, height: 18), baseline: 30),
      LayoutLine(
        node: 3, start: 11, length: 5, rect: LayoutRect(x: 8.5, y: 36.25, width: 40, height: 18), baseline: 50,
        text: layout.strings.intern("world-")),
    ]
    layout.styleOverrides = [(node: 1, style: 1)]
    layout.fonts = [LayoutFont(family: "DejaVu Sans", hash: "sha256-abc", size: 1234)]
    layout.contentWidth = 390
    layout.contentHeight = 900
    layout.scrollAreas = [LayoutScrollArea(node: 1, width: 374, height: 1000)]
    layout.clips = [LayoutFragment(node: 1, rect: LayoutRect(x: 8, y: 8, width: 374, height: 884))]
    return layout
  }
}
