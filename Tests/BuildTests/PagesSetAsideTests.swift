import Foundation
import Manifest
import TestSupport
import Testing

@testable import Build

@Suite("Sites of more pages than stay in memory")
struct PagesSetAsideTests {
  /// A site with a problem, an image in several widths, links, anchors, languages of text and a package of its own.
  private static func site(in folder: TemporaryFolder) throws {
    let pages = (0..<12).map { number in
      (
        "docs/page-\(number).html",
        """
        <!DOCTYPE html><html lang=en><title>Page \(number)</title><meta name=viewport content="width=device-width">
        <link rel=stylesheet href=/css/site.css><h1 id=top-\(number)>Heading \(number)</h1>
        <p style="colour: red">Text \(number)</p><img src=/img/a.svg srcset="/img/b.svg 2x" alt="" width=20 height=20>
        <a href="/docs/page-\((number + 1) % 12).html#top-\((number + 1) % 12)">next</a>
        <a href="/docs/page-\((number + 5) % 12).html#nowhere">nowhere</a>
        """
      )
    }
    for (path, text) in pages { try folder.write("site/" + path, Array(text.utf8)) }
    try folder.write("site/index.html", Array("<!DOCTYPE html><html lang=en><title>Start</title><p>é</p>".utf8))
    try folder.write("site/css/site.css", Array("p { margin: 3px; colr: red }\n".utf8))
    for name in ["a", "b"] {
      let drawing =
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle r='\(name == "a" ? 3 : 4)'/></svg>"
      try folder.write("site/img/\(name).svg", Array(drawing.utf8))
    }
    try folder.write(
      "site/hybrid.json",
      Array(#"{"name": "many", "search": true, "packages": [{"name": "docs", "include": ["docs/**"]}]}"#.utf8))
  }

  private static func options(_ folder: TemporaryFolder, _ output: String, pagesInMemory: Int) -> BuildOptions {
    var options = BuildOptions(root: folder.path + "/site", outputFolder: folder.path + "/" + output, jobs: 2)
    options.pagesInMemory = pagesInMemory
    options.emitsMeasures = true
    options.verifiesEveryPage = true
    return options
  }

  @Test("the release, the problems and the figures are those of pages in memory")
  func sameRelease() throws {
    let folder = try TemporaryFolder()
    try Self.site(in: folder)
    let outcomes = [("few", 500), ("many", 0)].map { output, most in
      SiteBuild(Self.options(folder, output, pagesInMemory: most)).build()
    }
    #expect(outcomes[0].verdict == .success, "\(outcomes[0].diagnostics)")
    #expect(outcomes[0].diagnostics == outcomes[1].diagnostics)
    #expect(!outcomes[0].diagnostics.isEmpty)
    #expect(outcomes[0].pages.map(\.path) == outcomes[1].pages.map(\.path))
    #expect(outcomes[0].pages.map(\.packedSize) == outcomes[1].pages.map(\.packedSize))
    let listing = folder.listing()
    let few = listing.filter { $0.hasPrefix("few/") }
    #expect(few.count > 5)
    #expect(few.map { $0.dropFirst(4) } == listing.filter { $0.hasPrefix("many/") }.map { $0.dropFirst(5) })
    for file in few { #expect(folder.read(file) == folder.read("many/" + file.dropFirst(4)), "\(file)") }
    #expect(ReleaseVerifier.verify(folder.path + "/many").isEmpty)
  }

  @Test("what is known of a page is in memory only where a watch asks for it again")
  func whereMemoryIs() throws {
    let folder = try TemporaryFolder()
    try Self.site(in: folder)
    func areInMemory(_ most: Int, keepsPages: Bool) -> Set<Bool?> {
      let build = SiteBuild(Self.options(folder, "out-\(most)-\(keepsPages)", pagesInMemory: most))
      build.keepsPages = keepsPages
      _ = build.check()
      return Set((build.state.site?.pages ?? []).map { build.state.pages.isInMemory($0.path) })
    }
    #expect(areInMemory(500, keepsPages: false) == [true])
    #expect(areInMemory(0, keepsPages: true) == [true])
    #expect(areInMemory(0, keepsPages: false) == [false])
  }

  @Test("few pages are in memory only where they are not large together")
  func largePages() throws {
    let folder = try TemporaryFolder()
    try Self.site(in: folder)
    let sources = folder.listing().filter { $0.hasPrefix("site/") && $0.hasSuffix(".html") }
    #expect(sources.count == 13)
    let size = sources.reduce(0) { $0 + folder.read($1).count }
    func areInMemory(_ most: Int) -> Set<Bool?> {
      var options = Self.options(folder, "out-\(most)", pagesInMemory: 500)
      options.sourceInMemory = most
      let build = SiteBuild(options)
      _ = build.check()
      return Set((build.state.site?.pages ?? []).map { build.state.pages.isInMemory($0.path) })
    }
    #expect(areInMemory(size) == [true])
    #expect(areInMemory(size - 1) == [false])
  }

  @Test("a large page begins without what smaller ones left for the next")
  func idleMemories() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write("site/\(name).css", Array("p { margin: 3px }".utf8))
    }
    func idleMemories(afterPageOf size: Int) throws -> Int {
      for (name, count) in [("a", 0), ("b", size)] {
        let comment = String(repeating: "x", count: count)
        let page =
          "<!DOCTYPE html><html lang=en><title>\(name)</title><link rel=stylesheet href=/\(name).css>"
          + "<p>Text</p><!--\(comment)-->"
        try folder.write("site/\(name).html", Array(page.utf8))
      }
      let build = SiteBuild(BuildOptions(root: folder.path + "/site", outputFolder: folder.path + "/out", jobs: 1))
      _ = build.check()
      return try #require(build.state.compiler).compiler.styleMemories.idleCount
    }
    let both = try idleMemories(afterPageOf: 100)
    #expect(both > 0)
    #expect(try idleMemories(afterPageOf: PageWeights.most) == both / 2)
  }

  @Test("a rebuild reads back the pages that did not change")
  func rebuild() throws {
    let folder = try TemporaryFolder()
    try Self.site(in: folder)
    // Until then a file just written counts as changed at every walk.
    usleep(UInt32(2 * SystemFile.Stamp.tick / 1000))
    let build = SiteBuild(Self.options(folder, "again", pagesInMemory: 0))
    _ = build.build()
    let page = "<!DOCTYPE html><html lang=en><title>Other</title><p id=nowhere>Other</p>"
    try folder.write("site/docs/page-3.html", Array(page.utf8))
    let outcome = try #require(build.rebuild())
    #expect(outcome.compiled == ["docs/page-3.html"])
    let clean = SiteBuild(Self.options(folder, "clean", pagesInMemory: 500)).build()
    #expect(outcome.diagnostics == clean.diagnostics)
    #expect(folder.read("again/manifest.json") == folder.read("clean/manifest.json"))
  }

  @Test("assets are read back once: those of a published release are known to be sound")
  func checkedAssets() throws {
    let folder = try TemporaryFolder()
    try Self.site(in: folder)
    let build = SiteBuild(Self.options(folder, "checked", pagesInMemory: 500))
    #expect(build.build().verdict == .success)
    let asset = try #require(build.state.assets["css/site.css"]?.file)
    let hash = try #require(asset.packed?.hash)
    #expect(hash == ContentHash(of: folder.read("site/css/site.css")))
    #expect(build.state.checkedEntries.contains(asset.path, hash))
    #expect(!build.state.checkedEntries.contains(asset.path, ContentHash(of: [])))
    // The next release takes that over and adds what changed, once it was read back and published.
    try folder.write("site/css/site.css", Array("p { margin: 4px }\n".utf8))
    let changed = ContentHash(of: folder.read("site/css/site.css"))
    #expect(!build.state.checkedEntries.contains(asset.path, changed))
    let again = try #require(build.rebuild())
    #expect(again.verdict == .success)
    #expect(build.state.checkedEntries.contains(asset.path, changed))
  }
}
