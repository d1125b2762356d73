import Foundation
import Testing

/// Names that differ only in capital and small letters: some file systems find such files, phones do not.
@Suite struct NameCaseTests {
  private static let head =
    "<!DOCTYPE html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>"
    + "<style>body { font-family: sans-serif }</style>"

  @Test func theOtherCaseIsNamed() throws {
    let scratch = try Scratch()
    try scratch.write("img/Lake.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>")
    try scratch.write("CSS/app.css", "p { color: red }")
    try scratch.write("partials/Header.html", "<h1>t</h1>")
    try scratch.write("About.html", Self.head + "<p>x")
    try scratch.write(
      "index.html",
      Self.head + "<link rel=stylesheet href=css/app.css>\n<img src=IMG/lake.svg alt=a>\n<a href=about.html>x</a>\n")
    try scratch.write("other.html", Self.head + "\n<include src=/partials/header.html></include>")
    let run = try Command.run("check", in: scratch.url)
    #expect(run.status == 1)
    let helps = run.errors.split(separator: "\n").filter { $0.hasPrefix("help: case") }
    #expect(
      helps == [
        "help: case differs: the file is `img/Lake.svg`", "help: case differs: the file is `About.html`",
        "help: case differs: the file is `CSS/app.css`", "help: case differs: the file is `partials/Header.html`",
      ], "\(run.errors)")
    let inspect = try Command.run("inspect", "dom", "ABOUT.html", in: scratch.url)
    #expect(inspect.errors == "hybrid: ABOUT.html: no such page in .\nhelp: did you mean `About.html`?\n")
  }

  /// The configuration's files, too.
  @Test func filesOfTheConfiguration() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", Self.head + "<p>x")
    try scratch.write("fonts/Sans.metrics", "x")
    try scratch.write("hybrid.json", #"{ "fonts": { "sans-serif": "FONTS/sans.metrics" } }"#)
    let run = try Command.run("check", in: scratch.url)
    #expect(run.errors.contains("help: case differs: the file is `fonts/Sans.metrics`\n"), "\(run.errors)")
  }
}
