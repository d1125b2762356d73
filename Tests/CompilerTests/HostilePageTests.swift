import CSSValues
import Diagnostics
import HTML
import Layout
import PageFormat
import Testing

@testable import Compiler

/// Small inputs that ask for a great deal: each ends with an error that has a place, or is laid out within bounds.
@Suite struct HostilePageTests {
  private static func page(_ body: String, style: String = "") -> MemorySite {
    let head = "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>x</title><style>\(style)</style>"
    return MemorySite(["index.html": head + body])
  }

  /// Each partial uses its text twice: thirty of them would make 2^30 of it.
  @Test func partialsThatDouble() {
    var files = ["index.html": "<html lang=en><include src=\"/p0.html\" t=\"x\"></include>"]
    for level in 0..<30 {
      let next = "<include src=\"/p\(level + 1).html\" t=\"{{ t }}{{ t }}\"></include>"
      files["p\(level).html"] =
        "<script type=\"application/hybrid+json\">{\"parameters\": {\"t\": \"text\"}}</script>" + next
    }
    files["p30.html"] = "{{ t }}"
    let problems = MemorySite(files).problems()
    #expect(problems.contains(" error HYB4118 "))
    #expect(problems.contains(#/p\d+\.html:1:\d+ error HYB4118/#))
  }

  /// A text of many placeholders, each of which stands for a long one.
  @Test func placeholdersOfLongTexts() {
    let files = [
      "index.html": "<html lang=en><include src=\"/p.html\" t=\"\(String(repeating: "x", count: 20_000))\"></include>",
      "p.html": "<script type=\"application/hybrid+json\">{\"parameters\": {\"t\": \"text\"}}</script>"
        + String(repeating: "{{ t }}", count: 5_000),
    ]
    #expect(MemorySite(files).problems().contains(#/p\.html:1:\d+ error HYB4118/#))
    // A page within its limit gets no report.
    let small = files.mapValues { $0.replacing(String(repeating: "{{ t }}", count: 5_000), with: "{{ t }}{{ t }}") }
    #expect(!MemorySite(small).problems().contains("HYB4118"))
  }

  @Test func generatedContentIsBounded() {
    let text = String(repeating: "before ", count: 1_400)
    let style = "p::before { content: '\(text)' }"
    #expect(!Self.page(String(repeating: "<p>a", count: 50), style: style).problems().contains("HYB3090"))
    let problems = Self.page("\n" + String(repeating: "<p>a\n", count: 5_000), style: style).problems()
    // The first element that there is no room for: 2^20 and twice the page's own bytes are the most.
    #expect(problems.contains(#/index\.html:1\d\d:1 error HYB3090 /#))
    #expect(problems.split(separator: "\n").count { $0.contains("HYB3090") } == 1)
    let counters = Self.page(
      String(repeating: "<div>", count: 400) + "x",
      style: "div { counter-reset: c } div::before { content: counters(c, '\(text)') }")
    #expect(counters.problems().contains("HYB3090"))
  }

  /// A line of text costs as much as a thousand bytes of source: there are only so many of them.
  @Test(arguments: [
    ("<p style='width: 1px; word-break: break-all'>", "x"), ("<pre style='white-space: pre-wrap'>", "\t"),
    ("<pre>", "\n"), ("<p style='width: 1px'>", "a\u{AD}"),
  ])
  func linesAreBounded(tag: String, text: String) {
    func site(_ count: Int) -> MemorySite { Self.page("\n" + tag + String(repeating: text, count: count)) }
    let problems = site(LayoutLimits.fewestPieces + 10).problems()
    #expect(problems.contains(#/index\.html:2:1 error HYB3102 /#))
    #expect(problems.split(separator: "\n").count { $0.contains("HYB3102") } == 1)
    // One viewport shows it: no other is laid out, and nothing is made of the page.
    let page = site(LayoutLimits.fewestPieces + 10).compile()
    #expect(page.pageFile.isEmpty && page.layoutFiles.isEmpty)
    #expect(!site(1_000).problems().contains("HYB3102"))
  }

