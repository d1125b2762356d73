import Foundation
import Testing

/// `<base href>`: what a page's URLs count from (HTML, 2.4.3 and 4.2.3), from references to packages.
@Suite struct BaseElementTests {
  /// A page's body in the package, and what the build said.
  private func build(_ scratch: Scratch, _ page: String = "docs/guide/page.html") throws -> (
    web: String, errors: String
  ) {
    let build = try Command.run("build", "site", "-o", "d", "--no-cache", in: scratch.url)
    // A site with errors is not published.
    let packages = (try? FileManager.default.contentsOfDirectory(atPath: scratch.path + "/d/packages")) ?? []
    let archive = packages.first { $0.hasPrefix("base.") && $0.hasSuffix(".zip") }
    let unzip = try Command.start(
      ["unzip", "-p", "d/packages/" + (archive ?? "none"), "web/" + page], in: scratch.url,
      program: URL(fileURLWithPath: "/usr/bin/env")
    ).finish()
    return (unzip.output, build.errors)
  }

  private func site(_ base: String, _ body: String, configuration: String = "") throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(
      "site/hybrid.json", "{\(configuration)\"viewports\":[{\"width\":320,\"height\":480,\"scale\":2}]}")
    try scratch.write("site/css/app.css", "p { margin: 0 }")
    try scratch.write("site/img/a.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>")
    try scratch.write("site/js/app.js", "go()")
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p id=there>x")
    try scratch.write(
      "site/docs/guide/page.html", "<!DOCTYPE html><html lang=en><head>\(base)<title>t</title>\(body)")
    return scratch
  }

  private let references = """
    <link rel=stylesheet href="css/app.css"><script src="js/app.js"></script>
    <style>@import "css/app.css"; p { background: url(img/a.svg) }</style>
    <p style="background: url(img/a.svg)"><img src="img/a.svg" srcset="img/a.svg 2x" alt=a>
    <a href="index.html#there">a</a> <a href="#there">b</a> <a href="?q">c</a> <a href="/docs/guide/page.html">d</a>
    """

  @Test(arguments: [
    "<base href=\"/\">", "<base href=\"../../\">", "<base target=x><base href=\"/\"><base href=\"/no/\">",
  ])
  func referencesCountFromTheFirstBase(_ base: String) throws {
    let built = try build(site(base, references))
    #expect(built.errors == "", "\(built.errors)")
    for text in [
      "href=\"css/app.css\"", "src=\"js/app.js\"", "@import \"css/app.css\"", "url(img/a.svg)", "src=\"img/a.svg\"",
      // What counts from the root counts from the base in the package, which leads to the root.
      "href=\"docs/guide/page.html\"",
    ] { #expect(built.web.contains(text), "\(text): \(built.web)") }
    #expect(built.web.contains("<base href=\"../../index.html\"") || built.web.contains("<base href=\"../../\""))
  }

  @Test func aPrefixOfAbsoluteReferencesIsOneOfTheBase() throws {
    let built = try build(site("<base href=\"/app/\">", references, configuration: "\"base\":\"/app/\","))
    // The last link has no prefix and is taken for one of the site's as ever.
    #expect(built.errors == "", "\(built.errors)")
    #expect(built.web.contains("<base href=\"../../index.html\""), "\(built.web)")
  }

  @Test func whatIsMissingAndDeadIsReportedAsSeenFromTheBase() throws {
    let built = try build(
      site(
        "<base href=\"/img/\">",
        """
        <link rel=stylesheet href="css/app.css">
        <img src="a.svg" alt=a><img src="b.svg" alt=a><p style="background: url(c.svg)">
        <a href="nowhere.html">a</a> <a href="#no">b</a> <a href="../index.html#no">c</a>
        """))
    let problems = built.errors.split(separator: "\n").filter { $0.contains("[HYB") }.joined(separator: "\n")
    #expect(
      problems == """
        docs/guide/page.html:2:29: warning[HYB0133]: the image `img/b.svg` is not in the site
        docs/guide/page.html:2:69: warning[HYB0133]: the image `img/c.svg` is not in the site
        docs/guide/page.html:3:4: warning[HYB0137]: the link's target `img/nowhere.html` is not in the site
        docs/guide/page.html:3:33: warning[HYB0137]: the link's target `img/` is not in the site
        docs/guide/page.html:3:53: warning[HYB6006]: `index.html` has no anchor `#no`
        docs/guide/page.html:1:92: error[HYB0130]: the stylesheet `img/css/app.css` is not in the site
        """, "\(built.errors)")
  }

  @Test func aBaseElsewhereMakesReferencesRemote() throws {
    let built = try build(
      site("<base href=\"https://example.com/x/\">", "<img src=\"a.svg\" alt=a><img src=\"/b.svg\" alt=b><p>x"))
    #expect(built.errors.contains("the image `https://example.com/x/a.svg` is remote"), "\(built.errors)")
    #expect(built.errors.contains("the image `https://example.com/b.svg` is remote"), "\(built.errors)")
    #expect(built.web.contains("src=\"/b.svg\""), "\(built.web)")
    // Neither sets a base.
    for base in ["<base href=\"javascript:x\">", "<base href=\"data:,x\">", "<base href=\"\">", "<base>"] {
      let page = try build(site(base, "<img src=\"../../img/a.svg\" alt=a><p>x"))
      #expect(page.errors == "", "\(base): \(page.errors)")
    }
  }
}
