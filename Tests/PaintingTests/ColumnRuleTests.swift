import Painting
import Testing

/// Lines between columns, and images of markers.
@Suite struct ColumnRuleTests {
  private func lines(_ body: String) throws -> [String] {
    try PaintedPage(body).dump().split(separator: "\n").map(String.init).filter { $0.contains("rgb(255, 0, 0)") }
  }

  @Test func linesAreBetweenColumnsWithContent() throws {
    let body = """
      <div style="columns:3;column-gap:20px;column-rule:2px solid red;width:200px;height:60px;column-fill:auto">\
      <p style="margin:0;height:100px"></div>
      """
    #expect(try lines(body).count == 1)
  }

  @Test func rowsBesideSpanningBoxesHaveLinesOfTheirOwn() throws {
    let body = """
      <div style="columns:2;column-gap:20px;column-rule:2px solid red;width:200px">\
      <p style="margin:0;height:40px"></p><p style="margin:0;column-span:all;height:10px"></p>\
      <p style="margin:0;height:80px"></p></div>
      """
    let found = try lines(body)
    #expect(
      found == [
        "fill ring [99 0 2 20] [101 0 0 20] rgb(255, 0, 0)", "fill ring [99 30 2 40] [101 30 0 40] rgb(255, 0, 0)",
      ])
  }

  @Test func aGradientIsTheImageOfAMarker() throws {
    let dump = try PaintedPage("<ul style=\"list-style-image:linear-gradient(red,blue)\"><li>x</ul>").dump()
    #expect(dump.contains("linear"), "\(dump)")
  }

  @Test func whatBlendsOnAPageWithoutABackgroundDoesSoInAGroup() throws {
    let box = "<p style=\"margin:0;height:9px;background:red;mix-blend-mode:difference\"></p>"
    let bare = try PaintedPage(box).list().items
    let covered = try PaintedPage(box, style: "body{background:#fff}").list().items
    func isGroup(_ item: DisplayItem?) -> Bool { if case .beginGroup? = item { true } else { false } }
    #expect(isGroup(bare.first))
    #expect(!isGroup(covered.first))
    #expect(bare.count == covered.count + 1)
  }
}
