import Testing

@testable import Build

/// Which file a reference may mean that names none.
@Suite struct NearFilesTests {
  private static let paths = [
    "index.html", "about/index.html", "css/site.css", "css/site-dark.css", "img/lake.png", "img/photo-11.jpg",
    "img/a.png",
    "js/app.js", "js/app.css", "fonts/Inter.woff2", "partials/header.html", "guide/start.html", "video/lake.mp4",
  ]

  @Test(arguments: [
    ("css/Site.css", "case differs: the file is `css/site.css`"),
    ("img/lake.jpg", "did you mean `img/lake.png`?"), ("img/lake.pgn", "did you mean `img/lake.png`?"),
    ("css/sites.css", "did you mean `css/site.css`?"), ("js/aap.js", "did you mean `js/app.js`?"),
    ("fonts/Intre.woff2", "did you mean `fonts/Inter.woff2`?"),
    ("partials/haeder.html", "did you mean `partials/header.html`?"),
    ("/partials/haeder.html?x#y", "did you mean `partials/header.html`?"),
    // The folder is wrong or missing.
    ("site.css", "did you mean `css/site.css`?"), ("image/lake.png", "did you mean `img/lake.png`?"),
    ("abuot/", "did you mean `about/index.html`?"), ("/serch", "did you mean `/search`?"),
    ("guide/strat", "did you mean `guide/start.html`?"),
  ])
  func namesWhatIsNear(_ path: String, _ help: String) {
    var files = NearFiles(Self.paths, routes: ["/search", "/products/{id}"])
    #expect(files.help(for: path) == help)
  }

  @Test(arguments: [
    // Another number, one letter, another kind of file, and a page that each folder has.
    "img/photo-12.jpg", "img/b.png", "js/lake.png.js", "shop/index.html", "img/sea.png", "css/app.js.css", "", "/",
  ])
  func isSilentOtherwise(_ path: String) {
    var files = NearFiles(Self.paths, routes: ["/search"])
    #expect(files.help(for: path) == nil)
  }

  @Test func theOrderOfTheFilesChangesNothing() {
    var (one, other) = (NearFiles(Self.paths), NearFiles(Self.paths.reversed()))
    for path in ["css/sites.css", "lake.png", "img/lake.webp"] { #expect(one.help(for: path) == other.help(for: path)) }
  }

  /// Many files and many missing ones: comparisons end, what needs none goes on.
  @Test func comparisonsAreBounded() {
    func name(_ number: Int) -> String { String(decoding: String(number).utf8.map { $0 + 0x31 }, as: UTF8.self) }
    let paths = (0..<3_000).map { "img/lake-\(name($0)).png" }
    var files = NearFiles(paths, budget: 10 * paths.count)
    let found = (3_000..<3_200).count { files.help(for: "img/lake-\(name($0)).png") != nil }
    #expect(found <= 10)
    #expect(files.help(for: "img/Lake-a.png") == "case differs: the file is `img/lake-a.png`")
    #expect(files.help(for: "img/lake-b.webp") == "did you mean `img/lake-b.png`?")
    let long = String(repeating: "ab", count: 10_000)
    var hostile = NearFiles([long + ".css", long + "c.css"])
    #expect(hostile.help(for: long + "d.css") == "did you mean `\(long).css`?")
  }
}
