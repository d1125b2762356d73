import CSSValues
import Compiler
import HybridClient
import JSONValues
import Manifest
import PageFormat
import TestSupport
import Testing

/// What is hidden in what, and rows of an app's own components.
@Suite struct LivePageTreeTests {
  private func open(_ body: String, components: [Component] = []) throws -> OpenedPage {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 1)]
    options.components = components
    let text = "<html html-identify=\"Token\"><body>\(body)</body></html>"
    let compiled = PageCompiler(options: options, files: OneFile(text: text)).compile("index.html")
    return OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(compiled.layoutFiles[0].bytes)),
      device: DeviceTraits(width: 300, height: 400, scale: 1))
  }

  private func node(_ id: String, in page: LivePage) throws -> Int {
    try #require((0..<page.nodeCount).first { page.property("id", of: $0) == id })
  }

  @Test func whatIsHiddenIsReportedOnce() throws {
    let log = CommandLog()
    let page = try LivePage(
      try open(
        """
        <view id="out" hidden="true"><view id="in"><label id="own" hidden="true">a</label><label id="text">b</label></view>
        </view>
        """), host: log)
    page.start()
    let (out, inner, own, text) = (
      try node("out", in: page), try node("in", in: page), try node("own", in: page), try node("text", in: page)
    )
    let reported = log.take().split(separator: "\n").filter { $0.contains(" hidden ") }
    // What is inside is hidden with the view around it; what is hidden itself says so for when that is shown.
    #expect(reported.contains("set \(out) hidden true"))
    #expect(!reported.contains { $0.hasPrefix("set \(inner) ") || $0.hasPrefix("set \(text) ") })
    #expect(page.property("hidden", of: own) == "true")
    page.setProperty("hidden", to: "false", of: out)
    page.flush()
    #expect(log.take() == "set \(out) hidden false")
    page.setProperty("hidden", to: "true", of: text)
    page.flush()
    #expect(log.take() == "set \(text) hidden true")
  }

  @Test func anAppsOwnComponentMakesRows() throws {
    let log = CommandLog()
    let page = try LivePage(
      try open(
        """
        <feed id="feed" t:data="(entry, at) in list"><tableRow style="height:60px"><label>{{ at }} {{ entry.name }}</label>
        </tableRow></feed>
        """,
        components: [Component("feed", scrolls: true, hasRows: true)]),
      data: try JSONParser.parse(Array(#"{"list":[{"name":"a"},{"name":"b"}]}"#.utf8)), host: log)
    page.start()
    let feed = try node("feed", in: page)
    #expect(
      page.children(of: feed).map { page.text(of: $0).split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        == ["0 a", "1 b"])
    #expect(page.children(of: feed).compactMap { page.row(of: $0)?.row } == [0, 1])
    #expect(page.children(of: feed).compactMap { page.frame(of: $0)?.y } == [0, 60])
    page.setData(try JSONParser.parse(Array(#"{"list":[{"name":"c"}]}"#.utf8)))
    #expect(page.children(of: feed).count == 1)
    page.setTable(
      try JSONParser.parse(Array(#"[{"rowsData":[{"name":"x"},{"name":"y"},{"name":"z"}]}]"#.utf8)), of: feed)
    page.flush()
    #expect(page.children(of: feed).count == 3 && page.row(of: page.children(of: feed)[2])?.row == 2)
  }

  /// Page files of no build: 50,000 elements inside of each other, and side by side.
  @Test(arguments: [true, false]) func largeTreesAreShown(isDeep: Bool) throws {
    var model = PageModel(source: "index.html", dialect: .token)
    let (view, text) = (model.strings.intern("view"), model.strings.intern("x"))
    for number in 0..<50_000 {
      var node = PageNode(kind: .element, parent: number == 0 ? nil : isDeep ? number - 1 : 0)
      (node.tag, node.component) = (view, view)
      model.nodes.append(node)
    }
    var last = PageNode(kind: .text, parent: 49_999)
    last.text = text
    model.nodes.append(last)
    model.closeSubtrees()
    let log = CommandLog()
    let page = try LivePage(
      OpenedPage(
        page: try PageReader(FileBytes(model.encode())), layout: nil,
        device: DeviceTraits(width: 300, height: 400, scale: 1)), host: log)
    page.start()
    #expect(page.text(of: 0) == "x")
    #expect(log.take().contains(isDeep ? "insert 49999 49998 0" : "insert 49999 0 49998"))
  }
}
