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
