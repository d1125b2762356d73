import Foundation
import HybridClient
import HybridScript
import Manifest
import Testing

@Suite(.enabled(if: Tool.isBuilt, "build the tool first: swift build --product hybrid"), .serialized)
struct ScriptedPageTests {
  private func start(
    _ path: String = "index.html", in release: OpenedRelease, _ site: OpenedSite, queue: DispatchQueue = .main
  ) throws -> ScriptedPage {
    let opened = try release.openPage(path, for: DeviceTraits(width: 375, height: 667, scale: 2))
    let page = ScriptedPage(
      try LivePage(opened, host: site), host: site, contents: { try? release.contents(of: $0) }, queue: queue,
      seconds: 0.3, megabytes: 128)
    page.start()
    return page
  }

  private var fixture: OpenedRelease {
    get throws {
      try Tool.open(Tool.repository.appendingPathComponent("HybridScript/Tests/Fixtures/site").path)
    }
  }

  private func node(_ id: String, in page: ScriptedPage) throws -> Int {
    try #require((0..<page.live.nodeCount).first { page.live.property("id", of: $0) == id })
  }

  /// Timers stay away: nothing runs on this queue, and the page is used only by the test's thread.
  private func suspendedQueue() -> DispatchQueue {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    return queue
  }

  @Test func tablesGetTheirSizesAndAreFilledAgain() throws {
    let site = OpenedSite()
    let queue = suspendedQueue()
    defer { queue.resume() }
    let page = try start(in: fixture, site, queue: queue)
    let table = try node("table", in: page)
    func properties(_ script: String) -> [String] {
      site.commands = []
      page.run("var t = document.getElementById('table'); " + script, "test")
      page.live.flush()
      return site.commands.compactMap { command in
        if case .setProperty(table, let name, let value) = command { "\(name) \(value ?? "-")" } else { nil }
      }
    }
    #expect(properties("t.setContentSize(300, 900)") == ["contentSize 300 900"])
    #expect(properties("t.setContentSize({ width: 1, height: 2.5 })") == ["contentSize 1 2.5"])
    #expect(properties("t.setScrollInset([1, 2, 3, 4])") == ["scrollInset 1 2 3 4"])
    #expect(properties("t.setScrollInset({ top: 5, bottom: 'x' })") == ["scrollInset 5 0 0 0"])
    // Without rows of its own, a table is filled from what it has.
    let rows = page.live.children(of: table)
    #expect(properties("t.reloadData()") == [])
    #expect(page.live.children(of: table) == rows && site.errors == [])
    #expect(page.live.children(of: table).map { page.live.text(of: $0) } == ["one", "two"])
  }

  @Test func aPagesSourceIsItsMarkup() throws {
    let site = OpenedSite()
    let queue = suspendedQueue()
    defer { queue.resume() }
    let page = try start(in: fixture, site, queue: queue)
    page.run("token.log(document.html.includes('<table') + ' ' + document.sourceURL)", "test")
    page.run(
      "var l = document.getElementsByTagName('label')[0]; l.setFont('Serif 31px'); token.log(l.cssAttributes['font-size'])",
      "test")
    #expect(site.logs.suffix(2) == ["true index.html", "31px"])
  }

  @Test func scriptsChangeThePage() throws {
    let site = OpenedSite()
    let queue = suspendedQueue()
    defer { queue.resume() }
    let page = try start(in: fixture, site, queue: queue)
    #expect(site.errors == [])
    #expect(site.logs == ["ready 1 375 body"])
    let boxes = site.commands.compactMap { command in
      if case .setProperty(_, "backgroundColor", let value?) = command, value.hasPrefix("rgb(0,") { value } else { nil }
    }
    #expect(boxes == ["rgb(0, 0, 0)", "rgb(0, 1, 0)"])
    let table = try node("table", in: page)
    #expect(page.live.children(of: table).map { page.live.text(of: $0) } == ["one", "two"])
    let rows = page.live.children(of: table).compactMap { page.live.frame(of: $0) }
    #expect(rows.map(\.height) == [40, 40] && rows[1].y - rows[0].y == 40)

    _ = site.takeTexts()
    page.live.handle(.click(node: try node("button", in: page)))
    #expect(site.takeTexts() == ["clicked 1"])
    #expect(site.calls == [#"alert["title","text"]"#])
    page.live.handle(.textChange(node: try node("input", in: page), text: "typed"))
    #expect(site.takeTexts() == ["typed"])
    page.live.handle(.valueChange(node: try node("switch", in: page), value: .bool(true)))
    #expect(site.logs.last == "switch true")
    _ = site.takeTexts()
    let row = page.live.children(of: table)[1]
    page.live.handle(.click(node: page.live.children(of: row)[0]))
    #expect(site.takeTexts() == ["row 0.1"])
    let box = try #require((0..<page.live.nodeCount).first { page.live.property("class", of: $0) == "box" })
    page.live.handle(.click(node: box))
    #expect(site.takeTexts() == ["handler7"])
    site.requests[0](.success(.object(["text": .string("answered")])))
    #expect(site.takeTexts() == ["answered"])
  }

