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
    ("/user//ada", "/user/{name} name=ada"),
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

  @Test func conflictsNameBothPatterns() throws {
    func conflicts(_ patterns: [String]) throws -> [RouteTable.Conflict] {
      do {
        _ = try RouteTable(patterns.map { try RoutePattern($0) })
        return []
      } catch let error as RouteTable.Conflicts {
        return error.conflicts
      }
    }
    #expect(try conflicts(["/a/{x}", "/a/{y}"]) == [.init(kind: .duplicate, first: 0, second: 1)])
    #expect(try conflicts(["/a/*", "/a/{y}"]) == [.init(kind: .shadowed, first: 1, second: 0)])
    #expect(try conflicts(["/a/{x:int}", "/a/{y}"]).isEmpty)
    #expect(try conflicts(["/a?x={x}", "/a"]).isEmpty)
    #expect(try conflicts(["/a[/b]", "/a"]) == [.init(kind: .duplicate, first: 1, second: 0)])
  }

  @Test(arguments: [
    ("", "a pattern has at least `/`"), ("a", "a pattern begins with `/` or with a scheme such as `app://`"),
    ("/{", "`{` without `}`"), ("/{1}", "`1` is no parameter's name: a letter, then letters, digits and `_`"),
    ("/{a:b}", "`b` is no type; there are bool, int, uuid, double, slug, string"),
    ("/{a}/{a}", "the parameter `a` stands twice"), ("/**/a", "`**` stands only at the end"),
    ("/a]", "`]` without `[`"),
    ("/[a", "`[` without `]`"), ("/a b", "white space and control characters are written as %XX"),
    ("/{a?}", "`{a?}` stands only in the query; an optional part of a path is `[…]`"),
  ])
  func badPatternsSayWhy(text: String, message: String) {
    #expect(throws: RoutePatternError.self) { try RoutePattern(text) }
    do { _ = try RoutePattern(text) } catch { #expect(error.message == message) }
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
