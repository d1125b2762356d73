import Foundation
import Routing
import Testing

@Suite struct RouterTests {
  /// The page and values that a URL leads to, as one line.
  private func decision(_ router: Router, _ url: String) -> String {
    guard let target = router.match(url) else { return "-" }
    let values = target.values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    return (target.page ?? "app") + values
  }

  @Test(arguments: [
    ("/", "index.html"), ("/profile", "profile.html"), ("/profile.html", "profile.html"), ("/docs/", "docs/index.html"),
    ("/user/ada", "user.html name=ada"), ("/x/12", "number.html id=12"), ("/x/ab", "word.html word=ab"),
    ("/x/12/", "number.html id=12"), ("/shop/a/b", "shop.html rest=a/b"), ("app://settings", "app"), ("/nothing", "-"),
    ("/user/...", "user.html name=..."), ("/user/./ada", "user.html name=ada"),
    ("/user/%2e%2e/x/12", "number.html id=12"),
    ("https://example.com/user/ada?x=1#y", "user.html name=ada"),
  ])
  func bothSyntaxesAndPages(url: String, expected: String) throws {
    let routes = [
      Route(pattern: "/", page: "index.html"), Route(pattern: "/x/:id(\\d+)", isURLPattern: true, page: "number.html"),
      Route(pattern: "/x/{word}", page: "word.html"),
      Route(pattern: "/user/:name", isURLPattern: true, page: "user.html"),
      Route(pattern: "/shop/:rest+", isURLPattern: true, page: "shop.html"), Route(pattern: "app://settings"),
    ]
    let pages: Set = ["profile.html", "docs/index.html", "index.html"]
    #expect(decision(try Router(routes, pages: pages), url) == expected)
    #expect(decision(try Router(routes.reversed(), pages: pages), url) == expected)
  }

