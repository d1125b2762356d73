import CSSValues
import Compiler
import Foundation
import HybridLayout
import Layout
import PageFormat
import Testing

/// Layouts at sizes that were not built, with text measured only by what a release packages.
struct PackagedMeasuresTests {
  private struct OneFile: SiteFiles {
    var html: String

    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      switch path {
      case "index.html": Array(html.utf8)
      case "de.dic": Array("UTF-8\nl1l\nn1s\np1f\nf1f\nf1s\nt1z\nz1t\nr1t\n".utf8)
      default: throw .missing
      }
    }

    func contains(_ path: String) -> Bool { path == "index.html" || path == "de.dic" }
  }

  private func compiler(_ html: String, width: Double) -> PageCompiler {
    var options = CompilerOptions()
    options.hyphenation = ["de": "de.dic"]
    options.viewports = [Viewport(width: width, height: 844, scale: 3)]
    options.measuresText = true
    return PageCompiler(options: options, files: OneFile(html: html))
  }

  private static let widths: [Double] = [280, 320, 411, 768, 1280]

  /// Lays a page that was built at 390 px out at other widths, and compares the frames and lines with builds there.
  private func expectEqual(_ html: String, isExact: Bool = true, _ location: SourceLocation = #_sourceLocation) throws {
    let built = compiler(html, width: 390).compile("index.html")
    let measures = try PackagedMeasures(built.measures)
    let page = try PageReader(FileBytes(built.pageFile))
    for width in Self.widths {
      let other = compiler(html, width: width).compile("index.html")
      let file = try #require(other.layoutFiles.first)
      let otherPage = try PageReader(FileBytes(other.pageFile))
      let expected = try LayoutReader(FileBytes(file.bytes))
      let measurer = PackagedTextMeasurer(measures, page: "index.html", scale: 3)
      let answer = try PageLayout(page).layOut(
        in: Viewport(name: "", width: width, height: 844, scale: 3), measuredBy: measurer)
      #expect(measurer.isExact == isExact, "at \(width)", sourceLocation: location)
      // White space at the end of a line has no node.
      let nodes = Self.shown(page)
      let others = Self.shown(otherPage)
      try #require(nodes.count == others.count, sourceLocation: location)
      let lines = Dictionary(grouping: answer.layout.lines, by: \.node)
      for (node, other) in zip(nodes, others) {
        let frame = answer.layout.frames[node]
        let wanted = expected.frame(other, in: otherPage)?.rect
        #expect(
          (frame.flags.contains(.noBox) ? nil : frame.rect) == wanted, "node \(node) at \(width)",
          sourceLocation: location)
        let mine = (lines[node] ?? []).map { $0.start..<$0.start + $0.length }
        #expect(
          mine == expected.lines(other, in: otherPage).map(\.range), "lines of \(node) at \(width)",
          sourceLocation: location)
      }
    }
  }

  private static func shown(_ page: PageReader) -> [Int] {
    (0..<page.nodeCount).filter { page.kind($0) != .text || page.text($0)?.allSatisfy(\.isWhitespace) == false }
  }

  private func paragraph(_ text: String, style: String = "", attributes: String = "") -> String {
    """
    <!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <body \(attributes) style="font-family: serif; \(style)"><h1>\(text)</h1><p>\(text) <b>\(text)</b> <i>\(text)</i></p>
    <ul><li>\(text)</li></ul></body></html>
    """
  }

  @Test func latinTextWithKerningAndLigatures() throws {
    try expectEqual(
      paragraph("AVAST! To Type: the first official “waffle” office—well-known, 10% off… Työ, naïve, Ørsted, L’été."))
  }

  @Test func stylesThatChangeAdvances() throws {
    try expectEqual(
      paragraph(
        "Tall Waves offer 1234 fiords",
        style: """
          letter-spacing: 0.5px; word-spacing: 2px; font-variant-caps: small-caps; font-variant-numeric: tabular-nums;
          font-kerning: none
          """))
  }

  @Test func hyphensAndLongWords() throws {
    try expectEqual(
      paragraph(
        "Donau&shy;dampf&shy;schiff&shy;fahrts&shy;gesell&shy;schaft https://example.com/AVATo/AVATo/AVATo",
        style: "overflow-wrap: anywhere"))
  }

  /// Words that the build's dictionary parts are parted on the device, too, which has none.
  @Test func automaticHyphens() throws {
    let text = "Die Dampfschiffsgesellschaft <b>hallt</b> in <i>Zellstoff</i>hallen, wo Mützen unsichtbar wallen. "
    let page = "<p lang=de-AT style='hyphens: auto; hyphenate-limit-chars: 6 3; text-align: justify'>\(text)\(text)"
    try expectEqual(paragraph(page))
    let built = compiler(paragraph(page), width: 280).compile("index.html")
    let plain = compiler(paragraph(page.replacing("de-AT", with: "fr")), width: 280).compile("index.html")
    #expect(built.layoutFiles.first?.bytes != plain.layoutFiles.first?.bytes)
  }

  @Test func greekAndCyrillic() throws {
    try expectEqual(paragraph("Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία. Съешь же ещё этих мягких французских булок — да."))
  }

  @Test func ideographsAndKana() throws {
    try expectEqual(paragraph("日本語の文章は、「行」の途中で改行されます。（例：東京都）。", attributes: "lang=ja"))
  }

  @Test func scriptsThatAreShaped() throws {
    try expectEqual(paragraph("السلام عليكم ورحمة الله وبركاته", attributes: "dir=rtl lang=ar"))
    try expectEqual(paragraph("सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता"))
    try expectEqual(paragraph("มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์"))
  }

  @Test func emojiAndMarks() throws {
    try expectEqual(paragraph("Cafe\u{301} 👩‍👩‍👧 ❤️ 🇩🇪🇫🇷 1️⃣ a\u{308}\u{323}"))
  }

  @Test func unitsOfFonts() throws {
    try expectEqual(paragraph("Measure", style: "width: 30ch; padding: 1ex; line-height: normal"))
  }

  @Test func unknownCharactersAreNoticed() throws {
    let built = compiler(paragraph("Only this"), width: 390).compile("index.html")
    let measurer = PackagedTextMeasurer(try PackagedMeasures(built.measures), page: "index.html", scale: 3)
    let layout = try PageLayout(PageReader(FileBytes(built.pageFile)))
    let viewport = Viewport(name: "", width: 320, height: 844, scale: 3)
    _ = try layout.layOut(in: viewport, measuredBy: measurer)
    #expect(measurer.isExact)
    let text = try #require((0..<layout.page.nodeCount).first { layout.page.text($0)?.contains("Only") == true })
    _ = try layout.layOut(in: viewport, measuredBy: measurer, changes: [.text(node: text, "Ж字")])
    #expect(!measurer.isExact)
  }

  /// What the release does not know is asked of the platform, again and again; what it knows is not.
  @Test func thePlatformMeasuresUnknownText() throws {
    let compiler = compiler(paragraph("Only this"), width: 390)
    let built = compiler.compile("index.html")
    let platform = CountingMeasurer(try #require(compiler.textMeasurer(of: "index.html", scale: 3)))
    let measurer = PackagedTextMeasurer(
      try PackagedMeasures(built.measures), page: "index.html", scale: 3, otherwise: platform)
    let layout = try PageLayout(PageReader(FileBytes(built.pageFile)))
    let viewport = Viewport(name: "", width: 320, height: 844, scale: 3)
    _ = try layout.layOut(in: viewport, measuredBy: measurer)
    #expect(platform.shaped == 0 && measurer.isExact)
    let node = try #require((0..<layout.page.nodeCount).first { layout.page.text($0)?.contains("Only") == true })
    let texts = ["Ж字", "سلام", "Only this", "Ж字", "हिन्दी"]
    let measured = try texts.map { text in
      let before = platform.shaped
      let answer = try layout.layOut(in: viewport, measuredBy: measurer, changes: [.text(node: node, text)])
      let own = try layout.layOut(in: viewport, measuredBy: measurer).layout.frames
      #expect(answer.layout.frames == own)
      return platform.shaped - before
    }
    #expect(measured[0] > 0 && measured[1] > 0 && measured[2] == 0 && measured[4] > 0, "\(measured)")
    #expect(!measurer.isExact)
    // The frames are those of the platform's text system.
    let expected = try PageLayout(PageReader(FileBytes(built.pageFile)))
    _ = try expected.layOut(in: viewport, measuredBy: platform.measurer)
    let wanted = try expected.layOut(
      in: viewport, measuredBy: platform.measurer, changes: [.text(node: node, "हिन्दी")])
    let frames = try layout.layOut(in: viewport, measuredBy: measurer).layout.frames
    #expect(frames == wanted.layout.frames)
  }

  @Test func brokenFilesAreRefused() throws {
    let bytes = compiler(paragraph("first Ta"), width: 390).compile("index.html").measures
    #expect(throws: PackagedMeasures.ReadError.self) { try PackagedMeasures([]) }
    var seed: UInt64 = 7
    for _ in 0..<400 {
      var broken = bytes
      seed = seed &* 6_364_136_223_846_793_005 &+ 1
      let place = Int(seed >> 33) % broken.count
      broken[place] = UInt8(truncatingIfNeeded: seed >> 24)
      if seed & 1 == 0 { broken.removeLast(broken.count - place) }
      // It may still be sound; it must not crash.
      _ = try? PackagedMeasures(broken)
    }
  }

  @Test func measuresAreTheSameEachTime() {
    let html = paragraph("Waffles 日本 in Łódź")
    #expect(
      compiler(html, width: 390).compile("index.html").measures
        == compiler(html, width: 390).compile("index.html").measures)
  }
}
