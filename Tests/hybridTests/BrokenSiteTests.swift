import Foundation
import Testing

/// Ten small sites with the mistakes that people make first, and all that `hybrid check` says of each.
@Suite struct BrokenSiteTests {
  private static let head =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>News</title>\n"

  /// Checks a site of some files and compares the whole report.
  private func expect(
    _ files: [String: String], status: Int32, _ report: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let scratch = try Scratch()
    for (path, text) in files { try scratch.write("site/" + path, text) }
    let check = try Command.run("check", "site", "--no-cache", in: scratch.url)
    #expect(check.status == status, sourceLocation: location)
    #expect(check.errors == report, "\(check.errors)", sourceLocation: location)
  }

  @Test func aMisspeltElement() throws {
    try expect(
      ["index.html": Self.head + "<mian>\n  <h1>Lakes</h1>\n</mian>\n"], status: 0,
      """
      index.html:5:1: warning[HYB1173]: HTML has no element `<mian>`
        <mian>
        ^~~~~~
      help: did you mean `<main>`?
      1 warning

      """)
  }

  @Test func anImageThatIsNotThere() throws {
    try expect(
      ["index.html": Self.head + "<img src=\"img/lake.jpg\" alt=\"A lake\">\n", "img/lake.png": ""], status: 0,
      """
      index.html:5:6: warning[HYB0133]: the image `img/lake.jpg` is not in the site
        <img src="img/lake.jpg" alt="A lake">
             ^~~~~~~~~~~~~~~~~~
      help: did you mean `img/lake.png`?
      1 warning

      """)
  }

  @Test func twelveImagesOfAFolderAreOneProblem() throws {
    let images = (0..<12).map { "<img src=\"img/\($0).jpg\" alt=\"A lake\">\n" }.joined()
    try expect(
      ["index.html": Self.head + images], status: 0,
      """
      index.html:5:6: warning[HYB0133]: 12 files of the folder `img/` are not in the site: `img/0.jpg`, `img/1.jpg`, `img/2.jpg` and 9 more
        <img src="img/0.jpg" alt="A lake">
             ^~~~~~~~~~~~~~~
      note: so it is in 11 more places: index.html:6, index.html:7, index.html:8 and others
      1 warning

      """)
  }

  /// What a generator writes wrongly on each page is one problem, on whatever lines.
  @Test func theSameMisnestingOnTwelvePagesIsOneProblem() throws {
    let scratch = try Scratch()
    for number in 10..<22 {
      let lines = String(repeating: "\n", count: number)
      try scratch.write("\(number).html", Self.head + lines + "<p><i><b>x</i></b></p>\n")
    }
    let errors = try Command.run("check", "--no-cache", in: scratch.url).errors
    let problem = "[HYB1055]: The end tag comes before the end of `<b>`"
    #expect(errors.components(separatedBy: problem).count == 2, "\(errors)")
    #expect(errors.contains("so it is in 11 more places of 12 files"), "\(errors)")
  }

  @Test func imagesOfTwelveFoldersAreOneProblem() throws {
    let images = (10..<22).map { "<img src=\"img/\($0)/a.jpg\" alt=\"A lake\">\n" }.joined()
    try expect(
      ["index.html": Self.head + images + "<img src=\"img/b.jpg\" alt=\"A lake\">\n"], status: 0,
      """
      index.html:5:6: warning[HYB0133]: 12 files of 12 folders in the folder `img/` are not in the site: `img/10/a.jpg`, `img/11/a.jpg`, `img/12/a.jpg` and 9 more
        <img src="img/10/a.jpg" alt="A lake">
             ^~~~~~~~~~~~~~~~~~
      note: so it is in 11 more places: index.html:6, index.html:7, index.html:8 and others
      index.html:17:6: warning[HYB0133]: the image `img/b.jpg` is not in the site
        <img src="img/b.jpg" alt="A lake">
             ^~~~~~~~~~~~~~~
      2 warnings

      """)
  }

  @Test func twelveAnchorsThatAPageLacksAreOneProblem() throws {
    let links = (10..<22).map { "<a href=\"b.html#part-\($0)\">Part</a>\n" }.joined()
    try expect(
      ["index.html": Self.head + links, "b.html": Self.head + "<h2 id=\"Part-10\">Part</h2>\n"], status: 0,
      """
      index.html:5:4: warning[HYB6006]: 12 anchors are missing in `b.html`: `#part-10`, `#part-11`, `#part-12` and 9 more
        <a href="b.html#part-10">Part</a>
           ^~~~~~~~~~~~~~~~~~~~~
      note: so it is in 11 more places: index.html:6, index.html:7, index.html:8 and others
      help: did you mean `#Part-10`?
      1 warning

      """)
  }

  /// Few anchors are reported one by one, each with what it may mean.
  @Test func fewAnchorsAreReportedOneByOne() throws {
    let links = (10..<12).map { "<a href=\"b.html#part-\($0)\">Part</a>\n" }.joined()
    let scratch = try Scratch()
    try scratch.write("index.html", Self.head + links)
    try scratch.write("b.html", Self.head + "<p>Part</p>\n")
    let errors = try Command.run("check", "--no-cache", in: scratch.url).errors
    #expect(errors.contains("`b.html` has no anchor `#part-10`"), "\(errors)")
    #expect(errors.contains("`b.html` has no anchor `#part-11`"), "\(errors)")
  }

