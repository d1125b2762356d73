import CSSValues
import Compiler
import HybridClient
import JSONValues
import Manifest
import PageFormat
import TestSupport
import Testing

/// Rows that come and go have the numbers of those that went.
@Suite struct LivePageReuseTests {
  private func open(_ body: String, style: String = "") throws -> OpenedPage {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 1)]
    let text = "<html html-identify=\"Token\"><head><style>\(style)</style></head><body>\(body)</body></html>"
    let compiled = PageCompiler(options: options, files: OneFile(text: text)).compile("index.html")
    return OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(compiled.layoutFiles[0].bytes)),
      device: DeviceTraits(width: 300, height: 400, scale: 1))
  }

  private func json(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  private func node(_ id: String, in page: LivePage) throws -> Int {
    try #require((0..<page.nodeCount).first { page.property("id", of: $0) == id })
  }

  /// A list of objects with a name.
  private func rows(_ names: [String]) -> JSONValue { .array(names.map { .object(["name": .string($0)]) }) }

  /// More rows than a page may have nodes, one filling after the other.
  @Test func rowsMayComeAndGoForEver() throws {
    let body = """
      <table id="t" rowHeight="40" style="height:200px"><tableRow><label style="height:20px">{{ item.name }}</label>
      <view><view/><view/><view/><view/><view/><view/></view></tableRow></table><label id="end">end</label>
      """
    let opened = try open(body)
    let (log, fresh) = (CommandLog(), CommandLog())
    let (page, other) = (try LivePage(opened, host: log), try LivePage(opened, host: fresh))
    for page in [page, other] { page.start() }
    let table = try node("t", in: page)
    let before = page.nodeCount
    let names = (0..<800).map { "row \($0)" }
    var most = 0
    var rounds = 0
    var made = 0
    while made <= LivePage.maximumNodes {
      for names in [names, []] {
        page.setTable(rows(names), of: table)
        page.flush()
        #expect(page.children(of: table).count == names.count)
        if rounds == 0 { most = page.nodeCount }
      }
      rounds += 1
      made += most - before
    }
    #expect(page.nodeCount == most)
    for log in [log, fresh] { _ = log.take() }
    for page in [page, other] {
      page.setTable(rows(["one", "two"]), of: table)
      page.flush()
      #expect(page.children(of: table).map { page.text(of: $0).trimmed } == ["one", "two"])
    }
    let commands = log.take()
    #expect(commands == fresh.take() && commands.contains("“two”"))
    let first = try #require(page.children(of: table).first)
    #expect(page.generation(of: first) == rounds && other.generation(of: first) == 0)
    #expect(page.generation(of: table) == 0 && page.generation(of: -1) == 0 && page.generation(of: .max) == 0)
  }

  /// Lists in lists, filled with other data again and again, are what a page is that never had other data.
  @Test func listsInListsAreThoseOfAFreshPage() throws {
    let opened = try open(
      """
      <view t:for="g in groups" style="padding:2px" @class="g.kind"><label style="height:{{ g.high }}">{{ g.name }}</label>
      <view t:for="x in g.items" style="height:12px"><label t:for="y in x.parts" style="height:5px">{{ y }} {{ x.name }}</label>
      </view><label style="height:6px">{{ g.name }}</label></view><table t:data="list"><tableSection><label>{{ item.name }}
      </label></tableSection><tableRow rowHeight="30"><label>{{ item.name }}</label><view t:for="p in item.parts"
      style="height:3px"/></tableRow></table>
      """, style: ".wide { color: red }")
    // What a round shows comes of all rounds before it: the seed says them all.
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    func part() -> JSONValue {
      .object([
        "name": .string("name \(Int.random(in: 0..<3, using: &random))"),
        "parts": .array((0..<Int.random(in: 0..<4, using: &random)).map { .integer(Int64($0)) }),
      ])
    }
    func list(_ make: () -> JSONValue) -> JSONValue {
      .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in make() })
    }
    func data() -> JSONValue {
      .object([
        "groups": list {
          .object([
            "name": .string("g\(Int.random(in: 0..<3, using: &random))"), "items": list(part),
            "high": .string("\(Int.random(in: 5..<9, using: &random))px"),
            "kind": .string(Bool.random(using: &random) ? "wide" : ""),
          ])
        },
        "list": list { .object(["sectionData": part(), "rowsData": list(part)]) },
      ])
    }
    let host = ViewTree()
    let page = try LivePage(opened, host: host)
    page.start()
    var counts: [Int] = []
    for round in 0..<120 {
      let data = data()
      page.setData(data)
      counts.append(page.nodeCount)
      let fresh = ViewTree()
      try LivePage(opened, data: data, host: fresh).start()
      #expect(host.mistakes == [])
      guard host.description == fresh.description else {
        let lines = zip(host.description.split(separator: "\n"), fresh.description.split(separator: "\n"))
        let difference = lines.first { $0 != $1 }.map { "\($0)" } ?? "lengths"
        Issue.record("seed \(seed), round \(round): \(data.canonicalText): \(difference)")
        return
      }
    }
    // Each round's data is of bounded size: without numbers used again there would be some ten times as many.
    #expect(counts[119] < 3 * counts[20])
  }

  /// What a reader entered, and the number of a copy, belong to its item: in loops and tables, with and without an `id`.
  @Test(arguments: [
    "<view t:for=\"item in rows\" style=\"height:20px\"><label>{{ item.name }}</label><input class=\"f\"/></view>",
    "<table t:data=\"item in rows\"><tableRow><label>{{ item.name }}</label><input class=\"f\"/></tableRow></table>",
    "<view t:for=\"item in rows\" id=\"row-{{ item.name }}\"><label>{{ item.name }}</label><input class=\"f\"/></view>",
    "<view t:for=\"g in groups\"><view t:for=\"item in g\"><label>{{ item.name }}</label><input class=\"f\"/></view></view>",
  ])
  func whatWasEnteredFollowsItsItem(_ body: String) throws {
    func data(_ names: [String]) -> JSONValue { .object(["rows": rows(names), "groups": .array([rows(names)])]) }
    let host = ViewTree()
    let page = try LivePage(try open(body), data: data(["a", "b", "c", "d"]), host: host)
    page.start()
    /// The fields by the name of their item.
    func fields() -> [String: Int] {
      var fields: [String: Int] = [:]
      var stack = [0]
      while let node = stack.popLast() {
        if page.property("class", of: node) == "f", let row = page.parent(of: node) {
          fields[page.text(of: row).trimmed] = node
        }
        stack += page.children(of: node)
      }
      return fields
    }
    for (name, field) in fields() { page.handle(.textChange(node: field, text: "of \(name)")) }
    for names in [["d", "a", "c", "b"], ["new", "d", "a", "b"], ["b", "d"], ["d", "x", "b", "y"]] {
      let before = fields()
      page.setData(data(names))
      let now = fields()
      #expect(now.keys.sorted() == names.sorted())
      for (name, field) in now where before[name] != nil {
        let entered = name == "new" ? "" : "of \(name)"
        #expect(field == before[name] && page.value(of: field) == entered, "\(names): \(name)")
      }
      let fresh = ViewTree()
      let other = try LivePage(try open(body), data: data(names), host: fresh)
      other.start()
      #expect(host.mistakes == [])
      #expect(
        page.children(of: 0).map { page.text(of: $0) } == other.children(of: 0).map { other.text(of: $0) }, "\(names)")
    }
  }

  /// An item whose `id` is another one is another item; without one it is the same with other data.
  @Test(arguments: [true, false])
  func anItemInThePlaceOfAnother(_ isNamed: Bool) throws {
    let id = isNamed ? "id=\"{{ item.name }}\"" : ""
    let page = try LivePage(
      try open(
        "<view t:for=\"item in rows\" \(id)><input class=\"f\"/><input class=\"g\" @bind=\"item.name\"/></view>"),
      data: .object(["rows": rows(["a", "b"])]), host: ViewTree())
    page.start()
    func field(_ name: String) throws -> Int {
      try #require((0..<page.nodeCount).last { page.property("class", of: $0) == name && page.parent(of: $0) != nil })
    }
    let entered = try field("f")
    page.handle(.textChange(node: entered, text: "mine"))
    // What the row itself writes into its data leaves it where it is.
    page.handle(.textChange(node: try field("g"), text: "other"))
    #expect(try field("f") == entered && page.value(of: entered) == "mine")
    page.setData(.object(["rows": rows(["a", "third"])]))
    #expect(page.value(of: try field("f")) == (isNamed ? "" : "mine"))
  }

  @Test func aSecondFillingReportsFramesAndTextsAgain() throws {
    let log = CommandLog()
    let page = try LivePage(
      try open("<view t:for=\"x in list\" style=\"height:20px\"><label style=\"height:9px\">{{ x }}</label></view>"),
      data: try json(#"{"list":["a","b"]}"#), host: log)
    page.start()
    let labels = (0..<page.nodeCount).filter { page.frame(of: $0) != nil && page.text(of: $0) == "b" }
    _ = log.take()
    page.setData(try json(#"{"list":[]}"#))
    page.setData(try json(#"{"list":["a","c"]}"#))
    let reported = log.take().split(separator: "\n")
    let label = try #require(labels.last)
    #expect(page.text(of: label) == "c" && page.generation(of: label) == 1)
    #expect(
      reported.contains { $0 == "text \(label) “c”" } && reported.contains { $0.hasPrefix("frame \(label) 0 0 ") })
    #expect(reported.contains { $0.hasPrefix("remove ") } && reported.contains("create \(label) label"))
  }

  /// One element's number is another's in the same filling: what the first said is not what the second knows.
  @Test func whatIsEnteredMovesElementsBetweenLists() throws {
    let host = ViewTree()
    let page = try LivePage(
      try open(
        """
        <input id="in" @bind="pick"/><view t:for="g in groups" style="height:30px"><label t:for="x in g.lists[pick]"
        style="height:9px" title="{{ x }}">{{ x }}</label></view>
        """),
      data: try json(
        #"{"pick":"a","groups":[{"lists":{"a":["same"],"b":[]}},{"lists":{"a":[],"b":["same"]}}]}"#), host: host)
    page.start()
    let (input, count) = (try node("in", in: page), page.nodeCount)
    func texts() -> [String] {
      (0..<page.nodeCount).filter {
        page.row(of: $0) == nil && page.page.page.component(page.source(of: $0) ?? 0) == "view"
      }
      .filter { node in page.parent(of: node).map { page.children(of: $0).contains(node) } ?? false }
      .map { page.text(of: $0).trimmed }
    }
    #expect(texts() == ["same", ""])
    page.handle(.textChange(node: input, text: "b"))
    #expect(texts() == ["", "same"] && page.nodeCount == count && host.mistakes == [])
    #expect(host.description.components("title=same") == 1)
  }
}

extension String {
  fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  fileprivate func components(_ part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
