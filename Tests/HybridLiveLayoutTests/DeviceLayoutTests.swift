import CSSValues
import Compiler
import HybridClient
import HybridLayout
import HybridLiveLayout
import JSONValues
import Layout
import Manifest
import PageFormat
import TestSupport
import Testing

/// Collects what a page sends its views.
private final class Screen: ViewHost {
  private(set) var commands: [ViewCommand] = []
  func apply(_ commands: [ViewCommand]) { self.commands += commands }

  func take() -> [ViewCommand] {
    defer { commands = [] }
    return commands
  }
}

@Suite struct DeviceLayoutTests {
  private static let built = Viewport(width: 300, height: 400, scale: 2)

  /// A page built at one viewport, opened for another, with what measured it.
  private func open(
    _ body: String, style: String = "", on device: DeviceTraits = DeviceTraits(width: 300, height: 400, scale: 2)
  ) throws -> (OpenedPage, any TextMeasurer) {
    var options = CompilerOptions()
    options.viewports = [Self.built]
    let text = """
      <html html-identify="Token"><head><style>body { width: 100%; height: 100% } label { font-size: 10px }\(style)
      </style></head><body>\(body)</body></html>
      """
    let compiler = PageCompiler(options: options, files: OneFile(text: text))
    let compiled = compiler.compile("index.html")
    let page = OpenedPage(
      page: try PageReader(FileBytes(compiled.pageFile)),
      layout: try LayoutReader(FileBytes(compiled.layoutFiles[0].bytes)), device: device)
    return (page, try #require(compiler.textMeasurer(of: "index.html", scale: device.scale)))
  }

  private func node(_ id: String, in page: LivePage) throws -> Int {
    try #require((0..<page.nodeCount).first { page.property("id", of: $0) == id })
  }

  /// The frames that commands set, by node.
  private func frames(_ commands: [ViewCommand]) -> [Int: [Double]] {
    var frames: [Int: [Double]] = [:]
    for case .setFrame(let node, let frame) in commands {
      frames[node] = [frame.x, frame.y, frame.width, frame.height]
    }
    return frames
  }

  private static let device = DeviceTraits(width: 300, height: 400, scale: 2)

  /// Measures every font twice as wide as the build did.
  private struct WideMeasurer: TextMeasurer {
    let base: any TextMeasurer

    func metrics(for font: FontStyle) -> FontMetrics { base.metrics(for: font) }
    func metrics(for font: FontStyle, language: String) -> FontMetrics { base.metrics(for: font, language: language) }

    func shape(_ paragraph: TextParagraph) -> ShapedParagraph {
      var shaped = base.shape(paragraph)
      shaped.advances = shaped.advances.map { $0 * 2 }
      return shaped
    }

    func reshape(_ range: Range<Int>, of paragraph: TextParagraph) -> [Double] {
      base.reshape(range, of: paragraph).map { $0 * 2 }
    }
  }

  @Test func approximateFramesAreShownUntilTheAppAsksForItsOwn() throws {
    let (opened, measurer) = try open("<view style=\"flex-direction: row\"><label id=\"a\">text</label></view>")
    guard case .approximate(let families) = opened.fit else {
      Issue.record("\(opened.fit)")
      return
    }
    #expect(families.map(\.name) == ["Helvetica Neue"])
    let layout = try DeviceLayout(opened, for: Self.device, measuredBy: WideMeasurer(base: measurer))
    let screen = Screen()
    let page = try LivePage(opened, host: screen, layout: layout)
    page.start()
    let label = try node("a", in: page)
    let built = try #require(frames(screen.take())[label])
    page.layOutAgain()
    let own = try #require(frames(screen.take())[label])
    #expect(abs(own[2] - 2 * built[2]) < 0.1, "\(built) \(own)")
    // Once more changes nothing.
    page.layOutAgain()
    #expect(frames(screen.take()).isEmpty)
  }

  /// A page built upright and turned, and what measured it.
  private func turning(
    _ style: String
  ) throws -> (upright: OpenedPage, turned: OpenedPage, measurer: any TextMeasurer) {
    var options = CompilerOptions()
    options.viewports = [Self.built, Viewport(width: 400, height: 300, scale: 2)]
    let text = """
      <html html-identify="Token"><head><style>body { width: 100%; height: 100% } label { font-size: 10px }\(style)
      </style></head><body><label id="a">text</label><view id="b" @class="kind"></view></body></html>
      """
    let compiler = PageCompiler(options: options, files: OneFile(text: text))
    let compiled = compiler.compile("index.html")
    let reader = try PageReader(FileBytes(compiled.pageFile))
    let pages = try [Self.device, Self.turned].enumerated().map { index, device in
      OpenedPage(
        page: reader, layout: try LayoutReader(FileBytes(compiled.layoutFiles[index].bytes)), device: device)
    }
    return (pages[0], pages[1], try #require(compiler.textMeasurer(of: "index.html", scale: 2)))
  }

  private static let turned = DeviceTraits(width: 400, height: 300, scale: 2)

  @Test func anotherSizeKeepsWhatWasChanged() throws {
    let (upright, turned, measurer) = try turning(
      "#b { height: 20px } @media (min-width: 350px) { #b { height: 50px } }")
    let layout = try DeviceLayout(upright, for: Self.device, measuredBy: measurer)
    let screen = Screen()
    let page = try LivePage(upright, host: screen, layout: layout)
    page.start()
    let (label, box) = (try node("a", in: page), try node("b", in: page))
    page.setText("other", of: label)
    page.flush()
    _ = screen.take()
    #expect(layout.resize(to: turned, for: Self.turned, measuredBy: measurer))
    page.layOutAgain()
    let commands = screen.take()
    #expect(frames(commands)[box]?[2...] == [400, 50])
    #expect(frames(commands)[label]?[2] == 400)
    for command in commands {
      switch command {
      case .setText(label, let text, _): #expect(text == "other")
      case .create, .insert, .remove: Issue.record("\(command)")
      default: continue
      }
    }
    // And back.
    #expect(layout.resize(to: upright, for: Self.device, measuredBy: measurer))
    page.layOutAgain()
    #expect(frames(screen.take())[box]?[2...] == [300, 20])
  }

  /// What views are after commands: their properties and frames.
  private struct Shown: Equatable {
    var properties: [Int: [String: String]] = [:]
    var frames: [Int: [Double]] = [:]

    mutating func take(_ commands: [ViewCommand]) {
      for command in commands {
        switch command {
        case .setProperty(let node, let name, let value): properties[node, default: [:]][name] = value
        case .setFrame(let node, let frame): frames[node] = [frame.x, frame.y, frame.width, frame.height]
        default: continue
        }
      }
    }
  }

  @Test func anotherSizeGivesOtherLooks() throws {
    let (upright, turned, measurer) = try turning(
      """
      #a { color: rgb(0, 128, 0) } .warm { background-color: rgb(250, 220, 200) }
      @media (min-width: 350px) {
        #a { color: rgb(255, 0, 0); font-size: 20px } #b { height: 9px } .warm { background-color: rgb(255, 0, 0) }
      }
      """)
    func change(_ page: LivePage) throws {
      page.setText("other", of: try node("a", in: page))
      page.setProperty("borderWidth", to: "2", of: try node("a", in: page))
      page.setProperty("class", to: "warm", of: try node("b", in: page))
      page.flush()
    }
    func show(_ opened: OpenedPage, _ device: DeviceTraits) throws -> (LivePage, DeviceLayout, Screen) {
      let layout = try DeviceLayout(opened, for: device, measuredBy: measurer)
      let screen = Screen()
      let page = try LivePage(opened, host: screen, layout: layout)
      page.start()
      try change(page)
      return (page, layout, screen)
    }
    let (page, layout, screen) = try show(upright, Self.device)
    var shown = Shown()
    shown.take(screen.take())
    let before = shown
    #expect(layout.resize(to: turned, for: Self.turned, measuredBy: measurer))
    page.takeLooks(of: turned)
    page.layOutAgain()
    let commands = screen.take()
    shown.take(commands)
    for command in commands {
      if case .create = command { Issue.record("\(command)") }
    }
    // As a page that was opened there, with the same changes.
    let other = try show(turned, Self.turned)
    var wanted = Shown()
    wanted.take(other.2.take())
    withExtendedLifetime(other) {}
    #expect(shown == wanted)
    let label = try node("a", in: page)
    #expect(shown.properties[label]?["color"] == "rgb(255, 0, 0)" && shown.properties[label]?["borderWidth"] == "2px")
    #expect(shown.properties[try node("b", in: page)]?["backgroundColor"] == "rgb(255, 0, 0)")
    // And back.
    #expect(layout.resize(to: upright, for: Self.device, measuredBy: measurer))
    page.takeLooks(of: upright)
    page.layOutAgain()
    shown.take(screen.take())
    #expect(shown == before)
  }

  /// What has no size in px is as large as the reader wants it, in frames and in looks; what has one stays.
  @Test func textsFollowTheReadersTextSize() throws {
    let body = """
      <view id="box" style="height: 5rem"/><label id="usual" style="font-size: 1rem">text</label>
      <label id="fixed" style="font-size: 16px">text</label><button id="button">text</button><input id="field"/>
      """
    let ids = ["box", "usual", "fixed", "button", "field"]
    let (opened, measurer) = try open(body)
    let layout = try DeviceLayout(opened, for: Self.device, measuredBy: measurer)
    let screen = Screen()
    let page = try LivePage(opened, host: screen, layout: layout)
    page.start()
    var shown = Shown()
    shown.take(screen.take())
    let before = shown
    func sizes(_ shown: Shown) throws -> [String] {
      try ids.dropFirst().map { try #require(shown.properties[try node($0, in: page)]?["fontSize"]) }
    }
    func heights(_ shown: Shown) throws -> [Double] {
      try ids.map { try #require(shown.frames[try node($0, in: page)])[3] }
    }
    #expect(try sizes(shown) == ["17px", "16px", "15px", "14px"])
    let usual = try heights(shown)
    #expect(usual[0] == 85)
    var large = Self.device
    large.fontScale = 2
    let enlarged = OpenedPage(page: opened.page, layout: opened.layout, device: large)
    #expect(layout.resize(to: enlarged, for: large, measuredBy: measurer))
    page.takeLooks(of: enlarged)
    page.layOutAgain()
    shown.take(screen.take())
    #expect(try sizes(shown) == ["34px", "16px", "30px", "28px"])
    let grown = try heights(shown)
    #expect(grown[0] == 170 && abs(grown[2] - usual[2]) < 0.1 && abs(grown[1] - 2 * usual[1]) < 0.1)
    #expect(abs(grown[3] - 2 * usual[3]) < 0.1)
    // As a page that was opened there.
    let other = try LivePage(
      enlarged, host: screen, layout: DeviceLayout(enlarged, for: large, measuredBy: measurer))
    other.start()
    var wanted = Shown()
    wanted.take(screen.take())
    #expect(shown == wanted)
    // And back.
    let again = OpenedPage(page: opened.page, layout: opened.layout, device: Self.device)
    #expect(layout.resize(to: again, for: Self.device, measuredBy: measurer))
    page.takeLooks(of: again)
    page.layOutAgain()
    shown.take(screen.take())
    #expect(try sizes(shown) == sizes(before) && heights(shown) == usual)
  }

  /// Data is laid out with the rules of the nearest viewport, as large as that one, and never put into boxes of other texts.
  @Test func rulesThatWereNotBuiltLeaveThoseOfTheNearestViewport() throws {
    let (upright, turned, measurer) = try turning(
      """
      #a { align-self: flex-start } @media (min-width: 350px) { #b { height: 50px } }
      @media (min-width: 600px) { #b { height: 90px } }
      """)
    let wide = DeviceTraits(width: 700, height: 300, scale: 3)
    let opened = OpenedPage(page: turned.page, layout: turned.layout, device: wide)
    let layout = try DeviceLayout(opened, for: wide, measuredBy: measurer)
    #expect(layout.obstacle == .rules && layout.failure == nil)
    let screen = Screen()
    let page = try LivePage(opened, host: screen, layout: layout)
    page.start()
    let (label, box) = (try node("a", in: page), try node("b", in: page))
    let short = try #require(page.frame(of: label))
    page.setText("a longer text", of: label)
    page.flush()
    #expect(try #require(page.frame(of: label)).width > short.width && layout.failure == nil)
    #expect(page.frame(of: box).map { [$0.width, $0.height] } == [400, 50])
    // In place there and back, with what was changed.
    #expect(layout.resize(to: upright, for: Self.device, measuredBy: measurer) && layout.obstacle == nil)
    page.layOutAgain()
    #expect(page.frame(of: box).map { [$0.width, $0.height] } == [300, 0])
    #expect(layout.resize(to: opened, for: wide, measuredBy: measurer) && layout.obstacle == .rules)
    page.layOutAgain()
    #expect(page.frame(of: box).map { [$0.width, $0.height] } == [400, 50])
    #expect(page.text(of: label) == "a longer text")
  }

  /// A scheme that was not built leaves the size as it is.
  @Test func schemesThatWereNotBuiltLeaveTheSize() throws {
    let (upright, _, measurer) = try turning("@media (prefers-color-scheme: dark) { #b { height: 70px } }")
    let dark = DeviceTraits(width: 320, height: 400, scale: 2, colorScheme: .dark)
    let opened = OpenedPage(page: upright.page, layout: upright.layout, device: dark)
    let layout = try DeviceLayout(opened, for: dark, measuredBy: measurer)
    let page = try LivePage(opened, host: Screen(), layout: layout)
    page.start()
    #expect(layout.obstacle == .rules && layout.failure == nil)
    #expect(page.frame(of: try node("b", in: page)).map { [$0.width, $0.height] } == [320, 0])
  }

  @Test func whatCannotBeLaidOutIsMadeAgain() throws {
    let (upright, turned, measurer) = try turning("")
    let layout = try DeviceLayout(upright, for: Self.device, measuredBy: measurer)
    #expect(!layout.resize(to: turned, for: DeviceTraits(width: .nan, height: 300, scale: 2), measuredBy: measurer))
    #expect(layout.resize(to: turned, for: Self.turned, measuredBy: measurer))
  }

  @Test func theFirstFrameComesFromThePackage() throws {
    let (opened, measurer) = try open("<label id=\"a\">text</label>")
    let layout = try DeviceLayout(opened, for: Self.device, measuredBy: measurer)
    let page = try LivePage(opened, host: Screen(), layout: layout)
    page.start()
    #expect(layout.layout.current == nil)
    let frame = try #require(page.frame(of: node("a", in: page)))
    page.setText("text", of: try node("a", in: page))
    page.flush()
    #expect(layout.layout.current == nil)
    page.setText("other", of: try node("a", in: page))
    page.flush()
    #expect(layout.layout.current != nil && layout.failure == nil)
    #expect(page.frame(of: try node("a", in: page)) == frame)
  }

  @Test func aTextThatGrowsMovesWhatFollowsAndNothingElse() throws {
    let (opened, measurer) = try open(
      """
      <view id="top" style="height: 30px"><label id="still">still</label></view><label id="text" lines="0">short</label>
      <view id="end" style="height: 20px"><label id="inner">inner</label></view>
      """)
    let screen = Screen()
    let page = try LivePage(
      opened, host: screen, layout: try DeviceLayout(opened, for: Self.device, measuredBy: measurer))
    page.start()
    _ = screen.take()
    let text = try node("text", in: page)
    let end = try node("end", in: page)
    let top = try #require(page.frame(of: end)).y
    let height = try #require(page.frame(of: text)).height
    page.setText(String(repeating: "many words ", count: 20), of: text)
    page.flush()
    let commands = screen.take()
    // The view after the text moves by what the text grew; its own content is where it was in it.
    let grown = try #require(page.frame(of: text)).height
    #expect(grown > 1.5 * height)
    #expect(frames(commands) == [text: [0, 30, 300, grown], end: [0, top + grown - height, 300, 20]])
    let texts = commands.compactMap {
      if case .setText(let node, _, let lines) = $0 { (node, lines.count) } else { nil }
    }
    #expect(texts.count == 1 && texts[0].0 == text && Double(texts[0].1) * height == grown)
  }

  /// A counter's digits are as wide as each other: nothing moves, and the text is another.
  @Test func textsOfTheSamePlacesAreDrawnAgain() throws {
    let (opened, measurer) = try open("<label id=\"l\">{{ n }}</label><button id=\"b\" title=\"{{ n }}\"/>")
    let screen = Screen()
    let page = try LivePage(
      opened, data: try JSONParser.parse(Array(#"{"n":1}"#.utf8)), host: screen,
      layout: try DeviceLayout(opened, for: Self.device, measuredBy: measurer))
    page.start()
    _ = screen.take()
    page.setData(try JSONParser.parse(Array(#"{"n":7}"#.utf8)))
    let texts = screen.take().compactMap {
      if case .setText(_, let text, let lines) = $0 { [text] + lines.map(\.text) } else { nil }
    }
    #expect(texts == [["7", "7"], ["7", "7"]])
  }

  /// Thirds, percentages and fractions of lines lie between the 1/64 px of files; a layout on the device has its numbers.
  @Test func fractionsOfPixelsAreThoseOfThePackage() throws {
    let (opened, measurer) = try open(
      """
      <view id="row"><view><label id="n">1</label></view><view><label>two words</label></view><view/></view>
      <scrollView><label>a text of some more words than one line has, in a box that scrolls</label><view id="high"/>
      </scrollView><label id="last">last</label>
      """,
      style: """
        #row { flex-direction: row; width: 33.3% } #row view { flex: 1; padding: 3.3%; border-radius: 1.234px }
        scrollView { height: 12.34%; width: 61.7% } scrollView label { margin: 1.1%; line-height: 1.37 }
        #high { height: 30.01%V; width: 120% } #last { line-height: 1.7777; transform: translateX(0.3px) }
        """)
    let screen = Screen()
    let layout = try DeviceLayout(opened, for: Self.device, measuredBy: measurer)
    let page = try LivePage(opened, host: screen, layout: layout)
    page.start()
    _ = screen.take()
    page.setText("7", of: try node("n", in: page))
    page.flush()
    let commands = screen.take()
    #expect(frames(commands) == [:])
    #expect(commands.count == 1)
    let model = try #require(layout.layout.current)
    let reader = try #require(opened.layout)
    let file = opened.page
    #expect(
      (0..<file.nodeCount).map { page.frame(of: $0) } == (0..<file.nodeCount).map { reader.frame($0, in: file)?.rect })
    let built = (0..<file.nodeCount).flatMap { reader.lines($0, in: file) }
    #expect(model.lines.map(\.rect) == built.map(\.frame.rect))
    #expect(model.lines.map(\.baseline) == built.map { LayoutUnit.pixels($0.baseline) })
    #expect(
      model.scrollAreas.map { [$0.width, $0.height] }
        == (0..<file.nodeCount).compactMap { node in
          reader.scrollArea(node).map { [LayoutUnit.pixels($0.width), LayoutUnit.pixels($0.height)] }
        })
    #expect(
      model.corners.map(\.radii)
        == (0..<file.nodeCount).compactMap { node in reader.corners(node).map { $0.map(LayoutUnit.pixels) } })
    #expect(
      built.contains { $0.frame.y % 64 != 0 } && model.frames.contains { $0.rect.width != $0.rect.width.rounded() })
  }

  /// A text of thousands of lines is read once, not once a line; every line has its own part of it.
  @Test func linesOfLongTextsShowAllOfThem() throws {
    let (opened, measurer) = try open("<label id=\"l\" lines=\"0\">x</label><label id=\"m\">{{ m }}</label>")
    let layout = try DeviceLayout(opened, for: Self.device, measuredBy: measurer)
    let screen = Screen()
    let page = try LivePage(
      opened, data: try JSONParser.parse(Array(#"{"m":"other"}"#.utf8)), host: screen, layout: layout)
    page.start()
    _ = screen.take()
    let long = String(repeating: "a𝄞é", count: 30_000)
    page.setText(long, of: try node("l", in: page))
    page.flush()
    let lines = screen.take().compactMap { command in
      if case .setText(_, long, let lines) = command { lines.map(\.text) } else { nil }
    }
    #expect(lines.count == 1 && lines[0].count > 1000 && lines[0].joined() == long)
    let model = try #require(layout.layout.current)
    let texts = layout.layout.texts(of: model.lines, in: model)
    #expect(texts.count == model.lines.count && texts.last == "other" && texts.dropLast().joined() == long)
    #expect(texts.last == model.lines.last.map { layout.layout.text(of: $0, in: model) })
  }

  @Test func rowsOfATableAreAsHighAsTheirData() throws {
    let (opened, measurer) = try open(
      """
      <table id="list" style="height: 200px"><tableRow><label lines="0">{{ item.text }}</label></tableRow></table>
      """)
    let screen = Screen()
    let page = try LivePage(
      opened, host: screen, layout: try DeviceLayout(opened, for: Self.device, measuredBy: measurer))
    page.start()
    let table = try node("list", in: page)
    func rows(_ texts: [String]) -> JSONValue { .array(texts.map { .object(["text": .string($0)]) }) }
    page.setTable(rows(["one", String(repeating: "long ", count: 100), "three"]), of: table)
    page.flush()
    let heights = page.children(of: table).compactMap { page.frame(of: $0)?.height }
    #expect(heights.count == 3 && heights[0] == heights[2] && heights[1] > 1.5 * heights[0])
    let tops = page.children(of: table).compactMap { page.frame(of: $0)?.y }
    #expect(tops[1] == tops[0] + heights[0] && tops[2] == tops[1] + heights[1])
    _ = screen.take()
    page.setTable(rows(["one", "short", "three"]), of: table)
    page.flush()
    let moved = frames(screen.take())
    #expect(moved[page.children(of: table)[0]] == nil)
    #expect(moved[page.children(of: table)[2]]?[1] == 2 * heights[0])
  }

  @Test func classesFromDataMoveWhatTheirRulesMove() throws {
    let (opened, measurer) = try open(
      """
      <view t:for="row in rows" class="row" @class="row.kind"/><view id="end" style="height: 5px"/>
      """, style: ".row { height: 20px } .high { height: 50px }")
    let page = try LivePage(
      opened, data: try JSONParser.parse(Array(#"{"rows":[{"kind":"high"},{"kind":""}]}"#.utf8)), host: Screen(),
      layout: try DeviceLayout(opened, for: Self.device, measuredBy: measurer))
    page.start()
    let end = try node("end", in: page)
    #expect(page.frame(of: end)?.y == 70)
    page.setData(try JSONParser.parse(Array(#"{"rows":[{"kind":""},{"kind":""}]}"#.utf8)))
    #expect(page.frame(of: end)?.y == 40)
  }

  @Test func anotherPhoneIsLaidOutAtOnce() throws {
    let device = DeviceTraits(width: 360, height: 700, scale: 3)
    let (opened, measurer) = try open("<view id=\"half\" style=\"width: 50%; height: 10%\"/>", on: device)
    #expect(opened.fit != .exact)
    let page = try LivePage(
      opened, host: Screen(), layout: try DeviceLayout(opened, for: device, measuredBy: measurer))
    page.start()
    #expect(page.frame(of: try node("half", in: page)) == LayoutRect(x: 0, y: 0, width: 180, height: 70))
    let (narrow, _) = try open(
      "<view/>", style: "@media (min-width: 500px) { view { height: 1px } }", on: device)
    let wide = DeviceTraits(width: 600, height: 700, scale: 3)
    #expect(try DeviceLayout(narrow, for: wide, measuredBy: measurer).obstacle == .rules)
    #expect(throws: RelayoutError.viewport) {
      try DeviceLayout(narrow, for: DeviceTraits(width: .nan, height: 700, scale: 3), measuredBy: measurer)
    }
  }
}
