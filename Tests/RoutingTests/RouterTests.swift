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

  @Test func ambiguousQueriesAreAConflict() throws {
    #expect(throws: Router.Faults.self) {
      try Router([Route(pattern: "/a?x={x}"), Route(pattern: "/a?y={y}")])
    }
    _ = try Router([Route(pattern: "/a?tab=one"), Route(pattern: "/a?tab=two")])
  }

  /// Destinations of random routes: `match(url(for: destination)) == destination`, whatever the order of registration.
  @Test func randomDestinationsComeBack() throws {
    let count = ProcessInfo.processInfo.environment["HYBRID_SOAK"] == nil ? 4_000 : 100_000
    var patterns = ["/"]
    for index in 0..<60 {
      patterns += [
        "/p\(index)/{name}", "/p\(index)/{id:int}/edit", "/p\(index)/{id:int}/{slug:slug}[/page/{page:int}]",
        "/p\(index)/find?q={query}&n={n:int?}", "app\(index)://x/{a}.x{b:int}",
      ]
    }
    let first = try RouteTable(patterns.map { try RoutePattern($0) })
    let order = patterns.indices.shuffled()
    let second = try RouteTable(order.map { try RoutePattern(patterns[$0]) })
    for _ in 0..<count {
      let number = patterns.indices.randomElement()!
      var values: [String: String] = [:]
      for parameter in first.patterns[number].parameters {
        if parameter.isOptional, Bool.random() { continue }
        switch parameter.type {
        case .int: values[parameter.name] = String(Int.random(in: -99_999...99_999))
        case .slug: values[parameter.name] = String((0..<4).map { _ in "aZ0_-".randomElement()! })
        default:
          values[parameter.name] = String((0...Int.random(in: 0...5)).map { _ in "aZ/%é 漢?#&=+.~".randomElement()! })
        }
      }
      guard let url = first.patterns[number].url(values) else {
        // Only a value that a path cannot hold has no URL.
        #expect(values.values.contains { $0 == "." || $0 == ".." })
        continue
      }
      let match = try #require(first.match(url))
      let other = try #require(second.match(url))
      #expect(order[other.pattern] == match.pattern)
      // A name such as `-7` or `find` is another, narrower route's.
      guard match.pattern == number else {
        #expect(patterns[number].hasSuffix("{name}") || patterns[number].contains("{slug"), "\(url) \(match)")
        continue
      }
      for (name, value) in values { #expect(match[name] == value, "\(url)") }
    }
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

/// Hotwire Native's own fixtures and the URLPattern tests, where the external suites are.
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
    #expect(rules.properties(for: "/new") == ["context": "modal", "background_color": "black"])
    #expect(rules.properties(for: "/edit") == ["context": "modal", "background_color": "white"])
    #expect(rules.properties(for: "/new?open_in_external_browser=true").keys.contains("open_in_external_browser"))
    let locations = try Self.rules("hotwire-test-configuration-historical-locations.json")
    #expect(
      locations.properties(for: "/resume_historical_location") == ["presentation": "refresh", "context": "modal"])
    let styles = try Self.rules("hotwire-test-modal-styles-configuration.json")
    #expect(styles.properties(for: "/newFormSheet") == ["context": "modal", "modal_style": "form_sheet"])
    #expect(styles.properties(for: "/newLarge")["modal_style"] == "large")
  }
}
