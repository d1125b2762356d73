import CSSValues
import Compiler
import PageFormat
import Testing

/// Viewports in which the same rules hold share styles; what counts from a viewport is its own all the same.
@Suite struct SharedStylesTests {
  private static let viewports = [
    Viewport(width: 400, height: 300, scale: 1), Viewport(width: 500, height: 700, scale: 3),
    Viewport(width: 900, height: 700, scale: 2), Viewport(width: 600, height: 500, scale: 1.5),
  ]

  /// Each viewport's frames are those of a page that is compiled only for it.
  @Test(arguments: [
    "p { width: 100px }", "p { width: 50vw }", "p { width: 10ex }", "p::before { content: 'x'; margin-left: 10vw }",
    "@media (min-width: 600px) { p { width: 20px } }", "@media (min-width: 450px) { p { width: 20px } }",
    "@media (min-resolution: 2dppx) { p { width: 20px } }",
    "p { width: if(media(min-width: 450px): 30px; else: 40px) }",
    "p { --a: 10vw; width: var(--a) }",
    "@property --a { syntax: '<length>'; inherits: false; initial-value: 10px } p { width: var(--a) }",
    "body { container-type: inline-size } @container (min-width: 450px) { p { width: 20px } }",
    "@keyframes a { from { width: 10vw } to { width: 50vw } } p { animation: a 1s paused -0.5s linear }",
    "p:hover { width: 50vw } p { width: 200px }", "p { width: 0.3px }",
    // Borders are snapped to device pixels.
    "p { border: 1px solid }", "p { border: 1.5px solid }", "p { border: 1px solid; zoom: 1.5 }",
    // The tree of the first viewport serves others, unless what makes boxes differs.
    "@media (min-width: 450px) { p { color: red; padding: 3px; font-size: 20px } em { margin: 0 9px } }",
    "p::before { content: 'x' } @media (min-width: 450px) { p::before { font-size: 30px } }",
    "@media (min-width: 450px) { em { display: none } }", "@media (min-width: 450px) { em { display: block } }",
    "@media (min-width: 450px) { p { display: list-item; list-style: inside square } }",
    "p { display: list-item; list-style: inside disc } @media (min-width: 450px) { p { list-style-type: upper-roman } }",
    "p { display: list-item; list-style: inside disc } @media (min-width: 450px) { p { list-style-image: url(a.svg) } }",
    "p::before { content: counter(a) } @media (min-width: 450px) { p { counter-increment: a 700 } }",
    "p::before { content: 'x' } @media (min-width: 450px) { p::before { content: 'xyz' } }",
    "@media (min-width: 450px) { p::before { content: 'xyz' } }",
    "p::before { content: open-quote } @media (min-width: 450px) { p { quotes: 'aaaa' 'b' } }",
    "@media (min-width: 450px) { em { content: url(a.svg) } }",
    "@media (min-width: 450px) { p::first-line { font-size: 30px } }",
  ])
  func framesMatchSeparateBuilds(rules: String) throws {
    let picture = """
      <picture><source media="(min-width: 450px)" srcset="a.svg"><img src="b.svg"></picture>\
      <img srcset="a.svg 100w, b.svg 500w" sizes="50vw">
      """
    for images in ["", picture] {
      let site = MemorySite([
        "index.html": """
        <!DOCTYPE html><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="a.css">\
        <p>some text with <em>words</em></p>\(images)<p>more
        """,
        "a.css": rules, "a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'/>",
        "b.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='70' height='10'/>",
      ])
      let together = try frames(site, Self.viewports)
      for (index, viewport) in Self.viewports.enumerated() {
        #expect(try frames(site, [viewport])[0] == together[index], "\(viewport.name) \(rules) \(images)")
      }
    }
  }

  /// The frames of a page's boxes, each behind its node's number, in which generated boxes do not count: the page file of all viewports has
  /// those of each.
  private func frames(_ site: MemorySite, _ viewports: [Viewport]) throws -> [[String]] {
    let page = site.compile { $0.viewports = viewports }
    let reader = try PageReader(FileBytes(page.pageFile))
    return try page.layoutFiles.map { layout in
      let reading = try LayoutReader(FileBytes(layout.bytes))
      try reading.validate(for: reader)
      var number = 0
      return (0..<reader.nodeCount).compactMap { node in
        let kind = reader.kind(node)
        let isGenerated = kind == .before || kind == .after || kind == .marker
        if !isGenerated { number += 1 }
        return reading.frame(node, in: reader).map { "\(number)\(isGenerated ? "::\(kind)" : "") \($0)" }
      }
    }
  }
}
