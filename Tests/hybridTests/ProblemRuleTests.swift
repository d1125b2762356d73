import Foundation
import Testing

/// How much problems count, and where they are shown.
@Suite struct ProblemRuleTests {
  private static let start =
    "<!DOCTYPE html>\n<html lang=en><meta name=viewport content='width=device-width'><title>t</title>\n"

  @Test func configurationSaysHowMuchProblemsCount() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", Self.start + "<a href=gone.html>x</a>\n")
    try scratch.write("old/a.html", Self.start + "<a href=gone.html>x</a>\n")
    let warning = "index.html:3:4: warning[HYB0137]"
    #expect(try Command.run("check", in: scratch.url).errors.contains(warning))
    try scratch.write("hybrid.json", #"{"diagnostics": {"HYB0137": "off"}}"#)
    #expect(!(try Command.run("check", in: scratch.url).errors.contains("HYB0137")))
    try scratch.write("hybrid.json", #"{"diagnostics": {"HYB0137": {"**": "error", "old/**": "off"}}}"#)
    let check = try Command.run("check", in: scratch.url)
    #expect(check.status == 1)
    #expect(
      check.errors.contains("index.html:3:4: error[HYB0137]") && !check.errors.contains("old/a.html"), "\(check.errors)"
    )
    try scratch.write("hybrid.json", #"{"diagnostics": {"HYB0131": "off", "HYB0000": "off", "HYB0137": "no"}}"#)
    let wrong = try Command.run("check", in: scratch.url)
    #expect(wrong.status == 78)
    for text in [
      "HYB0131 is an error, which cannot be less", "the code `HYB0000` is unknown", "one of off, warning, error",
    ] {
      #expect(wrong.errors.contains(text), "\(wrong.errors)")
    }
  }

  @Test func commentsHideTheNextLine() throws {
    let scratch = try Scratch()
    try scratch.write(
      "index.html",
      Self.start
        + "<link rel=stylesheet href=a.css>\n<!-- hybrid-disable-next-line HYB0137 -->\n<a href=gone.html>x</a>\n"
        + "<a href=other.html>y</a>\n<!-- hybrid-disable-next-line HYB0137 HYB1 -->\n<p>z</p>\n")
    try scratch.write("a.css", "p {\n  /* hybrid-disable-next-line HYB2002 */\n  colr: red;\n}\n")
    try scratch.write("b.md", "---\n---\nx\n\n<!-- hybrid-disable-next-line HYB0137 -->\n[gone](gone.html)\n")
    let check = try Command.run("check", in: scratch.url)
    #expect(!check.errors.contains("index.html:5:") && !check.errors.contains("a.css:3:"), "\(check.errors)")
    #expect(check.errors.contains("index.html:6:4: warning[HYB0137]"), "\(check.errors)")
    #expect(
      check.errors.contains(
        "index.html:7:6: note[HYB9070]: the comment hides nothing: HYB0137; HYB1, which is not a known code\n"),
      "\(check.errors)")
    #expect(!check.errors.contains("b.md:6:"), "\(check.errors)")
  }

