import Foundation
import HybridClient
import Testing

/// Sites with `"search": true`, and `hybrid search`.
@Suite struct SearchVerbTests {
  private static func page(_ title: String, _ body: String, lang: String = "en", head: String = "") -> String {
    """
    <!DOCTYPE html><html lang="\(lang)"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>\(title)</title>\(head)</head>
    <body>\(body)</body></html>
    """
  }

  private func site(_ configuration: String = #"{ "name": "search", "search": true }"#) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", configuration)
    let around = "<nav><a href='/index.html'>Menu words</a></nav>"
    try scratch.write(
      "site/index.html",
      Self.page(
        "Start",
        around
          + """
          <header>Bannerword</header><main><h1>Welcome</h1><p>A harbour with b<b>oats</b>.</p><p>Shared line.</p>
          <p hidden>Hiddenword</p><p style="display: none">Nonword</p><p aria-hidden="true">Ariaword</p>
          <p data-hybrid-search="off">Offword</p><script>var scriptword = 1</script><img src="img/a.png" alt="Lighthouse">
          <details><summary>More</summary><p>Detailword</p></details><p>first<br>second</p>
          <button>Pressword</button></main>
          <footer>Footword</footer>
          """, head: "<meta name=description content='About &lt;harbours&gt;'>"))
    try scratch.write("site/img/a.png", "")
    let hafen = around + "<h1>Hafen</h1><p>Am Café, im Hafen.</p>"
    try scratch.write("site/hafen/index.html", Self.page("Der Hafen", hafen, lang: "de-AT"))
    for name in ["a", "b", "c"] {
      let main = "<main><p>Shared line.</p><p>Own \(name)word</p></main>"
      try scratch.write("site/\(name).html", Self.page("Page \(name)", main))
    }
    try scratch.write(
      "site/secret.html",
      Self.page("Secret", "<p>Robotword</p>", head: "<meta name=robots content='nofollow, noindex'>"))
    try scratch.write("site/user/[name].html", Self.page("User", "<p>Parameterword</p>"))
    return scratch
  }

  private func build(_ scratch: Scratch, _ arguments: String...) throws {
    let build = try Command.start(["build", "site"] + arguments, in: scratch.url).finish()
    #expect(build.status == 0, "\(build.errors)")
  }

  private func answer(_ scratch: Scratch, _ words: String..., folder: String = "site/dist") throws -> Command {
    try Command.start(["search", folder] + words, in: scratch.url).finish()
  }

  private func records(_ scratch: Scratch) throws -> String {
    let release = try ReleaseFolder.open(scratch.path + "/site/dist")
    return String(decoding: try release.contents(of: "search.json"), as: UTF8.self)
  }

