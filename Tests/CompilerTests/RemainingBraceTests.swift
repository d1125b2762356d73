import Testing

@testable import Compiler

/// Placeholders that nothing fills, and attributes that nothing uses.
@Suite struct RemainingBraceTests {
  private static let start =
    "<!DOCTYPE html><html lang=en><head><meta name=viewport content='width=device-width'><title>t</title></head>\n"

  private func problems(_ files: [String: String], _ codes: Set<Int> = [4173, 4174, 4175]) -> [String] {
    MemorySite(files).compile().diagnostics.filter { codes.contains($0.code.number) }.map { problem in
      let place = problem.location.map { "\($0.file):\($0.line):\($0.column)" } ?? "-"
      return "\(place) \(problem.severity) \(problem.code.name) \(problem.message) | \(problem.help ?? "")"
    }
  }

  @Test func anAttributeThatAPartialDoesNotUseIsAWarning() {
    let found = problems([
      "index.html": Self.start + "<include src=\"/partials/top.html\" titel=\"About\"></include>",
      "partials/top.html": "<h1 class=\"titel\">{{ title }}</h1>",
    ])
    #expect(
      found == [
        "partials/top.html:1:19 warning HYB4174 nothing fills `{{ title }}` | write `title=\"…\"` on the tag that uses `partials/top.html`, or correct the name",
        "index.html:2:35 warning HYB4173 `partials/top.html` does not use `titel` | did you mean `title`?",
      ]
        || found == [
          "index.html:2:35 warning HYB4173 `partials/top.html` does not use `titel` | did you mean `title`?",
          "partials/top.html:1:19 warning HYB4174 nothing fills `{{ title }}` | write `title=\"…\"` on the tag that uses `partials/top.html`, or correct the name",
        ], "\(found)")
  }

  @Test func whatPartialsUseIsNotReported() {
    #expect(
      problems([
        "index.html": Self.start
          + "<include src=\"/partials/top.html\" title=a flag=true kind=b alt=c key=d slot=x></include>",
        "partials/top.html":
          "<h1 t:if=\"flag\">{{ title | upper }}</h1><img alt=\"{{ alt }}\"><include src=\"/partials/{{ kind }}.html\" own=\"{{ key }}\"></include>",
        "partials/b.html": "<p>{{ own }}</p>",
      ]) == [])
  }

  /// A placeholder is reported where it is written, once a page.
  @Test func placeholdersAreReportedWhereTheyAre() {
    let found = problems([
      "index.html": Self.start
        + "<include src=/partials/a.html name=x></include>\n<include src=/partials/a.html></include>",
      "partials/a.html": "<b>{{ name }}</b>\n<include src=\"/partials/b.html\"></include>",
      "partials/b.html": "<i title=\"{{ other }}\">x</i>",
    ])
    #expect(found.count == 2, "\(found)")
    #expect(
      found.contains { $0.hasPrefix("partials/a.html:1:4 warning HYB4174 nothing fills `{{ name }}`") }, "\(found)")
    #expect(
      found.contains { $0.hasPrefix("partials/b.html:1:11 warning HYB4174 nothing fills `{{ other }}`") }, "\(found)")
  }

  @Test func layoutsDeclareTheirNames() {
    let found = problems([
      "index.html": "<html layout=\"/layouts/main.html\" lang=en><p>x</p></html>",
      "layouts/main.html": Self.start + "<body><h1>{{ heading }}</h1><slot></slot></body></html>",
    ])
    #expect(
      found == [
        "layouts/main.html:2:11 warning HYB4174 nothing fills `{{ heading }}` | declare it in `layouts/main.html`: `<param name=\"heading\">`"
      ], "\(found)")
  }

  @Test func bracesInAPageAreAWarning() {
    let found = problems([
      "index.html": Self.start
        + "<p>{{ title }}</p>\n<img alt=\"{{ name }}\" src=data:,>\n<p>{{#each x}} {{{ raw }}}</p>"
    ])
    #expect(
      found.map { String($0.split(separator: "|")[0]) } == [
        "index.html:2:4 warning HYB4175 `{{ title }}` remains in the page, and readers see it ",
        "index.html:3:11 warning HYB4175 `{{ name }}` remains in the page, and readers see it ",
        "index.html:4:4 warning HYB4175 `{{#each x}}` remains in the page, and readers see it ",
        "index.html:4:16 warning HYB4175 `{{{ raw }}` remains in the page, and readers see it ",
      ], "\(found)")
  }

  @Test(arguments: [
    // Texts about code.
    "<pre>{{ x }}</pre><code>{{ x }}</code><p><kbd>{{ x }}</kbd><textarea>{{ x }}</textarea>",
    "<template><p>{{ x }}</p></template><script type=text/x-template>{{ x }}</script><p translate=no>{{ x }}</p>",
    // Mathematics, shells and styles.
    "<p>$x^{{2}}_{{n}}$ ${{ secrets.X }} {{}} {{ 1 }}</p><style>a{{b:c}}</style>",
    // Engines that run in the browser.
    "<div id=app v-if=x>{{ x }}</div>", "<p :title=y>{{ x }}</p>", "<body ng-app>{{ x }}</body>",
    "<p>{{ x }}</p><script src=vue.global.js></script>", "<p>{{ x }}</p><script>render(\"{{\", \"}}\")</script>",
    #"<p>{{ x }}</p><script src=own.js></script>"#, #"<p>{{ x }}</p><script type=module>import "./module.js"</script>"#,
  ])
  func bracesThatBelongAreNot(body: String) {
    #expect(
      problems([
        "index.html": Self.start + body, "vue.global.js": "", "own.js": #"var open = /\{\{/g"#,
        "module.js": "import \"./engine.js\"", "engine.js": "export const open = '{{'",
      ]) == [])
  }

  /// Bindings of Token pages are the client's.
  @Test func tokenPagesBindWithBraces() {
    #expect(
      problems([
        "index.html":
          "<html html-identify=\"Token\"><head></head><body><include src=/partials/a.html></include></body></html>",
        "partials/a.html": "<label>{{ title }}</label>",
      ]) == [])
  }

  @Test func foreignFrontMatterIsOneMessage() {
    let site = MemorySite(["index.html": "---\ntitle: News\nlayout: main\n---\n" + Self.start + "<p>x</p>"])
    let found = site.compile().diagnostics.map { "\($0.location?.line ?? 0) \($0.severity) \($0.code.name)" }
    #expect(found.filter { !$0.hasSuffix("HYB3001") } == ["1 warning HYB4176"], "\(found)")
    #expect(site.compile().diagnostics.first?.help?.contains("application/hybrid+json") == true)
  }

  @Test(arguments: [
    "---\n<p>a: b</p>\n---\n", "--- a: b ---\n", "---\ntext\n---\n", "---\na: b\n", "<p>---\na: b\n---\n</p>",
  ])
  func linesOfHyphensAreText(text: String) {
    #expect(problems(["index.html": text], [4176]) == [])
  }

  @Test func frontMatterOfPartialsIsReportedThere() {
    let found = problems(
      [
        "index.html": Self.start + "<include src=/partials/a.html></include>",
        "partials/a.html": "---\r\na: b\r\n---\r\n<p>x</p>",
      ], [4176])
    #expect(found.count == 1 && found[0].hasPrefix("partials/a.html:1:1 warning"), "\(found)")
  }
}
