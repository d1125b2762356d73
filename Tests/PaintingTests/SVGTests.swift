import PageFormat
import Testing

@testable import Painting

/// Display lists as SVG documents.
@Suite struct SVGTests {
  private func svg(_ body: String) throws -> String {
    try PaintedPage(body).list().svg(title: "a <b>") { source in
      source == "a.png" ? PictureFile(type: "image/png", base64: "AAAA") : nil
    }
  }

  @Test func boxesAndTextsStayWhatTheyAre() throws {
    let text = try svg(
      """
      <div style="width:60px;height:20px;background:#0000ff80;border:2px solid red;border-radius:4px">Hi &amp; <u>you</u></div>
      """)
    #expect(
      text.hasPrefix(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"150\" viewBox=\"0 0 200 150\">\n"))
    for element in [
      "<title>a &lt;b&gt;</title>", "<rect x=\"0\" y=\"0\" width=\"200\" height=\"150\" fill=\"#ffffff\"/>",
      "<rect x=\"0\" y=\"0\" width=\"64\" height=\"24\" rx=\"4\" fill=\"#0000ff\" fill-opacity=\"0.501961\"/>",
      "<path fill-rule=\"evenodd\" clip-rule=\"evenodd\" d=\"M4 0L60 0C", ">Hi &amp;</text>", ">you</text>",
      "lengthAdjust=\"spacingAndGlyphs\"",
    ] {
      #expect(text.contains(element), "\(element) is missing in \(text)")
    }
    #expect(text.hasSuffix("</svg>\n"))
  }

  @Test func backdropsShowWhatIsBelowOnceMore() throws {
    let glass = "style=\"position:absolute;left:5px;width:9px;height:9px;backdrop-filter:blur(1px);top:"
    let panes = ["0", "90px", "4px"].map { "<p \(glass)\($0)\"></p>" }.joined()
    let text = try svg("<p style=\"margin:0;background:red\">a</p>\(panes)")
    // Each shows all pieces below, and of other backdrops those that it touches.
    let uses = text.matches(of: #/<use href="#(b\d)"/#).map { String($0.1) }
    #expect(uses == ["b1", "b1", "b3", "b1", "b2", "b3", "b5"], "\(text)")
    for name in ["b1", "b2", "b3", "b4", "b5", "b6"] { #expect(text.contains("<g id=\"\(name)\">")) }
    #expect(text.matches(of: #/<g[ >]/#).count == text.matches(of: #/<\/g>/#).count)
  }

  @Test func backdropsInGroupsShowOnlyTheGroup() throws {
    let text = try svg(
      """
      <p style="margin:0;background:red">a</p><div style="opacity:.5;transform:translate(3px,4px)"><p style="background:lime">b</p>
      <p style="position:absolute;left:5px;top:0;width:9px;height:9px;backdrop-filter:invert(1)"></p></div>
      """)
    let group = try #require(text.firstRange(of: "<g opacity=\"0.5\">"))
    let piece = try #require(text.firstRange(of: "<g id=\"b1\">"))
    #expect(group.upperBound < piece.lowerBound)
    #expect(text[..<group.lowerBound].contains("#ff0000") && text[piece.upperBound...].contains("#00ff00"))
  }

  /// Pages with very many backdrops on each other: a viewer draws at most so much for them.
  @Test func backdropsOnBackdropsAreBounded() throws {
    let glass = "<p style=\"position:absolute;left:0;top:0;width:9px;height:9px;backdrop-filter:invert(1)\"></p>"
    let text = try svg("<p>a</p>" + String(repeating: glass, count: 200))
    #expect(text.matches(of: #/<use /#).count < 400)
  }

  @Test func filtersOfReferencesWorkInLinearLight() throws {
    let text = try svg(
      """
      <p style="filter:url(#f)">a</p><svg width=0 height=0><filter id=f><feColorMatrix type=saturate values=0 />
      <feDropShadow dx=1 dy=1 stdDeviation=1 flood-color=#808080 color-interpolation-filters=sRGB /></filter></svg>
      """)
    #expect(text.contains("<feColorMatrix type=\"matrix\" values="))
    #expect(text.contains(" color-interpolation-filters=\"linearRGB\"/><feDropShadow dx=\"1\" dy=\"1\""), "\(text)")
    #expect(text.contains("flood-color=\"#808080\"/></filter>"), "\(text)")
  }

  @Test func effectsAreDefinedOnceAndNamed() throws {
    let text = try svg(
      """
      <style>div { width: 40px; height: 20px }</style>
      <div style="background:linear-gradient(red 25%,lime 125%)"></div>
      <div style="background:repeating-radial-gradient(red 5px,lime 10px)"></div>
      <div style="background:conic-gradient(red,lime)"></div>
      <div style="box-shadow:1px 2px 4px red"></div><div style="box-shadow:1px 2px 4px red"></div>
      <div style="opacity:.5;filter:blur(2px);mix-blend-mode:multiply"><p>a</p></div>
      <div style="transform:rotate(90deg)"><p>b</p></div>
      <div style="overflow:hidden;border-radius:5px"><p>c</p></div>
      <div style="background:url(a.png)"></div><div style="background:url(none.png) no-repeat"></div>
      """)
    for element in [
      // The line is as long as its stops: SVG has none beyond its ends.
      "<linearGradient id=\"g0\" gradientUnits=\"userSpaceOnUse\" x1=\"20\" y1=\"5\" x2=\"20\" y2=\"25\">",
      "<stop offset=\"0\" stop-color=\"#ff0000\"/><stop offset=\"1\" stop-color=\"#00ff00\"/>",
      "spreadMethod=\"repeat\"",
      "<feGaussianBlur stdDeviation=\"2\"/>", "<g opacity=\"0.5\" style=\"mix-blend-mode:multiply\" filter=\"url(#",
      "<g transform=\"matrix(0 1 -1 0 ", "rx=\"5\"/></clipPath>", "href=\"data:image/png;base64,AAAA\"",
    ] {
      #expect(text.contains(element), "\(element) is missing in \(text)")
    }
    // One blur for both shadows and the filter, and every name that is used is defined before.
    #expect(text.matches(of: #/<filter /#).count == 1)
    var defined: Set<Substring> = []
    for match in text.matches(of: #/ id="(\w+)"|url\(#(\w+)\)/#) {
      if let name = match.1 { #expect(defined.insert(name).inserted) }
      if let name = match.2 { #expect(defined.contains(name), "\(name)") }
    }
    #expect(text.matches(of: #/<g[ >]/#).count == text.matches(of: #/<\/g>/#).count)
  }

  @Test func hostileTextsEndNothing() throws {
    let text = try svg("<p style=\"font-family:'a&quot;/><script>'\">]]&gt;&lt;script&gt;&#1;\u{FFFE}</p>")
    #expect(!text.contains("<script"))
    #expect(text.contains("]]&gt;&lt;script&gt;"))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
