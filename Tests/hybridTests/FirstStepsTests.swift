import Foundation
import Testing

/// What the mistakes of the first hour lead to: one report each, at its place, with a way out.
@Suite struct FirstStepsTests {
  private let head =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta name=\"viewport\" content=\"width=device-width\"><title>t</title></head>\n"

  private func codes(_ errors: String) -> [String] {
    errors.matches(of: #/\[(HYB\d+)\]/#).map { String($0.1) }
  }

  /// A script that no browser runs is reported once, whatever number of pages loads it; other languages are passed over.
  @Test func scriptsOfWebPagesAreChecked() throws {
    let scratch = try Scratch()
    for name in ["index", "other"] {
      try scratch.write(
        "\(name).html",
        head
          + "<body><p><a href=\"/other.html\">x</a></p><script src=\"app.js\"></script><script type=\"module\" src=\"m.js\"></script>\n"
          + "<script type=\"text/babel\">const a = <p>x</p></script></body></html>\n")
    }
    try scratch.write("app.js", "function save() {\n  return 1 +;\n}\n")
    try scratch.write("m.js", "import { x } from './x.js';\nawait x;\n")
    try scratch.write("x.js", "export const x = 1;\nexport function y( { }\n")
    let check = try Command.run("check", ".", in: scratch.url)
    #expect(check.status == 0)
    #expect(codes(check.errors) == ["HYB1079", "HYB1079"], "\(check.errors)")
    #expect(check.errors.contains("app.js:2:13: warning[HYB1079]: expected a value after `+`, found `;`"))
    #expect(check.errors.contains("x.js:2:") && check.errors.contains("help: browsers run nothing of this script"))
    try scratch.write("app.js", "function save() {\n  return 1 + 2;\n}\n")
    try scratch.write("x.js", "export const x = 1;\n")
    #expect(try Command.run("check", ".", in: scratch.url).errors == "")
    // An inline one at its place in the page.
    try scratch.write("index.html", head + "<body><p>x</p>\n<script>\nlet a = [1, 2;\n</script></body></html>\n")
    try scratch.write("other.html", head + "<body><p>x</p></body></html>\n")
    let inline = try Command.run("check", ".", in: scratch.url)
    #expect(codes(inline.errors) == ["HYB1079"] && inline.errors.hasPrefix("index.html:5:"), "\(inline.errors)")
  }

  /// What is wrong with a parameter is reported where the partial is used, and nowhere else.
  @Test func misspeltAttributesAreOneProblem() throws {
    let scratch = try Scratch()
    try scratch.write(
      "partials/list.html",
      "<param name=\"plan\" type=\"data\">\n<ul><li t:static=\"x in plan.list\">{{ x }}</li></ul>\n"
        + "<include src=\"/partials/name.html\" plan=\"plan\"></include>\n")
    try scratch.write(
      "partials/name.html", "<param name=\"plan\" type=\"data\" required>\n<p>{{ plan.name.first | upper }}</p>\n")
    try scratch.write("data/plan.json", "{ \"list\": [1], \"name\": { \"first\": \"Ada\" } }")
    try scratch.write(
      "index.html", head + "<body><include src=\"/partials/list.html\" paln=\"data.plan\"></include></body></html>\n")
    let misspelt = try Command.run("check", ".", in: scratch.url)
    #expect(codes(misspelt.errors) == ["HYB4107"], "\(misspelt.errors)")
    try scratch.write(
      "index.html", head + "<body><include src=\"/partials/name.html\"></include></body></html>\n")
    let missing = try Command.run("check", ".", in: scratch.url)
    #expect(codes(missing.errors) == ["HYB4106"], "\(missing.errors)")
    // A value of the wrong type stays a problem of the partial; a right one is silent.
    try scratch.write(
      "index.html",
      head + "<body><include src=\"/partials/name.html\" plan=\"data.plan.list\"></include></body></html>\n")
    #expect(codes(try Command.run("check", ".", in: scratch.url).errors) == ["HYB4111"])
    try scratch.write(
      "index.html", head + "<body><include src=\"/partials/list.html\" plan=\"data.plan\"></include></body></html>\n")
    #expect(try Command.run("check", ".", in: scratch.url).errors == "")
  }

  /// A configuration that ends in `.json` is JSON; its faults are at their places.
  @Test func configurationsAreJSON() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", head + "<body><p>x</p></body></html>\n")
    for (text, place, message) in [
      ("{\n  \"name\": \"x\",\n  \"version\": \"1.0.0\",\n}\n", "3:21", "a comma is before the closing bracket"),
      ("{\n  \"name\": \"x\",\n  // the name\n  \"version\": \"1.0.0\"\n}\n", "3:3", "JSON has no comments"),
      ("{\n  # the name\n  \"name\": \"x\"\n}\n", "2:3", "JSON has no comments"),
      (
        "{\n  \"name\": \"x\"\n  \"version\": \"1.0.0\"\n}\n", "2:13",
        "the file is not valid JSON: expected a comma or a brace"
      ),
      ("{\n  name: \"x\"\n}\n", "2:3", "`name` is not in quotes"),
    ] {
      try scratch.write("hybrid.json", text)
      let check = try Command.run("check", ".", in: scratch.url)
      #expect(check.status == 78)
      #expect(check.errors.hasPrefix("hybrid.json:\(place): error[HYB0202]: \(message)\n"), "\(check.errors)")
    }
    for text in ["", "\n", "{}", "\u{FEFF}{ \"name\": \"x\" }\r\n"] {
      try scratch.write("hybrid.json", text)
      #expect(try Command.run("check", ".", in: scratch.url).errors == "", "\(text)")
    }
  }

