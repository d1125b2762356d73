import CSSValues
import Compiler
import HybridClient
import JSONValues
import Manifest
import PageFormat
import TestSupport
import Testing

@testable import HostCore

/// Lists of fields: copies, rows, and rows that data names.
private enum Lists {
  static let loop =
    #"<view t:for="item in rows" style="height:30px"><label>{{ item.name }}</label><input/></view>"#
  static let table = """
    <table id="t" t:data="item in rows" rowHeight="40" style="height:400px"><tableRow><label>{{ item.name }}</label>
    <input/></tableRow></table>
    """
  static let named = """
    <table id="t" t:data="item in rows" rowHeight="40" style="height:400px"><tableRow id="row-{{ item.name }}">
    <label>{{ item.name }}</label><input id="f-{{ item.name }}"/></tableRow></table>
    """
}

/// What was entered in lists follows its item when a page is made again, with whatever data and order of items.
@Suite struct RestoredItemsTests {
  private let adapter = RecordingAdapter()

  private func page(_ body: String, _ data: JSONValue = .object([:])) throws -> HostPage<RecordingAdapter> {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 1)]
    let text = """
      <html html-identify="Token"><head><title>t</title><style>body{width:100%;height:100%}</style></head>
      <body>\(body)</body></html>
      """
    let compiled = PageCompiler(options: options, files: OneFile(text: text)).compile("index.html")
    let opened = OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(try #require(compiled.layoutFiles.first).bytes)),
      device: DeviceTraits(width: 300, height: 400, scale: 1))
    let page = try HostPage(opened, data: data, adapter: adapter)
    page.tree.setScreen(width: 300, height: 400)
    page.start()
    return page
  }

  private func rows(_ names: [String], count: Int = 0) -> JSONValue {
    .array(names.map { .object(["name": .string($0), "count": .integer(Int64(count))]) })
  }

  private func data(_ names: [String], count: Int = 0) -> JSONValue { .object(["rows": rows(names, count: count)]) }

  /// The fields of a page, with the texts of the labels beside them.
  private func fields(_ page: HostPage<RecordingAdapter>) -> [(label: String, view: HostView)] {
    var found: [(label: String, view: HostView)] = []
    var stack = Array(page.tree.roots.reversed())
    while let view = stack.popLast() {
      stack += view.children.reversed()
      guard view.component == "input", let label = view.parent?.children.first(where: { $0.component == "label" })
      else { continue }
      found.append((label.text, view))
    }
    return found
  }

  private func table(_ page: HostPage<RecordingAdapter>) throws -> HostView {
    let node = try #require((0..<page.live.nodeCount).first { page.live.property("id", of: $0) == "t" })
    return try #require(page.tree.view(of: node))
  }

  private func field(_ label: String, _ page: HostPage<RecordingAdapter>) throws -> HostView {
    try #require(fields(page).first { $0.label == label }).view
  }

  /// What the fields show that show something: `b=text`.
  private func shown(_ page: HostPage<RecordingAdapter>) -> [String] {
    fields(page).compactMap { field in
      let text = FieldAttributes(of: field.view).text
      return text.isEmpty ? nil : "\(field.label)=\(text)"
    }
  }

  @Test(arguments: [Lists.loop, Lists.table, Lists.named]) func itFollowsItsItem(_ body: String) throws {
    let first = try page(body, data(["a", "b", "c", "d"]))
    first.typed("of b", in: try field("b", first))
    first.typed("of d", in: try field("d", first))
    first.focusChanged(try field("d", first), hasFocus: true)
    let state = first.state
    for names in [["a", "b", "c", "d"], ["d", "c", "b", "a"], ["new", "a", "b", "d", "more"], ["b", "x", "d"]] {
      let second = try page(body, data(names))
      second.restore(state)
      #expect(shown(second).sorted() == ["b=of b", "d=of d"], "\(names)")
      #expect(second.tree.focused == (try field("d", second).node))
    }
    // An item that is gone takes it along.
    let second = try page(body, data(["a", "c", "x", "d"]))
    second.restore(state)
    #expect(shown(second) == ["d=of d"])
  }

  /// What a script gave a table is not in the page's data, and is there again once the script has run.
  @Test func itFollowsItsItemInWhatScriptsShow() throws {
    let first = try page(Lists.table)
    func show(_ names: [String], _ page: HostPage<RecordingAdapter>) throws {
      page.live.setTable(rows(names), of: try table(page).node)
      page.live.flush()
    }
    try show(["a", "b", "c"], first)
    first.typed("of a", in: try field("a", first))
    let second = try page(Lists.table)
    try show(["c", "b", "a"], second)
    second.restore(first.state)
    #expect(shown(second) == ["a=of a"])
    // A script that reads them first: it waits, also while the page is made once more.
    let third = try page(Lists.table)
    third.restore(first.state)
    #expect(shown(third) == [] && third.entered.isEmpty)
    let fourth = try page(Lists.table)
    fourth.restore(third.state)
    for page in [third, fourth] {
      try show(["b", "c"], page)
      #expect(shown(page) == [])
      try show(["b", "a", "c"], page)
      #expect(shown(page) == ["a=of a"])
    }
    #expect(fourth.state.entered.count == 1)
  }

  @Test(arguments: [Lists.loop, Lists.table, Lists.named])
  func itemsWithOtherDataAreKnownByWhatDistinguishesThem(_ body: String) throws {
    let first = try page(body, data(["a", "b", "c"], count: 1))
    first.typed("of b", in: try field("b", first))
    let second = try page(body, data(["x", "c", "b"], count: 2))
    second.restore(first.state)
    #expect(shown(second) == ["b=of b"])
    // Nothing says which of these is meant, and a place is not enough.
    for names in [["x", "y", "z"], ["a", "x", "c"]] {
      let third = try page(body, data(names, count: 2))
      third.restore(first.state)
      #expect(shown(third) == [], "\(names)")
    }
  }

  @Test func onlyARankDoesNotSayWhichItemIsMeant() throws {
    func people(_ people: [(String, Int)]) -> JSONValue {
      .object([
        "rows": .array(
          people.enumerated().map {
            .object(["name": .string($1.0), "rank": .string("\($0 + 1)"), "age": .integer(Int64($1.1))])
          })
      ])
    }
    let first = try page(Lists.loop, people([("Ann", 40), ("Bob", 40), ("Eve", 40)]))
    first.typed("of Bob", in: try field("Bob", first))
    for names in [["Ann", "Ann", "Bob"], ["Ann", "", "Bob"], ["Bob", "Bob", "Eve"]] {
      let second = try page(Lists.loop, people(names.map { ($0, 41) }))
      second.restore(first.state)
      #expect(shown(second) == [], "\(names)")
    }
    // Others that are alike leave no doubt about this one.
    let third = try page(Lists.loop, people([("Ann", 41), ("Bob", 41), ("Ann", 41)]))
    third.restore(first.state)
    #expect(shown(third) == ["Bob=of Bob"])
  }

  @Test func integersSayWhichItemIsMeant() throws {
    func people(_ people: [(Int64, String)]) -> JSONValue {
      .object(["rows": .array(people.map { .object(["id": .integer($0.0), "name": .string($0.1)]) })])
    }
    let first = try page(Lists.loop, people([(17, "a"), (18, "a")]))
    first.typed("of 18", in: try #require(fields(first).last).view)
    let second = try page(Lists.loop, people([(18, "b"), (17, "c")]))
    second.restore(first.state)
    #expect(shown(second) == ["b=of 18"])
  }

  @Test func whatIsWrittenIntoAnItemDoesNotMakeItAnotherOne() throws {
    let body = """
      <view t:for="item in rows" style="height:30px"><label>{{ item.name }}</label><input @bind="item.note"/></view>
      """
    func notes(_ names: [String]) -> JSONValue {
      .object(["rows": .array(names.map { .object(["name": .string($0), "note": .string("")]) })])
    }
    let first = try page(body, notes(["a", "b", "c"]))
    first.typed("of c", in: try field("c", first))
    #expect(first.state.data["rows"]?.elements?.last?["note"] == .string("of c"))
    let second = try page(body, notes(["c", "b", "a"]))
    second.restore(first.state)
    #expect(shown(second) == ["c=of c"])
  }

  /// What is entered into a field that data filled is written to its item, which a script gives again as it was.
  @Test func prefilledFieldsOfWhatScriptsShowKeepWhatWasEntered() throws {
    let body = """
      <table id="t" t:data="item in rows" rowHeight="40" style="height:400px"><tableRow><label>{{ item.name }}</label>
      <input @bind="item.note"/><view><input t:for="tag in item.tags" @bind="tag.text"/></view></tableRow></table>
      """
    func show(_ rows: [(name: String, note: String)], _ page: HostPage<RecordingAdapter>) throws {
      let rows = rows.map { row in
        JSONValue.object([
          "name": .string(row.name), "note": .string(row.note), "tags": .array([.object(["text": .string("tag")])]),
        ])
      }
      page.live.setTable(.array(rows), of: try table(page).node)
      page.live.flush()
    }
    let first = try page(body)
    try show([("a", "of a"), ("b", "of b")], first)
    first.typed("changed", in: try field("b", first))
    // What is entered in a list of the item's is in the item, too.
    let views = (0..<first.live.nodeCount).compactMap { first.tree.view(of: $0) }
    let tags = views.filter { FieldAttributes(of: $0).text == "tag" }
    #expect(tags.count == 2)
    first.typed("mine", in: try #require(tags.last))
    let second = try page(body)
    try show([("b", "of b"), ("new", "of b"), ("a", "of a")], second)
    second.restore(first.state)
    #expect(shown(second) == ["b=changed", "new=of b", "a=of a"])
    // Nothing but what was entered says which item it is.
    let bare = try page(body)
    try show([("", "of a"), ("", "of b")], bare)
    bare.typed("changed", in: try #require(fields(bare).last).view)
    let third = try page(body)
    try show([("", "of b"), ("", "of a")], third)
    third.restore(bare.state)
    #expect(fields(third).map { FieldAttributes(of: $0.view).text } == ["of b", "of a"])
  }

  /// A password is neither in the data that is kept nor in what its item is known by.
  @Test func passwordsOfItemsDoNotLoseTheOthers() throws {
    let body = """
      <view t:for="item in rows" style="height:30px"><label>{{ item.name }}</label><input @bind="item.note"/>
      <view><input secure="true" @bind="item.secret"/></view></view>
      """
    func people(_ names: [String]) -> JSONValue {
      .object([
        "rows": .array(names.map { .object(["name": .string($0), "note": .string(""), "secret": .string($0 + "1")]) })
      ])
    }
    func passwords(_ page: HostPage<RecordingAdapter>) -> [HostView] {
      (0..<page.live.nodeCount).compactMap { page.tree.view(of: $0) }.filter {
        $0.component == "input" && FieldAttributes(of: $0).isSecure
      }
    }
    let first = try page(body, people(["a", "b"]))
    first.typed("note", in: try field("b", first))
    first.typed("s3cret", in: try #require(passwords(first).last))
    let state = first.state
    #expect(!state.data.canonicalText.contains("s3cret") && !"\(state.places)".contains("s3cret"))
    for data in [state.data, people(["b", "a"])] {
      let second = try page(body, data)
      second.restore(state)
      #expect(shown(second) == ["b=note"])
      #expect(passwords(second).map { FieldAttributes(of: $0).text }.filter { $0 == "s3cret" }.count == 1)
    }
  }

  @Test func rowsThatAreAlikeStayInTheirSections() throws {
    func sections(_ sections: [(String, [String])]) -> JSONValue {
      .object([
        "rows": .array(
          sections.map { .object(["sectionData": .object(["title": .string($0.0)]), "rowsData": rows($0.1)]) })
      ])
    }
    let first = try page(Lists.table, sections([("one", ["a", "b"]), ("two", ["a", "b"])]))
    first.typed("b of two", in: try #require(fields(first).last).view)
    for (given, wanted) in [
      ([("two", ["b", "a"]), ("one", ["b"])], ["b of two", "", ""]),
      ([("new", ["b"]), ("one", ["a", "b"]), ("two", ["a", "b"])], ["", "", "", "", "b of two"]),
      ([("one", ["a", "b"]), ("two", ["a"])], ["", "", ""]),
    ] {
      let second = try page(Lists.table, sections(given))
      second.restore(first.state)
      #expect(fields(second).map { FieldAttributes(of: $0.view).text } == wanted, "\(given)")
    }
  }

  @Test func itemsThatAreAlikeKeepTheirOrder() throws {
    let first = try page(Lists.loop, data(["a", "a", "b", "a"]))
    let last = try #require(fields(first).last)
    first.typed("third", in: last.view)
    let second = try page(Lists.loop, data(["b", "a", "a", "a"]))
    second.restore(first.state)
    #expect(fields(second).map { FieldAttributes(of: $0.view).text } == ["", "", "", "third"])
    let third = try page(Lists.loop, data(["a", "b", "a"]))
    third.restore(first.state)
    #expect(shown(third) == [])
  }

  @Test(arguments: [Lists.table, Lists.named]) func rowsOnDemandAreFoundWhereverTheyAre(_ body: String) throws {
    let names = (0..<1_000).map { "row \($0)" }
    let first = try page(body, data(names))
    first.typed("of 3", in: try field("row 3", first))
    first.scrolled(try table(first), x: 0, y: 20_000)
    first.typed("of 500", in: try field("row 500", first))
    let second = try page(body, data(names.reversed()))
    #expect(fields(second).count < 300)
    second.restore(first.state)
    #expect(shown(second).sorted() == ["row 3=of 3", "row 500=of 500"])
    #expect(second.live.row(of: try field("row 500", second).node)?.row == 499)
  }

  @Test func listsInListsAreFoundByTheItemsOfBoth() throws {
    let body = """
      <view t:for="group in groups"><label>{{ group.title }}</label>
      <view t:for="item in group.rows" style="height:30px"><label>{{ item.name }}</label><input/></view></view>
      """
    func groups(_ groups: [(String, [String])]) -> JSONValue {
      .object([
        "groups": .array(groups.map { .object(["title": .string($0.0), "rows": rows($0.1)]) })
      ])
    }
    let first = try page(body, groups([("one", ["a", "b"]), ("two", ["a", "b"])]))
    first.typed("b of two", in: try #require(fields(first).last).view)
    let second = try page(body, groups([("two", ["b", "c", "a"]), ("one", ["b", "a"])]))
    second.restore(first.state)
    #expect(fields(second).map { FieldAttributes(of: $0.view).text } == ["b of two", "", "", "", ""])
  }

  /// A list that a script shows later is scrolled then, and its field has the keyboard, unless a reader did something before.
  @Test func listsThatComeLaterAreWhereTheyWere() throws {
    let body = "<button id=\"more\" title=\"more\"/>" + Lists.table
    let rows = rows((0..<500).map { "row \($0)" })
    func show(_ page: HostPage<RecordingAdapter>) throws {
      page.live.setTable(rows, of: try table(page).node)
      page.live.flush()
    }
    let first = try page(body)
    try show(first)
    first.scrolled(try table(first), x: 0, y: 4_000)
    first.focusChanged(try field("row 102", first), hasFocus: true)
    let second = try page(body)
    second.restore(first.state)
    #expect(try table(second).offset.y == 0 && second.tree.focused == nil)
    // Made once more before the script has read them.
    let third = try page(body)
    third.restore(second.state)
    try show(third)
    #expect(try table(third).offset.y == 4_000)
    #expect(third.tree.focused == (try field("row 102", third).node))
    #expect(third.awaited.parts.isEmpty)
    let fourth = try page(body)
    fourth.restore(first.state)
    let more = try #require((0..<fourth.live.nodeCount).first { fourth.live.property("id", of: $0) == "more" })
    fourth.press(try #require(fourth.tree.view(of: more)))
    try show(fourth)
    #expect(try table(fourth).offset.y == 0 && fourth.tree.focused == nil)
  }

  /// The row at the upper edge is, by its item, the one that was there.
  @Test func aLongListShowsTheSameItems() throws {
    let names = (0..<1_000).map { "row \($0)" }
    let first = try page(Lists.table, data(names))
    first.scrolled(try table(first), x: 0, y: 20_010)
    let edge = try #require(first.live.rowAtEdge(of: try table(first).node))
    let second = try page(Lists.table, data(["new"] + names))
    second.restore(first.state)
    let restored = try #require(second.live.rowAtEdge(of: try table(second).node))
    #expect(restored.number == edge.number + 1 && restored.y == edge.y)
    #expect(try table(second).offset.y == 20_050 && second.awaited.parts.isEmpty)
    // Without the item, it is the same number of a row.
    let third = try page(Lists.table, data(names.map { $0 + "!" }))
    third.restore(first.state)
    #expect(try table(third).offset.y == 20_010)
  }

  /// Other looks, and other nodes around it.
  @Test func listsOfAnotherReleaseAreFound() throws {
    let first = try page(Lists.table, data(["a", "b"]))
    first.typed("of b", in: try field("b", first))
    let second = try page(
      """
      <label>more</label><table id="t" t:data="item in rows" rowHeight="50"><tableRow accessoryType="indicator"><switch/>
      <label>{{ item.name }}</label><input/></tableRow></table>
      """, data(["b", "a"]))
    second.restore(first.state)
    #expect(shown(second) == ["b=of b"])
  }

  // MARK: Selections

  @Test func rowsOfASelectionAreGivenBack() throws {
    let page = try page(Lists.table, data((0..<1_000).map { "row \($0)" }))
    let table = try table(page)
    let measure: (String, HostView) -> Double = { text, _ in Double(text.count * 5) }
    func select(_ name: String) throws {
      let row = try #require(try field(name, page).parent)
      let label = try #require(row.children.first { $0.component == "label" })
      let place = page.tree.place(of: label)
      #expect(page.beginSelection(atX: place.x + 1, y: place.y + 5, measuredBy: measure))
      page.extendSelection(toX: place.x + 200, y: place.y + 5, measuredBy: measure)
      #expect(page.selectedText == name)
    }
    func isThere(_ name: String) -> Bool { fields(page).contains { $0.label == name } }
    try select("row 2")
    page.scrolled(table, x: 0, y: 20_000)
    #expect(isThere("row 2") && isThere("row 500"))
    // Another selection ends the one before.
    try select("row 501")
    page.scrolled(table, x: 0, y: 30_000)
    #expect(!isThere("row 2") && isThere("row 501"))
    page.clearSelection()
    page.scrolled(table, x: 0, y: 10_000)
    #expect(!isThere("row 501"))
    // What was entered stays.
    page.typed("mine", in: try field("row 250", page))
    try select("row 250")
    page.clearSelection()
    page.scrolled(table, x: 0, y: 0)
    #expect(isThere("row 250") && fields(page).count < 300)
  }

  @Test func aRowWithTheKeyboardStaysAsLong() throws {
    let body = Lists.table.replacing("<tableRow>", with: #"<tableRow @click="open(item.name)">"#)
    let page = try page(body, data((0..<1_000).map { "row \($0)" }))
    let table = try table(page)
    let row = try #require(try field("row 2", page).parent)
    #expect(page.tree.isPressable(row) && page.tree.focusOrder.contains(row.node))
    #expect(!page.tree.isPressable(table) && page.tree.tabStop(after: nil) == page.tree.focusOrder.first)
    func isThere(_ name: String) -> Bool { fields(page).contains { $0.label == name } }
    page.focusChanged(row, hasFocus: true)
    page.scrolled(table, x: 0, y: 20_000)
    #expect(isThere("row 2") && isThere("row 500"))
    page.focusChanged(row, hasFocus: false)
    page.scrolled(table, x: 0, y: 30_000)
    #expect(!isThere("row 2") && isThere("row 750"))
  }

  @Test func aSelectionReachesABoundedNumberOfTexts() {
    let tree = HostTree(adapter)
    tree.setScreen(width: 300, height: 400)
    let (height, count) = (0.15, 2_500)
    var commands: [ViewCommand] = []
    for node in 1...count {
      let line = ViewTextLine(text: "a", frame: LayoutRect(x: 0, y: 0, width: 10, height: height), baseline: 0.1)
      commands += [
        .create(node: node, component: "label"), .insert(node: node, parent: nil, index: node - 1),
        .setFrame(node: node, frame: LayoutRect(x: 0, y: Double(node - 1) * height, width: 300, height: height)),
        .setText(node: node, text: "a", lines: [line]),
      ]
    }
    tree.apply(commands)
    let end = Double(count) * height - 0.05
    for (start, end) in [(0.05, end), (end, 0.05)] {
      var selection = PageSelection()
      let begins = selection.begin(atX: 1, y: start, in: tree) { text, _ in Double(text.count * 10) }
      #expect(begins)
      selection.extend(toX: 200, y: end, in: tree) { text, _ in Double(text.count * 10) }
      #expect(selection.nodes.count == PageSelection.mostViews)
      selection.clear(in: tree)
    }
  }
}