  /// A text has no name: the message names the element around it.
  @Test func textsBeyondTheLinesAreNamed() {
    let problems = Self.page("<section>\n" + String(repeating: "x<p></p>", count: 100_000)).problems()
    #expect(problems.contains(#/HYB3102 .* those of this text in `section` and behind it/#), "\(problems)")
  }

  /// Each box in low columns has a thousand pieces, which count as those of lines do.
  @Test func piecesOfBoxesInColumnsAreBounded() {
    let style = "div { columns: 2; height: 1px } p { height: 1000000px }"
    func site(_ count: Int) -> MemorySite {
      Self.page("\n" + String(repeating: "<div><p></p></div>\n", count: count), style: style)
    }
    let problems = site(400).problems()
    #expect(problems.contains(#/index\.html:\d+:\d+ error HYB3102 /#))
    #expect(problems.split(separator: "\n").count { $0.contains("HYB3102") } == 1)
    #expect(!site(20).problems().contains("HYB3102"))
  }

  /// Each URL of a page may be as long as its base.
  @Test func basesAreBounded() {
    func problems(_ length: Int) -> String {
      let base = "https://example.org/" + String(repeating: "a", count: length)
      return Self.page("<base href=\"\(base)\">\n" + String(repeating: "<a href=x>x</a>\n", count: 1_000)).problems()
    }
    let expected = #/index\.html:\d+:\d+ error HYB1123 the base URL has 20020 bytes on a page of \d+ nodes; it is/#
    #expect(problems(20_000).contains(expected))
    #expect(!problems(2_000).contains("HYB1123"))
  }

  /// Declarations that a block makes again behind them never count, and are not kept.
  @Test func declarationsThatAreRepeated() {
    let many = String(repeating: "all: unset;", count: 2_000)
    let style = "p { width: 10px; \(many) width: 20px !important; display: block; width: 30px }"
    let page = Self.page("<p>x", style: style)
    let few = Self.page("<p>x", style: "p { all: unset; width: 20px !important; display: block; width: 30px }")
    #expect(page.compile().layoutFiles.map(\.bytes) == few.compile().layoutFiles.map(\.bytes))
  }

  /// A page that is made of more may have more lines; a text that composition repeats makes it no larger.
  @Test func linesAreBoundedBySize() {
    func pieces(_ files: [String: String]) -> Int {
      var reading = PageReading(
        path: "index.html", compiler: PageCompiler(options: CompilerOptions(), files: MemorySite(files)))
      #expect(reading.read() != nil)
      return reading.limits.pieces
    }
    let start = "<!DOCTYPE html><html lang=en><title>x</title>"
    let megabyte = "<!--" + String(repeating: "x", count: 1_000_000 - 7) + "-->"
    #expect(pieces(["index.html": start]) == 180_000)
    #expect(pieces(["index.html": start + megabyte]) == 180_008)
    #expect(pieces(["index.html": start + megabyte + megabyte + megabyte]) == 540_008)
    #expect(pieces(["index.html": start + String(repeating: megabyte, count: 6)]) == 1_000_000)
    let partial = "<include src=/p.html></include>"
    let composed = pieces(["index.html": start + partial, "p.html": megabyte + megabyte])
    #expect((360_000...361_000).contains(composed), "\(composed)")
    let text = String(repeating: "y", count: 90_000)
    let repeated = pieces(["index.html": start + String(repeating: partial, count: 20), "p.html": text])
    #expect(repeated == 180_000)
  }