  /// A problem that is reported once for all elements of a page is hidden only where a comment says so, from the cache too.
  @Test func commentsHideOnePlaceOfSeveral() throws {
    let scratch = try Scratch()
    let hidden = "<!-- hybrid-disable-next-line HYB6101 -->\n<img src=a.svg>\n"
    try scratch.write("a.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    try scratch.write("index.html", Self.start + hidden + "<img src=a.svg class=k>\n<img src=a.svg>\n")
    for _ in 0..<2 {
      let check = try Command.run("check", "--accessibility", in: scratch.url)
      #expect(check.errors.contains("index.html:5:1: warning[HYB6101]"), "\(check.errors)")
      #expect(check.errors.contains("so it is for one other element of the page"), "\(check.errors)")
      #expect(check.errors.contains("\n  <img src=a.svg class=k>\n"), "\(check.errors)")
    }
    try scratch.write("index.html", Self.start + hidden + hidden)
    let all = try Command.run("check", "--accessibility", in: scratch.url)
    #expect(!all.errors.contains("HYB6101") && !all.errors.contains("HYB9070"), "\(all.errors)")
  }

  /// Text that shows such a comment hides nothing, and gets no note.
  @Test func codeThatShowsACommentDoesNotCount() throws {
    let scratch = try Scratch()
    let comment = "<!-- hybrid-disable-next-line HYB0137 -->"
    try scratch.write(
      "a.md",
      "---\n---\n`\(comment)`\n[gone](gone.html)\n\n```html\n\(comment)\n```\n\n``\nx `\(comment)\n`` y\n\n~~~\n\(comment)\n"
    )
    try scratch.write(
      "index.html",
      Self.start + "<p>Write <code>&lt;!-- hybrid-disable-next-line HYB0137 --></code>.</p>\n"
        + "<!-- -- > a reason: hybrid-disable-next-line HYB0137 -->\n<a href=other.html>x</a>\n")
    let check = try Command.run("check", in: scratch.url)
    #expect(!check.errors.contains("HYB9070"), "\(check.errors)")
    #expect(check.errors.contains("a.md:3:1: warning[HYB0137]"), "\(check.errors)")
    #expect(!check.errors.contains("index.html"), "\(check.errors)")
    // A backtick without its end is text.
    try scratch.write("a.md", "---\n---\na ` b\n\n\(comment)\n[gone](gone.html)\n")
    let open = try Command.run("check", in: scratch.url)
    #expect(!open.errors.contains("HYB9070") && !open.errors.contains("a.md:6:1"), "\(open.errors)")
  }

  @Test func asManyProblemsAsWereAskedFor() throws {
    let scratch = try Scratch()
    try scratch.write(
      "index.html", Self.start + "<link rel=stylesheet href=gone.css>\n<a href=a.html>x</a>\n<a href=b.html>x</a>\n")
    let nowhere = try Command.run("check", "--diagnostics-file", "none/all.sarif", in: scratch.url)
    #expect(nowhere.status == 1 && nowhere.errors.contains("none/all.sarif cannot be written"), "\(nowhere.errors)")
    try scratch.write("good/index.html", Self.start + "<p>x</p>\n")
    let good = try Command.run("check", "good", "--diagnostics-file", "none/all.sarif", in: scratch.url)
    #expect(good.status == 73 && good.errors.contains("none/all.sarif cannot be written"), "\(good.errors)")
    try FileManager.default.removeItem(atPath: scratch.path + "/good")
    let check = try Command.run("check", "--max-problems", "2", "--diagnostics-file", "all.sarif", in: scratch.url)
    let lines = check.wholeErrors.split(separator: "\n")
    #expect(lines.first?.contains("not shown (`--max-problems 2`)") == true, "\(check.errors)")
    let places = check.wholeErrors.matches(of: #/: (error|warning|note)\[/#).map { String($0.1) }
    #expect(places == ["warning", "error"], "\(check.errors)")
    let whole = try String(contentsOf: scratch.url.appendingPathComponent("all.sarif"), encoding: .utf8)
    #expect(whole.contains("HYB0137") && whole.contains("a.html") && whole.contains("b.html"))
    #expect(try Command.run("check", "--max-problems", "0", in: scratch.url).status == 64)
  }

  @Test func problemsOfManyFilesAreOne() throws {
    let scratch = try Scratch()
    for number in 1...6 { try scratch.write("\(number).html", Self.start + "<a href=gone.html>x</a>\n") }
    let check = try Command.run("check", in: scratch.url)
    #expect(check.errors.matches(of: #/HYB0137/#).count == 1, "\(check.errors)")
    #expect(check.errors.contains("5 other files have it too"), "\(check.errors)")
    let all = try Command.run("build", "-v", in: scratch.url)
    #expect(all.errors.matches(of: #/HYB0137/#).count == 6, "\(all.errors)")
  }

  @Test func misspeltCommandsHaveANearOne() throws {
    let wrong = try Command.run("biuld", "site")
    #expect(wrong.status == 64)
    #expect(wrong.wholeErrors == "hybrid: there is no command `biuld`\nhelp: did you mean `hybrid build`?\n")
  }
}
