import Painting
import Testing

/// Fields, controls without their platform's look, and images that cannot be shown.
@Suite struct FieldTests {
  private static let style =
    "input,select,textarea,button{display:block;margin:0;border:0;padding:0;width:60px;height:20px}"

  /// An image of 20 by 10 px.
  private static let image = """
    url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='10'/%3E")
    """

  private func dump(_ body: String) throws -> String { try PaintedPage(body, style: Self.style).dump() }

  @Test(arguments: [
    "<input value='words that do not fit into the field'>",
    "<input placeholder='words that do not fit into the field'>",
    "<input type=password value=0123456789012345>",
    "<input type=submit value='words that do not fit into the button'>",
    "<textarea>one\ntwo\nthree</textarea>",
    "<select style='appearance:none'><option>words that do not fit into the box</select>",
  ]) func textIsCutAtTheFieldsEdge(_ field: String) throws {
    #expect(try dump(field).contains("clip [0 0 60 20]"))
  }

  @Test(arguments: ["<input value=a>", "<input placeholder=a>", "<textarea>a</textarea>", "<button>a</button>"])
  func textThatFitsIsNotCut(_ field: String) throws {
    #expect(try !dump(field).contains("clip"))
  }

  @Test func whatIsKeptFreeBesideATextCutsItToo() throws {
    #expect(try dump("<select><option>words that do not fit</select>").contains("clip [4 0 40 20]"))
    #expect(try dump("<select dir=rtl><option>words that do not fit</select>").contains("clip [16 0 40 20]"))
    #expect(try dump("<input type=number value=123456789012>").contains("clip [0 0 45 20]"))
  }

  @Test func labelsOfButtonsReachBeyondThem() throws {
    let button = "<button style='width:60px;white-space:nowrap'>words that do not fit into the button</button>"
    #expect(try !dump(button).contains("clip"))
  }

