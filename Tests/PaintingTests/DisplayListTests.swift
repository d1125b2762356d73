import Painting
import Testing

/// Source in, steps of painting out.
@Suite struct DisplayListTests {
  @Test func backgroundsArePaintedBelowBordersAndText() throws {
    let page = PaintedPage(
      #"<div style="width:60px;height:20px;background:#eee;border:2px solid red;border-radius:4px">Hi</div>"#)
    let dump = try page.dump()
    #expect(
      dump == """
        fill [0 0 64 24] radius 4 rgb(238, 238, 238)
        fill ring [0 0 64 24] radius 4 [2 2 60 20] rgb(255, 0, 0)
        text 2 17 “Hi” rgb(0, 0, 0)

        """)
  }

  @Test func theRootsBackgroundIsTheCanvas() throws {
    let page = PaintedPage("x", style: "body{background:#123;color:#fff}")
    #expect(try page.dump() == "fill [0 0 200 150] rgb(17, 34, 51)\ntext 0 15 “x” rgb(255, 255, 255)\n")
  }

  @Test func unlikeSidesOfABorderAreCutAtTheCorners() throws {
    let page = PaintedPage(
      """
      <p style="margin:0;height:10px;border-bottom:1px solid blue"></p>
      <p style="margin:0;height:10px;width:10px;border:3px solid red;border-left-color:lime"></p>
      """)
    let dump = try page.dump()
    #expect(
      dump == """
        fill ring [0 0 200 11] [0 0 200 10] rgb(0, 0, 255)
        clip path 15 steps [0 11 16 16]
          fill ring [0 11 16 16] [3 14 10 10] rgb(255, 0, 0)
        end
        clip path 5 steps [0 11 3 16]
          fill ring [0 11 16 16] [3 14 10 10] rgb(0, 255, 0)
        end

        """)
  }

  @Test func dashesAreFittedToTheirSide() throws {
    let page = PaintedPage(#"<p style="margin:0;width:20px;height:4px;border-top:4px dotted red"></p>"#)
    #expect(try page.dump() == "stroke path 2 steps [2 2 16 0] rgb(255, 0, 0) 4 dashes 0 7.99\n")
  }

  @Test func shadowsFallOutsideAndInside() throws {
    let page = PaintedPage(
      #"<p style="margin:10px;width:20px;height:20px;box-shadow:1px 2px 3px 4px red,inset 0 0 5px #00f"></p>"#)
    let dump = try page.dump()
    #expect(
      dump == """
        shadow [7 8 28 28] blur 3 rgb(255, 0, 0)
        inner shadow [10 10 20 20] blur 5 rgb(0, 0, 255)

        """)
  }

  @Test func gradientsHaveTheirStopsInOrder() throws {
    let page = PaintedPage(
      """
      <p style="margin:0;width:100px;height:50px;background:linear-gradient(to right,red,lime 25%,blue)"></p>
      <p style="margin:0;width:40px;height:20px;background:radial-gradient(circle closest-side at 10px 10px,red 5px,blue)"></p>
      <p style="margin:0;width:40px;height:20px;background:linear-gradient(red,blue) 0 0/10px 10px repeat-x"></p>
      """)
    let dump = try page.dump()
    #expect(
      dump == """
        fill [0 0 100 50] linear 0 25 to 100 25 (rgb(255, 0, 0) 0, rgb(0, 255, 0) 0.25, rgb(0, 0, 255) 1)
        fill [0 50 40 20] radial 10 60 radii 10 10 (rgb(255, 0, 0) 0.5, rgb(0, 0, 255) 1)
        fill [0 70 40 20] linear 5 70 to 5 80 (rgb(255, 0, 0) 0, rgb(0, 0, 255) 1) tile [0 70 10 10] step 10 0

        """)
  }

  @Test func prefixedGradientsCountTheirAnglesFromTheRight() throws {
    let page = PaintedPage(
      #"<p style="margin:0;width:10px;height:10px;background:-webkit-linear-gradient(90deg,red,blue)"></p>"#)
    #expect(try page.dump() == "fill [0 0 10 10] linear 5 10 to 5 0 (rgb(255, 0, 0) 0, rgb(0, 0, 255) 1)\n")
  }

  @Test func imagesOfBackgroundsAreTiles() throws {
    let page = PaintedPage(
      """
      <p style="margin:0;width:100px;height:50px;background:url(a.png) right 5px bottom/auto 5px no-repeat"></p>
      <p style="margin:0;width:100px;height:50px;background:url(a.png) center/cover"></p>
      """)
    let dump = try page.dump()
    #expect(
      dump == """
        fill [0 0 100 50] pattern a.png [85 45 10 5] step 0 0
        fill [0 50 100 50] pattern a.png [0 50 100 50] step 100 50

        """)
  }

  @Test func imagesFitTheirBoxes() throws {
    let page = PaintedPage(
      """
      <img src=a.png style="display:block;width:40px;height:40px;object-fit:contain">
      <img src=a.png style="display:block;width:40px;height:40px;object-fit:cover;border-radius:50%">
      """)
    let dump = try page.dump()
    #expect(
      dump == """
        image a.png [0 10 40 20] in [0 0 40 40]
        image a.png [-20 40 80 40] in [0 40 40 40] radius 20

        """)
  }

  @Test func decorationsReachTheTextsInsideAndNotPiecesOfTheirOwn() throws {
    let page = PaintedPage(#"<u>a<b>b</b><span style="display:inline-block">c</span></u>"#)
    let lines = try page.dump().split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("line solid") } == 2)
    #expect(lines.count { $0.hasPrefix("text") } == 3)
  }

  @Test func shadowsAndLinesOfTextsKeepTheirOrder() throws {
    func kinds(_ shadow: String) throws -> [String] {
      let page = PaintedPage(
        "<span style='text-shadow:\(shadow);text-decoration:underline line-through'>ab</span>")
      return try page.dump().split(separator: "\n").map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
    }
    #expect(try kinds("1px 1px red") == ["line", "line", "text-shadow", "line", "text", "line"])
    // The blur of the lines is a group's.
    #expect(
      try kinds("1px 1px 2px red") == ["group", "line", "line", "end", "text-shadow", "line", "text", "line"])
  }

  @Test func underlinesAvoidTheGlyphsOfTheirOwnText() throws {
    let list = try PaintedPage(#"<span style="text-decoration:underline overline">ag</span>"#).list()
    let avoided = list.items.compactMap { item -> Int? in
      if case .decoration(let line) = item { line.avoidedItem } else { nil }
    }
    #expect(avoided.count == 1)
    guard let place = avoided.first, case .text(let run) = list.items[place] else {
      Issue.record("the underline names no text")
      return
    }
    #expect(run.text == "ag")
  }

  @Test func groupsTransformsAndClipsSurroundWhatIsInThem() throws {
    let page = PaintedPage(
      """
      <div style="opacity:.5;overflow:hidden;width:50px;height:20px"><p style="margin:0;height:90px;background:red"></p></div>
      <div style="transform:translate(5px,6px) scale(2);transform-origin:0 0;width:10px;height:10px;background:lime"></div>
      """)
    let dump = try page.dump()
    #expect(
      dump == """
        group opacity 0.5
          clip [0 0 50 20]
            fill [0 0 50 90] rgb(255, 0, 0)
          end
        end
        transform 2 0 0 2 5 -14
          fill [0 20 10 10] rgb(0, 255, 0)
        end

        """)
  }

  @Test func aPositionedNodeEscapesClipsBelowItsContainingBlock() throws {
    let page = PaintedPage(
      """
      <div style="overflow:hidden;width:20px;height:20px"><p style="position:absolute;left:90px;top:0;margin:0;width:10px;
      height:10px;background:red"></p></div>
      """)
    #expect(try page.dump() == "fill [90 0 10 10] rgb(255, 0, 0)\n")
  }

  @Test func drawingsArePathsOfThePage() throws {
    let page = PaintedPage(
      """
      <svg width=40 height=20 viewBox="0 0 20 10" style="display:block"><defs><g id=a><path d="M0 0h4v4z"/></g></defs>
      <use href="#a" x=2 fill=red /><circle cx=10 cy=5 r=2 fill=none stroke=blue stroke-width=2 /></svg>
      """)
    let dump = try page.dump()
    #expect(
      dump == """
        clip [0 0 40 20]
          fill path 4 steps [4 0 8 8] rgb(255, 0, 0)
          stroke path 6 steps [16 6 8 8] rgb(0, 0, 255) 4
        end

        """)
  }

  @Test func masksOfDrawingsComeBeforeWhatTheyShow() throws {
    let page = PaintedPage(
      """
      <svg width=10 height=10 style="display:block;overflow:visible"><mask id=m><rect width=5 height=5 fill=white /></mask>
      <rect width=10 height=10 mask="url(#m)"/></svg>
      """)
    #expect(
      try page.dump()
        == """
        mask luminance
          fill path 9 steps [0 0 5 5] rgb(255, 255, 255)
        paint
          fill path 9 steps [0 0 10 10] rgb(0, 0, 0)
        end

        """.replacing("path 9 steps", with: "path 5 steps"))
  }

  @Test func placeholdersHaveTheirOwnColour() throws {
    let page = PaintedPage(
      #"<input placeholder=Name style="border:0;padding:0">"#, style: "::placeholder{color:rgb(1,2,3);opacity:1}")
    #expect(try page.dump().contains("“Name” rgb(1, 2, 3)"))
  }

  @Test func controlsAreDrawnAsTheyRest() throws {
    let page = PaintedPage(
      "<input type=checkbox checked><input type=radio><progress value=.5></progress><select><option>a</select>")
    let dump = try page.dump()
    #expect(dump.contains("rgb(0, 117, 255)"))
    #expect(dump.contains("stroke path 6 steps"))
    #expect(dump.contains("stroke path 3 steps"))
  }

  @Test func markersOfListsAreDrawn() throws {
    let page = PaintedPage("<ul style=\"margin:0\"><li>a<li style=\"list-style:square\">b</ul>")
    let dump = try page.dump()
    #expect(dump.contains("fill path 6 steps"))
    #expect(dump.contains("“a”") && !dump.contains("“•”"))
  }

  @Test func textsCanBeFilledByTheirBackground() throws {
    let page = PaintedPage(
      #"<h1 style="margin:0;font-size:16px;color:transparent;background:linear-gradient(red,blue) text">Hi</h1>"#)
    let dump = try page.dump()
    #expect(dump.hasPrefix("clip to text\n  text 0 "))
    #expect(dump.contains("\npaint\n  fill [0 0 200 20] linear"))
  }

  @Test func whatCannotBePaintedIsSaid() throws {
    let page = PaintedPage(
      #"<svg width=10 height=10><foreignObject width=10 height=10><p>x</p></foreignObject></svg>"#)
    #expect(try page.list().omissions.map(\.what) == ["<foreignObject>"])
  }

  /// Each `<use>` of many shows many: the number of steps is bounded.
  @Test func drawingsOfDrawingsAreBounded() throws {
    var svg = "<svg width=10 height=10><defs><g id=a0><rect width=1 height=1 /></g>"
    for level in 1..<20 {
      svg += "<g id=a\(level)>" + String(repeating: "<use href=\"#a\(level - 1)\"/>", count: 10) + "</g>"
    }
    let page = PaintedPage(svg + "</defs><use href=\"#a19\"/></svg>")
    #expect(try page.list().items.count < 200_000)
  }
}
