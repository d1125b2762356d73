import CSSValues
import Compiler
import HybridLayout
import Page
import PageFormat
import Testing

struct RelayoutTests {
  private static let phones = [
    Viewport(width: 375, height: 667, scale: 2), Viewport(width: 393, height: 852, scale: 3),
    Viewport(width: 402, height: 874, scale: 3), Viewport(width: 412, height: 915, scale: 2.625),
    Viewport(width: 430, height: 932, scale: 3),
  ]

  /// A page of a body and what it says of every phone: laid out again from a build at one.
  private func expectBuilds(_ html: String, at phones: [Viewport] = phones) throws {
    let page = BuiltPage(html: html)
    let file = page.pageFile()
    for phone in phones {
      #expect(try page.relaid(file, at: phone) == page.built(at: phone), "at \(phone.name)")
    }
  }

  @Test func relativeLengthsAreComputedAgain() throws {
    try expectBuilds(
      """
      <!DOCTYPE html><style>
      html { font-size: 10vw } body { margin: .2rem; line-height: 1.4 }
      h1 { font-size: 1.2em; margin: 1em 0 } #a { width: calc(50% - 3vw); padding: 1ex 2ch; border: 1px solid }
      #b { height: max(10vh, 3rem); font: .3rem/1.2 monospace; letter-spacing: .05em } code { font-size: inherit }
      </style><h1>Title of a page</h1><div id=a>Some words that take more than one line of text</div>
      <div id=b>mono <code>code</code></div><pre>a  b
      c</pre>
      """)
  }

  @Test func mediaQueriesChooseOtherRulesAtOtherWidths() throws {
    try expectBuilds(
      """
      <!DOCTYPE html><style>
      div { width: 50px; height: 10px } p::before { content: "small" } .wide { display: none }
      @media (min-width: 400px) { div { width: 60px } p::before { content: "large screen" } .wide { display: flex } }
      @media (min-width: 414px) and (max-width: 450px) { div { width: 70px } p::after { content: "!" } }
      @media (min-width: 769px) { div { width: 1px } }
      </style><div></div><p>text</p><section class=wide><i>one</i> <i>two</i></section>
      """)
  }

  @Test func rowsOfTablesAreAsHighAsSheetsSayAtOtherWidths() throws {
    try expectBuilds(
      """
      <html html-identify="Token"><head><style>
      table { rowHeight: 10%V; rowSectionHeight: 2em; sectionMargin: calc(3%H + 1px) }
      @media (min-width: 400px) { table { row-height: 77px; sectionMargin: 5 } }
      </style></head><body><table><tableSection/><tableRow><label>a</label></tableRow><tableSection/><tableRow/></table>
      <label>below</label></body></html>
      """)
  }

  @Test func controlsListsAndTablesNeedNoDocument() throws {
    try expectBuilds(
      """
      <!DOCTYPE html><ol start=9><li>nine<li>ten</ol><ul style="list-style-position: inside"><li>dot</ul>
      <table border=1><tr><th colspan=2>head<tr><td rowspan=2>a<td>b<tr><td>c</table>
      <input value=text> <input type=checkbox> <button>Press <b>me</b></button> <textarea rows=3>lines</textarea>
      <select><option>short<option selected>a longer option</select> <select size=3><option>x<option>y</select>
      <details><summary>more</summary><p>hidden</p></details><details open><summary>s</summary>shown</details>
      <img alt="an image that is not there" src=none.png> <svg viewBox="0 0 20 10" width=40></svg>
      <fieldset><legend>legend</legend><label><input type=radio> yes</label></fieldset> q: <q>quoted</q>
      """)
  }

  @Test func controlsFillAreasAndRatiosFillLinesOnDevices() throws {
    try expectBuilds(
      """
      <!DOCTYPE html><style>label { display: grid; grid-template-columns: 4em auto; height: 60px }
      div { position: relative; height: 30px } div > * { position: absolute; inset: 0; margin: 0 }</style>
      <label><input type=checkbox> words</label><label><input type=range></label><div><input type=radio></div>
      <details>closed</details><details open>open</details><video style="aspect-ratio: 2; margin: 0 10vw"></video>
      """)
  }

