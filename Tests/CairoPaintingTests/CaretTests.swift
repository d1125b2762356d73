import CSSValues
import CairoPainting
import Compiler
import PageFormat
import Painting
import Testing
import Text

/// Where carets may be in the texts of a list.
@Suite struct CaretTests {
  private struct Page: SiteFiles {
    let html: String
    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard path == "index.html" else { throw .missing }
      return Array(html.utf8)
    }
    func contains(_ path: String) -> Bool { path == "index.html" }
  }

  private func list(_ body: String) throws -> DisplayList {
    let html =
      "<!DOCTYPE html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>t</title>"
      + "<style>body{margin:0;font:20px/30px sans-serif}p{margin:0}</style>" + body
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 200, scale: 1)]
    let compiler = PageCompiler(options: options, files: Page(html: html))
    let compiled = compiler.compile("index.html")
    let measurer = try #require(compiler.textMeasurer(of: "index.html", scale: 1) as? SystemTextMeasurer)
    let layout = try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes))
    var painter = PagePainter(page: try PageReader(FileBytes(compiled.pageFile)), layout: layout)
    var list = try painter.paint()
    #expect(list.carets.isEmpty)
    list.placeCarets(measuredBy: measurer)
    return list
  }

  private func texts(_ list: DisplayList) -> [(item: Int, run: TextRun)] {
    list.items.enumerated().compactMap { index, item in
      if case .text(let run) = item { (index, run) } else { nil }
    }
  }

  @Test func aCaretIsBeforeEachCharacterAndBehindTheLast() throws {
    let list = try list("<p>ae\u{301}i👩‍👧!")
    let (item, run) = try #require(texts(list).first)
    let carets = try #require(list.carets[item])
    #expect(carets.map(\.unit) == [0, 1, 3, 4, 9, 10])
    #expect(zip(carets, carets.dropFirst()).allSatisfy { $0.x < $1.x })
    #expect(abs(carets[0].x - run.x) < 0.01 && abs(carets[5].x - run.x - run.width) < 0.5)
  }

  @Test func textsFromRightToLeftGoTheOtherWay() throws {
    let list = try list("<p dir=rtl>שלום")
    let (item, run) = try #require(texts(list).first)
    let carets = try #require(list.carets[item])
    #expect(zip(carets, carets.dropFirst()).allSatisfy { $0.x > $1.x })
    #expect(abs(carets[0].x - run.x - run.width) < 0.5 && abs(carets[carets.count - 1].x - run.x) < 0.5)
  }

  @Test func aSelectionCoversWhatIsBetweenTwoPlaces() throws {
    let list = try list("<p>First line<p>Second line")
    let texts = texts(list)
    let start = try #require(list.position(nearestTo: 0, 12))
    let end = try #require(list.position(nearestTo: 1_000, 45))
    #expect(start == TextPosition(item: texts[0].item, unit: 0))
    #expect(end == TextPosition(item: texts[1].item, unit: 11))
    let rects = list.selection(from: end, to: start)
    #expect(rects.count == 2)
    for (rect, text) in zip(rects, texts) {
      #expect(
        abs(rect.x - text.run.x) < 0.1 && abs(rect.width - text.run.width) < 0.5 && rect.height == text.run.height)
    }
    let middle = try #require(list.position(nearestTo: texts[0].run.x + texts[0].run.width / 2, 12))
    let half = try #require(list.selection(from: start, to: middle).first)
    #expect(half.width > 0 && half.width < texts[0].run.width)
  }

  @Test func listsForOtherLanguagesHaveThem() throws {
    let list = try list("<p>ab")
    let text = list.encode(scale: 1)
    #expect(text.firstMatch(of: #/"carets":\[\[0,0,0,1,[0-9.]+,2,[0-9.]+\]\]/#) != nil, "\(text)")
  }
}
