import Cryptography
import Foundation
import Testing

/// Composed sites through the cache, the watch and shards: what a partial, a data file or a message changes is built again,
/// and nothing else; the bytes are those of a build from nothing.
@Suite struct ComposedSiteTests {
  /// Pages of a list, in two languages, with a layout, a partial and a component.
  private func write(_ scratch: Scratch) throws {
    try scratch.write("site/hybrid.json", #"{"name":"composed","viewports":[{"width":320,"height":480,"scale":2}]}"#)
    try scratch.write("site/data/articles.json", #"[{"slug":"a","title":"A","n":1},{"slug":"b","title":"B","n":2}]"#)
    try scratch.write("site/i18n/en.json", #"{"home":"Home","notes":{"one":"{count} note","other":"{count} notes"}}"#)
    try scratch.write(
      "site/i18n/pl.json",
      #"{"home":"Start","notes":{"one":"{count} uwaga","few":"{count} uwagi","many":"{count} uwag","other":"{count} uwagi"}}"#
    )
    try scratch.write(
      "site/layouts/main.html",
      "<html><head><title>Site</title></head><body><include src=\"/partials/top.html\"></include><slot></slot></body></html>"
    )
    try scratch.write(
      "site/partials/top.html", "<style>.top{background:url(img/t.svg)}</style><p class=top t:text=\"home\">x</p>")
    try scratch.write("site/partials/img/t.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"/>")
    try scratch.write("site/components/a-card.html", "<param name=\"heading\"><h2>{{ heading }}</h2>")
    try scratch.write(
      "site/article/[slug].html",
      """
      <html layout="/layouts/main.html"><head><title>{{ article.title }}</title>
      <script type="application/hybrid+json">{ "pages": "article in data.articles" }</script></head>
      <body><a-card heading="{{ article.title }}"></a-card><p t:text="notes" t:arg-count="article.n">x</p></body></html>
      """)
    try scratch.write(
      "site/plain.html", "<!DOCTYPE html><html><head><title>p</title></head><body><p>plain</p></body></html>")
  }

  private func compiled(_ scratch: Scratch, _ arguments: String...) throws -> [String] {
    let command = try Command.start(["build", "site", "--timings", "t.json"] + arguments, in: scratch.url).finish()
    #expect(command.status == 0 && command.errors == "", "\(command.errors)")
    let trace = try String(contentsOf: scratch.url.appendingPathComponent("t.json"), encoding: .utf8)
    return trace.matches(of: #/"name":"([^"]*)","cat":"page"/#).map { String($0.1) }.sorted()
  }

  @Test func theCacheKnowsWhatAComposedPageCameFrom() throws {
    let scratch = try Scratch()
    try write(scratch)
    let all = [
      "article/a.html", "article/b.html", "pl/article/a.html", "pl/article/b.html", "pl/plain.html", "plain.html",
    ]
    let composed = all.filter { $0.contains("article") }
    #expect(try compiled(scratch, "-o", "d") == all)
    #expect(try compiled(scratch, "-o", "d") == [])
    // Each changes what came of it, and the packages are those of a build from nothing.
    let edits: [(file: String, text: String, rebuilt: [String])] = [
      ("partials/top.html", "<p t:text=\"home\">y</p>", composed),
      ("components/a-card.html", "<param name=\"heading\"><h3>{{ heading }}</h3>", composed),
      (
        "i18n/pl.json",
        #"{"home":"Dom","notes":{"one":"{count} uwaga","few":"{count} uwagi","many":"{count} uwag","other":"x"}}"#,
        composed.filter { $0.hasPrefix("pl/") }
      ),
      ("data/articles.json", #"[{"slug":"a","title":"A2","n":5},{"slug":"b","title":"B","n":2}]"#, composed),
    ]
    for edit in edits {
      try scratch.write("site/" + edit.file, edit.text)
      let rebuilt = try compiled(scratch, "-o", "d", "--sequence", "1")
      #expect(Set(rebuilt).isSuperset(of: edit.rebuilt.filter { !$0.contains("b.html") }), "\(edit.file): \(rebuilt)")
      #expect(Set(rebuilt).isSubset(of: edit.rebuilt), "\(edit.file): \(rebuilt)")
      try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("d"))
      #expect(try compiled(scratch, "-o", "d", "--sequence", "1") == [])
      #expect(try compiled(scratch, "-o", "clean", "--no-cache", "--sequence", "1") == all)
      #expect(
        Scratch.contents(scratch.url.appendingPathComponent("d"))
          == Scratch.contents(scratch.url.appendingPathComponent("clean")), "\(edit.file)")
      try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("clean"))
    }
    let page = try Command.run(
      "inspect", "dom", "pl/article/a.html", "--root", "site", "--format", "xhtml", in: scratch.url)
    #expect(
      page.output.contains("<p>5 uwag</p>") && page.output.contains("<h3>A2</h3>") && page.output.contains(">Dom<"))
  }

  @Test func aWatchRebuildsWhatAFragmentAffects() throws {
    let scratch = try Scratch()
    try write(scratch)
    let watch = try Command.start(["watch", "site"], in: scratch.url)
    defer { kill(watch.process.processIdentifier, SIGKILL) }
    watch.wait(for: "6 pages, 1 viewport")
    try scratch.write("site/partials/top.html", "<p t:text=\"home\">y</p>")
    watch.wait(for: "partials/top.html → 4 of 6 pages")
    try scratch.write(
      "site/plain.html", "<!DOCTYPE html><html><head><title>p</title></head><body><p>other</p></body></html>")
    watch.wait(for: "plain.html → 2 of 6 pages")
    // An element more is a page more in each language.
    try scratch.write(
      "site/data/articles.json",
      #"[{"slug":"a","title":"A","n":1},{"slug":"b","title":"B","n":2},{"slug":"c","title":"C","n":0}]"#)
    watch.wait(for: "of 8 pages")
    try scratch.write("site/components/a-card.html", "<param name=\"heading\" type=\"number\"><h2>{{ heading }}</h2>")
    watch.wait(for: "the last release stays")
    try scratch.write("site/components/a-card.html", "<param name=\"heading\"><h4>{{ heading }}</h4>")
    watch.wait(for: "components/a-card.html → 6 of 8 pages")
    #expect(watch.process.isRunning)
  }

  @Test func mergedShardsOfAComposedSiteAreAnUnshardedBuild() throws {
    let scratch = try Scratch()
    try write(scratch)
    #expect(try Command.run("build", "site", "--no-cache", "-o", "whole", in: scratch.url).status == 0)
    for index in 1...2 {
      let shard = try Command.run(
        "build", "site", "--no-cache", "--shard", "\(index)/2", "-o", "shard-\(index)", in: scratch.url)
      #expect(shard.status == 0, "\(shard.errors)")
    }
    let merge = try Command.run("merge", "shard-1", "shard-2", "-o", "merged", in: scratch.url)
    #expect(merge.status == 0, "\(merge.errors)")
    #expect(
      Scratch.contents(scratch.url.appendingPathComponent("merged"))
        == Scratch.contents(scratch.url.appendingPathComponent("whole")))
  }

  @Test func aChangedLockIsNoticedByCacheAndWatch() throws {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", #"{"allowRemote":true,"viewports":[{"width":320,"height":480,"scale":2}]}"#)
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><link rel=stylesheet href=own.css><img src=\"https://x.example/a.svg\" alt=x>"
    )
    try scratch.write("site/own.css", "p{background:url(https://x.example/a.svg)}")
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"/>"
    try scratch.write("site/vendor/a.svg", svg)
    #expect(try compiled(scratch, "-o", "d") == ["index.html"])
    #expect(try compiled(scratch, "-o", "d") == [])
    let watch = try Command.start(["watch", "site", "-o", "w"], in: scratch.url)
    defer { kill(watch.process.processIdentifier, SIGKILL) }
    watch.wait(for: "1 page, 1 viewport")
    let lock =
      #"{"files":[{"url":"https://x.example/a.svg","path":"vendor/a.svg","hash":"sha256-eV9r3lQZFqJ3Yz4b8mM2v0Xn9kQwTt1yUuIiOoPpAaS"}]}"#
    try scratch.write("site/vendor/vendor.lock.json", lock)
    watch.wait(for: "1 error, the last release stays")
    let check = try Command.run("check", "site", in: scratch.url)
    #expect(check.status == 1 && check.errors.contains("error[HYB4152]: the file `vendor/a.svg` was changed"))
    // With the right digest the page and the sheet lead to the file.
    let digest = Data(MessageDigest.hash(Array(svg.utf8), with: .sha256)).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    let wrong = "eV9r3lQZFqJ3Yz4b8mM2v0Xn9kQwTt1yUuIiOoPpAaS"
    try scratch.write("site/vendor/vendor.lock.json", lock.replacing(wrong, with: digest))
    watch.wait(for: "vendor/vendor.lock.json → 1 of 1 page")
    // The watch kept it.
    #expect(try compiled(scratch, "-o", "d") == [])
    #expect(try compiled(scratch, "-o", "clean", "--no-cache") == ["index.html"])
    let built = Scratch.contents(scratch.url.appendingPathComponent("d/manifests"))
    #expect(
      built.values.contains {
        Scratch.contents(scratch.url.appendingPathComponent("clean/manifests")).values.contains($0)
      })
  }
}
