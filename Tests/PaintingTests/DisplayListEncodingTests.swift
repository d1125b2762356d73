import CSSValues
import PageFormat
import Testing

@testable import Painting

/// Display lists as JSON (docs/reference/painting.md, “The file”).
@Suite struct DisplayListEncodingTests {
  @Test func everyKindOfItemHasItsLine() throws {
    let page = PaintedPage(
      """
      <div style="width:60px;height:20px;background:linear-gradient(red,#00f8);border:2px solid red;border-radius:4px">Hi</div>
      <div style="opacity:.5;filter:blur(2px)"><u>“a\\\\b” &lt;/script&gt;</u></div>
      <div style="width:10px;height:10px;transform:rotate(90deg);box-shadow:1px 2px 3px red">x</div>
      """)
    let text = try page.list().encode(scale: 2)
    #expect(
      text.hasPrefix(
        "{\"version\":1,\"width\":200,\"height\":150,\"scale\":2,\"canvas\":\"#ffffff\",\"styles\":[{\"font\":"))
    for line in [
      "[\"fill\",[0,0,64,24,4,4,4,4,4,4,4,4],[\"linear\",", "[0,\"#ff0000\",0.041667,", ",1,\"#0000ff88\"],0,",
      "[\"fill\",[[0,0,64,24,4,4,4,4,4,4,4,4],[2,2,60,20,2,2,2,2,2,2,2,2]],\"#ff0000\"]",
      "[\"text\",\"Hi\",2,17,", "[\"group\",0.5,\"normal\",[[\"blur\",2]],[]]", "“a\\\\\\\\b” \\u003c/script>",
      "[\"line\",[0,", "[\"transform\",0,1,-1,0,", "[\"shadow\",[", "[\"end\"]",
    ] {
      #expect(text.contains(line), "\(line) is missing in \(text)")
    }
    #expect(!text.contains("<"))
  }

  @Test func anAreaHasOnlyWhatTouchesIt() throws {
    let page = PaintedPage(
      """
      <div style="height:40px">above</div>
      <div style="opacity:.5;height:40px;margin-top:200px">below</div>
      """)
    let text = try page.list().encode(area: LayoutRect(x: 0, y: 0, width: 200, height: 100), scale: 1)
    #expect(text.contains("above") && !text.contains("below"))
    // A group of nothing is left out with its end.
    #expect(!text.contains("group") && !text.contains("end"))
  }

  @Test func linesKeepTheNumberOfTheTextThatTheyAvoid() throws {
    let page = PaintedPage(
      """
      <p style="margin:0 0 300px">first</p><p style="position:absolute;top:0;left:0;margin:0"><u>gap</u></p>
      """)
    let text = try page.list().encode(area: LayoutRect(x: 0, y: 0, width: 200, height: 100), scale: 1)
    let items = text.split(separator: "\n").dropFirst().map(String.init)
    let line = try #require(items.first { $0.hasPrefix("[\"line\"") })
    let number = try #require(line.split(separator: ",").last.flatMap { Int($0.dropLast()) })
    #expect(items[number].contains("\"gap\""))
  }

  @Test func groupsMasksGradientsAndDashedLinesAreWrittenWhole() throws {
    var list = DisplayList()
    var effect = GroupEffect(node: 0)
    effect.isIsolated = true
    let area = RoundedRect(LayoutRect(x: 0, y: 0, width: 10, height: 10))
    effect.mask = [MaskLayer(area: area, paint: .color(.black)), MaskLayer(area: area, paint: .color(.black))]
    effect.mask[0].isLuminance = true
    effect.mask[0].composite = .exclude
    let stops = [Gradient.Stop(offset: 0, color: .black), Gradient.Stop(offset: 1, color: .black)]
    var gradient = Gradient(geometry: .radial(x: 5, y: 5, radiusX: 4, radiusY: 4), stops: stops)
    gradient.focus = Gradient.Focus(dx: 1, dy: -2)
    let rect = LayoutRect(x: 0, y: 20, width: 30, height: 2)
    var line = DecorationLine(rect: rect, style: .dotted, color: .black, avoidedItem: nil)
    line.dashes = [0, 3.5]
    list.items = [.beginGroup(effect), .fill(.rounded(area), .gradient(gradient), .normal), .end, .decoration(line)]
    list.bounds = [.zero, area.rect, .zero, rect]
    let text = list.encode(scale: 1)
    for expected in [
      "[\"group\",1,\"normal\",[],[[[0,0,10,10],\"#000000\",1,\"exclude\"],[[0,0,10,10],\"#000000\"]],1]",
      "[\"radial\",[5,5,4,4,1,-2],[", "[\"line\",[0,20,30,2],2,\"#000000\",-1,[0,3.5]]",
    ] {
      #expect(text.contains(expected), "\(expected) is missing in \(text)")
    }
  }

  @Test func outlinesOfTextsSayWhetherGlyphsCoverThem() throws {
    let page = PaintedPage(
      """
      <p style="-webkit-text-stroke:2px red">above</p>
      <svg width="60" height="20"><text y="15" style="stroke:#00f;stroke-width:2;stroke-linejoin:round;paint-order:stroke">x</text></svg>
      """)
    let text = try page.list().encode(scale: 1)
    #expect(text.contains(",[2,\"#ff0000\"]]"), "\(text)")
    #expect(text.contains(",[2,\"#0000ff\",1,1]]"), "\(text)")
  }

  @Test func numbersAreShortAndExact() throws {
    var list = DisplayList()
    list.items = [
      .fill(
        .rounded(RoundedRect(LayoutRect(x: -0.25, y: 12_345.0625, width: 1e15, height: .nan))), .color(.black), .normal)
    ]
    list.bounds = [.zero]
    #expect(list.encode(scale: 1).contains("[\"fill\",[-0.25,12345.063,1000000000000,0],\"#000000\"]"))
  }
}
