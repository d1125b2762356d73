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
}
