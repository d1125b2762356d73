import Foundation
import HybridClient
import HybridLiveLayout
import HybridScript
import Manifest
import Testing
import Text

/// The pages of a shipped app, where they are: beside the project's checkout, or where HYBRID_TOKEN_SITE says.
enum RealPages {
  static var path: String {
    ProcessInfo.processInfo.environment["HYBRID_TOKEN_SITE"]
      ?? Tool.repository.deletingLastPathComponent().appendingPathComponent("shared/sites/token").path
  }
  static var exist: Bool { FileManager.default.fileExists(atPath: path + "/examples") && Tool.isBuilt }
}

@Suite(.enabled(if: RealPages.exist, "the pages are not here"), .serialized)
struct RealPagesTests {
  private func start(_ path: String, _ site: OpenedSite) throws -> ScriptedPage {
    let release = try Tool.open(RealPages.path)
    let device = DeviceTraits(width: 375, height: 667, scale: 2)
    let opened = try release.openPage(path, for: device)
    let measurer = SystemTextMeasurer(fonts: FontSet(library: FontLibrary()), scale: 2)
    let layout = try DeviceLayout(opened, for: device, measuredBy: measurer)
    let page = ScriptedPage(
      try LivePage(opened, host: site, layout: layout), host: site, contents: { try? release.contents(of: $0) },
      queue: .main)
    page.start()
    #expect(layout.failure == nil)
    #expect(site.errors == [], "\(path)")
    return page
  }

  private func node(_ id: String, in page: ScriptedPage) throws -> Int {
    try #require((0..<page.live.nodeCount).first { page.live.property("id", of: $0) == id })
  }

  private func nodes(class name: String, in page: ScriptedPage) -> [Int] {
    (0..<page.live.nodeCount).filter { page.live.property("class", of: $0) == name }
  }

  @Test func button() throws {
    let site = OpenedSite()
    let page = try start("examples/button/button.html", site)
    page.live.handle(.click(node: try node("special", in: page)))
    #expect(site.calls == [#"alert["提示","你居然敢点击我!!!"]"#])
  }

  @Test func input() throws {
    let site = OpenedSite()
    let page = try start("examples/input/input.html", site)
    let input = try node("inputOne", in: page)
    _ = site.takeTexts()
    page.live.handle(.other(node: input, name: "beginEditing", value: .null))
    page.live.handle(.textChange(node: input, text: "abc"))
    page.live.handle(.other(node: input, name: "return", value: .string("abc")))
    page.live.handle(.other(node: input, name: "clear", value: .null))
    page.live.handle(.other(node: input, name: "endEditing", value: .null))
    let lines = site.commands.compactMap { command in
      if case .setText(_, "abc", let lines) = command { lines } else { nil }
    }
    // The text is on one line, in the middle of its label as before.
    #expect(lines.map(\.count) == [1] && (lines[0][0].frame.y + lines[0][0].frame.height / 2 - 22).magnitude < 2)
    #expect(site.takeTexts() == ["开始输入", "abc", "点击了return", "点击了清除按钮", "", "结束输入"])
  }

  @Test func label() throws {
    let site = OpenedSite()
    let page = try start("examples/label/label.html", site)
    page.live.handle(.click(node: try node("rightItem", in: page)))
    #expect(site.calls.first?.hasPrefix("pushNavigatorWithURL[\"https://raw") == true)
  }

  @Test func scroll() throws {
    let site = OpenedSite()
    let page = try start("examples/scroll/scroll.html", site)
    site.commands = []
    let wrappers = [nodes(class: "wrapper", in: page)[0], nodes(class: "wrapper2", in: page)[0]]
    page.live.handle(.click(node: try node("btn1", in: page)))
    #expect(site.commands == wrappers.map { .perform(node: $0, action: "scrollToTop", arguments: [.integer(1)]) })
    site.commands = []
    page.live.handle(.click(node: try node("btn3", in: page)))
    #expect(site.commands == wrappers.map { .setProperty(node: $0, name: "allowScroll", value: "false") })
  }

  @Test func switches() throws {
    let site = OpenedSite()
    let page = try start("examples/switch/switch.html", site)
    page.live.handle(.valueChange(node: try node("switch", in: page), value: .bool(true)))
    #expect(site.calls == [#"alert["提示","开关状态true"]"#])
  }

  @Test func table() throws {
    let site = OpenedSite()
    let page = try start("examples/table/table.html", site)
    let table = try node("list", in: page)
    let rows = page.live.children(of: table)
    #expect(
      rows.map { page.live.text(of: $0).split(whereSeparator: \.isWhitespace).joined() }
        == (1...7).map { "exp\($0)" } + ["token.alert(a,b)"])
    #expect(rows.compactMap { page.live.frame(of: $0)?.height } == Array(repeating: 46, count: 8))
    // The table's margin is between its sections, the second of which has one row.
    #expect(rows.compactMap { page.live.frame(of: $0)?.y } == [0, 46, 92, 138, 184, 230, 276, 362])
    site.commands = []
    page.live.setTable(.array((0..<9).map { .object(["name": .string("row \($0)")]) }), of: table)
    page.live.flush()
    let tops = page.live.children(of: table).compactMap { page.live.frame(of: $0)?.y }
    #expect(tops.count == 9 && zip(tops, tops.dropFirst()).allSatisfy { $1 - $0 == 46 })
    // Rows that are there stay where they are, except for the one that began a section; the new one is made and placed.
    let placed = site.commands.compactMap { if case .setFrame(let node, _) = $0 { node } else { nil } }
    #expect(Set(placed).intersection(rows) == [rows[7]] && placed.contains(page.live.children(of: table)[8]))
    page.live.setTable(.array([.object(["name": .string("x")])]), of: table)
    page.live.flush()
    #expect(page.live.children(of: table).count == 1)
  }

  @Test func view() throws {
    let site = OpenedSite()
    let page = try start("examples/view/view.html", site)
    page.live.handle(.appear)
    page.live.handle(.valueChange(node: try node("dots", in: page), value: .integer(2)))
    #expect(site.logs == ["viewDidAppear", "2"])
  }

  @Test func time() throws {
    let site = OpenedSite()
    let page = try start("tokenapp/time/time.html", site)
    let view = try node("animationView", in: page)
    #expect(site.commands.contains(.setProperty(node: view, name: "hidden", value: "false")))
    page.live.handle(.click(node: try node("personButton", in: page)))
    #expect(site.errors == [])
  }
}
