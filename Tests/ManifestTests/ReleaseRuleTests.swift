import Foundation
import JSONValues
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
    "multipart/mixed;boundary=\"a b\"", "a/b", "text/html;", "text/html ; ;; charset=utf-8 ; ", "a/b;c=\"\"",
    #"a/b; c="d \" ; e"; f=g"#,
  ])
  func contentTypesThatAreSound(type: String) { #expect(ContentType.isSound(type)) }

  @Test(arguments: [
    "", "a", "a/", "/b", "a/b/c", "a b/c", "text/html\r\n", "text/html\nx: y", "t\u{e9}xt/html", "text/html\u{0}",
    "text\\html", "(a)/b", "a/b" + String(repeating: " ", count: 253), "text/html;;;=", "text/html ",
    "text/html; charset",
    "text/html; charset=", "text/html; =utf-8", "text/html; charset =utf-8", "text/html; charset= utf-8",
    "text/html; a=b c", "text/html; a=b ", #"text/html; a="b"#, #"text/html; a="b\"#, #"text/html; a="b\""#,
    #"text/html; a="b"c"#, "text/html, text/css", "text/html; a=b, c=d",
  ])
  func contentTypesThatAreNot(type: String) { #expect(!ContentType.isSound(type)) }

  /// What is listed is visited and not held, and what nobody asks for is checked and not kept.
  @Test func listsAreReadElementByElement() throws {
    let text = #"{"later":{"a":[{"b":1}]},"pages":[{"path":"a","later":[[1],{"c":2}],"title":null},5],"base":"/"}"#
    var visited: [JSONValue] = []
    let root = try JSONReading.visit(Array(text.utf8), atMost: 18, lists: ["pages"]) { list, element in
      #expect(list == "pages" && element.path == "pages[\(visited.count)]")
      visited.append(element.value)
    }
    #expect(visited == [.object(["path": .string("a"), "later": .array([]), "title": .null]), .integer(5)])
    #expect(root.value == .object(["later": .object([:]), "pages": .array([]), "base": .string("/")]))
  }

  @Test(arguments: [
    (#"{"pages":[],"pages":[]}"#, "a member that is not there yet"),
    (#"{"later":{"a":1,"a":2},"pages":[]}"#, "a member that is not there yet"),
    (#"{"pages":[{"path":"a","later":{"a":1,"a":2}}]}"#, "a member that is not there yet"),
    (#"{"pages":[{}"#, "a comma or a bracket"), (#"{"pages":[{},]}"#, "a value"),
    (#"{"pages":[{}]"#, "a comma or a brace"),
    (#"{"pages":[{}]}x"#, "the end"), (#"{"pages":[0,0,0,0,0,0]}"#, "at most 7 values"),
    (#"{"later":[0,0,0,0,0,0]}"#, "at most 7 values"),
    (#"{"pages":["# + String(repeating: "[", count: 70), "at most 7 values"),
  ])
  func whatIsPassedOverIsChecked(text: String, expected: String) {
    let fault = #expect(throws: ManifestError.self) {
      _ = try JSONReading.visit(Array(text.utf8), atMost: 7, lists: ["pages"]) { _, _ in }
    }
    #expect(
      fault?.rule == ReleaseRule.json.rawValue && fault?.expected == expected, "\(text): \(String(describing: fault))")
  }

  /// 100,000 pages with titles and packages, each with a route of its own, are within the limits.
  @Test func listsOfAHundredThousandPagesAreSound() throws {
    let numbers = 0..<100_000
    let pages = numbers.map { #"{"package":"p","path":"news/\#($0)/index.html","title":"News \#($0)"}"# }
    let routes = numbers.map { #"{"name":"n\#($0)","page":"news/\#($0)/index.html","pattern":"/news/\#($0)"}"# }
    let listings = [
      "pages.json": Array(#"{"base":"/","pages":[\#(pages.joined(separator: ","))]}"#.utf8),
      "routes.json": Array(#"{"routes":[\#(routes.joined(separator: ","))]}"#.utf8),
    ]
    var manifest = ReleaseManifest(id: ContentHash(of: []), name: "a", version: "1.0.0", sequence: 1)
    (manifest.pages, manifest.routes) = ("pages.json", "routes.json")
    let base = PackageIndex(
      listings.map { path, bytes in
        PackageIndexEntry(
          path: path, hash: ContentHash(of: bytes), size: UInt64(bytes.count), contentType: "application/json")
      })
    try ReleaseRules.checkListings(of: manifest, base: base) { listings[$0.path] }
  }

  /// The bound is for one device: a release may have as many viewports as it may.
  @Test func indexesOfManyViewportsAreSound() throws {
    let file = ReleaseFileReference(url: "a", hash: ContentHash(of: []), size: ReleaseLimits.smallestArchive)
    func package(_ name: String, _ viewport: String?, _ size: UInt64) -> ManifestPackage {
      var index = file
      index.size = size
      return ManifestPackage(
        name: name, archive: file, unpackedSize: 0, entryCount: 0, load: .install, viewport: viewport, index: index)
    }
    var manifest = ReleaseManifest(id: file.hash, name: "a", version: "1.0.0", sequence: 1)
    manifest.viewports = (0..<64).map { ManifestViewport(name: "v\($0)", width: 1, height: 1, scale: 1) }
    manifest.packages =
      [package("base", nil, 64 << 20)] + manifest.viewports.map { package($0.name, $0.name, 64 << 20) }
    #expect(try ReleaseManifest(decoding: manifest.encode()) == manifest)
    manifest.packages.append(package("more", "v7", 1))
    let fault = #expect(throws: ManifestError.self) { try ReleaseManifest(decoding: manifest.encode()) }
    #expect(fault?.rule == ReleaseRule.sizes.rawValue && fault?.found == "134217729")
  }

  @Test(arguments: ["base", "390x844@3", "console", "com", "com10", "nulls", "a.con", "auxiliary"])
  func namesThatAreSound(name: String) { #expect(ReleasePath.isName(name)) }

  @Test(arguments: [".", "..", "CON", "nul", "Aux", "prn", "com1", "LPT9", "com0", "nul.txt", "con.a.b", "aux."])
  func namesThatAreNot(name: String) { #expect(!ReleasePath.isName(name) && !ReleasePath.isSound("a/\(name)/b")) }

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
