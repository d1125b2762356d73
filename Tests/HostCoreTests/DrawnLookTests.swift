import CSSValues
import Compiler
import HybridClient
import JSONValues
import Manifest
import PageFormat
import TestSupport
import Testing

@testable import HostCore

/// What hosts are given of a page's styles, from the build to the views: what they can draw arrives, the rest is reported.
@Suite struct DrawnLookTests {
  let adapter = RecordingAdapter()

  private func compile(_ style: String, _ body: String, direction: String = "ltr") -> CompiledPage {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 1)]
    let text = """
      <html html-identify="Token" dir="\(direction)"><head><title>t</title><style>body{width:100%;height:100%}
      view{width:100px;height:50px;flex-shrink:0}
      \(style)</style></head><body>\(body)</body></html>
      """
    return PageCompiler(options: options, files: OneFile(text: text)).compile("index.html")
  }

  func page(
    _ style: String, _ body: String = #"<view id="a"/>"#, direction: String = "ltr"
  ) throws -> HostPage<RecordingAdapter> {
    let compiled = compile(style, body, direction: direction)
    let opened = OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes)),
      device: DeviceTraits(width: 300, height: 400, scale: 1))
    let page = try HostPage(opened, adapter: adapter)
    page.tree.setScreen(width: 300, height: 400)
    page.start()
    return page
  }

  func view(_ id: String = "a", in page: HostPage<RecordingAdapter>) throws -> HostView {
    let node = try #require((0..<page.live.nodeCount).first { page.live.property("id", of: $0) == id })
    return try #require(page.tree.view(of: node))
  }

  @Test(
    arguments: [
      ("color(display-p3 0 0 1)", "rgb(0, 0, 255)"), ("color-mix(in srgb, red, blue)", "rgb(128, 0, 128)"),
      ("rgb(from red r g 255)", "rgb(255, 0, 255)"), ("lab(100 0 0)", "rgb(255, 255, 255)"),
      ("oklch(1 0 0 / 0.5)", "rgba(255, 255, 255, 0.5)"), ("hsl(120 100% 50%)", "rgb(0, 255, 0)"),
    ])
  func colorsOfAllSpacesAreGivenInSRGB(_ written: String, _ given: String) throws {
    let page = try page(
      "#a { background-color: \(written) } #b { color: \(written); border: 2px solid currentcolor }",
      #"<view id="a"/><label id="b">text</label>"#)
    #expect(try view(in: page)["backgroundColor"] == given)
    #expect(try view("b", in: page)["color"] == given)
    #expect(try view("b", in: page)["borderColor"] == given)
    #expect(ViewLook(of: try view(in: page)).background != nil)
  }

  @Test func colorsOfAnimationsAreGivenInSRGB() throws {
    let page = try page("@keyframes k { to { background-color: lab(0 0 0) } } #a { animation: k 1s infinite }")
    #expect(try #require(view(in: page)["keyframes"]).contains("rgb(0, 0, 0)"))
  }

  @Test func colorsOfComponentsAreRead() {
    #expect(ViewLook.Color("red") == ViewLook.Color(1, 0, 0) && ViewLook.Color("Transparent")?.alpha == 0)
    #expect(ViewLook.Color("hsl(120, 100%, 50%)") == ViewLook.Color(0, 1, 0))
    #expect(ViewLook.Color("hsla(-120deg 100% 50% / 0.5)") == ViewLook.Color(0, 0, 1, 0.5))
    #expect(ViewLook.Color("rgb(100% 0% 0% / 50%)") == ViewLook.Color(1, 0, 0, 0.5))
    for text in ["", "rgb(1, 2)", "hsl(a, 1%, 1%)", "reddish", "oklch(0.5 0.1 20)", "hsl(1e300, 1%, 1%)"] {
      #expect(ViewLook.Color(text) == nil)
    }
  }

  @Test func sidesOfBordersAreApart() throws {
    let page = try page(
      """
      #a { border-bottom: 3px solid red } #b { border: 2px solid; border-left: 4px solid blue; color: lime }
      #c { border: 1px solid red } #d { border-top: 2px none red }
      """, #"<view id="a"/><view id="b"/><view id="c"/><view id="d"/>"#)
    let a = ViewLook(of: try view(in: page))
    #expect(a.borderWidth == 0 && a.borderWidths == [0, 0, 3, 0])
    let sides = a.sides(width: 100, height: 50)
    #expect(sides.map(\.frame) == [LayoutRect(x: 0, y: 47, width: 100, height: 3)])
    #expect(sides.map(\.color) == [ViewLook.Color(1, 0, 0)])
    let b = ViewLook(of: try view("b", in: page)).sides(width: 100, height: 50)
    #expect(
      b.map(\.frame) == [
        LayoutRect(x: 0, y: 0, width: 100, height: 2), LayoutRect(x: 98, y: 2, width: 2, height: 46),
        LayoutRect(x: 0, y: 48, width: 100, height: 2), LayoutRect(x: 0, y: 2, width: 4, height: 46),
      ])
    let lime = ViewLook.Color(0, 1, 0)
    #expect(b.map(\.color) == [lime, lime, lime, ViewLook.Color(0, 0, 1)])
    let c = ViewLook(of: try view("c", in: page))
    #expect(c.borderWidth == 1 && c.borderWidths == nil && c.sides(width: 9, height: 9).isEmpty)
    #expect(try view("d", in: page)["borderWidth"] == nil && view("d", in: page)["borderWidths"] == nil)
  }

  @Test func slantsAndLinesOfTextsArrive() throws {
    let page = try page(
      "#a { font-style: italic; text-decoration: underline line-through; font-size: 20px }",
      #"<label id="a">text</label>"#)
    let look = ViewLook(of: try view(in: page))
    #expect(look.isItalic && look.decorations == [.underline, .through])
    let strokes = look.strokes(atX: 5, baseline: 30, width: 40)
    #expect(strokes.count == 2 && strokes.allSatisfy { $0.x == 5 && $0.width == 40 && $0.height == 20.0 / 14 })
    #expect(strokes[0].y > 30 && strokes[1].y < 30 && strokes[1].y > 20)
  }

  @Test func whatIsCutOffIsNeitherShownNorHit() throws {
    let body = #"<view id="a"><view id="inner"/></view>"#
    let style = "#inner { width: 200px; height: 100px }"
    for isCut in [false, true] {
      let page = try page(style + (isCut ? "#a { overflow: hidden }" : ""), body)
      #expect(try view(in: page).clips == isCut)
      let hit = page.tree.hit(x: 150, y: 20)
      #expect((hit?.node == (try view("inner", in: page).node)) == !isCut)
    }
    // The lines of a label end by themselves.
    let label = try page("", #"<label id="a" lines="1">text</label>"#)
    #expect(try !view(in: label).clips)
  }

  @Test func whatHostsDoNotDrawIsReported() {
    let page = compile(
      """
      #a { mix-blend-mode: multiply; backdrop-filter: blur(2px); filter: url(#f); clip-path: url(#c) }
      #b { background: url(a.png) fixed; mask-image: url(b.png); filter: blur(1px); clip-path: circle(5px) }
      .unused { mix-blend-mode: screen }
      #b { box-shadow: 0 1px red; border: 1px dashed; border-radius: 4px 0; outline: 1px solid; position: sticky }
      """,
      #"""
      <view id="a"/><view id="b"/><view style="mask-image: url(#m)"/><input style="border-radius: 4px"/>
      <view style="border: 1px solid red; font-variant: small-caps; background: linear-gradient(red, blue)"/>
      """#)
    #expect(
      page.diagnostics.filter { $0.code.name == "HYB4017" }
        .map { "\($0.location?.line ?? 0) \($0.message)" } == [
          "3 `mix-blend-mode: multiply` is not drawn by hosts",
          "3 `backdrop-filter: blur(2px)` is not drawn by hosts",
          "3 `filter: url(#f)` is not drawn by hosts",
          "3 `clip-path: url(#c)` is not drawn by hosts",
          "4 `background: url(a.png) fixed` keeps nothing in place: hosts scroll the background along",
          "5 `mix-blend-mode: screen` is not drawn by hosts",
          "6 `mask-image` is not drawn by hosts",
        ])
  }

  @Test func imagesInAddressesAreRead() {
    #expect(InlineImage("data:image/png;base64,aGkh")?.bytes == Array("hi!".utf8))
    #expect(InlineImage("DATA:image/svg+xml,%3Csvg%3E a#b")?.bytes == Array("<svg> a".utf8))
    #expect(InlineImage("data:image/png;base64,a b=")?.bytes == [0x69])
    #expect(InlineImage("data:image/png;base64,%%%") == nil && InlineImage("img/data:a,b") == nil)
    #expect(InlineImage("data:;base64") == nil && InlineImage("data:,%4")?.bytes == Array("%4".utf8))
  }

  @Test func whatBeginsAtTheRightScrollsToTheLeft() throws {
    let page = try page(
      """
      #a { width: 300px; height: 60px; flex-direction: row }
      """,
      #"<scrollView id="a"><view id="first" style="width:200px"/><view id="second" style="width:250px"/></scrollView>"#,
      direction: "rtl")
    let (scroller, second) = (try view(in: page), try view("second", in: page))
    #expect(scroller.leading == 150 && scroller.offset.x == 0 && scroller.platformOffset.x == 150)
    #expect(second.frame.x == -150 && second.platformPlace.x == 0)
    let own = try #require(page.tree.platformView(of: scroller.node))
    #expect(own.scrolledTo?.x == 150)
    #expect(page.tree.platformView(of: second.node)?.frame.x == 0)
    // Platforms count from the left, pages from where they begin.
    page.scrolled(scroller, x: 0, y: 0)
    #expect(scroller.offset.x == -150 && page.tree.place(of: second).x == 0)
    #expect(page.tree.hit(x: 10, y: 10)?.node == second.node)
    let other = try self.page("", #"<scrollView id="a"><view style="width:900px"/></scrollView>"#)
    #expect(try view(in: other).leading == 0)
  }
}