  @Test func recordsHoldWhatPagesSay() throws {
    let scratch = try site()
    try build(scratch)
    #expect(
      try records(scratch) == """
        {"pages":[
        {"path":"a.html","route":"/a","title":"Page a","language":"en","text":"Own aword"},
        {"path":"b.html","route":"/b","title":"Page b","language":"en","text":"Own bword"},
        {"path":"c.html","route":"/c","title":"Page c","language":"en","text":"Own cword"},
        {"path":"hafen/index.html","route":"/hafen/","title":"Der Hafen","language":"de-AT","headings":["Hafen"],\
        "text":"Hafen\\nAm Café, im Hafen."},
        {"path":"index.html","route":"/","title":"Start","description":"About <harbours>","language":"en",\
        "image":"img/a.png","headings":["Welcome"],\
        "text":"Welcome\\nA harbour with boats.\\nLighthouse\\nMore\\nDetailword\\nfirst second"}
        ]}

        """)
    #expect(try Command.run("verify", "site/dist", in: scratch.url).status == 0)
  }

  @Test func answersAsTextAndJSON() throws {
    let scratch = try site()
    try build(scratch)
    let text = try answer(scratch, "BOATS", "harb")
    #expect(text.output == "/  Start\n  Welcome A harbour with boats. Lighthouse More Detailword first second\n")
    let json = try answer(scratch, "cafe", "--format", "json")
    #expect(
      json.output.hasPrefix(
        #"{"hits":[{"route":"/hafen/","path":"hafen/index.html","title":"Der Hafen","titleHighlights":[],"#
          + #""excerpt":"Hafen Am Café, im Hafen.","highlights":[[9,13]],"language":"de-AT","score":"#),
      "\(json.output)")
    #expect(try answer(scratch, "hafen", "--language", "en").output == "")
    for word in [
      "menu", "bannerword", "hiddenword", "nonword", "ariaword", "offword", "scriptword", "footword", "pressword",
      "robotword", "parameterword", "shared",
    ] {
      let found = try answer(scratch, word)
      #expect(found.output == "" && found.status == 0 && found.errors == "no page has these words\n", "\(word)")
    }
    #expect(try answer(scratch, "word", "--limit", "0").status == 64)
  }

  @Test func aReleaseWithoutAnIndexSaysSo() throws {
    let scratch = try site("{}")
    try build(scratch)
    let found = try answer(scratch, "boats")
    #expect(found.status == 66 && found.errors.contains("error[HYB0160]: site/dist: the release has no index"))
    #expect(try answer(scratch, "boats", folder: "nowhere").status == 66)
  }

  /// Shards, a warm cache and one process give the same bytes; a build after a change is that of a clean checkout.
  @Test func everyWayOfBuildingGivesTheSameBytes() throws {
    let scratch = try site()
    try build(scratch, "--no-cache", "-o", "whole")
    let whole = Scratch.contents(scratch.url.appendingPathComponent("whole"))
    for index in 1...3 { try build(scratch, "--no-cache", "--shard", "\(index)/3", "-o", "shard-\(index)") }
    let merge = try Command.run("merge", "shard-1", "shard-2", "shard-3", "-o", "merged", in: scratch.url)
    #expect(merge.status == 0, "\(merge.errors)")
    #expect(Scratch.contents(scratch.url.appendingPathComponent("merged")) == whole)
    try build(scratch, "-o", "cold")
    try build(scratch, "-o", "warm")
    #expect(Scratch.contents(scratch.url.appendingPathComponent("warm")) == whole)
    try scratch.write("site/a.html", Self.page("Page a", "<main><p>Changedword</p></main>"))
    try build(scratch, "-o", "next", "--sequence", "1", "--verify-incremental")
    #expect(try answer(scratch, "changed", folder: "next").output.contains("/a  Page a"))
    // A delta carries the index.
    let delta = try Command.run("delta", "warm", "next", in: scratch.url)
    #expect(delta.status == 0, "\(delta.errors)")
    #expect(try Command.run("verify", "next", in: scratch.url).status == 0)
  }

  @Test func boxesLoadTheScript() throws {
    let scratch = try site()
    try scratch.write(
      "site/find/index.html", Self.page("Find", "<input type=search aria-label=Search data-hybrid-search=box>"))
    try build(scratch)
    let content = WebContent(try ReleaseFolder.open(scratch.path + "/site/dist"))
    func body(_ url: String, _ range: String? = nil) -> String {
      let request = WebRequest(url: url, headers: range.map { ["Range": $0] } ?? [:])
      return String(decoding: content.response(to: request).body, as: UTF8.self)
    }
    #expect(body("/find/").contains("<script src=\"../hybrid-search.js\" type=\"module\"></script>"))
    #expect(!body("/").contains("hybrid-search.js"))
    #expect(body("/hybrid-search.js").contains("data-hybrid-search"))
    #expect(body("/hybrid-search.json", "bytes=0-9") == "{\"pages\":[")
    #expect(body("/hybrid-search.index", "bytes=0-7") == "HYBSRCH1")
    #expect(content.response(to: WebRequest(url: "/search.json")).status == 404)
  }

  @Test func problemsOfSearching() throws {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.json", "{}")
    try scratch.write(
      "site/index.html",
      Self.page("t", "<p data-hybrid-search=of>a</p><input aria-label=s data-hybrid-search=box>"))
    let off = try Command.run("check", "site", in: scratch.url)
    #expect(off.status == 0 && off.errors.contains("warning[HYB4180]") && off.errors.contains("warning[HYB4181]"))
    try scratch.write("site/hybrid.json", #"{ "search": true }"#)
    try scratch.write("site/hybrid-search.js", "")
    try scratch.write("site/index.html", Self.page("t", "<p>a</p>", head: "<meta name=robots content=noindex>"))
    let on = try Command.run("check", "site", in: scratch.url)
    #expect(on.status == 1 && on.errors.contains("error[HYB4183]") && on.errors.contains("warning[HYB4182]"))
    try scratch.write("site/hybrid.json", #"{ "search": 1 }"#)
    #expect(try Command.run("check", "site", in: scratch.url).status == 78)
  }

  /// The script in the program is that of the client.
  @Test func theScriptIsThatOfTheClient() throws {
    let scratch = try site()
    try build(scratch)
    let release = try ReleaseFolder.open(scratch.path + "/site/dist")
    let minified = Command.repository.appendingPathComponent("clients/javascript/minified/searchbox.js")
    #expect(
      String(decoding: try release.contents(of: "web/hybrid-search.js"), as: UTF8.self)
        == (try String(contentsOf: minified, encoding: .utf8)), "run Tools/minify-client")
  }
}
