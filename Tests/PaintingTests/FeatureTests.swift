import Painting
import Testing

/// What the small pages of Tests/Fixtures/Painting showed beside a browser, one test for each cause.
@Suite struct FeatureTests {
  @Test func shadedLinesHaveALightAndADarkColour() throws {
    let dump = try PaintedPage("<p style=\"margin:0;width:20px;height:20px;border:4px inset #2060a0\"></p>").dump()
    #expect(dump.components(of: "rgb(15, 46, 76)") == 2 && dump.components(of: "rgb(49, 146, 244)") == 2)
  }

  @Test func shadedLinesWithoutAColourAreGrey() throws {
    let dump = try PaintedPage("<p style=\"margin:0;width:20px;height:20px;border:4px inset\"></p>").dump()
    #expect(dump.contains("rgb(154, 154, 154)") && dump.contains("rgb(238, 238, 238)"))
  }

  @Test func doubleLinesAreThirdsOfDevicePixels() throws {
    let dump = try PaintedPage("<p style=\"margin:0;width:20px;height:20px;border:8px double red\"></p>").dump()
    #expect(
      dump == """
        fill ring [0 0 36 36] [3 3 30 30] rgb(255, 0, 0)
        fill ring [5 5 26 26] [8 8 20 20] rgb(255, 0, 0)

        """)
  }

  @Test func dashesFollowRoundCorners() throws {
    let dump = try PaintedPage(
      "<p style=\"margin:0;width:40px;height:20px;border:4px dashed red;border-radius:8px\"></p>"
    ).dump()
    #expect(dump.hasPrefix("clip ring "))
    #expect(dump.components(of: "stroke path") == 1)
  }

  @Test func theLineOfAFieldsetLeavesRoomForItsLegend() throws {
    let dump = try PaintedPage(
      "<fieldset style=\"margin:0;border:2px solid red\"><legend>Name</legend>x</fieldset>"
    ).dump()
    #expect(dump.contains("clip path") && dump.contains("even-odd"))
    #expect(dump.contains("fill ring [0 9 "))
  }

  @Test func coloursFadeWithoutTurningGrey() throws {
    let dump = try PaintedPage(
      "<p style=\"margin:0;width:20px;height:20px;background:linear-gradient(red,transparent)\"></p>"
    ).dump()
    #expect(dump.contains("rgb(255, 0, 0) 0, rgba(255, 0, 0, 0) 1"))
  }

  @Test func gradientsAreInterpolatedInTheirSpace() throws {
    func middle(_ value: String) throws -> PaintColor? {
      let list = try PaintedPage("<p style=\"margin:0;width:20px;height:20px;background:\(value)\"></p>").list()
      for item in list.items {
        if case .fill(_, .gradient(let gradient), _) = item { return gradient.color(at: 0.5) }
      }
      return nil
    }
    let plain = try #require(try middle("linear-gradient(red,blue)"))
    let oklab = try #require(try middle("linear-gradient(in oklab,red,blue)"))
    let longer = try #require(try middle("linear-gradient(in hsl longer hue,red,blue)"))
    #expect(abs(plain.red - 0.5) < 0.01 && abs(plain.blue - 0.5) < 0.01)
    #expect(abs(oklab.red - plain.red) > 0.02)
    // The long way from red to blue goes through green.
    #expect(longer.green > 0.9)
  }

  @Test func gradientsAreBordersToo() throws {
    let dump = try PaintedPage(
      "<p style=\"margin:0;width:20px;height:20px;border:4px solid;border-image:linear-gradient(red,blue) 1\"></p>"
    ).dump()
    #expect(dump.components(of: "linear ") == 8)
  }

  @Test func repeatedBorderImagesHaveOnePieceInTheMiddle() throws {
    let list = try PaintedPage(
      """
      <p style="margin:0;width:40px;height:20px;border:5px solid;border-image:url(a.png) 5 repeat"></p>
      """
    ).list()
    let pieces = list.items.compactMap { item -> Double? in
      if case .image(_, _, let clip, _) = item, clip.rect.y == 0 { clip.rect.x + clip.rect.width / 2 } else { nil }
    }
    #expect(pieces.contains(25))
  }

  @Test func theBackgroundOfASplitBoxRunsOn() throws {
    let list = try PaintedPage(
      "<p style=\"width:60px;margin:0\"><span style=\"background:linear-gradient(to right,red,blue)\">aaaa bbbb cccc dddd</span></p>"
    ).list()
    var starts: [Double] = []
    for item in list.items {
      if case .fill(_, .gradient(let gradient), _) = item, case .linear(let x, _, _, _) = gradient.geometry {
        starts.append(x)
      }
    }
    #expect(starts.count > 1 && Set(starts).count == starts.count)
  }

  @Test func raisedTextsKeepToTheLineOfTheirElement() throws {
    let list = try PaintedPage("<u>base<sup>up</sup></u>").list()
    let lines = list.items.compactMap { item -> Double? in
      if case .decoration(let line) = item { line.rect.y } else { nil }
    }
    #expect(lines.count == 2 && lines[0] == lines[1])
  }

  @Test func outlinesOfTextsCanBeBelow() throws {
    let list = try PaintedPage("<b style=\"-webkit-text-stroke:2px red;paint-order:stroke\">x</b>").list()
    let runs = list.items.compactMap { if case .text(let run) = $0 { run } else { nil } }
    #expect(runs.first?.stroke?.isBelow == true)
  }

  @Test func blendingEndsAtItsStackingContext() throws {
    let dump = try PaintedPage(
      """
      <div style="position:relative;z-index:0"><p style="mix-blend-mode:multiply;margin:0;height:9px;background:red"></p></div>
      """
    ).dump()
    #expect(dump.hasPrefix("group opacity 1\n  group opacity 1 multiply\n"))
  }

  @Test func referencesCutAndMask() throws {
    let dump = try PaintedPage(
      """
      <svg width=0 height=0 style="position:absolute"><clipPath id=c><circle cx=5 cy=5 r=5 /></clipPath>
      <mask id=m><rect width=5 height=5 fill=white /></mask></svg>
      <p style="margin:0;width:10px;height:10px;background:red;clip-path:url(#c)"></p>
      <p style="margin:0;width:10px;height:10px;background:lime;mask:url(#m)"></p>
      """
    ).dump()
    #expect(dump.contains("clip path 6 steps [0 0 10 10]\n  fill [0 0 10 10] rgb(255, 0, 0)\nend"))
    #expect(dump.contains("mask luminance\n"))
    // The region of a mask is a tenth larger than the box on each side.
    #expect(dump.contains("clip [-1 9 12 12]\n"))
    let begun = dump.components(of: "clip path") + dump.components(of: "clip [") + dump.components(of: "mask luminance")
    #expect(dump.components(of: "end") == begun)
  }

  @Test func patternsAreTiles() throws {
    let dump = try PaintedPage(
      """
      <svg width=20 height=10 style="display:block;overflow:visible"><pattern id=p width=10 height=10
      patternUnits=userSpaceOnUse><rect width=5 height=5 fill=red /></pattern><rect width=20 height=10 fill="url(#p)"/></svg>
      """
    ).dump()
    #expect(dump.contains("[0 0 5 5] rgb(255, 0, 0)") && dump.contains("[10 0 5 5] rgb(255, 0, 0)"))
  }

  @Test func patternsOfPatternsAreBounded() throws {
    var svg = "<svg width=100 height=100>"
    for level in 0..<12 {
      svg += """
        <pattern id=p\(level) width=2 height=2 patternUnits=userSpaceOnUse><rect width=100 height=100 fill="url(#p\(level + 1))"/></pattern>
        """
    }
    let list = try PaintedPage(svg + "<rect width=100 height=100 fill=\"url(#p0)\"/></svg>").list()
    #expect(list.items.count < 400_000)
  }

  @Test func styleSheetsGiveDrawingsTheirGeometry() throws {
    let dump = try PaintedPage(
      "<svg width=20 height=20 style=\"display:block\"><circle class=a /></svg>", style: ".a{cx:10px;cy:10px;r:5px}"
    ).dump()
    #expect(dump.contains("fill path 6 steps [5 5 10 10]"))
  }
}

extension String {
  /// How often a text occurs.
  func components(of text: String) -> Int { ranges(of: text).count }
}
