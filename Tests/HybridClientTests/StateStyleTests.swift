import CSSValues
import Compiler
import HybridClient
import PageFormat
import TestSupport
import Testing

/// The styles of states from the source of a page to what a client reads.
@Suite struct StateStyleTests {
  @Test func aClientLooksStatesUp() throws {
    let site = OneFile(
      text: """
        <!DOCTYPE html><style>
        a { color: blue } a:hover { color: red } a:hover span { opacity: 0.5 }
        #c:checked ~ label { color: green }
        @media (min-width: 600px) { a:hover { color: lime } p:hover { opacity: 0 } }
        </style><p><a href=x>one <span>two</span></a></p><input type=checkbox id=c><label>z</label>
        """)
    var options = CompilerOptions()
    options.viewports = [
      Viewport(width: 390, height: 844, scale: 3), Viewport(width: 768, height: 1024, scale: 2),
    ]
    let compiled = PageCompiler(options: options, files: site).compile("index.html")
    #expect(compiled.diagnostics.map(\.code.name).filter { $0 != "HYB3001" && $0 != "HYB3085" } == [])
    let page = try PageReader(FileBytes(compiled.pageFile))
    try page.validate()
    func color(_ tag: String, _ property: String, _ layout: Int, _ holds: [(String, PageState)]) throws -> String? {
      let reader = try LayoutReader(FileBytes(compiled.layoutFiles[layout].bytes))
      let device = DeviceTraits(
        width: reader.viewport.width, height: reader.viewport.height, scale: reader.viewport.scale)
      let opened = OpenedPage(page: page, layout: reader, device: device)
      let node = try #require(opened.nodes.first { $0.tag == tag })
      let states = opened.states(of: node)
      let style = states?.style { condition in
        holds.contains { $0.0 == page.tag(condition.node) && $0.1 == condition.state }
      }
      guard let style else { return nil }
      return page.declarations(ofStyle: style).first { $0.property == property }?.value
    }
    #expect(try color("a", "color", 0, []) == nil)
    #expect(try color("a", "color", 0, [("a", .hover)]) == "rgb(255, 0, 0)")
    #expect(try color("span", "color", 0, [("a", .hover)]) == "rgb(255, 0, 0)")
    #expect(try color("span", "opacity", 0, [("a", .hover)]) == "0.5")
    #expect(try color("label", "color", 0, [("input", .checked)]) == "rgb(0, 128, 0)")
    #expect(try color("p", "opacity", 0, [("p", .hover)]) == nil)
    // Other rules at another viewport.
    #expect(try color("a", "color", 1, [("a", .hover), ("p", .hover)]) == "rgb(0, 255, 0)")
    #expect(try color("p", "opacity", 1, [("p", .hover)]) == "0")
    let table = try page.states()
    let link = try #require((0..<page.nodeCount).first { page.tag($0) == "a" })
    #expect(table.nodesAffected(by: link).map { page.tag($0) } == ["a", "span"])
  }
}
