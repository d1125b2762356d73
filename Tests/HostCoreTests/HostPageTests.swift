import CSSValues
import Compiler
import HostCore
import HybridClient
import JSONValues
import Manifest
import PageFormat
import Testing

/// A Token page with what readers do to it, without a platform.
@Suite struct HostPageTests {
  private struct Page: SiteFiles {
    let text: String

    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard path == "index.html" else { throw .missing }
      return Array(text.utf8)
    }

    func contains(_ path: String) -> Bool { path == "index.html" }
  }

  private let adapter = RecordingAdapter()

  private func page(
    _ body: String, data: String = "{}", height: Double = 400, head: String = "", direction: String = "ltr"
  ) throws -> HostPage<RecordingAdapter> {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 1)]
    let text = """
      <html html-identify="Token" dir="\(direction)"><head><title>t</title>\(head)<style>body{width:100%;height:100%}
      label{font-size:10px}</style></head><body>\(body)</body></html>
      """
    let compiled = PageCompiler(options: options, files: Page(text: text)).compile("index.html")
    let opened = OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes)),
      device: DeviceTraits(width: 300, height: 400, scale: 1))
    let page = try HostPage(opened, data: try JSONParser.parse(Array(data.utf8)), adapter: adapter)
    page.tree.setScreen(width: 300, height: height)
    page.start()
    return page
  }

  private func view(_ id: String, in page: HostPage<RecordingAdapter>) throws -> HostView {
    let node = try #require((0..<page.live.nodeCount).first { page.live.property("id", of: $0) == id })
    return try #require(page.tree.view(of: node))
  }

  private func text(_ id: String, in page: HostPage<RecordingAdapter>) throws -> String {
    FieldAttributes(of: try view(id, in: page)).text
  }

  @Test func aPageBeginsAtItsSide() throws {
    let body = """
      <view style="flex-direction:row"><label id="a">text</label><view dir="ltr"><label id="b">text</label></view></view>
      <input id="name"/><dots id="dots" number="3" style="width:100px;height:20px"/>
      """
    let page = try page(body, direction: "rtl")
    let (first, second) = (try view("a", in: page), try view("b", in: page))
    #expect(first.isRightToLeft && !second.isRightToLeft && page.tree.place(of: first).right == 300)
    #expect(ViewLook(of: first).alignment == 1 && ViewLook(of: second).alignment == 0)
    #expect(ViewLook(of: try view("name", in: page)).alignment == 1)
    // The first dot is at the right.
    let dots = try view("dots", in: page)
    let place = page.tree.place(of: dots)
    page.tapped(x: place.x + 34, y: place.y + 10)
    #expect(PageDots(of: dots).chosen == 2 && page.live.value(of: dots.node) == "2")
  }

  @Test func thePlatformsBarShowsWhatThePageSays() throws {
    let head = """
      <navigationBar backgroundColor="rgb(1,2,3)" titleColor="rgb(4,5,6)"><navItem id="save" title="Save"></navItem>
      <navItem id="back" position="left" title="Close"></navItem></navigationBar>
      """
    let page = try page("<view></view>", head: head)
    let bar = try #require(page.navigationBar)
    #expect(bar.background == ViewLook.Color(1 / 255, 2 / 255, 3 / 255) && bar.backArrowColor == nil)
    #expect(bar.titleColor == ViewLook.Color(4 / 255, 5 / 255, 6 / 255))
    #expect(bar.items.map(\.look.title) == ["Save", "Close"] && bar.items.map(\.isAtStart) == [false, true])
    page.live.setProperty("title", to: "Saved", of: bar.items[0].node)
    page.live.setProperty("hidden", to: "true", of: bar.items[1].node)
    page.live.flush()
    #expect(page.navigationBar?.items.map(\.look.title) == ["Saved"])
    #expect(try self.page("<view></view>").navigationBar == nil)
  }

  @Test func whatIsEnteredReachesTheDataAndTheNextPage() throws {
    let body = """
      <input id="name" @bind="name" maxlength="5" style="height:40px"/>
      <switch id="on" @bind="on" style="height:40px"/><segment id="kind" titles="a,b,c" style="height:40px"/>
      <slider id="loud" min="0" max="10" value="4" style="height:40px"/>
      """
    let first = try page(body, data: #"{"name":"A","on":false}"#)
    #expect(first.typed("Grace Hopper", in: try view("name", in: first)) == "Grace")
    first.switched(true, try view("on", in: first))
    first.chose(2, in: try view("kind", in: first))
    let slider = try view("loud", in: first)
    first.slid(to: .nan, slider)
    #expect(first.step(slider, up: true) == 4.1)
    first.slid(to: 7, slider)
    #expect(first.live.data["name"] == .string("Grace") && first.live.data["on"] == .bool(true))

    // Another size: the page is made again, and everything is as it was.
    let second = try page(body, data: first.state.data.canonicalText)
    second.restore(first.state)
    #expect(FieldAttributes(of: try view("name", in: second)).text == "Grace")
    #expect(try view("on", in: second)["on"] == "true")
    #expect(try view("kind", in: second)["selectedIndex"] == "2")
    #expect(SliderRange(of: try view("loud", in: second)).value == 7)
    #expect(second.entered.count == 4)
  }

  @Test func whatWasEnteredFollowsItsControlIntoAnotherRelease() throws {
    let first = try page(
      """
      <input id="user"/><input @bind="code"/><input id="pass" secure="true"/><input placeholder="note"/>
      <switch/><switch/><segment titles="a,b"/>
      """)
    func fields(_ page: HostPage<RecordingAdapter>, _ component: String = "input") -> [HostView] {
      (0..<page.live.nodeCount).compactMap { page.tree.view(of: $0) }.filter { $0.component == component }
    }
    for (view, text) in zip(fields(first), ["Ada", "17", "s3cret", "memo"]) { first.typed(text, in: view) }
    first.switched(true, fields(first, "switch")[1])
    first.chose(1, in: fields(first, "segment")[0])
    first.focusChanged(try view("pass", in: first), hasFocus: true)
    // A field above, the others in another order, a text between them, one switch more.
    let second = try page(
      """
      <input id="nick"/><label>text</label><segment titles="a,b"/><input placeholder="note"/><input id="pass" secure="true"/>
      <input @bind="code"/><input id="user"/><switch/><switch/><switch/>
      """, data: first.state.data.canonicalText)
    second.restore(first.state)
    #expect(fields(second).map { FieldAttributes(of: $0).text } == ["", "memo", "s3cret", "17", "Ada"])
    #expect(fields(second, "segment")[0]["selectedIndex"] == "1")
    // Which of three switches is meant is not known.
    #expect(fields(second, "switch").allSatisfy { $0["on"] != "true" })
    let pass = try view("pass", in: second).node
    #expect(second.tree.focused == nil || second.tree.focused == pass)
    // The same field does not hide its text any more, and is typed into where the other was.
    let third = try page("<input id=\"pass\"/><input id=\"user\" secure=\"true\"/>")
    third.restore(first.state)
    #expect(fields(third).map { FieldAttributes(of: $0).text } == ["", "Ada"])
    #expect(third.state.entered.values.map(\.value) == ["Ada"])
  }

  /// What a field hides is in the data that it is bound to, and comes back only where it is hidden again.
  @Test func boundPasswordsAreNotShownByAnotherRelease() throws {
    let first = try page(##"<input id="pass" secure="true" @bind="pass"/><input id="user" @bind="user"/>"##)
    first.typed("s3cret", in: try view("pass", in: first))
    first.typed("Ada", in: try view("user", in: first))
    #expect(first.live.data["pass"] == .string("s3cret"))
    let state = first.state
    #expect(!state.data.canonicalText.contains("s3cret") && state.data["user"] == .string("Ada"))
    // The same release has it again, in the field and in the data.
    let same = try page(
      ##"<input id="pass" secure="true" @bind="pass"/><input id="user" @bind="user"/>"##, data: state.data.canonicalText
    )
    same.restore(state)
    #expect(try text("pass", in: same) == "s3cret" && same.live.data["pass"] == .string("s3cret"))
    // Another one does not hide it any more.
    let other = try page(
      ##"<input id="pass" @bind="pass"/><input id="user" @bind="user"/>"##, data: state.data.canonicalText)
    other.restore(state)
    #expect(try text("pass", in: other).isEmpty && text("user", in: other) == "Ada")
  }

  @Test func copiesAreFoundByTheirPlaceAmongThem() throws {
    let rows = #"{"rows":[1,2,3]}"#
    let first = try page("<view t:for=\"row in rows\"><input placeholder=\"x\"/></view>", data: rows)
    func fields(_ page: HostPage<RecordingAdapter>) -> [HostView] {
      var found: [HostView] = []
      var stack = Array(page.tree.roots.reversed())
      while let view = stack.popLast() {
        if view.component == "input" { found.append(view) }
        stack += view.children.reversed()
      }
      return found
    }
    try #require(fields(first).count == 3)
    first.typed("second", in: fields(first)[1])
    let second = try page(
      "<label>more</label><view t:for=\"row in rows\"><input placeholder=\"x\"/></view>", data: rows)
    second.restore(first.state)
    #expect(fields(second).map { FieldAttributes(of: $0).text } == ["", "second", ""])
  }

  @Test func whereItWasScrolledToComesBackWithinWhatThereIs() throws {
    let rows = (0..<40).map { "<label style=\"height:40px\">\($0)</label>" }.joined()
    let body = "<scrollView id=\"list\" style=\"height:300px\">\(rows)</scrollView>"
    let first = try page(body)
    let list = try view("list", in: first)
    first.scrolled(list, x: 0, y: 1_000)
    #expect(first.state.offsets == [list.node: .init(x: 0, y: 1_000)])
    let second = try page(body)
    var state = first.state
    state.offsets[list.node] = .init(x: -5, y: 1e9)
    second.restore(state)
    #expect(try view("list", in: second).offset == (0, 1_300))
    second.restore(first.state)
    #expect(try view("list", in: second).offset == (0, 1_000))
  }

  @Test func gesturesBelongToTheNearestViewThatHearsThem() throws {
    let page = try page(
      """
      <view id="pad" style="height:100px" @longPress="say('long')" @swipeLeft="say('left')" @swipe="say('swipe')">
      <view style="height:60px"></view></view>
      """)
    var calls: [String] = []
    page.live.onCall = { _, arguments, _ in calls.append(arguments.first?.text ?? "") }
    #expect(page.hearsLongPress(x: 20, y: 20) && !page.hearsLongPress(x: 20, y: 300))
    page.gesture(.longPress, x: 20, y: 20)
    page.gesture(.swipe(.left), x: 20, y: 20)
    page.gesture(.swipe(.up), x: 20, y: 80)
    #expect(calls == ["long", "swipe", "left", "swipe"])
  }

  @Test func whoGivesUpSearchingHasAnEmptyField() throws {
    let page = try page(
      """
      <searchBar id="find" @bind="text" style="height:40px" @clear="say('clear')"/>
      <table id="rows" style="height:100px" @footerRefresh="say('more')"><tableRow style="height:40px"/></table>
      """, data: #"{"text": "tea"}"#)
    var calls: [String] = []
    page.live.onCall = { _, arguments, _ in calls.append(arguments.first?.text ?? "") }
    page.cancelled(try view("find", in: page))
    #expect(FieldAttributes(of: try view("find", in: page)).text == "" && calls == ["clear"])
    // Nothing is left to be emptied.
    page.cancelled(try view("find", in: page))
    page.pushed(try view("rows", in: page))
    #expect(calls == ["clear", "more"])
  }

  @Test func tapsEndTypingAndDisabledViewsHearNothing() throws {
    let page = try page(
      """
      <input id="field" style="height:40px"/><view id="box" @click="open()" style="height:40px"/>
      <button id="off" disabled="true" title="x" @click="never()" style="height:40px"/>
      """)
    var calls: [String] = []
    page.live.onCall = { function, _, _ in calls.append(function) }
    let field = try view("field", in: page)
    page.focusChanged(field, hasFocus: true)
    #expect(page.tree.focused == field.node)
    adapter.focused = field.node
    #expect(page.tapped(x: 10, y: 50)?.node == (try view("box", in: page)).node)
    #expect(adapter.focused == nil)
    page.gesture(.tap, x: 10, y: 90)
    page.press(try view("off", in: page))
    #expect(calls == ["open"])
    // The platform's own control takes taps on a field.
    #expect(page.tapped(x: 10, y: 10) == nil)
  }

  @Test func theReturnKeyGoesToTheNextFieldAndTheKeyboardHidesNone() throws {
    let page = try page(
      """
      <input id="a" returnType="next" style="height:40px"/><view style="height:280px"/>
      <input id="b" style="height:40px"/>
      """)
    let (a, b) = (try view("a", in: page), try view("b", in: page))
    page.focusChanged(a, hasFocus: true)
    page.returned(in: a)
    #expect(adapter.focused == b.node && page.tree.focused == b.node)
    #expect(adapter.pageOffset == nil)
    // The keyboard covers the lower half: the field at 320 px is scrolled above it.
    page.tree.setCovered(200)
    #expect(page.tree.covered == 200 && adapter.pageOffset?.y == 160)
    page.tree.setCovered(.infinity)
    #expect(page.tree.covered == 0)
  }

  /// A row that data moves keeps its view, what was entered and the keyboard.
  @Test func whatWasEnteredFollowsItsItem() throws {
    let page = try page(
      """
      <view t:for="item in rows" style="height:30px"><label>{{ item }}</label><input id="field" style="height:20px"/></view>
      """, data: #"{"rows":["a","b","c"]}"#)
    func all(_ component: String) -> [HostView] {
      var found: [HostView] = []
      var stack = Array(page.tree.roots.reversed())
      while let view = stack.popLast() {
        if view.component == component { found.append(view) }
        stack += view.children.reversed()
      }
      return found
    }
    let field = try #require(all("input").last)
    page.typed("of c", in: field)
    page.tree.focus(field.node)
    let own = try #require(page.tree.platformView(of: field.node))
    page.live.setData(.object(["rows": .array(["new", "c", "b", "a"].map { .string($0) })]))
    #expect(all("label").map(\.text) == ["new", "c", "b", "a"])
    #expect(all("input").count == 4 && all("input")[1] === field && field["text"] == "of c")
    #expect(page.entered[field.node]?.value == "of c" && page.tree.focused == field.node)
    #expect(page.tree.platformView(of: field.node) === own)
    let rows = all("label").compactMap(\.parent)
    #expect(rows.map { page.tree.place(of: $0).y } == [0, 30, 60, 90])
    let shown = rows.compactMap { page.tree.platformView(of: $0.node) }
    #expect(shown.first?.parent?.children.map { $0.node } == rows.map { $0.node } && shown.count == 4)
  }

  /// What is selected in a row is still selected when the row has been out of sight.
  @Test func selectedRowsStay() throws {
    let rows = (0..<1_000).map { "\"row \($0)\"" }.joined(separator: ",")
    let page = try page(
      """
      <table id="t" t:data="item in rows" rowHeight="40" style="height:400px"><tableRow><label>{{ item }}</label></tableRow>
      </table>
      """, data: "{\"rows\":[\(rows)]}")
    let table = try view("t", in: page)
    let label = try #require(table.children.first?.children.first)
    let place = page.tree.place(of: label)
    let measure: (String, HostView) -> Double = { text, _ in Double(text.count * 5) }
    #expect(page.beginSelection(atX: place.x + 1, y: place.y + 5, measuredBy: measure))
    page.extendSelection(toX: place.x + 200, y: place.y + 5, measuredBy: measure)
    #expect(page.selectedText == "row 0" && label.marks.count == 1)
    for y in [20_000.0, 0] { page.scrolled(table, x: 0, y: y) }
    #expect(page.tree.view(of: label.node) === label && label.marks.count == 1)
    #expect(table.children.count < 300)
  }

  @Test func changesOfLiveRegionsAreAnnounced() throws {
    let page = try page(
      """
      <view aria-live="polite" role="status" style="height:40px"><label id="s">{{ state }}</label></view>
      <label id="plain" style="height:20px">{{ state }}</label>
      """, data: #"{"state":"Idle"}"#)
    #expect(page.takeAnnouncements().isEmpty)
    for state in ["Saving", "Saved"] {
      page.live.setData(.object(["state": .string(state)]))
      page.noteChange(of: try view("s", in: page))
      page.noteChange(of: try view("plain", in: page))
    }
    let announced = page.takeAnnouncements()
    #expect(announced.map(\.text) == ["Saved"] && announced.allSatisfy { !$0.isAssertive })
    #expect(page.takeAnnouncements().isEmpty)
  }
}