  @Test func controlsWithoutAppearanceHaveTheirParts() throws {
    let plain = "style='appearance:none;display:block;width:100px;height:16px'"
    #expect(try dump("<input type=range \(plain)>").components(of: "fill path") == 1)
    #expect(
      try dump("<progress value=.5 \(plain)></progress>") == """
        fill [0 0 100 16] rgb(128, 128, 128)
        fill [0 0 50 16] rgb(0, 128, 0)

        """)
    let meter = try dump("<meter value=.2 low=.3 high=.8 optimum=.9 \(plain)></meter>")
    #expect(meter.contains("[0 4 100 8]") && meter.contains("[0 4 20 8]") && meter.contains("rgb(255, 119, 119)"))
  }

  @Test func boxesThatCanBeResizedHaveAHandle() throws {
    func lines(_ style: String) throws -> Int {
      try dump("<div style='width:50px;height:40px;\(style)'></div>").components(of: "stroke path")
    }
    #expect(try lines("resize:both;overflow:auto") == 4)
    #expect(try lines("resize:vertical;overflow:hidden") == 4)
    #expect(try lines("resize:both") == 0)
    #expect(try lines("resize:none;overflow:auto") == 0)
  }

  @Test func imagesOfFieldsArePainted() throws {
    #expect(try dump("<input type=image src=a.png>").contains("image "))
  }

  @Test func imagesThatCannotBeShownHaveASign() throws {
    func dump(_ attributes: String) throws -> String {
      var page = PaintedPage("<img \(attributes) style='display:block'>")
      page.imageSize = nil
      return try page.dump()
    }
    let line = "rgb(192, 192, 192)"
    let sized = try dump("src=a.png alt='' width=40 height=40")
    #expect(sized.contains("fill ring [0 0 40 40] [1 1 38 38] \(line)") && sized.components(of: "fill path") == 5)
    let withoutSource = try dump("width=40 height=40")
    #expect(withoutSource.contains(line) && withoutSource.components(of: "fill path") == 0)
    #expect(try dump("src=a.png alt=''") == "")
    #expect(try dump("src=a.png").components(of: "fill path") == 5)
    // One of another site may be shown later.
    #expect(try dump("src=https://example.org/a.png width=40 height=40") == "")
  }

  @Test func generatedImagesAreBesideTheirTexts() throws {
    func places(_ content: String) throws -> [(item: String, x: Double)] {
      let page = PaintedPage("<p>x</p>", style: "p{margin:0}p::before{content:\(content)}")
      return try page.list().items.compactMap { item in
        switch item {
        case .image(_, let place, _, _): ("image", place.x)
        case .text(let run): (run.text, run.x)
        default: nil
        }
      }
    }
    let image = Self.image
    func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.1 }
    let before = try places("\(image) 'b'")
    try #require(before.map(\.item) == ["image", "b", "x"], "\(before)")
    #expect(isNear(before[0].x, 0) && isNear(before[1].x, 20))
    let after = try places("'b' \(image)")
    try #require(after.map(\.item) == ["image", "b", "x"], "\(after)")
    #expect(isNear(after[1].x, 0) && isNear(after[2].x, after[0].x + 20) && after[0].x > 1)
    #expect(try places("\(image) \(image)").map(\.x) == [0, 20, 40])
  }

  @Test func anImageAsContentReplacesAnElement() throws {
    let list = try PaintedPage("<p>x</p>", style: "p{margin:0;content:\(Self.image)}").dump()
    #expect(list.contains("[0 0 20 10]") && !list.contains("text"), "\(list)")
  }

  @Test func theFirstWordOfPaintOrderCounts() throws {
    func isBelow(_ order: String) throws -> Bool? {
      let page = PaintedPage("<p>x</p>", style: "p{-webkit-text-stroke:2px red;paint-order:\(order)}")
      for item in try page.list().items { if case .text(let run) = item { return run.stroke?.isBelow } }
      return nil
    }
    #expect(try isBelow("stroke fill") == true)
    #expect(try isBelow("stroke") == true)
    #expect(try isBelow("fill stroke") == false)
    #expect(try isBelow("normal") == false)
  }

  @Test func linesHaveTheColourOfTheGlyphs() throws {
    func color(_ style: String) throws -> PaintColor? {
      let page = PaintedPage("<p>x</p>", style: "p{color:black;text-decoration:underline;\(style)}")
      for item in try page.list().items { if case .decoration(let line) = item { return line.color } }
      return nil
    }
    #expect(try color("-webkit-text-fill-color:red") == PaintColor(1, 0, 0))
    #expect(try color("-webkit-text-stroke:1px red") == PaintColor(1, 0, 0))
    #expect(try color("-webkit-text-fill-color:red;text-decoration-color:blue") == PaintColor(0, 0, 1))
    #expect(try color("") == PaintColor.black)
  }

  @Test func backgroundsShowInTheLinesOfTextsToo() throws {
    let dump = try PaintedPage(
      "<p>x</p>", style: "p{background:red;background-clip:text;color:transparent;text-decoration:underline}"
    ).dump()
    let clip = try #require(dump.firstRange(of: "clip to text"))
    let paint = try #require(dump.firstRange(of: "paint"))
    let glyphs = dump[clip.upperBound..<paint.lowerBound]
    #expect(glyphs.contains("line solid ") && glyphs.contains("rgb(0, 0, 0) around glyphs"), "\(dump)")
  }

  @Test func whatIsNotPaintedOfControlsIsReported() throws {
    func reported(_ body: String, _ style: String = "") throws -> [String] {
      try PaintedPage(body, style: style).list().omissions.map(\.what)
    }
    #expect(try reported("<video controls></video>") == ["<video controls>"])
    #expect(try reported("<audio controls></audio>") == ["<audio controls>"])
    #expect(try reported("<marquee>x</marquee>") == ["<marquee>"])
    #expect(try reported("<video></video>") == [])
    #expect(try reported("<p>x</p>", "p::before{content:linear-gradient(red,blue)}") == ["content"])
    #expect(try reported("<p>x</p>", "p{content:linear-gradient(red,blue)}") == ["content"])
    #expect(try reported("<p>x</p>", "p::before{content:url(a.png)}") == [])
  }
}
