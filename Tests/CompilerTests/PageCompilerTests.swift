import Compiler
import Testing

@Suite struct PageCompilerTests {
  @Test func pagesOfEveryKindAreLaidOut() {
    let site = MemorySite([
      "index.html": """
      <!DOCTYPE html><style>body{margin:0} #a{width:50%;height:20px;padding:5px} #b{display:flex} #b>*{flex:1;height:10px}</style>
      <div id=a></div><div id=b><i></i><i></i></div><p hidden>x</p>
      """
    ])
    #expect(
      site.boxes() == """
        html>body>div:nth-child(1) 0 0 210 30
        html>body>div:nth-child(2) 0 30 400 10
        html>body>div:nth-child(2)>i:nth-child(1) 0 30 200 10
        html>body>div:nth-child(2)>i:nth-child(2) 200 30 200 10
        html>body>p:nth-child(3) no box
        """)
  }

  @Test func tokenPagesAreColumnsOfFlexContainers() {
    let site = MemorySite([
      "index.html": """
      <html html-identify="Token"><head><title>t</title><style>
      body { width: calc(100%H); height: calc(100%V) } // a comment
      .row { flex-direction: row; height: 40px; margin-horizontal: 10px }
      .row image { width: 50%; imageMode: aspectfit }
      #ratio { width: 100px; aspectRatio: 2 }
      </style></head><body>
      <view class="row"><image src="data:,"><label fontSize="12">a</label></image><view/></view>
      <view id="ratio"/><switch/>
      </body></html>
      """
    ])
    #expect(
      site.boxes() == """
        html>body>view:nth-child(1) 10 0 380 40
        html>body>view:nth-child(1)>image:nth-child(1) 10 0 190 40
        html>body>view:nth-child(1)>image:nth-child(1)>label:nth-child(1) 10 0 190 14.390625 "a"
        html>body>view:nth-child(1)>view:nth-child(2) 200 0 0 40
        html>body>view:nth-child(2) 0 40 100 50
        html>body>switch:nth-child(3) 0 90 51 31
        """)
  }

  @Test func tokenPropertiesAreChecked() {
    let site = MemorySite([
      "index.html": """
      <html html-identify="Token"><head><title>t</title></head><body>
      <label lines="two" colour="red">a</label>
      <table rowHeight="tall"><tableRow accessoryType="arrow"/></table>
      <scrollview/>
      </body></html>
      """
    ])
    #expect(
      site.problems() == """
        index.html:2:8 error HYB4001 `lines` of `label` takes an integer from 0, not `two`
        index.html:2:20 warning HYB4003 `label` has no property `colour`
        index.html:3:8 error HYB4001 `rowHeight` of `table` takes a length such as 12px, 12 or 50%, not `tall`
        index.html:3:35 warning HYB4002 `accessoryType` of `tableRow` does not know `arrow`
        index.html:4:1 warning HYB4004 no component has the tag `scrollview`
        """)
  }

  @Test func attributesOfTheDialectAreKnownOrReported() {
    let site = MemorySite([
      "index.html": """
      <html html-identify="Token" dir="rtl"><head><title>t</title></head><body dir="auto">
      <input type="text" maxlength="5" required secure="true" autocapitalize="words" readonly="false" disabled="false"/>
      <textArea editable="no" maxLength="9"></textArea><searchBar required="1" autocapitalize="loud"/>
      <table><tableRow rightType="x"><label id="a">a</label></tableRow></table>
      </body></html>
      """
    ])
    #expect(
      site.problems() == """
        index.html:1:74 warning HYB4002 `dir` of `body` does not know `auto`
        index.html:3:74 warning HYB4002 `autocapitalize` of `searchBar` does not know `loud`
        index.html:4:18 warning HYB4003 no host shows `rightType` of `tableRow`
        """)
  }

  @Test func pagesBeginAtTheirSide() {
    let site = MemorySite([
      "index.html": """
      <html html-identify="Token" dir="RTL"><head><title>t</title><style>label{width:50px;height:10px}</style></head><body>
      <view style="flex-direction: row"><label>a</label><label>b</label></view>
      <view dir="ltr"><label>c</label></view><table><tableRow accessoryType="Indicator"><view></view></tableRow></table>
      </body></html>
      """
    ])
    let boxes = site.boxes().split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
    // The last one: the row keeps room for its accessory.
    for box in ["350 0 50 10", "300 0 50 10", "0 10 50 10", "32 20 368"] {
      #expect(boxes.contains { $0.hasPrefix(box) }, "\(box): \(boxes)")
    }
  }

  @Test func unreadablePagesSayWhy() {
    let site = MemorySite(["empty.html": " \n", "binary.html": String(repeating: "\u{1}\u{2}", count: 100)])
    #expect(site.problems("empty.html").hasPrefix("empty.html:1:1 warning HYB0112"))
    #expect(site.problems("binary.html").hasPrefix("binary.html:1:1 error HYB0110"))
    #expect(site.problems("gone.html").hasPrefix("gone.html:1:1 error HYB0108"))
  }

  @Test func compilingTwiceGivesTheSameBytes() {
    let site = MemorySite([
      "index.html": "<style>p{color:red}p::before{content:'x'}</style><p>Some text, <b>bold</b></p>"
    ])
    let first = site.compile()
    let second = site.compile()
    #expect(first.pageFile == second.pageFile && !first.pageFile.isEmpty)
    #expect(first.layoutFiles.map(\.bytes) == second.layoutFiles.map(\.bytes))
    #expect(first.webFile == second.webFile)
  }

  @Test func stylesThatTakeTooMuchAreReported() {
    let doubling = (1..<24).map { "--x\($0):var(--x\($0 - 1)) var(--x\($0 - 1));" }.joined()
    let site = MemorySite([
      "index.html": """
      <!DOCTYPE html><title>t</title><style>b:has(i ~ u){color:red} b{--x0:a;\(doubling)}</style>
      <b>\(String(repeating: "<i></i>", count: 100))</b>
      """
    ])
    #expect(
      site.problems { $0.maximumMatchingSteps = 50 } == """
        index.html:1:1 warning HYB2512 matching the page's selectors takes too many steps; what is left counts as not matching
        index.html:2:1 warning HYB2513 substituting `var()` gives more than 1 MiB of text for a property of `b`; the property is invalid
        """)
  }
}