  /// Behind a block, each inline box around it goes on: a few bytes would make hundreds of boxes.
  @Test func inlineBoxesThatGoOnBehindBlocksAreBounded() {
    func site(_ count: Int) -> MemorySite {
      Self.page(String(repeating: "<span>", count: 400) + "\n<q>" + String(repeating: "<div></div>x", count: count))
    }
    let problems = site(1_000).problems()
    #expect(problems.contains(#/index\.html:2:1 error HYB3102 /#))
    #expect(problems.split(separator: "\n").count { $0.contains("HYB3102") } == 1)
    #expect(!site(80).problems().contains("HYB3102"))
    // Without a text between them, each block is still a part of the frame of each inline box.
    func blocks(_ count: Int) -> MemorySite {
      Self.page(String(repeating: "<span>", count: 400) + "\n<q>" + String(repeating: "<div></div>", count: count))
    }
    #expect(blocks(1_000).problems().contains(#/index\.html:2:1 error HYB3102 /#))
    #expect(!blocks(300).problems().contains("HYB3102"))
  }

  /// A length that is infinite in px: flexible lengths had no end.
  @Test(.timeLimit(.minutes(15))) func lengthsBeyondAllNumbers() {
    let items = "<b style='columns: 2 1e308em'>x<ul><li>y</ul></b><i style='flex: 1'>z</i>"
    let boxes = Self.page("<div style='display: flex'>\(items)</div>").boxes()
    #expect(boxes.contains(">b") && !boxes.contains("nan") && !boxes.contains("inf"), "\(boxes)")
  }

  /// A list of many parts takes its time for each box that has it.
  @Test(arguments: [
    ("transform", "rotate(1deg) "), ("counter-increment", "c 1 "), ("text-shadow", "1px 1px red, "),
    ("width", "1px + 1%, "),
  ])
  func longValuesAreBounded(_ property: String, _ part: String) {
    func site(_ parts: Int, _ elements: Int) -> MemorySite {
      var value = String(String(repeating: part, count: parts).reversed().drop { " ,".contains($0) }.reversed())
      if property == "width" { value = "min(\(value))" }
      // Inherited values count for each element that has them.
      let selector = property == "text-shadow" ? "body" : "p"
      return Self.page(
        "\n" + String(repeating: "<p>x\n", count: elements), style: "\(selector) { \(property): \(value) }")
    }
    let problems = site(8_000, 600).problems()
    #expect(problems.contains(#/index\.html:\d+:1 error HYB3103 /#), "\(problems)")
    #expect(problems.split(separator: "\n").count { $0.contains("HYB3103") } == 1)
    #expect(site(8_000, 600).compile().pageFile.isEmpty)
    // A look into the page says that it does not show these values.
    let compiler = PageCompiler(options: CompilerOptions(), files: site(8_000, 600))
    let viewport = Viewport(width: 400, height: 300, scale: 1)
    let inspection = compiler.inspect("index.html", viewport: viewport)
    #expect(inspection?.diagnostics.count { $0.code == .valueLimit } == 1)
    let explained = compiler.explanations(
      "index.html", viewport: viewport, properties: [], of: { _ in [] })
    #expect(explained?.inspection.diagnostics.map(\.code) == [.valueLimit])
    #expect(!site(8_000, 20).problems().contains("HYB3103"))
    #expect(!site(30, 600).problems().contains("HYB3103"))
  }

  /// `all` stands for some hundred longhands, and each rule has them again.
  @Test func declarationsOfAnElementAreBounded() {
    func site(_ count: Int) -> MemorySite {
      Self.page("\n<p>x\n<p>y", style: String(repeating: "p { all: unset }", count: count))
    }
    let problems = site(4_000).problems()
    #expect(problems.contains(#/index\.html:\d+:1 error HYB2519 /#), "\(problems)")
    #expect(problems.split(separator: "\n").count { $0.contains("HYB2519") } == 1)
    #expect(site(4_000).compile().pageFile.isEmpty)
    #expect(!site(1_000).problems().contains("HYB2519"))
    // A look into the page says that it does not show its styles.
    let compiler = PageCompiler(options: CompilerOptions(), files: site(4_000))
    let inspection = compiler.inspect("index.html", viewport: Viewport(width: 400, height: 300, scale: 1))
    #expect(inspection?.diagnostics.count { $0.code == .cssTooManyRules } == 1)
  }

