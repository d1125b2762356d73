import CSSValues
import Compiler
import HTML
import Testing

/// What `inspect style` says of values that layout decides, as Chromium's `getComputedStyle` does.
@Suite struct UsedValueTests {
  /// The elements with an id, one a line, with the values of some properties.
  private func dump(_ body: String, _ properties: [String]) throws -> String {
    let files = MemorySite([
      "index.html": "<!DOCTYPE html><style>body { margin: 0 } div { width: 100px }</style>" + body
    ])
    let compiler = PageCompiler(options: CompilerOptions(), files: files)
    let page = try #require(compiler.inspect("index.html", viewport: Viewport(width: 390, height: 844, scale: 1)))
    var values = page.resolvedValues(of: properties)
    return page.elements.compactMap { element in
      guard let id = page.document.value(element, .id) else { return nil }
      let known = values.values(of: element)
      return "\(id) " + properties.map { known[$0] ?? "?" }.joined(separator: ", ")
    }.joined(separator: "\n")
  }

  @Test func lengthsAreSaidAsTheyAreBeforeZoom() throws {
    let body = """
      <div id=a style="zoom:1.5;height:10px;border:1px solid;font-size:20px"><p id=b style="width:50%;line-height:2"></p></div>
      """
    #expect(
      try dump(body, ["width", "height", "font-size", "margin-top", "zoom"]) == """
        a 100px, 10px, 20px, 0px, 1.5
        b 50px, 0px, 20px, 20px, 1
        """)
  }

  @Test func imagesThatAreMissingHaveTheSizeOfTheirWords() throws {
    let body = """
      <style>body{font-size:0}</style><img id=a src=missing.png alt=x width=300 height=100 style="padding:2px">\
      <img id=b src=missing.png alt=x width=70 height=30 style="display:block"><div id=c style="aspect-ratio:2/1"></div>\
      <div style="display:flex"><p id=d style="aspect-ratio:2/1"></p></div>
      """
    let values = try dump(body, ["aspect-ratio", "min-width", "min-height"])
    #expect(
      values == """
        a auto, 0px, 0px
        b auto 70 / 30, 0px, 0px
        c 2 / 1, 0px, 0px
        d 2 / 1, auto, auto
        """)
    #expect(try !dump(body, ["width"]).contains("300px"))
  }

  @Test func spacingOfCellsIsWholeDevicePixels() throws {
    let body = "<table id=a style='border-spacing:2.5px'></table><table id=b style='border-spacing:1.9px .4px'>"
    #expect(try dump(body, ["border-spacing"]) == "a 2px\nb 1px 0px")
  }

  @Test func insetsOfPositionedBoxes() throws {
    let body = """
      <div id=c style="position:relative;width:200px;height:100px;border:3px solid;padding:5px">
      <i class=x id=a1 style="position:absolute;width:20px;height:10px;margin:2px"></i>
      <i id=a2 style="position:absolute;width:20px;height:10px;margin:2px;right:10%;bottom:16px"></i>
      <i id=a3 style="position:absolute;width:20px;height:10px;left:10px;right:20px;top:0"></i>
      <i id=a4 style="position:absolute;inset:5%"></i>
      <i id=a5 style="position:absolute;width:20px;height:10px;inset:0;margin:auto"></i>
      <div id=r1 style="position:relative;left:10%;top:5px">r</div>
      <div id=r2 style="position:relative;right:10%">r</div>
      <div id=r3 style="position:relative;left:5px;right:7px;top:50%">r</div>
      <div id=s1 style="position:sticky;top:25%;left:5px">s</div>
      <span id=i1 style="position:relative;left:10%">i</span><span id=i2 style="position:relative;right:3px">i</span>
      <div id=st style="left:10%;top:5px">st</div><div id=n style="display:none;position:absolute;left:10%"></div></div>
      <div id=f style="position:fixed;left:auto;top:25%;height:11px">f</div>
      <div style="position:relative;display:grid;width:200px;height:100px;grid-template:20px 1fr / 50px 1fr">
      <i id=g style="position:absolute;grid-column:2;left:10%;width:5px;height:5px"></i></div>
      """
    #expect(
      try dump(body, ["top", "right", "bottom", "left"]) == """
        c 0px, 0px, 0px, 0px
        a1 5px, 181px, 91px, 5px
        a2 80px, 21px, 16px, 165px
        a3 0px, 20px, 100px, 10px
        a4 5.5px, 10.5px, 5.5px, 10.5px
        a5 0px, 0px, 0px, 0px
        r1 5px, -20px, -5px, 20px
        r2 0px, 20px, 0px, -20px
        r3 50px, 7px, -50px, 5px
        s1 211px, auto, auto, 5px
        i1 0px, auto, 0px, 10%
        i2 0px, 3px, 0px, -3px
        st 5px, auto, auto, 10%
        n auto, auto, auto, 10%
        f 211px, 290px, 622px, 0px
        g 0px, 130px, 95px, 15px
        """)
  }

  @Test func marginsAndSizesOfBoxes() throws {
    let body = """
      <div style="width:200px;padding:0 10px;border:1px solid"><p id=a style="width:50px;margin:5% auto">a</p>
      <p id=b style="width:50px;margin:0 0 0 auto">b</p><p id=c style="width:300px;margin:0 auto">c</p>
      <span id=d style="margin:auto">d</span><p id=e style="float:left;margin:auto">e</p></div>
      <div style="display:flex"><p id=f style="margin:0 10%">f</p></div>
      <div style="display:-webkit-box"><p id=g style="margin:0">g</p></div>
      """
    #expect(
      try dump(body, ["margin-top", "margin-right", "margin-left", "min-width", "min-height"]) == """
        a 10px, 75px, 75px, 0px, 0px
        b 0px, 0px, 150px, 0px, 0px
        c 0px, -100px, 0px, 0px, 0px
        d auto, auto, auto, 0px, 0px
        e 0px, 0px, 0px, 0px, 0px
        f 0px, 10px, 10px, auto, auto
        g 0px, 0px, 0px, 0px, 0px
        """)
    let sized = """
      <i id=a style="background-size:100%"></i><i id=b style="background-size:cover"></i>
      <i id=c style="background-size:50% 3px,calc(1px + 50%);background-image:url(a.png),none"></i>
      """
    #expect(
      try dump(sized, ["background-size"]) == """
        a 100% auto
        b cover
        c 50% 3px, calc(50% + 1px) auto
        """)
  }

  @Test func transformsAreMatrices() throws {
    let body = """
      <div id=a style="transform:translate(50%,10px) rotate(90deg)">t</div>
      <span id=b style="transform:translate(50%)">t</span>
      <div id=c style="transform:translate3d(1px,2px,3px)"></div>
      <div id=d style="translate:50%;scale:2;rotate:3deg;transform-origin:10% 3px"></div>
      <div id=e style="display:none;transform:translate(50%)"></div>
      <div id=f style="transform:none"></div>
      """
    #expect(
      try dump(body, ["transform", "transform-origin"]) == """
        a matrix(0, 1, -1, 0, 50, 10), 50px 9px
        b matrix(1, 0, 0, 1, 0, 0), 0px 0px
        c matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1), 50px 0px
        d none, 10px 3px
        e none, 50% 50%
        f none, 50px 0px
        """)
  }

  @Test func tracksOfGridsHaveTheirSizesAndNames() throws {
    let body = """
      <div id=a style="display:grid;grid-template-columns:[a] 1fr [b] 2fr;grid-auto-rows:20px;width:300px">
      <i></i><i></i><i></i></div>
      <div id=b style="display:grid;width:300px"><i style="height:7px"></i><i></i></div>
      <div id=c style="display:inline-grid;grid-template-columns:repeat(auto-fit,minmax(60px,1fr));width:300px">
      <i style="height:1px"></i></div>
      <div id=d style="display:grid;grid-template-columns:repeat(2,[x] 50px [y] 10%);grid-template-rows:auto [z];width:300px">
      <i style="height:8px"></i><i style="grid-row:3;height:9px"></i></div>
      <div id=e style="display:none;grid-template-columns:1fr 10%"></div>
      <div id=f style="display:grid;grid-template-columns:repeat(auto-fill,[p] 30px [q]);grid-template-areas:'a b'"></div>
      <div id=g style="display:grid;grid-template-columns:[n] 10px;grid-auto-columns:7px"><i style="grid-column:-4"></i></div>
      <div id=h style="display:grid;grid-template-columns:[a b] [c]"></div>
      <div id=i style="grid-template-columns:1fr"></div>
      """
    #expect(
      try dump(body, ["grid-template-columns", "grid-template-rows"]) == """
        a [a] 100px [b] 200px, 20px 20px
        b 300px, 7px 0px
        c 300px 0px 0px 0px 0px, 1px
        d [x] 50px [y] 30px [x] 50px [y] 30px, 8px [z] 0px 9px
        e 1fr 10%, none
        f [p] 30px [q p] 30px [q p] 30px [q], 0px
        g 7px 7px [n] 10px, 0px
        h none, none
        i 1fr, none
        """)
  }
}
