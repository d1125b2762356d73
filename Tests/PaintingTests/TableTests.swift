import Testing

/// What tables show behind and between their cells (CSS Tables 3, 5.3; CSS 2.2, 17.6.2).
@Suite struct TableTests {
  private func dump(_ table: String, _ style: String = "") throws -> String {
    try PaintedPage(table, style: "td{padding:0;width:20px;height:10px}\(style)").dump()
  }

  @Test func rowsShowBehindTheCellsThatBeginInThem() throws {
    let dump = try dump(
      "<table><tr style=\"background:red;border:2px solid blue\"><td><td rowspan=2><tr><td></table>",
      "table{border-spacing:4px}")
    #expect(
      dump == """
        fill [4 4 20 10] rgb(255, 0, 0)
        fill [28 4 20 24] rgb(255, 0, 0)

        """)
  }

  @Test func columnsShowBehindRows() throws {
    let dump = try dump(
      "<table><colgroup style=\"background:red\"><col><col style=\"background:lime\"></colgroup><tr style=\"background:blue\"><td><td></table>",
      "table{border-spacing:0}")
    #expect(
      dump == """
        fill [0 0 20 10] rgb(255, 0, 0)
        fill [0 0 20 10] rgb(0, 0, 255)
        fill [20 0 20 10] rgb(255, 0, 0)
        fill [20 0 20 10] rgb(0, 255, 0)
        fill [20 0 20 10] rgb(0, 0, 255)

        """)
  }

  @Test func theWidestBorderOfAnEdgeIsShown() throws {
    let dump = try dump(
      "<table><tr><td style=\"border-right:4px solid red\"><td style=\"border-left:2px solid blue\"></table>",
      "table{border-collapse:collapse}")
    #expect(dump == "fill [20 0 4 10] rgb(255, 0, 0)\n")
  }

  @Test func hiddenWinsAndRowsGiveWayToCells() throws {
    let dump = try dump(
      "<table><tr style=\"border-bottom:2px solid red\"><td style=\"border-bottom:2px solid lime\"><td style=\"border-bottom:hidden\"><td></table>",
      "table{border-collapse:collapse}")
    #expect(
      dump == """
        fill [0 10 20 2] rgb(0, 255, 0)
        fill [40 10 20 2] rgb(255, 0, 0)

        """)
  }

  @Test func edgesAreOverTheBackgroundsOfAllCells() throws {
    let dump = try dump(
      "<table><tr><td style=\"border:2px solid red\"><tr><td style=\"background:blue\"></table>",
      "table{border-collapse:collapse}")
    #expect(dump.hasPrefix("fill [1 13 22 11] rgb(0, 0, 255)\n"))
    #expect(dump.components(of: "rgb(255, 0, 0)") == 4)
  }

  @Test func edgesOfAVastGridAreLeftOutAndReported() throws {
    let rows = String(repeating: "<tr><td>", count: 600)
    let page = PaintedPage(
      "<table><tr>" + String(repeating: "<td>", count: 600) + rows + "</table>",
      style: "table{border-collapse:collapse}td{padding:0;width:1px;height:1px;border:1px solid red}")
    let list = try page.list()
    #expect(list.items.isEmpty)
    #expect(list.omissions.map(\.condition) == ["in a table of more than 300000 cells"])
  }

  @Test func doubleAndShadedEdgesHaveTwoLines() throws {
    let double = try dump(
      "<table><tr><td style=\"border-top:6px double red\"></table>", "table{border-collapse:collapse}")
    #expect(double == "fill [0 0 20 2] rgb(255, 0, 0)\nfill [0 4 20 2] rgb(255, 0, 0)\n")
    // Outer lines are grooves and inner ones ridges here: another order of the same two colours.
    let outset = try dump(
      "<table><tr><td style=\"border-top:6px outset #2060a0\"></table>", "table{border-collapse:collapse}")
    #expect(outset == "fill [0 0 20 3] rgb(15, 46, 76)\nfill [0 3 20 3] rgb(49, 146, 244)\n")
  }

  @Test func linesOfTablesHaveTheColourOfTheirText() throws {
    let dump = try dump("<table style=\"border:4px inset;color:#2060a0;border-spacing:0\"><tr><td></table>")
    #expect(dump.components(of: "rgb(15, 46, 76)") == 2 && dump.components(of: "rgb(49, 146, 244)") == 2)
  }
}