  /// The styles of all viewports count together, and what viewports share counts once.
  @Test func stylesOfAllViewportsAreBounded() {
    // A style of its own takes more than 4,000 steps of 100 million.
    let count = 16_000
    func problems(_ unit: String, viewports: Int) -> String {
      let site = Self.page(
        "\n" + String(repeating: "<p>\n", count: count),
        style: "p { width: calc(sibling-index() * 0.001\(unit)) }")
      return site.problems {
        $0.viewports = (0..<viewports).map { Viewport(width: 400 + Double($0) * 100, height: 300, scale: 1) }
      }
    }
    #expect(!problems("vw", viewports: 1).contains("HYB2519"))
    let many = problems("vw", viewports: 2)
    #expect(many.contains(#/index\.html:\d+:1 error HYB2519 /#), "\(many)")
    #expect(many.contains("at its viewports up to 500x300@1, "), "\(many)")
    #expect(!problems("px", viewports: 2).contains("HYB2519"))
  }

  /// Cards with a look and variables of their own under what a framework gives every element are built.
  @Test func cardsUnderVariablesOfAFrameworkAreBuilt() {
    let variables = (0..<50).map { "--tw-f\($0): \($0);" }.joined()
    func problems(_ property: String, _ count: Int) -> String {
      let cards = (0..<count).map { number in
        """
        <article class=c style="\(property): #\(String(number + 0x10_0000, radix: 16))"><h2 class=s>x</h2><p class=s>x</p>
        <ul><li>x<li class=s>x</ul><button class=c>x</button></article>
        """
      }
      return Self.page(
        cards.joined(separator: "\n"),
        style: """
          *, ::before, ::after { \(variables) box-sizing: border-box; border-width: 0; border-style: solid }
          .c { --tw-f1: 0 0 0 var(--tw-f2); padding: 1rem; box-shadow: 0 0 1px red } .c:hover { --tw-f3: 1; color: red }
          .s { --tw-f4: 1; color: rgb(9 9 9 / var(--tw-f4)) } @media (width > 450px) { .c { padding: 2rem } }
          """
      ).problems { $0.viewports.append(Viewport(width: 500, height: 300, scale: 1)) }
    }
    #expect(!problems("border-color", 1_000).contains("HYB2519"))
    // What a card sets and its contents inherit makes their styles its own.
    #expect(!problems("--accent", 600).contains("HYB2519"))
  }

  /// Container queries have the page laid out at the widths of other phones, too, which do not count for it.
  @Test func containerQueriesOfManyStylesAreBuilt() {
    func problems(_ count: Int) -> String {
      let cells = (0..<count).map { "<td style='background: #\(String($0 + 0x10_0000, radix: 16))'>x\n" }.joined()
      return Self.page(
        "\n<main><table><tr>" + cells + "</table></main>",
        style: "main { container-type: inline-size } @container (width > 400px) { td { padding: 9px } }"
      ).problems { $0.viewports = [375, 390, 768].map { Viewport(width: $0, height: 800, scale: 1) } }
    }
    #expect(!problems(1_500).contains("HYB2519"))
    #expect(problems(8_000).contains(#/index\.html:\d+:1 error HYB2519 /#))
  }

  /// A list that counts from fonts is computed again for each style; one that does not is the same for all.
  @Test func registeredListsAreBounded() {
    func problems(_ part: String) -> String {
      let elements = (0..<600).map { "<p style='color: #\($0 + 1_000)00'>x\n" }.joined()
      let list = String(repeating: part, count: 4_000)
      return Self.page(
        "\n" + elements,
        style: "@property --a { syntax: '<length>+'; inherits: false; initial-value: 1px } p { --a: \(list) }"
      ).problems()
    }
    let many = problems("1em ")
    #expect(many.contains(#/index\.html:\d+:1 error HYB2519 /#), "\(many)")
    #expect(many.contains("for lists and the arguments of functions; those of `p` take the most"), "\(many)")
    #expect(!problems("1px ").contains("HYB2519"))
  }