  @Test func textsOfAttributesAreWhereTheBuildPutsThem() throws {
    try expectBuilds(
      """
      <html html-identify="Token"><body><button title="words"><image style="width: 20vw; height: 10px"/></button>
      <label text="a label of its own"/></body></html>
      """)
  }

  /// The contents of an `<svg>` have no boxes; what follows it is found again all the same.
  @Test func changesAroundDrawingsGiveWhatAPageWithThemGives() throws {
    func html(_ text: String) -> String {
      """
      <!DOCTYPE html><p>before</p><svg width=90 height=40><g id=g><rect width=9 height=9 /><text y=30>in it</text></g>
      <use href="#g" x=30 /></svg><p>\(text)</p><ul><li>one</li><li>two</li></ul>
      """
    }
    let viewport = Viewport(width: 375, height: 667, scale: 2)
    let page = BuiltPage(html: html("short"))
    let reader = try PageReader(FileBytes(page.pageFile(at: [viewport])))
    let layout = try PageLayout(reader)
    let (device, measurer) = (BuiltPage.viewport(viewport), try page.measurer(scale: 2))
    _ = try layout.layOut(in: device, measuredBy: measurer)
    let long = String(repeating: "a longer text ", count: 9)
    let text = try #require((0..<reader.nodeCount).first { reader.text($0) == "short" })
    let changed = try layout.layOut(in: device, measuredBy: measurer, changes: [.text(node: text, long)])
    let expected = try BuiltPage(html: html(long)).built(at: viewport)
    #expect(Set(BuiltPage.rects(changed.layout)) == Set(BuiltPage.rects(expected)))
  }

  @Test func whatDetailsShowIsABlockOfItsOwn() throws {
    try expectBuilds(
      """
      <!DOCTYPE html><style>
      details { height: 40vw; padding: 1vw } details::before { content: "before" } details::after { content: "after" }
      .heir { height: inherit }
      </style><details>text <b>first</b> <summary>summary</summary> <summary>second</summary><p>end</p> </details>
      <details open> <i>text</i> first <summary>summary</summary> <p class=heir>as high</p> <u>end</u> </details>
      <details open>no summary</details><details><details open><summary>inner</summary>x</details></details>
      """)
  }

  @Test func theOrderOfPaintingIsTheSameOnTheDevice() throws {
    try expectBuilds(
      """
      <!DOCTYPE html><style>
      nav { position: sticky; top: 2vw; z-index: 3 } .card { position: relative; border-radius: 10% / 4vw; overflow: hidden }
      .badge { position: absolute; right: -5px; top: -5px; z-index: 1 } .fade { opacity: .5; transform: rotate(5deg) scale(1.1) }
      .bar { position: fixed; bottom: 0; width: 100vw; translate: 0 50% } .back { position: absolute; z-index: -1; inset: 0 }
      .hidden { position: absolute; clip: rect(0 0 0 0) } .cut { clip-path: inset(5% 10px round 4px) }
      main { display: flex } main > :first-child { order: 2 } .side { overflow-x: clip; overflow-clip-margin: 3px }
      aside { float: left; background: red; width: 50vw } h2 { background: blue; margin-top: -1em }
      </style><nav>bar</nav><div class=back></div><main><p>one</p><p class=side>two <i class=bar>fixed</i></p></main>
      <div class=card>text <b class=badge>9</b><div class=fade><span class=badge>in</span></div></div>
      <aside>float</aside><p>lines<h2>over</h2><p class=cut>cut<span class=hidden>for readers</span></p>
      <details><summary>s</summary><div class=card>not seen</div></details><p style="visibility: hidden">nor this</p>
      """)
  }

