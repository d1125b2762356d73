import CSSValues
import CairoPainting
import Compiler
import PageFormat
import Painting
import Testing
import Text

/// Input made to cost much, or damaged.
@Suite struct PaintingRobustnessTests {
  private struct Page: SiteFiles {
    let html: String
    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard path == "index.html" else { throw .missing }
      return Array(html.utf8)
    }
    func contains(_ path: String) -> Bool { path == "index.html" }
  }

  /// Numbers that are the same in each run (SplitMix64).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  private func compiled(_ body: String) throws -> (page: [UInt8], layout: [UInt8], measurer: SystemTextMeasurer) {
    let html =
      "<!DOCTYPE html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>t</title>"
      + body
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 100, height: 100, scale: 1)]
    let compiler = PageCompiler(options: options, files: Page(html: html))
    let compiled = compiler.compile("index.html")
    let measurer = try #require(compiler.textMeasurer(of: "index.html", scale: 1) as? SystemTextMeasurer)
    return (compiled.pageFile, try #require(compiled.layoutFiles.first).bytes, measurer)
  }

  private func draw(_ page: [UInt8], _ layout: [UInt8], _ measurer: SystemTextMeasurer) throws {
    let reader = try PageReader(FileBytes(page))
    var painter = PagePainter(page: reader, layout: try LayoutReader(FileBytes(layout))) { _ in (8, 8) }
    let list = try painter.paint()
    _ = try painter.layers(of: list)
    let picture = PagePicture(of: list, measuredBy: measurer, scale: 1)
    _ = try picture.pixels(of: LayoutRect(x: 0, y: 0, width: 100, height: 100))
  }

  @Test(.timeLimit(.minutes(15))) func aListOfTenThousandItemsIsPainted() throws {
    let rows = (0..<10_000).map { "<li style=\"border-bottom:1px solid\"><b>\($0)</b> row" }.joined()
    let (page, layout, measurer) = try compiled("<ul>\(rows)</ul>")
    try draw(page, layout, measurer)
  }

  @Test(.timeLimit(.minutes(15))) func nestedFiltersAreBounded() throws {
    let depth = 120
    let body = String(
      repeating: "<div style=\"filter:blur(40px) drop-shadow(0 0 90px red);mix-blend-mode:screen\">", count: depth)
    let (page, layout, measurer) = try compiled(body + "x")
    try draw(page, layout, measurer)
  }

  @Test(.timeLimit(.minutes(15))) func manyFiltersShadowsAndDashesAreBounded() throws {
    let filter = String(repeating: "blur(2px) drop-shadow(0 0 9px red) ", count: 25)
    let shadows = (0..<200).map { "\($0)px 1px 9px red" }.joined(separator: ",")
    let (page, layout, measurer) = try compiled(
      """
      <p style="filter:\(filter)">x</p><p style="text-shadow:\(shadows)">many words</p>
      \(String(repeating: "<p style=\"filter:blur(2px)\">x</p>", count: 200))
      <svg width=90 height=90><path d="M0 0L90 90" stroke=red stroke-dasharray=".00001 .00002" /></svg>
      <p style="width:1000000000px;border:2px dotted;background:green;height:20px">
      """)
    try draw(page, layout, measurer)
  }

  @Test(.timeLimit(.minutes(15))) func shadowsOfVeryLargeBlursAreBounded() throws {
    let boxes = (0..<20).map { "<p style=\"box-shadow:inset \($0)px 1px 5000px red,\($0)px 1px 5000px blue\">x</p>" }
    let (page, layout, measurer) = try compiled(boxes.joined())
    try draw(page, layout, measurer)
  }

  @Test func boxesAsWideAsLayoutAllowsAreDrawn() throws {
    let (page, layout, measurer) = try compiled(
      "<body style='margin:0'><p style='margin:0;width:1e9px;height:50px;background:#0f0'>")
    var painter = PagePainter(page: try PageReader(FileBytes(page)), layout: try LayoutReader(FileBytes(layout)))
    let picture = PagePicture(of: try painter.paint(), measuredBy: measurer, scale: 1)
    let (width, _, bytes) = try picture.pixels(of: LayoutRect(x: 0, y: 0, width: 100, height: 100))
    let middle = (25 * width + 90) * 4
    #expect(Array(bytes[middle..<middle + 3]) == [0, 255, 0])
  }

  @Test func picturesOfMoreThanAHundredMegapixelsAreRefused() throws {
    let (page, layout, measurer) = try compiled("x")
    var painter = PagePainter(page: try PageReader(FileBytes(page)), layout: try LayoutReader(FileBytes(layout)))
    let picture = PagePicture(of: try painter.paint(), measuredBy: measurer, scale: 1)
    #expect(throws: PagePicture.Failure.tooLarge) {
      try picture.pixels(of: LayoutRect(x: 0, y: 0, width: 10_001, height: 10_000))
    }
    // An image that declares as many pixels is not decoded.
    var header: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    header += [0, 0, 0x27, 0x11, 0, 0, 0x27, 0x11, 8, 6, 0, 0, 0, 0, 0, 0, 0]
    #expect(DecodedImage(header) == nil)
  }

  /// Files with bytes changed are refused or painted: nothing ends the process.
  @Test(.timeLimit(.minutes(15))) func damagedFilesArePaintedOrRefused() throws {
    let (page, layout, measurer) = try compiled(
      """
      <div style="opacity:.5;transform:rotate(9deg);overflow:auto;border:3px dashed red;border-radius:9px;height:40px;
      background:conic-gradient(red,blue) 1px 2px/9px 9px space;box-shadow:0 0 9px;mask:linear-gradient(#000,#0000)">
      <u>text</u><ul><li>x</ul></div><svg width=40 height=40><pattern id=p width=3 height=3 patternUnits=userSpaceOnUse>
      <circle r=2 /></pattern><mask id=m><rect width=9 height=9 fill="#fff"/></mask><rect width=30 height=30
      fill="url(#p)" mask="url(#m)"/><text y=20>svg</text></svg><input type=range><select><option>a</select><meter value=.5></meter>
      <p style="border-image:linear-gradient(red,blue) 3 repeat;border:9px solid;columns:2">z</p>
      """)
    var random = Numbers(state: 26)
    var painted = 0
    for _ in 0..<400 {
      var (ownPage, ownLayout) = (page, layout)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        if Bool.random(using: &random) {
          ownPage[Int.random(in: ownPage.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        } else {
          ownLayout[Int.random(in: ownLayout.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      }
      do {
        try draw(ownPage, ownLayout, measurer)
        painted += 1
      } catch is PageFormatError {
        continue
      }
    }
    // Most damage is in values that any page may have.
    #expect(painted > 20)
  }
}
