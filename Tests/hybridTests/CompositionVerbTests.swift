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
