import Foundation
import HybridClient
import Manifest
import Testing

/// Pages that routes show in other folders than their files': what they load is found from both URLs.
@Suite struct RoutedPageTests {
  private static let page = """
    <!DOCTYPE html><html lang="en"><head><title>t</title><link rel="stylesheet" href="../css/a.css">
    <style>h1 { background: url(pic.svg) } @import "../css/b.css";</style></head>
    <body style="background: url('pic.svg?a=1#b')"><img src="pic.svg" srcset="pic.svg 1x, /css/../order/pic.svg 2x" alt="">
    <a href="#here">a</a> <a href="?p=2">b</a> <a href="../index.html#x">c</a> <a href="/docs/">d</a> <a href="">e</a>
    <a href="https://away.example/x">f</a> <a href="mailto:a@b.example">g</a> <form action="/orders/8/items"></form>
    <svg><rect fill="url(#g)"/><image href="pic.svg"/></svg><p id="here"></p></body></html>
    """

  private func site(_ routes: String) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/order/order.html", Self.page)
    try scratch.write("site/order/pic.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>")
    for name in ["a", "b"] { try scratch.write("site/css/\(name).css", "p { color: red }") }
    for name in ["index", "docs/index", "user/[name]/index", "list", "files/[...path]"] {
      try scratch.write(
        "site/\(name).html", "<!DOCTYPE html><html lang=en><title>\(name)</title><a id=x href=/list.html>l</a>")
    }
    try configure(scratch, routes)
    return scratch
  }

  private func configure(_ scratch: Scratch, _ routes: String) throws {
    try scratch.write(
      "site/hybrid.json",
      "{\"name\": \"shop\", \"bridge\": true, \"viewports\": [{\"width\": 390, \"height\": 844, \"scale\": 3}], \"routes\": [\(routes)]}"
    )
  }

  private func build(_ scratch: Scratch) throws -> OpenedRelease {
    let build = try Command.run("build", "site", "-o", "dist", "--cache-dir", "cache", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    return try ReleaseFolder.open(scratch.path + "/dist")
  }

  private func web(_ release: OpenedRelease, _ page: String) throws -> String {
    String(decoding: try release.contents(of: "web/" + page), as: UTF8.self)
  }

  /// The URLs in attributes and styles of a page, in order.
  private func urls(_ markup: String) -> [String] {
    markup.matches(of: #/(?:href|src|action)="([^"]*)"|url\(\s*(?:"|'|&quot;|&apos;)?([^"'&)]*)/#).map {
      String($0.1 ?? $0.2 ?? "")
    }
  }

  @Test func whatARoutedPageLoadsIsFoundFromBothURLs() throws {
    let scratch = try site("{\"pattern\": \"/orders/{id:int}/items\", \"page\": \"order/order.html\"}")
    let release = try build(scratch)
    let markup = try web(release, "order/order.html")
    #expect(
      urls(markup) == [
        "/hybrid-bridge.js", "/css/a.css", "/order/pic.svg", "/order/pic.svg?a=1#b", "/order/pic.svg", "#here", "?p=2",
        "/index.html#x", "/docs/index.html", "", "https://away.example/x", "mailto:a@b.example", "/orders/8/items",
        "#g",
        "/order/pic.svg",
      ], "\(markup)")
    #expect(markup.contains("srcset=\"/order/pic.svg 1x, /order/pic.svg 2x\""), "\(markup)")
    let content = WebContent(release)
    func get(_ url: String, _ headers: [String: String] = [:]) -> String {
      let answer = content.response(to: WebRequest(url: content.origin + url, headers: headers))
      return
        "\(answer.status) \(answer.header("Location") ?? String(decoding: answer.body, as: UTF8.self).firstMatch(of: #/<title>([^<]*)/#).map { String($0.1) } ?? "-")"
    }
    for url in urls(markup) where url.hasPrefix("/") { #expect(get(url).hasPrefix("200"), "\(url) \(get(url))") }
    #expect(get("/orders/7/items?x=1#y") == "200 t")
    #expect(get("/orders/7/items/?x=1#y") == "301 /orders/7/items?x=1")
    #expect(get("/orders/x/items").hasPrefix("404"))
    #expect(get("/user/ada") == "200 user/[name]/index" && get("/user/ada/") == "301 /user/ada")
    #expect(get("/docs?a") == "301 /docs/?a" && get("/docs/") == "200 docs/index")
    #expect(get("/list") == "200 list" && get("/list/") == "301 /list")
    #expect(get("/files/none.png") == "200 files/[...path]")
    #expect(get("/files/none.png", ["Accept": "image/avif,image/*,*/*;q=0.8"]).hasPrefix("404"))
    #expect(get("/files/none.js", ["Sec-Fetch-Dest": "script"]).hasPrefix("404"))
    #expect(get("/files/none.html", ["Accept": "text/html,*/*"]) == "200 files/[...path]")
    // Where redirections are not followed, a page leads on.
    let quiet = WebContent(release, redirections: false)
    let moved = quiet.response(to: WebRequest(url: "/docs?a=\"</script>"))
    #expect(moved.status == 200)
    #expect(
      String(decoding: moved.body, as: UTF8.self).contains(
        "location.replace(\"/docs/?a=%22%3c/script%3e\" + location.hash)"))

    // Pages that are where their routes show them stay relative: they work below any folder.
    for (page, prefix) in [("index.html", ""), ("list.html", ""), ("docs/index.html", "../")] {
      #expect(urls(try web(release, page)) == [prefix + "hybrid-bridge.js", prefix + "list.html"], "\(page)")
    }
    for page in ["user/[name]/index.html", "files/[...path].html"] {
      #expect(urls(try web(release, page)) == ["/hybrid-bridge.js", "/list.html"], "\(page)")
    }
  }

  /// The URL that a host loads for a visit is answered without a redirection, and leads back to the page.
  @MainActor @Test func visitsAreLoadedWithoutARedirection() throws {
    let scratch = try site(
      "{\"pattern\": \"/orders/{id:int}/items\", \"page\": \"order/order.html\"}, {\"pattern\": \"app://gift/{code}\", \"page\": \"docs/index.html\"}"
    )
    let release = try build(scratch)
    for base in ["/", "/app/"] {
      let content = WebContent(release, base: base)
      let session = Session(navigation: try release.navigation(base: base))
      for (url, loaded) in [
        ("/", "/"), ("/docs", "/docs/"), ("/docs/?a=1#b", "/docs/?a=1#b"), ("/list/", "/list"),
        ("/list.html#x", "/list.html#x"), ("/user/%61da", "/user/ada"), ("/files/a/b?c", "/files/a/b?c"),
        ("hybrid://shop/orders/7/items/", "/orders/7/items"), ("https://any.example/list?q", "/list?q"),
        ("app://gift/7", "/docs/index.html"), ("/docs/index.html", "/docs/index.html"),
      ] {
        let visit = try #require(session.visit(url))
        let address = try #require(content.url(for: visit), "\(url)")
        #expect(address == "hybrid://shop" + base + loaded.dropFirst())
        #expect(content.response(to: WebRequest(url: address)).status == 200, "\(address)")
        #expect(session.navigation.match(address)?.page == visit.page, "\(address)")
      }
      #expect(session.visit("https://any.example/none").map { content.url(for: $0) } == .some(nil))
    }
  }

  /// Other routes are another packaged page, from the cache too.
  @Test func otherRoutesAreAnotherPage() throws {
    let scratch = try site("")
    #expect(try web(try build(scratch), "order/order.html").contains("href=\"../css/a.css\""))
    for (pattern, isElsewhere) in [
      ("/order/{id}", false), ("/order/x-{id}[-{n}]", false), ("/{id}", true), ("/order/{id}/x", true),
      ("/order[/{id}]", true),
      ("/order/**", true), ("/order", true), ("/order/order?a={a}", false),
    ] {
      try configure(scratch, "{\"pattern\": \"\(pattern)\", \"page\": \"order/order.html\"}")
      let markup = try web(try build(scratch), "order/order.html")
      #expect(markup.contains("href=\"\(isElsewhere ? "/" : "../")css/a.css\""), "\(pattern)")
    }
    try configure(scratch, "{\"urlPattern\": \"/order/:id(.*)\", \"page\": \"order/order.html\"}")
    #expect(try web(try build(scratch), "order/order.html").contains("href=\"/css/a.css\""))
  }
}