  @Test func anImageThatTwelvePagesLackIsOneProblem() throws {
    var files: [String: String] = [:]
    for page in "abcdefghijkl" { files["\(page).html"] = Self.head + "<img src=\"img/lake.jpg\" alt=\"A lake\">\n" }
    try expect(
      files, status: 0,
      """
      a.html:5:6: warning[HYB0133]: the image `img/lake.jpg` is not in the site
        <img src="img/lake.jpg" alt="A lake">
             ^~~~~~~~~~~~~~~~~~
      note: so it is in 11 more places of 12 files: b.html:5, c.html:5, d.html:5 and others
      1 warning

      """)
  }

  @Test func aSheetInAnotherCase() throws {
    try expect(
      [
        "index.html": Self.head + "<link rel=\"stylesheet\" href=\"css/Site.css\">\n<p>Lakes</p>\n",
        "css/site.css": "p { margin: 0 }\n",
      ], status: 1,
      """
      index.html:5:24: error[HYB0130]: the stylesheet `css/Site.css` is not in the site
        <link rel="stylesheet" href="css/Site.css">
                               ^~~~~~~~~~~~~~~~~~~
      help: case differs: the file is `css/site.css`
      1 error

      """)
  }

  /// What would follow from the broken file is not reported beside it.
  @Test func aCommaTooMany() throws {
    try expect(
      [
        "index.html": Self.head + "<p>{{ data.lakes.first }}</p>\n",
        "data/lakes.json": "{\n  \"first\": \"Constance\",\n}\n",
      ], status: 1,
      """
      data/lakes.json:3:1: error[HYB4115]: the file is not valid JSON: expected a member's name
        }
        ^
      help: take the comma before it out: JSON has none behind the last value
      1 error

      """)
  }

  @Test func aTab() throws {
    try expect(
      [
        "index.html": Self.head + "<p>{{ data.lakes.first.name }}</p>\n",
        "data/lakes.yaml": "first:\n\tname: Constance\n",
      ], status: 1,
      """
      data/lakes.yaml:2:1: error[HYB4115]: the file is not valid YAML: a tab indents the line, where YAML takes only spaces
         name: Constance
        ^
      help: indent with spaces: YAML has no tabs there
      1 error

      """)
  }

  @Test func aMisspeltProperty() throws {
    try expect(
      ["index.html": Self.head + "<style>\n  p { colour: navy; margin: 8 }\n</style>\n<p>Lakes</p>\n"], status: 0,
      """
      index.html:6:7: warning[HYB2002]: Unknown property `colour`
          p { colour: navy; margin: 8 }
              ^~~~~~
      help: did you mean `color`?
      index.html:6:29: warning[HYB2003]: `8` is not a valid value of `margin`
          p { colour: navy; margin: 8 }
                                    ^
      help: a length needs a unit: `8px`? expected 1 to 4 of: auto | <length-percentage>
      2 warnings

      """)
  }

  @Test func anElementWithoutItsEnd() throws {
    try expect(
      ["index.html": Self.head + "<div class=\"card\">\n  <h1>Lakes</h1>\n<p>Tides</p>\n"], status: 0,
      """
      index.html:5:1: warning[HYB1054]: `<div>` is never closed
        <div class="card">
        ^~~~~~~~~~~~~~~~~~
      help: add the missing `</div>`
      1 warning

      """)
  }

  /// One problem in the place of four.
  @Test func aSiteForAPathOfAHost() throws {
    let link = "<link rel=\"stylesheet\" href=\"/blog/css/site.css\">\n"
    let files = [
      "index.html": Self.head + link + "<a href=\"/blog/posts/tides/\">Tides</a>\n",
      "posts/tides/index.html": Self.head + link + "<a href=\"/blog/\">Home</a>\n", "css/site.css": "p { margin: 0 }\n",
    ]
    try expect(
      files, status: 1,
      """
      index.html:5:24: error[HYB1078]: 4 references in 2 files begin with `/blog/`, where the site has nothing
        <link rel="stylesheet" href="/blog/css/site.css">
                               ^~~~~~~~~~~~~~~~~~~~~~~~~
      help: set `"base": "/blog/"` in hybrid.json
      1 error

      """)
    try expect(files.merging(["hybrid.json": #"{ "base": "/blog/" }"#]) { $1 }, status: 0, "")
  }

  @Test func aMisspeltKey() throws {
    try expect(
      ["index.html": Self.head + "<p>Lakes</p>\n", "hybrid.json": "{ \"name\": \"news\", \"viewport\": [] }\n"],
      status: 78,
      """
      hybrid.json:1:19: error[HYB0203]: unknown key `viewport`
        { "name": "news", "viewport": [] }
                          ^~~~~~~~~~
      help: did you mean `viewports`?
      1 error

      """)
  }

  @Test func aPartialThatIsMissing() throws {
    try expect(
      [
        "index.html": Self.head + "<include src=\"partials/haeder.html\"></include>\n<p>Lakes</p>\n",
        "partials/header.html": "<h1>News</h1>\n",
      ], status: 1,
      """
      index.html:5:10: error[HYB4101]: the partial `partials/haeder.html` is not in the site (index.html → partials/haeder.html)
        <include src="partials/haeder.html"></include>
                 ^~~~~~~~~~~~~~~~~~~~~~~~~~
      help: did you mean `partials/header.html`?
      1 error

      """)
  }
}
