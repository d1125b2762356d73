import Painting
import Testing

/// Where lists are cut for hosts that composite.
@Suite struct LayerTests {
  private func kinds(_ layers: [PaintLayer]) -> [String] { layers.map(\.reason.rawValue) }

  @Test func aPageOfPlainBoxesIsOneLayer() throws {
    let rows = String(repeating: "<p style=\"background:#eee;border:1px solid\">x <b>y</b></p>", count: 300)
    let layers = try PaintedPage(rows).layers()
    #expect(kinds(layers) == ["page"])
    #expect(layers[0].node == -1)
  }

  @Test func whatMovesByItselfIsALayer() throws {
    let page = PaintedPage(
      """
      <div style="overflow:auto;width:50px;height:20px;background:red"><p style="margin:0;height:90px;background:lime"></p></div>
      <p style="position:sticky;top:0;margin:0;height:5px;background:blue"></p>
      <p style="will-change:transform;margin:0;height:5px;background:navy"></p>
      <p style="position:fixed;top:0;left:0;width:9px;height:9px;background:black"></p>
      """)
    let layers = try page.layers()
    #expect(Set(kinds(layers)) == ["page", "scroller", "sticky", "animated", "fixed"])
    let scroller = try #require(layers.first { $0.reason == .scroller })
    #expect(scroller.list.dump() == "fill [0 0 50 90] rgb(0, 255, 0)\n")
    #expect(scroller.port?.height == 20)
    let fixed = try #require(layers.first { $0.reason == .fixed })
    #expect(fixed.list.dump() == "fill [0 16 9 9] rgb(0, 0, 0)\n")
  }

  @Test func fieldsAndContentOfTheirOwnAreLayers() throws {
    let layers = try PaintedPage(
      "<p style=\"background:red;margin:0\">a</p><input value=x><iframe width=20 height=20></iframe><p>z</p>"
    ).layers()
    #expect(kinds(layers) == ["page", "control", "content"])
    // What comes after and overlaps nothing is in the page's one layer.
    #expect(layers[0].list.dump().contains("“z”"))
  }

  @Test func whatIsAboveALayerIsAnotherPiece() throws {
    let layers = try PaintedPage(
      """
      <p style="margin:0;background:red">a</p><p style="position:fixed;top:0;margin:0">b</p>
      <p style="position:relative;z-index:2;margin:0;background:lime">c</p>
      """
    ).layers()
    #expect(kinds(layers) == ["page", "fixed", "page"])
  }

  @Test func groupsStayWhole() throws {
    let layers = try PaintedPage(
      "<div style=\"opacity:.5\"><p style=\"background:red\">a</p><input value=x></div>"
    ).layers()
    #expect(kinds(layers) == ["page"])
    #expect(layers[0].list.dump().hasPrefix("group opacity 0.5\n"))
  }

  @Test func linesAvoidTheGlyphsOfTheirTextInEachLayer() throws {
    let layers = try PaintedPage(
      "<p>a</p><p style=\"position:fixed;text-decoration:underline\">gy</p>"
    ).layers()
    let list = try #require(layers.first { $0.reason == .fixed }).list
    let avoided = list.items.compactMap { item -> Int? in
      if case .decoration(let line) = item { line.avoidedItem } else { nil }
    }
    #expect(avoided.count == 1)
    guard let place = avoided.first, place < list.items.count, case .text(let run) = list.items[place] else {
      Issue.record("the line names no text")
      return
    }
    #expect(run.text == "gy")
  }

  @Test func whatBeginsEndsInEachLayer() throws {
    let layers = try PaintedPage(
      """
      <div style="overflow:hidden;border-radius:9px"><p style="transform:scale(.5)">a</p><input value=x><p>b</p>
      <select><option>q</select></div>
      """
    ).layers()
    for layer in layers {
      var depth = 0
      for line in layer.list.dump().split(separator: "\n") {
        let word = line.trimmingPrefix { $0 == " " }.prefix { $0 != " " }
        if word == "end" { depth -= 1 }
        if ["clip", "transform", "group", "fixed", "mask"].contains(word) { depth += 1 }
        #expect(depth >= 0)
      }
      #expect(depth == 0)
    }
  }

  @Test func theNumberOfLayersIsBounded() throws {
    let rows = String(
      repeating: "<p style=\"will-change:transform\">x</p><p style=\"position:relative\">y</p>", count: 1500)
    #expect(try PaintedPage(rows).layers().count <= 512)
  }
}
