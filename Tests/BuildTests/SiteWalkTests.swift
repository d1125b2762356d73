import Compiler
import Foundation
import Testing

@testable import Build

@Suite struct SiteWalkTests {
  private func dump(_ site: Site) -> String {
    var text = ""
    for page in site.pages { text += "page \(page.path)\n" }
    for asset in site.assets { text += "asset \(asset.path)\n" }
    for path in site.ignored.sorted() { text += "ignored \(path)\n" }
    for diagnostic in site.diagnostics.sorted(by: { ($0.location?.file ?? "") < ($1.location?.file ?? "") }) {
      text +=
        "\(diagnostic.severity) \(diagnostic.code.name) \(diagnostic.location?.file ?? "-"): \(diagnostic.message)\n"
    }
    return text
  }

  @Test func pagesAssetsAndRules() throws {
    let scratch = try Fixtures.Scratch()
    for path in [
      "index.html", "a/B.HTM", "a/c.xhtml", "css/app.css", "Z.txt", "node_modules/x/index.html", ".git/config",
      "dist/latest.json", "a/x.log", "drafts/d.html", "notes/keep.psd", "out/.hybrid-release", "out/manifests/1",
      "out/packages/2",
    ] {
      try scratch.write(path, "x")
    }
    try scratch.write(".hybridignore", "*.log\n")
    try scratch.write("hybrid.yml", "exclude: [drafts]\n")
    var configuration = SiteConfiguration()
    configuration.exclude = GlobPattern.patterns("drafts")
    let site = SiteWalk.walk(
      root: scratch.path, configuration: configuration, outputFolders: [scratch.path + "/dist"])
    #expect(
      dump(site) == """
        page a/B.HTM
        page a/c.xhtml
        page index.html
        asset Z.txt
        asset css/app.css
        asset notes/keep.psd
        ignored .git
        ignored .hybridignore
        ignored a/x.log
        ignored dist
        ignored drafts
        ignored hybrid.yml
        ignored node_modules
        ignored out

        """)
    #expect(throws: SiteFileError.missing) { try site.read("nope.css") }
    #expect(throws: SiteFileError.isDirectory) { try site.read("a") }
    #expect(throws: SiteFileError.ignored) { try site.read("drafts/d.html") }
    #expect(try site.read("Z.txt") == Array("x".utf8))
  }

  /// Files of fragments' folders are pages by their doctype, unless something uses them.
  @Test func fragmentsArePagesByTheirDoctype() throws {
    let scratch = try Fixtures.Scratch()
    let page = "<!DOCTYPE html><html lang=en><title>t</title><slot></slot></html>"
    for (path, text) in [
      ("index.html", "<html layout=/layouts/main.html><include src=partials/used.html></include></html>"),
      ("news/index.html", "<!DOCTYPE html><include src=\"/partials/kind-{{ page.kind }}.html\">"),
      ("partials/single.html", "<p>nothing includes it</p>"), ("partials/nested/deep.htm", "<p>x</p>"),
      ("partials/used.html", page), ("partials/kind-a.html", page),
      ("partials/whole.html", "\u{FEFF} <!-- c -->\n" + page),
      ("layouts/main.html", page), ("layouts/unused.html", page), ("layouts/bare.html", "<html><slot></slot></html>"),
      ("layouts/old.xhtml", "<?xml version=\"1.0\"?>\n<!doctype html>" + page.dropFirst(15)),
      ("components/card.html", "<p>no name of an element</p>"), ("components/my-card.html", "<p>x</p>"),
      ("components/my-page.html", page.replacing("<slot></slot>", with: "x")), ("other/partials/a.html", "<p>x</p>"),
    ] { try scratch.write(path, text) }
    let site = SiteWalk.walk(root: scratch.path, configuration: SiteConfiguration(), outputFolders: [])
    #expect(
      site.pages.map(\.path) == [
        "components/my-page.html", "index.html", "layouts/old.xhtml", "layouts/unused.html", "news/index.html",
        "other/partials/a.html", "partials/whole.html",
      ])
    #expect(site.assets.isEmpty)
    #expect(
      site.fragments.map(\.path).sorted() == [
        "components/card.html", "components/my-card.html", "layouts/bare.html", "layouts/main.html",
        "partials/kind-a.html", "partials/nested/deep.htm", "partials/single.html", "partials/used.html",
      ])
  }

  /// A file that the system lists and cannot say more of is reported: a page is not left out in silence.
  @Test func whatCannotBeLookedAtIsReported() throws {
    let scratch = try Fixtures.Scratch()
    try scratch.write("index.html", "x")
    // A path beyond what the system takes in one piece.
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    let name = String(repeating: "d", count: 200)
    let file = String(repeating: "f", count: 250)
    shell.arguments = [
      "-c",
      "cd '\(scratch.path)'; while [ $(pwd | wc -c) -lt 3860 ]; do mkdir \(name); cd \(name); done; echo x > \(file)",
    ]
    try shell.run()
    shell.waitUntilExit()
    let site = SiteWalk.walk(root: scratch.path, configuration: SiteConfiguration(), outputFolders: [])
    #expect(site.diagnostics.contains { $0.code == .fileUnreadable && $0.message.contains("cannot be looked at") })
  }

  /// No include and no layout anywhere: the folders' names and the doctype decide.
  @Test func pagesAreNeverUnusedFragments() throws {
    let scratch = try Fixtures.Scratch()
    try scratch.write("index.html", "<!DOCTYPE html><title>t</title><p>x</p>")
    try scratch.write("partials/a.html", "<p>x</p>")
    try scratch.write("partials/b.html", "<!DOCTYPE html><title>t</title><p>x</p>")
    let site = SiteWalk.walk(root: scratch.path, configuration: SiteConfiguration(), outputFolders: [])
    #expect(site.pages.map(\.path) == ["index.html", "partials/b.html"])
  }

  @Test func includeNamesWhatASiteConsistsOf() throws {
    let scratch = try Fixtures.Scratch()
    for path in ["index.html", "en/a.html", "de/a.html", "css/app.css"] { try scratch.write(path, "x") }
    var configuration = SiteConfiguration()
    configuration.include = GlobPattern.patterns("en/**") + GlobPattern.patterns("*.css")
    let site = SiteWalk.walk(root: scratch.path, configuration: configuration, outputFolders: [])
    #expect((site.pages + site.assets).map(\.path) == ["en/a.html", "css/app.css"])
  }

  @Test func linksAndOddFiles() throws {
    let scratch = try Fixtures.Scratch()
    let elsewhere = try Fixtures.Scratch()
    try elsewhere.write("secret.txt", "x")
    // With “.layout” after it, its name has 256 bytes.
    let long = String(repeating: "x", count: 244) + ".html"
    for path in [
      "index.html", "shared/a.css", "page.html/inside.txt", "con.txt", "b\\c.txt", "Index.HTML", "a:b.html", "a?.css",
      long,
    ] {
      try scratch.write(path, "x")
    }
    try scratch.link("styles", to: "shared")
    try scratch.link("copy.css", to: "shared/a.css")
    try scratch.link("up", to: ".")
    try scratch.link("self", to: "self")
    try scratch.link("gone", to: "nowhere")
    try scratch.link("out.txt", to: elsewhere.path + "/secret.txt")
    try scratch.link("outFolder", to: elsewhere.path)
    #expect(mkfifo(scratch.path + "/pipe", 0o600) == 0)
    let site = SiteWalk.walk(root: scratch.path, configuration: SiteConfiguration(), outputFolders: [])
    #expect(
      dump(site) == """
        page Index.HTML
        page index.html
        asset copy.css
        asset page.html/inside.txt
        asset shared/a.css
        asset styles/a.css
        error HYB0103 a:b.html: the file name cannot be packed: expected none of < > : " | ? *, found `:`
        error HYB0103 a?.css: the file name cannot be packed: expected none of < > : " | ? *, found `?`
        error HYB0103 b\\c.txt: the file name cannot be packed: expected / between folders
        error HYB0103 con.txt: the file name cannot be packed: found the device con.txt
        warning HYB0106 gone: the symbolic link leads to nothing
        error HYB0114 index.html: `index.html` and `Index.HTML` are one name where case or Unicode form does not count
        error HYB0104 out.txt: the symbolic link leads out of the site
        error HYB0104 outFolder: the symbolic link leads out of the site
        warning HYB0107 page.html: `page.html` is a folder, not a page
        warning HYB0109 pipe: a pipe, socket or device is not shipped
        error HYB0105 self: the symbolic link leads to itself
        error HYB0105 up: the link `up` leads back to a folder that it is in
        error HYB0103 \(long): the file name cannot be packed: expected at most 255 bytes between slashes, found 256

        """)
    #expect(throws: SiteFileError.outside) { try site.read("outFolder/secret.txt") }
  }

  /// Two names that are one where Unicode's forms do not count are two files on Linux, and one string in Swift.
  @Test func namesOfTwoUnicodeForms() throws {
    let scratch = try Fixtures.Scratch()
    for name in ["caf\u{e9}.html", "cafe\u{301}.html", "\u{e9}/a.html", "e\u{301}/a.html"] {
      try scratch.write(name, "<!DOCTYPE html><title>x</title>")
    }
    let site = SiteWalk.walk(root: scratch.path, configuration: SiteConfiguration(), outputFolders: [])
    #expect(site.pages.map { Array($0.path.utf8) } == ["cafe\u{301}.html", "e\u{301}/a.html"].map { Array($0.utf8) })
    #expect(site.diagnostics.map(\.code) == [.nameCollision, .nameCollision])
  }

  @Test func namesThatAreNotUTF8() throws {
    let scratch = try Fixtures.Scratch()
    try scratch.write("index.html", "x")
    let path = Array((scratch.path + "/b").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
    let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    let site = SiteWalk.walk(root: scratch.path, configuration: SiteConfiguration(), outputFolders: [])
    #expect(dump(site) == "page index.html\nerror HYB0102 b\u{FFFD}: the file name is not UTF-8\n")
  }

  @Test func folderAgainstFile() throws {
    let scratch = try Fixtures.Scratch()
    for path in ["index.html", "News", "news/a.css"] { try scratch.write(path, "x") }
    let site = SiteWalk.walk(root: scratch.path, configuration: SiteConfiguration(), outputFolders: [])
    #expect(
      site.diagnostics.map(\.message) == [
        "the folder `news` and the file `News` are one name where case does not count"
      ])
  }

  @Test func aSiteWithoutPages() throws {
    let scratch = try Fixtures.Scratch()
    try scratch.write("a.css", "x")
    let site = SiteWalk.walk(root: scratch.path, configuration: SiteConfiguration(), outputFolders: [])
    #expect(site.diagnostics.map(\.code) == [.noPages])
  }

  @Test func changesBetweenTwoWalks() throws {
    let scratch = try Fixtures.Scratch()
    for path in ["index.html", "a.css", "old/x.css"] { try scratch.write(path, "x") }
    func walk() -> Site { SiteWalk.walk(root: scratch.path, configuration: SiteConfiguration(), outputFolders: []) }
    // Until then a file just written counts as changed at every walk.
    usleep(UInt32(2 * SystemFile.Stamp.tick / 1000))
    let before = walk()
    #expect(SiteBuild.changedPaths(before, walk()) == [])
    try scratch.write("a.css", "changed")
    try scratch.write("new/y.css", "x")
    try scratch.remove("old")
    #expect(SiteBuild.changedPaths(before, walk()).sorted() == ["a.css", "new", "new/y.css", "old", "old/x.css"])
  }

  @Test func aStampWithinATickOfTheWalkIsLikeNoOther() {
    let tick = SystemFile.Stamp.tick
    let stamp = SystemFile.Stamp(modified: 5, changed: 1_000_000_000, node: 7)
    #expect(stamp.settled(before: stamp.changed + tick) == stamp)
    let young = stamp.settled(before: stamp.changed + tick - 1)
    #expect(young != stamp)
    #expect(young != stamp.settled(before: stamp.changed + tick - 1))
    #expect(stamp.settled(before: stamp.changed - tick) != stamp)
  }
}
