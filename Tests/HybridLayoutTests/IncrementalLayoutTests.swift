import CSSValues
import Compiler
import HybridLayout
import Layout
import Page
import PageFormat
import Testing

/// Layouts that keep what a change does not touch give what a layout from nothing gives.
struct IncrementalLayoutTests {
  /// Pages of every way of laying out, with things that reach across subtrees: floats, positioned boxes, tables, lines.
  private static let pages = [
    """
    <html html-identify="Token"><head><style>body { width: 100% } view { padding: 3px } label { font-size: 14px }
    .row { flex-direction: row; flex-wrap: wrap } .grow { flex: 1 } .high { align-items: center; height: 60px }
    .over { position: absolute; right: 4px; top: 10% }</style></head><body>
    <scrollView><view class="row"><label class="grow">one two three</label><label>four</label></view>
    <view class="row high"><label>five six</label><view><label>seven</label><view class="over"><label>over</label></view>
    </view></view><tableRow><label>row</label><label class="grow">text of a row</label></tableRow></scrollView>
    <button>Press</button><view><label>last words of the page</label></view></body></html>
    """,
    """
    <!DOCTYPE html><style>.f { float: left; width: 60px; margin: 4px } .r { float: right } .bfc { overflow: hidden }
    .rel { position: relative } .abs { position: absolute; bottom: 0; width: 50% } p { margin: 1em 0 } </style>
    <div class=rel><p>some words <b>bold <i>and italic</i></b> after</p><div class=f>floating</div><p>beside the float
    are words that take lines</p><div class=bfc><p>inside <span class=abs>positioned</span></p><div class="f r">right
    </div>text</div><section><p>end</p><ul><li>first item<li>second <u>item</u></ul></section></div><p>tail</p>
    """,
    """
    <!DOCTYPE html><style>.g { display: grid; grid-template-columns: 1fr auto 2fr; gap: 4px } .i { display: inline-block }
    .flex { display: flex } .flex > * { flex: 1 } td { padding: 2px } .a { position: absolute; inset: 2px auto auto 3px }
    .g { position: relative }</style><div class=g><div>a cell</div><div><p>two</p></div><div>three <b>bold</b></div>
    <div class=flex><div>x</div><div>yy yy</div><div class=a>abs</div></div></div><table><tr><td>one<td><div>two</div>
    <tr><td colspan=2>wide <span class=i>box <b>in</b></span></table><p>line <span class=i>inline block <i>of</i> words
    </span> rest <img alt="an alt text"> end</p><details open><summary>sum</summary>shown <b>text</b></details>
    """,
    """
    <!DOCTYPE html><style>.g { display: grid; grid-template-columns: auto 1fr auto; gap: 4px; align-items: baseline }
    .row { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; padding: 2px } .row b { font-size: 24px }
    .card { display: grid; grid-template-rows: subgrid; grid-row: span 2; border: 1px solid }
    .both { display: grid; grid-template: subgrid / subgrid; grid-area: auto / span 2 / span 2; gap: 9px }</style>
    <div class=g><div class=row><p>name</p><b>text of a row</b><i>3</i></div><div class=row><p>a longer name</p>
    <b>text</b><i>17</i></div><div class=card><p>title</p><p>words of a card</p></div><div class=card><p>a title that wraps</p>
    <p>words</p></div><div class=both><p>in</p><div class=both><u>deeper</u></div><s>both axes</s></div></div>
    """,
  ]
  private static let texts = [
    "x", "a word", "some more words than before that take a second line of the page, or a third one", "",
    "שלום and a\tb",
  ]

  /// A change that most likely does something.
  ///
  /// - Parameter copies: the numbers of copies, by what they are of: those that were removed are used again.
  private func change(
    _ layout: PageLayout, copies: inout [Int: [Int]], _ random: inout Generator
  ) -> PageChange {
    let node = Int.random(in: 0..<layout.nodeCount, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      let copy = copies.values.flatMap(\.self).sorted().randomElement(using: &random)
      return .remove(node: Bool.random(using: &random) ? copy ?? node : node)
    case 1, 2:
      let other = Int.random(in: 0..<layout.page.nodeCount, using: &random)
      let parent = layout.page.parent(other) ?? 0
      let known = Bool.random(using: &random) ? copies[other]?.randomElement(using: &random) : nil
      if known == nil { copies[other, default: []].append(layout.nodeCount) }
      return .insertCopy(
        of: other, into: parent, after: Bool.random(using: &random) ? other : nil, as: known ?? layout.nodeCount)
    case 5:
      let moved = node % layout.page.nodeCount
      let siblings = (0..<layout.page.nodeCount).filter { layout.page.parent($0) == layout.page.parent(moved) }
      return .move(node: moved, after: Bool.random(using: &random) ? siblings.randomElement(using: &random) : nil)
    case 3: return .style(node: node, style: Int.random(in: 0..<layout.page.styleCount, using: &random))
    case 4: return .content(node: node, Self.texts.randomElement(using: &random) ?? "")
    default: return .text(node: node, Self.texts.randomElement(using: &random) ?? "")
    }
  }