  /// A sheet that is named again has its rules again.
  @Test(arguments: ["<link rel=stylesheet href=/a.css>", "<style>@import '/a.css';</style>"])
  func sheetsThatAreNamedAgainAreBounded(_ reference: String) {
    func site(_ count: Int) -> MemorySite {
      MemorySite([
        "index.html": "<!DOCTYPE html><html lang=en><title>x</title>\n" + String(repeating: reference, count: count)
          + "<p>x",
        "a.css": String(repeating: "p { color: red }\n", count: 1_000),
      ])
    }
    let problems = site(400).problems()
    #expect(problems.contains(#/index\.html:2:\d+ error HYB2517 /#), "\(problems)")
    #expect(problems.split(separator: "\n").count { $0.contains("HYB2517") } == 1)
    #expect(!site(20).problems().contains("HYB2517"))
  }

  /// Imports that fan out end at the same bound, whatever the sheets have in them.
  @Test func importsThatFanOutAreBounded() {
    var files = ["index.html": "<!DOCTYPE html><html lang=en><title>x</title><link rel=stylesheet href=/0.css><p>x"]
    for level in 0..<24 { files["\(level).css"] = String(repeating: "@import '/\(level + 1).css';", count: 4) }
    files["24.css"] = ""
    #expect(MemorySite(files).problems().contains(#/\d+\.css:1:\d+ error HYB2517 /#))
  }

  /// The places of elements among the siblings that match a selector are found once for each selector.
  @Test func placesAmongSiblingsAreBounded() {
    func problems(_ rules: Int) -> String {
      let style = (1...rules).map { "p:nth-child(\($0)n of p) { color: red }" }.joined()
      return Self.page(String(repeating: "<p>x", count: 200), style: style).problems {
        $0.maximumMatchingSteps = 100_000
      }
    }
    #expect(problems(40).contains("HYB2512"))
    #expect(!problems(4).contains("HYB2512"))
  }

  @Test func controlsAreBounded() {
    func site(_ count: Int) -> MemorySite { Self.page("\n" + String(repeating: "<input>\n", count: count)) }
    let problems = site(PageReading.maximumControlCount + 1).problems()
    #expect(problems.contains("index.html:60002:1 error HYB3091"), "\(problems.prefix(500))")
    #expect(!site(100).problems().contains("HYB3091"))
  }

  @Test func pagesOfTooManyNodes() {
    let site = Self.page(String(repeating: "<br>", count: PageReading.maximumNodeCount))
    let page = site.compile()
    #expect(page.diagnostics.contains { $0.code == .treeLimit && ($0.location?.column ?? 0) > 1_000_000 })
    #expect(page.pageFile.isEmpty)
  }

