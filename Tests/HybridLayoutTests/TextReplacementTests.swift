import CSSValues
import Compiler
import HybridLayout
import Layout
import Page
import PageFormat
import Testing

/// Texts that become others, laid out without a look at the rest of the page: all is as on a page that is laid out afresh.
struct TextReplacementTests {
  private static let viewport = Viewport(width: 375, height: 667, scale: 2)

  private static let words = [
    "a", "ab", "Other words",
    "A text of many words, which takes more than one line of the box that it is in, whatever that is",
    "1", "12", "1,024", "unbreakablewordthatismuchlongerthanitsbox", "two\nlines", "  spaces  ", "مرحبا", "日本語のテキスト",
    " ", "",
  ]

  /// Changes texts one after another and compares what is said of the page with a fresh layout each time.
  ///
  /// - Returns: the changes that were laid out without the page.
  private func expectFreshLayouts(_ html: String, rounds: Int = 60, seed: UInt64 = 1) throws -> Int {
    let page = BuiltPage(html: html)
    let reader = try PageReader(FileBytes(page.pageFile(at: [Self.viewport])))
    let texts = (0..<reader.nodeCount).filter { node in
      reader.kind(node) == .text && reader.text(node)?.contains { !$0.isWhitespace } == true
    }
    let (measurer, device) = (try page.measurer(scale: 2), BuiltPage.viewport(Self.viewport))
    let layout = try PageLayout(reader)
    _ = try layout.layOut(in: device, measuredBy: measurer)
    var random = Generator(state: seed)
    var now: [Int: String] = [:]
    var quick = 0
    var before = layout.current
    for round in 0..<rounds {
      var changes: [PageChange] = []
      for _ in 0..<(round % 5 == 4 ? 2 : 1) {
        guard let node = texts.randomElement(using: &random), let text = Self.words.randomElement(using: &random)
        else { continue }
        now[node] = text
        changes.append(.text(node: node, text))
      }
      let answer = try layout.layOut(in: device, measuredBy: measurer, changes: changes)
      if layout.reuse.isOneBox { quick += 1 }
      let fresh = try PageLayout(reader).layOut(
        in: device, measuredBy: measurer, changes: now.sorted { $0.key < $1.key }.map { .text(node: $0.key, $0.value) }
      ).layout
      let (found, wanted) = (BuiltPage.text(reader, answer.layout), BuiltPage.text(reader, fresh))
      #expect(answer.layout.contentHeight == fresh.contentHeight && answer.layout.contentWidth == fresh.contentWidth)
      #expect(answer.layout.scrollAreas == fresh.scrollAreas && answer.layout.fragments == fresh.fragments)
      guard found == wanted else {
        let lines = zip(found.split(separator: "\n"), wanted.split(separator: "\n"))
        Issue.record("round \(round), \(changes): \(lines.first { $0 != $1 }.map { "\($0)" } ?? "lengths")")
        return quick
      }
      // What is reported is what changed.
      if let before {
        let frames = fresh.frames.indices.filter { fresh.frames[$0] != before.frames[$0] }
        #expect(Set(frames).isSubset(of: answer.changedFrames), "round \(round): \(changes)")
        for node in Set(fresh.lines.map(\.node)) {
          let (new, old) = (fresh.lines.filter { $0.node == node }, before.lines.filter { $0.node == node })
          if new.map(\.rect) != old.map(\.rect) { #expect(answer.changedLines.contains(node), "round \(round)") }
        }
      }
      before = fresh
      for (node, text) in now {
        let shown = layout.texts(of: answer.layout.lines.filter { $0.node == node }, in: answer.layout).joined()
        #expect(
          shown.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace } || text.count > 40
            || shown.contains("…") || text.contains("\n"), "\(shown)")
      }
    }
    return quick
  }

  @Test func boxesOfGivenSizes() throws {
    let quick = try expectFreshLayouts(
      """
      <html html-identify="Token"><head><style>body { width: 100%; height: 100% } .row { flex-direction: row; height: 48px }
      .row label { height: 20px } .name { flex: 1 } .count { width: 90px; text-align: right }</style></head><body>
      <view class="row"><label class="name">one</label><label class="count">1</label></view>
      <view class="row"><label class="name">two</label><label class="count">2</label></view>
      <view class="row"><label>natural</label><label lines="1">third</label></view>
      <scrollView style="height: 60px"><label lines="0">in a list</label><label>last</label></scrollView></body></html>
      """)
    #expect(quick > 12)
  }

  @Test func rowsAsHighAsTheirContent() throws {
    let quick = try expectFreshLayouts(
      """
      <html html-identify="Token"><head><style>body { width: 100%; height: 100% } .row { flex-direction: row; padding: 8px }
      .picture { width: 40px; height: 40px } .words { flex: 1 } .title { font-size: 16px } .note { font-size: 12px }</style>
      </head><body><scrollView style="flex: 1">
      <view class="row"><image class="picture"/><view class="words"><label class="title">one</label></view></view>
      <view class="row"><image class="picture"/><view class="words"><label class="title">two</label>
      <label class="note">a note</label></view></view>
      <view class="row"><view class="words"><label class="title">three</label></view><label>a label</label></view>
      <view class="row"><view class="words" style="justify-content: center"><label>four</label></view>
      <image class="picture"/></view></scrollView></body></html>
      """, rounds: 120)
    #expect(quick > 12)
  }

  @Test func flowsOfText() throws {
    _ = try expectFreshLayouts(
      """
      <!DOCTYPE html><style>.box { width: 200px; height: 50px; overflow: auto } .card { border-radius: 6px; display: inline-block }
      .cut { width: 80px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis } .abs { position: absolute; right: 0 }
      .rel { position: relative; height: 40px } .columns { columns: 2 }</style>
      <p>first <b>bold</b> and <i>some <u>nested</u></i> words</p><div class=box><p>scrolls</p></div>
      <div class=card>card</div> <span class=card>another</span><div class=cut>cut off</div>
      <div class=rel><span>in</span><span class=abs>absolute</span></div>
      <div style="float:left">float</div><p>beside</p><ul><li>one<li>two</ul>
      <button>press</button> <details open><summary>more</summary>shown</details>
      <div style="contain: layout paint">contained</div>
      """, rounds: 120)
  }

  @Test func gridsTablesAndClamps() throws {
    _ = try expectFreshLayouts(
      """
      <!DOCTYPE html><style>.grid { display: grid; grid-template-columns: auto 1fr; height: 90px }
      .clamp { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; width: 120px }
      .flex { display: flex; height: 40px; align-items: baseline } .turned { transform: rotate(9deg) }</style>
      <div class=grid><span>a</span><span>b</span><div class=flex><i>c</i><b>d</b></div><span>e</span></div>
      <table><tr><td>one<td>two<tr><td colspan=2>three</table><div class=clamp>some <b>text</b> that is cut</div>
      <div class=clamp><p>in a block</p></div><div class=flex><span>x</span><span class=turned>y</span></div>
      <div style="position: sticky; top: 0">sticky</div><p dir=rtl>right <b>to</b> left</p>
      """, rounds: 120)
  }

  @Test func columnsFirstLinesAndDrawingsAreLaidOutAsAWhole() throws {
    _ = try expectFreshLayouts(
      "<!DOCTYPE html><style>.columns { columns: 2 } p::first-line { font-size: 2em }</style><div class=columns>one<p>two</p></div>",
      rounds: 20)
    _ = try expectFreshLayouts(
      "<!DOCTYPE html><p>one</p><svg width=90 height=40><text y=30>in it</text></svg><p>two</p>", rounds: 20)
  }
}
