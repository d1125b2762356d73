import Compiler
import PageFormat
import Testing

/// How a table's own properties lay its rows and sections out, in attributes and in sheets.
@Suite struct TokenTableTests {
  private func site(_ body: String, _ style: String = "") -> MemorySite {
    MemorySite([
      "index.html": """
      <html html-identify="Token"><head><style>tableHeader, tableFooter { height: 9px } \(style)</style></head>
      <body>\(body)</body></html>
      """
    ])
  }

  /// The top and the height of every box below the body.
  private func tops(_ body: String, _ style: String = "", width: Double = 400) -> [String] {
    site(body, style).boxes(width: width).split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      let tag = words[0].split(separator: ">").last?.prefix { $0 != ":" } ?? ""
      return words.count < 5 ? "\(tag) -" : "\(tag) \(words[2]) \(words[4])"
    }
  }

  private static let rows = "<tableSection/><tableRow/><tableRow style=\"height: 7px\"/><tableSection/><tableRow/>"

  /// Attributes of a table, and the declarations of a sheet that say the same.
  private static let same: [(attributes: String, declarations: String)] = [
    (#"rowHeight="60""#, "rowHeight: 60"), (#"row-height="60px;""#, "row-height: 60px"),
    (#"rowSectionHeight="24px""#, "rowSectionHeight: 24px"),
    (
      #"rowHeight="50" rowSectionHeight="10" sectionMargin="12.5""#,
      "rowHeight: 50; row-section-height: 10px; sectionMargin: 12.5"
    ),
    (#"section-margin="5%""#, "section-margin: 5%"),
    (#"rowHeight="50%" style="height: 90px""#, "rowHeight: 50%; height: 90px"),
    (
      #"rowHeight="calc(100%V-200px)" sectionMargin="calc(10%H + 1px)""#,
      "rowHeight: calc(100%V-200px); sectionMargin: calc(10%H + 1px)"
    ),
    (#"rowHeight="2em" style="font-size: 10px""#, "rowHeight: 2em; font-size: 10px"),
    (#"rowHeight="auto""#, "rowHeight: auto"),
    ("", "rowHeight: initial"),
  ]

  @Test(arguments: same) func sheetsLayRowsOutAsAttributesDo(_ attributes: String, _ declarations: String) {
    for rules in ["", "tableRow { height: 31px; min-height: 80px } tableSection { min-height: 3px }"] {
      let written = tops("<table \(attributes)>\(Self.rows)</table><label/>", rules)
      #expect(tops("<table>\(Self.rows)</table><label/>", "\(rules) table { \(declarations) }") == written)
      #expect(tops("<table style=\"\(declarations)\">\(Self.rows)</table><label/>", rules) == written)
    }
  }

  @Test func anAttributeOfATableWinsOverSheets() {
    let rules = "table { rowHeight: 90px !important; sectionMargin: 33px !important }"
    #expect(
      tops("<table rowHeight=\"20\" sectionMargin=\"8\">\(Self.rows)</table>", rules)
        == tops("<table rowHeight=\"20\" sectionMargin=\"8\">\(Self.rows)</table>"))
  }

  @Test func heightsInSheetsFollowMediaQueriesAndEndAtTablesInside() {
    let body = "<table><tableRow><table><tableRow/></table></tableRow><view><tableRow/></view></table><tableRow/>"
    let style = "@media (min-width: 300px) { body > table { rowHeight: 61px } }"
    #expect(
      tops(body, style) == [
        "table 0 122", "tableRow 0 61", "table 0 44", "tableRow 0 44", "view 61 61", "tableRow 61 61",
        "tableRow 122 44",
      ])
    #expect(
      tops(body, style, width: 200) == [
        "table 0 88", "tableRow 0 44", "table 0 44", "tableRow 0 44", "view 44 44", "tableRow 44 44", "tableRow 88 44",
      ])
  }

  /// The margin is above each section but the first, in the place of its own, and nowhere else.
  @Test func sectionsAreApart() {
    let body = """
      <table sectionMargin="12" rowHeight="40" rowSectionHeight="20"><tableHeader/><tableSection/><tableRow/><tableRow/>
      <view><tableSection><table><tableSection/><tableSection/></table></tableSection><tableRow/></view><tableSection/>
      <tableFooter/></table><label style="height: 5px"/>
      """
    #expect(
      tops(body, "tableSection { margin-top: 3px }")
        == [
          "table 0 216", "tableHeader 0 9", "tableSection 12 20", "tableRow 32 40", "tableRow 72 40", "view 112 72",
          "tableSection 124 20", "table 124 6", "tableSection 127 0", "tableSection 130 0", "tableRow 144 40",
          "tableSection 196 20", "tableFooter 216 9", "label 225 5",
        ].map { $0.replacing("table 0 216", with: "table 0 225") })
    #expect(
      tops("<table sectionMargin=\"12\"><tableRow/><tableSection style=\"height: 1px\"/><tableRow/></table>") == [
        "table 0 101", "tableRow 0 44", "tableSection 56 1", "tableRow 57 44",
      ])
  }

  /// What attributes stand for is not part of what scripts see in `style`.
  @Test func attributesStayAsTheyAreWritten() throws {
    let page = try PageReader(
      FileBytes(
        site(
          """
          <label fontSize="20" style="width: 9px; "/><view hidden="true"/><table rowHeight="9"><tableRow/></table>
          """, "[style] { height: 3px }"
        ).compile().pageFile))
    let attributes = (0..<page.nodeCount).filter { page.component($0) != nil }.map { node in
      page.attributes(node).map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    }
    #expect(attributes == ["", "fontSize=20,style=width: 9px; ", "hidden=true", "rowHeight=9", ""])
    // Selectors see them as they are written too.
    let label = try #require((0..<page.nodeCount).first { page.component($0) == "label" })
    let row = try #require((0..<page.nodeCount).first { page.component($0) == "tableRow" })
    func height(_ node: Int) throws -> String? {
      page.declarations(ofStyle: try #require(page.style(node))).first { $0.property == "height" }?.value
    }
    #expect(try height(label) == "3px" && height(row) == "9px")
  }
}