  /// Each paragraph opens again the formatting elements that are not closed: a few bytes make a chain of elements.
  @Test func elementsThatAreOpenedAgainAreBounded() {
    func page(_ paragraphs: Int) -> CompiledPage {
      let formatting = "<b><i><u><s><em><tt><big><code><font>"
      return Self.page(
        "<p>" + String(repeating: formatting, count: 3) + String(repeating: "\n<p>x", count: paragraphs)
      ).compile()
    }
    // Of equal elements, three are opened again.
    let most = Document.maximumReopenedCount / 27
    let refused = page(most + 10)
    let errors = refused.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code.name) == ["HYB1080"])
    #expect((most - 1...most + 3).contains(errors.first?.location?.line ?? 0))
    #expect(refused.pageFile.isEmpty)
    #expect(!page(40).diagnostics.contains { $0.code.name == "HYB1080" })
  }

  @Test func languagesAreBounded() {
    func site(_ count: Int) -> MemorySite { Self.page((0..<count).map { "\n<p lang=x\($0)>x" }.joined()) }
    // The page's own is one, too; the paragraphs begin on the second line.
    let most = PageReading.maximumLanguageCount - 1
    let problems = site(most + 1).problems()
    #expect(problems.contains("index.html:\(most + 2):4 error HYB3091"), "\(problems.prefix(500))")
    #expect(!site(most).problems().contains("HYB3091"))
  }

  @Test func elementsOfTooManyAttributes() {
    func site(_ count: Int) -> MemorySite {
      Self.page("<p>x\n<p " + (0..<count).map { "a\($0)" }.joined(separator: " ") + ">y")
    }
    #expect(!site(PageReading.maximumAttributeCount).problems().contains("HYB3091"))
    #expect(site(PageReading.maximumAttributeCount + 1).problems().contains(#/index\.html:2:\d+ error HYB3091 /#))
  }

  /// What an author may write into an attribute or a declaration is clamped as in browsers: the files of the page are as
  /// their readers want them, and no frame leaves the range that they hold.
  @Test(arguments: ["9000000", "65536", "8388609", "2147483647", "4294967296", "99999999999999999999", "-5", "1e308"])
  func controlsOfAnySize(number: String) throws {
    let page = Self.page(
      """
      <p><input size=\(number)><textarea rows=\(number)></textarea><textarea cols=\(number)></textarea>
      <select size=\(number)><option>a</select><select multiple size=\(number)><option>a</select>
      <input type=file size=\(number)><img width=\(number) height=\(number)><canvas width=\(number)></canvas>
      <table cellspacing=\(number) border=\(number)><col span=\(number)><tr><td colspan=\(number) rowspan=\(number)>x
      </table><ol start=\(number)><li value=\(number)>x</ol><hr size=\(number)><font size=\(number)>x</font>
      """
    ).compile()
    try check(page)
  }

  @Test(arguments: [
    "1e308px", "-1e308px", "calc(infinity * 1px)", "calc(-infinity * 1px)", "calc(NaN * 1px)", "33554432px", "1e10em",
  ])
  func lengthsOfAnySize(length: String) throws {
    let properties = [
      "width", "height", "min-width", "margin", "padding", "border-width", "top", "left", "font-size", "line-height",
      "letter-spacing", "text-indent", "gap", "border-spacing", "vertical-align", "border-radius", "translate",
      "flex-basis", "grid-auto-rows", "outline-width",
    ]
    for property in properties {
      let page = Self.page(
        """
        <div class=a>one two<span class=a>three</span></div><ul><li class=a>x</ul><table class=a><tr><td class=a>c</table>
        <div style="display: flex"><i class=a>f</i></div><div style="display: grid"><i class=a>f</i></div>
        <div style="position: relative"><i class=a style="position: absolute">p</i></div><input class=a>
        """, style: ".a { \(property): \(length) }"
      ).compile()
      try check(page)
    }
  }

  /// Distances that add up.
  @Test(arguments: [
    "<div style='white-space: nowrap'>"
      + String(repeating: "<b style='display: inline-block; width: 3e7px'>x</b>", count: 50),
    String(repeating: "<div style='height: 3e7px'>x</div>", count: 50),
    String(repeating: "<div style='position: relative; left: 3e7px; top: -3e7px'>x", count: 50),
    String(repeating: "<div style='transform: scale(1e30)'>x", count: 50),
    String(repeating: "<div style='margin: -3e7px'>x", count: 50),
    "<table>" + String(repeating: "<tr><td height=30000000>x", count: 50),
    "<div style='display: grid; grid-auto-rows: 3e7px'>" + String(repeating: "<i>x</i>", count: 50),
    "<div style='display: flex'>" + String(repeating: "<i style='flex: none; width: 3e7px'>x</i>", count: 50),
  ])
  func distancesThatAddUp(body: String) throws { try check(Self.page(body).compile()) }

  private func check(_ page: CompiledPage) throws {
    #expect(!page.diagnostics.contains { $0.severity == .error })
    let reader = try PageReader(FileBytes(page.pageFile))
    try reader.validate()
    for file in page.layoutFiles {
      let layout = try LayoutReader(FileBytes(file.bytes))
      try layout.validate(for: reader)
    }
  }
}
