@testable import Compiler
import CSSValues
import Layout
import Testing

/// What pages of documentation ask of layout: quirks and limited-quirks mode, floats that are cleared, contents that are
/// skipped. Sizes are chosen so that no font's widths are in them.
@Suite struct DocumentLayoutTests {
  private static let standards = "<!DOCTYPE html>"
  private static let limitedQuirks =
    "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN' "
    + "'http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd'>"
  private static let quirks = ""

  /// The elements with an `id`, a line each: the id and `x y w h`.
  private func boxes(
    _ body: String, in doctype: String = standards, scale: Double = 1, reservesScrollbars: Bool = false
  ) -> String {
    let html =
      doctype
      + "<style>body{margin:0}*{line-height:20px;font-size:16px}td{padding:0}table{border-spacing:0}"
      + "b{display:inline-block}</style>"
      + body
    var options = CompilerOptions()
    options.features.reservesScrollbars = reservesScrollbars
    let compiler = PageCompiler(options: options, files: MemorySite(["index.html": html]))
    guard let page = compiler.inspect("index.html", viewport: Viewport(width: 400, height: 300, scale: scale)) else {
      return "unreadable"
    }
    var lines: [String] = []
    for (index, origin) in page.origins.enumerated() {
      guard case .node(let node) = origin, let id = page.document.value(node, .id) else { continue }
      let rect = page.result.frames[index].rect
      let values: [String] = [rect.x, rect.y, rect.width, rect.height].map(Self.number)
      lines.append(id + " " + values.joined(separator: " "))
    }
    return lines.joined(separator: "\n")
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }

