import CSSValues
import Compiler
import HybridClient
import HybridLiveLayout
import JSONValues
import Manifest
import PageFormat
import TestSupport
import Testing

/// Rows that have the numbers of those that went, laid out on the device.
@Suite struct RowReuseTests {
  /// After many fillings all is, and all is reported, as on a page that was filled once.
  @Test func framesAreThoseOfAFreshPage() throws {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 300, height: 400, scale: 2)]
    let text = """
      <html html-identify="Token"><head><style>body { width: 100%; height: 100% } label { font-size: 10px }
      .off { display: none }</style></head><body><view t:for="g in groups"><label lines="0">{{ g.name }}</label>
      <view t:for="x in g.items" @class="x.kind"><label lines="0">{{ x.name }}</label></view></view>
      <table t:data="rows"><tableRow><label lines="0">{{ item.name }}</label><view style="display:{{ item.shown }}">
      <label>{{ item.name }}</label></view></tableRow></table><label>end</label></body></html>
      """
    let compiler = PageCompiler(options: options, files: OneFile(text: text))
    let compiled = compiler.compile("index.html")
    let device = DeviceTraits(width: 300, height: 400, scale: 2)
    let opened = OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(compiled.layoutFiles[0].bytes)), device: device)
    let measurer = try #require(compiler.textMeasurer(of: "index.html", scale: device.scale))
    // What a round shows comes of all rounds before it: the seed says them all.
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    func item() -> JSONValue {
      .object([
        "name": .string(
          ["a", "b", "a text of many words, which take more than one line of these 300 px"].randomElement(
            using: &random) ?? ""),
        "shown": .string(Bool.random(using: &random) ? "none" : "flex"),
        "kind": .string(Bool.random(using: &random) ? "off" : ""),
      ])
    }
    func list(_ make: () -> JSONValue) -> JSONValue {
      .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in make() })
    }
    let host = ViewTree()
    let layout = try DeviceLayout(opened, for: device, measuredBy: measurer)
    let page = try LivePage(opened, host: host, layout: layout)
    page.start()
    for round in 0..<60 {
      // Without anything between, too: numbers are free and taken in one turn.
      let data = JSONValue.object([
        "groups": list { .object(["name": .string("group \(round % 3)"), "items": list(item)]) }, "rows": list(item),
      ])
      page.setData(data)
      let fresh = ViewTree()
      let other = try LivePage(
        opened, data: data, host: fresh, layout: try DeviceLayout(opened, for: device, measuredBy: measurer))
      other.start()
      #expect(layout.failure == nil && host.mistakes == [])
      guard host.description == fresh.description else {
        let lines = zip(host.description.split(separator: "\n"), fresh.description.split(separator: "\n"))
        let difference = lines.first { $0 != $1 }.map { "\($0)" } ?? "lengths"
        Issue.record("seed \(seed), round \(round): \(data.canonicalText): \(difference)")
        return
      }
    }
    #expect(layout.layout.nodeCount == page.nodeCount && page.nodeCount < 1000)
  }
}
