import Foundation
import Testing

@testable import Archive
@testable import Manifest

/// `docs/reference/format.md` lists the rules as the code has them, with their numbers.
struct ReleaseRuleTests {
  private let page: String = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appendingPathComponent("docs/reference/format.md"), encoding: .utf8)) ?? ""
  }()

  /// The numbered lines below a heading.
  private func list(below heading: String) -> [String] {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(of: heading) else { return [] }
    return lines[(start + 1)...].prefix { !$0.hasPrefix("#") }.filter { $0.first?.isNumber == true }
  }

  @Test func theFormatListsTheRulesOfReleases() {
    let expected = ReleaseRule.allCases.map { "\($0.number). `\($0.rawValue)`: \($0.text)" }
    #expect(list(below: "## Rules") == expected)
  }

  @Test func theFormatListsTheRulesOfArchives() {
    let expected = ArchiveError.Kind.allCases.enumerated().map { number, kind in
      "\(number + 1). `\(kind.rawValue)`: \(kind.expectation)."
    }
    #expect(list(below: "### Rules of archives") == expected)
  }

  @Test(arguments: [
    "text/html", "text/html; charset=utf-8", "application/vnd.hybrid.page", "image/svg+xml",
    "multipart/mixed;boundary=\"a b\"", "a/b",
  ])
  func contentTypesThatAreSound(type: String) { #expect(ContentType.isSound(type)) }

  @Test(arguments: [
    "", "a", "a/", "/b", "a/b/c", "a b/c", "text/html\r\n", "text/html\nx: y", "t\u{e9}xt/html", "text/html\u{0}",
    "text\\html", "(a)/b", "a/b" + String(repeating: " ", count: 253),
  ])
  func contentTypesThatAreNot(type: String) { #expect(!ContentType.isSound(type)) }

  @Test func sumsSaturate() {
    #expect([UInt64.max, 1].saturatingSum == .max)
    #expect([UInt64](repeating: 1 << 53, count: 4096).saturatingSum == .max)
    #expect([1, 2, 3].saturatingSum == 6 && [UInt64]().saturatingSum == 0)
  }

  @Test func numbersAtTheEndOfTheirRangeAreWritten() throws {
    for text in ["-9223372036854775808", "-9.223372036854775808e18", "9223372036854775807", "1e300"] {
      let value = try JSONParser.parse(Array("[\(text)]".utf8))
      #expect(try JSONParser.parse(value.canonicalBytes) == value || text.contains("e"))
    }
  }
}
