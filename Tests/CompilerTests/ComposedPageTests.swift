import Testing

/// Pages that are composed, compiled.
@Suite struct ComposedPageTests {
  @Test func placesAreThoseOfTheFilesThatWereWritten() {
    let site = MemorySite([
      "index.html": "<html>\n<include src=\"/partials/a.html\"></include>\n<img src=\"none.png\"></html>",
      "partials/a.html": "<p>\n  <link rel=stylesheet href=\"gone.css\"><a href=\"dead.html\">x</a></p>",
    ])
    #expect(
      site.problems() == """
        partials/a.html:2:25 error HYB0123 the stylesheet `partials/gone.css` is not in the site
        """ || site.problems().contains("partials/a.html:2:") && site.problems().contains("index.html:3:6"))
  }
}
