import Foundation
import HybridClient
import HybridLiveLayout
import HybridScript
import JSONValues
import Manifest
import Testing
import Text

/// Six pages of an app, each with its own scripts, from the package that the tool builds of them: what the reader does, and
/// which frames, texts and commands follow.
@Suite(.enabled(if: Tool.isBuilt, "build the tool first: swift build --product hybrid"), .serialized)
struct AppPagesTests {
  private static let release: OpenedRelease? = try? Tool.open(
    Tool.repository.appendingPathComponent("HybridScript/Tests/Fixtures/app").path)

  private func start(
    _ path: String, _ site: OpenedSite, data: String = "{}", queue: DispatchQueue = .main
  ) throws -> ScriptedPage {
    let release = try #require(Self.release)
    let device = DeviceTraits(width: 375, height: 667, scale: 2)
    let opened = try release.openPage(path, for: device)
    let measurer = SystemTextMeasurer(fonts: FontSet(library: FontLibrary()), scale: 2)
    let layout = try DeviceLayout(opened, for: device, measuredBy: measurer)
    let live = try LivePage(opened, data: try JSONParser.parse(Array(data.utf8)), host: site, layout: layout)
    let page = ScriptedPage(live, host: site, contents: { try? release.contents(of: $0) }, queue: queue)
    page.start()
    #expect(layout.failure == nil)
    #expect(site.errors == [], "\(path)")
    return page
  }

  private func node(_ id: String, in page: ScriptedPage) throws -> Int {
    try #require((0..<page.live.nodeCount).first { page.live.property("id", of: $0) == id }, "\(id)")
  }

  /// The nodes that are in the tree, in the order of the page.
  private func shown(in page: ScriptedPage) -> [Int] {
    var found: [Int] = []
    var stack = [0]
    while let node = stack.popLast() {
      found.append(node)
      stack += page.live.children(of: node).reversed()
    }
    return found
  }

  private func nodes(class name: String, in page: ScriptedPage) -> [Int] {
    shown(in: page).filter { (page.live.property("class", of: $0) ?? "").split(separator: " ").contains { $0 == name } }
  }

  private func buttons(_ text: String, in page: ScriptedPage) -> [Int] {
    shown(in: page).filter { node in
      page.live.source(of: node).map { page.live.page.page.component($0) } == "button"
        && page.live.text(of: node) == text
    }
  }

  private func text(_ id: String, in page: ScriptedPage) throws -> String { page.live.text(of: try node(id, in: page)) }

  @Test func todo() throws {
    let site = OpenedSite()
    let page = try start("todo.html", site)
    let (input, add, list) = (try node("new", in: page), try node("add", in: page), try node("list", in: page))
    page.live.handle(.click(node: add))
    #expect(site.calls == [#"alert["To do","Nothing entered"]"#])
    for title in ["Milk", "Bread"] {
      page.live.handle(.textChange(node: input, text: title))
      page.live.handle(title == "Milk" ? .click(node: add) : .other(node: input, name: "return", value: .string(title)))
    }
    #expect(try text("count", in: page) == "2 open")
    let rows = page.live.children(of: list)
    #expect(rows.map { page.live.text(of: $0).trimmingCharacters(in: .whitespacesAndNewlines) } == ["Milk", "Bread"])
    let frames = rows.compactMap { page.live.frame(of: $0) }
    #expect(frames.map(\.height) == [44, 44] && frames[1].y - frames[0].y == 44 && frames[0].width == 375)
    #expect(site.commands.contains(.setProperty(node: input, name: "text", value: "")))
    // Done: the row's class greys its label, and nothing moves.
    site.commands = []
    page.live.handle(.click(node: page.live.children(of: rows[0])[0]))
    #expect(try text("count", in: page) == "1 open")
    let label = page.live.children(of: rows[0])[0]
    #expect(site.commands.contains(.setProperty(node: label, name: "color", value: "rgb(150, 150, 150)")))
    #expect(!site.commands.contains { if case .setFrame = $0 { true } else { false } })
    site.commands = []
    page.live.handle(.click(node: rows[0]))
    #expect(site.commands.contains(.setProperty(node: label, name: "color", value: nil)))
  }

