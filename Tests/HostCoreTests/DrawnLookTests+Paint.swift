import CSSValues
import HybridClient
import JSONValues
import Manifest
import PageFormat
import Painting
import Testing

@testable import HostCore

/// What is painted of views by their styles, and what stays in place.
extension DrawnLookTests {
  private func paint(_ id: String = "a", in page: HostPage<RecordingAdapter>) throws -> ViewPaint? {
    page.tree.paint(of: try view(id, in: page), by: try BoxPainter(scale: 1, width: 300, height: 400))
  }

  @Test func plainViewsAreNotPainted() throws {
    let page = try page(
      "#a { background: red; border: 2px solid blue; border-radius: 4px } #b { color: red; font-style: italic }",
      #"<view id="a"/><label id="b">text</label><view id="c"/>"#)
    for id in ["a", "b", "c"] {
      #expect(try view(id, in: page)["paint"] == nil && view(id, in: page)["textPaint"] == nil)
      #expect(try paint(id, in: page) == nil)
    }
  }

  @Test func whatPlatformsLackIsPainted() throws {
    let page = try page(
      """
      #a { background: linear-gradient(red, blue); box-shadow: 0 2px 4px black; border: 3px dashed lime;
        border-radius: 4px 8px 0 0; outline: 2px solid red }
      """)
    let paint = try #require(try paint(in: page))
    let dump = try #require(paint.box).dump()
    #expect(dump.contains("shadow [0 2 100 50]") && dump.contains("linear") && dump.contains("dashes"), "\(dump)")
    #expect(paint.edge.radii == [4, 8, 0, 0, 4, 8, 0, 0] && paint.effects.isEmpty && paint.texts == nil)
    #expect(paint.inside.rect == LayoutRect(x: 3, y: 3, width: 94, height: 44))
    #expect(try #require(paint.outline).reach == LayoutRect(x: -2, y: -2, width: 104, height: 54))
    #expect(paint.reach.x < -2 && paint.reach.bottom > 52)
    // What it says is CSS, for hosts that have that.
    let text = try #require(try view(in: page)["paint"])
    #expect(text.contains("box-shadow: ") && text.contains("border-top-style: dashed") && !text.contains("filter"))
  }

  /// Data and scripts change styles: what is painted follows, and so do colors on their way.
  @Test func paintFollowsWhatChanges() throws {
    let page = try page(
      "#a { box-shadow: 1px 1px red; background: white; transition: background-color 1s } .on { box-shadow: none }")
    let node = try view(in: page).node
    page.live.setProperty("backgroundColor", to: "rgb(0, 0, 255)", of: node)
    page.live.flush()
    page.tree.drawFrame(at: 0)
    page.tree.drawFrame(at: 0.5)
    let fill = try #require(try paint(in: page)?.box?.items.last)
    guard case .fill(_, .color(let color), _) = fill else {
      Issue.record("\(fill)")
      return
    }
    #expect(color.red > 0.01 && color.red < 0.99 && color.blue > 0.99)
    page.tree.drawFrame(at: 2)
    #expect(try #require(try paint(in: page)?.box).dump().contains("rgb(0, 0, 255)"))
    var pressed = ViewPaint.State()
    pressed.background = ViewLook.Color(0, 1, 0)
    let painter = try BoxPainter(scale: 1, width: 300, height: 400)
    let other = try #require(page.tree.paint(of: try view(in: page), by: painter, at: (10, 20), pressed)?.box).dump()
    #expect(other.contains("fill [10 20 100 50] rgb(0, 255, 0)"), "\(other)")
  }

  @Test func textsArePaintedWithSpacingAndShadows() throws {
    let page = try page(
      """
      #a { letter-spacing: 2px; text-shadow: 1px 1px 2px red } #b { text-decoration: underline dotted red }
      #c { font-variant: small-caps }
      """, #"<label id="a">one</label><label id="b">two</label><label id="c">six</label><view class="c" id="d"/>"#)
    let one = try #require(try paint(in: page)?.texts)
    #expect(one.textStyles.first?.text.letterSpacing == .length(2) && one.items.count == 2)
    let left = try #require(try view(in: page).lines.first).frame.x
    #expect(one.items.last?.run?.text == "one" && one.items.last?.run?.x == left)
    #expect(try #require(try paint("b", in: page)?.texts).dump().contains("dotted"))
    #expect(try #require(try paint("c", in: page)?.texts).textStyles.first?.font.variantCaps == .smallCaps)
    #expect(try view(in: page)["paint"] == nil && paint(in: page)?.box == nil)
  }

  @Test func effectsAreThoseOfTheStyle() throws {
    let page = try page("#a { filter: blur(3px) grayscale(1); clip-path: inset(4px round 2px); background: red }")
    let paint = try #require(try paint(in: page))
    #expect(paint.effects.count == 2 && paint.spread == 11)
  }

  /// What platforms that cut views to a picture draw of clips and masks.
  @Test func clipsAndMasksLeaveAPart() throws {
    let cut = try page(
      """
      #a { clip-path: inset(4px 10px); filter: blur(3px); mask-image: linear-gradient(black, transparent) }
      #a { background: red }
      """)
    let (list, area) = try #require(try paint(in: cut)?.coverage)
    #expect(area == LayoutRect(x: 10, y: 4, width: 80, height: 42))
    #expect(list.items.count == 5 && list.dump().contains("rgb(0, 0, 0)"), "\(list.dump())")
    for case .beginGroup(let effect) in list.items { #expect(effect.filters.isEmpty && effect.mask.count == 1) }
    #expect(try paint(in: try page("#a { filter: blur(3px); background: red }"))?.coverage == nil)
  }

  @Test func allComponentsCutOff() throws {
    let page = try page(
      "label, button, image, form { overflow: hidden; width: 40px; height: 20px } scrollView { overflow: hidden }",
      #"""
      <label id="a">text</label><button id="b">text</button><image id="c" src="a.png"/><form id="d"/>
      <scrollView id="e"/>
      """#)
    for id in ["a", "b", "c", "d"] { #expect(try view(id, in: page).clips, "\(id)") }
    #expect(try view("e", in: page)["overflow"] == nil)
  }

  // MARK: What stays

  @Test func fixedViewsStayOnTheScreen() throws {
    let page = try page(
      "#long { height: 2000px } #a { position: fixed; bottom: 0; left: 0; width: 300px; height: 40px }",
      #"<view id="long"/><view id="a"/>"#)
    let bar = try view(in: page)
    #expect(bar.frame.y == 360 && adapter.area.height == 2000)
    page.scrolled(nil, x: 0, y: 700)
    let own = try #require(page.tree.platformView(of: bar.node))
    #expect(bar.place.y == 1060 && own.frame.y == 1060)
    #expect(page.tree.place(of: bar).y == 360 && page.tree.hit(x: 10, y: 380)?.node == bar.node)
    // Nobody scrolls to what stays.
    page.tree.refresh()
    #expect(adapter.area.height == 2000)
    page.scrolled(nil, x: 0, y: 0)
    #expect(bar.place.y == 360 && own.frame.y == 360)
    page.live.setProperty("hidden", to: "true", of: bar.node)
    page.live.flush()
    page.scrolled(nil, x: 0, y: 100)
    #expect(!bar.isShifted)
  }

  /// What stays is above what follows it, scrolled or not; a `z-index` counts more.
  @Test(arguments: ["fixed", "sticky"])
  func whatStaysIsAboveItsSiblings(_ position: String) throws {
    let page = try page(
      """
      #a { position: \(position); top: 0; left: 0; width: 300px; height: 40px }
      #next, #over { position: absolute; top: 0; left: 0; width: 300px; height: 900px } #over { z-index: 1; height: 10px }
      """, #"<view id="a"/><view id="next"/><view id="over"/>"#)
    let (bar, next, over) = (try view("a", in: page), try view("next", in: page), try view("over", in: page))
    let parent = try #require(bar.parent)
    #expect(parent.inOrder.map(\.node) == [next, bar, over].map(\.node))
    for y in [0.0, 200, 0] {
      page.scrolled(nil, x: 0, y: y)
      page.tree.refresh()
      #expect(page.tree.hit(x: 10, y: 30)?.node == bar.node)
      #expect(page.tree.platformView(of: bar.node)?.isRaised == false)
    }
    #expect(page.tree.hit(x: 10, y: 5)?.node == over.node)
    let shown = page.tree.platformView(of: parent.node)?.children.compactMap { $0.node }
    #expect(shown == [next, bar, over].map(\.node))
  }

  /// What is in a view that stays is made where it is seen, and each of several takes taps.
  @Test func whatIsInFixedViewsIsShownAndHit() throws {
    let page = try page(
      """
      #long { height: 9000px } #a, #b { position: fixed; left: 0; width: 300px; height: 40px } #a { top: 0 } #b { bottom: 0 }
      #in { width: 100px; height: 40px }
      """, #"<view id="long"/><view id="a"><view id="in"/></view><view id="b"/>"#)
    let (upper, lower, inner) = (try view("a", in: page), try view("b", in: page), try view("in", in: page))
    for y in [3000.0, 6000, 8000] {
      page.scrolled(nil, x: 0, y: y)
      page.tree.refresh()
      #expect(page.tree.platformView(of: inner.node) != nil)
      #expect(page.tree.hit(x: 10, y: 20)?.node == inner.node && page.tree.hit(x: 200, y: 20)?.node == upper.node)
      #expect(page.tree.hit(x: 10, y: 380)?.node == lower.node)
    }
  }

  @Test func fixedViewsInScrollersOfFixedViewsStay() throws {
    let page = try page(
      """
      #out { position: fixed; top: 100px; left: 0 } #list { width: 300px; height: 200px } #rows { height: 900px; width: 300px }
      #in { position: fixed; top: 150px; left: 0; width: 300px; height: 40px } #long { height: 2000px }
      """,
      """
      <view id="out"><scrollView id="list"><view id="rows"><view id="in"/></view></scrollView></view><view id="long"/>
      """)
    let place = page.tree.place(of: try view("in", in: page))
    page.scrolled(try view("list", in: page), x: 0, y: 120)
    page.scrolled(nil, x: 0, y: 300)
    #expect(page.tree.place(of: try view("in", in: page)) == place)
  }

  /// A field that stays in place, or at an edge of what scrolls, takes the keyboard where it is; one to the side is scrolled to.
  @Test func fieldsThatStayAreNotScrolledTo() throws {
    let page = try page(
      """
      #long, #rows { height: 9000px } #list { height: 200px; width: 300px } #wide { height: 40px; width: 300px }
      #a { position: fixed; top: 0 } #b { position: sticky; top: 0 } #c { position: absolute; left: 700px; top: 0 }
      #d { position: absolute; top: 500px } #a, #b, #c, #d { width: 100px; height: 40px } #in { width: 800px; height: 40px }
      """,
      """
      <scrollView id="list"><view id="rows"><input id="b"/></view></scrollView>
      <scrollView id="wide"><view id="in"><input id="c"/></view></scrollView>
      <view id="long"><input id="d"/></view><input id="a"/>
      """)
    let list = try view("list", in: page)
    page.scrolled(list, x: 0, y: 3000)
    page.tree.focus(try view("b", in: page).node)
    #expect(list.offset.y == 3000 && adapter.pageOffset == nil)
    page.tree.focus(try view("c", in: page).node)
    #expect(try view("wide", in: page).offset.x == 500)
    page.scrolled(nil, x: 0, y: 5000)
    page.tree.focus(try view("a", in: page).node)
    page.tree.setCovered(100)
    #expect(adapter.pageOffset == nil)
    page.tree.focus(try view("d", in: page).node)
    let top = page.tree.place(of: try view("d", in: page)).y
    #expect(adapter.pageOffset?.y == 5000 + top)
  }

  /// A blur of any size takes no more room than a few hundred px around a view.
  @Test(arguments: ["blur(1000px)", "blur(20px) blur(20px) blur(20px) blur(20px) blur(20px)", "blur(10px)"])
  func effectsSpreadABoundedWay(filter: String) throws {
    let page = try page("#a { width: 100px; height: 40px; background: red; filter: \(filter) }", #"<view id="a"/>"#)
    let paint = try #require(try paint(in: page))
    #expect(paint.spread == (filter == "blur(10px)" ? 32 : 256))
  }

  @Test func stickyViewsKeepToTheEdgeOfWhatScrolls() throws {
    let page = try page(
      """
      #s { width: 300px; height: 200px; border-top: 2px solid } #group { height: 300px; width: 300px; padding-bottom: 30px }
      #a { position: sticky; top: 10px; height: 40px; margin-top: 60px; flex-shrink: 0 } #rest { height: 900px; flex-shrink: 0 }
      """, #"<scrollView id="s"><view id="group"><view id="a"/></view><view id="rest"/></scrollView>"#)
    let (scroller, bar) = (try view("s", in: page), try view(in: page))
    #expect(bar.frame.y == 60 && !bar.isShifted)
    page.scrolled(scroller, x: 0, y: 40)
    #expect(!bar.isShifted)
    page.scrolled(scroller, x: 0, y: 150)
    // The port begins below the border.
    #expect(bar.shift.y == 150 + 10 - 60 && page.tree.platformView(of: bar.node)?.frame.y == 160)
    #expect(page.tree.hit(x: 10, y: 15)?.node == bar.node)
    // It leaves with what it is in.
    page.scrolled(scroller, x: 0, y: 290)
    let group = try view("group", in: page)
    #expect(bar.place.bottom == group.frame.height - 30)
    page.scrolled(scroller, x: 0, y: 0)
    #expect(!bar.isShifted)
  }
}
