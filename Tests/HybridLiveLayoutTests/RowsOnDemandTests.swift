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
}
