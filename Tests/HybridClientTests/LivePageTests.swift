import CSSValues
import Compiler
import HybridClient
import JSONValues
import Manifest
import PageFormat
import TestSupport
import Testing

/// Writes down the commands, one a line.
final class CommandLog: ViewHost {
  private(set) var lines: [String] = []
  /// By node: the lines of its text.
  private(set) var textLines: [Int: [ViewTextLine]] = [:]

  func apply(_ commands: [ViewCommand]) {
    lines += commands.map(Self.line)
    for case .setText(let node, _, let lines) in commands { textLines[node] = lines }
  }

  /// What came since the last call.
  func take() -> String {
    defer { lines = [] }
    return lines.joined(separator: "\n")
  }

  private static func line(_ command: ViewCommand) -> String {
    switch command {
    case .create(let node, let component): "create \(node) \(component)"
    case .setProperty(let node, let name, let value): "set \(node) \(name) \(value ?? "-")"
    case .insert(let node, let parent, let index): "insert \(node) \(parent.map { "\($0)" } ?? "page") \(index)"
    case .remove(let node): "remove \(node)"
    case .setFrame(let node, let frame):
      "frame \(node) " + [frame.x, frame.y, frame.width, frame.height].map(number).joined(separator: " ")
    case .setText(let node, let text, _): "text \(node) “\(text)”"
    case .setScrollArea(let node, let width, let height): "scroll \(node) \(number(width)) \(number(height))"
    case .perform(let node, let action, let arguments):
      "perform \(node) \(action) \(JSONValue.array(arguments).canonicalText)"
    }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}

@Suite struct LivePageTests {
  private func open(
    _ body: String, head: String = "", widths: [Double] = [300], shown: Double = 300
  ) throws -> OpenedPage {
    var options = CompilerOptions()
    options.viewports = widths.map { Viewport(width: $0, height: 400, scale: 1) }
    let text = """
      <html html-identify="Token"><head><title>t</title><style>body{width:100%;height:100%}
      label{font-size:10px}</style>\(head)</head><body>\(body)</body></html>
      """
    let compiled = PageCompiler(options: options, files: OneFile(text: text)).compile("index.html")
    let device = DeviceTraits(width: shown, height: 400, scale: 1)
    let layout = try #require(widths.firstIndex(of: shown))
    return OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(compiled.layoutFiles[layout].bytes)), device: device)
  }

  private func json(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  /// The first node with an id.
  private func node(_ id: String, in page: LivePage) throws -> Int {
    try #require((0..<page.nodeCount).first { page.property("id", of: $0) == id })
  }

  @Test func aPageBecomesCommands() throws {
    let log = CommandLog()
    let page = try LivePage(
      try open("<view style=\"height:40px;background-color:#ff0000\"><label style=\"height:20px\">Hi</label></view>"),
      host: log)
    page.start()
    #expect(
      log.take()
        == """
        create 5 body
        insert 5 page 0
        create 6 view
        set 6 backgroundColor rgb(255, 0, 0)
        insert 6 5 0
        create 7 label
        set 7 fontFamily "Helvetica Neue", sans-serif
        set 7 fontSize 10px
        insert 7 6 0
        frame 5 0 0 300 400
        scroll 5 300 400
        frame 6 0 0 300 40
        frame 7 0 0 300 20
        text 7 “Hi”
        """)
  }

  @Test func defaultsOfTheAppsOwnComponentsAreReported() throws {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 1)]
    options.components = [
      Component(
        "rating", [ComponentProperty("stars", .integer, default: "3"), ComponentProperty("kind", .text)], width: 80,
        height: 20)
    ]
    let text = "<html html-identify=\"Token\"><body><rating/><rating stars=\"5\"/></body></html>"
    let compiled = PageCompiler(options: options, files: OneFile(text: text)).compile("index.html")
    let log = CommandLog()
    let page = try LivePage(
      OpenedPage(
        page: try PageReader(FileBytes(compiled.pageFile)),
        layout: try LayoutReader(FileBytes(compiled.layoutFiles[0].bytes)),
        device: DeviceTraits(width: 300, height: 400, scale: 1)), host: log)
    page.start()
    #expect(log.take().split(separator: "\n").filter { $0.contains("stars") } == ["set 2 stars 3", "set 3 stars 5"])
    page.setProperty("stars", to: "4", of: 2)
    page.setProperty("stars", to: nil, of: 2)
    page.flush()
    #expect(log.take() == "set 2 stars 4\nset 2 stars 3")
  }

  @Test func classesFromDataLookAsTheirRulesSay() throws {
    let log = CommandLog()
    let opened = try open(
      """
      <view id="v" t:for="row in rows" class="row" @class="row.kind"><label>x</label></view><label id="l" class="{{ tone }}">
      </label>
      """,
      head: """
        <style>.row{height:30px} .hot{background-color:rgb(255,0,0)} .hot label{color:rgb(0,0,255)}
        .hot.big{background-color:rgb(0,255,0)} .loud{color:rgb(9,9,9)}</style>
        """)
    let page = try LivePage(
      opened,
      data: try json(
        #"{"rows":[{"n":1,"kind":"hot"},{"n":2,"kind":["hot","big"]},{"n":3,"kind":{"cold":true}}],"tone":"loud"}"#),
      host: log)
    page.start()
    let rows = page.children(of: try #require(page.parent(of: node("l", in: page)))).filter {
      page.property("id", of: $0) == "v"
    }
    func color(_ node: Int, _ name: String, _ lines: [String]) -> String? {
      lines.last { $0.hasPrefix("set \(node) \(name) ") }.map { String($0.dropFirst("set \(node) \(name) ".count)) }
    }
    let lines = log.take().split(separator: "\n").map(String.init)
    #expect(rows.map { color($0, "backgroundColor", lines) } == ["rgb(255, 0, 0)", "rgb(0, 255, 0)", nil])
    #expect(rows.map { color(page.children(of: $0)[0], "color", lines) } == ["rgb(0, 0, 255)", "rgb(0, 0, 255)", nil])
    #expect(color(try node("l", in: page), "color", lines) == "rgb(9, 9, 9)")
    #expect(page.property("class", of: rows[1]) == "row hot big")
    // What loses a class has its own look again.
    page.setData(try json(#"{"rows":[{"n":1,"kind":""},{"n":2,"kind":"hot"},{"n":3,"kind":"cold"}],"tone":""}"#))
    let next = log.take().split(separator: "\n").map(String.init)
    #expect(rows.map { color($0, "backgroundColor", next) } == ["-", "rgb(255, 0, 0)", nil])
    #expect(color(page.children(of: rows[0])[0], "color", next) == "-")
  }

  @Test func nativePropertiesOfSheetsReachTheirViews() throws {
    let log = CommandLog()
    let page = try LivePage(
      try open(
        """
        <image id="a" class="photo"/><image id="b" class="photo" imageMode="center"/><input id="c"/>
        <view id="d" class="photo"><image id="e"/></view>
        """,
        head: """
          <style>.photo{imageMode:aspectfit;width:10px;height:10px} input{placeholder:"Your name"}</style>
          """), host: log)
    page.start()
    let lines = log.take().split(separator: "\n")
    func values(_ name: String) throws -> [String?] {
      try ["a", "b", "c", "d", "e"].map { id in
        let start = "set \(try node(id, in: page)) \(name) "
        return lines.last { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
      }
    }
    #expect(try values("imageMode") == ["aspectfit", "center", nil, "aspectfit", nil])
    #expect(try values("placeholder") == [nil, nil, "Your name", nil, nil])
  }

  @Test func bordersAndLabelsAreNative() throws {
    let log = CommandLog()
    let page = try LivePage(
      try open(
        """
        <view id="v" style="height:40px"><view id="inner" style="height:10px"/></view><view id="w" borderWidth="2"/>
        <label id="l" style="width:100px;height:30px;text-align:right;flex-direction:row;align-items:flex-start">ab</label>
        <button id="b" style="height:40px"><label id="in">cd</label></button>
        """, head: "<style>#v{border-width:3}</style>"), host: log)
    page.start()
    let text = log.take()
    #expect(text.contains("set \(try node("v", in: page)) borderWidth 3px"))
    #expect(text.contains("set \(try node("v", in: page)) borderColor rgb(0, 0, 0)"))
    #expect(text.contains("set \(try node("w", in: page)) borderWidth 2px"))
    #expect(!text.contains("set \(try node("inner", in: page)) borderWidth"))
    // Inside of the border.
    #expect(text.contains("frame \(try node("inner", in: page)) 3 3 294 10"))
    let label = try node("l", in: page)
    let line = try #require(log.textLines[label]?.first?.frame)
    #expect(line.x + line.width == 100 && (line.y * 2 + line.height - 30).magnitude <= 1, "\(line)")
    #expect(page.frame(of: try node("in", in: page))?.width == 300)
  }

  /// Items at the left of the bar are there wherever they are written, side by side; the others at the right.
  @Test func itemsOfTheBarArePlacedAtTheirSides() throws {
    let bar = """
      <navigationBar><navItem id="r" title="r" style="width: 40px"/><navItem id="l" position="left" style="width: 30px"/>
      <navItem id="m" position="left" style="width: 20px"/><navItem id="s" style="width: 10px"/></navigationBar>
      """
    let page = try LivePage(try open("<view/>", head: bar), host: CommandLog())
    page.start()
    let places = try ["l", "m", "r", "s"].map { page.frame(of: try node($0, in: page))?.x }
    #expect(places == [16, 58, 222, 274])
    let left = try LivePage(
      try open(
        "<view/>", head: #"<navigationBar><navItem id="l" position="left" style="width: 30px"/></navigationBar>"#),
      host: CommandLog())
    left.start()
    #expect(left.frame(of: try node("l", in: left))?.x == 16)
  }

  /// Black is sent where the text is not black; `currentcolor` is the text's.
  @Test func bordersHaveTheirOwnColour() throws {
    let log = CommandLog()
    let page = try LivePage(
      try open(
        """
        <view id="a" style="color: #fff; border-width: 2px"/><view id="b" style="color: #f00; border: 2px solid"/>
        <view id="c" style="color: #f00; border: 2px solid rgb(0, 0, 255)"/>
        """), host: log)
    page.start()
    let reported = log.take().split(separator: "\n").filter { $0.contains("borderColor") }.map {
      $0.split(separator: " ")
    }
    #expect(try reported.map { Int($0[1]) } == ["a", "b", "c"].map { try node($0, in: page) })
    #expect(
      reported.map { $0.dropFirst(3).joined(separator: " ") } == ["rgb(0, 0, 0)", "rgb(255, 0, 0)", "rgb(0, 0, 255)"])
  }

  @Test func classesFromDataReachSiblingsAndEachViewport() throws {
    func look(_ width: Double) throws -> [String] {
      let log = CommandLog()
      let page = try LivePage(
        try open(
          """
          <view t:for="row in rows"><view id="v" @class="row.kind"/><label id="next">x</label></view>
          <view id="w" class="{{ tone }}"/><view id="after"/>
          """,
          head: """
            <style>.hot + label { color: rgb(1,2,3) } .loud + view { background-color: rgb(4,5,6) }
            @media (min-width: 500px) { .hot + label { color: rgb(7,8,9) } .loud + view { background-color: transparent } }
            </style>
            """, widths: [300, 600], shown: width),
        data: try json(#"{"rows":[{"kind":"hot"},{"kind":""}],"tone":"loud"}"#), host: log)
      page.start()
      return log.take().split(separator: "\n").filter { $0.hasPrefix("set ") }.compactMap { line in
        let words = line.split(separator: " ", maxSplits: 3)
        guard ["color", "backgroundColor"].contains(words[2]), let node = Int(words[1]) else { return nil }
        return "\(page.property("id", of: node) ?? "-") \(words[3])"
      }
    }
    #expect(try look(300) == ["next rgb(1, 2, 3)", "after rgb(4, 5, 6)"])
    #expect(try look(600) == ["next rgb(7, 8, 9)"])
  }

  @Test func hiddenAndLinesOfSheets() throws {
    let log = CommandLog()
    let page = try LivePage(
      try open(
        """
        <label id="one" lines="1">many words that take more than one line of this page, and some more of them</label>
        <label id="two" class="two">many words that take more than one line of this page, and some more of them, again</label>
        <label id="all" lines="0" class="two">many words that take more than a line of this page, and some more</label>
        <label id="none" lines="2" class="none">x</label><label id="gone" lines="1" class="gone">x</label>
        """, head: "<style>.two{lines:2;width:100px} .none{hidden:true} .gone{display:none}</style>"), host: log)
    page.start()
    func height(_ id: String) throws -> Double? { page.frame(of: try node(id, in: page))?.height }
    #expect(try height("one") == 12)
    #expect(try height("two") == 24)
    #expect(try height("all") ?? 0 > 24)
    #expect(log.take().contains("set \(try node("none", in: page)) hidden true"))
    #expect(try height("gone") == nil)
  }

  @Test func dataFillsBindingsAndLoops() throws {
    let log = CommandLog()
    let page = try LivePage(
      try open(
        """
        <view id="v" t:for="(row, at) in groups[0].rows" style="height:30px"><label style="height:20px">{{at}} \
        {{row.name}}</label><view t:for="tag in row.tags" style="height:5px"/></view><view id="end" style="height:9px"/>
        """),
      data: try json(#"{"groups":[{"rows":[{"name":"a","tags":[1,2]},{"name":"b","tags":[]}]}]}"#), host: log)
    page.start()
    func texts() -> [String] {
      (0..<page.nodeCount).filter { page.source(of: $0).map { page.page.page.component($0) == "label" } ?? false }
        .filter { page.frame(of: $0) != nil && page.parent(of: $0).map { isAttached($0) } == true }
        .map { page.text(of: $0) }
    }
    func isAttached(_ node: Int) -> Bool {
      guard let parent = page.parent(of: node) else { return node == 0 }
      return page.children(of: parent).contains(node) && isAttached(parent)
    }
    #expect(texts() == ["0 a", "1 b"])
    let end = try node("end", in: page)
    #expect(page.frame(of: end)?.y == 60)
    _ = log.take()
    page.setData(try json(#"{"groups":[{"rows":[{"name":"a","tags":[1,2]},{"name":"c"},{"name":"d"}]}]}"#))
    #expect(texts() == ["0 a", "1 c", "2 d"])
    #expect(page.frame(of: end)?.y == 90)
    let commands = log.take()
    #expect(commands.contains("frame \(end) 0 90 300 9"))
    #expect(!commands.contains("0 a"))
    page.setData(try json("{}"))
    #expect(texts() == [])
    #expect(page.frame(of: end)?.y == 0)
    #expect(log.take().components(separatedBy: "remove").count == 4)
  }

  @Test func tablesMakeRowsOfTheirTemplates() throws {
    let log = CommandLog()
    let page = try LivePage(
      try open(
        """
        <table id="t" rowHeight="46" rowSectionHeight="24" style="height:200px"><tableSection><label>{{item.title}}\
        </label></tableSection><tableRow><label>{{section}}.{{index}} {{item.name}}</label></tableRow></table>
        """), host: log)
    page.start()
    let table = try node("t", in: page)
    _ = log.take()
    page.setTable(
      try json(
        """
        [{"sectionData":{"title":"A"},"rowsData":[{"name":"x"},{"name":"y"}]},{"sectionData":{"title":"B"},
        "rowsData":[{"name":"z"}]}]
        """), of: table)
    page.flush()
    #expect(page.children(of: table).map { page.text(of: $0) } == ["A", "0.0 x", "0.1 y", "B", "1.0 z"])
    #expect(page.children(of: table).map { page.frame(of: $0)?.y ?? -1 } == [0, 24, 70, 116, 140])
    #expect(log.take().contains("frame 25 0 140 300 46"))
    let rows = page.children(of: table)
    #expect(page.row(of: rows[4]).map { [$0.table, $0.section, $0.row] } == [table, 1, 0])
    page.setTable(try json(#"[{"name":"only"}]"#), of: table)
    page.flush()
    #expect(page.children(of: table).map { page.text(of: $0) } == ["0.0 only"])
  }

  @Test func eventsReachHandlersAndBoundData() throws {
    let log = CommandLog()
    let page = try LivePage(
      try open(
        """
        <view t:for="row in list" @click="open('x', 1.5, row.id)" style="height:9px"><label>a</label></view>
        <input id="i" @bind="form.name"/><label id="l" style="height:9px">{{form.name}}</label>
        """), data: try json(#"{"list":[{"id":7}]}"#), host: log)
    var calls: [String] = []
    page.onCall = { name, arguments, _ in calls.append(name + JSONValue.array(arguments).canonicalText) }
    page.start()
    let label = try #require((0..<page.nodeCount).last { page.text(of: $0) == "a" && page.children(of: $0).count == 1 })
    page.handle(.click(node: label))
    page.handle(.click(node: 999_999))
    #expect(calls == ["open[\"x\",1.5,7]"])
    page.handle(.textChange(node: try node("i", in: page), text: "Ann"))
    page.setData(page.data)
    #expect(page.text(of: try node("l", in: page)) == "Ann")
  }

  @Test func commandsAndEventsAreJSON() throws {
    let command = ViewCommand.setFrame(node: 3, frame: LayoutRect(x: 1, y: 2.5, width: 3, height: 4))
    #expect(
      ViewCommand.text(of: [command, .insert(node: 3, parent: nil, index: 0)])
        == #"[{"height":4,"node":3,"op":"setFrame","width":3,"x":1,"y":2.5},{"index":0,"node":3,"op":"insert","parent":null}]"#
    )
    #expect(ViewEvent(try json(#"{"event":"click","node":8}"#)) == .click(node: 8))
    #expect(
      ViewEvent(try json(#"{"event":"beginEditing","node":8}"#)) == .other(node: 8, name: "beginEditing", value: .null))
    #expect(ViewEvent(try json(#"{"node":8}"#)) == nil)
  }
}
