import Diagnostics
import Foundation
import Testing

/// The examples of `hybrid explain`: `hybrid check` reports the wrong source with the code, and the right one without it.
@Suite struct DiagnosticExampleTests {
  private static let files: [(path: String, text: String)] = [
    (
      "about.html",
      "<!DOCTYPE html><html lang=\"en\"><title>About</title><meta name=\"viewport\" content=\"width=device-width\"><p id=\"team\">About</p>"
    ),
    (
      "index.html",
      "<!DOCTYPE html><html lang=\"en\"><title>News</title><meta name=\"viewport\" content=\"width=device-width\"><p>News</p>"
    ),
    ("app.css", "p { margin: 8px }"), ("app.js", "let shown = true"), ("sum.js", "export let sum = 1"),
    ("img/lake.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\"></svg>"),
    ("video/lake.mp4", "0000"), ("partials/header.html", "<h1>{{ title }}</h1><slot name=\"actions\"></slot>"),
    (
      "partials/card.html",
      "<param name=\"title\" type=\"text\" required><param name=\"level\" type=\"number\" default=\"1\"><h2>{{ title }}</h2>"
    ),
    ("data/articles.json", "[{ \"title\": \"Tides\", \"price\": 3 }]"), ("hybrid.json", "{ \"name\": \"news\" }"),
  ]

  private static func page(_ kind: DiagnosticExample.Kind, _ text: String) -> String {
    let head = "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>News</title>"
    return switch kind {
    case .page, .configuration: text + "\n"
    case .body: "<!DOCTYPE html>\n<html lang=\"en\"><head>\(head)</head>\n<body>\n\(text)\n</body></html>\n"
    case .styles:
      "<!DOCTYPE html>\n<html lang=\"en\"><head>\(head)\n<style>\n\(text)\n</style></head><body><p>Text</p></body></html>\n"
    case .token:
      "<!DOCTYPE html>\n<html lang=\"en\" html-identify=\"Token\"><head><title>News</title></head>\n<body>\n\(text)\n</body></html>\n"
    }
  }

  private static func site() throws -> Scratch {
    let scratch = try Scratch()
    for file in files { try scratch.write("site/" + file.path, file.text) }
    return scratch
  }

  /// The codes that `check` reports, by file.
  private static func codes(_ scratch: Scratch) throws -> [String: Set<String>] {
    let check = try Command.run(
      "check", "site", "--accessibility", "--layout", "--no-cache", "--diagnostics", "json", in: scratch.url)
    var found: [String: Set<String>] = [:]
    for line in check.errors.split(separator: "\n") {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let file = object["file"] as? String, let code = object["code"] as? String
      else { continue }
      found[file, default: []].insert(code)
    }
    return found
  }

  @Test func examplesOfPagesGetTheirCodes() throws {
    let scratch = try Self.site()
    let examples = DiagnosticExample.all.filter { $0.kind != .configuration }
    #expect(examples.count > 90)
    for example in examples {
      try scratch.write("site/w\(example.number).html", Self.page(example.kind, example.wrong))
      try scratch.write("site/r\(example.number).html", Self.page(example.kind, example.right))
    }
    let found = try Self.codes(scratch)
    for example in examples {
      let name = try #require(DiagnosticCode.named(String(example.number))).name
      #expect(found["w\(example.number).html"]?.contains(name) == true, "\(name): the wrong source is not reported")
      #expect(found["r\(example.number).html"]?.contains(name) != true, "\(name): the right source is reported")
    }
  }

  @Test func examplesOfConfigurationsGetTheirCodes() throws {
    let scratch = try Self.site()
    let examples = DiagnosticExample.all.filter { $0.kind == .configuration }
    #expect(examples.count > 8)
    for example in examples {
      let name = try #require(DiagnosticCode.named(String(example.number))).name
      try scratch.write("site/hybrid.json", example.wrong)
      #expect(
        try Self.codes(scratch).values.contains { $0.contains(name) }, "\(name): the wrong source is not reported")
      try scratch.write("site/hybrid.json", example.right)
      #expect(try !Self.codes(scratch).values.contains { $0.contains(name) }, "\(name): the right source is reported")
    }
  }

  @Test func explainShowsTheExample() throws {
    let text = try Command.run("explain", "HYB0133").output
    #expect(text.hasSuffix("\nRight:\n\n    <img src=\"img/lake.svg\" alt=\"A lake\">\n"), "\(text)")
    #expect(try Command.run("explain", "HYB0133", "--format", "json").output.contains("\"example\":{\"wrong\":"))
    #expect(Set(DiagnosticExample.all.map(\.number)).count == DiagnosticExample.all.count)
  }
}
