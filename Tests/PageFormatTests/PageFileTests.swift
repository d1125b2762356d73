import CSSValues
import Foundation
import PageFormat
import TestSupport
import Testing

struct PageFileTests {
  /// A page of megabytes has several hundred thousand of both: frames and lines are what files hold, and no larger.
  @Test func framesAndLinesAreAsFilesHoldThem() {
    #expect(MemoryLayout<LayoutFrame>.stride <= 20 && MemoryLayout<LayoutLine>.stride <= 48)
    let rect = LayoutRect(x: 1.0 / 3, y: -2.77, width: 10.1, height: 1e9)
    #expect(LayoutFrame(rect: rect).rect == rect.quantized && rect.quantized.quantized == rect.quantized)
    var line = LayoutLine(node: 7, start: 3, length: 4, rect: rect, baseline: 12.34)
    #expect(line.rect == rect.quantized && line.baseline == LayoutUnit.rounded(12.34))
    #expect(line.node == 7 && line.start == 3 && line.length == 4 && line.font == nil)
    line.font = 2
    line.baseline = 5.5
    line.rect = .zero
    #expect(line.font == 2 && line.baseline == 5.5 && line.rect == .zero)
    line.font = nil
    #expect(line.font == nil)
  }

  @Test func pageAndLayoutReadBack() throws {
    let page = try PageReader(FileBytes(SamplePage.page().encode()))
    let layout = try LayoutReader(FileBytes(SamplePage.layout().encode(for: SamplePage.page())))
    try page.validate()
    try layout.validate(for: page)
    #expect(
      page.dump(layout) == """
        page news/index.html web “Nachrichten – 今日” 7 nodes 2 styles
        layout 390x844@3 390.0x844.0@3.0 font scale 1.0 light content 390x900
        0 <html> style 0 [0 0 390 900]
          1 <body> style 1 [8 8 374 884] clip [8 8 374 884] scrolls 374x1000
            2 <p class="lead" id="p1"> style 1 [8.5 16.25 100.125 40]
              3 “Hello wide world” no box
                | [8.5 16.25 80 18] baseline 30 0..<11 “Hello wide ”
                | [8.5 36.25 40 18] baseline 50 11..<16 “world-”
            4 <svg:svg> [8 60 24 24]
            5 ::before “»” [40 100 30 20] + [20 120 10 20]
          6 <label> component label flags 5 @click=open["detail",1] bind text - - {{{ item.title }}} no box
        style 0 { display: block }
        style 1 { color: rgb(255, 0, 0); display: block }
        script classic web/app.js
        meta viewport = width=device-width

        """)
    #expect(page.children(1) == [2, 4, 5])
    #expect(layout.fonts == [LayoutFont(family: "DejaVu Sans", hash: "sha256-abc", size: 1234)])
    #expect(layout.paintOrder() == Array(0..<7))
  }

  @Test func approximateFontsAreMarked() throws {
    var model = SamplePage.layout()
    model.fonts.append(LayoutFont(family: "Sans", hash: "sha256-def", size: 1, isApproximate: true))
    let layout = try LayoutReader(FileBytes(model.encode(for: SamplePage.page())))
    #expect(layout.fonts == model.fonts)
    #expect(layout.fonts.map(\.isApproximate) == [false, true])
  }

  @Test func sameModelGivesTheSameBytes() {
    #expect(SamplePage.page().encode() == SamplePage.page().encode())
    #expect(SamplePage.layout().encode(for: SamplePage.page()) == SamplePage.layout().encode(for: SamplePage.page()))
  }

  @Test func roundingErrorsDoNotAddUp() throws {
    var page = PageModel(source: "p", dialect: .web)
    page.nodes = (0..<200).map { PageNode(kind: .element, parent: $0 == 0 ? nil : $0 - 1) }
    page.closeSubtrees()
    var layout = LayoutModel(source: "p", viewport: Viewport(name: "v", width: 1, height: 1))
    layout.frames = (0..<200).map {
      LayoutFrame(rect: LayoutRect(x: Double($0) * 0.01, y: Double($0) / 3, width: 10, height: 10))
    }
    let reader = try LayoutReader(FileBytes(layout.encode(for: page)))
    let opened = try PageReader(FileBytes(page.encode()))
    let last = try #require(reader.frame(199, in: opened))
    #expect(last.x == Int32((1.99 * 64).rounded()))
    #expect(last.y == Int32((199.0 / 3 * 64).rounded()))
    #expect(reader.origins(in: opened)[199] == (last.x, last.y))
  }

  @Test func lengthsThatCannotBeAreBroughtInside() {
    #expect(LayoutUnit.quantized(.nan) == 0)
    for step in -2_000...2_000 {
      let length = Double(step) / 512
      #expect(LayoutUnit.quantized(length) == Int32((length * 64 - 0.5).rounded(.up)))
    }
    for length in [Double(0.0078125).nextDown, 0.0078125, -0.0078125, 16_777_215.98, -16_777_215.99, 12_345.678] {
      #expect(LayoutUnit.quantized(length) == Int32((length * 64 - 0.5).rounded(.up)))
    }
    #expect(LayoutUnit.quantized(.infinity) == LayoutUnit.limit)
    #expect(LayoutUnit.quantized(-1e300) == -LayoutUnit.limit)
    #expect(LayoutUnit.quantized(1.0 / 128) == 0)
    #expect(LayoutUnit.quantized(1.0 / 127) == 1)
  }

  /// Layout counts in 1/64 of a device pixel, files in 1/64 px: at a ratio of 2 the device pixel that a place is nearest to is the same.
  @Test func placesKeepTheirDevicePixel() {
    for place in -640...640 {
      let pixels = Double(place) / 64
      #expect((LayoutUnit.rounded(pixels / 2) * 2 + 0.5).rounded(.down) == (pixels + 0.5).rounded(.down))
    }
  }

  @Test func stringsThatOnlyLookEqualAreKeptApart() {
    var table = StringTable()
    let composed = table.intern("é")
    let decomposed = table.intern("e\u{301}")
    #expect(composed != decomposed)
    #expect(table.intern("é") == composed)
    #expect(table.intern("e\u{301}") == decomposed)
    #expect(Array(table[decomposed].utf8) == [0x65, 0xcc, 0x81])
  }

  /// Small files are read, large ones mapped: both open alike, and what is not a file of that kind is reported.
  @Test func filesAreReadOrMapped() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for title in ["short", String(repeating: "long ", count: 40_000)] {
      var page = SamplePage.page()
      page.title = title
      let path = folder.appendingPathComponent("a.page").path
      let bytes = page.encode()
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let file = try FileBytes(mapping: path)
      #expect(file.count == bytes.count)
      #expect(try PageReader(file).title == title)
    }
    try Data().write(to: folder.appendingPathComponent("empty"))
    for name in ["empty", "absent", ""] {
      #expect(throws: PageFormatError.self) { try FileBytes(mapping: folder.appendingPathComponent(name).path) }
    }
  }

  /// Every truncation and many mutations of both files: never a trap, and what opens can be walked.
  @Test func anyBytesAreSafe() {
    let pageBytes = SamplePage.page().encode()
    let layoutBytes = SamplePage.layout().encode(for: SamplePage.page())
    var refused = 0
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    func check(_ page: [UInt8], _ layout: [UInt8]) {
      do {
        let page = try PageReader(FileBytes(page))
        let layout = try LayoutReader(FileBytes(layout))
        _ = page.dump(layout)
        _ = layout.origins(in: page)
        _ = layout.paintOrder()
        try page.validate()
        try layout.validate(for: page)
      } catch {
        refused += 1
      }
    }
    for length in 0..<pageBytes.count { check(Array(pageBytes.prefix(length)), layoutBytes) }
    for length in 0..<layoutBytes.count { check(pageBytes, Array(layoutBytes.prefix(length))) }
    let truncations = pageBytes.count + layoutBytes.count
    // Cut files are refused, except for cuts between two optional fields at the end.
    #expect(refused > truncations - 20)
    for _ in 0..<3000 {
      var page = pageBytes
      var layout = layoutBytes
      for _ in 0...random(3) {
        page[random(page.count)] = UInt8(random(256))
        layout[random(layout.count)] = UInt8(random(256))
      }
      check(page, layoutBytes)
      check(pageBytes, layout)
      check(page, layout)
    }
  }

  @Test(
    arguments: [
      ([0x08, 3], "version"), ([0x18, 1, 0x08, 2], "envelope"),
      ([8, 2, 0x18, 1, 0x28, 1, 0x3a, 7, 0x0a, 1, 1, 0x1a, 2, 3, 0], "value"),
      ([0x0b], "envelope"), ([0x08, 1, 0x08, 1], "field"), ([0x0a, 1, 65], "field"),
      ([0x12, 5, 65], "envelope"), ([8, 1, 0x18, 9], "value"), ([8, 1, 0x18, 1, 0x28, 0xff, 0xff, 3], "value"),
      ([8, 1, 0x18, 1, 0x28, 1, 0x3a, 3, 0x0a, 1, 1], "columnLength"), ([8, 1, 0x12, 1, 0xff], "encoding"),
      ([], "version"),
      ([0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02], "envelope"),
    ] as [([UInt8], String)])
  func malformedEnvelopesAreNamed(bytes: [UInt8], kind: String) {
    let error = #expect(throws: PageFormatError.self) { try PageReader(FileBytes(bytes)) }
    #expect(error?.kind.rawValue == kind)
  }
}
