import Foundation
import Routing
import Testing

/// Its long form belongs to `make soak`.
@Suite struct RouterSoakTests {
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
          values[parameter.name] = String(
            (0...Int.random(in: 0...5)).map { _ in "aZ/%252F%é 漢?#&=+.~\\".randomElement()! })
          if parameter.isQuery, Int.random(in: 0..<8) == 0 { values[parameter.name] = "" }
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

  /// Patterns that share segments: whether they are in conflict and what they match depends on no order, and the first in
  /// the order of precedence only that matches wins.
  @Test func sharedSegmentsDoNotDependOnTheOrder() throws {
    func text(_ pieces: [String], _ count: Int) -> String {
      "/" + (0..<Int.random(in: 1...count)).map { _ in pieces.randomElement()! }.joined()
    }
    var decided = 0
    for _ in 0..<(ProcessInfo.processInfo.environment["HYBRID_SOAK"] == nil ? 600 : 20_000) {
      var number = 0
      let texts = Set((0..<4).map { _ in text(["a", "b", "-", "x", "{}", "{}", "{:int}", "{:slug}", "/", "/*"], 5) })
      let patterns = texts.compactMap { text -> RoutePattern? in
        var named = ""
        for sign in text {
          named.append(sign)
          if sign == "{" {
            number += 1
            named += "p\(number)"
          }
        }
        return try? RoutePattern(named)
      }
      let shuffled = patterns.shuffled()
      let table = try? RouteTable(patterns)
      let other = try? RouteTable(shuffled)
      #expect((table == nil) == (other == nil), "\(patterns.map(\.text))")
      guard let table, let other else { continue }
      let single = try patterns.map { try RouteTable([$0]) }
      let order = RoutePattern.precedence(patterns).map(\.pattern)
      for _ in 0..<8 {
        let url = text(["a", "b", "-", "x", "1", "27", "/", "%C3%A9"], 7)
        let found = table.match(url)
        let wanted = order.first { single[$0].match(url) != nil }
        #expect(found?.pattern == wanted, "\(url) \(patterns.map(\.text))")
        #expect(
          other.match(url).map { shuffled[$0.pattern] } == wanted.map { patterns[$0] }, "\(url) \(patterns.map(\.text))"
        )
        let separate = wanted.flatMap { single[$0].match(url) }
        #expect(found?.values.map(\.value) == separate?.values.map(\.value), "\(url) \(patterns.map(\.text))")
        if found != nil { decided += 1 }
      }
    }
    #expect(decided > 100)
  }

  /// Whatever is written for a pattern or a URL, nothing traps, and what a pattern is compiled to is read back.
  @Test func randomPatternsAndURLsNeverTrap() throws {
    let signs = [
      "/", "/", ":", "a", "b1", "{", "}", "?", "*", "+", "(", ")", "[", "]", "\\", "#", "@", ".", "..", "%2e", "%2F",
      "%",
      "https://", "file:", "app://", "::", "0x", "255.", "1.2.3.4", "é", "漢", "🚲", "\u{AD}", "-", "&", "=", "|", " ",
      "\n", "\0", "xn--", "{id:int}", "{n}", "[/x]", "**", "\\d+", "(?:", "a{2,3}", "[^/]", "$", "_",
      "999999999999999999999", "\u{10FFFF}",
    ]
    func text(_ count: Int) -> String { (0..<Int.random(in: 0...count)).map { _ in signs.randomElement()! }.joined() }
    for _ in 0..<(ProcessInfo.processInfo.environment["HYBRID_SOAK"] == nil ? 400 : 20_000) {
      let pattern = text(8)
      let urls = (0..<3).map { _ in text(10) }
      if let pattern = try? URLPattern(pattern, baseURL: Bool.random() ? "https://example.com/a/b?c#d" : nil) {
        for url in urls { _ = pattern.match(url, baseURL: "https://example.com/x/") }
        // A pattern's normal form is a pattern.
        #expect(throws: Never.self, "\(pattern)") {
          try URLPatternInput(pathname: pattern.pathname.pattern).compiled(like: pattern)
        }
      }
      var input = URLPatternInput(pathname: text(5))
      (input.hostname, input.port, input.search, input.protocol) = (text(3), text(2), text(3), text(2))
      if let compiled = try? URLPattern(input) {
        for url in urls { _ = compiled.match(url) }
        _ = compiled.match(input)
      }
      let routes = [
        Route(pattern: "/" + pattern), Route(pattern: "/" + text(6), isURLPattern: true),
        Route(pattern: text(6), isURLPattern: true),
      ]
      for route in routes {
        if let router = try? Router([route], scheme: "app") { for url in urls { _ = router.match(url) } }
        if let pattern = try? RoutePattern(route.pattern) { for url in urls { _ = pattern.faults(in: url) } }
      }
    }
  }
}

extension URLPatternInput {
  /// The pattern of the path, under the scheme of another pattern, which says how paths are parted.
  fileprivate func compiled(like other: URLPattern) throws {
    var input = self
    input.protocol = other.protocol.pattern
    _ = try URLPattern(input)
  }
}
