import CSSValues
import Compiler
import HostCore
import PageFormat
import Painting
import Testing

/// What is at a point of a page that was painted.
@Suite struct DisplayHitsTests {
  private struct Page: SiteFiles {
    var html: String

    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard path == "index.html" else { throw .missing }
      return Array(html.utf8)
    }

    func contains(_ path: String) -> Bool { path == "index.html" }
  }

  /// The classes of what is painted at a point, the one painted last first.
  private func classes(_ body: String, _ points: [(Double, Double)]) throws -> [[String]] {
    let html =
      "<!DOCTYPE html><html lang=en><meta name=viewport content=\"width=device-width\"><title>t</title>"
      + "<style>body{margin:0}div{position:absolute;width:40px;height:40px;background:red}</style><body>" + body
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 200, height: 150, scale: 1)]
    let compiled = PageCompiler(options: options, files: Page(html: html)).compile("index.html")
    let page = try PageReader(FileBytes(compiled.pageFile))
    let layout = try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes))
    var painter = PagePainter(page: page, layout: layout)
    let list = try painter.paint()
    return points.map { point in list.nodes(atX: point.0, y: point.1).compactMap { page.attribute($0, "class") } }
  }

  @Test func whatIsPaintedLastIsHitFirst() throws {
    let found = try classes(
      "<div class=a></div><div class=b style='left:20px'></div><div class=c style='z-index:-1'></div>",
      [(30, 10), (10, 10), (55, 10), (100, 100)])
    #expect(found == [["b", "a", "c"], ["a", "c"], ["b"], []])
  }

  @Test func transformsMoveWhatIsHit() throws {
    let found = try classes(
      "<div class=a style='transform:translate(100px,20px) scale(.5)'></div>"
        + "<div class=b style='top:80px;transform:scale(0)'></div>",
      [(120, 40), (105, 25), (10, 10), (20, 100)])
    #expect(found == [["a"], [], [], []])
  }

  @Test func clipsCutOffWhatIsHit() throws {
    let found = try classes(
      "<div class=a style='overflow:hidden;border-radius:20px'><div class=b style='width:80px;background:blue'></div></div>",
      [(20, 20), (60, 20), (2, 2)])
    #expect(found == [["b", "a"], [], ["a"]] || found == [["b", "a"], [], []])
  }
}