  @Test(arguments: pages.indices)
  func randomChangesGiveFullLayouts(_ index: Int) throws {
    let page = BuiltPage(html: Self.pages[index])
    let viewport = BuiltPage.viewport(Viewport(width: 320, height: 480, scale: 2))
    let reader = try PageReader(FileBytes(page.pageFile(at: [Viewport(width: 320, height: 480, scale: 2)])))
    let measurer = try page.measurer(scale: 2)
    for seed in 0..<8 {
      var random = Generator(state: UInt64(seed * 31 + index))
      let layout = try PageLayout(reader)
      var shown = try layout.layOut(in: viewport, measuredBy: measurer).layout
      var changes: [PageChange] = []
      var copies: [Int: [Int]] = [:]
      for step in 0..<16 {
        let next = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          change(layout, copies: &copies, &random)
        }
        changes += next
        let answer = try layout.layOut(in: viewport, measuredBy: measurer, changes: next)
        let full = try PageLayout(reader).layOut(in: viewport, measuredBy: measurer, changes: changes).layout
        let (text, expected) = (BuiltPage.text(reader, answer.layout), BuiltPage.text(reader, full))
        guard text == expected else {
          let lines = zip(text.split(separator: "\n"), expected.split(separator: "\n")).filter { $0 != $1 }
          Issue.record("page \(index), seed \(seed), step \(step): \(next): \(lines.prefix(4))")
          break
        }
        // What is said to have changed makes the last layout this one.
        for node in answer.changedFrames where node < shown.frames.count { shown.frames[node] = full.frames[node] }
        shown.frames += full.frames[shown.frames.count...]
        shown.lines = full.lines
        // The order of painting and what goes with it come whole.
        shown.paintOrder = full.paintOrder
        shown.clips = full.clips
        shown.clipPaths = full.clipPaths
        shown.containers = full.containers
        shown.transforms = full.transforms
        shown.corners = full.corners
        shown.sticky = full.sticky
        #expect(BuiltPage.text(reader, shown) == expected)
      }
    }
  }

  @Test func onlyWhatAChangeTouchesIsLaidOut() throws {
    let rows = (0..<50).map { "<view class=row><label>Row \($0)</label><label>with a text</label></view>" }.joined()
    let page = BuiltPage(
      html: """
        <html html-identify="Token"><head><style>.row { flex-direction: row; padding: 4px }</style></head>
        <body>\(rows)</body></html>
        """)
    let viewport = BuiltPage.viewport(Viewport(width: 375, height: 667, scale: 2))
    let reader = try PageReader(FileBytes(page.pageFile()))
    let measurer = CountingMeasurer(try page.measurer(scale: 2))
    let layout = try PageLayout(reader)
    _ = try layout.layOut(in: viewport, measuredBy: measurer)
    #expect(layout.reuse.kept == 0)
    measurer.shaped = 0
    let node = try #require((0..<reader.nodeCount).first { reader.text($0) == "Row 20" })
    let answer = try layout.layOut(in: viewport, measuredBy: measurer, changes: [.text(node: node, "Row twenty")])
    #expect(measurer.shaped == 1)
    // All but the text, its label, the row, the body and the root.
    #expect(layout.reuse.boxes - layout.reuse.kept <= 7)
    #expect(answer.changedLines.contains(node) && answer.changedFrames.count <= 3)
    measurer.shaped = 0
    _ = try layout.layOut(in: viewport, measuredBy: measurer)
    #expect(measurer.shaped == 0 && layout.reuse.kept == layout.reuse.boxes)
    layout.forgetMeasurements()
    _ = try layout.layOut(in: viewport, measuredBy: measurer)
    #expect(layout.reuse.kept == 0 && measurer.shaped > 50)
  }
}

/// Counts the paragraphs that are shaped. One test uses it on one thread.
final class CountingMeasurer: TextMeasurer, @unchecked Sendable {
  let measurer: any TextMeasurer
  var shaped = 0

  init(_ measurer: any TextMeasurer) { self.measurer = measurer }

  func metrics(for font: FontStyle) -> FontMetrics { measurer.metrics(for: font) }
  func metrics(for font: FontStyle, language: String) -> FontMetrics { measurer.metrics(for: font, language: language) }
  func shape(_ paragraph: TextParagraph) -> ShapedParagraph {
    shaped += 1
    return measurer.shape(paragraph)
  }
  func reshape(_ range: Range<Int>, of paragraph: TextParagraph) -> [Double] {
    measurer.reshape(range, of: paragraph)
  }
}
