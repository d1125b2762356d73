import CSSValues
import PageFormat
import Testing

/// What media queries make of nodes beyond their styles (roles, facts, which children are laid out) is on a device what it is in
/// a build: at sizes that were built and at others under the same rules, whichever was built first.
struct VariantAnswersTests {
  private static let built = [
    Viewport(width: 390, height: 844, scale: 3), Viewport(width: 768, height: 1024, scale: 2),
  ]
  private static let others = [
    Viewport(width: 412, height: 844, scale: 3), Viewport(width: 800, height: 1024, scale: 2),
  ]

  private func expectBuilds(_ body: String, quirks: Bool = false, shows tags: [String] = []) throws {
    let page = BuiltPage(
      html: (quirks ? "" : "<!doctype html>")
        + "<html><head><meta name=viewport content=\"width=device-width\"></head><body>" + body
        + "<p>after</p></body></html>")
    for order in [Self.built, Self.built.reversed()] {
      let file = page.pageFile(at: order)
      for viewport in Self.built + Self.others {
        let text = try page.built(at: viewport)
        #expect(try page.relaid(file, at: viewport) == text, "at \(viewport.width), built for \(order[0].width) first")
      }
    }
    // The rules do what the page is for.
    let texts = try Self.built.map { try page.built(at: $0).split(separator: "\n") }
    for tag in tags {
      let counts = texts.map { lines in lines.count { $0.hasPrefix(tag) } }
      #expect(counts[0] != counts[1], "\(tag) at one size")
    }
  }

  private static let image =
    "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='24'/%3E\")"

  @Test func anImageTakesTheContentsPlaceAtOneSize() throws {
    let contents = "<div class=logo><span style=\"display: block; height: 50px\">x</span></div>"
    try expectBuilds(
      "<style>@media (min-width: 600px) { .logo { content: \(Self.image) } }</style>" + contents, shows: ["text"])
    try expectBuilds(
      """
      <style>.logo { content: \(Self.image) } @media (min-width: 600px) { .logo { content: normal } }</style>
      """ + contents, shows: ["text"])
  }

  @Test func generatedBoxesStayBesideSuchAnImage() throws {
    try expectBuilds(
      """
      <style>.logo { display: inline-block } .logo::before, .logo::after { content: "mark" }
      @media (min-width: 600px) { .logo { content: \(Self.image) } }</style><div class=logo>a <b>b</b> <i>c</i> </div>
      """, shows: ["text"])
  }

  @Test func whatDrawsItselfIsReplaced() throws {
    try expectBuilds(
      """
      <style>@media (min-width: 600px) { input, select, button { appearance: none; display: inline-block }
      input::before { content: "on"; display: block; width: 60px; height: 30px } }</style>
      <p><input type=checkbox> a <input type=radio> b <input type=color> <input value=text> <select><option>one</select></p>
      """, shows: ["before"])
  }

  @Test func marginsThatQuirksModeLeavesOut() throws {
    try expectBuilds(
      """
      <style>@media (min-width: 600px) { p { margin-top: 16px; margin-bottom: 16px } }</style>
      <table><tr><td><p>x</p></td></tr></table><div><p>y</p></div>
      """, quirks: true)
  }

  @Test func markersAndBrokenImages() throws {
    try expectBuilds(
      """
      <style>@media (min-width: 600px) { summary, li { list-style: none } li.n { list-style: decimal } summary { display: block }
      img { width: 30px; height: 20px } }</style><ul><li>one<li class=n>two</ul><details open><summary>s</summary>in</details>
      <img src=none.png alt="words"><img src=none.png><img src=none.png alt="">
      """)
  }

  @Test func whatIsShownOnlyAtOneSize() throws {
    try expectBuilds(
      """
      <style>.hidden, .late { display: none } q::before { content: "«" } @media (min-width: 600px) {
      .late { display: block } td { display: block } q::before { content: none } noscript { display: block } legend { float: left } }
      </style><div class=hidden><ul><li>a</ul></div><div class=late><ul><li>b <q>c</q></ul><select><option>d</select>
      <progress value=1 max=2>e</progress></div><table><tr><td colspan=2>f<tr><td>g<td>h</table><noscript>i</noscript>
      <fieldset><legend>l</legend>m</fieldset>
      """)
  }
}