  /// A pattern of many stars takes a step for each part of it at each character, however its parts share the URL.
  @Test func starsTakeStepsInProportion() throws {
    let stars = (0..<20).map { "/:a\($0)*" }.joined()
    func steps(_ pattern: String, _ url: String) throws -> (isMatch: Bool, steps: Int) {
      let router = try Router([Route(pattern: pattern, isURLPattern: true, page: "a.html")])
      var left = 1 << 40
      let target = router.match(url, steps: &left)
      return (target != nil, 1 << 40 - left)
    }
    func url(_ count: Int) -> String { String(repeating: "/a", count: count) }
    let counts = try [50, 100, 200].map { try steps(stars + "/:end(x+)", url($0)) }
    #expect(counts.allSatisfy { !$0.isMatch && $0.steps > 0 })
    for (one, two) in zip(counts, counts.dropFirst()) { #expect(two.steps < one.steps * 23 / 10, "\(counts)") }
    // What ends otherwise is not read from its beginning.
    #expect(try steps(stars + "/x", url(200)).steps == 0)
    #expect(try steps(stars + "/x", url(200) + "/x").isMatch)
  }

  /// What matching sets aside takes steps: an expression that looks ahead sets it aside at each place.
  @Test func lookingAheadTakesSteps() throws {
    let router = try Router([
      Route(pattern: "/:a((?:(?!x(?:x{1000}){3})a)*c)", isURLPattern: true, page: "a.html")
    ])
    var steps = 1_000_000
    #expect(router.match("/" + String(repeating: "a", count: 4_000), steps: &steps) == nil && steps == 0)
    var others = 1_000_000
    #expect(router.match("/aac", steps: &others)?.page == "a.html" && others > 0)
  }

  /// Whoever gives no more steps gets no answer of what needs them, and the answers of the others.
  @Test func stepsEnd() throws {
    let router = try Router([
      Route(pattern: "/:a*/:b(x+)", isURLPattern: true, page: "a.html"), Route(pattern: "/about", page: "about.html"),
    ])
    var steps = 20
    #expect(router.match("/a/b/c/d/e/f/xx", steps: &steps) == nil && steps == 0)
    #expect(router.match("/a/xx", steps: &steps) == nil && steps == 0)
    #expect(router.match("/about", steps: &steps)?.page == "about.html")
    #expect(router.match("/a/b/c/d/e/f/xx")?.page == "a.html")
  }

  @Test(arguments: [
    ("https://shop.example/books/42", "book.html id=42"), ("https://shop.example:8080/books/42", "-"),
    ("http://shop.example/books/42", "-"), ("/books/42", "-"), ("https://de.shop.example/news/x/y", "news.html 0=x/y"),
    ("https://shop.example/news/x", "-"), ("/find?q=tea&page=2", "find.html page=2 term=tea"), ("/find?q=tea", "-"),
    ("app://settings/sound", "settings.html 0=sound"), ("/pdf/a.pdf#page=3", "pdf.html name=a number=3"),
  ])
  func wholeURLPatterns(url: String, expected: String) throws {
    let routes = [
      Route(pattern: "https://shop.example/books/:id", isURLPattern: true, page: "book.html"),
      Route(pattern: "https://*.shop.example/news/*", isURLPattern: true, page: "news.html"),
      Route(pattern: "/find?q=:term&page=:page", isURLPattern: true, page: "find.html"),
      Route(pattern: "app://settings/*", isURLPattern: true, page: "settings.html"),
      Route(pattern: "/pdf/:name.pdf#page=:number(\\d+)", isURLPattern: true, page: "pdf.html"),
    ]
    #expect(decision(try Router(routes), url).replacing(" 1=de", with: "") == expected)
    #expect(decision(try Router(routes.reversed()), url).replacing(" 1=de", with: "") == expected)
  }

  @Test(arguments: [
    ("books/:id", "a route's URLPattern begins with `/` or with a scheme"), ("/:a/:a", "the name `a` occurs twice"),
    ("/(a", "`(` without `)`"), ("https://a:99999/", "`99999` is not a port"), ("https://a b/", "`a b` is not a host"),
  ])
  func badURLPatternsSayWhy(text: String, message: String) {
    do {
      _ = try Router([Route(pattern: text, isURLPattern: true)])
      Issue.record("no error for \(text)")
    } catch {
      let found = error.faults.map { fault in
        if case .pattern(route: 0, let message, offset: _) = fault { message } else { "\(fault)" }
      }
      #expect(found == [message])
    }
  }

  @Test(arguments: [
    ("news://user/ada", "user.html name=ada"), ("NEWS://user/ada?x=1", "user.html name=ada"),
    ("news://settings", "app"),
    ("other://user/ada", "word.html word=ada"), ("news://x", "word.html word=x"), ("news:/x", "-"),
    ("news://pages/7", "app id=7"), ("news:///user/ada", "user.html name=ada"), ("news://pages/x", "-"),
  ])
  func theAppsOwnSchemeStandsForThePath(url: String, expected: String) throws {
    let routes = [
      Route(pattern: "/user/{name}", page: "user.html"), Route(pattern: "/{word}", page: "word.html"),
      Route(pattern: "news://settings"), Route(pattern: "news://pages/:id(\\d+)", isURLPattern: true),
    ]
    #expect(decision(try Router(routes, scheme: "news"), url) == expected)
  }

  @Test(arguments: [
    ("https://a.example/user/ada", "user.html name=ada"), ("https://bücher.example/user/ada", "user.html name=ada"),
    ("https://other.example/user/ada", "-"), ("https://other.example/x", "app"), ("https://other.example/p.html", "-"),
    ("https://a.example/p.html", "p.html"), ("https://a.example:8443/user/ada", "-"),
    ("news://user/ada", "user.html name=ada"),
    ("//other.example/user/ada", "-"), ("/user/ada", "user.html name=ada"),
    ("https://evil.example@a.example/user/x", "user.html name=x"),
  ])
  func otherHostsHaveOnlyPatternsWithASchemeOfTheirOwn(url: String, expected: String) throws {
    let routes = [Route(pattern: "/user/{name}", page: "user.html"), Route(pattern: "https://other.example/x")]
    let router = try Router(routes, pages: ["p.html"], scheme: "news", hosts: ["A.example", "bu\u{308}cher.example"])
    #expect(decision(router, url) == expected)
    #expect(router.hosts == ["a.example", "xn--bcher-kva.example"])
    #expect(router.schemes == ["https"])
  }

  /// Without hosts a deep link of any host stands for its path, and a link of a page leads to the other site.
  @Test(arguments: [
    ("/user/ada", "user.html", "user.html"), ("news://user/ada", "user.html", "user.html"),
    ("https://other.example/user/ada", "user.html", nil), ("//other.example/user/ada", "user.html", nil),
    ("HTTP://other.example", "index.html", nil), ("https://shop.example/p", "shop.html", "shop.html"),
    ("mailto:a@b.example", nil, nil),
  ])
  func linksToOtherSitesAreNotPaths(url: String, deepLink: String?, link: String?) throws {
    let router = try Router(
      [
        Route(pattern: "/", page: "index.html"), Route(pattern: "/user/{name}", page: "user.html"),
        Route(pattern: "https://shop.example/p", page: "shop.html"),
      ], scheme: "news")
    #expect(router.match(url)?.page == deepLink)
    #expect(router.matchLink(url)?.page == link)
  }

  /// Expressions are compared by what they match.
  @Test(
    arguments: [
      (["/x/:id(\\d+)", "/x/:id([0-9]+)"], "duplicate 0 1"), (["/x/:id(\\d{2})", "/x/:id(\\d+)"], ""),
      (["/x/:a(\\d+)", "/x/:b([0-4]+)"], ""), (["/x/:a([0-6]+)", "/x/:b([4-9]+)"], "ambiguous 0 1"),
      (["/x/:a(.*)", "{/x/:b}"], "shadowed 0 1"),
    ] as [([String], String)])
  func conflictsOfExpressions(patterns: [String], expected: String) {
    var found = ""
    do {
      _ = try Router(
        patterns.map { Route(pattern: $0.hasPrefix("{") ? String($0.dropFirst().dropLast()) : $0, isURLPattern: true) })
    } catch {
      found = error.faults.map { fault in
        if case .conflict(let conflict) = fault {
          "\(conflict.kind) \(conflict.first) \(conflict.second)"
        } else {
          "\(fault)"
        }
      }.joined(separator: ", ")
    }
    #expect(found == expected)
  }

  @Test func ambiguousQueriesAreAConflict() throws {
    #expect(throws: Router.Faults.self) {
      try Router([Route(pattern: "/a?x={x}"), Route(pattern: "/a?y={y}")])
    }
    _ = try Router([Route(pattern: "/a?tab=one"), Route(pattern: "/a?tab=two")])
  }

