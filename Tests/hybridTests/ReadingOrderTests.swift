import Foundation
import Testing

/// HYB4190: what is seen first is read later.
@Suite struct ReadingOrderTests {
  private func problems(_ body: String, _ style: String = "") throws -> String {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>t</title><style>\(style)</style></head><body>\(body)</body></html>
      """)
    let check = try Command.run("check", "--accessibility", in: scratch.url)
    #expect(check.status == 0, "\(check.errors)")
    return check.errors
  }

  @Test(arguments: [
    ("<div style='display: flex'><p>one</p><h2 style='order: -1'>two</h2></div>", "order shows `<h2>` before `<p>`"),
    (
      "<div style='display: flex; flex-direction: row-reverse'><p>one</p><ul><li>two</ul></div>",
      "flex-direction shows `<ul>` before `<p>`"
    ),
    (
      "<div style='display: flex; flex-direction: column-reverse'><p>one</p><a href='index.html'>two</a></div>",
      "flex-direction shows `<a>` before `<p>`"
    ),
    (
      "<div style='display: grid'><p style='grid-row: 2'>one</p><h2 style='grid-row: 1'>two</h2></div>",
      "its place in the grid shows `<h2>` before `<p>`"
    ),
    (
      "<div dir=rtl style='display: flex; flex-direction: row-reverse'><p>one</p><h2>two</h2></div>",
      "flex-direction shows `<h2>` before `<p>`"
    ),
  ])
  func whatIsShownFirstIsReported(body: String, message: String) throws {
    let found = try problems(body)
    #expect(found.contains("warning[HYB4190]: \(message), which is read first"), "\(found)")
  }

  @Test(arguments: [
    "<div style='display: flex'><p>one</p><p>two</p></div>",
    "<div dir=rtl style='display: flex'><p>one</p><p>two</p></div>",
    "<div style='display: flex'><p style='order: 1'>one</p><p style='order: 2'>two</p></div>",
    // Nothing is read there.
    "<div style='display: flex'><p>one</p><i style='order: -1; width: 9px; height: 9px'></i></div>",
    "<div style='display: flex; position: relative'><p>one</p><p style='order: -1; position: absolute'>two</p></div>",
    // Two columns, each read down.
    "<div style='display: grid; grid-template-columns: 1fr 1fr'><p style='grid-area: 1/1'>a</p><p style='grid-area: 2/1'>b</p>"
      + "<p style='grid-area: 1/2'>c</p><p style='grid-area: 2/2'>d</p></div>",
  ])
  func theOrderOfReadingIsNotReported(body: String) throws {
    #expect(try !problems(body).contains("HYB4190"))
  }
}
