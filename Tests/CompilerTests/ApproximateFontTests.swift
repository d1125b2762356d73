import Compiler
import Testing

/// Text that stand-in fonts measured: one warning a family, at the place where the site names it, and one for the families
/// that it names nowhere.
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

  @Test func familiesAreReportedWhereTheyAreNamed() {
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
      site.problems(isWhole: true).split(separator: "\n").filter { !$0.contains("HYB3085") }.joined(separator: "\n")
        == """
        a.css:1:18 warning HYB3001 text in `Brand Sans` is measured with a stand-in font
        index.html:3:52 warning HYB3001 text in `Face` is measured with a stand-in font
        a.css:3:32 warning HYB3001 text in `Other` is measured with a stand-in font
        index.html:3:4 warning HYB3001 text in `Style` is measured with a stand-in font
        index.html:1:1 warning HYB3001 no style sheet names a font for text in `monospace`, the default: it is \
        measured with a stand-in font
        """)
  }

  @Test func metricsFilesAreQuiet() {
    let head = "<!doctype html><meta name=viewport content='width=device-width'><title>t</title>"
    let site = MemorySite([
      "index.html": "\(head)<style>p{font:16px Brand,sans-serif}</style><p>a<p>b</p><pre>c</pre>",
      "m.metrics": Self.metrics,
    ])
    let rest = "index.html:1:1 warning HYB3001 no style sheet names a font for text in `monospace`, the default: it is "
    #expect(site.problems(isWhole: true) { $0.fonts = ["Brand": "m.metrics"] }.hasPrefix(rest))
    #expect(site.problems(isWhole: true) { $0.fonts = ["Brand": "m.metrics", "monospace": "m.metrics"] } == "")
    // The family's own are not enough for every character.
    let other = MemorySite([
      "index.html": "<!doctype html><title>t</title><style>p{font:16px Brand}</style><p>\u{3b1}",
      "m.metrics": Self.metrics,
    ])
    let problems = other.problems { $0.fonts = ["brand": "m.metrics"] }
    #expect(
      problems.hasPrefix("index.html:1:1 warning HYB3001 characters that the site's fonts lack are measured with `"))
    #expect(problems.split(separator: "\n").count == 1)
    // The default of browsers, and that of Token pages.
    let plain = MemorySite(["index.html": "\(head)<p>text"])
    #expect(
      plain.problems(isWhole: true)
        == "index.html:1:1 warning HYB3001 no style sheet names a font for text in `Times New Roman`, the default: it is "
        + "measured with a stand-in font")
    let token = MemorySite(["index.html": "<html html-identify=Token><body><label>a</label></body></html>"])
    #expect(token.problems(isWhole: true).contains("HYB3001 no style sheet names a font for text in `Helvetica Neue`"))
  }
}
