import CSSValues
import Compiler
import HostCore
import HybridClient
import PageFormat
import Painting
import Testing

/// What a host knows of a Web page's painted screen.
@Suite struct PaintedScreenTests {
  private struct Page: SiteFiles {
    var html: String

    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard path == "index.html" else { throw .missing }
      return Array(html.utf8)
    }

    func contains(_ path: String) -> Bool { path == "index.html" }
  }

  private func open(_ body: String) throws -> OpenedPage {
    let html =
      "<!DOCTYPE html><html lang=en><meta name=viewport content=\"width=device-width\"><title>t</title>"
      + "<style>body{margin:0}h1,p{margin:0;font:16px/20px sans-serif}</style><body>" + body
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 200, height: 150, scale: 1)]
    let compiled = PageCompiler(options: options, files: Page(html: html)).compile("index.html")
    return OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes)),
      device: DeviceTraits(width: 200, height: 300, scale: 2))
  }

  @Test func aScreenOfAnotherWidthIsNotPainted() throws {
    let page = try open("<p>x")
    // The height and the density differ, which moves little.
    #expect(page.canBePainted(width: 200) && !page.canBePainted(width: 201))
  }

  @Test func linksAreFoundUnderTheirContentsAndAtTheirBoxes() throws {
    let page = try open(
      "<a href=a.html style='display:block;height:20px'><span style='background:red'>x</span></a>"
        + "<a href=b.html style='display:block;height:20px'></a><p>y")
    var painter = PagePainter(page: page.page, layout: try #require(page.layout))
    let list = try painter.paint()
    #expect(page.link(atX: 2, y: 10, in: list) == "a.html" && page.link(atX: 150, y: 10, in: list) == "a.html")
    #expect(page.link(atX: 2, y: 30, in: list) == "b.html" && page.link(atX: 2, y: 50, in: list) == nil)
  }

  @Test func onlyTheImagesOfTheScreenAreAskedFor() throws {
    let page = try open(
      "<div style='height:20px;background:url(a.png)'></div><img src=b.png style='display:block;width:20px;height:20px'>"
        + "<div style='height:900px'></div><img src=c.png style='display:block;width:20px;height:20px'>")
    var painter = PagePainter(page: page.page, layout: try #require(page.layout)) { _ in (20, 20) }
    let list = try painter.paint()
    let sources = list.imageSources(touching: LayoutRect(x: 0, y: 0, width: 200, height: 150))
    #expect(sources.count == 2 && sources[0].hasSuffix("a.png") && sources[1].hasSuffix("b.png"))
  }

  @Test func thingsToReadHaveTheirPlaces() throws {
    let page = try open(
      "<h1>Title</h1><p>Text with a <a href=a.html>link</a></p><button aria-pressed=true>Go</button>"
        + "<div style='height:900px'></div><p>below")
    let elements = PlacedSemantics(page, in: LayoutRect(x: 0, y: 0, width: 200, height: 150)).elements
    #expect(elements.first?.summary.traits == .header && elements.first?.summary.label == "Title")
    // What a heading is named by is not read twice.
    #expect(elements.filter { $0.summary.label == "Title" }.count == 1)
    let link = try #require(elements.first { $0.link != nil })
    #expect(link.link == "a.html" && link.summary.traits == .link && link.frame.y >= 20)
    #expect(elements.contains { $0.summary.label == "Go" && $0.summary.traits == [.button, .selected] })
    #expect(!elements.contains { $0.summary.label == "below" })
  }
}
