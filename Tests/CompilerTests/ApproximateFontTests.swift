import Compiler
import Testing

/// Text that the build machine's fonts measured: one warning a family, at the place where the site names it.
@Suite struct ApproximateFontTests {
  private static let metrics = """
    hybrid-font-metrics 1
    units-per-em 1000
    ascent 800
    descent 200
    advance 20-7E 500
    hybrid-font-metrics 1
    units-per-em 1000
    ascent 800
    descent 200
    weight 700
    advance 20-7E 600
    """

  @Test func familiesAreToldOfWhereTheyAreNamed() {
    let site = MemorySite([
      "index.html": """
      <!doctype html><title>t</title><link rel=stylesheet href=a.css>
      <p>one</p><p class=b>two</p><p>three</p><code>four</code>
      <p style="font-family: Style, serif">five</p><font face="Face">six</font>
      """,
      "a.css": """
      :root { --stack: Brand Sans, sans-serif }
      p { font-family: var(--stack) }
      .b { font: italic 600 16px/1.5 "Other" }
      """,
    ])
    #expect(
      site.problems() == """
        a.css:1:18 warning HYB3001 text in `Brand Sans` is measured with a font of this machine
        index.html:3:52 warning HYB3001 text in `Face` is measured with a font of this machine
        a.css:3:32 warning HYB3001 text in `Other` is measured with a font of this machine
        index.html:3:4 warning HYB3001 text in `Style` is measured with a font of this machine
        """)
  }

  @Test func metricsFilesAndDefaultsAreQuiet() {
    let site = MemorySite([
      "index.html":
        "<!doctype html><title>t</title><style>p{font:16px Brand,sans-serif}</style><p>a<p>b</p><pre>c</pre>",
      "m.metrics": Self.metrics,
    ])
    #expect(site.problems { $0.fonts = ["Brand": "m.metrics"] } == "")
    // The family's own are not enough for every character.
    let other = MemorySite([
      "index.html": "<!doctype html><title>t</title><style>p{font:16px Brand}</style><p>\u{3b1}",
      "m.metrics": Self.metrics,
    ])
    let problems = other.problems { $0.fonts = ["brand": "m.metrics"] }
    #expect(
      problems.hasPrefix("index.html:1:1 warning HYB3001 characters that the site's fonts lack are measured with `"))
    #expect(problems.split(separator: "\n").count == 1)
    #expect(MemorySite(["index.html": "<!doctype html><title>t</title><p>text"]).problems() == "")
  }
}
