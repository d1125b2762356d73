import CSSValues
import Painting
import Testing

/// What pages ask for beyond what is painted: bounded, and reported.
@Suite struct PaintBoundTests {
  private func omissions(_ body: String, style: String = "") throws -> [String] {
    try PaintedPage(body, style: style).list().omissions.map { $0.what + ($0.condition.map { " " + $0 } ?? "") }
  }

  @Test func aFilterHasAtMostSixteenFunctions() throws {
    let filter = String(repeating: "blur(1px) ", count: 50)
    let list = try PaintedPage("<p style=\"filter:\(filter)\">x</p>").list()
    let counts = list.items.compactMap { item -> Int? in
      if case .beginGroup(let effect) = item { effect.filters.count } else { nil }
    }
    #expect(counts == [16])
    #expect(list.omissions.map(\.what) == ["filter"])
  }

  @Test func aTextHasAtMostSixtyFourShadows() throws {
    let shadows = Array(repeating: "1px 1px 2px red", count: 200).joined(separator: ",")
    let list = try PaintedPage("<p style=\"text-shadow:\(shadows)\">x</p>").list()
    let count = list.items.reduce(0) { count, item in if case .textShadow = item { count + 1 } else { count } }
    #expect(count == 64)
    #expect(list.omissions.map(\.condition) == ["beyond the first 64 shadows"])
  }

  @Test func linesOfVeryManyDashesAreWholeAndPaler() throws {
    let list = try PaintedPage(
      "<svg width=100 height=9><path d=\"M0 4H100\" stroke=\"#f00\" stroke-dasharray=\"0.0001 0.0003\"/></svg>"
    ).list()
    for item in list.items {
      guard case .stroke(_, let paint, let style) = item else { continue }
      #expect(style.dashes.isEmpty)
      guard case .color(let color) = paint else {
        Issue.record("not a colour")
        return
      }
      #expect(abs(color.alpha - 0.25) < 0.01)
    }
  }

  @Test func usesThatShowEachOtherAreBounded() throws {
    let found = try omissions("<svg width=9 height=9><g id=u><use href=\"#u\"/></g></svg>")
    #expect(found == ["<use> in 16 others that show each other"])
  }

  /// Each filters all that is below it, though no two are inside of each other.
  @Test func backdropsAreBoundedTogether() throws {
    let panes = String(repeating: "<p></p>", count: 400)
    let list = try PaintedPage(panes, style: "p{margin:0;height:150px;backdrop-filter:blur(9px)}").list()
    let count = list.items.count { if case .backdrop = $0 { true } else { false } }
    #expect(count == 200)
    #expect(list.omissions.map(\.condition) == ["beyond 6 million square px in all"])
  }

  /// Files of shapes filter what is below once more for each.
  @Test func backdropsOnTopOfEachOtherAreBounded() throws {
    let panes = String(repeating: "<p></p>", count: 40)
    let style = "p{position:absolute;inset:0;margin:0;height:2000px;backdrop-filter:blur(9px)}"
    let list = try PaintedPage(panes, style: style).list()
    let count = list.items.count { if case .backdrop = $0 { true } else { false } }
    #expect(count > 4 && count < 30)
    #expect(list.omissions.map(\.condition) == ["beyond 12 million square px on top of each other"])
  }

  /// However many boxes and layers show them.
  @Test(arguments: zip([1, 3000], [3000, 1]))
  func imagesOfBackgroundsAreBoundedTogether(boxes: Int, layers: Int) throws {
    let images = Array(repeating: "linear-gradient(red,transparent)", count: layers).joined(separator: ",")
    let list = try PaintedPage(
      String(repeating: "<i></i>", count: boxes),
      style: "i{position:absolute;left:0;top:0;width:200px;height:200px;background:\(images)}"
    ).list()
    let count = list.items.count { item in if case .fill(_, .gradient, _) = item { true } else { false } }
    #expect(count > 1000 && count < 3000)
    #expect(list.omissions.map(\.condition) == ["beyond 64 million square px in all"])
  }

