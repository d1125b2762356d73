import Testing

@testable import Painting

/// What is placed by the screen and not by the page: sticky boxes and fixed backgrounds, where nothing is scrolled.
@Suite struct ScrollPositionTests {
  @Test func stickyBoxesKeepToTheEdgesOfWhatIsSeen() throws {
    let page = PaintedPage(
      """
      <div style="height:200px"></div><p class=bar></p><div style="height:9px"></div>
      """, style: ".bar{margin:0;height:20px;position:sticky;bottom:0;background:red}")
    #expect(try page.dump() == "transform 1 0 0 1 0 -70\n  fill [0 200 200 20] rgb(255, 0, 0)\nend\n")
    // Hosts move what is sticky by themselves.
    let layer = try #require(page.layers().first { $0.reason == .sticky })
    #expect(layer.list.dump() == "fill [0 200 200 20] rgb(255, 0, 0)\n")
  }

  @Test func stickyBoxesStayInWhatIsAroundThem() throws {
    let style = "p{margin:0;height:20px;position:sticky;background:red}div{margin:10px 0 200px}"
    // Its container ends 40 px below the screen's upper edge.
    #expect(
      try PaintedPage("<div style=\"height:30px\"><p style=\"top:35px\"></p></div>", style: style).dump()
        == "transform 1 0 0 1 0 10\n  fill [0 10 200 20] rgb(255, 0, 0)\nend\n")
    #expect(
      try PaintedPage("<div style=\"height:30px\"><p style=\"top:5px\"></p></div>", style: style).dump()
        == "fill [0 10 200 20] rgb(255, 0, 0)\n")
  }

  @Test func stickyBoxesKeepToTheirScrollContainer() throws {
    let dump = try PaintedPage(
      """
      <div style="height:50px;overflow:auto"><div style="height:80px"></div><p style="position:sticky;bottom:5px;margin:0;height:9px;background:red"></p></div>
      """
    ).dump()
    #expect(dump.contains("transform 1 0 0 1 0 -44\n"), "\(dump)")
    #expect(dump.contains("fill [0 80 200 9] rgb(255, 0, 0)\n"), "\(dump)")
  }

  @Test func fixedBackgroundsAreSeenThroughTheirBox() throws {
    let page = PaintedPage(
      "<p style=\"margin:10px 0 0;width:50px;height:40px;background:linear-gradient(red,blue) fixed\"></p>")
    #expect(
      try page.dump() == """
        clip [0 10 50 40]
          fixed
            fill [0 0 200 150] linear 100 0 to 100 150 (rgb(255, 0, 0) 0, rgb(0, 0, 255) 1)
          end
        end

        """)
    // What is transformed takes its background along.
    let turned = try PaintedPage(
      "<p style=\"margin:0;width:50px;height:40px;transform:rotate(9deg);background:linear-gradient(red,blue) fixed\"></p>"
    ).dump()
    #expect(turned.contains("fill [0 0 50 40] linear 25 0 to 25 40"), "\(turned)")
  }

  @Test func theCanvasHasAFixedBackgroundOfItsOwnLayer() throws {
    let page = PaintedPage(
      "<p style=\"height:400px;margin:0\"></p><p style=\"margin:0;height:9px;background:red\"></p>",
      style: "html{background:url(a.png) center / cover fixed}")
    let layers = try page.layers()
    #expect(layers.map(\.reason) == [.fixed, .page])
    #expect(layers[0].list.canvasColor == .white && layers[1].list.canvasColor.isTransparent)
    // As large as the screen, not as the page of 409 px.
    #expect(layers[0].list.dump() == "fill [0 0 200 409] pattern a.png [-50 0 300 150] step 300 150\n")
  }

  @Test func fixedBackgroundsOfFixedBoxesStayWithThem() throws {
    let dump = try PaintedPage(
      "<p style=\"position:fixed;left:0;top:0;margin:0;width:50px;height:40px;background:linear-gradient(red,blue) fixed\"></p>"
    ).dump()
    #expect(dump.matches(of: #/fixed/#).count == 1, "\(dump)")
  }
}
