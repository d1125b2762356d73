import Foundation
import HybridClient
import Testing

/// `minify` in the configuration, and `--minify`: pages and sheets are shorter, and look the same.
@Suite struct MinifyVerbTests {
  private static let head =
    "<!DOCTYPE html>\n<html lang=\"en\">\n  <head>\n    <meta charset=\"utf-8\">\n"
    + "    <meta name=\"viewport\" content=\"width=device-width\">\n    <title>t</title>\n"

  private func site(_ body: String, head: String = "", css: String = "", configuration: String = "{ }") throws
    -> Scratch
  {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", configuration)
    try scratch.write("site/a.css", css)
    try scratch.write(
      "site/index.html",
      Self.head + "    <link rel=\"stylesheet\" href=\"a.css\">\n" + head + "  </head>\n  <body>\n" + body
        + "  </body>\n</html>\n")
    return scratch
  }

  private func packaged(_ path: String, _ scratch: Scratch, _ folder: String = "site/dist") throws -> String {
    let release = try ReleaseFolder.open(scratch.path + "/" + folder)
    return String(decoding: try release.contents(of: path), as: UTF8.self)
  }

  private func build(_ scratch: Scratch, _ arguments: String...) throws -> Command {
    let build = try Command.start(["build", "site", "--no-cache"] + arguments, in: scratch.url).finish()
    #expect(build.status == 0, "\(build.errors)")
    return build
  }

