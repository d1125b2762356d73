import CSSValues
import Compiler
import HybridClient
import HybridLiveLayout
import JSONValues
import Layout
import Manifest
import PageFormat
import TestSupport
import Testing

/// Looks that data and scripts set on the device are as those that a build knows.
@Suite struct BoundLookTests {
  private final class Screen: ViewHost {
    /// By node: what its view was given last.
    private(set) var properties: [Int: [String: String]] = [:]

    func apply(_ commands: [ViewCommand]) {
      for case .setProperty(let node, let name, let value) in commands { properties[node, default: [:]][name] = value }
    }
  }

  private static let device = DeviceTraits(width: 300, height: 400, scale: 2)

  private static func compile(_ body: String, _ style: String = "") -> (page: CompiledPage, compiler: PageCompiler) {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 200, height: 400, scale: 2), Viewport(width: 300, height: 400, scale: 2)]
    let compiler = PageCompiler(
      options: options,
      files: OneFile(
        text: """
          <html html-identify="Token"><head><style>label { font-size: 10px }
          view[name="row"] { flex-direction: row } \(style)</style></head><body>\(body)</body></html>
          """))
    return (compiler.compile("index.html"), compiler)
  }

  private static func open(_ page: CompiledPage, at layout: Int = 1) throws -> OpenedPage {
    OpenedPage(
      page: try PageReader(FileBytes(page.pageFile)),
      layout: try LayoutReader(FileBytes(page.layoutFiles[layout].bytes)), device: device)
  }

  /// A page shown with data, laid out on the device.
  private static func show(
    _ body: String, style: String = "", data: String, screen: Screen = Screen()
  ) throws -> (LivePage, DeviceLayout) {
    let (page, compiler) = compile(body, style)
    let opened = try open(page)
    let layout = try DeviceLayout(
      opened, for: device, measuredBy: try #require(compiler.textMeasurer(of: "index.html", scale: 2)))
    let live = try LivePage(opened, data: try JSONParser.parse(Array(data.utf8)), host: screen, layout: layout)
    live.start()
    return (live, layout)
  }

  private static func frames(_ page: LivePage) -> [LayoutRect?] { (0..<page.nodeCount).map { page.frame(of: $0) } }

  /// What is in a page with its data, and the same page as a build has it whole.
  struct Case: Sendable, CustomStringConvertible {
    var bound: String
    var written: String
    var data = #"{"n": 30}"#
    var description: String { bound }

    init(_ bound: String, _ written: String, _ data: String = #"{"n": 30}"#) {
      self.bound = bound
      self.written = written
      self.data = data
    }
  }

  static let cases: [Case] = [
    Case(#"<view style="width: {{ n }}px; height: 20px"/>"#, #"<view style="width: 30px; height: 20px"/>"#),
    Case(#"<view style="width: {{ n }}; height: {{ n }}px"/>"#, #"<view style="width: 30; height: 30px"/>"#),
    Case(#"<view style="width: {{ n }}; height: 9px"/>"#, #"<view style="width:25%;height:9px"/>"#, #"{"n":"25%"}"#),
    Case(#"<view style="width: {{ n }}"/>"#, #"<view style="width: 50%H"/>"#, #"{"n":"50%H"}"#),
    Case(
      #"<view style="width: calc(100% - {{ n }}px); height: calc(50%V-{{ n }}px)"/>"#,
      #"<view style="width: calc(100% - 30px); height: calc(50%V-30px)"/>"#),
    Case(
      #"<view style="margin: 4px {{ n }}px; height: 5px"/>"#, #"<view style="margin: 4px 30px; height: 5px"/>"#),
    Case(
      #"<view style="padding: {{ a }}px {{ b }}px"><label>x</label></view>"#,
      #"<view style="padding: 3px 7px"><label>x</label></view>"#, #"{"a":3,"b":7}"#),
    Case(
      #"<view style="flex-direction: {{ d }}"><label>a</label><label>b</label></view>"#,
      #"<view style="flex-direction: row"><label>a</label><label>b</label></view>"#, #"{"d":"row"}"#),
    Case(
      #"<view name="row"><view style="flex: {{ n }}; height: 5px"/><view style="flex: 1"/></view>"#,
      #"<view name="row"><view style="flex: 2; height: 5px"/><view style="flex: 1"/></view>"#, #"{"n":2}"#),
    Case(
      #"<view style="display: {{ d }}; height: 30px"/><label>below</label>"#,
      #"<view style="display: none; height: 30px"/><label>below</label>"#, #"{"d":"none"}"#),
    Case(
      #"<view style="font-size: {{ n }}px"><view style="width: 2em; height: 1em"/></view>"#,
      #"<view style="font-size: 30px"><view style="width: 2em; height: 1em"/></view>"#),
    Case(
      #"<view name="row"><label style="font: {{ f }}">text</label></view>"#,
      #"<view name="row"><label style="font: Serif 30px">text</label></view>"#, #"{"f":"Serif 30px"}"#),
    Case(
      #"<view name="row"><label fontSize="{{ n }}">text</label></view>"#,
      #"<view name="row"><label fontSize="30">text</label></view>"#),
    Case(
      #"<view name="row"><label font="{{ f }}">text</label></view>"#,
      #"<view name="row"><label font="Serif 30px">text</label></view>"#, #"{"f":"Serif 30px"}"#),
    Case(
      #"<view borderWidth="{{ n }}"><label>text</label></view>"#,
      #"<view borderWidth="30"><label>text</label></view>"#),
    Case(
      #"<label lines="{{ n }}">\#(words)</label><label>below</label>"#,
      #"<label lines="2">\#(words)</label><label>below</label>"#, #"{"n":2}"#),
    Case(
      #"<label lines="{{ n }}">\#(words)</label>"#, #"<label lines="0">\#(words)</label>"#, #"{"n":0}"#),
    Case(
      #"<view name="row"><button title="{{ t }}"/></view>"#, #"<view name="row"><button title="Buy now"/></view>"#,
      #"{"t":"Buy now"}"#),
    Case(
      #"<view name="row"><label text="{{ t }}"/></view>"#, #"<view name="row"><label>Buy now</label></view>"#,
      #"{"t":"Buy now"}"#),
  ]

  static let rowCases: [Case] = [
    Case(
      #"<table rowHeight="{{ n }}"><tableRow><label>a</label></tableRow><tableRow/></table><label>below</label>"#,
      #"<table rowHeight="30"><tableRow><label>a</label></tableRow><tableRow/></table><label>below</label>"#),
    Case(
      #"<table row-height="{{ n }}px" rowSectionHeight="{{ n }}"><tableSection/><view><tableRow/></view></table>"#,
      #"<table rowHeight="30px" rowSectionHeight="30"><tableSection/><view><tableRow/></view></table>"#),
    Case(
      #"<table rowHeight="{{ n }}" style="height: 90px"><tableRow/><tableRow style="height: 7px"/></table>"#,
      #"<table rowHeight="50%" style="height: 90px"><tableRow/><tableRow style="height: 7px"/></table>"#,
      #"{"n":"50%"}"#),
    Case(
      #"<table rowHeight="calc(100%V - {{ n }}px)"><tableRow/></table>"#,
      #"<table rowHeight="calc(100%V - 30px)"><tableRow/></table>"#),
    Case(
      #"<table rowHeight="{{ n }}"><tableRow><table><tableRow/></table></tableRow></table>"#,
      #"<table rowHeight="30"><tableRow><table><tableRow/></table></tableRow></table>"#),
    Case(
      #"<table rowHeight="{{ n }}"><tableRow><label>a</label></tableRow></table>"#,
      #"<table><tableRow><label>a</label></tableRow></table>"#, #"{"n":"tall"}"#),
    Case(
      #"<table sectionMargin="{{ n }}"><tableRow/><tableSection/><view><tableRow/><tableSection/></view></table>"#,
      #"<table sectionMargin="30"><tableRow/><tableSection/><view><tableRow/><tableSection/></view></table>"#),
    Case(
      #"<table section-margin="calc({{ n }}px + 1%)"><tableSection/><tableRow/><tableSection/><tableRow/></table>"#,
      #"<table sectionMargin="calc(30px + 1%)"><tableSection/><tableRow/><tableSection/><tableRow/></table>"#),
    Case(
      #"<table sectionMargin="{{ n }}"><tableSection/><tableRow/><tableSection/></table>"#,
      #"<table><tableSection/><tableRow/><tableSection/></table>"#, #"{"n":"wide"}"#),
  ]

  /// A table without data shows its rows as they are written.
  @Test(arguments: rowCases) func boundHeightsOfRowsAreLaidOutAsWrittenOnesWithoutData(_ example: Case) throws {
    let (live, layout) = try Self.show(example.bound, data: example.data)
    #expect(layout.failure == nil)
    #expect(live.page.fit != .exact)
    let (written, _) = try Self.show(example.written, data: "{}")
    #expect(Self.frames(live) == Self.frames(written))
  }

  /// With data, rows are as high as with the number written out, whenever it comes.
  @Test func boundHeightsOfRowsAreLaidOutAsWrittenOnes() throws {
    func body(_ row: String, _ section: String) -> String {
      """
      <view t:for="list in lists"><table t:data="list.rows" rowHeight="\(row)" rowSectionHeight="\(section)">
      <tableSection><label>{{ item.title }}</label></tableSection>
      <tableRow @class="item.kind"><label>{{ item.name }}</label><view style="height: 50%"/></tableRow></table></view>
      <label>below</label>
      """
    }
    func rows(_ h: Int, _ names: String...) -> String {
      let rows = names.map { #"{"name":"\#($0)","kind":"k"}"# }.joined(separator: ",")
      return #"{"lists":[{"h":\#(h),"rows":[{"sectionData":{"title":"s"},"rowsData":[\#(rows)]}]}]}"#
    }
    func json(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }
    let style = ".k { padding: 3px } tableRow { border-bottom: 1px solid #000 }"
    let (bound, layout) = try Self.show(
      body("{{ list.h }}", "{{ list.h }}px"), style: style, data: rows(30, "a", "b"))
    let (written, _) = try Self.show(body("30", "30px"), style: style, data: rows(0, "a", "b"))
    #expect(Self.frames(bound) == Self.frames(written))
    #expect(bound.page.fit != .exact)
    // More rows, and another height.
    bound.setData(try json(rows(70, "a", "b", "c")))
    let (higher, _) = try Self.show(body("70", "70px"), style: style, data: rows(0, "a", "b"))
    higher.setData(try json(rows(0, "a", "b", "c")))
    #expect(Self.frames(bound) == Self.frames(higher))
    // A script's height counts instead of one that the page has written out.
    let table = try #require((0..<higher.nodeCount).last { higher.property("rowHeight", of: $0) == "70" })
    for name in ["rowHeight", "rowSectionHeight"] { higher.setProperty(name, to: "30", of: table) }
    higher.setData(try json(rows(0, "a", "b")))
    bound.setData(try json(rows(30, "a", "b")))
    #expect(Self.frames(bound).last == Self.frames(higher).last)
    #expect(bound.frame(of: bound.nodeCount - 1)?.y == higher.frame(of: higher.nodeCount - 1)?.y)
    #expect(layout.failure == nil)
  }

  // MARK: Sections

  private static func sections(_ rows: [Int], margin: Int = 12) -> String {
    let sections = rows.enumerated().map { number, count in
      #"{"sectionData":"s\#(number)","rowsData":[\#((0..<count).map(String.init).joined(separator: ","))]}"#
    }
    return #"{"m":\#(margin),"sections":[\#(sections.joined(separator: ","))]}"#
  }

  /// The tops of what is in the first table, by the device's layout and by the package's frames, moved.
  private static func tops(
    _ attributes: String, _ templates: String? = nil, style: String = "", data: [String],
    then change: (LivePage, Int) -> Void = { _, _ in }
  ) throws -> [[Double]] {
    let templates =
      templates
      ?? "<tableSection><label>{{ item }}</label></tableSection><tableRow><label>{{ item }}</label></tableRow>"
    let (page, compiler) = compile(
      """
      <table \(attributes) rowHeight="40" rowSectionHeight="20"><tableHeader style="height: 9px"/>\(templates)\
      <tableFooter style="height: 5px"/></table>
      """, style)
    let opened = try open(page)
    let measurer = try #require(compiler.textMeasurer(of: "index.html", scale: 2))
    return try [try DeviceLayout(opened, for: device, measuredBy: measurer) as DeviceLayout?, nil].map { layout in
      let screen = Screen()
      let live = try LivePage(opened, data: try JSONParser.parse(Array(data[0].utf8)), host: screen, layout: layout)
      live.start()
      for other in data.dropFirst() { live.setData(try JSONParser.parse(Array(other.utf8))) }
      let table = try #require((0..<live.nodeCount).first { opened.page.tag(live.source(of: $0) ?? 0) == "table" })
      change(live, table)
      live.flush()
      #expect(layout?.failure == nil)
      return live.children(of: table).compactMap { live.frame(of: $0)?.y }
    }
  }

  /// Data makes sections: each that shows something, but the first, has the margin above it.
  @Test(arguments: [
    #"t:data="sections" sectionMargin="12""#, #"t:data="sections" section-margin="12px;""#,
    #"t:data="sections" style="sectionMargin: 12px""#, #"t:data="sections" class="apart""#,
    #"t:data="sections" sectionMargin="{{ m }}""#, #"t:data="sections" style="section-margin: {{ m }}px""#,
    #"t:data="sections" sectionMargin="calc(4% + 0px)""#,
  ]) func sectionsOfDataAreApart(_ attributes: String) throws {
    let style = ".apart { sectionMargin: 12 }"
    func expect(_ tops: [Double], _ more: String = "", _ templates: String? = nil, _ data: [Int]...) throws {
      let found = try Self.tops("\(attributes) \(more)", templates, style: style, data: data.map { Self.sections($0) })
      #expect(found[0] == tops)
      // Frames that are moved know neither percentages nor the margins that a build gave templates.
      let isMoved = !attributes.contains("%") && templates?.hasSuffix("<tableSection/>") != true
      if isMoved { #expect(found[1] == tops) }
    }
    try expect([0, 9, 29, 69, 121, 141, 193, 213], "", nil, [2, 1, 0])
    // What was made before is used again.
    try expect([0, 9, 29, 69, 121, 141, 193, 213], "", nil, [0, 4, 1, 1], [1], [2, 1, 0])
    try expect([0, 9, 29, 69], "", nil, [2, 2], [1])
    // Without their views, sections that have no rows show nothing.
    try expect([0, 9, 49, 101, 153, 193], "showSectionView=\"false\"", nil, [0, 2, 1, 0, 1, 0])
    try expect([0, 9, 29, 81, 101], "", "<tableRow><label>{{ item }}</label></tableRow><tableSection/>", [0], [1, 0])
    try expect([0, 9, 61, 101], "", "<tableRow><label>{{ item }}</label></tableRow>", [1, 1])
  }

  @Test func aScriptsMarginBetweenSectionsCounts() throws {
    let data = [Self.sections([1, 1])]
    for tops in try Self.tops(
      #"t:data="sections" sectionMargin="12""#, data: data,
      then: { live, table in live.setProperty("sectionMargin", to: "2", of: table) })
    {
      #expect(tops == [0, 9, 29, 71, 91, 131])
    }
    for value in [nil, "wide"] {
      for tops in try Self.tops(
        #"t:data="sections""#, data: data,
        then: { live, table in
          live.setProperty("sectionMargin", to: "2", of: table)
          live.flush()
          live.setProperty("sectionMargin", to: value, of: table)
        })
      {
        #expect(tops == [0, 9, 29, 69, 89, 129])
      }
    }
    // A script's rows.
    for tops in try Self.tops(
      #"sectionMargin="7""#, data: ["{}"],
      then: { live, table in
        guard let sections = try? JSONParser.parse(Array(Self.sections([1, 1]).utf8))["sections"] else { return }
        live.setTable(sections, of: table)
      })
    {
      #expect(tops == [0, 9, 29, 76, 96, 136])
    }
  }

  @Test func heightsOfRowsThatNoDeviceCanReadAreReported() {
    let (page, _) = Self.compile(#"<table rowHeight="{{ h }}lines"><tableRow/></table>"#)
    #expect(
      page.diagnostics.map { "\($0.code.name) \($0.message)" }
        == ["HYB4011 no height can be written as `{{ h }}lines`"])
    let (margin, _) = Self.compile(#"<table sectionMargin="{{ h }}lines"><tableRow/></table>"#)
    #expect(
      margin.diagnostics.map { "\($0.code.name) \($0.message)" }
        == ["HYB4011 no margin can be written as `{{ h }}lines`"])
  }

  static let words = "many words that need more than two lines in a phone's width, so that some of them are cut away"

  @Test(arguments: cases) func valuesOfDataAreLaidOutAsWrittenOnes(_ example: Case) throws {
    let (live, layout) = try Self.show(example.bound, data: example.data)
    #expect(layout.failure == nil)
    #expect(live.page.fit != .exact)
    let (written, _) = Self.compile(example.written)
    #expect(!written.diagnostics.contains { $0.severity == .error || $0.code == .boundStyleUnknown })
    let built = try LivePage(try Self.open(written), host: Screen())
    built.start()
    // A text in an attribute and one inside are the same except for the text's own node, which has no frame.
    #expect(Self.frames(live).compactMap(\.self) == Self.frames(built).compactMap(\.self))
  }

  @Test func invalidValuesLeaveTheStyleAsItWas() throws {
    let body = #"<view id="v" style="width: {{ w }}px; height: {{ h }}" fontSize="{{ f }}"/>"#
    for data in [
      #"{"w":"x","h":"calc(1px)","f":"big"}"#, #"{"w":-5,"h":-1,"f":-3}"#, "{}", #"{"w":1e300,"h":{},"f":[]}"#,
    ] {
      let (live, layout) = try Self.show(body, style: "#v { width: 44px; height: 22px }", data: data)
      #expect(layout.failure == nil)
      #expect(Self.frames(live).compactMap(\.self).last == LayoutRect(x: 0, y: 0, width: 44, height: 22))
    }
  }

  /// `display: none` takes a view's box: hosts hide the view, and what is inside with it.
  @Test func viewsWithoutABoxAreHidden() throws {
    let screen = Screen()
    let body = """
      <view id="v" style="display: {{ d }}; height: 9px"><label id="l">x</label></view>
      <view id="c" style="display: contents"><label>y</label></view><view id="n" style="display: none"/>
      """
    let (live, _) = try Self.show(body, data: #"{"d":"none"}"#, screen: screen)
    func hidden(_ id: String) throws -> String? {
      let node = try #require((0..<live.nodeCount).first { live.property("id", of: $0) == id })
      return screen.properties[node]?["hidden"]
    }
    func fill(_ display: String) { live.setData(.object(["d": .string(display)])) }
    #expect(try hidden("v") == "true" && hidden("n") == "true")
    // What is inside goes and comes with it; what has no box of its own may show what is in it.
    #expect(try hidden("l") == nil && hidden("c") == nil)
    fill("flex")
    #expect(try hidden("v") == nil)
    fill("none")
    #expect(try hidden("v") == "true")
    // What is said meanwhile counts once there is a box.
    let view = try #require((0..<live.nodeCount).first { live.property("id", of: $0) == "v" })
    live.setProperty("hidden", to: "false", of: view)
    live.flush()
    #expect(try hidden("v") == "true")
    fill("flex")
    #expect(try hidden("v") == "false")
  }

  @Test func dataThatChangesMovesWhatItMust() throws {
    let (live, layout) = try Self.show(
      #"<view t:for="row in rows" style="height: {{ row.h }}px"/><view id="end" style="height: 5px"/>"#,
      data: #"{"rows":[{"h":10},{"h":20}]}"#)
    let end = try #require((0..<live.nodeCount).first { live.property("id", of: $0) == "end" })
    #expect(live.frame(of: end)?.y == 30)
    live.setData(try JSONParser.parse(Array(#"{"rows":[{"h":15},{"h":20},{"h":1}]}"#.utf8)))
    #expect(live.frame(of: end)?.y == 36)
    live.setData(try JSONParser.parse(Array(#"{"rows":[{"h":""}]}"#.utf8)))
    #expect(live.frame(of: end)?.y == 0)
    #expect(layout.failure == nil)
  }

  @Test func whatScriptsSetIsLaidOutAndReported() throws {
    let screen = Screen()
    let (live, _) = try Self.show(
      #"<view id="box"><label id="text">\#(Self.words)</label></view><view id="end" style="height: 5px"/>"#,
      data: "{}", screen: screen)
    func node(_ id: String) throws -> Int {
      try #require((0..<live.nodeCount).first { live.property("id", of: $0) == id })
    }
    let (box, text, end) = (try node("box"), try node("text"), try node("end"))
    let before = try #require(live.frame(of: end)).y
    live.setProperty("fontSize", to: "20", of: text)
    live.flush()
    #expect(try #require(live.frame(of: end)).y > 1.5 * before)
    #expect(screen.properties[text]?["fontSize"] == "20px")
    live.setProperty("lines", to: "1", of: text)
    live.flush()
    #expect(try #require(live.frame(of: text)).height == 24)
    #expect(screen.properties[text]?["lines"] == "1")
    live.setProperty("fontSize", to: nil, of: text)
    live.setProperty("lines", to: nil, of: text)
    live.flush()
    #expect(live.frame(of: end)?.y == before)
    #expect(screen.properties[text]?["fontSize"] == "10px")
    // What is inside inherits; what is its own stays.
    live.setProperty("color", to: "#0f0", of: box)
    live.setProperty("font", to: "Serif 30px", of: box)
    live.flush()
    #expect(screen.properties[text]?["color"] == "rgb(0, 255, 0)")
    #expect(screen.properties[text]?["fontFamily"] == "serif")
    #expect(screen.properties[text]?["fontSize"] == "10px")
  }

  /// What is initial in CSS is sent where native views have something else: sizes of fonts, colours of buttons.
  @Test func initialLooksAreReportedWhereViewsHaveOthers() throws {
    let screen = Screen()
    let (live, _) = try Self.show(
      """
      <label id="a" style="font-size: 16px">x</label><label id="b" style="font-size: {{ s }}px">x</label>
      <button id="c" style="color: #000; font-size: 16px">x</button><view id="d" style="font-size: 16px"/>
      """, data: #"{"s":16}"#, screen: screen)
    func reported(_ id: String) throws -> [String: String] {
      let node = try #require((0..<live.nodeCount).first { live.property("id", of: $0) == id })
      return try #require(screen.properties[node])
    }
    #expect(
      try reported("a")["fontSize"] == "16px" && reported("b")["fontSize"] == "16px" && reported("a")["color"] == nil)
    #expect(try reported("c")["fontSize"] == "16px" && reported("c")["color"] == "rgb(0, 0, 0)")
    #expect(try reported("d")["fontSize"] == nil)
  }

  @Test func looksOfBoundStylesReachTheirViews() throws {
    let screen = Screen()
    let (live, _) = try Self.show(
      """
      <view id="a" style="background-color: {{ c }}; border: 1px solid {{ d }}; opacity: {{ o }}; imageMode: {{ m }}"/>
      """, data: ##"{"c":"#ff0000","d":"rgba(0, 0, 255, 0.5)","o":0.5,"m":"center"}"##, screen: screen)
    let node = try #require((0..<live.nodeCount).first { live.property("id", of: $0) == "a" })
    let reported = try #require(screen.properties[node])
    #expect(reported["backgroundColor"] == "rgb(255, 0, 0)")
    #expect(reported["borderColor"] == "rgba(0, 0, 255, 0.5)" && reported["borderWidth"] == "1px")
    #expect(reported["opacity"] == "0.5" && reported["imageMode"] == "center" && reported["style"] == nil)
  }

  @Test func pagesWhoseLooksMoveBoxesDoNotOpenAsExact() throws {
    func fit(_ body: String, _ style: String = "") throws -> LayoutFit {
      try Self.open(Self.compile(body, style).0).fit
    }
    #expect(try fit(#"<view style="width: {{ w }}px; height: 20px"/>"#) != .exact)
    #expect(try fit(#"<view style="width: 10px; height: 20px" borderWidth="{{ w }}"/>"#) != .exact)
    let row = #"<table t:data="rows" rowHeight="40"><tableRow @class="item.kind"/></table>"#
    #expect(try fit(row, ".big { padding-left: 20px }") != .exact)
    // A colour moves nothing.
    #expect(try fit(row, ".red { background-color: #f00 }") == .exact)
    #expect(try fit(#"<view style="color: {{ c }}; height: 20px"/>"#) == .exact)
  }

  @Test func stylesThatNoDeviceCanReadAreReported() throws {
    let (page, _) = Self.compile(
      """
      <view style="{{ all }}"/><view style="{{ name }}: 3px"/><view style="widht: {{ w }}px"/>
      <view style="width: {{ w }}pix; height: 3px"/>
      """)
    #expect(
      page.diagnostics.map { "\($0.code.name) \($0.message)" }
        == [
          "HYB4011 what data gives here is not laid out on the device: a property's name must be in the page",
          "HYB4011 what data gives here is not laid out on the device: a property's name must be in the page",
          "HYB4011 `widht` is not a CSS property", "HYB4011 no value of `width` can be written as `{{ w }}pix`",
        ])
  }
}
