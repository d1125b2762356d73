@testable import Compiler
import CSSValues
import Layout
import Testing

/// What small pages of apps show, as the specifications and, where HTML leaves it open, Chromium have it.
///
/// Sizes are chosen so that no font's widths are in them.
@Suite struct SmallPageLayoutTests {
  private static let image =
    "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20'/></svg>"
  private static let ratioImage =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'><rect width='20' height='10'/></svg>"

  private func inspect(_ body: String, scale: Double = 1, isQuirky: Bool = false) -> PageInspection? {
    let html =
      (isQuirky ? "" : "<!DOCTYPE html>")
      + "<style>body{margin:0}*{line-height:20px;font-size:16px}td{padding:0}table{border-spacing:0}</style>" + body
    let compiler = PageCompiler(
      options: CompilerOptions(),
      files: MemorySite(["index.html": html, "a.svg": Self.image, "ratio.svg": Self.ratioImage]))
    return compiler.inspect("index.html", viewport: Viewport(width: 400, height: 300, scale: scale))
  }

  /// The elements with an `id`, a line each: the id and `x y w h`.
  private func boxes(_ body: String, isQuirky: Bool = false) -> String {
    guard let page = inspect(body, isQuirky: isQuirky) else { return "unreadable" }
    var lines: [String] = []
    for (index, origin) in page.origins.enumerated() {
      guard case .node(let node) = origin, let id = page.document.value(node, .id) else { continue }
      let rect = page.result.frames[index].rect
      lines.append(
        "\(id) " + [rect.x, rect.y, rect.width, rect.height].map { Self.number($0) }.joined(separator: " "))
    }
    return lines.joined(separator: "\n")
  }

