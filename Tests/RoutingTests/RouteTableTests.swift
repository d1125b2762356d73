@testable import Routing
import Testing

/// The pattern that wins and the values it takes, as one line: `pattern name=value`.
private func decision(_ patterns: [String], _ url: String) throws -> String {
  let table = try RouteTable(patterns.map { try RoutePattern($0) })
  guard let match = table.match(url) else { return "-" }
  return ([patterns[match.pattern]] + match.values.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
}

@Suite struct RouteTableTests {
  @Test(arguments: [
    ("/user/me", "/user/me"),
    ("/user/ada", "/user/{name} name=ada"),
    ("/user/ada/", "/user/{name} name=ada"),
    ("/user/7", "/user/{id:int} id=7"),
    ("/user/-7", "/user/{id:int} id=-7"),
    ("/user/a%2Fb", "/user/{name} name=a/b"),
    ("/user/%E4%BD%A0", "/user/{name} name=你"),
    ("/user/ada/posts", "/user/{name}/posts name=ada"),
    ("/user/x/../ada?q=1#f", "/user/{name} name=ada"),
    ("/user", "-"),
    ("/user//ada", "-"), ("//", "-"), ("/user/ada//", "-"), ("/files//a", "/files/**"),
    ("/user/x//../../ada", "/user/{name} name=ada"),
    ("/user/a%252Fb", "/user/{name} name=a%2Fb"), ("/user/a%25252fb", "/user/{name} name=a%252fb"),
    ("https://x.example\\user\\ada?q=\\", "/user/{name} name=ada"),
    ("https:\\\\x.example/user/ada", "/user/{name} name=ada"),
    ("https:x.example/user/ada", "/user/{name} name=ada"), ("app://x/user\\ada", "-"), ("/user\\ada", "-"),
    ("/search?q=x&page=", "/search?q={query}&page={page:int?} query=x"),
    ("/search?q=", "/search?q={query}&page={page:int?} query="),
    ("/search?q=&page=1&q=x", "/search?q={query}&page={page:int?} query= page=1"),
    ("/files/a/b/c", "/files/**"),
    ("/files", "/files/**"),
    ("/article-12.html", "/article-{id:int}.html id=12"),
    ("/article-x.html", "-"),
    ("app://user/ada/following", "app://user/{username}/following username=ada"),
    ("APP://User/ada/following", "app://user/{username}/following username=ada"),
    ("app://other/user/ada", "/user/{name} name=ada"),
    ("/search?q=a+b&page=2", "/search?q={query}&page={page:int?} query=a b page=2"),
    ("/search?q=x", "/search?q={query}&page={page:int?} query=x"),
    ("/search?q=x&page=two", "-"),
    ("/search", "-"),
    ("/projects/9", "/projects/{id:int}[/edit] id=9"),
    ("/projects/9/edit", "/projects/{id:int}[/edit] id=9"),
  ])
  func mostSpecificWins(url: String, expected: String) throws {
    let patterns = [
      "/files/**", "/user/{name}", "/user/{id:int}", "/user/me", "/user/{name}/posts", "/article-{id:int}.html",
      "app://user/{username}/following", "/search?q={query}&page={page:int?}", "/projects/{id:int}[/edit]",
    ]
    #expect(try decision(patterns, url) == expected)
    #expect(try decision(patterns.reversed(), url) == expected)
  }

  /// Patterns that share segments: the order is that of `RouteTable`, whatever the order of registration.
  @Test(arguments: [
    ("/api/v1.json", "/api/{name}.json name=v1"), ("/api/v1", "/api/{name} name=v1"),
    ("/api/.json", "/api/{name} name=.json"), ("/a/1-2", "/a/{x}-{y} x=1 y=2"), ("/a/12", "/a/{x} x=12"),
    ("/a/1-2-3", "/a/{x}-{y} x=1-2 y=3"), ("/b/7", "/b/{n:int} n=7"), ("/b/7px", "/b/{n:int}px n=7"),
    ("/b/x7", "/b/{word} word=x7"), ("/c/x.tar.gz", "/c/{name}.tar.gz name=x"), ("/c/x.gz", "/c/{name}.gz name=x"),
    ("/c/x", "/c/* "),
  ])
  func sharedSegments(url: String, expected: String) throws {
    let patterns = [
      "/api/{name}", "/api/{name}.json", "/a/{x}", "/a/{x}-{y}", "/b/{word}", "/b/{n:int}", "/b/{n:int}px", "/c/*",
      "/c/{name}.gz", "/c/{name}.tar.gz",
    ]
    let wanted = expected.hasSuffix(" ") ? String(expected.dropLast()) : expected
    #expect(try decision(patterns, url) == wanted)
    #expect(try decision(patterns.reversed(), url) == wanted)
  }

  @Test(
    arguments: [
      (["/a/{x}", "/a/{y}"], "duplicate 0 1"), (["/a/*", "/a/{y}"], "shadowed 1 0"), (["/a/{x:int}", "/a/{y}"], ""),
      (["/a?x={x}", "/a"], ""), (["/a[/b]", "/a"], "duplicate 1 0"), (["/api/{name}", "/api/{name}.json"], ""),
      (["/a/{x}-{y}", "/a/{x}"], ""), (["/a/{x}{y}", "/a/{z}-{w}"], ""),
      (["/a/{x}-{y}", "/a/{x:int}-{y}", "/a/{q:slug}-{y}"], ""),
      (["/p/{a}b{c}", "/p/{a}x{c}"], "ambiguous 0 1"), (["/p/{a}b", "/p/{a}x"], ""),
      (["/w/{a}{b}-x", "/w/{a}-{b}"], "shadowed 1 0"), (["/w/{a}{b:int}-x", "/w/{a:slug}-{b}"], ""),
    ] as [([String], String)])
  func conflictsNameBothPatterns(patterns: [String], expected: String) throws {
    var found = ""
    do {
      _ = try RouteTable(patterns.map { try RoutePattern($0) })
    } catch let error as RouteTable.Conflicts {
      found = error.conflicts.map { "\($0.kind) \($0.first) \($0.second)" }.joined(separator: ", ")
    }
    #expect(found == expected)
  }

  /// A slash in a value is escaped, and the text of an escape is none.
  @Test(arguments: ["a/b", "a%2Fb", "a%2fb", "%252F", "%25", "%2", "a%25252Fb", "\\", "%é"])
  func valuesComeBackFromTheirURLs(value: String) throws {
    for pattern in ["/a%2Fb/{x}", "/{x}", "https://h.example/{x}/y", "/?q={x}", "/q?a+b=c+d&q={x}"] {
      let url = try #require(try RoutePattern(pattern).url(["x": value]))
      #expect(try decision([pattern], url) == "\(pattern) x=\(value)", "\(url)")
    }
  }

  @Test(arguments: [
    ("", "a pattern has at least `/`"), ("a", "a pattern begins with `/` or with a scheme such as `app://`"),
    ("/{", "`{` without `}`"), ("/{1}", "`1` is not a parameter name: a letter, then letters, digits and `_`"),
    ("/{a:b}", "`b` is not a type; expected bool, int, uuid, double, slug, string"),
    ("/{a}/{a}", "the parameter `a` occurs twice"), ("/**/a", "`**` is allowed only at the end"),
    ("/a]", "`]` without `[`"),
    ("/[a", "`[` without `]`"), ("/a b", "white space and control characters are written as %XX"),
    ("/{a?}", "`{a?}` is allowed only in the query; an optional part of a path is `[…]`"),
    ("/a//b", "the empty segment in `//` cannot be part of a route; write one `/`"),
    ("/x?a={b}&a={c}", "the query has `a` twice"), ("/x?a=1&a={c}", "the query has `a` twice"),
    ("/[a][b][c][d][e][f][g]", "a pattern has at most 6 optional parts"),
    ("//a/b", "`//` at the beginning names a host; write its scheme before it, such as `https://`"),
    (
      "/a/../b",
      "no URL has the segment `..`, since it is resolved before URLs are compared; write the path it leads to"
    ),
    ("https://a b/", "`a b` is not a host"), ("https:///x", "a pattern with `https://` needs a host"),
    (
      "https://*.example.com/x",
      "`*` takes the rest of its host, so that nothing can follow it there; write `{name}` for a part of one"
    ),
  ])
  func badPatternsSayWhy(text: String, message: String) {
    #expect(throws: RoutePatternError.self) { try RoutePattern(text) }
    do { _ = try RoutePattern(text) } catch { #expect(error.message == message) }
  }

  /// Hosts are compared as URLs have them: in ASCII, composed, without a user and the scheme's own port.
  @Test(arguments: [
    "https://bücher.example/a", "https://b\u{75}\u{308}cher.example/a", "HTTPS://BÜCHER.example:443/a/",
    "https://ada@xn--bcher-kva.example/a", "https://b%C3%BCcher.example/a", "//bücher.example/a",
  ])
  func hostsAreNormalised(url: String) throws {
    for pattern in [
      "https://bücher.example/a", "https://bu\u{308}cher.example:443/a", "https://xn--bcher-kva.example/a",
    ] {
      #expect(try decision([pattern], url) == pattern)
    }
    #expect(try decision(["https://bücher.example:8443/a"], url) == "-")
  }

  /// Composition, beside forms that were looked up: Vietnamese with its marks in either order, Hangul, a mark that has no
  /// composed form, a letter that is excluded from composition.
  @Test(arguments: [
    ("a\u{302}\u{323}", "\u{1EAD}"), ("a\u{323}\u{302}", "\u{1EAD}"), ("\u{1112}\u{1161}\u{11AB}", "한"),
    ("q\u{307}\u{301}", "q\u{307}\u{301}"), ("e\u{301}\u{32D}", "\u{1E19}\u{301}"),
    ("か\u{3099}", "が"), ("Å\u{212B}", "ÅÅ"), ("漢字", "漢字"),
  ])
  func scalarsAreComposed(text: String, expected: String) {
    let composed = Composition.composed(Array(text.unicodeScalars))
    #expect(composed == Array(expected.unicodeScalars))
  }

  @Test(arguments: ["http://[::1", "http://", "https://a:99999/", "https://a b/x"])
  func urlsWithoutAHostMatchNothing(url: String) throws {
    #expect(try decision(["/**"], url) == "-")
  }

  /// Without notes of what led nowhere, the last pattern would try its parameters' ends in 10^14 ways.
  @Test func severalParametersOfASegmentTakeLittleTime() throws {
    let pattern = "/{a}-{b}-{c}-{d}-{e}-{f}-{g}x"
    #expect(try decision([pattern], "/" + String(repeating: "-", count: 600)) == "-")
    #expect(try decision([pattern], "/1-2-3-4-5-6-7x") == "\(pattern) a=1 b=2 c=3 d=4 e=5 f=6 g=7")
    #expect(try decision(["/{a}-{b}"], "/" + String(repeating: "-", count: 5_000)) == "-")
    #expect(try decision(["/{a}"], "/" + String(repeating: "-", count: 5_000)).utf8.count == 5_007)
  }

  @Test func urlsRoundTrip() throws {
    let patterns = ["/user/{name}[/posts/{id:int}]?tab={tab?}", "app://x/{a}-{b:int}"]
    let table = try RouteTable(patterns.map { try RoutePattern($0) })
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let name = String((0..<Int.random(in: 1...6, using: &generator)).map { _ in "aZ/%é 漢?#&=+".randomElement()! })
      let values = ["name": name, "id": String(Int.random(in: -99...99)), "tab": name]
      let url = try #require(table.patterns[0].url(values))
      let match = try #require(table.match(url))
      #expect(match.pattern == 0)
      for (key, value) in values { #expect(match[key] == value) }
    }
    #expect(table.patterns[0].url(["name": "ada"]) == "/user/ada")
    #expect(table.patterns[0].url(["id": "1"]) == nil)
    #expect(table.patterns[1].url(["a": "q", "b": "x"]) == nil)
  }
}
