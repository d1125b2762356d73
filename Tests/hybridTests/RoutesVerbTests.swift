import Foundation
import Testing

@Suite struct RoutesVerbTests {
  private func site() throws -> Scratch {
    let scratch = try Scratch()
    let page = "<!DOCTYPE html><html lang=en><title>t</title>"
    try scratch.write("site/index.html", page + "<a href=/user/ada>x</a> <a href=project.html#top>y</a>")
    try scratch.write("site/user/[username]/index.html", page + "<p>")
    try scratch.write("site/project.html", page + "<p>")
    try scratch.write("site/find.html", page + "<p>")
    try scratch.write(
      "site/hybrid.json",
      """
      {"routes": [{"pattern": "/projects/{id:int}[/{tab}]", "page": "project.html", "name": "project"},
        {"pattern": "/search?q={query}&n={n:int?}", "page": "find.html"},
        {"pattern": "/items/{item:uuid}"}, {"pattern": "/rates/{rate:double}/{on:bool}"}],
       "navigation": {"rules": [{"patterns": ["/edit$"], "properties": {"context": "modal"}},
         {"patterns": ["/projects/{id:int}"], "properties": {"title": "P"}}]},
       "app": {"scheme": "news", "hosts": ["news.example"], "ios": ["ABCDE12345.com.example.news"]},
       "api": {"user": {"path": "/users/{id:int}"}, "search": {"path": "/search", "query": {"q": "string", "page": "1"}},
         "rename": {"method": "PUT", "path": "/users/{id:int}", "body": {"name": "string", "age": "int?"}},
         "avatar": {"method": "POST", "path": "/avatar", "upload": "file"}}}
      """)
    return scratch
  }

