import CSSValues
import Layout
import Testing

@testable import Compiler

/// Where `position: sticky` is where nothing is scrolled.
@Suite struct StickyInspectionTests {
  @Test func boxesKeepTheirDistanceWithinTheirContainers() throws {
    let site = MemorySite([
      "index.html": """
      <!doctype html><style>body { margin: 0 } #s { overflow: hidden; height: 100px } #a { height: 150px }
      #b { position: sticky; bottom: 10px; height: 20px } #c { height: 8px }</style>
      <div id=s><div id=a></div><div id=b><p id=c></p></div></div>
      """
    ])
    let compiler = PageCompiler(options: CompilerOptions(), files: site)
    let page = try #require(compiler.inspect("index.html", viewport: Viewport(width: 400, height: 300, scale: 1)))
    let found = page.elements.filter { ["b", "c"].contains(page.document.value($0, .id) ?? "") }
    #expect(found.map { page.clientRect(of: $0)?.y } == [70, 70])
  }
}