  /// What a build writes is not for version control.
  @Test func newSitesIgnoreWhatBuildsWrite() throws {
    let scratch = try Scratch()
    let new = try Command.run(
      "new", "app", in: scratch.url,
      environment: ["HYBRID_TEMPLATES": Command.repository.appendingPathComponent("templates").path])
    #expect(new.output.contains("\n  .gitignore\n"), "\(new.output)")
    let text = try String(contentsOf: scratch.url.appendingPathComponent("app/.gitignore"), encoding: .utf8)
    #expect(text == "dist/\n.hybrid/\n")
    #expect(try Command.run("build", "app", in: scratch.url).status == 0)
    let files = Scratch.contents(scratch.url.appendingPathComponent("app/dist"))
    let index = try #require(files.first { $0.key.hasPrefix("packages/base.") && $0.key.hasSuffix(".index.json") })
    let names = String(decoding: index.value, as: UTF8.self)
    #expect(!names.contains("gitignore") && names.contains("web/index.html"), "\(names)")
    // A template that brings its own keeps it.
    try scratch.write("own/mini/index.html", "<p>mini")
    try scratch.write("own/mini/.gitignore", "out/\n")
    let own = try Command.run(
      "new", "mini", "--template", "mini", in: scratch.url, environment: ["HYBRID_TEMPLATES": scratch.path + "/own"])
    #expect(own.status == 0)
    #expect(try String(contentsOf: scratch.url.appendingPathComponent("mini/.gitignore"), encoding: .utf8) == "out/\n")
  }

  @Test func pagesOfNativeViewsAreNamed() throws {
    let scratch = try Scratch()
    let body = "<body><scrollView><label>Tides</label></scrollView></body></html>\n"
    try scratch.write("index.html", head + body)
    let check = try Command.run("check", ".", in: scratch.url)
    #expect(codes(check.errors) == ["HYB1173"], "\(check.errors)")
    #expect(
      check.errors.contains(
        "help: it is a component of Token pages: write `<html html-identify=\"Token\">`, or `\"dialect\": \"token\"`"))
    try scratch.write(
      "index.html", "<!DOCTYPE html>\n<html lang=\"en\" html-identify=\"Token\"><head><title>t</title></head>\n" + body)
    #expect(!(try Command.run("check", ".", in: scratch.url).errors.contains("HYB1173")))
  }

  /// Ctrl-C is how a preview ends: nothing was interrupted.
  @Test func previewEndsWithoutAWord() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", head + "<body><p>x</p></body></html>\n")
    #expect(try Command.run("build", ".", in: scratch.url).status == 0)
    let preview = try Command.start(["preview", "--port", "0"], in: scratch.url)
    preview.wait(forOutput: "preview at http://")
    kill(preview.process.processIdentifier, SIGINT)
    let ended = preview.finish()
    #expect(ended.status == 130 && ended.errors == "\n", "\(ended.errors)")
  }

  /// A server that does not answer has refused nothing.
  @Test func updaterSaysThatAServerIsUnreachable() throws {
    let scratch = try Scratch()
    let program = Command.executable.deletingLastPathComponent().appendingPathComponent("updater")
    let update = try Command.start(["update", "store", "http://127.0.0.1:1/"], in: scratch.url, program: program)
      .finish()
    #expect(
      update.status == 65 && update.output.hasPrefix("unreachable: latest.json: connection: "),
      "\(update.output)\(update.errors)")
    try scratch.write("empty/x", "")
    let refused = try Command.start(["update", "store", "empty"], in: scratch.url, program: program).finish()
    #expect(refused.output.hasPrefix("refused: latest.json: "), "\(refused.output)\(refused.errors)")
  }
}
