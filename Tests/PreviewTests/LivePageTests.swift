import CSSValues
import Compiler
import Foundation
import HybridClient
import JSONValues
import Manifest
import Testing

@testable import Preview

/// Token pages that are opened live: what is asked over a socket, and how many may stay open.
@Suite(.serialized) struct LivePageTests {
  private struct OneFile: SiteFiles {
    let text: String
    func read(_ path: String) throws(SiteFileError) -> [UInt8] {
      guard path == "index.html" else { throw .missing }
      return Array(text.utf8)
    }
    func contains(_ path: String) -> Bool { path == "index.html" }
  }

  private static let body = """
    <input @bind="name" @return="send(name)"/><label style="height: 20px">Hello {{ name }}</label>
    <button style="height: 30px" title="Press" @click="press('a', name)"/>
    <view style="flex-direction: row"><label>{{ name }}</label><view style="width: 5px; height: 5px"/></view>
    <view t:for="item in list" style="height: 10px"/>
    """

  /// The entries of a release with a Token page and one of HTML.
  private static let entries: [String: [UInt8]] = {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 2)]
    var entries: [String: [UInt8]] = [:]
    for (name, text) in [
      ("index.html", "<html html-identify=\"Token\"><body>\(body)</body></html>"),
      ("plain.html", "<!DOCTYPE html><title>t</title><p>words"),
    ] {
      let page = PageCompiler(options: options, files: OneFile(text: text)).compile("index.html")
      entries["pages/\(name).page"] = page.pageFile
      for layout in page.layoutFiles { entries["layouts/300x400@2/\(name).layout"] = layout.bytes }
    }
    return entries
  }()

  private static func json(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  private static func open(
    _ pages: LivePages, _ more: String = "", page: String = "index.html", standing: String = "{}"
  ) async throws -> JSONValue {
    try await pages.open(
      json(#"{"page":"\#(page)","device":"300x400@2"\#(more)}"#), from: { entries[$0] }, standing: json(standing))
  }

  /// The commands of an answer that do something, with what they say.
  private static func commands(_ answer: JSONValue, _ operation: String) -> [JSONValue] {
    (answer["commands"]?.elements ?? []).filter { $0["op"]?.text == operation }
  }

  private static func node(_ answer: JSONValue, _ component: String) throws -> Int64 {
    let made = commands(answer, "create").first { $0["component"]?.text == component }
    return try #require(made?["node"]?.int)
  }

  private static func texts(_ answer: JSONValue) -> [String] {
    commands(answer, "setText").compactMap { $0["text"]?.text }
  }

  @Test func whatIsTypedFollowsInBindings() async throws {
    let pages = LivePages()
    let opened = try await Self.open(pages, #","data":{"name":"Ada"}"#)
    #expect(opened["width"]?.double == 300 && opened["height"]?.double == 400)
    #expect(Self.texts(opened).contains("Hello Ada") && Self.texts(opened).contains("Ada"))
    // Laid out on the device: the view after the text begins where the text ends.
    func end(_ answer: JSONValue) -> Double? {
      Self.commands(answer, "setFrame").first { $0["width"]?.double == 5 }?["x"]?.double
    }
    let before = try #require(end(opened))
    #expect(before > 5 && opened["problem"] == nil)
    let id = try #require(opened["id"]?.text)
    let input = try Self.node(opened, "input")
    let typed = try await pages.send(
      Self.json(#"{"events":[{"event":"textChange","node":\#(input),"text":"Ada Lovelace"}]}"#), to: id)
    #expect(Self.texts(typed).sorted() == ["Ada Lovelace", "Hello Ada Lovelace"])
    #expect(try #require(end(typed)) > before * 2)
    // Handlers' calls come with the values of their arguments, in the order of the events.
    let button = try Self.node(opened, "button")
    let pressed = try await pages.send(
      Self.json(#"{"events":[{"event":"click","node":\#(button)},{"event":"return","node":\#(input)}]}"#), to: id)
    let calls = try #require(pressed["calls"]?.elements)
    #expect(calls.map { $0["function"]?.text } == ["press", "send"])
    #expect(calls.first?["arguments"]?.elements?.compactMap(\.text) == ["a", "Ada Lovelace"])
    #expect(calls.first?["node"]?.int == button)
    // Nothing is reported twice.
    let again = try await pages.send(Self.json(#"{"events":[]}"#), to: id)
    #expect(again["commands"]?.elements == [] && again["calls"]?.elements == [])
    // Other data: copies come and go.
    let filled = try await pages.send(Self.json(#"{"data":{"name":"Bo","list":[1,2,3]}}"#), to: id)
    #expect(Self.texts(filled).contains("Hello Bo") && Self.commands(filled, "create").count == 3)
    let emptied = try await pages.send(Self.json(#"{"data":{"name":"Bo"}}"#), to: id)
    #expect(Self.commands(emptied, "remove").count == 3)
  }

  @Test func theStandingDataFillsWhereNoneIsBrought() async throws {
    let pages = LivePages()
    #expect(Self.texts(try await Self.open(pages, standing: #"{"name":"Eve"}"#)).contains("Hello Eve"))
    let own = try await Self.open(pages, #","data":{}"#, standing: #"{"name":"Eve"}"#)
    #expect(Self.texts(own).contains("Hello"))
  }

  @Test func invalidPagesAndEventsAreRefused() async throws {
    let pages = LivePages()
    func status(_ body: () async throws -> JSONValue) async -> Int {
      do {
        _ = try await body()
        return 200
      } catch {
        return (error as? LivePages.Failure)?.status ?? 0
      }
    }
    func opening(_ text: String) async -> Int {
      await status { try await pages.open(Self.json(text), from: { Self.entries[$0] }, standing: .object([:])) }
    }
    #expect(await opening("{}") == 400)
    #expect(await opening("[]") == 400)
    #expect(await opening(#"{"page":1,"device":"300x400@2"}"#) == 400)
    #expect(await opening(#"{"page":"index.html","device":"300x400@2","data":[1]}"#) == 400)
    #expect(await opening(#"{"page":"none.html","device":"300x400@2"}"#) == 404)
    #expect(await opening(#"{"page":"index.html","device":"other"}"#) == 404)
    for path in ["../pages/index.html", "a/../index.html", "index.html\\u0000", "./index.html", "a\\\\index.html"] {
      #expect(await opening(#"{"page":"\#(path)","device":"300x400@2"}"#) == 404, "\(path)")
    }
    #expect(await opening(#"{"page":"plain.html","device":"300x400@2"}"#) == 409)
    let cut = await status {
      try await pages.open(
        Self.json(#"{"page":"index.html","device":"300x400@2"}"#),
        from: { Self.entries[$0].map { Array($0.prefix(100)) } }, standing: .object([:]))
    }
    #expect(cut == 409)
    #expect(await pages.count == 0)
    let opened = try await Self.open(pages)
    let id = try #require(opened["id"]?.text)
    func statusOfEvents(_ text: String, to name: String) async -> Int {
      await status { try await pages.send(Self.json(text), to: name) }
    }
    #expect(await statusOfEvents(#"{"events":[]}"#, to: "none") == 404)
    #expect(await statusOfEvents("{}", to: id) == 400)
    #expect(await statusOfEvents(#"{"events":[{}]}"#, to: id) == 400)
    #expect(await statusOfEvents(#"{"events":[{"event":"click"}]}"#, to: id) == 400)
    #expect(await statusOfEvents(#"{"data":7}"#, to: id) == 400)
    let many = Array(repeating: #"{"event":"appear"}"#, count: LivePages.mostEvents + 1).joined(separator: ",")
    #expect(await statusOfEvents(#"{"events":[\#(many)]}"#, to: id) == 400)
    // Nodes that are none, and values of any kind, do nothing.
    for event in [
      #"{"event":"click","node":-1}"#, #"{"event":"click","node":9223372036854775807}"#,
      #"{"event":"textChange","node":99999,"text":"x"}"#, #"{"event":"valueChange","node":0,"value":[{"a":null}]}"#,
      #"{"event":"scroll","node":0,"x":1e308,"y":-1e308}"#, #"{"event":"","node":0}"#,
    ] {
      #expect(await statusOfEvents(#"{"events":[\#(event)]}"#, to: id) == 200, "\(event)")
    }
    await pages.end(id)
    #expect(await statusOfEvents(#"{"events":[]}"#, to: id) == 404)
  }

  @Test func aFewPagesStayOpen() async throws {
    let pages = LivePages()
    var names: [String] = []
    for _ in 0..<LivePages.mostPages { names.append(try #require(try await Self.open(pages)["id"]?.text)) }
    #expect(Set(names).count == LivePages.mostPages && names.allSatisfy { $0.count == 32 })
    // The first is used: the second is the one that goes.
    _ = try await pages.send(Self.json(#"{"events":[]}"#), to: names[0])
    _ = try await Self.open(pages)
    #expect(await pages.count == LivePages.mostPages)
    _ = try await pages.send(Self.json(#"{"events":[]}"#), to: names[0])
    await #expect(throws: LivePages.Failure.self) { try await pages.send(Self.json(#"{"events":[]}"#), to: names[1]) }
  }

  @Test func idlePagesAreEnded() async throws {
    let pages = LivePages(longestIdle: .milliseconds(50))
    // Those that are opened later are looked after as well. Tests beside this one may hold the runtime's threads for long.
    for _ in 0..<2 {
      _ = try await Self.open(pages)
      let end = ContinuousClock.now + .seconds(120)
      while await pages.count > 0, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(20)) }
      #expect(await pages.count == 0)
    }
  }

  @Test func requestsOverASocketAreAnswered() async throws {
    let entries = Self.entries
    try await onThread {
      let site = try Site()
      site.server.show {
        "\($0)"
      } _: { content in
        content.file = { entries[$0] }
      }
      let opening = #"{"page":"index.html","device":"300x400@2","data":{"name":"Ada"}}"#
      func post(_ path: String, _ body: String, _ headers: String = "", host: String = "localhost") throws -> String {
        try site.ask(
          """
          POST \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/json\r\n\(headers)\
          Content-Length: \(body.utf8.count)\r\n\r\n\(body)
          """)
      }
      func status(_ answer: String) -> String { String(answer.split(separator: " ").dropFirst().first ?? "none") }
      let opened = try post("/views", opening, "Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n")
      #expect(status(opened) == "200" && opened.contains("Hello Ada"))
      let id = try #require(opened.firstMatch(of: #/"id":"([0-9a-f]{32})"/#)).1
      #expect(status(try post("/views/\(id)", #"{"events":[{"event":"appear"}]}"#)) == "200")
      // Pages of other sites, by a name of their own, a form or a frame.
      #expect(status(try post("/views", opening, "Origin: http://evil.example\r\n")) == "403")
      #expect(status(try post("/views", opening, "Origin: null\r\n")) == "403")
      #expect(status(try post("/views", opening, "Sec-Fetch-Site: cross-site\r\n")) == "403")
      #expect(status(try post("/views", opening, host: "evil.example")) == "403")
      let form = """
        POST /views HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: \(opening.utf8.count)\
        \r\n\r\n\(opening)
        """
      #expect(status(try site.ask(form)) == "415")
      let asked = "OPTIONS /views HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n"
      #expect(!(try site.ask(asked)).contains("200 OK"))
      // Bodies that are none, too large or of no stated length.
      #expect(status(try post("/views", "{")) == "400")
      #expect(status(try post("/views", #"{"page":"index.html","page":"x"}"#)) == "400")
      #expect(status(try post("/views", String(repeating: "[", count: 50_000))) == "400")
      #expect(status(try post("/views", String(repeating: " ", count: LivePages.largestBody + 1))) == "413")
      let chunked =
        "POST /views HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
      #expect(status(try site.ask(chunked)) == "411")
      #expect(status(try post("/views/\(id)/other", "{}")) == "404")
      #expect(status(try post("/views/", "{}")) == "404")
      // Only what is asked for live takes a POST.
      for path in ["/", "/viewsx", "/state.json", "/live/pages/index.html.page"] {
        #expect(status(try post(path, "{}")) == "405", "\(path)")
      }
      #expect(try site.status("/views") == "404")
      #expect(status(try post("/views/\(id)/end", "{}")) == "200")
      #expect(status(try post("/views/\(id)", #"{"events":[]}"#)) == "404")
    }
  }
}
