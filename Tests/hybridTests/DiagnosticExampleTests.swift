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
    case .page, .configuration, .files, .commands, .text: text + "\n"
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
      "check", "site", "--accessibility", "--layout", "--minify", "--no-cache", "--diagnostics", "json", in: scratch.url
    )
    var found: [String: Set<String>] = [:]
    for line in check.errors.split(separator: "\n") {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let file = object["file"] as? String, let code = object["code"] as? String
      else { continue }
      found[file, default: []].insert(code)
      // What many pages have in common is one problem with all of its places.
      for place in object["others"] as? [[String: Any]] ?? [] {
        if let file = place["file"] as? String { found[file, default: []].insert(code) }
      }
    }
    return found
  }

  @Test func examplesOfPagesGetTheirCodes() throws {
    let scratch = try Self.site()
    let examples = DiagnosticExample.all.filter { [.body, .page, .styles, .token].contains($0.kind) }
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

  @Test(arguments: DiagnosticExample.all.filter { $0.kind == .files })
  func examplesOfFilesGetTheirCodes(_ example: DiagnosticExample) throws {
    let name = try #require(DiagnosticCode.named(String(example.number))).name
    for (files, isWrong) in [(example.wrongFiles, true), (example.rightFiles, false)] {
      let scratch = try Self.site()
      for file in files { try scratch.write("site/" + file.path, file.text + "\n") }
      let check = try Command.run("check", "site", "--accessibility", "--layout", "--no-cache", in: scratch.url)
      #expect(check.wholeErrors.contains("[\(name)]") == isWrong, "\(name): \(check.wholeErrors)")
      #expect(isWrong || check.status == 0, "\(name): \(check.wholeErrors)")
    }
  }

  /// What the commands run next to, as ``DiagnosticExample/setting`` says; made once.
  private static let setting = Result { () throws -> URL in
    let folder = Command.caches.appendingPathComponent("examples")
    for file in files {
      let path = folder.appendingPathComponent("site/" + file.path)
      try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: path)
    }
    for arguments in [
      ["keygen", "-o", "release.pem"],
      ["roots", "add", "dist", "--key", "release.pem.pub", "--sign-key", "release.pem"],
      ["build", "site", "-o", "dist", "--sign-key", "release.pem", "--sequence", "2"],
    ] {
      let run = try Command.start(arguments, in: folder).finish()
      #expect(run.status == 0, "\(run.wholeErrors)")
    }
    return folder
  }

  @Test(arguments: DiagnosticExample.all.filter { $0.kind == .commands })
  func examplesOfCommandsGetTheirCodes(_ example: DiagnosticExample) throws {
    let name = try #require(DiagnosticCode.named(String(example.number))).name
    let setting = try Self.setting.get()
    for (commands, isWrong) in [(example.wrong, true), (example.right, false)] {
      let scratch = try Scratch()
      for file in ["site", "dist", "release.pem", "release.pem.pub"] {
        try FileManager.default.copyItem(
          at: setting.appendingPathComponent(file), to: scratch.url.appendingPathComponent(file))
      }
      try scratch.write("run.sh", commands)
      let run = try Command.start(
        ["run.sh"], in: scratch.url,
        environment: [
          "PATH": Command.executable.deletingLastPathComponent().path + ":/usr/bin:/bin",
          "HOME": scratch.path + "/home",
          "XDG_CONFIG_HOME": scratch.path + "/home",
        ], program: URL(fileURLWithPath: "/bin/bash")
      ).finish()
      let printed = run.output + run.wholeErrors
      #expect(printed.contains(name) == isWrong, "\(name): \(printed)")
      #expect(isWrong || run.status == 0, "\(name): \(printed)")
    }
  }

  /// A new code needs a wrong and a right source, which the tests above run. A text, which nothing runs, has a reason.
  @Test func everyCodeHasAnExample() {
    let missing = DiagnosticCode.all.filter { $0.example == nil }.map(\.name)
    #expect(missing == [], "write an example in Sources/Diagnostics/Examples")
    #expect(DiagnosticExample.all.allSatisfy { ($0.kind == .text) == ($0.reason?.isEmpty == false) })
    #expect(DiagnosticExample.all.allSatisfy { $0.wrong != $0.right && !$0.wrong.isEmpty && !$0.right.isEmpty })
    #expect(DiagnosticExample.all.count { $0.kind == .text } <= 35)
  }

  @Test func explainShowsTheExample() throws {
    let text = try Command.run("explain", "HYB0133").output
    #expect(text.hasSuffix("\nRight:\n\n    <img src=\"img/lake.svg\" alt=\"A lake\">\n"), "\(text)")
    #expect(try Command.run("explain", "HYB0133", "--format", "json").output.contains("\"example\":{\"wrong\":"))
    #expect(Set(DiagnosticExample.all.map(\.number)).count == DiagnosticExample.all.count)
    let files = try Command.run("explain", "HYB4115").output
    #expect(
      files.contains(
        "\nWrong, data/tides.json:\n\n    [{ \"time\": \"06:12\", }]\n\nWrong, news.html:\n\n    <!DOCTYPE"),
      "\(files)")
    #expect(try Command.run("explain", "HYB5001").output.contains("\nThe commands run in a folder with a site"))
  }
}
