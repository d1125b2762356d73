import Foundation
import Testing

@testable import Manifest

/// One table of content types: the documented one, the JavaScript client's and that of tools and apps.
struct ContentTypeTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(of path: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }

  private static let types = Dictionary(
    uniqueKeysWithValues: ContentType.rows.flatMap { row in row.extensions.map { ($0, ContentType.of("a." + $0)) } })

  @Test func theFormatNamesEveryType() throws {
    let line = try #require(
      Self.text(of: "docs/reference/format.md").split(separator: "\n").first { $0.hasPrefix("**Content types**") })
    var documented: [String: String] = [:]
    for entry in line.matches(of: /([a-z0-9\/]+) `([^`]+)`/) {
      for name in entry.1.split(separator: "/") { documented[String(name)] = String(entry.2) }
    }
    // "everything else", at the end of the line.
    #expect(documented.removeValue(forKey: "else") == ContentType.of("a.none-of-these"))
    #expect(documented == Self.types)
  }

  @Test func theJavaScriptClientHasTheSameTypes() throws {
    let source = try Self.text(of: "clients/javascript/src/media.js")
    let table = try #require(source.firstMatch(of: /of `([^`]+)`/)).1
    var types: [String: String] = [:]
    for row in table.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
      let words = row.split(separator: " ").map(String.init)
      for name in words.dropFirst() { types[name] = words[0] + (words[0].hasPrefix("text/") ? "; charset=utf-8" : "") }
    }
    #expect(types == Self.types)
  }

  @Test(arguments: [
    ("a/b.HTML", "text/html; charset=utf-8"), ("a.b/c", "application/octet-stream"), ("a", "application/octet-stream"),
    ("a.tar.zip", "application/zip"), ("a.", "application/octet-stream"), ("sound.opus", "audio/ogg"),
  ]) func theLastExtensionSaysTheType(path: String, type: String) {
    #expect(ContentType.of(path) == type)
  }

  @Test func aTypeHasItsExtensions() {
    #expect(ContentType.extensions(of: "image/jpeg") == ["jpg", "jpeg"])
    #expect(ContentType.extensions(of: "image/none").isEmpty)
  }

  @Test(arguments: [
    ("web/a.HTML", ContentType.Kind.page), ("README.markdown", .markdown), ("a.cjs", .script), ("a.jfif", .image),
    ("a.min.css", .sheet), ("a.ttc", .font), ("a.eot", .font), ("a.vtt", .media), ("a.opus", .media),
    ("a.css/b", .other), ("css", .other), ("a.wasm", .other), ("a.page", .other),
  ]) func theLastExtensionSaysWhatAFileIsFor(path: String, kind: ContentType.Kind) {
    #expect(ContentType.kind(of: path) == kind)
  }
}
