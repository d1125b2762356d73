import Foundation
import Testing

@Suite struct CompositionVerbTests {
  private let example = Command.repository.appendingPathComponent("examples/magazine").path

  @Test func theMagazineHasTwentyFourPagesInTwoLanguages() throws {
    let scratch = try Scratch()
    let build = try Command.run("build", example, "-o", "dist", in: scratch.url)
    #expect(build.errors == "")
    #expect(build.status == 0)
    #expect(build.output.hasPrefix("24 pages, 1 viewport, "))
    #expect(build.output.contains("→ 3 packages"))
    #expect(try Command.run("verify", "dist", in: scratch.url).output == "dist: sound\n")
    let page = try Command.run("inspect", "dom", "zh/articles/kites-wind.html", "--root", example, "--format", "xhtml")
    #expect(page.errors == "")
    for text in [
      "lang=\"zh\"", "<title>Kites &amp; wind</title>", "2026年7月16日", "and &lt;what&gt; we kept", "<b>故事</b>",
      "href=\"/zh/about.html\"",
    ] { #expect(page.output.contains(text), "\(text)") }
  }

  @Test func whyTellsWhatAPageCameFrom() throws {
    let why = try Command.run("inspect", "page", "zh/articles/tides.html", "--root", example, "--why")
    #expect(why.status == 0)
    #expect(
      why.output == """
        page articles/[slug].html
        data data/articles.json
        layout layouts/main.html
        partial partials/header.html
        messages i18n/zh.json
        partial partials/tabs.html
        data data/tabs.yml
        reads css/main.css
        reads zh/about.html
        reads zh/index.html
        reads zh/list/1.html

        """)
  }

  /// Links are told where they were written, and once for all the pages that take the file in.
  @Test func linksStandInTheFilesThatWereWritten() throws {
    let scratch = try Scratch()
    let page = "<html layout=\"/layouts/main.html\">\n<p>text</p>\n<a href=\"/three\">3</a>\n</html>\n"
    try scratch.write("index.html", page)
    try scratch.write("other.html", page.replacingOccurrences(of: "/three", with: "/index"))
    try scratch.write(
      "layouts/main.html",
      """
      <!DOCTYPE html>
      <html lang="en"><title>t</title>
      <include src="/partials/nav.html"></include>
      <p><a href="/one">1</a></p>
      <slot></slot>
      <a href="#gone">4</a>
      """)
    try scratch.write("partials/nav.html", "<nav>\n  <a\n    href=\"/two\">2</a>\n</nav>\n")
    let check = try Command.run("check", ".", in: scratch.url)
    let places = check.errors.split(separator: "\n").filter { $0.contains("HYB") }.map { line in
      String(line.prefix { $0 != " " }) + " " + String(line.drop { $0 != "[" }.prefix { $0 != ":" })
    }
    #expect(
      places.sorted() == [
        "index.html:3:4: [HYB0137]", "layouts/main.html:4:7: [HYB0137]", "layouts/main.html:6:4: [HYB6006]",
        "layouts/main.html:6:4: [HYB6006]", "partials/nav.html:3:5: [HYB0137]",
      ], "\(check.errors)")
  }

  @Test func problemsStandInTheFilesThatWereWritten() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", "<html><include src=\"/partials/a.html\" title=\"x\"></include></html>\n")
    try scratch.write(
      "partials/a.html", "<param name=\"title\">\n<p>{{ titel }} {{ data.news }}</p>\n<img src=\"none.png\">\n")
    try scratch.write("data/articles.json", "[1,]")
    let check = try Command.run("check", ".", in: scratch.url)
    #expect(check.status == 1)
    #expect(
      check.errors.contains("data/articles.json:1:4: error[HYB4115]: the file is no JSON: no value begins with `]`"))
    #expect(check.errors.contains("partials/a.html:3:6: warning"))
  }
}