  @Test(
    "The room that a gutter keeps is that of the box's scrollbars (CSS Scrollbars 1, 3)",
    arguments: [("auto", "0 0 85"), ("thin", "0 0 90"), ("none", "0 0 100")])
  func gutters(_ width: String, _ place: String) {
    let style = "width:100px;overflow:auto;scrollbar-width:\(width);scrollbar-gutter:stable"
    #expect(
      boxes("<div style='\(style)'><p id=a style='margin:0;height:9px'></div>", reservesScrollbars: true)
        == "a \(place) 9")
    let both = style + " both-edges"
    let inset = 100 - (Int(place.split(separator: " ")[2]) ?? 0)
    #expect(
      boxes("<div style='\(both)'><p id=a style='margin:0;height:9px'></div>", reservesScrollbars: true)
        == "a \(inset) 0 \(100 - 2 * inset) 9")
  }

  @Test("An <embed> of an image that is missing has no size of its own (HTML, 4.8.6)")
  func embeddedImages() {
    let body = "<embed id=a type=image/png src=missing width=30><embed id=b type=image/png>"
    let start = "<style>embed{vertical-align:top}</style><p style='line-height:0;margin:0'>"
    #expect(boxes(start + body) == "a 0 0 30 0\nb 30 0 0 0")
  }

  // MARK: Quirks

  @Test(
    "Lines without text of their own ignore their block's line height in limited-quirks and quirks mode",
    arguments: [(standards, "40"), (limitedQuirks, "20"), (quirks, "20")])
  func lineHeightQuirk(_ doctype: String, _ height: String) {
    #expect(
      boxes("<div id=a style='line-height:40px'><span>x</span></div>", in: doctype) == "a 0 0 400 \(height)")
  }

  @Test("The lines of a list item keep its line height in quirks mode")
  func lineHeightQuirkOfListItems() {
    #expect(
      boxes("<div id=a style='display:list-item;line-height:40px'><span>x</span></div>", in: Self.quirks)
        == "a 0 0 400 40")
  }

  @Test(
    "A <br> behind other content makes no line higher in quirks mode", arguments: [(standards, "40"), (quirks, "20")])
  func lineBreakQuirk(_ doctype: String, _ height: String) {
    #expect(
      boxes("<div id=a style='line-height:40px'><span>x</span><br></div>", in: doctype) == "a 0 0 400 \(height)")
  }

  @Test(
    "Cells and the body drop default margins at their edges in quirks mode, those of sheets count",
    arguments: [(standards, "", "42"), (quirks, "", "10"), (quirks, "margin:16px 0;", "42")])
  func defaultMarginsOfCells(_ doctype: String, _ margin: String, _ height: String) {
    #expect(
      boxes(
        "<table><tr><td id=a><p style='\(margin)width:50px;height:10px'></p></td></tr></table>", in: doctype)
        == "a 0 0 50 \(height)")
  }

  @Test("The first paragraph of a body in quirks mode begins at its edge", arguments: [(standards, 16), (quirks, 8)])
  func defaultMarginsOfTheBody(_ doctype: String, _ top: Int) {
    #expect(
      boxes("<body style='margin:8px'><p id=a style='height:10px'></p>", in: doctype) == "a 8 \(top) 384 10")
  }

  // MARK: Line heights

  @Test(
    "Line heights are layout units: lengths are rounded, factors of a rounded font size rounded down",
    arguments: lineHeightCases)
  func lineHeights(_ line: (style: String, scale: Double, units: Double)) {
    let height = line.units / 64 / line.scale
    #expect(boxes("<div id=a style='\(line.style)'>x</div>", scale: line.scale) == "a 0 0 400 \(Self.number(height))")
  }

  private static let lineHeightCases: [(style: String, scale: Double, units: Double)] = [
    ("line-height:19.2px", 1, 1229), ("line-height:15.6px", 2, 1997), ("font-size:14.4px;line-height:1.5", 1, 1383),
    ("font-size:12.96px;line-height:1.3", 1, 1077),
  ]

  // MARK: Lines

  @Test("What follows a <br> that clears begins below the floats", arguments: ["clear=all", "style='clear:left'"])
  func clearingLineBreaks(_ clear: String) {
    #expect(
      boxes(
        "<i style='float:left;width:50px;height:60px'></i>x<br \(clear)><b id=a style='width:9px;height:10px'></b>")
        == "a 0 65 9 10")
  }

  @Test(
    "A line that does not wrap stays beside a float, though it is too wide",
    arguments: [("nowrap", "60 0"), ("normal", "0 10")])
  func unwrappedLinesBesideFloats(_ whiteSpace: String, _ place: String) {
    #expect(
      boxes(
        """
        <div style='width:100px;line-height:0;white-space:\(whiteSpace)'><i style='float:left;width:60px;height:10px'></i>\
        <b id=a style='width:80px;height:10px'></b></div>
        """) == "a \(place) 80 10")
  }

  @Test("Tabs at the end of a line that keeps spaces hang")
  func hangingTabs() {
    let block = "<b style='width:45px;height:20px'></b>"
    #expect(
      boxes("<div id=a style='white-space:pre-wrap;width:50px;line-height:0'>\(block)\t\(block)</div>")
        == "a 0 0 50 40")
  }

  @Test("Tabs stop by the spaces of their block, as many as their own element says")
  func tabStops() {
    func widths(_ block: String, _ inline: String) -> [Substring] {
      let page = "<pre style='\(block)'><i id=a style='font-size:16px;\(inline)'>\t</i></pre>"
      return boxes(page).split(separator: " ").suffix(2).prefix(1).map { $0 }
    }
    let plain = widths("tab-size:4", "")
    #expect(widths("tab-size:4", "font-size:8px;letter-spacing:9px") == plain)
    #expect(widths("tab-size:8", "tab-size:4") == plain && widths("tab-size:8", "") != plain)
    #expect(widths("tab-size:4;font-size:32px", "") != plain)
  }

  @Test("A line feed between East Asian characters is a space")
  func lineFeedsBetweenIdeographs() {
    let text = { (between: String) in
      boxes("<b id=a>漢\(between)字</b>").split(separator: " ").dropFirst(3).joined(separator: " ")
    }
    #expect(text("\n") == text(" "))
    #expect(text("\n") != text(""))
  }

  @Test("A line may end between an image and a space that keeps lines together")
  func glueBesideAtomicInlines() {
    #expect(
      boxes(
        """
        <div id=a style='width:0'><b style='width:9px;height:10px'></b>&nbsp;<b style='width:9px;height:10px'></b></div>
        """
      ).hasSuffix(" 60"))
  }

  @Test(
    "A line of `unicode-bidi: plaintext` begins where its own text does",
    arguments: [("&#1513;", "391"), ("x", "0"), ("", "0")])
  func plaintextLines(_ text: String, _ left: String) {
    let block = "<b id=a style='width:9px;height:10px'></b>"
    #expect(boxes("<div style='unicode-bidi:plaintext'>x<br>\(block)\(text)<br>x</div>").hasPrefix("a \(left) "))
  }

  @Test("`::first-letter` inherits from `::first-line`")
  func firstLetterInFirstLine() {
    #expect(
      boxes(
        """
        <style>p{margin:0;overflow:hidden}p::first-line{font-size:32px}p::first-letter{float:left;margin-bottom:3em}</style>
        <p id=a>x</p>
        """) == "a 0 0 400 116")
  }

  // MARK: Images that cannot be shown

  @Test("An image that cannot be shown is an inline block of its words, whose `width` does not count")
  func wordsOfBrokenImages() {
    let image = { (attributes: String) in
      boxes("<div style='width:120px'><b style='width:60px;height:5px'></b><img id=a src=m \(attributes)></div>")
    }
    #expect(image("alt='words of the image'").hasPrefix("a 0 20 120 "))
    #expect(image("title='words of the image'").hasPrefix("a 0 20 120 "))
    #expect(image("alt=x width=300") == image("alt=x"))
    #expect(image("alt=x").hasPrefix("a 60 0 "))
    #expect(image("alt='' title=x") == "a 60 15 0 0")
  }

  @Test("The sign of an image that cannot be shown floats before its words")
  func signsOfBrokenImages() {
    #expect(
      boxes("<div style='line-height:4px'><img id=a src=m alt=x style='display:block;line-height:4px'></div>")
        == "a 0 0 400 16")
  }

  // MARK: Containment

  @Test("Contents far below the viewport are skipped under `content-visibility: auto`, those near it are not")
  func contentVisibility() {
    #expect(
      boxes(
        """
        <style>section{content-visibility:auto;contain-intrinsic-size:auto 500px}p{margin:7px 0;height:10px}</style>
        <section id=a><p></p></section><section id=b><p></p></section>
        <div style='height:1000px'></div><section id=c><p></p></section><section id=d><p></p></section>
        """) == """
          a 0 0 400 24
          b 0 24 400 24
          c 0 1048 400 500
          d 0 1548 400 500
          """)
  }

  @Test(
    "Container queries see the sizes that layout gives: in grids, flex containers and columns, positioned, one in another",
    arguments: [
      ("display:grid;grid-template-columns:1fr 1fr", "", 200), ("display:flex", "flex:1", 200),
      ("columns:2;gap:0", "break-inside:avoid", 200), ("position:relative", "position:absolute;left:0;right:75%", 100),
      ("", "margin:0 50px", 300),
    ])
  func containersOfLayout(_ outer: String, _ inner: String, width: Int) {
    let page = """
      <style>main{\(outer)}section{container:c/inline-size;\(inner)}article{container:d/inline-size;width:50%}p{margin:0}
      @container c (width:\(width)px){div{height:7px}}@container d (width:\(width / 2)px){p{height:3px}}</style>
      <main><section><div id=a></div><article><p id=b></p></article></section><section></section></main>
      """
    let lines = boxes(page).split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.map { $0.suffix(2).joined(separator: " ") } == ["\(width) 7", "\(width / 2) 3"])
  }

  @Test("A contained size is that of `contain-intrinsic-size`, and of a grid's own tracks")
  func containedSizes() {
    #expect(
      boxes(
        """
        <style>div{contain:size;float:left}p{width:90px;height:90px}</style>
        <div id=a style='display:flex'><p></p></div><div id=b style='display:grid;grid:20px / 30px'><p></p></div>
        <div id=c style='contain-intrinsic-size:7px 8px'><p></p></div>
        """) == """
          a 0 0 0 0
          b 0 0 30 20
          c 30 0 7 8
          """)
  }

  @Test("A positioned box that was inline is located beside the floats")
  func staticPositionsBesideFloats() {
    #expect(
      boxes(
        """
        <div style='height:10px'></div><i style='float:left;width:50px;height:60px'></i>
        <span id=a style='position:absolute;width:5px;height:5px'></span><div></div>
        """) == "a 50 10 5 5")
  }
}
