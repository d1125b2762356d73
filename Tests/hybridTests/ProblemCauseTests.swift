import Foundation
import Images
import Testing

/// One mistake is one problem, at the place where a person mends it.
@Suite struct ProblemCauseTests {
  private static let head =
    "<!DOCTYPE html>\n<html lang=en><meta name=viewport content='width=device-width'><title>t</title>\n"

  private func check(_ files: [String: String], _ arguments: String..., status: Int32) throws -> String {
    let scratch = try Scratch()
    for (path, text) in files { try scratch.write("site/" + path, text) }
    let check = try Command.start(["check", "site", "--no-cache"] + arguments, in: scratch.url).finish()
    #expect(check.status == status, "\(check.errors)")
    return check.errors
  }

  // MARK: Style sheets

  /// What a rule asks for is reported at the rule, once for all pages, and its comment hides it.
  @Test func aSheetsProblemIsAtItsDeclaration() throws {
    let page = Self.head + "<link rel=stylesheet href=a.css>\n<p>x</p><div class=a>One</div>\n<div class=a>Two</div>\n"
    let files = [
      "index.html": page, "b.html": page,
      "a.css": "p { color: red }\n.a {\n  margin: 0;\n  shape-outside: circle();\n}\n",
    ]
    #expect(
      try check(files, status: 0) == """
        a.css:4:3: warning[HYB3007]: `shape-outside` is not laid out: lines beside `div` keep to its box
            shape-outside: circle();
            ^~~~~~~~~~~~~~~~~~~~~~~
        note: it is so for the element in b.html:4 and one other element
        note: one other page has it too
        help: give the float margins, or show the page only in a web view
        1 warning

        """)
    let comment = "  /* hybrid-disable-next-line HYB3007 */\n  shape"
    let hidden = files.merging(["a.css": files["a.css", default: ""].replacing("  shape", with: comment)]) { $1 }
    #expect(try check(hidden, status: 0) == "")
    // In a page, too, and not for an attribute.
    let inPage = try check(
      [
        "index.html": Self.head
          + "<style>\n/* hybrid-disable-next-line HYB3007 */\n.a { shape-outside: circle() }\n</style>\n<div class=a>One</div>\n"
          + "<div style='shape-outside: circle()'>Two</div>\n"
      ], status: 0)
    #expect(inPage.contains("index.html:8:1: warning[HYB3007]") && !inPage.contains("index.html:5:"), "\(inPage)")
    #expect(!inPage.contains("HYB9070"), "\(inPage)")
  }

  /// What only the configuration makes an error is hidden by its comment, as in other linters.
  @Test func raisedProblemsHonourTheirComments() throws {
    let files = [
      "index.html": Self.head
        + "<!-- hybrid-disable-next-line HYB0137 -->\n<a href=gone.html>x</a>\n<a href=other.html>y</a>\n",
      "hybrid.json": #"{"diagnostics": {"HYB0137": "error"}}"#,
    ]
    let errors = try check(files, status: 1)
    #expect(!errors.contains("gone.html") && !errors.contains("HYB9070"), "\(errors)")
    #expect(errors.contains("index.html:5:4: error[HYB0137]"), "\(errors)")
    // Without the second link nothing is left.
    let page = files["index.html", default: ""].replacing("<a href=other.html>y</a>\n", with: "")
    #expect(try check(files.merging(["index.html": page]) { $1 }, status: 0) == "")
  }

  // MARK: Images

  /// Files whose transfer broke off are reported by `check` and by `build`, whatever their format, and whole ones are not.
  @Test func imagesThatAreCutOff() throws {
    let scratch = try Scratch()
    func write(_ path: String, _ data: Data) throws {
      try scratch.write("site/" + path, "")
      try data.write(to: scratch.url.appendingPathComponent("site/" + path))
    }
    var body = ""
    for format in [ImageFile.Format.jpeg, .png, .webp, .avif] {
      let whole = try ImageBoxTests.photo(300, 200, format)
      try write("whole.\(format.fileExtension)", whole)
      try write("cut.\(format.fileExtension)", whole.prefix(whole.count * 2 / 3))
      body += "<img alt=x src=whole.\(format.fileExtension)>\n<img alt=x src=cut.\(format.fileExtension)>\n"
    }
    try write("whole.gif", Self.gif)
    try write("cut.gif", Self.gif.dropLast(2))
    body += "<img alt=x src=whole.gif>\n<style>p { background: url(cut.gif) }</style><p>x</p>\n"
    try scratch.write("site/index.html", Self.head + body)
    for settings in ["{}", #"{"images": true}"#] {
      try scratch.write("site/hybrid.json", settings)
      for verb in ["check", "build"] {
        let run = try Command.run(verb, "site", "--no-cache", in: scratch.url)
        #expect(run.status == 0, "\(run.errors)")
        for name in ["jpg", "png", "webp", "avif", "gif"] {
          let lines = run.errors.split(separator: "\n").filter { $0.contains("warning") && $0.contains("cut.\(name)`") }
          #expect(
            lines.count == 1 && lines.first?.contains("warning[HYB1068]: the image `cut.") == true, "\(run.errors)")
        }
        #expect(!run.errors.contains("HYB1068]: the image `whole."), "\(run.errors)")
      }
    }
  }

  /// One pixel on a screen of 400 by 300.
  private static let gif = Data(
    Array("GIF89a".utf8) + [0x90, 0x01, 0x2C, 0x01, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x21, 0xF9, 4, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])

  /// What is not written again says why.
  @Test func imagesThatStayAsTheyAreSayWhy() throws {
    let scratch = try Scratch()
    try scratch.write("site/a.gif", "")
    try Self.gif.write(to: scratch.url.appendingPathComponent("site/a.gif"))
    // A frame header of four components: the inks.
    var inks = [UInt8](try ImageBoxTests.photo(300, 200))
    let frame = try #require((0..<inks.count - 20).first { inks[$0] == 0xFF && [0xC0, 0xC2].contains(inks[$0 + 1]) })
    inks[frame + 3] += 3
    inks[frame + 9] = 4
    inks.insert(contentsOf: [4, 0x11, 0], at: frame + 19)
    try scratch.write("site/inks.jpg", "")
    try Data(inks).write(to: scratch.url.appendingPathComponent("site/inks.jpg"))
    try scratch.write("site/hybrid.json", #"{"images": true}"#)
    try scratch.write(
      "site/index.html",
      Self.head + "<img alt=x width=90 height=60 src=a.gif><img alt=x width=90 height=60 src=inks.jpg>\n")
    let build = try Command.run("build", "site", "--no-cache", "-v", in: scratch.url)
    #expect(
      build.errors.contains(
        "the image `a.gif` stays as it is: it is a file of the format GIF, and only PNG, JPEG and WebP files are read"),
      "\(build.errors)")
    #expect(
      build.errors.contains("the image `inks.jpg` stays as it is: its colors are CMYK, for printing, and not sRGB"),
      "\(build.errors)")
  }

  // MARK: Composition

  /// A missing partial is one problem, and so is a missing layout, without what follows from it.
  @Test func missingPartialsAndLayouts() throws {
    let include = "<include src=/partials/nav.html></include>\n"
    var files = ["layouts/page.html": Self.head + "<main><slot></slot></main>\n" + include]
    for name in ["a", "b", "c", "d", "e"] { files[name + ".html"] = Self.head + include }
    files["f.md"] = "---\nlayout: page\n---\n# F\n"
    files["g.md"] = "---\nlayout: page\n---\n# G\n"
    #expect(
      try check(files, status: 1) == """
        a.html:3:10: error[HYB4101]: the partial `partials/nav.html` is not in the site
          <include src=/partials/nav.html></include>
                   ^~~~~~~~~~~~~~~~~~~~~~
        note: and 5 more places: b.html:3, c.html:3, d.html:3 and others
        help: paths that begin with / count from the site's root
        1 error

        """)
    let layout = try check(
      ["a.md": "---\nlayout: gone\n---\n# Hi\n\n![](x.png)\n", "x.png": ""], "--accessibility", status: 1)
    #expect(layout.contains("a.md:2:1: error[HYB4101]: the layout `layouts/gone.html` is not in the site"), "\(layout)")
    #expect(layout.hasSuffix("\n1 error\n") && !layout.contains("warning["), "\(layout)")
  }

  /// A day that the calendar lacks is reported in the front matter, of Markdown and HTML.
  @Test func datesThatDoNotExist() throws {
    let errors = try check(
      [
        "a.md": "---\ntitle: x\ndate: 2026-02-30\nlayout: l\n---\n# Hi\n",
        "b.html":
          "<!DOCTYPE html>\n<html layout=/layouts/l.html><head>\n<script type=\"application/hybrid+json\">\n{ \"date\": \"2026-06-31\" }\n"
          + "</script></head><body>x</body></html>\n",
        "layouts/l.html": Self.head + "<time>{{ page.date | date }}</time><main><slot></slot></main>\n",
      ], status: 1)
    #expect(errors.contains("a.md:3:7: error[HYB4121]: `date`: the text `2026-02-30` is not a date"), "\(errors)")
    #expect(errors.contains("b.html:4:12: error[HYB4121]: `date`: the text `2026-06-31` is not a date"), "\(errors)")
    #expect(errors.contains("note: layouts/l.html:3 formats it") && !errors.contains("\nlayouts/l.html"), "\(errors)")
  }

  /// Documentation of a template language shows its braces: the name of a Python class on another page composes nothing.
  @Test func bracesOfOtherTemplatesAreNotTheBuilds() throws {
    let shown = Self.head + "<pre><code>{{ page.title | tojson }} {{ site.url }}</code></pre></body></html>"
    let other = Self.head + "<code><span title='collections.UserDict'>UserDict</span></code></body></html>"
    let errors = try check(["a.html": shown, "b.html": other], status: 0)
    #expect(!errors.contains("HYB41"), "\(errors)")
    // In a site that is composed they are the build's.
    let composed = try check(
      ["a.html": shown, "b.html": Self.head + "<p>{{ collections.posts.length }}</p></body></html>"], status: 1)
    #expect(composed.contains("error[HYB4110]: there is no `page.title`"), "\(composed)")
  }

  // MARK: Configuration

  @Test func usualMistakesOfConfigurations() throws {
    func problem(_ name: String, _ text: String) throws -> String {
      try check(["index.html": Self.head, name: text], status: 78)
    }
    let tab = try problem("hybrid.yml", "name: x\nviewports:\n\t- width: 390\n")
    #expect(
      tab.contains("hybrid.yml:3:1: error[HYB0202]: a tab indents the line, where YAML takes only spaces"), "\(tab)")
    #expect(tab.contains("help: indent with spaces"), "\(tab)")
    let quotes = try problem("hybrid.json", "{\n  'name': 'x'\n}")
    #expect(quotes.contains("hybrid.json:2:3: error[HYB0202]: JSON has no single quotes"), "\(quotes)")
    #expect(quotes.contains("help: write \"double quotes\""), "\(quotes)")
    let name = try problem("hybrid.json", "{\n  name: \"x\"\n}")
    #expect(name.contains("hybrid.json:2:3: error[HYB0202]: `name` is not in quotes"), "\(name)")
    #expect(name.contains("help: put the name in double quotes"), "\(name)")
    let word = try problem("hybrid.json", "{ \"minify\": True }")
    #expect(word.contains("hybrid.json:1:13: error[HYB0202]: JSON has no `True`\n"), "\(word)")
    #expect(word.contains("help: write `true`"), "\(word)")
    let empty = try problem("hybrid.json", #"{"filters": {"*.css": ""}}"#)
    #expect(empty.hasSuffix("\n1 error\n"), "\(empty)")
    let none = try problem("hybrid.json", #"{"filters": {"*.css": []}}"#)
    #expect(none.hasSuffix("\n1 error\n"), "\(none)")
    let code = try problem("hybrid.json", #"{"diagnostics": {"HYB137": "off"}}"#)
    #expect(code.contains("the code `HYB137` is unknown") && code.contains("did you mean `HYB0137`?"), "\(code)")
  }

  @Test func codesHaveFourDigits() throws {
    let short = try Command.run("explain", "HYB137")
    #expect(short.status == 66 && short.errors.contains("did you mean `HYB0137`?"), "\(short.errors)")
    #expect(try Command.run("explain", "hyb0137").output.hasPrefix("HYB0137 "))
    #expect(try Command.run("explain", "137").output.hasPrefix("HYB0137 "))
  }

  /// Pages that name their own site's files by whole URLs: one problem with the key that mends it, and `init` writes that key.
  @Test func aSiteThatNamesItsOwnAddress() throws {
    let address = "https://www.example.org/blog/"
    func page(_ base: String) -> String {
      Self.head + base + "<link rel=stylesheet href=\"\(address)css/a.css\">\n<img src=\"\(address)i.svg\" alt=x>\n"
        + "<script src=https://cdn.example.com/lib.js></script>\n"
    }
    let scratch = try Scratch()
    for (path, text) in [
      "index.html": page(""), "b/index.html": page(""),
      "c.html": page("<base href=\"\(address)\">\n<img src=i.svg alt=y>\n"),
      "css/a.css": "p { margin: 0 }\n", "i.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
    ] { try scratch.write("site/" + path, text) }
    let check = try Command.run("check", "site", "--no-cache", in: scratch.url)
    #expect(
      check.errors.contains(
        "b/index.html:3:22: warning[HYB1078]: 7 references in 3 files begin with `\(address)`, and the site has these files itself"
      ),
      "\(check.errors)")
    #expect(check.errors.contains("help: set `\"base\": \"\(address)\"` in hybrid.json"), "\(check.errors)")
    // The library's host is another one.
    #expect(check.errors.components(separatedBy: "HYB0135").count == 4, "\(check.errors)")
    let made = try Command.run("init", "site", in: scratch.url)
    #expect(made.status == 0)
    let written = try String(contentsOf: scratch.url.appendingPathComponent("site/hybrid.json"), encoding: .utf8)
    #expect(written.contains("\"base\": \"\(address)\""), "\(written)")
    let mended = try Command.run("check", "site", "--no-cache", in: scratch.url)
    #expect(!mended.errors.contains("HYB1078") && !mended.errors.contains("example.org"), "\(mended.errors)")
    // One file of a name that a library's host has too says nothing.
    let other = try self.check(
      ["index.html": Self.head + "<script src=https://cdn.example.com/lib.js></script>\n", "lib.js": ""], status: 0)
    #expect(other.contains("HYB0135") && !other.contains("HYB1078"), "\(other)")
  }

  // MARK: The order

  /// Errors are last, where a terminal still shows them.
  @Test func errorsAreLast() throws {
    let errors = try check(
      ["index.html": Self.head + "<link rel=stylesheet href=gone.css>\n<a href=gone.html>x</a>\n"], status: 1)
    let (warning, error) = (errors.firstRange(of: "warning[HYB0137]"), errors.firstRange(of: "error[HYB0130]"))
    #expect(try #require(warning).lowerBound < #require(error).lowerBound, "\(errors)")
  }
}