  @Test func pagesAndSheetsAreShorter() throws {
    let scratch = try site(
      """
          <!-- What the shop sells -->
          <h1>  Lakes   and
            tides </h1>
          <p style="color: #ffffff; margin: 0px">One <b> two </b>
            <i>three</i></p>
          <pre>  a
            b</pre>
          <!--[if IE]><p>Old</p><![endif]--><!-- ko if: x --><!-- /ko -->
          <textarea>  c  </textarea>

      """, css: "/* Colors */\np {\n  margin: 0px 0px;\n  color: white;\n}\n", configuration: #"{ "minify": true }"#)
    #expect(try build(scratch).errors == "")
    #expect(try packaged("web/a.css", scratch) == "p{margin:0;color:#fff}")
    let page = try packaged("web/index.html", scratch)
    #expect(
      page.contains("<h1> Lakes and\ntides </h1>")
        && page.contains("<p style=\"color:#fff;margin:0\">One <b> two </b>\n<i>"))
    #expect(
      page.contains("<pre>  a\n") && page.contains("<textarea>  c  </textarea>") && page.contains("<!-- ko if: x -->"))
    #expect(page.contains("[if IE]") && !page.contains("What the shop") && page.contains("<title>t</title><link"))
  }

  @Test func pageAndLayoutFilesStayTheSame() throws {
    let scratch = try site(
      "    <p>One  two</p>\n    <!-- three words here -->\n    <p>Four</p>\n", css: "p { color: white }\n")
    _ = try build(scratch)
    let plain = try ReleaseFolder.open(scratch.path + "/site/dist")
    _ = try build(scratch, "--minify", "--out-dir", "small")
    let small = try ReleaseFolder.open(scratch.path + "/small")
    for path in ["pages/index.html.page", "layouts/390x844@3/index.html.layout"] {
      #expect(try plain.contents(of: path) == small.contents(of: path))
    }
    #expect(
      try packaged("web/index.html", scratch, "small").utf8.count < packaged("web/index.html", scratch).utf8.count)
    // What nobody asked for does not happen.
    #expect(try packaged("web/a.css", scratch) == "p { color: white }\n")
    // Only the packaged markup differs for readers' eyes.
    let diff = try Command.run("diff", "site/dist", "small", "--fail-on", "moved,overlap,overflow", in: scratch.url)
    #expect(diff.status == 0, "\(diff.output)\(diff.errors)")
  }

  @Test func onlyHTMLOrCSS() throws {
    let scratch = try site(
      "    <p>One  two</p>\n", css: "p { color: white }\n", configuration: #"{ "minify": ["css"] }"#)
    _ = try build(scratch)
    #expect(try packaged("web/a.css", scratch) == "p{color:#fff}")
    #expect(try packaged("web/index.html", scratch).contains("<p>One  two</p>"))
    try scratch.write("site/hybrid.json", #"{ "minify": ["html"] }"#)
    _ = try build(scratch)
    #expect(try packaged("web/a.css", scratch) == "p { color: white }\n")
    #expect(try packaged("web/index.html", scratch).contains("<p>One two</p>"))
    try scratch.write("site/hybrid.json", #"{ "minify": ["js"] }"#)
    #expect(try Command.run("build", "site", in: scratch.url).status == 78)
  }

  @Test func whiteSpaceThatMayShowStays() throws {
    let css = """
      .kept { white-space: pre-wrap }
      .toggled:hover { white-space: pre }
      @media print { .print { white-space: break-spaces } }
      p.open { white-space: pre }
      .unknown { white-space: pre }

      """
    let scratch = try site(
      """
          <p class="kept">a  b</p>
          <p style="white-space: pre-line">c  d</p>
          <p contenteditable>e  f</p>
          <p class="toggled">g  h</p>
          <div data-hybrid-minify="false"><p>i  j</p></div>
          <p>k  l</p>
          <p class="print">m  n</p>
          <p class="never">o  p</p>
          <script>document.body.classList.toggle("open")</script>

      """,
      css: css)
    // The class `open` is one that the script names: any `p` may get it.
    _ = try build(scratch, "--minify")
    var page = try packaged("web/index.html", scratch)
    for text in ["a  b", "c  d", "e  f", "g  h", "i  j", "k  l", "m  n", "o  p"] {
      #expect(page.contains(text), "\(text)")
    }
    try scratch.write("site/a.css", css.replacing("p.open", with: "p.shut"))
    _ = try build(scratch, "--minify")
    page = try packaged("web/index.html", scratch)
    for text in ["a  b", "c  d", "e  f", "g  h", "i  j", "m  n"] { #expect(page.contains(text), "\(text)") }
    for text in ["k l", "o p"] { #expect(page.contains(text), "\(text)") }
  }

  @Test func whatWouldLookOtherwiseIsDroppedAndReported() throws {
    let scratch = try site(
      "    <p style=\"color: red; margin: 0px\">One  two</p>\n",
      css: "[style*=\"margin: 0px\"] { padding: 20px }\n\n")
    let build = try build(scratch, "--minify")
    #expect(
      build.errors == """
        index.html:10:5: warning[HYB1076]: the page's styles are not minified: an element looks otherwise then, at 375x667@2
              <p style="color: red; margin: 0px">One  two</p>
              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        1 warning

        """, "\(build.errors)")
    let page = try packaged("web/index.html", scratch)
    #expect(page.contains("<p style=\"color: red; margin: 0px\">One two</p>"))
  }

  @Test func aBrokenSheetStaysAndIsReported() throws {
    let scratch = try site("    <p>One</p>\n", css: "p { color: white }\nb { top: 0\n")
    let first = try Command.run("build", "site", "--minify", in: scratch.url)
    #expect(
      first.errors.contains("a.css:1:1: warning[HYB1077]: the style sheet is not minified: brackets are not balanced"),
      "\(first.errors)")
    #expect(try packaged("web/a.css", scratch) == "p { color: white }\nb { top: 0\n")
    // The cache keeps nothing of it: the next build says so again.
    let second = try Command.run("build", "site", "--minify", in: scratch.url)
    #expect(second.errors == first.errors)
    #expect(try Command.run("check", "site", "--minify", in: scratch.url).errors.contains("HYB1077"))
  }

  @Test func theCacheKnowsBoth() throws {
    let scratch = try site("    <p>One  two</p>\n", css: "p { color: white }\n")
    for (option, text) in [
      ("--minify", "p{color:#fff}"), ("--best", "p { color: white }\n"), ("--minify", "p{color:#fff}"),
    ] {
      #expect(try Command.run("build", "site", option, in: scratch.url).status == 0)
      #expect(try packaged("web/a.css", scratch) == text)
    }
    #expect(try Command.run("build", "site", "--minify", "--verify-incremental", in: scratch.url).status == 0)
  }
}
