import CSSValues
import Compiler
import HybridClient
import HybridLiveLayout
import JSONValues
import Manifest
import PageFormat
import TestSupport
import Testing

/// Long tables of which only the rows near what is seen are in the tree.
@Suite struct RowsOnDemandTests {
  private static let device = DeviceTraits(width: 300, height: 400, scale: 2)

  private func open(_ body: String, style: String = "") throws -> (OpenedPage, () throws -> DeviceLayout) {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 2)]
    let text = """
      <html html-identify="Token"><head><style>body { width: 100%; height: 100% } table { flex: 1 }
      tableRow { padding: 4px } label { font-size: 10px }\(style)</style></head><body>\(body)</body></html>
      """
    let compiler = PageCompiler(options: options, files: OneFile(text: text))
    let compiled = compiler.compile("index.html")
    let page = OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(compiled.layoutFiles[0].bytes)), device: Self.device)
    let measurer = try #require(compiler.textMeasurer(of: "index.html", scale: Self.device.scale))
    return (page, { try DeviceLayout(page, for: Self.device, measuredBy: measurer) })
  }

  private static let list = """
    <label>Rows</label><table id="rows" t:data="item in rows"><tableRow @click="open(item.name)">
    <label lines="0">{{ item.name }}</label><input id="field" placeholder="note"></tableRow></table>
    """

  private static func name(_ number: Int) -> String {
    "Row \(number)" + String(repeating: " with more words than one line of the list can hold", count: number % 4)
  }

  private func rows(_ count: Int) -> JSONValue {
    .object(["rows": .array((0..<count).map { .object(["name": .string(Self.name($0))]) })])
  }

  private func table(of page: LivePage) throws -> Int {
    try #require((0..<page.nodeCount).first { page.makesRows(of: $0) })
  }

  /// A page with rows on demand, and the same with all of them.
  private func pair(_ body: String, _ data: JSONValue, style: String = "") throws -> (
    LivePage, ViewTree, LivePage, ViewTree
  ) {
    let (opened, layout) = try open(body, style: style)
    let (host, wholeHost) = (ViewTree(), ViewTree())
    let page = try LivePage(opened, data: data, host: host, layout: try layout())
    page.makesRowsOnDemand = true
    page.start()
    let whole = try LivePage(opened, data: data, host: wholeHost, layout: try layout())
    whole.start()
    return (page, host, whole, wholeHost)
  }

  /// Expects that each row in the tree is where it is among all rows.
  private func expectSame(_ page: LivePage, _ whole: LivePage, _ text: String) throws {
    let (table, wholeTable) = (try table(of: page), try table(of: whole))
    let all = whole.children(of: wholeTable)
    for row in page.children(of: table) {
      let place = try #require(page.row(of: row))
      let other = all[place.row]
      #expect(page.text(of: row) == whole.text(of: other))
      guard page.frame(of: row) == whole.frame(of: other) else {
        Issue.record(
          "\(text): row \(place.row) is at \(String(describing: page.frame(of: row))), not \(String(describing: whole.frame(of: other)))"
        )
        return
      }
    }
  }

  private func lastArea(_ commands: [ViewCommand], of node: Int) -> Double? {
    var area: Double?
    for case .setScrollArea(node, _, let height) in commands { area = height }
    return area
  }

  @Test func rowsAreWhereTheyAreAmongAll() throws {
    let (page, host, whole, _) = try pair(Self.list, rows(1_000))
    let table = try table(of: page)
    let most = 200
    #expect(page.children(of: table).count < most && page.nodeCount < 1_500 && whole.nodeCount > 3_999)
    try expectSame(page, whole, "at first")
    let frame = try #require(page.frame(of: table))
    var y = 0.0
    // Down in steps: what was passed is known, so that nothing is a guess.
    while y < 8_000 {
      y += 300
      page.handle(.scroll(node: table, x: 0, y: y))
      try expectSame(page, whole, "at \(y)")
      let frames = page.children(of: table).compactMap { page.frame(of: $0) }
      #expect(frames.count < most)
      let (top, bottom) = (frame.y + y - frame.height, frame.y + y + 2 * frame.height)
      #expect(frames.first.map { $0.y <= top || $0.y == frame.y } ?? false)
      #expect(frames.last.map { $0.y + $0.height >= bottom } ?? false, "\(y): \(String(describing: frames.last))")
    }
    page.handle(.scroll(node: table, x: 0, y: 100))
    try expectSame(page, whole, "back")
    #expect(host.mistakes == [])
    #expect(page.nodeCount < 2_000)
  }

  /// However unlike rows are: after a jump there are rows at the offset, and what is seen stays when rows above are laid out.
  @Test(arguments: [(110.0, 50.0), (20, 300), (300, 20)])
  func rowsOfOtherHeightsAreThereAfterAJump(first: Double, later: Double) throws {
    let (opened, layout) = try open(
      #"<table id="rows" t:data="item in rows"><tableRow style="padding:0;height:{{ item.h }}px"/></table>"#)
    let data = JSONValue.object([
      "rows": .array((0..<5_000).map { .object(["h": .number(($0 < 2_500 ? first : later) + Double($0 % 7))]) })
    ])
    final class Host: ViewHost {
      var offset: Double?
      var height = 0.0
      func apply(_ commands: [ViewCommand]) {
        for command in commands {
          if case .perform(_, "scrollTo", let arguments) = command { offset = arguments.first?.double }
          if case .setScrollArea(_, _, let height) = command { self.height = height }
        }
      }
    }
    let host = Host()
    let page = try LivePage(opened, data: data, host: host, layout: try layout())
    page.makesRowsOnDemand = true
    page.start()
    let table = try table(of: page)
    var offset = 0.0
    /// Scrolls, and answers the rows that are seen: by number, how far from the upper edge they are.
    func scroll(to place: Double) throws -> [Int: Double] {
      host.offset = nil
      page.handle(.scroll(node: table, x: 0, y: place))
      offset = host.offset ?? place
      let frames = try page.children(of: table).map {
        (try #require(page.row(of: $0)).row, try #require(page.frame(of: $0)))
      }
      let seen = frames.filter { $0.1.y < offset + 400 && $0.1.y + $0.1.height > offset }
      let covered = seen.reduce(0) { $0 + min(offset + 400, $1.1.y + $1.1.height) - max(offset, $1.1.y) }
      #expect(abs(covered - 400) < 0.1, "\(covered) px at \(offset) of \(host.height)")
      return Dictionary(uniqueKeysWithValues: seen.map { ($0.0, $0.1.y - offset) })
    }
    for part in [0.5, 0.25, 0.9, 0.6] {
      var seen = try scroll(to: host.height * part)
      // Up and down by less than a screen: what is seen of before moves as far as was scrolled.
      for step in [-100.0, -350, -350, -350, -350, 350, 350, 350, 350, 350, 350] {
        let after = try scroll(to: offset + step)
        let both = seen.keys.filter { after[$0] != nil }
        #expect(!both.isEmpty || abs(step) > 300)
        for row in both { #expect(abs((after[row] ?? 0) - (seen[row] ?? 0) + step) < 0.1, "row \(row) at \(offset)") }
        seen = after
      }
      // In another size, and in a page that is made again.
      let edge = try #require(page.rowAtEdge(of: table))
      page.layOutAgain()
      offset = host.offset ?? offset
      let again = try #require(page.rowAtEdge(of: table))
      #expect(again.number == edge.number && abs(again.y - edge.y) < 0.1)
      let other = try LivePage(opened, data: data, host: Host(), layout: try layout())
      other.makesRowsOnDemand = true
      other.start()
      #expect(other.scroll(table, toRow: edge.number, y: edge.y) && !other.scroll(table, toRow: 5_000, y: 0))
      let restored = try #require(other.rowAtEdge(of: table))
      #expect(restored.number == edge.number && abs(restored.y - edge.y) < 0.1)
      #expect(other.rowNumber(of: restored.node) == edge.number)
      _ = try scroll(to: offset)
    }
  }

  /// A list that grows so long that its rows are made on demand keeps its place, and the rows that it had with what is in them.
  @Test func aListThatGrowsWhileItIsScrolledKeepsItsPlace() throws {
    let (page, _, whole, _) = try pair(Self.list, rows(150))
    let table = try table(of: page)
    let before = page.children(of: table)
    let frame = try #require(page.frame(of: table))
    let end = try #require(before.compactMap { page.frame(of: $0) }.map { $0.y + $0.height }.max())
    page.handle(.scroll(node: table, x: 0, y: end - frame.y - frame.height))
    page.setData(rows(1_000))
    whole.setData(rows(1_000))
    let children = page.children(of: table)
    #expect(Array(children.prefix(150)) == before && children.count < 400)
    let frames = children.compactMap { page.frame(of: $0) }
    #expect(frames.contains { $0.y <= end + 10 && end + 10 < $0.y + $0.height })
    try expectSame(page, whole, "grown")
  }

  @Test func theAreaIsThatOfAllRowsOnceTheyAreKnown() throws {
    let (opened, layout) = try open(Self.list)
    final class Recorder: ViewHost {
      var commands: [ViewCommand] = []
      func apply(_ commands: [ViewCommand]) { self.commands += commands }
    }
    let (host, wholeHost) = (Recorder(), Recorder())
    let page = try LivePage(opened, data: rows(300), host: host, layout: try layout())
    page.makesRowsOnDemand = true
    page.start()
    let whole = try LivePage(opened, data: rows(300), host: wholeHost, layout: try layout())
    whole.start()
    let table = try table(of: page)
    let wanted = try #require(lastArea(wholeHost.commands, of: table))
    let guess = try #require(lastArea(host.commands, of: table))
    #expect(abs(guess - wanted) < wanted / 10)
    var y = 0.0
    while y < wanted {
      page.handle(.scroll(node: table, x: 0, y: y))
      y += 200
    }
    #expect(abs((lastArea(host.commands, of: table) ?? 0) - wanted) < 0.5)
    let last = try #require(page.children(of: table).last)
    #expect(page.row(of: last)?.row == 299)
  }

  @Test func rowsThatWereChangedStay() throws {
    let (page, _, _, _) = try pair(Self.list, rows(1_000))
    let table = try table(of: page)
    func field(of row: Int) throws -> Int {
      try #require(page.children(of: row).first { page.property("id", of: $0) == "field" })
    }
    let entered = try field(of: page.children(of: table)[3])
    page.handle(.textChange(node: entered, text: "mine"))
    let place = try #require(page.rowPlace(of: entered))
    #expect(place.row == 3)
    page.handle(.scroll(node: table, x: 0, y: 9_000))
    let kept = page.children(of: table)
    #expect(page.row(of: kept[0])?.row == 3 && (page.row(of: kept[1])?.row ?? 0) > 100)
    #expect(page.value(of: entered) == "mine" && page.node(at: place) == entered)
    // The frame of the one above is where it was, and the others are where they are among all.
    page.handle(.scroll(node: table, x: 0, y: 0))
    #expect(page.children(of: table).count < 200 && page.value(of: entered) == "mine")
    // A place far away is put into the tree.
    var far = place
    far.row = 900
    let node = try #require(page.node(at: far))
    #expect(page.row(of: node)?.row == 900)
    far.row = 5_000
    #expect(page.node(at: far) == nil)
  }

  /// Rows that data moves, in the tree or not, are known by their items.
  @Test func whatWasEnteredFollowsItsItem() throws {
    let (page, host, whole, _) = try pair(Self.list, rows(1_000))
    let table = try table(of: page)
    func field(of row: Int) throws -> Int {
      try #require(page.children(of: row).first { page.property("id", of: $0) == "field" })
    }
    let entered = try field(of: page.children(of: table)[3])
    page.handle(.textChange(node: entered, text: "mine"))
    page.handle(.scroll(node: table, x: 0, y: 9_000))
    var names = (0..<1_000).map { Self.name($0) }
    let own = names[3]
    func show() throws {
      let data = JSONValue.object(["rows": .array(names.map { .object(["name": .string($0)]) })])
      page.setData(data)
      whole.setData(data)
      #expect(page.value(of: entered) == "mine" && page.row(of: entered)?.row == names.firstIndex(of: own))
      #expect(host.mistakes == [])
      let (all, shown) = (whole.children(of: try self.table(of: whole)), page.children(of: table))
      #expect(shown.count < 300 && !shown.isEmpty)
      let numbers = shown.compactMap { page.row(of: $0)?.row }
      #expect(numbers == numbers.sorted() && numbers.count == shown.count)
      for (number, row) in zip(numbers, shown) { #expect(page.text(of: row) == whole.text(of: all[number])) }
    }
    names.insert(contentsOf: ["new one", "another"], at: 0)
    try show()
    names.remove(at: 1)
    names.swapAt(4, 700)
    try show()
    names.reverse()
    try show()
    names = Array(names[200..<350])
    if !names.contains(own) { names.append(own) }
    try show()
    names += (0..<400).map { "later \($0)" }
    names.insert("first", at: 0)
    try show()
    page.handle(.scroll(node: table, x: 0, y: 0))
    #expect(page.value(of: entered) == "mine")
  }

  @Test func sectionsHaveTheirMargins() throws {
    let body = """
      <table id="rows" sectionMargin="12"><tableSection><label>{{ item.title }}</label></tableSection>
      <tableRow><label lines="0">{{ item.name }}</label></tableRow></table>
      """
    let (page, host, whole, _) = try pair(body, .object([:]))
    let sections = JSONValue.array(
      (0..<60).map { section in
        .object([
          "sectionData": .object(["title": .string("Section \(section)")]),
          "rowsData": .array((0..<section % 9).map { .object(["name": .string(Self.name($0))]) }),
        ])
      })
    for page in [page, whole] {
      page.setTable(sections, of: try table(of: page))
      page.flush()
    }
    let (table, wholeTable) = (try table(of: page), try self.table(of: whole))
    #expect(page.children(of: table).count < whole.children(of: wholeTable).count)
    var y = 0.0
    while y < 5_000 {
      let all = whole.children(of: wholeTable)
      for row in page.children(of: table) {
        let place = try #require(page.row(of: row))
        let other = try #require(
          all.first { whole.row(of: $0).map { $0.section == place.section && $0.row == place.row } ?? false })
        #expect(page.frame(of: row) == whole.frame(of: other), "\(y): \(place)")
      }
      y += 350
      page.handle(.scroll(node: table, x: 0, y: y))
    }
    #expect(host.mistakes == [])
  }

  @Test func otherDataAndOtherTables() throws {
    let (page, host, whole, _) = try pair(Self.list, rows(1_000))
    let table = try table(of: page)
    page.handle(.scroll(node: table, x: 0, y: 20_000))
    // Shorter data than the table was scrolled, few rows, none, and many again.
    for count in [400, 30, 0, 500, 199, 200, 3] {
      page.setData(rows(count))
      whole.setData(rows(count))
      #expect(host.mistakes == [])
      #expect(page.children(of: table).count <= count)
      if count < 200 { #expect(page.children(of: table).count == count) }
      page.handle(.scroll(node: table, x: 0, y: 0))
      try expectSame(page, whole, "\(count) rows")
    }
  }

  /// A table that grows with its rows has all of them: the page scrolls.
  @Test func aTableThatDoesNotScrollHasAllRows() throws {
    let (page, _, whole, _) = try pair(
      Self.list, rows(600), style: "body { height: auto } table { flex: none; overflow: visible }")
    let (table, wholeTable) = (try table(of: page), try table(of: whole))
    #expect(page.children(of: table).count == 600)
    #expect(
      page.children(of: table).map { page.frame(of: $0) } == whole.children(of: wholeTable).map { whole.frame(of: $0) })
  }

  // MARK: Loops

  private static let loop = """
    <scrollView id="rows"><label id="before" lines="0">A text above the rows that takes more than one line of them</label>
    <view t:for="(item, index) in rows" class="row" @click="open(index)"><label lines="0">{{ index }}: {{ item.name }}</label>
    <input id="field" @bind="item.note"></view><label id="after">The end</label></scrollView>
    """
  private static let loopStyle =
    "scrollView { flex: 1 } #before { margin: 30px 0 } .row { padding: 4px; margin: 3px 0 } #after { height: 40px }"

  private func node(_ id: String, of page: LivePage) throws -> Int {
    try #require((0..<page.nodeCount).first { page.property("id", of: $0) == id && page.parent(of: $0) != nil })
  }

  /// Expects that each copy in the tree is where it is among all, and that what follows them is where it follows all.
  private func expectSameLoop(_ page: LivePage, _ whole: LivePage, _ text: String) throws {
    let (scroller, wholeScroller) = (try node("rows", of: page), try node("rows", of: whole))
    let all = whole.children(of: wholeScroller)
    for (index, copy) in page.children(of: scroller).dropFirst().dropLast().enumerated() {
      // Of few rows all are in the tree.
      let number = page.rowPlace(of: copy)?.row ?? index
      let other = all[number + 1]
      #expect(page.text(of: copy) == whole.text(of: other), "\(text)")
      guard page.frame(of: copy) == whole.frame(of: other) else {
        Issue.record(
          "\(text): copy \(number) is at \(String(describing: page.frame(of: copy))), not \(String(describing: whole.frame(of: other)))"
        )
        return
      }
    }
  }

  @Test func copiesOfALoopAreWhereTheyAreAmongAll() throws {
    let (page, host, whole, _) = try pair(Self.loop, rows(1_000), style: Self.loopStyle)
    let scroller = try node("rows", of: page)
    #expect(page.children(of: scroller).count < 200 && page.nodeCount < 1_500 && whole.nodeCount > 3_999)
    try expectSameLoop(page, whole, "at first")
    let frame = try #require(page.frame(of: scroller))
    let (after, wholeAfter) = (try node("after", of: page), try node("after", of: whole))
    let end = try #require(whole.frame(of: wholeAfter)).y
    var y = 0.0
    while y < end {
      y += 400
      page.handle(.scroll(node: scroller, x: 0, y: y))
      try expectSameLoop(page, whole, "at \(y)")
      let frames = page.children(of: scroller).dropFirst().dropLast().compactMap { page.frame(of: $0) }
      #expect(frames.count < 200)
      let bottom = min(frame.y + y + 2 * frame.height, end)
      #expect((frames.last.map { $0.y + $0.height } ?? 0) >= bottom - 4, "\(y)")
    }
    #expect(page.frame(of: after) == whole.frame(of: wholeAfter))
    page.handle(.scroll(node: scroller, x: 0, y: 100))
    try expectSameLoop(page, whole, "back")
    #expect(page.frame(of: after) == whole.frame(of: wholeAfter))
    #expect(host.mistakes == [] && page.nodeCount < 2_000)
  }

  @Test func copiesOfALoopThatWereChangedStay() throws {
    let (page, host, whole, _) = try pair(Self.loop, rows(1_000), style: Self.loopStyle)
    let scroller = try node("rows", of: page)
    func field(of row: Int) throws -> Int {
      try #require(page.children(of: row).first { page.property("id", of: $0) == "field" })
    }
    var calls: [JSONValue] = []
    page.onCall = { _, arguments, _ in calls += arguments }
    page.handle(.scroll(node: scroller, x: 0, y: 9_000))
    let copy = try #require(page.children(of: scroller).dropLast().last)
    let number = try #require(page.rowPlace(of: copy)).row
    let entered = try field(of: copy)
    page.handle(.textChange(node: entered, text: "mine"))
    page.handle(.click(node: copy))
    #expect(calls == [.integer(Int64(number))])
    #expect(page.data["rows"]?.elements?[number]["note"] == .string("mine"))
    page.handle(.scroll(node: scroller, x: 0, y: 0))
    #expect(page.children(of: scroller).contains(copy) && page.value(of: entered) == "mine")
    let place = try #require(page.rowPlace(of: entered))
    #expect(page.node(at: place) == entered && page.row(of: entered) == nil)
    // What was entered is in the row's data: a copy that is made again shows it too.
    for count in [150, 0, 1_000, 199, 200] {
      page.setData(rows(count))
      whole.setData(rows(count))
      page.handle(.scroll(node: scroller, x: 0, y: 0))
      try expectSameLoop(page, whole, "\(count) rows")
    }
    #expect(host.mistakes == [])
  }

  /// Copies next to each other, several loops, and what does not scroll have all copies.
  @Test(arguments: [
    (
      "<scrollView id='rows'><view t:for='item in rows' class='row'><label>{{ item.name }}</label></view></scrollView>",
      "scrollView { flex-direction: row; height: 90px } .row { width: 50px }"
    ),
    (
      "<view id='rows'><view t:for='item in rows' class='row'><label>{{ item.name }}</label></view></view>",
      "body { height: auto }"
    ),
    (
      """
      <scrollView id='rows'><view t:for='item in rows' class='row'></view><view t:for='item in rows' class='row'></view>
      </scrollView>
      """, "scrollView { flex: 1 } .row { height: 20px }"
    ),
  ])
  func otherLoopsHaveAllCopies(_ body: String, _ style: String) throws {
    let (page, host, whole, _) = try pair(body, rows(300), style: style)
    let (holder, wholeHolder) = (try node("rows", of: page), try node("rows", of: whole))
    #expect(page.children(of: holder).count >= 300 && host.mistakes == [])
    #expect(
      page.children(of: holder).map { page.frame(of: $0) }
        == whole.children(of: wholeHolder).map { whole.frame(of: $0) })
  }

  /// The footer of a table is below all of its rows.
  @Test func whatFollowsTheRowsOfATableIsBelowAllOfThem() throws {
    let body = """
      <table id="rows" t:data="item in rows"><tableRow><label>{{ item.name }}</label></tableRow>
      <tableFooter id="after"><label>The end</label></tableFooter></table>
      """
    let (page, _, whole, _) = try pair(body, rows(400), style: "tableRow { height: 30px }")
    #expect(page.nodeCount < whole.nodeCount)
    #expect(page.frame(of: try node("after", of: page)) == whole.frame(of: try node("after", of: whole)))
  }
}