  /// The elements with an `id`, a line each: the id and `w h`.
  private func sizes(_ body: String) -> String {
    boxes(body).split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return "\(words[0]) \(words[3]) \(words[4])"
    }.joined(separator: "\n")
  }

  /// The sizes of what scrolls, in the order of the document.
  private func scrollSizes(_ body: String) -> String {
    guard let page = inspect(body) else { return "unreadable" }
    return page.result.scrollAreas.map { "\(Self.number($0.contentWidth))x\(Self.number($0.contentHeight))" }
      .joined(separator: " ")
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\((value * 100).rounded() / 100)"
  }

  // MARK: Floats (CSS 2.2, 9.5)

  @Test func floatsThatLeaveALineNoRoomStayWhereTheyAre() {
    #expect(
      boxes("<div id=d><div id=f style='float:left;width:100%;height:30px'></div>text</div>")
        == "d 0 0 400 50\nf 0 0 400 30")
    #expect(
      boxes(
        """
        <div id=d><i id=a style='float:left;width:50%;height:30px'></i><i id=b style='float:left;width:50%;height:40px'></i>
        <b id=c style='display:inline-block;width:90px;height:20px;vertical-align:top'></b></div>
        """) == "d 0 0 400 60\na 0 0 200 30\nb 200 0 200 40\nc 0 40 90 20")
    #expect(
      boxes("<div id=d><img id=f src=a.svg style='float:left;width:500px;height:30px'>text</div>")
        == "d 0 0 400 50\nf 0 0 500 30")
  }

  @Test func floatsAfterTextWaitForTheNextLine() {
    #expect(
      boxes("<div id=d>text<b id=f style='float:left;width:100%;height:30px'></b>more</div>")
        == "d 0 0 400 20\nf 0 20 400 30")
  }

  // MARK: Flex items

  @Test func percentagesMakeControlsCompressible() {
    let sizes = sizes(
      """
      <style>#d>*{padding:0;border:0;margin:0;height:20px}</style>
      <div id=d style='display:flex'><input id=a style='width:100%;flex:1'><input id=b style='width:100%;flex:1'>
      <select id=c style='width:100%;flex:1'><option>a long option</select><i id=e style='flex:1'></i></div>
      """)
    #expect(sizes == "d 400 20\na 100 20\nb 100 20\nc 100 20\ne 100 20")
  }

  @Test func imagesWithOnlyARatioFillTheLineOrTakeNothing() {
    #expect(
      boxes(
        """
        <div id=d style='display:flex'><img id=a src=ratio.svg></div>
        <div style='display:flex'><img id=b src=ratio.svg style='max-width:100px'></div>
        <div style='display:flex'><img id=c src=ratio.svg style='width:24px'><div style='width:900px'></div></div>
        """) == "d 0 0 400 200\na 0 0 400 200\nb 0 200 100 50\nc 0 250 24 12")
    #expect(sizes("<div style='float:left'><img id=a src=ratio.svg></div>") == "a 0 0")
    #expect(sizes("<div style='position:absolute'><img id=a src=ratio.svg></div>") == "a 0 0")
  }

  @Test func theUserAgentsSummaryIsAsWideAsAWrittenOne() {
    let lines = sizes(
      """
      <div style='float:left' id=a><details>x</details></div>
      <div style='float:left' id=b><details><summary>Details</summary>x</details></div>
      """
    ).split(separator: "\n").map { $0.dropFirst() }
    #expect(lines.count == 2 && lines.first == lines.last)
  }

  // MARK: Positioned boxes

  @Test func aRatioMakesTheHeightOfAPositionedBoxWithAWidth() {
    #expect(
      boxes(
        """
        <div style='position:relative;width:200px;height:90px'>
        <div id=a style='position:absolute;inset:0;margin:auto;width:50%;aspect-ratio:2'></div>
        <div id=b style='position:absolute;top:0;bottom:0;width:50px;aspect-ratio:1'></div>
        <div id=c style='position:absolute;inset:0;aspect-ratio:4'></div>
        <div id=d style='position:absolute;inset:0;width:50px;aspect-ratio:1;align-self:stretch'></div></div>
        """) == "a 50 20 100 50\nb 0 0 50 50\nc 0 0 200 50\nd 0 0 50 90")
  }

  // MARK: Scrollable overflow (CSS Overflow 3, 2.2)

  @Test func scrollSizesHoldPaddingAndMargins() {
    let start = "<style>.s{width:100px;height:100px;overflow:auto;padding:10px}.w{width:250px;height:130px}</style>"
    #expect(
      scrollSizes(
        start + """
          <div class=s><div class=w style='margin:7px'></div></div>
          <div class=s><div><div class=w style='margin:7px'></div></div></div>
          <div class=s style='display:flex'><div class=w style='flex:none;margin-right:20px'></div></div>
          <div class=s style='display:flex;flex-direction:row-reverse'><div class=w style='flex:none;margin:7px'></div></div>
          <div class=s style='display:grid;grid-template:200px / 300px'><div></div></div>
          <div class=s dir=rtl><div class=w></div></div>
          <div class=s><div style='float:left;width:150px;height:150px;margin:5px'></div></div>
          <div class=s style='position:relative'><div style='position:absolute;width:300px;height:200px'></div></div>
          <div class=s><div style='position:relative;left:200px;height:9px'></div></div>
          <div class=s style='overflow-y:hidden'><div class=w style='margin:-30px 0 -40px'></div></div>
          <div class=s><div class=w style='transform:translate(50px,20px)'></div></div>
          """) == "284x164 267x164 290x150 284x164 320x220 270x150 180x180 310x210 310x120 270x120 310x160")
  }

  @Test func scrollSizesHoldWholeLines() {
    #expect(
      scrollSizes(
        """
        <div style='width:100px;height:100px;overflow:auto;padding:10px'>
        <b style='display:inline-block;width:300px;height:200px;vertical-align:top;margin-right:5px'></b></div>
        """) == "325x220")
  }

  // MARK: Tables (CSS Tables 3)

  @Test func columnsByPercentages() {
    #expect(
      boxes(
        """
        <table style='table-layout:fixed;width:300px'><tr><td id=a style='width:30%;padding:10px'><td id=b></table>
        <table style='width:390px'><tr><td id=c width=50%><td id=d width=100%></table>
        <table style='width:400px'><tr><td id=e style='min-width:50px'>
        <td id=f style='max-width:0;width:100%;overflow:hidden;white-space:nowrap'>a long text of an ellipsis in a narrow cell that
        does not end before the edge of the table</table>
        """) == """
          a 0 0 110 20
          b 110 0 190 20
          c 0 20 195 0
          d 195 20 195 0
          e 0 20 50 20
          f 50 20 350 20
          """)
  }

  @Test func percentagesBeyondAFixedTableShareIt() {
    #expect(
      sizes(
        "<table style='table-layout:fixed;width:210px'><tr><td id=a style='width:80%'><td id=b style='width:60%'><td id=c></table>"
      )
        == "a 120 0\nb 90 0\nc 0 0")
  }

  @Test func percentagesOfHeightsInCells() {
    #expect(
      boxes(
        """
        <table><tr style='height:60px'><td style='height:100%'><div id=a style='height:100%;width:9px'>h</div></table>
        <table><tr><td style='height:60px'><div id=b style='height:100%;width:9px'>h</div></table>
        """) == "a 0 20 9 20\nb 0 60 9 60")
  }

  // MARK: Controls and replaced elements

  @Test func checkboxesKeepNoPaddingAndAlignWithTheBaseline() {
    #expect(
      sizes(
        """
        <input id=a type=checkbox style='padding:10px;border:1px solid'>
        <input id=b type=radio style='appearance:none;padding:10px;border:1px solid'>
        """) == "a 13 13\nb 22 22")
    #expect(
      boxes("<p id=p style='margin:0;line-height:0'><input id=a type=checkbox></p>") == "p 0 0 400 19\na 4 3 13 13")
  }

  @Test func buttonsAlignByTheirLastLine() {
    let tops = boxes(
      "<style>button{padding:0;border:0}</style><button id=a>a</button><button id=b>b<br>b<br>b</button>"
    ).split(separator: "\n").map { $0.split(separator: " ")[2] }
    #expect(tops == ["40", "0"])
  }

  @Test func listBoxesShowTheirRows() {
    let heights = boxes("<select id=a size=3 style='font-size:20px'><option id=b style='font-size:20px'>A</select>")
      .split(separator: "\n").map { $0.split(separator: " ")[4] }
    #expect(heights == ["77", "25"])
  }

  /// What is inside of a gauge is for browsers that do not know it.
  @Test func gaugesHaveNoContents() {
    #expect(
      boxes(
        """
        <style>body{font-size:16px}</style><p id=p style='margin:0'><progress id=a value=.9>90 per cent used of it</progress></p>
        <meter value=.5 style='display:block'>a<b id=b style='display:block;height:99px'>b</b></meter>
        """)
        == boxes(
          """
          <style>body{font-size:16px}</style><p id=p style='margin:0'><progress id=a value=.9></progress></p>
          <meter value=.5 style='display:block'></meter>
          """))
  }

  @Test func videosAndObjects() {
    #expect(
      boxes(
        """
        <style>video,object{display:block}</style><video id=a width=200></video><video id=b style='width:100%'></video>
        <video id=c style='width:100%;height:auto' width=640 height=320></video><object id=d data=a.svg></object>
        <object id=e data=missing.pdf><i id=f style='display:block;height:7px'></i></object>
        """) == """
          a 0 0 200 150
          b 0 150 400 150
          c 0 300 400 200
          d 0 500 40 20
          e 0 520 400 7
          f 0 520 400 7
          """)
  }

  @Test func brokenImagesHaveAnIcon() throws {
    let plain = boxes("<i id=a>text</i>").split(separator: " ")[3]
    let broken = boxes("<img id=a src=missing.png alt=text style='font-style:italic'>").split(separator: " ")[3]
    #expect(try abs(#require(Double(broken)) - #require(Double(plain)) - 16) < 0.01)
  }

  // MARK: Details and fieldsets

  @Test func detailsWithoutASummaryHaveOne() {
    #expect(
      boxes("<details id=a><p id=p>x</p></details><details id=b open><p id=q style='margin:0'>y</p></details>")
        == "a 0 0 400 20\np 0 36 400 20\nb 0 20 400 40\nq 0 40 400 20")
  }

  @Test func legendsAreNotItems() {
    #expect(
      boxes(
        """
        <style>fieldset{margin:0;padding:0;border:2px solid}legend{padding:0;width:50px}</style>
        <fieldset id=a style='display:flex;gap:4px'><legend id=l>L</legend><b id=b style='width:30px'>x</b>
        <b id=c style='width:30px'>y</b></fieldset>
        <fieldset id=d style='display:grid;grid-template-columns:1fr 1fr'><b id=e>x</b><legend id=m>L</legend>
        <b id=f>y</b></fieldset>
        """) == """
          a 0 0 400 42
          l 2 0 50 20
          b 2 20 30 20
          c 36 20 30 20
          d 0 42 400 42
          e 2 62 198 20
          m 2 42 50 20
          f 200 62 198 20
          """)
  }

  // MARK: Blocks

  @Test func imageMarkersMoveTheirItemDown() {
    // The image's 20 px are on the baseline of a line that is 6 px high.
    #expect(
      boxes(
        """
        <style>ul{margin:0;list-style-image:url(a.svg)}ul,li,b{line-height:0}</style>
        <ul><li id=a><b style='display:inline-block;width:9px;height:6px'></b></ul>
        """) == "a 40 0 360 20")
  }

  @Test func percentagesInAQuirkyBody() {
    #expect(
      boxes("<body style='margin:8px'><div id=a style='height:50%'></div>", isQuirky: true) == "a 8 8 384 142")
  }

  @Test func clampsCountTheLinesOfBlocksInside() {
    #expect(
      boxes(
        """
        <style>p{margin:0}#d{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}</style>
        <div id=d><p id=a>1<br>2<br>3<br>4</p><p id=b>5</p></div>
        """) == "d 0 0 400 40\na 0 0 400 40\nb 0 40 400 20")
  }

  @Test func theLastLineOfAClampEndsWithAnEllipsis() {
    func shown(_ body: String) -> [String] {
      let style =
        "<style>p{margin:0}div{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}</style>"
      let lines = inspect(style + body)?.result.lines ?? []
      return lines.map { String(decoding: $0.shown?.text ?? $0.text, as: UTF16.self) }
    }
    #expect(shown("<div>1<br>2<br>3</div>") == ["1", "2…", "3"])
    // Lines of later blocks count, too.
    #expect(shown("<div><p>1<br><b>2</b>2</p><p>3</p></div>") == ["1", "2", "2…", "3"])
    #expect(shown("<div>1<br>2</div><p>3") == ["1", "2", "3"])
    #expect(shown("<div>1</div>") == ["1"])
    // Letters make room for the ellipsis.
    let cut = shown("<div style='width:50px'>aa<br>bbbbbbbbbb<br>c</div>")
    #expect(cut.count == 3 && cut[1].hasPrefix("bb") && cut[1].hasSuffix("…") && cut[1].count < 10, "\(cut)")
  }

  // MARK: Inline boxes, markers and columns

  @Test func emptyInlineBoxesAreAsHighAsTheirFontOnLinesWithContent() {
    let lines = sizes("<p>a<span id=a></span></p><p><span id=b></span></p><p>x<br><b id=c></b></p>").split(
      separator: "\n")
    #expect(!lines[0].hasSuffix(" 0"))
    #expect(lines[1...] == ["b 0 0", "c 0 0"])
  }

  @Test func signsOfMarkersHaveTheirOwnWidth() {
    // 0.66 em, and 0.4 em by the display's scale.
    let summary = "<details><summary><b id=a style='display:inline-block;width:9px;height:6px'></b></summary></details>"
    #expect(sizes(summary) == "a 9 6")
    #expect(boxes(summary).hasPrefix("a 16.95 "))
    // What a page writes is measured as text.
    let string = boxes(
      "<ul style=\"list-style:'• ' inside\"><li><b id=a style='display:inline-block;width:9px;height:6px'></b></ul>")
    let disc = boxes(
      "<ul style='list-style:inside'><li><b id=a style='display:inline-block;width:9px;height:6px'></b></ul>")
    #expect(string != disc)
  }

  @Test func columnsThatSpanHaveOneBox() {
    #expect(
      boxes("<table><col style='width:40px'><col id=a span=2 style='width:60px'><tr><td>a<td>b<td>c</table>")
        == "a 40 0 120 20")
    #expect(
      boxes("<table><colgroup id=a span=2 style='width:30px'><tr><td>a<td>b<td>c</table>") == "a 0 0 60 20")
  }

  @Test func legacyBoxesKeepInlineContentInLines() {
    // Inline children side by side are one item; white space between them is none, blocks are items of their own.
    let inner = "style='display:inline-block;width:30px;height:10px'"
    #expect(
      boxes(
        "<div id=d style='display:-webkit-box;width:200px;line-height:40px'><i id=a \(inner)></i> <i id=b \(inner)></i>"
          + "<p id=p style='margin:0;width:20px'></p><i id=c \(inner)></i></div>") == """
          d 0 0 200 40
          a 0 15 30 10
          b 30 15 30 10
          p 60 0 20 40
          c 80 15 30 10
          """)
  }

  @Test func linesEndAfterInlineBoxesThatWrap() {
    // Not before the box: the text before it does not wrap.
    #expect(
      sizes("<div id=d style='width:1px;white-space:nowrap'>aa <b style='white-space:normal'>bb </b>cc dd</div>")
        == "d 1 40")
  }

  @Test func theSourceOfAPictureGivesItsSize() {
    let source = "<source srcset=a.svg media='(min-width: 300px)' width=80 height=30>"
    #expect(
      sizes(
        "<picture>\(source)<img id=a src=a.svg width=10 height=10></picture>"
          + "<picture>\(source.replacing("300px", with: "500px"))<img id=b src=a.svg width=10 height=10></picture>")
        == "a 80 30\nb 10 10")
  }

  @Test func listBoxesShowTheLabelsOfGroups() {
    #expect(sizes("<select multiple><optgroup id=g label=x><option>y</select>").hasSuffix(" 41"))
  }

  @Test func textAreasAlignAtTheirLowerEdge() {
    let text = "<style>textarea{height:40px;border:0;padding:0;margin:0}</style>"
    let empty = sizes(text + "<div id=a><textarea></textarea></div>")
    #expect(empty == sizes(text + "<div id=a><textarea>1\n2</textarea></div>"))
    #expect(empty != "a 400 40")
  }

  // MARK: Zoom (CSS Viewport 1, 3)

  @Test func zoomEnlargesLengths() {
    let style =
      "<style>.z{zoom:2;width:50px;height:10px;padding:1px;margin:3px}.h{zoom:50%;width:10px;height:calc(50% - 6px)}</style>"
    #expect(
      boxes(
        style + "<div id=a class=z><p id=b style='width:50%;height:2px;margin:0'></p><div id=c class=h></div></div>"
          + "<img id=d src=a.svg style='zoom:1.5;display:block'>"
      ) == """
        a 6 6 104 24
        b 8 8 50 4
        c 8 12 10 4
        d 0 36 60 30
        """)
    let text = "<div id=a style='zoom:2;float:left;width:2em;font-size:10px'><i style='position:absolute'></i>x</div>"
    #expect(sizes(text) == "a 40 40")
    let generated =
      "<style>#a{zoom:2;float:left;font-size:0;line-height:0}#a::before{content:url(a.svg)}</style><div id=a></div>"
    #expect(sizes(generated) == "a 80 40")
    #expect(sizes("<div style='zoom:2'><svg id=a viewBox='0 0 2 1' width=10 stroke-width=1></svg></div>") == "a 20 10")
    #expect(sizes("<div id=a style='zoom:0;width:10px;height:10px'></div>") == "a 10 10")
  }

  // MARK: Dates

  @Test func datesAreAsWideAsTheirFields() {
    // In a font of 0.602 em: 12 characters, 3 fields' padding, the picker of 1 em and 4 px.
    let style = "<style>input{border:0;padding:0;font-family:'DejaVu Sans Mono'}</style>"
    #expect(sizes(style + "<input id=a type=date>") == "a 142 22")
    #expect(sizes(style + "<input id=a type=time value=10:30>") == "a 114 22.8")
    #expect(sizes(style + "<input id=a type=datetime-local>") == "a 244 22")
    #expect(sizes(style + "<input id=a type=month>") == "a 179 22")
    #expect(sizes(style + "<input id=a type=week>") == "a 169 22")
    // They are not compressed as other fields are.
    let cell = style + "<style>p{float:left;margin:0}</style><div style='width:50px'><p id=p><input style='width:100%'"
    #expect(sizes(cell + "></div>") == "p 50 20")
    #expect(sizes(cell + " type=date></div>") == "p 142 22")
  }

  @Test func fieldsHaveOneLine() {
    let style = "<style>input{border:0;padding:0;width:40px;font-size:10px}</style>"
    #expect(sizes(style + "<input id=a value='many words in a field'>") == sizes(style + "<input id=a value=x>"))
  }

  @Test func fieldsInFamiliesWithoutAnAverageWidthCountDigits() {
    let field = "style='font-family:Times;padding:0;border:0'"
    #expect(sizes("<input id=a size=10 \(field)><input id=b size=20 \(field)>") == "a 80 20\nb 160 20")
  }

  @Test func buttonsWithoutALabel() {
    // Without a line, the lower edge of the content is the baseline.
    let beside = "<b style='display:inline-block;width:10px;height:40px'></b>"
    #expect(
      boxes("<div>\(beside)<button id=a style='padding:5px 0;border:0;width:10px'></button></div>") == "a 10 35 10 10")
    // A button of a form has a line.
    let style = "style='width:50px;padding:1px;border:0'"
    #expect(sizes("<input type=button id=a \(style)><input type=submit id=b value='' \(style)>") == "a 50 22\nb 50 22")
  }

  // MARK: Documents

  @Test func floatsWiderThanTheLineLeaveRoomForWhatHasNoWidth() {
    let float = "<b style='float:left;width:350px;height:50px'></b>"
    #expect(
      boxes("<div style='width:300px'>\(float)<p id=p style='overflow:hidden;margin:0'>x</p></div>") == "p 350 0 0 20")
    #expect(
      boxes("<div style='width:300px'>\(float)<p id=p style='overflow:hidden;margin:0;padding:1px'></p></div>")
        == "p 0 50 300 2")
  }

  @Test func columnsThatAreOnlySpannedHaveNoSpacing() {
    let table = "<table style='border-spacing:4px'><tr><td id=a colspan=1000 style='height:9px'><tr>"
    #expect(
      sizes(table + "<td id=b><i style='display:inline-block;width:10px'></i><td id=c style='width:20px'></table>")
        == "a 34 9\nb 10 20\nc 20 20")
  }

  @Test func aWidthOfNothingIsAWidth() {
    let words = "<i style='display:inline-block;width:10px'></i> <i style='display:inline-block;width:10px'></i>"
    #expect(sizes("<table><tr><td id=a style='width:0'>\(words)<td id=b>x</table>").hasPrefix("a 10 40\n"))
  }

  @Test func carriageReturnsMakeNoLines() {
    #expect(sizes("<pre id=a style='margin:0'>&#13;x&#13;&#10;y&#13;</pre>") == "a 400 40")
    #expect(sizes("<div id=a style='white-space:pre-line'>&#13;x&#13;y</div>") == "a 400 20")
  }

  @Test func relativeLengthsOfColumnsSayNothing() {
    #expect(
      sizes("<table style='width:300px'><col width=50><col width='2*'><tr><td id=a><td id=b></table>")
        == "a 50 0\nb 250 0")
  }

  @Test func heightsOfCellsAreOfTheirBorderBoxInQuirksMode() {
    let cell = "<table><tr><td id=a style='height:40px;width:10px;padding:6px'></table>"
    #expect(boxes(cell, isQuirky: true) == "a 0 0 22 40")
    #expect(boxes(cell) == "a 0 0 22 52")
  }

  @Test func aQuirkyBodyEndsAboveTheMarginOfWhatEndsIt() {
    #expect(boxes("<body id=d><div style='margin-bottom:30px'>x</div>", isQuirky: true) == "d 0 0 400 270")
  }

  @Test func imagesWithoutASourceHaveTheSizesTheyAreGiven() {
    #expect(sizes("<div id=d><img id=a width=30></div>") == "d 400 20\na 30 0")
    // What is missing and has no words is in its line without a size.
    #expect(sizes("<div id=d><img id=a src=missing.png alt=''></div>") == "d 400 20\na 0 0")
  }
}