  @Test func listAndMatch() throws {
    let scratch = try site()
    let list = try Command.run("routes", "list", "--root", "site", in: scratch.url)
    #expect(
      list.output == """
        /projects/{id:int}[/{tab}]      project.html                project  hybrid.json:1
        /search?q={query}&n={n:int?}    find.html                            hybrid.json:2
        /items/{item:uuid}              (the app)                            hybrid.json:3
        /rates/{rate:double}/{on:bool}  (the app)                            hybrid.json:3
        /                               index.html                           file
        /user/{username}                user/[username]/index.html           file

        """)
    let match = try Command.run("routes", "match", "/projects/7/files", "--root", "site", in: scratch.url)
    #expect(match.status == 0)
    #expect(
      match.output == """
        /projects/7/files
          page    project.html
          route   /projects/{id:int}[/{tab}] (hybrid.json:1)
          value   id = 7
          value   tab = files
          reason  the only pattern that matches

        """)
    let none = try Command.run("routes", "match", "/projects/x", "--root", "site", in: scratch.url)
    #expect(none.status == 69)
    #expect(none.output.contains("would match except for {id:int}, which `x` is not"))
    let graph = try Command.run("routes", "graph", "--root", "site", in: scratch.url)
    #expect(graph.output.hasPrefix("<svg") && graph.output.contains("user/[username]/index.html"))
    #expect(try Command.run("routes", "list", "--root", "nowhere", in: scratch.url).status == 66)
  }

  @Test func linksAreChecked() throws {
    let scratch = try site()
    try scratch.write(
      "site/bad.html",
      """
      <!DOCTYPE html><html lang=en><title>t</title>
      <a href=/projects/x>a</a>
      <a href=#gone>b</a>
      <a href=/nowhere data-turbolinks-action=replce>c</a>
      <script>Turbolinks.visit("/nothing")</script>
      <a href=/search>d</a> <form action="/search"></form>
      """)
    let build = try Command.run("check", "site", "--diagnostics", "github", in: scratch.url)
    #expect(build.status == 0)
    for text in [
      "line=2,", "HYB6007", "is of type int, not `x`", "has no anchor `#gone`", "HYB6006",
      "no page and no route answers the link's target `/nowhere`", "HYB6008", "`/nothing`",
      "needs the parameter `query`",
    ] { #expect(build.errors.contains(text) || build.output.contains(text), "\(text)\n\(build.errors)") }
    let configuration = try String(contentsOf: scratch.url.appendingPathComponent("site/hybrid.json"), encoding: .utf8)
    try scratch.write("site/hybrid.json", "{\"links\": \"strict\", " + configuration.dropFirst())
    #expect(try Command.run("build", "site", in: scratch.url).status == 1)
  }

  @Test func conflictsNameBothPlaces() throws {
    let scratch = try site()
    try scratch.write("site/user/[id].html", "<!DOCTYPE html><html lang=en><title>t</title>")
    let build = try Command.run("build", "site", in: scratch.url)
    #expect(build.status == 1)
    #expect(
      build.errors.contains(
        "user/[username]/index.html:1:1: error[HYB6001]: the route `/user/{username}` is the same as `/user/{id}` of user/[id].html"
      ), "\(build.errors)")
  }

  @Test func emitted() throws {
    let scratch = try site()
    let build = try Command.run(
      "build", "site", "-o", "dist", "--emit", "hotwire", "--emit", "applinks", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    let files = Scratch.contents(scratch.url.appendingPathComponent("dist"))
    func text(_ name: String) -> String { files[name].map { String(decoding: $0, as: UTF8.self) } ?? "" }
    #expect(text("hotwire/ios_v1.json").contains("\"^/projects/[-+]?[0-9]+/?(?:\\\\?.*)?$\""))
    #expect(text("hotwire/android_v1.json").contains("\"uri\": \"hotwire://fragment/web\""))
    #expect(text(".well-known/apple-app-site-association").contains("\"/\": \"/user/?*\""))
    #expect(try Command.run("verify", "dist", in: scratch.url).status == 0)
    try scratch.write(
      "site/hybrid.json", "{\"navigation\": {\"rules\": [{\"patterns\": [\"/New$\", \"\\\\d\"], \"properties\": {}}]}}")
    let differing = try Command.run("build", "site", "-o", "dist", "--emit", "hotwire", in: scratch.url)
    #expect(differing.status == 1)
    #expect(differing.errors.contains("case counts on iOS"))
    #expect(differing.errors.contains("digits of all scripts"))
  }

  /// Routes with a scheme: links of the app's own hosts are looked up whole, universal links have only the path.
  @Test func routesOfWholeURLs() throws {
    let scratch = try Scratch()
    let page = "<!DOCTYPE html><html lang=en><title>t</title>"
    try scratch.write(
      "site/index.html", page + "<a href=https://shop.example/books/7>b</a> <a href=https://shop.example/boks/7>x</a>")
    for name in ["book", "news", "find"] { try scratch.write("site/\(name).html", page + "<p>") }
    try scratch.write(
      "site/hybrid.json",
      #"""
      {"app": {"scheme": "shop", "hosts": ["shop.example"], "ios": ["ABCDE12345.com.example.app"]},
       "routes": [{"urlPattern": "https://shop.example/books/:id", "page": "book.html"},
        {"urlPattern": "https://*.shop.example/news/*", "page": "news.html"},
        {"urlPattern": "/find?q=:term&page=:page(\\d+)", "page": "find.html"},
        {"urlPattern": "shop://settings/:tab?"}, {"pattern": "shop://gift/{code}"}]}
      """#)
    let build = try Command.run("build", "site", "-o", "dist", "--emit", "applinks", in: scratch.url)
    #expect(build.status == 0)
    #expect(build.errors.contains("no page and no route answers the link's target `/boks/7`"))
    #expect(build.errors.hasSuffix("\n1 warning\n"), "\(build.errors)")
    let files = Scratch.contents(scratch.url.appendingPathComponent("dist"))
    let text = String(
      decoding: files[".well-known/apple-app-site-association"] ?? Data(), as: UTF8.self)
    let paths = text.matches(of: #/"/": "([^"]*)"/#).map { String($0.1) }
    #expect(paths == ["/news/*", "/find*", "/books/*/?*", "/books/?*", "/"])
    for (url, page) in [
      ("https://shop.example/books/7", "book.html"), ("https://de.shop.example/news/a", "news.html"),
      ("shop://find?q=a&page=3", "find.html"), ("shop://gift/x", "the app answers it"),
      ("shop://settings/a", "the app answers it"),
    ] {
      let match = try Command.run("routes", "match", url, "--root", "site", in: scratch.url)
      #expect(match.status == 0)
      #expect(match.output.contains(page), "\(match.output)")
    }
    #expect(try Command.run("routes", "match", "/books/7", "--root", "site", in: scratch.url).status == 69)
  }

  @Test func filesWithoutParameters() throws {
    let scratch = try Scratch()
    let page = "<!DOCTYPE html><html lang=en><title>t</title>"
    for name in ["[user-id]", "a/[id:number]", "b/[x]/[x]", "c/[...path]/d"] {
      try scratch.write("site/\(name).html", page + "<p>")
    }
    let list = try Command.run("check", "site", in: scratch.url)
    #expect(list.status == 0)
    for line in [
      """
      [user-id].html:1:1: warning[HYB6015]: `[user-id]` in the file's name is not a parameter, so that its route is \
      `/%5Buser-id%5D`
      """,
      "help: rename the file; `[user_id]` is a parameter",
      "help: there are the types bool, int, uuid, double, slug, string",
      "`[x]` in the file's name is not a parameter, so that its route is `/b/%5Bx%5D/%5Bx%5D`",
      "help: a name occurs only once in a path",
      "help: `[...name]` must be a whole segment at the end of a path",
    ] { #expect(list.errors.contains(line), "\(list.errors)") }
  }

  /// Apple's wildcards cross slashes, a parameter does not: what they take beyond is excluded, unless another route has it.
  @Test func universalLinksClaimWhatRoutesMatch() throws {
    let scratch = try Scratch()
    let page = "<!DOCTYPE html><html lang=en><title>t</title>"
    for name in ["index", "user/[name]", "user/[name]/posts/[post]", "files/[...path]"] {
      try scratch.write("site/\(name).html", page + "<p>")
    }
    try scratch.write("site/hybrid.json", "{\"app\": {\"ios\": [\"ABCDE12345.com.example.app\"]}}")
    let build = try Command.run("build", "site", "-o", "dist", "--emit", "applinks", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    let name = ".well-known/apple-app-site-association"
    let text = Scratch.contents(scratch.url.appendingPathComponent("dist"))[name] ?? Data()
    let components = String(decoding: text, as: UTF8.self).matches(of: #/\{\s*"/": "([^"]*)"(,\s*"exclude": true)?/#)
    let paths = components.map { ($0.2 == nil ? "" : "not ") + $0.1 }
    #expect(
      paths == [
        "/files/*", "not /user/*/?*/posts/?*", "not /user/?*/posts/*/?*", "/user/?*/posts/?*", "not /user/*/?*",
        "/user/?*", "/files", "/",
      ])
  }

  /// Links with a scheme that only patterns have, and hosts that nobody can read.
  @Test func linksWithASchemeAreChecked() throws {
    let scratch = try Scratch()
    let page = "<!DOCTYPE html><html lang=en><title>t</title>"
    try scratch.write(
      "site/index.html",
      page + """
        <a href="shop://gift/7">a</a>
        <a href="shop://gft/7">b</a>
        <a href="shop://items/x">c</a>
        <a href="http://[::1">d</a>
        <a href="other://x">e</a> <a href="mailto:a@b.example">f</a> <a href="https://away.example/x">g</a>
        """)
    try scratch.write(
      "site/hybrid.json",
      "{\"routes\": [{\"pattern\": \"shop://gift/{code}\"}, {\"pattern\": \"shop://items/{id:int}\"}]}")
    let check = try Command.run("check", "site", "--diagnostics", "github", in: scratch.url)
    let lines = check.errors.split(separator: "\n") + check.output.split(separator: "\n")
    for text in [
      "no page and no route answers the link's target `shop://gft/7`", "is of type int, not `x`",
      "the host of the link's target `http://[::1` cannot be read",
    ] { #expect(lines.contains { $0.contains(text) }, "\(check.errors)\(check.output)") }
    #expect(lines.count { $0.contains("HYB0137") || $0.contains("HYB6007") } == 3, "\(check.errors)\(check.output)")
  }

  /// Links that take more steps than there are may lead somewhere: the first one is reported.
  @Test func linksThatAreNotComparedAreReportedOnce() throws {
    let scratch = try Scratch()
    let page = "<!DOCTYPE html><html lang=en><title>t</title>"
    let long = String(repeating: "a", count: 8_000)
    try scratch.write(
      "site/index.html",
      page + "\n<a href=\"/aac\">a</a>\n<a href=\"/\(long)\">b</a>\n<a href=\"/\(long)a\">c</a>\n<a href=\"/b\">d</a>")
    try scratch.write(
      "site/hybrid.json",
      #"{"routes": [{"urlPattern": "/:a((?:(?!x(?:x{1000}){3})a)*c)", "page": "index.html"}]}"#)
    let check = try Command.run("check", "site", "--diagnostics", "github", in: scratch.url)
    let lines = (check.errors + check.output).split(separator: "\n").filter { $0.contains("HYB6016") }
    #expect(lines.count == 1 && lines.first?.contains("line=3") == true, "\(lines)")
    try scratch.write(
      "site/hybrid.json",
      #"{"links": "strict", "routes": [{"urlPattern": "/:a(a*c)", "page": "index.html"}]}"#)
    let other = try Command.run("check", "site", "--diagnostics", "github", in: scratch.url)
    #expect(!(other.errors + other.output).contains("HYB6016"))
    #expect(other.errors.contains("HYB0137") || other.output.contains("HYB0137"))
  }

  /// Apple's files claim what the app's own hosts show; names with `*` are not wildcards.
  @Test func universalLinksAreOfTheAppsHosts() throws {
    let scratch = try Scratch()
    let page = "<!DOCTYPE html><html lang=en><title>t</title>"
    try scratch.write("site/index.html", page + "<p>")
    try scratch.write(
      "site/hybrid.json",
      #"""
      {"app": {"hosts": ["shop.example"], "ios": ["ABCDE12345.com.example.app"]},
       "routes": [{"pattern": "https://shop.example/mine/{x}"}, {"pattern": "https://away.example/theirs/{x}"},
         {"urlPattern": "https://away.example/also/:x(\\d+)"}, {"urlPattern": "https://shop.example/own/:x(\\d+)"},
         {"pattern": "/find?kind=a%26b*"}, {"pattern": "/a%2Ab"}]}
      """#)
    let build = try Command.run("build", "site", "-o", "dist", "--emit", "applinks", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    let name = ".well-known/apple-app-site-association"
    let text = String(
      decoding: Scratch.contents(scratch.url.appendingPathComponent("dist"))[name] ?? Data(), as: UTF8.self)
    let paths = text.matches(of: #/"/": "([^"]*)"/#).map { String($0.1) }
    #expect(paths == ["/own/*", "/mine/*/?*", "/mine/?*", "/find", "/a?b", "/"])
    #expect(text.contains(#""kind": "a%26b?""#), "\(text)")
  }

  /// What a build refuses before it reads a page, `routes` refuses too.
  @Test(arguments: [
    (
      "{\"routes\": [{\"pattern\": \"/x\", \"page\": \"none.html\"}]}", 78,
      "the page `none.html` of a route is not in the site"
    ),
    ("{\"routes\": [{\"pattern\": \"/x?a={b}&a={c}\"}]}", 78, "cannot be read: the query has `a` twice"),
    ("{\"routes\": [{\"pattern\": \"/[a][b][c][d][e][f][g]\"}]}", 78, "a pattern has at most 6 optional parts"),
    ("{\"routes\": [{\"pattern\": \"/{a}\"}, {\"pattern\": \"/{b}\"}]}", 1, "is the same as"),
  ])
  func whatABuildRefusesIsNotListed(configuration: String, status: Int32, message: String) throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title>")
    try scratch.write("site/hybrid.json", configuration)
    for verb in [["routes", "list", "--root", "site"], ["build", "site"]] {
      let run = try Command.start(verb, in: scratch.url).finish()
      #expect(run.status == status, "\(verb) \(run.errors)")
      #expect(run.errors.contains(message), "\(run.errors)")
    }
  }

  /// Patterns that the two platforms' regular expressions read differently, and routes' patterns as both read them.
  @Test func platformsThatDifferAreReported() throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title>")
    func hotwire(_ patterns: [String]) throws -> (errors: String, ios: String) {
      let list = patterns.map { "\"" + $0.replacing("\\", with: "\\\\") + "\"" }.joined(separator: ", ")
      try scratch.write(
        "site/hybrid.json", "{\"navigation\": {\"rules\": [{\"patterns\": [\(list)], \"properties\": {}}]}}")
      let build = try Command.run("build", "site", "-o", "dist", "--emit", "hotwire", in: scratch.url)
      let files = Scratch.contents(scratch.url.appendingPathComponent("dist"))
      return (build.errors, String(decoding: files["hotwire/ios_v1.json"] ?? Data(), as: UTF8.self))
    }
    for (pattern, reason) in [
      ("/[[:alpha:]]+", "names a class of letters on iOS"), (#"/\x41"#, "case counts on iOS"),
      ("/[A-F]", "case counts"),
      ("/[^A-Z]", "case counts"), (#"/\u{61}"#, "is read by neither"), (#"/\0"#, "is one sign on iOS"),
      ("/é", "iOS compares the decoded path"), ("/a%20b", "iOS compares the decoded path"),
      ("/(?<a_b>x)", "neither engine reads"), (#"/\p{L}+"#, "this escape is not supported"),
    ] {
      let errors = try hotwire([pattern]).errors
      #expect(errors.contains(reason), "\(pattern) \(errors)")
    }
    let alike = try hotwire([#"/[A-Za-z0-9_]+$"#, #"/\x61"#, "/é/{id:int}?q={q}&n={n:int?}"])
    #expect(alike.errors == "", "\(alike.errors)")
    let expression =
      #"^/(?:é|%C3%A9)/[-+]?[0-9]+/?(?=\\?(?:.*&)?q=[^&]+(?:&|$))(?!\\?(?:.*&)?n=(?!(?:[-+]?[0-9]+)?(?:&|$)))(?:\\?.*)?$"#
    #expect(alike.ios.contains(expression), "\(alike.ios)")
  }

  @Test func otherHostsAreNotTheSites() throws {
    let scratch = try site()
    let other = try Command.run("routes", "match", "https://other.example/user/ada", "--root", "site", in: scratch.url)
    #expect(other.status == 69)
    #expect(
      other.output
        == "https://other.example/user/ada\n  the host is none of app.hosts (news.example), and no pattern has it\n")
    let own = try Command.run("routes", "match", "https://News.example:443/user/ada", "--root", "site", in: scratch.url)
    #expect(own.status == 0)
    let none = try Command.run("routes", "match", "http://[::1", "--root", "site", in: scratch.url)
    #expect(none.output == "http://[::1\n  the URL's host cannot be read\n")
  }

  /// Generated Swift is compiled and run: it decides as the release does, and its requests are the configuration's.
  @Test func generatedSwiftRuns() throws {
    let scratch = try site()
    let made = try Command.run(
      "routes", "generate", "--language", "swift", "--root", "site", "-o", "Routes.swift", in: scratch.url)
    #expect(made.status == 0, "\(made.errors)")
    try scratch.write(
      "main.swift",
      #"""
      import Foundation
      #if canImport(FoundationNetworking)
      import FoundationNetworking
      #endif
      func show(_ url: String) { print(url, Destination.match(url).map { "\($0)" } ?? "-") }
      show("/user/ada")
      show("https://news.example/projects/7/files?x=1")
      show("https://other.example/projects/7")
      show("news://projects/7")
      show("/search?q=a+b")
      print(Destination(notification: ["aps": ["url": "/search?q=x&n=3"]]).map { "\($0)" } ?? "-")
      print(Destination(link: URL(string: "news://user/ada")!).map { "\($0)" } ?? "-")
      var count = 0
      for _ in 0..<2_000 {
        let text = String((0...Int.random(in: 0...5)).map { _ in "aZ/%25F%25F\\é 漢?#&=+~".randomElement()! })
        let number = Double(bitPattern: UInt64.random(in: 0 ... .max))
        for destination in [
          Destination.user(username: text), .project(id: Int.random(in: -99...99), tab: Bool.random() ? text : nil),
          .search(query: Bool.random() ? "" : text, n: Bool.random() ? Int.random(in: .min ... .max) : nil),
          .items(item: UUID()), .rates(rate: number.isFinite ? number : .leastNonzeroMagnitude, on: Bool.random()), .index,
        ] {
          if Destination.match(Destination.url(for: destination)) == destination { count += 1 }
        }
      }
      print("round trips", count)
      for rate in [Double.nan, .infinity, -0.0] { show(Destination.url(for: .rates(rate: rate, on: true))) }
      show("/search?q=&n=")
      struct User: Codable, Sendable { var name: String }
      struct Page: Codable, Sendable { var items: [User]; var next: String? }
      let client = APIClient(base: URL(string: "https://api.example/v1")!, headers: ["X-App": "1"]) { request in
        let address = request.url!.absoluteString
        print(request.httpMethod!, address, request.httpBody.map { $0.count < 200 ? String(decoding: $0, as: UTF8.self) : "\($0.count)" } ?? "")
        func answer(_ status: Int, _ text: String) -> (Data, HTTPURLResponse) {
          (Data(text.utf8), HTTPURLResponse(url: request.url!, statusCode: status, httpVersion: nil, headerFields: [:])!)
        }
        if address.hasSuffix("page=2") { return answer(200, #"{"items": [{"name": "c"}], "next": "/v1/search?q=x&page=3"}"#) }
        if address.hasSuffix("page=3") { return answer(200, #"{"items": [{"name": "d"}], "next": "https://away.example/v1/search?q=x&page=4"}"#) }
        if address.contains("search") { return answer(200, #"{"items": [{"name": "a"}, {"name": "b"}], "next": "/v1/search?q=x&page=2"}"#) }
        if address.hasSuffix("graphql") { return answer(200, #"{"data": {"name": "g"}}"#) }
        if address.hasSuffix("/404") { return answer(404, "") }
        return answer(200, #"{"name": "ada"}"#)
      }
      let user: User = try await client.fetch(.user(id: 7))
      print(user.name)
      let none: User? = try await client.fetch(.user(id: 404))
      print(none as Any)
      var names: [[String]] = []
      for try await page in client.pages(.search(q: "x"), of: Page.self) { names.append(page.items.map(\.name)) }
      for page in names { print(page) }
      let graph: User = try await client.query("{ me { name } }", variables: ["id": 7])
      print(graph.name)
      _ = try await client.fetch(.rename(id: 7, name: "grace")) as User
      print(try client.urlRequest(.avatar(file: Upload(name: "a.png", contentType: "image/png", data: Data("x".utf8)))).value(forHTTPHeaderField: "Content-Type")!.prefix(30))
      """#)
    let compile = try Command.start(
      ["swiftc", "-swift-version", "6", "-Onone", "Routes.swift", "main.swift", "-o", "program"], in: scratch.url,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": scratch.path],
      program: URL(fileURLWithPath: "/usr/bin/env")
    ).finish()
    #expect(compile.status == 0, "\(compile.errors)")
    let run = try Command.start([], in: scratch.url, program: scratch.url.appendingPathComponent("program")).finish()
    #expect(run.errors == "")
    #expect(
      run.output == #"""
        /user/ada user(username: "ada")
        https://news.example/projects/7/files?x=1 project(id: 7, tab: Optional("files"))
        https://other.example/projects/7 -
        news://projects/7 project(id: 7, tab: nil)
        /search?q=a+b search(query: "a b", n: nil)
        search(query: "x", n: Optional(3))
        user(username: "ada")
        round trips 12000
        /rates/nan/true -
        /rates/inf/true -
        /rates/-0.0/true rates(rate: -0.0, on: true)
        /search?q=&n= search(query: "", n: nil)
        GET https://api.example/v1/users/7 
        ada
        GET https://api.example/v1/users/404 
        nil
        GET https://api.example/v1/search?q=x&page=1 
        GET https://api.example/v1/search?q=x&page=2 
        GET https://api.example/v1/search?q=x&page=3 
        ["a", "b"]
        ["c"]
        ["d"]
        POST https://api.example/v1/graphql {"query":"{ me { name } }","variables":{"id":7}}
        g
        PUT https://api.example/v1/users/7 {"name":"grace"}
        multipart/form-data; boundary=

        """#)
  }
}