  @Test func fontScalesAndColourSchemesAreEnvironments() throws {
    let page = BuiltPage(
      html: """
        <!DOCTYPE html><style>body { font-size: 1.2rem } div { height: 2em }
        @media (prefers-color-scheme: dark) { div { height: 3em } }</style><div>text</div><p>large <code>text</code></p>
        """)
    let light = Viewport(width: 375, height: 667, scale: 2)
    let large = Viewport(width: 375, height: 667, scale: 2, fontScale: 1.3)
    let file = page.pageFile()
    #expect(try page.relaid(file, at: large) == page.built(at: large))
    #expect(throws: RelayoutError.rules) { try page.relaid(file, at: light, scheme: .dark) }
    let both = page.pageFile(at: [light], schemes: [.light, .dark])
    #expect(try page.relaid(both, at: light, scheme: .dark) == page.built(at: light, scheme: .dark))
    #expect(try page.relaid(both, at: large, scheme: .dark) == page.built(at: large, scheme: .dark))
  }

  @Test func rulesThatWereNotBuiltAreReported() throws {
    let page = BuiltPage(
      html: "<!DOCTYPE html><style>@media (min-width: 600px) { p { width: 9px } }</style><p>x</p>")
    let file = page.pageFile()
    #expect(throws: RelayoutError.rules) { try page.relaid(file, at: Viewport(width: 700, height: 900, scale: 2)) }
    #expect(throws: RelayoutError.viewport) { try page.relaid(file, at: Viewport(width: .nan, height: 1, scale: 2)) }
    let container = BuiltPage(
      html: """
        <!DOCTYPE html><style>main { container-type: size; height: 9vw } @container (aspect-ratio > 10) { p { width: 9px } }
        </style><main><p>x</p></main>
        """)
    let phone = Viewport(width: 375, height: 667, scale: 2)
    let built = container.pageFile()
    #expect(try container.relaid(built, at: phone) == container.built(at: phone))
    #expect(throws: RelayoutError.builtOnly) {
      try container.relaid(built, at: Viewport(width: 390, height: 667, scale: 2))
    }
  }

  @Test func zoomedPagesAreLaidOutAgainWhereTheyWereBuilt() throws {
    let page = BuiltPage(
      html: """
        <!DOCTYPE html><style>main { zoom: 1.5; width: 50vw; font-size: 10px; border: 1px solid } p { zoom: 80%; margin: 1em }
        p:hover { padding: 2px } img { width: 2em }</style><main>x <p>text<p style="zoom: 1">more <img src=a.svg alt=a></main>
        """)
    let phone = Viewport(width: 375, height: 667, scale: 2)
    #expect(try page.relaid(page.pageFile(), at: phone) == page.built(at: phone))
    // What values came of is not enlarged.
    #expect(throws: RelayoutError.builtOnly) {
      try page.relaid(page.pageFile(), at: Viewport(width: 390, height: 667, scale: 2))
    }
  }

  @Test func containerQueriesFollowTheSizesOfContainers() throws {
    try expectBuilds(
      """
      <!DOCTYPE html><style>main { container-type: inline-size; padding: 5px; width: 90% } p { height: 20px }
      @container (min-width: 350px) { p { height: 30px } }
      @container (width >= 24rem) { p::before { content: "wide" } p { float: left } }
      aside { container: side / inline-size; float: right; width: 40% }
      @container side (width < 160px) { i { display: none } }
      @media (min-width: 400px) { i { font-weight: bold } }
      </style><main><p>x</p></main><aside><i>narrow</i> text</aside>
      """)
    // What data does to a container's size is followed too, as far as its rules were built.
    let page = BuiltPage(
      html: """
        <!DOCTYPE html><style>.c { container-type: size; height: 40px; width: 300px } .low { height: 10px }
        @container (height < 30px) { b { font-size: 9px } }</style><div class="c low"><b>a</b></div><div class=c>
        <b>b</b></div>
        """)
    let reader = try PageReader(FileBytes(page.pageFile()))
    let boxes = (0..<reader.nodeCount).filter { reader.tag($0) == "div" }
    let style = try #require(reader.style(boxes[0]))
    let layout = try PageLayout(reader)
    let (device, measurer) = (
      BuiltPage.viewport(Viewport(width: 375, height: 667, scale: 2)), try page.measurer(scale: 2)
    )
    _ = try layout.layOut(in: device, measuredBy: measurer)
    #expect(throws: RelayoutError.rules) {
      try layout.layOut(in: device, measuredBy: measurer, changes: [.style(node: boxes[1], style: style)])
    }
  }

  @Test func changesGiveWhatAPageWithThemGives() throws {
    func html(_ rows: [String], note: String) -> String {
      "<!DOCTYPE html><style>li { padding: 5px } .on { font-weight: bold }</style><ul>"
        + rows.map { "<li><b>\($0)</b></li>" }.joined() + "</ul><p>\(note)</p>"
    }
    let page = BuiltPage(html: html(["one", "two"], note: "short"))
    let viewport = Viewport(width: 375, height: 667, scale: 2)
    let reader = try PageReader(FileBytes(page.pageFile()))
    let layout = try PageLayout(reader)
    let measurer = try page.measurer(scale: 2)
    let device = BuiltPage.viewport(viewport)
    let first = try layout.layOut(in: device, measuredBy: measurer)
    #expect(first.changedFrames.count == first.layout.frames.filter { !$0.flags.contains(.noBox) }.count)

    func node(_ text: String) throws -> Int {
      try #require((0..<reader.nodeCount).first { reader.text($0) == text })
    }
    let list = try #require((0..<reader.nodeCount).first { reader.tag($0) == "ul" })
    let rows = reader.children(list)
    let again = try layout.layOut(in: device, measuredBy: measurer)
    #expect(again.changedFrames.isEmpty && again.changedLines.isEmpty)

    // A text of another length on one line moves nothing but itself.
    let text = try layout.layOut(in: device, measuredBy: measurer, changes: [.text(node: try node("one"), "first")])
    let bold = try #require(reader.parent(try node("one")))
    #expect(text.changedFrames == [bold])
    #expect(text.changedLines == [try node("one")])

    // A row more moves what follows, and is there under new numbers.
    let copy = layout.nodeCount
    let inserted = try layout.layOut(
      in: device, measuredBy: measurer,
      changes: [
        .insertCopy(of: rows[1], into: list, after: rows[1], as: copy),
        .text(node: copy + 3, "three"),
      ])
    let paragraph = try #require((0..<reader.nodeCount).first { reader.tag($0) == "p" })
    #expect(inserted.changedFrames.contains(paragraph) && inserted.changedFrames.contains(copy))
    #expect(!inserted.changedFrames.contains(rows[0]))
    let expected = try BuiltPage(html: html(["first", "two", "three"], note: "short")).built(at: viewport)
    #expect(Set(BuiltPage.rects(inserted.layout)) == Set(BuiltPage.rects(expected)))

    let removed = try layout.layOut(in: device, measuredBy: measurer, changes: [.remove(node: rows[0])])
    let shorter = try BuiltPage(html: html(["two", "three"], note: "short")).built(at: viewport)
    #expect(Set(BuiltPage.rects(removed.layout)) == Set(BuiltPage.rects(shorter)))
    #expect(removed.changedFrames.contains(rows[0]))
    // Numbers that name nothing change nothing.
    let nothing = try layout.layOut(
      in: device, measuredBy: measurer,
      changes: [
        .remove(node: 99_999), .text(node: -1, "x"), .insertCopy(of: 1, into: 99_999, after: nil, as: layout.nodeCount),
      ])
    #expect(nothing.changedFrames.isEmpty)
  }

  /// Rows that come and go: a removed copy's number may be that of another one.
  @Test func numbersOfRemovedCopiesAreUsedAgain() throws {
    let viewport = Viewport(width: 320, height: 480, scale: 2)
    func html(_ items: [String]) -> String {
      "<!DOCTYPE html><ul>\(items.map { "<li><b>\($0)</b> and <i>more</i></li>" }.joined())</ul><p>after</p>"
    }
    let page = BuiltPage(html: html(["one"]))
    let reader = try PageReader(FileBytes(page.pageFile(at: [viewport])))
    let layout = try PageLayout(reader)
    let measurer = try page.measurer(scale: 2)
    let device = BuiltPage.viewport(viewport)
    let list = try #require((0..<reader.nodeCount).first { reader.tag($0) == "ul" })
    let row = try #require(reader.children(list).first)
    let offset = try #require((row..<reader.subtreeEnd(row)).first { reader.text($0) == "one" }) - row
    let size = reader.subtreeEnd(row) - row
    let first = layout.nodeCount
    let second = first + size
    func lay(_ changes: [PageChange]) throws -> Relayout {
      try layout.layOut(in: device, measuredBy: measurer, changes: changes)
    }
    func equals(_ items: [String], _ answer: Relayout) throws -> Bool {
      Set(BuiltPage.rects(answer.layout)) == Set(BuiltPage.rects(try BuiltPage(html: html(items)).built(at: viewport)))
    }
    let two = try lay([
      .insertCopy(of: row, into: list, after: row, as: first), .text(node: first + offset, "two"),
      .insertCopy(of: row, into: list, after: first, as: second), .text(node: second + offset, "three and more"),
    ])
    #expect(try layout.nodeCount == second + size && equals(["one", "two", "three and more"], two))

    // Another text of the same width in the same place is reported, and nothing else of it.
    let same = try lay([.remove(node: second), .insertCopy(of: row, into: list, after: first, as: second)])
    #expect(try same.changedLines.contains(second + offset) && equals(["one", "two", "one"], same))
    let again = try lay([.remove(node: second), .insertCopy(of: row, into: list, after: first, as: second)])
    #expect(again.changedFrames.isEmpty && again.changedLines.contains(second + offset))
    #expect(layout.nodeCount == second + size)

    // What is there, what is not a copy of the row, and what is beyond the end is not a number for a copy.
    for number in [first, second, second + 1, row, list, 0, -1, .min, .max, layout.nodeCount + 1, layout.nodeCount - 1]
    {
      let answer = try lay([.insertCopy(of: row, into: list, after: row, as: number)])
      #expect(
        answer.changedFrames.isEmpty && answer.changedLines.isEmpty && layout.nodeCount == second + size, "\(number)")
    }
    _ = try lay([.remove(node: first)])
    for number in [first + 1, first - 1, second] {
      #expect(try lay([.insertCopy(of: row, into: list, after: row, as: number)]).changedFrames.isEmpty, "\(number)")
    }
    // A part of the row is elsewhere now: the row's number is not free before that is gone.
    let bold = try #require((row..<reader.subtreeEnd(row)).first { reader.tag($0) == "b" })
    let part = first + bold - row
    let paragraph = try #require((0..<reader.nodeCount).first { reader.tag($0) == "p" })
    _ = try lay([.insertCopy(of: bold, into: paragraph, after: nil, as: part)])
    #expect(
      try lay([.insertCopy(of: row, into: list, after: row, as: first), .text(node: first + offset, "z")]).changedFrames
        .contains(part))
    #expect(try lay([.insertCopy(of: row, into: list, after: row, as: first)]).changedFrames.isEmpty)
    let last = try lay([
      .remove(node: part), .insertCopy(of: row, into: list, after: row, as: first), .text(node: first + offset, "two"),
    ])
    #expect(try equals(["one", "two", "one"], last))
  }

  @Test func brokenFilesAreErrorsNotCrashes() throws {
    let page = BuiltPage(
      html: """
        <!DOCTYPE html><style>p { width: calc(10vw + 1em); color: light-dark(red, blue) } div { display: grid;
        grid-template-columns: [a] 1fr repeat(2, minmax(10px, 1fr)) }
        @media (min-width: 400px) { p { float: left } p::before { content: "x" } }</style><div><p>text</p><input></div>
        """)
    let file = page.pageFile()
    let measurer = try page.measurer(scale: 2)
    let device = BuiltPage.viewport(Viewport(width: 402, height: 667, scale: 2))
    var random = Generator(state: 7)
    var laidOut = 0
    for _ in 0..<400 {
      var bytes = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let reader = try? PageReader(FileBytes(bytes)), let layout = try? PageLayout(reader) else { continue }
      if (try? layout.layOut(in: device, measuredBy: measurer)) != nil { laidOut += 1 }
    }
    #expect(laidOut > 20)
  }
}

/// Numbers that are the same in every run.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