  /// examples/todo: its first tasks are those of the page's language; what the reader does is saved, shown and counted.
  @Test func todoExample() throws {
    let release = try Tool.open(Tool.repository.appendingPathComponent("examples/todo").path)
    let site = OpenedSite()
    func open(_ path: String) throws -> ScriptedPage {
      let opened = try release.openPage(path, for: DeviceTraits(width: 390, height: 844, scale: 3))
      let page = ScriptedPage(
        try LivePage(opened, host: site), host: site, contents: { try? release.contents(of: $0) })
      page.start()
      #expect(site.errors == [], "\(path)")
      return page
    }
    func tasks(_ page: ScriptedPage) -> [String] { nodes(class: "text", in: page).map { page.live.text(of: $0) } }
    let german = try open("de/index.html")
    #expect(tasks(german).first == "Brot für Sonntag backen" && tasks(german).count == 4)
    let page = try open("index.html")
    #expect(try text("count", in: page) == "3")
    // Add: the newest first, saved as JSON, the field empty again. Spaces are not a task.
    let (field, empty) = (try node("new", in: page), try node("empty", in: page))
    let add = try #require(nodes(class: "add", in: page).first)
    page.live.handle(.textChange(node: field, text: "  "))
    page.live.handle(.click(node: add))
    #expect(tasks(page).count == 4 && site.calls.allSatisfy { $0.hasPrefix("getStorage") }, "\(site.calls)")
    page.live.handle(.textChange(node: field, text: " Buy milk "))
    page.live.handle(.click(node: add))
    #expect(tasks(page).first == "Buy milk" && tasks(page).count == 5)
    #expect(try text("count", in: page) == "4")
    #expect(
      site.calls.last?.hasPrefix(#"setStorage["tasks","[{\"id\":\"task-1\",\"text\":\"Buy milk\""#) == true,
      "\(site.calls)")
    page.live.handle(.textChange(node: field, text: "Post it"))
    page.live.handle(.other(node: field, name: "return", value: .string("Post it")))
    #expect(tasks(page).prefix(2) == ["Post it", "Buy milk"])
    // Tick: by the circle and by the text.
    page.live.handle(.click(node: nodes(class: "tick", in: page)[0]))
    page.live.handle(.click(node: nodes(class: "text", in: page)[1]))
    #expect(try text("count", in: page) == "3")
    // Filter: open, done, all.
    func chosen() throws -> [String] {
      try ["all", "open", "done"].filter {
        try page.live.property("hidden", of: node("chosen-\($0)", in: page)) == "false"
      }
    }
    #expect(try chosen() == ["all"])
    page.live.handle(.click(node: try node("show-done", in: page)))
    #expect(try chosen() == ["done"])
    #expect(tasks(page) == ["Post it", "Buy milk", "Pump up the tyres of the bicycle"])
    // Delete: one row, then all that is done; then nothing is shown, and the page says so.
    page.live.handle(.click(node: nodes(class: "delete", in: page)[1]))
    #expect(tasks(page) == ["Post it", "Pump up the tyres of the bicycle"])
    page.live.handle(.click(node: try #require(nodes(class: "clear", in: page).first)))
    #expect(tasks(page) == [] && page.live.property("hidden", of: empty) == "false")
    page.live.handle(.click(node: try node("show-open", in: page)))
    #expect(try chosen() == ["open"])
    #expect(tasks(page).count == 3 && page.live.property("hidden", of: empty) == "true")
    #expect(site.errors == [])
  }

  @Test func order() throws {
    let site = OpenedSite()
    let page = try start("order.html", site, data: #"{"items":[{"name":"Tea"},{"name":"Cake"},{"name":"Nut"}]}"#)
    let (sum, send) = (try node("sum", in: page), try node("send", in: page))
    #expect(nodes(class: "name", in: page).map { page.live.text(of: $0) } == ["Tea", "Cake", "Nut"])
    #expect(page.live.frame(of: sum)?.y == 132)
    let plus = buttons("+", in: page)
    page.live.handle(.click(node: plus[0]))
    page.live.handle(.click(node: plus[1]))
    page.live.handle(.click(node: plus[1]))
    page.live.handle(.click(node: buttons("−", in: page)[0]))
    #expect(nodes(class: "count", in: page).map { page.live.text(of: $0) } == ["0", "2", "0"])
    #expect(page.live.text(of: sum) == "Sum: 24.00")
    #expect(site.commands.last { $0.node == send } == .setProperty(node: send, name: "hidden", value: "false"))
    page.live.handle(.click(node: send))
    site.requests[0](.failure(ScriptRequestFailure("no network")))
    #expect(page.live.text(of: sum) == "Failed: no network")
    page.live.handle(.click(node: send))
    site.requests[1](.success(.object(["number": .integer(17)])))
    #expect(site.calls == [#"pushNavigatorWithURL["done.html",17]"#])
    // A shorter list: the sum moves up.
    site.commands = []
    page.live.setData(try JSONParser.parse(Array(#"{"items":[{"name":"Tea"}]}"#.utf8)))
    #expect(page.live.frame(of: sum)?.y == 44 && site.commands.contains { $0.node == sum })
  }

  @Test func form() throws {
    let site = OpenedSite()
    let page = try start("form.html", site)
    let (mail, hint) = (try node("mail", in: page), try node("hint", in: page))
    let often = try node("often", in: page)
    #expect(site.commands.contains(.setProperty(node: hint, name: "hidden", value: "true")))
    page.live.handle(.textChange(node: mail, text: "ada"))
    site.commands = []
    page.live.handle(.other(node: mail, name: "endEditing", value: .null))
    #expect(site.commands.contains(.setProperty(node: mail, name: "borderWidth", value: "1px")))
    #expect(site.commands.contains(.setProperty(node: hint, name: "hidden", value: "false")))
    #expect(page.live.text(of: hint) == "An address has an @")
    page.live.handle(.textChange(node: mail, text: "ada@example.com"))
    page.live.handle(.other(node: mail, name: "endEditing", value: .null))
    #expect(page.live.text(of: hint) == "" && page.live.property("hidden", of: hint) == "true")
    page.live.handle(.valueChange(node: try node("news", in: page), value: .bool(true)))
    #expect(page.live.property("hidden", of: often) == "false")
    page.live.handle(.click(node: buttons("Sign up", in: page)[0]))
    #expect(site.calls == [#"setStorage["mail","ada@example.com"]"#, #"showHUDWithStatus["Sending"]"#])
    #expect(page.live.data["form"]?["mail"] == .string("ada@example.com"))
  }

  @Test func tabs() throws {
    let site = OpenedSite()
    let page = try start("tabs.html", site)
    let pages = nodes(class: "page", in: page)
    func hidden() -> [String?] { pages.map { page.live.property("hidden", of: $0) } }
    let area = try node("area", in: page)
    #expect(site.commands.contains(.perform(node: area, action: "scrollToTop", arguments: [.bool(true)])))
    #expect(site.commands.contains(.setScrollArea(node: area, width: 375, height: 600)))
    page.live.handle(.click(node: buttons("2", in: page)[0]))
    #expect(hidden() == ["true", "false", "true"])
    #expect(try text("title", in: page) == "Second")
    page.live.handle(.valueChange(node: try node("dots", in: page), value: .integer(2)))
    #expect(hidden() == ["true", "true", "false"])
    #expect(site.calls == [#"setTitle["Second"]"#, #"setTitle["Third"]"#])
    // A third of the width each.
    #expect(nodes(class: "tab", in: page).compactMap { page.live.frame(of: $0)?.width } == [125, 125, 125])
  }

  @Test func feed() throws {
    let site = OpenedSite()
    let page = try start("feed.html", site)
    let list = try node("list", in: page)
    let long = String(repeating: "many words of a note ", count: 10).trimmingCharacters(in: .whitespaces)
    site.requests[0](
      .success(
        .array([
          .object(["name": .string("Monday"), "notes": .array([.object(["text": .string("short")])])]),
          .object([
            "name": .string("Tuesday"),
            "notes": .array([.object(["text": .string(long)]), .object(["text": .string("end")])]),
          ]),
        ])))
    let rows = page.live.children(of: list)
    #expect(
      rows.map { page.live.text(of: $0).trimmingCharacters(in: .whitespacesAndNewlines) }
        == ["Monday", "short", "Tuesday", long, "end"])
    let frames = rows.compactMap { page.live.frame(of: $0) }
    // Notes are as high as their text; each row is where the one before it ends.
    #expect(frames.count == 5 && frames[3].height > frames[1].height && frames[0].height == 28)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $1.y == $0.y + $0.height })
    #expect(site.commands.contains(.perform(node: list, action: "stopHeaderRefresh", arguments: [])))
    page.live.handle(.click(node: rows[4]))
    #expect(site.calls == [#"pushNavigatorWithURL["note.html",{"row":1,"section":1}]"#])
    page.live.handle(.other(node: list, name: "headerRefresh", value: .null))
    site.requests[1](.failure(ScriptRequestFailure("timeout")))
    #expect(site.calls.last == #"alert["Feed","No network"]"#)
    #expect(page.live.children(of: list) == rows)
  }

  @Test func quiz() async throws {
    let site = OpenedSite()
    let queue = DispatchQueue(label: "quiz")
    nonisolated(unsafe) var page: ScriptedPage?
    try queue.sync {
      page = try start(
        "quiz.html", site, data: #"{"numbers":[3,4,{"kind":"on"},9]}"#, queue: queue)
      let page = try #require(page)
      #expect(try text("question", in: page) == "2 + 2")
      let answers = shown(in: page).filter { (page.live.property("class", of: $0) ?? "").hasPrefix("answer") }
      #expect(answers.count == 4)
      #expect(
        site.commands.contains(.setProperty(node: answers[2], name: "backgroundColor", value: "rgb(0, 122, 255)")))
      page.live.handle(.click(node: page.live.children(of: answers[1])[0]))
      #expect(try text("question", in: page) == "3 × 3")
      page.live.handle(.click(node: answers[0]))
      #expect(try text("question", in: page) == "1 right")
      // What a handler throws is reported with its place, and the page goes on.
      page.live.handle(.click(node: answers[0]))
      #expect(site.errors.map(\.message) == ["Error: the quiz is over"])
      #expect(site.errors.map(\.source) == ["quiz.html"] && site.errors.map(\.line) == [13])
    }
    for _ in 0..<300 where !queue.sync(execute: { site.logs.contains("over") }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    try queue.sync {
      #expect(site.logs == ["over"])
      let left = try text("left", in: #require(page))
      #expect(left == "0 s")
      page = nil
    }
  }
}