  @Test(arguments: [
    ("/new$", "/users/new", true), ("/new$", "/newest", false), (".*\\?.*open=true.*", "/a?x=1&open=true", true),
    ("^/(a|b)+c$", "/ababc", true), ("^/[^/]{2,3}$", "/abcd", false), ("(?i)/New$", "/new", true),
    ("^/(?!admin)[a-z]+$", "/admin", false), ("^/(?!admin)[a-z]+$", "/users", true),
    ("/users/{id:int}", "/users/7?x=1", true), ("/users/{id:int}", "/users/seven", false),
    ("/files/**", "/files/a/b", true),
  ])
  func navigationPatterns(pattern: String, path: String, expected: Bool) throws {
    #expect(try NavigationPattern(pattern).matches(path) == expected)
  }

  @Test(arguments: ["(", "a**", "[", "(?<=a)b", "\\q", "{", "a{2,1}", "(?R)"])
  func badExpressionsAreErrors(text: String) {
    #expect(throws: RegularExpressionError.self) { try RegularExpression(text) }
  }

  @Test func expressionsNeverTakeLong() throws {
    let expression = try RegularExpression("^(a+)+$")
    #expect(expression.firstMatch(in: String(repeating: "a", count: 5_000) + "b") == nil)
  }

  @Test func lastRuleWinsForEachProperty() throws {
    let rules = NavigationRules<String>([
      .init(patterns: [try NavigationPattern(".*")], properties: ["context": "default", "title": "all"]),
      .init(
        patterns: [try NavigationPattern("/new$"), try NavigationPattern("/edit$")], properties: ["context": "modal"]),
    ])
    #expect(rules.properties(for: "https://a.test/x/new") == ["context": "modal", "title": "all"])
    #expect(rules.properties(for: "/x") == ["context": "default", "title": "all"])
  }
}

/// Hotwire Native's own fixtures, read where the external suites are.
@Suite struct ExternalRoutingTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/conformance/routing").standardizedFileURL
  static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  private static func rules(_ name: String) throws -> NavigationRules<String> {
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    return NavigationRules(
      try (object["rules"] as? [[String: Any]] ?? []).map { rule in
        NavigationRules.Rule(
          patterns: try (rule["patterns"] as? [String] ?? []).map { try NavigationPattern($0) },
          properties: (rule["properties"] as? [String: Any] ?? [:]).mapValues { "\($0)" })
      })
  }

  @Test(.enabled(if: ExternalRoutingTests.isThere, "the external suites are not here"))
  func hotwireFixtures() throws {
    let rules = try Self.rules("hotwire-test-configuration.json")
    #expect(rules.properties(for: "/") == ["page": "root"])
    #expect(rules.properties(for: "http://hotwire.test/") == ["page": "root"])
    #expect(rules.properties(for: "/missing").isEmpty)
    #expect(rules.properties(for: "/new") == ["context": "modal", "background_color": "black"])
    #expect(rules.properties(for: "/edit") == ["context": "modal", "background_color": "white"])
    #expect(Array(rules.properties(for: "/new?open_in_external_browser=true").keys) == ["open_in_external_browser"])
    let locations = try Self.rules("hotwire-test-configuration-historical-locations.json")
    let presentations = [("recede", "pop"), ("resume", "refresh"), ("refresh", "pop")]
    for (name, presentation) in presentations {
      #expect(
        locations.properties(for: "/\(name)_historical_location")
          == ["presentation": presentation, "context": "modal"])
    }
    let styles = try Self.rules("hotwire-test-modal-styles-configuration.json")
    let modals = [
      ("Medium", "medium"), ("Large", "large"), ("Full", "full"), ("PageSheet", "page_sheet"),
      ("FormSheet", "form_sheet"),
    ]
    for (name, style) in modals {
      let properties = styles.properties(for: "/new\(name)")
      #expect(properties["modal_style"] == style)
      #expect(properties["context"] == "modal")
      #expect(properties["background_color"] == (name == "Large" ? "black" : nil))
    }
    #expect(styles.properties(for: "/new").keys.sorted() == ["context", "modal_dismiss_gesture_enabled"])
  }
}