  @Test func errorsAreReportedAndThePageLives() throws {
    let site = OpenedSite()
    let queue = suspendedQueue()
    defer { queue.resume() }
    let page = try start(in: fixture, site, queue: queue)
    page.live.handle(.click(node: try node("throws", in: page)))
    #expect(site.errors.map(\.kind) == [.exception])
    #expect(site.errors.first?.source == "index.html" && site.errors.first?.line == 26)
    page.live.handle(.click(node: try node("loops", in: page)))
    #expect(site.errors.map(\.kind) == [.exception, .time])
    page.live.handle(.click(node: try node("fills", in: page)))
    #expect(site.errors.count == 3 && [.memory, .time].contains(site.errors[2].kind))
    _ = site.takeTexts()
    page.live.handle(.click(node: try node("button", in: page)))
    #expect(site.takeTexts() == ["clicked 1"])
  }

  /// What grows outside of the engine's own objects counts too: typed arrays and texts.
  @Test(arguments: [
    "const a = []; for (;;) a.push(new Uint8Array(1 << 20).fill(1));",
    "const a = []; for (let n = 0;; n++) a.push(String(n).padEnd(1 << 20, 'text'));",
  ])
  func memoryIsBounded(_ script: String) throws {
    let site = OpenedSite()
    let queue = suspendedQueue()
    defer { queue.resume() }
    let opened = try fixture.openPage("index.html", for: DeviceTraits(width: 375, height: 667, scale: 2))
    // Time enough for the memory to be what ends it.
    let page = ScriptedPage(
      try LivePage(opened, host: site), host: site, contents: { _ in nil }, queue: queue, seconds: 60, megabytes: 64)
    page.start()
    site.errors = []
    page.run("(() => { \(script) })()", "greedy")
    #expect(site.errors.map(\.kind) == [.memory])
    #expect(site.errors.first?.message == "the script used more than 64 MB")
    #expect(page.run("1 + 1", "next"))
  }

  /// The app answers a script's callback while the script waits: both are ended, and it is reported once.
  @Test func whatEndsAScriptEndsItsCaller() throws {
    let site = OpenedSite()
    let queue = suspendedQueue()
    defer { queue.resume() }
    let page = try start(in: fixture, site, queue: queue)
    site.onCall = { arguments in
      page.answer(callback: arguments[1], with: [])
    }
    page.run("token.getStorage('key', () => { for (;;) {} }); for (;;) {}", "nested")
    #expect(site.errors.map(\.kind) == [.time])
    site.onCall = nil
    page.live.handle(.click(node: try node("button", in: page)))
    #expect(site.takeTexts().last == "clicked 1")
  }

  @Test func timersFireOnTheirQueue() async throws {
    let site = OpenedSite()
    let queue = DispatchQueue(label: "page")
    let release = try fixture
    nonisolated(unsafe) var page: ScriptedPage?
    try queue.sync { page = try start(in: release, site, queue: queue) }
    for _ in 0..<200 where !queue.sync(execute: { site.logs.contains("timer") }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    queue.sync {
      #expect(site.logs.contains("timer"))
      #expect(site.takeTexts().last == "later")
      withExtendedLifetime(page) {}
      page = nil
    }
  }

  /// What a script reads is what it has just made.
  @Test func geometryFollowsChangesAtOnce() throws {
    let fixture = try FixturePage()
    let heights = fixture.logs(
      of: """
        var t = document.getElementById('table');
        t.reloadData([{ rowsData: [{ name: 1 }, { name: 2 }, { name: 3 }] }]);
        t.childNodes.forEach((row) => token.log(row.originY, row.componentHeight));
        t.reloadData([]);
        token.log(t.childNodes.length, t.offsetY);
        """)
    #expect(heights == ["0 40", "40 40", "80 40", "0 0"])
    #expect(fixture.takeErrors() == "")
  }

  @Test func anAppsOwnComponentReloadsItsRows() throws {
    let fixture = try FixturePage()
    let logs = fixture.logs(
      of: """
        var roster = document.getElementById('roster');
        token.log(roster.childNodes.length);
        roster.reloadData([{ rowsData: [{ name: 'Ada' }, { name: 'Bob' }] }]);
        roster.childNodes.forEach((row) => token.log(row.innerText));
        """)
    #expect(logs == ["0", "Ada", "Bob"] && fixture.takeErrors() == "")
  }

  /// Rows come and go on the same numbers: what a script held of one is nothing of another.
  @Test func removedRowsStayRemoved() throws {
    let fixture = try FixturePage(seconds: 20)
    let logs = fixture.logs(
      of: """
        var t = document.getElementById('table'), rows = [{ rowsData: [{ name: 'a' }, { name: 'b' }] }];
        t.reloadData(rows);
        var old = t.childNodes[1];
        old.setOnClick(() => token.log('old'));
        t.reloadData([]);
        t.reloadData(rows);
        var row = t.childNodes[1];
        old.setText('x');
        token.log(row === old, row.innerText, old.innerText, old.parentNode, old.childNodes.length, old.name);
        for (var n = 0; n < 3000; n++) { t.reloadData([]); t.reloadData(rows); t.childNodes[1].setOnClick(() => 1); }
        token.log(t.childNodes.length, t.childNodes[1].innerText);
        t.childNodes[1].setOnClick(() => token.log('new'));
        """)
    #expect(logs == ["false b  null 0 undefined", "2 b"])
    #expect(fixture.takeErrors() == "")
    let table = try fixture.node("table")
    fixture.site.logs = []
    fixture.page.live.handle(.click(node: fixture.page.live.children(of: table)[1]))
    #expect(fixture.site.logs == ["new"] && fixture.takeErrors() == "")
    #expect(fixture.page.live.nodeCount < 200)
  }
}
