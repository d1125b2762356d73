import CSSValues
import Foundation
import Painting
import Testing

/// Further causes for which small pages differed from a browser's.
@Suite struct SmallFeatureTests {
  private func dump(_ body: String, style: String = "") throws -> String { try PaintedPage(body, style: style).dump() }

  @Test func marksAreAtCharactersOnly() throws {
    let list = try PaintedPage("<p style=\"margin:0;text-emphasis:circle red;text-emphasis-position:under\">a b.</p>")
      .list()
    let marks = try #require(
      list.items.compactMap { item in if case .emphasis(let marks) = item { marks } else { nil } }.first)
    #expect(marks.mark == "\u{25cf}" && marks.isUnder)
    #expect(marks.run.text.map { EmphasisMarks.hasMark($0) } == [true, false, true, false])
    #expect(list.textStyles[marks.style].font.size == 8)
    #expect(list.dump().contains("marks “\u{25cf}” below “a b.” rgb(255, 0, 0)"))
    #expect(list.encode(scale: 1).contains("[\"marks\",\"\u{25cf}\",1,1,\"a b.\","))
    #expect(EmphasisMarks.hasMark("#") && !EmphasisMarks.hasMark("\u{3002}") && EmphasisMarks.hasMark("\u{6f22}"))
    #expect(try !dump("<p style=\"text-emphasis:dot\">…</p>").contains("marks"))
  }

  @Test(arguments: [
    ("padding-box", "[5 5 40 40]"), ("content-box", "[10 10 30 30]"), ("border-box", "[0 0 50 50]"),
    ("margin-box", "[-7 -7 64 64]"), ("inset(5px) content-box", "[15 15 20 20]"),
  ])
  func clipPathsCountFromTheirBox(_ value: String, _ area: String) throws {
    let text = try dump(
      """
      <p style="position:absolute;left:0;top:0;margin:7px;transform:none;inset:-7px auto auto -7px;width:30px;height:30px;\
      padding:5px;border:5px solid;clip-path:\(value)"></p>
      """)
    #expect(text.contains("clip \(area)"), "\(text)")
  }

  @Test func commandsOfShapesArePaths() throws {
    let list = try PaintedPage(
      """
      <p style="margin:0;width:40px;height:20px;background:red;clip-path:shape(evenodd from 0 0,line to 100% 50%,\
      hline by -10px,vline to 100%,curve to 0 20px with 5px 30px / 1px 1px,arc to 0 0 of 5px cw,close)"></p>
      """
    ).list()
    let path = list.items.compactMap { item in
      if case .beginClip(.path(let path, .evenOdd)) = item { path } else { nil }
    }.first
    let points = try #require(path).points
    #expect(points.prefix(14) == [0, 0, 40, 10, 30, 10, 30, 20, 5, 30, 1, 1, 0, 20])
    #expect(try #require(path).steps.last == .close)
  }

  @Test func theOldestGradientsAreRead() throws {
    let text = try dump(
      """
      <p style="margin:0;width:40px;height:20px;background:-webkit-gradient(linear,left top,right 10,to(blue),\
      color-stop(25%,lime),from(red))"></p>
      """)
    #expect(text.contains("rgb(255, 0, 0) 0, rgb(0, 255, 0) 0.25, rgb(0, 0, 255) 1"), "\(text)")
    let radial = try PaintedPage(
      """
      <p style="margin:0;width:40px;height:20px;background:-webkit-gradient(radial,center center,5,20 10,10,from(red),\
      to(blue))"></p>
      """
    ).list()
    let gradient = try #require(
      radial.items.compactMap { item in
        if case .fill(_, .gradient(let gradient), _) = item { gradient } else { nil }
      }.first)
    #expect(gradient.geometry == .radial(x: 20, y: 10, radiusX: 10, radiusY: 10))
    #expect(gradient.stops.map(\.offset) == [0.5, 1])
  }

  @Test func fadesAreTwoImagesWithTheirShares() throws {
    let text = try dump(
      "<p style=\"margin:0;width:40px;height:20px;background:-webkit-cross-fade(url(a.png),url(b.png),25%)\"></p>")
    #expect(
      text.contains("group opacity 0.75 plus-lighter") && text.contains("group opacity 0.25 plus-lighter"), "\(text)")
    #expect(text.contains("a.png") && text.contains("b.png"))
  }

  @Test func boxesThatAreTurnedAwayHide() throws {
    func clips(_ transform: String) throws -> Bool {
      try dump(
        "<p style=\"margin:0;width:9px;height:9px;background:red;backface-visibility:hidden;transform:\(transform)\"></p>"
      ).contains("[0 0 0 0]")
    }
    #expect(try clips("rotateY(180deg)"))
    #expect(try clips("rotateX(100deg)"))
    #expect(try !clips("rotateY(60deg)"))
    // A mirror image does not show the back.
    #expect(try !clips("scaleX(-1)"))
    #expect(try !clips("rotate(180deg)"))
  }

  @Test func turnsAboutAnAxisMoveBoxes() throws {
    func matrix(_ rotate: String) throws -> PaintMatrix {
      let style = "margin:0;width:20px;height:20px;background:red;rotate:\(rotate)"
      let list = try PaintedPage("<p style=\"\(style)\"></p>").list()
      return try #require(
        list.items.compactMap { item in if case .beginTransform(let matrix) = item { matrix } else { nil } }.first)
    }
    #expect(try matrix("x 180deg").apply(0, 0).1.rounded() == 20)
    #expect(try matrix("y 180deg").apply(0, 0).0.rounded() == 20)
    #expect(try matrix("0 0 1 90deg") == matrix("90deg") && matrix("z 90deg") == matrix("90deg"))
  }

  @Test func textsOfDrawingsHaveTheirPaints() throws {
    func list(_ fill: String) throws -> DisplayList {
      try PaintedPage(
        """
        <svg width=100 height=40 style="display:block"><linearGradient id=g gradientTransform="rotate(90)"><stop stop-color=red /><stop \
        offset=1 stop-color=blue /></linearGradient><pattern id=p width=8 height=8 patternUnits=userSpaceOnUse><path \
        d="M0 0h4v8z"/></pattern><text y=30 fill="\(fill)">words</text></svg>
        """
      ).list()
    }
    let gradient = try #require(try list("url(#g)").items.compactMap(\.run).first?.paint)
    guard case .gradient(let gradient) = gradient, case .linear(let x1, let y1, let x2, let y2) = gradient.geometry
    else {
      Issue.record("\(gradient)")
      return
    }
    // From the top of the text's box to its end, without a matrix.
    #expect(gradient.matrix == .identity && abs(x1 - x2) < 1e-9 && y1 > 5 && y2 - y1 > 12)
    let pattern = try list("url(#p)")
    let start = try #require(pattern.items.firstIndex(of: .beginTextClip))
    let middle = try #require(pattern.items.firstIndex(of: .paintInText))
    #expect(pattern.items[start..<middle].contains { $0.run?.text == "words" })
    #expect(pattern.items[middle...].contains { if case .fill = $0 { true } else { false } })
  }

  @Test func paintsOfDrawingsComeFromWhatIsDisplayed() throws {
    let markers = try dump(
      """
      <svg width=100 height=40><marker id=m><path d="M0 0h3v3z" fill=context-stroke /></marker><path d="M0 9h9v9" fill=none \
      stroke="#0066cc" marker-end="url(#m)"/></svg>
      """)
    #expect(markers.components(of: "rgb(0, 102, 204)") == 2, "\(markers)")
    func fills(_ style: String) throws -> Int {
      try dump(
        """
        <svg style="\(style)" width=9 height=9><linearGradient id=g><stop stop-color=red /><stop offset=1 \
        stop-color=red /></linearGradient></svg>\
        <svg width=100 height=40><rect width=9 height=9 fill="url(#g)"/></svg>
        """
      ).components(of: "rgb(255, 0, 0)")
    }
    #expect(try fills("") > 0)
    #expect(try fills("display:none") == 0)
  }

  @Test func prefixedCirclesAreRead() throws {
    func gradient(_ value: String) throws -> Gradient {
      let list = try PaintedPage("<p style=\"margin:0;width:40px;height:20px;background:\(value)\"></p>").list()
      return try #require(
        list.items.compactMap { item in
          if case .fill(_, .gradient(let gradient), _) = item { gradient } else { nil }
        }.first)
    }
    #expect(try gradient("-webkit-radial-gradient(red,blue)") == gradient("radial-gradient(red,blue)"))
    // A circle without a size shows what is beyond it; stops at lengths keep their places.
    #expect(try Set(gradient("radial-gradient(0px,red,blue)").stops.map(\.color)) == [PaintColor(0, 0, 1)])
    #expect(try Set(gradient("radial-gradient(0px,red,blue 10px)").stops.map(\.color)).count == 2)
    // Once around all hues.
    #expect(try gradient("linear-gradient(in hsl longer hue,red,red)").stops.count > 10)
  }

  /// A position comes first, a shape only behind one; angles count from the right against the clock.
  @Test(arguments: [
    ("-webkit-radial-gradient(center,circle,red,blue)", "radial-gradient(circle,red,blue)"),
    (
      "-webkit-radial-gradient(10px 5px,circle contain,red,blue)",
      "radial-gradient(circle closest-side at 10px 5px,red,blue)"
    ),
    ("-webkit-radial-gradient(left,20px 50%,red,blue)", "radial-gradient(20px 50% at left,red,blue)"),
    ("-webkit-radial-gradient(farthest-side,red,blue)", "radial-gradient(farthest-side,red,blue)"),
    ("-webkit-radial-gradient(20px 15px,red,blue)", "radial-gradient(at 20px 15px,red,blue)"),
    ("-webkit-linear-gradient(180deg,red,blue)", "linear-gradient(-90deg,red,blue)"),
    ("-webkit-linear-gradient(left,red,blue)", "linear-gradient(to right,red,blue)"),
  ])
  func prefixedGradientsHaveAGrammarOfTheirOwn(prefixed: String, standard: String) throws {
    func gradient(_ value: String) throws -> Gradient? {
      try PaintedPage("<p style=\"margin:0;width:40px;height:20px;background:\(value)\"></p>").list().items
        .compactMap { item in if case .fill(_, .gradient(let gradient), _) = item { gradient } else { nil } }.first
    }
    let expected = try #require(try gradient(standard))
    #expect(try gradient(prefixed) == expected)
  }

  /// Other than `to bottom right`, whose line goes through corners only of squares.
  @Test func prefixedGradientsGoFromCornerToCorner() throws {
    let list = try PaintedPage(
      "<p style=\"margin:0;width:40px;height:20px;background:-webkit-linear-gradient(top left,red,blue)\"></p>"
    ).list()
    let geometry = list.items.compactMap { item in
      if case .fill(_, .gradient(let gradient), _) = item { gradient.geometry } else { nil }
    }.first
    guard case .linear(let x1, let y1, let x2, let y2)? = geometry else { throw Missing() }
    #expect(zip([x1, y1, x2, y2], [0, 0, 40, 20]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  private struct Missing: Error {}

  @Test(arguments: [
    "-webkit-radial-gradient(at left,red,blue)",
    "-webkit-linear-gradient(to left,red,blue)", "radial-gradient(cover,red,blue)",
  ])
  func gradientsOfTheOtherGrammarCountAsInvalid(value: String) throws {
    #expect(try !dump("<p style=\"margin:0;width:40px;height:20px;background:\(value)\"></p>").contains("fill"))
  }

  /// Only the alpha of masks counts, so that most operators come to one of `mask-composite`.
  @Test(arguments: [
    ("-webkit-mask-composite:source-over", ["add", "add"]), ("-webkit-mask-composite:xor", ["exclude", "add"]),
    ("-webkit-mask-composite:source-in", ["intersect", "add"]),
    ("-webkit-mask-composite:destination-in", ["intersect", "add"]),
    ("-webkit-mask-composite:source-out", ["subtract", "add"]),
    ("-webkit-mask-composite:destination-out", ["subtract", "add"]), ("-webkit-mask-composite:copy", ["add"]),
    ("-webkit-mask-composite:source-atop", ["add"]), ("-webkit-mask-composite:exclude", ["add", "add"]),
    ("mask-composite:xor", ["add", "add"]), ("mask-composite:exclude", ["exclude", "exclude"]),
  ])
  func operatorsOfPrefixedMasksAreRead(declaration: String, composites: [String]) throws {
    let list = try PaintedPage(
      """
      <p style="margin:0;width:40px;height:20px;background:red;mask:linear-gradient(red,#0000),\
      linear-gradient(90deg,red,#0000);\(declaration)"></p>
      """
    ).list()
    let masks = list.items.compactMap { item in
      if case .beginGroup(let effect) = item { effect.mask.map(\.composite.rawValue) } else { nil }
    }
    // `exclude` is none of the prefixed property's.
    #expect(masks == [composites])
  }

  /// The layout file has upright rectangles around turned texts: the painter turns the text that makes them.
  @Test(arguments: [-12.0, 20, 45, -45, 90, -90, 150, 180])
  func textsOfDrawingsAreTurned(degrees: Double) throws {
    func run(_ transform: String) throws -> (run: TextRun, matrix: PaintMatrix?) {
      let items = try PaintedPage(
        "<svg width=200 height=150 style=\"display:block\"><text x=100 y=75 font-size=20 \(transform)>Hybrid text</text></svg>"
      ).list().items
      let run = items.compactMap { item in if case .text(let run) = item { run } else { nil } }.first
      let matrix = items.compactMap { item in if case .beginTransform(let matrix) = item { matrix } else { nil } }.first
      return (try #require(run), matrix)
    }
    let upright = try run("")
    let turned = try run("transform=\"rotate(\(degrees) 100 75)\"")
    #expect(upright.matrix == nil)
    let matrix = try #require(turned.matrix)
    #expect(abs(matrix.b - sin(degrees * .pi / 180)) < 1e-6)
    #expect(abs(turned.run.width - upright.run.width) < upright.run.width / 50)
    #expect(abs(turned.run.x - upright.run.x) < 1 && abs(turned.run.baseline - upright.run.baseline) < 1)
  }

  /// Transforms of style sheets count as those of attributes do, about the view box or the element's own.
  @Test(arguments: [
    "style=\"transform:rotate(30deg);transform-origin:100px 75px\"",
    "style=\"rotate:30deg;transform-origin:50% 50%\"",
    "transform=\"rotate(80)\" style=\"transform:rotate(30deg);transform-origin:100px 75px\"",
  ])
  func textsOfDrawingsAreTurnedByStyles(_ attributes: String) throws {
    func run(_ attributes: String) throws -> (run: TextRun, matrix: PaintMatrix) {
      let items = try PaintedPage(
        "<svg width=200 height=150 style=\"display:block\"><text x=100 y=75 font-size=20 \(attributes)>Hybrid</text></svg>"
      ).list().items
      let run = items.compactMap { item in if case .text(let run) = item { run } else { nil } }.first
      let matrix = items.compactMap { item in if case .beginTransform(let matrix) = item { matrix } else { nil } }.first
      return (try #require(run), try #require(matrix))
    }
    let expected = try run("transform=\"rotate(30 100 75)\"")
    let styled = try run(attributes)
    #expect(abs(styled.matrix.b - expected.matrix.b) < 1e-6 && abs(styled.matrix.e - expected.matrix.e) < 1e-6)
    #expect(abs(styled.run.x - expected.run.x) < 0.1 && abs(styled.run.baseline - expected.run.baseline) < 0.1)
  }

  /// A group turns about the box around what is in it; of a text's own box only the middle is known.
  @Test func boxesOfDrawingsAreTheirOwn() throws {
    let rect = "<rect x=20 y=30 width=40 height=20 fill=red />"
    let style = "style=\"transform:rotate(90deg);transform-origin:center;transform-box:fill-box\""
    let text = try dump("<svg width=200 height=150 style=\"display:block\"><g \(style)><g>\(rect)</g></g></svg>")
    #expect(text.contains("[30 20 20 40]"), "\(text)")
    let list = try PaintedPage(
      "<svg width=200 height=150><text \(style)>x</text><circle r=9 style=\"clip-path:circle(50%)\"/></svg>"
    ).list()
    #expect(list.omissions.isEmpty)
    let cornered = style.replacing("transform-origin:center", with: "transform-origin:0 0")
    let unknown = try PaintedPage("<svg width=200 height=150><text \(cornered)>x</text></svg>").list()
    #expect(unknown.omissions.map(\.what) == ["transform-box"])
    #expect(list.items.contains { item in if case .beginClip(.path) = item { true } else { false } })
  }

  /// Filter Effects 1, 9.2: a tenth of the box around it, unless attributes say otherwise.
  @Test func filtersShowTheirRegion() throws {
    func clips(_ region: String) throws -> String {
      try dump(
        """
        <svg width=200 height=150 style="display:block"><filter id=f \(region)><feGaussianBlur stdDeviation=9 /></filter>\
        <rect x=20 y=30 width=40 height=20 filter="url(#f)" /></svg>
        """)
    }
    #expect(try clips("").contains("[16 28 48 24]"))
    #expect(try clips("x=-1 y=0 width=3 height=100%").contains("[-20 30 120 20]"))
    #expect(try clips("filterUnits=userSpaceOnUse x=5 y=10% width=50 height=60").contains("[5 15 50 60]"))
  }

  @Test func aSwitchShowsItsFirstChildForTheReader() throws {
    let text = try dump(
      """
      <svg width=200 height=150><switch><rect systemLanguage=xx width=9 height=9 fill=red />\
      <rect systemLanguage="de, en-US" width=9 height=9 fill=lime /><rect width=9 height=9 fill=blue /></switch></svg>
      """)
    #expect(text.contains("rgb(0, 255, 0)") && !text.contains("rgb(255, 0, 0)") && !text.contains("rgb(0, 0, 255)"))
  }

  @Test func linesAtTextsOfDrawingsAreReported() throws {
    let list = try PaintedPage("<svg><text y=20 text-decoration=underline>x</text></svg>").list()
    #expect(list.omissions.map(\.what) == ["text-decoration-line"])
  }

  /// Images between two texts, and one that found no room behind the last text.
  @Test func imagesOfContentAreBetweenTheirTexts() throws {
    func places(_ body: String, _ style: String) throws -> [(name: String, x: Double, right: Double, bottom: Double)] {
      var page = PaintedPage(body, style: style)
      page.files = ["a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'/>"]
      return try page.list().items.compactMap { item in
        switch item {
        case .text(let run): (run.text, run.x, run.x + run.width, run.baseline)
        case .image(_, let place, _, _): ("image", place.x, place.right, place.bottom)
        default: nil
        }
      }
    }
    let between = try places("<p style=\"margin:0\">x</p>", "p::before{content:'one ' url(a.svg) ' two'}")
    // The text of the element goes on in the run of what is before it.
    let place = { name in between.first { $0.name.hasPrefix(name) } }
    let (one, image, two) = (try #require(place("one")), try #require(place("image")), try #require(place(" two")))
    #expect(abs(one.right - image.x) < 0.1 && abs(image.right - two.x) < 0.1, "\(between)")
    let below = try places("<p style=\"margin:0;width:30px\">x</p>", "p::before{content:'one ' url(a.svg)}")
    let text = try #require(below.first { $0.name == "one" })
    let moved = try #require(below.first { $0.name == "image" })
    #expect(moved.x == 0 && abs(moved.bottom - text.bottom - 20) < 1, "\(below)")
  }

  /// A card that is turned shows its back, whose own turn and the card's come to none.
  @Test(arguments: [("preserve-3d;transform:rotateY(180deg)", "back"), ("preserve-3d", "front"), ("flat", "front")])
  func turnedCardsShowTheirBacks(card: String, side: String) throws {
    let list = try PaintedPage(
      """
      <div style="transform-style:\(card);width:40px;height:40px;position:relative">
      <p class=side style="background:#010203"></p><p class=side style="background:#040506;transform:rotateY(180deg)"></p></div>
      """,
      style: ".side{position:absolute;inset:0;margin:0;backface-visibility:hidden}"
    ).list()
    // What is hidden is cut to nothing.
    var hidden = 0
    var shown: [PaintColor] = []
    var begun: [Bool] = []
    for item in list.items {
      if item == .end {
        if begun.removeLast() { hidden -= 1 }
      } else if item.depthChange > 0 {
        let isEmpty = item == .beginClip(.rounded(RoundedRect(.zero)))
        begun.append(isEmpty)
        hidden += isEmpty ? 1 : 0
      } else if case .fill(_, .color(let color), _) = item, hidden == 0 {
        shown.append(color)
      }
    }
    #expect(
      shown == [
        side == "front" ? PaintColor(1.0 / 255, 2.0 / 255, 3.0 / 255) : PaintColor(4.0 / 255, 5.0 / 255, 6.0 / 255)
      ])
  }

  /// Renderers order characters themselves: marks in the text say what the page overrides, also in boxes inside of it.
  @Test func overriddenDirectionsAreInTheText() throws {
    let list = try PaintedPage(
      "<p style=\"margin:0\"><bdo dir=rtl>abc<b>def</b><i dir=ltr>ghi</i></bdo>jkl</p>"
    ).list()
    let texts = list.items.compactMap { item in if case .text(let run) = item { run.text } else { nil } }
    #expect(Set(texts) == ["\u{202e}abc\u{202c}", "\u{202e}def\u{202c}", "ghi", "jkl"])
  }

  /// 8 px are 3, 2 and 3; 10 px are 3, 4 and 3.
  @Test(arguments: [("8px", "[3 3 74 34]", "[5 5 70 30]"), ("10px", "[3 3 74 34]", "[7 7 66 26]")])
  func doubleLinesHaveThirdsOfPixels(width: String, outer: String, inner: String) throws {
    let text = try dump(
      "<p style=\"margin:0;box-sizing:border-box;width:80px;height:40px;border:\(width) double red\"></p>")
    #expect(text.contains("fill ring [0 0 80 40] \(outer)") && text.contains("fill ring \(inner) "), "\(text)")
  }

  @Test func linesOfSidesKeepToDevicePixels() throws {
    let text = try dump("<p style=\"margin:0.25px 0;width:80px;height:9px;border:1px inset gray\"></p>")
    #expect(text.contains("[0 0 82 11]") && !text.contains("[0 0.25"), "\(text)")
    let turned = try dump("<p style=\"margin:0.25px 0;width:80px;border:1px inset gray;transform:rotate(5deg)\"></p>")
    #expect(turned.contains("[0 0.25"), "\(turned)")
  }

  @Test func translucentDashesAreEvenAtCorners() throws {
    let text = try dump("<p style=\"margin:0;width:80px;height:40px;border:8px dashed rgb(0 0 0/.5)\"></p>")
    #expect(text.contains("group opacity 0.5") && text.components(of: "rgb(0, 0, 0)") > 3, "\(text)")
  }

  @Test func piecesOfAnOutlineThatAreApartHaveOneEach() throws {
    let apart = try dump(
      "<p style=\"margin:0;width:60px;line-height:40px\"><span style=\"outline:1px solid red\">aaaa bbbb cccc</span></p>"
    )
    #expect(apart.components(of: "rgb(255, 0, 0)") == 3)
    let joined = try dump(
      "<p style=\"margin:0;width:60px;line-height:9px\"><span style=\"outline:9px solid red\">aaaa bbbb cccc</span></p>"
    )
    #expect(joined.components(of: "rgb(255, 0, 0)") == 1)
  }

  @Test func markersAndContentsShowTheirImages() throws {
    let list = try PaintedPage("<ul style=\"margin:0;list-style-image:url(a.png)\"><li>x</ul>").list()
    let pattern = list.items.compactMap { item in
      if case .fill(_, .pattern(let pattern), _) = item { pattern } else { nil }
    }.first
    // 20 by 10 px, 7 device px before the item's edge.
    #expect(try #require(pattern).tile.x == 40 - 7 - 20)
    #expect(try dump("<p class=p>x</p>", style: ".p::before{content:url(a.png)}").contains("image a.png"))
  }

  @Test func drawingsKeepTheirRatio() throws {
    var page = PaintedPage("<img src=a.svg style=\"display:block;width:60px;height:60px\">")
    #expect(try page.dump().contains("image a.svg [0 0 60 60]"))
    page.keepsRatio = true
    #expect(try page.dump().contains("image a.svg [0 15 60 30] in [0 0 60 60]"))
  }

  @Test func backdropsComeBelowTheirBox() throws {
    let list = try PaintedPage(
      "<p style=\"margin:0;width:9px;height:9px;background:red;backdrop-filter:blur(2px) grayscale(1)\">"
    ).list()
    #expect(list.dump().contains("backdrop [0 0 9 9] filters 2\n"))
    #expect(list.encode(scale: 1).contains("[\"backdrop\",[0,0,9,9],[[\"blur\",2],[\"matrix\","))
  }

  @Test func selectedOptionsHaveABackground() throws {
    let text = try dump("<select multiple><option>a<option selected>b</select>")
    #expect(text.components(of: "rgb(206, 206, 206)") == 1)
  }

  @Test func controlsThatAreDisabledKeepTheirLook() throws {
    // Rings with round corners, and not plain borders.
    #expect(try dump("<select disabled><option>a</select>").contains("fill ring"))
    #expect(try dump("<input type=color>").contains("rgb(118, 118, 118)"))
  }

  @Test func datesShowTheirPartsAndTheirPicker() throws {
    func texts(_ field: String) throws -> [String] {
      try PaintedPage("<input \(field)>").list().items.compactMap { item -> String? in
        if case .text(let run) = item { run.text } else { nil }
      }
    }
    #expect(try texts("type=date placeholder=x") == ["mm", "/", "dd", "/", "yyyy"])
    #expect(try texts("type=date value=2024-05-06") == ["05", "/", "06", "/", "2024"])
    #expect(try texts("type=date value=2024-13-06") == ["mm", "/", "dd", "/", "yyyy"])
    #expect(try texts("type=time value=00:07:30").filter { $0 != "\u{202F}" } == ["12", ":", "07", "AM"])
    #expect(
      try texts("type=datetime-local value=2024-05-06T13:09").filter { $0 != "\u{202F}" }
        == ["05", "/", "06", "/", "2024", ", ", "01", ":", "09", "PM"])
    #expect(try texts("type=month value=2024-12").filter { $0 != " " } == ["December", "2024"])
    #expect(try texts("type=week value=2024-W07") == ["Week ", "07", ", ", "2024"])
    #expect(try texts("type=number value=many placeholder=none") == ["none"])
    #expect(try texts("type=file") == ["Choose File", "No file chosen"])
    #expect(try texts("type=file multiple") == ["Choose Files", "No file chosen"])
    // What cannot be changed has no picker, a narrow field cuts its text before it.
    #expect(try dump("<input type=date>").components(of: "fill path") == 1)
    #expect(try dump("<input type=date readonly>").components(of: "fill path") == 0)
    #expect(try dump("<input type=date style='width:150px'>").contains("clip") == false)
    #expect(try dump("<input type=date style='width:60px;border:0;padding:0'>").contains("clip [0 "))
  }

  @Test func linesHaveMarkersAtTheirCorners() throws {
    let text = try dump(
      """
      <svg width=90 height=90 style="display:block;overflow:visible"><marker id=m markerWidth=4 markerHeight=4 refX=2 refY=2 \
      orient=auto overflow=visible><path d="M0 0h4v4z" fill="lime"/></marker>
      <path d="M10 10H50V50" fill=none stroke=red stroke-width=2 marker-start="url(#m)" marker-mid="url(#m)"/></svg>
      """)
    // Two corners, none at the end.
    #expect(text.components(of: "rgb(0, 255, 0)") == 2, "\(text)")
    #expect(text.contains("[6 6 8 8]"), "\(text)")
  }

  @Test func theSignOfABrokenImageIsBesideItsText() throws {
    var page = PaintedPage("<img src=absent.png alt=Text>")
    page.imageSize = nil
    #expect(try page.dump().contains("clip path"))
    // Without room there is no sign.
    page = PaintedPage("<img src=absent.png alt=''>")
    page.imageSize = nil
    #expect(try !page.dump().contains("clip path"))
  }
}
