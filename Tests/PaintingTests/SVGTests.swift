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