  @Test func masksHaveAtMostSixtyFourImages() throws {
    let images = Array(repeating: "linear-gradient(red,transparent)", count: 200).joined(separator: ",")
    let list = try PaintedPage("<p style=\"mask-image:\(images)\">x</p>").list()
    let counts = list.items.compactMap { item -> Int? in
      if case .beginGroup(let effect) = item { effect.mask.count } else { nil }
    }
    #expect(counts == [64])
    #expect(list.omissions.map(\.condition) == ["beyond the first 64 layers"])
  }

  /// What is smaller than pixels has one color.
  @Test func gradientsOfVeryManyRepetitionsHaveOneColor() throws {
    let list = try PaintedPage(
      "<p style=\"margin:0;height:90px;background:repeating-linear-gradient(red 0,blue .0001px)\"></p>"
    ).list()
    let area = LayoutRect(x: 0, y: 0, width: 90, height: 90)
    let colors = list.items.compactMap { item -> PaintColor? in
      if case .fill(_, .gradient(let gradient), _) = item { gradient.averageColor(over: area) } else { nil }
    }
    #expect(colors.count == 1 && abs(colors[0].red - 0.5) < 0.02 && abs(colors[0].blue - 0.5) < 0.02)
    let few = try PaintedPage(
      "<p style=\"height:90px;background:repeating-linear-gradient(red 0,blue 1px)\"></p>"
    ).list()
    for case .fill(_, .gradient(let gradient), _) in few.items { #expect(gradient.averageColor(over: area) == nil) }
  }

  @Test func filtersAreBoundedTogether() throws {
    let style = "p{margin:0;height:4000px;background:red;filter:blur(100px)}"
    let list = try PaintedPage(String(repeating: "<p></p>", count: 40), style: style).list()
    let blurred = list.items.count { item in
      if case .beginGroup(let effect) = item { !effect.filters.isEmpty } else { false }
    }
    #expect(blurred > 4 && blurred < 40)
    #expect(list.omissions.map(\.condition) == ["beyond 64 million square px in all"])
  }

  private static let beyond = "beyond 64 million square px in all or 16 million on a screen"

  /// However many of the shadows are one box's or one text's.
  @Test(arguments: ["box-shadow", "text-shadow"])
  func shadowsAreBoundedTogether(property: String) throws {
    let shadows = Array(repeating: "0 0 500px red", count: 60).joined(separator: ",")
    let list = try PaintedPage(
      String(repeating: "<p>x</p>", count: 200),
      style: "p{position:absolute;left:0;top:0;margin:0;\(property):\(shadows)}"
    ).list()
    let count = list.items.count { item in
      switch item {
      case .shadow, .textShadow: true
      default: false
      }
    }
    #expect(count > 500 && count < 550)
    #expect(list.omissions.map(\.condition) == [Self.beyond])
  }

  @Test func innerShadowsAreBoundedTogether() throws {
    let shadows = Array(repeating: "inset 0 0 5px red", count: 500).joined(separator: ",")
    let list = try PaintedPage(
      String(repeating: "<p></p>", count: 10), style: "p{position:absolute;inset:0;margin:0;box-shadow:\(shadows)}"
    ).list()
    let count = list.items.count { if case .shadow = $0 { true } else { false } }
    #expect(count > 500 && count < 550)
    #expect(list.omissions.map(\.condition) == [Self.beyond])
  }

  /// A box that transforms enlarge has shadows as large.
  @Test func shadowsOfEnlargedBoxesAreBoundedTogether() throws {
    let shadows = Array(repeating: "0 0 1px red", count: 500).joined(separator: ",")
    let list = try PaintedPage(
      "<div>" + String(repeating: "<p></p>", count: 10) + "</div>",
      style: """
        div{transform:scale(100);transform-origin:0 0;width:9px;height:9px}
        p{position:absolute;left:0;top:0;margin:0;width:9px;height:9px;box-shadow:\(shadows)}
        """
    ).list()
    #expect(list.omissions.map(\.condition) == [Self.beyond])
  }

  /// However long the page is.
  @Test func shadowsOfAScreenAreBounded() throws {
    let shadows = Array(repeating: "0 0 9px red", count: 60).joined(separator: ",")
    let list = try PaintedPage(
      "<div style=\"height:1000000px\"></div>" + String(repeating: "<p></p>", count: 20),
      style: "p{position:absolute;left:0;top:0;width:200px;height:150px;margin:0;box-shadow:\(shadows)}"
    ).list()
    let count = list.items.count { if case .shadow = $0 { true } else { false } }
    #expect(count > 450 && count < 550)
    #expect(list.omissions.map(\.condition) == [Self.beyond])
  }

  /// What shadows may cover grows with the page.
  @Test func longPagesOfCardsHaveAllTheirShadows() throws {
    let style = "p{margin:16px 0;height:150px;box-shadow:0 1px 3px red,0 4px 12px red}"
    #expect(try omissions(String(repeating: "<p></p>", count: 3_000), style: style) == [])
  }

  /// Each shows the next one twice: as many as 2 to the power of their number.
  @Test func masksOfMasksAreBounded() throws {
    func shape(_ number: Int) -> String { "<rect width=200 height=100 fill=white mask=\"url(#m\(number))\"/>" }
    let masks = (0..<30).map { "<mask id=m\($0)>\(shape($0 + 1))\(shape($0 + 1))</mask>" }.joined()
    let list = try PaintedPage("<svg width=200 height=100 style=\"display:block\">\(masks)\(shape(0))</svg>").list()
    let count = list.items.count { if case .beginMask = $0 { true } else { false } }
    #expect(count > 700 && count <= 800)
    #expect(list.omissions.contains { $0.condition == Self.beyond })
  }

  @Test func masksOfBoxesAreBoundedTogether() throws {
    let mask = "<mask id=m><rect width=9 height=9 fill=white /></mask>"
    let list = try PaintedPage(
      "<svg width=0 height=0 style=\"position:absolute\">\(mask)</svg>" + String(repeating: "<p></p>", count: 2_500),
      style: "p{position:absolute;inset:0;margin:0;background:red;mask:url(#m)}"
    ).list()
    let count = list.items.count { if case .beginMask = $0 { true } else { false } }
    #expect(count > 500 && count < 550)
    #expect(list.omissions.map(\.condition) == [Self.beyond])
  }

  /// Each of many drawings shows all of another one.
  @Test func drawingsAreBoundedTogether() throws {
    let shapes = String(repeating: "<rect width=1 height=1 />", count: 2_000)
    let list = try PaintedPage(
      "<svg width=1 height=1><g id=a>\(shapes)</g></svg>"
        + String(repeating: "<svg width=1 height=1><use href=\"#a\"/></svg>", count: 400)
    ).list()
    let count = list.items.count { if case .fill = $0 { true } else { false } }
    #expect(count > 390_000 && count < 410_000)
    #expect(list.omissions.map(\.what) == ["<svg>"])
  }

  /// A box that escapes a clip around a masked one ends the mask, and begins it again without the clip.
  @Test func masksThatAreBegunAgainAreBounded() throws {
    let shapes = String(repeating: "<rect width=1 height=1 />", count: 2_000)
    let list = try PaintedPage(
      "<svg width=0 height=0 style=\"position:absolute\"><mask id=m>\(shapes)</mask></svg>"
        + "<div><section>" + String(repeating: "<i></i><b></b>", count: 500) + "</section></div>",
      style: """
        div{overflow:hidden;height:9px} section{mask:url(#m)} i,b{position:absolute;width:9px;height:9px;background:red}
        b{position:relative;display:inline-block}
        """
    ).list()
    let count = list.items.count { if case .fill = $0 { true } else { false } }
    #expect(count > 100_000 && count < 450_000)
    #expect(list.omissions.map(\.what) == ["mask-image: url()"])
  }

  @Test func aShapeOfAllCornersIsOneFeature() throws {
    #expect(try omissions("<p style=\"corner-shape:bevel;border-radius:9px\">x</p>").count == 1)
  }

  @Test func commonPagesLeaveNothingOut() throws {
    #expect(
      try omissions(
        "<p style=\"filter:blur(1px);text-shadow:0 0 red;column-rule:1px solid;corner-shape:round\">x</p>") == [])
  }
}
