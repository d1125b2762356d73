import Foundation
import Testing

/// Usual mistakes have plain words, the line on which they were made, and a help that mends them.
@Suite struct ProblemWordsTests {
  private static let start =
    "<!DOCTYPE html>\n<html lang=en><meta name=viewport content='width=device-width'><title>t</title>\n"

  private struct Mistake {
    var text: String
    var place: String
    var message: String
    var help: String
  }

  private static let mistakes: [Mistake] = [
    Mistake(
      text: "name: x\nbase:/x/\n", place: "2:5", message: "a space is missing behind the colon",
      help: "write `base: /x/`"),
    Mistake(
      text: "base:/x/\nname: y\n", place: "1:5", message: "a space is missing behind the colon",
      help: "write `base: /x/`"),
    Mistake(
      text: "a: 1\nname\nb: 2\n", place: "2:1", message: "a colon is missing behind the key", help: "write `key: value`"
    ),
    Mistake(
      text: "a: \"C:\\Users\"\n", place: "1:7", message: "`\\U` is not an escape of a text in double quotes",
      help: "put the text in single quotes"),
    Mistake(
      text: "a: \"\\d+\"\n", place: "1:5", message: "`\\d` is not an escape of a text in double quotes",
      help: "put the text in single quotes"),
    Mistake(
      text: "a: 1\nb: \"open\nc: 2\nd: 3\n", place: "2:4", message: "the quote is not closed on its line",
      help: "close the quote"),
    Mistake(
      text: "a: 'open\nb: 'two'\nc: 3\n", place: "1:4", message: "the quote is not closed on its line",
      help: "close the quote"),
    Mistake(
      text: "a: [1, 2\nb: 3\n", place: "1:4", message: "`[` is not closed, or a comma is missing in it",
      help: "write `]` behind the last one"),
    Mistake(text: "a: [1 2}\n", place: "1:8", message: "a comma or `]` is missing", help: "close the bracket"),
    Mistake(
      text: "title: One: two\n", place: "1:11", message: "a value holds a colon and a space without quotes",
      help: "put the value in quotes"),
    Mistake(
      text: "a: 1\n  b: 2\n", place: "2:4", message: "the line is indented further than the key before it",
      help: "indent the line"),
    Mistake(
      text: "a: @x\n", place: "1:4", message: "`@` cannot begin a value without quotes", help: "put the value in quotes"
    ),
    Mistake(
      text: "a: *bold*\n", place: "1:4", message: "`*` cannot begin a value without quotes",
      help: "put the value in quotes"),
    Mistake(
      text: "a: - b\n", place: "1:4", message: "a list cannot begin behind its key", help: "on a line of its own"),
    Mistake(
      text: "a:\n\tb: 1\n", place: "2:1", message: "a tab indents the line, where YAML takes only spaces",
      help: "indent with spaces"),
    Mistake(
      text: "a:\n  - 1\n  b: 2\n", place: "3:3", message: "the line is not an item of the list around it",
      help: "begin it with `- `"),
  ]

  @Test func mistakesInYAML() throws {
    let scratch = try Scratch()
    var names = ""
    for (number, mistake) in Self.mistakes.enumerated() {
      try scratch.write("data/m\(number).yml", mistake.text)
      names += "{{ data.m\(number).a }} "
    }
    try scratch.write("index.html", Self.start + "<p>\(names)</p>\n")
    let check = try Command.run("check", "--max-problems", "100", in: scratch.url)
    let blocks = ("\n" + check.errors).components(separatedBy: "\ndata/")
    for (number, mistake) in Self.mistakes.enumerated() {
      let block = blocks.first { $0.hasPrefix("m\(number).yml:") } ?? ""
      #expect(
        block.hasPrefix(
          "m\(number).yml:\(mistake.place): error[HYB4115]: the file is not valid YAML: \(mistake.message)\n"),
        "\(mistake.text): \(block)")
      #expect(block.contains("help: ") && block.contains(mistake.help), "\(mistake.text): \(block)")
      #expect(!block.contains("did not find") && !block.contains("not allowed"), "\(block)")
    }
  }

  /// The configuration and front matter are read by the same words.
  @Test func mistakesInOtherYAML() throws {
    let scratch = try Scratch()
    try scratch.write("site/hybrid.yml", "name: x\nbase:/x/\n")
    try scratch.write("site/index.html", Self.start)
    let check = try Command.run("check", "site", in: scratch.url)
    #expect(
      check.errors.hasPrefix(
        "hybrid.yml:2:5: error[HYB0202]: a space is missing behind the colon\n  base:/x/\n      ^\nhelp: write `base: /x/`\n"
      ),
      "\(check.errors)")
    try scratch.write("notes/a.md", "---\ntitle: \"One\ndate: 2026-01-02\n---\n# One\n")
    let notes = try Command.run("check", "notes", in: scratch.url)
    #expect(notes.errors.contains("a.md:2:8: error["), "\(notes.errors)")
    #expect(notes.errors.contains("the quote is not closed on its line\n"), "\(notes.errors)")
  }

  /// A value of a folder that is missing: the file that would give it is named.
  @Test func valuesWithoutFiles() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", Self.start + "<p>{{ data.walks.x }} {{ title }}</p>\n")
    let check = try Command.run("check", in: scratch.url)
    #expect(
      check.errors.contains(
        "help: the site has no file in `data/`: write `data/walks.json`; braces that readers are to see go into `<code>`\n"
      ),
      "\(check.errors)")
    #expect(check.errors.contains("help: values of the build begin with `data.`, `page.`"), "\(check.errors)")
  }

  @Test func placeholdersAreReportedInTheirPartialOnce() throws {
    let scratch = try Scratch()
    try scratch.write("partials/foot.html", "<footer>\n<p>{{ yera }}</p></footer>\n")
    for name in ["index", "a", "b", "c", "d"] {
      try scratch.write("\(name).html", Self.start + "<p>x</p>\n<include src=\"/partials/foot.html\"></include>\n")
    }
    let check = try Command.run("check", in: scratch.url)
    #expect(
      check.errors.contains(
        "partials/foot.html:2:4: warning[HYB4174]: nothing fills `{{ yera }}`\n  <p>{{ yera }}</p></footer>\n     ^~~~~~~~~~\n"
          + "note: used at a.html:4, b.html:4, c.html:4 and 2 more places\n"), "\(check.errors)")
    #expect(check.errors.components(separatedBy: "HYB4174").count == 2, "\(check.errors)")
  }

  /// A page without its style sheet has other fonts and colours than readers will see.
  @Test func aMissingSheetHasNoConsequences() throws {
    let scratch = try Scratch()
    let page = Self.start + "<link rel=stylesheet href=mising.css><p style='color: #999'>abc</p>\n"
    try scratch.write("index.html", page)
    let check = try Command.run("check", "--accessibility", "--layout", in: scratch.url)
    #expect(check.errors.contains("error[HYB0130]"), "\(check.errors)")
    #expect(!check.errors.contains("HYB3001") && !check.errors.contains("HYB6109"), "\(check.errors)")
    // With the sheet they are reported.
    try scratch.write("mising.css", "p { margin: 0 }\n")
    let whole = try Command.run("check", "--accessibility", in: scratch.url)
    #expect(whole.errors.contains("HYB6109"), "\(whole.errors)")
  }

  @Test func filtersThatCannotRunSayWhy() throws {
    let scratch = try Scratch()
    try scratch.write("hybrid.json", #"{ "filters": { "*.css": "./tools/filter.sh" } }"#)
    try scratch.write("index.html", Self.start + "<link rel=stylesheet href=a.css>\n")
    try scratch.write("a.css", "p { color: red }\n")
    try scratch.write("tools/filter.sh", "#!/bin/sh\ncat\n")
    let plain = try Command.run("build", "--allow-filters", in: scratch.url)
    #expect(
      plain.errors.contains("the program `./tools/filter.sh` of the filter for `*.css` is not executable\n"),
      "\(plain.errors)")
    #expect(plain.errors.contains("help: run `chmod +x tools/filter.sh`"), "\(plain.errors)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path + "/tools/filter.sh")
    let build = try Command.run("build", "--allow-filters", in: scratch.url)
    #expect(build.status == 0, "\(build.errors)")
    // Only the build needs the script.
    let index = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/dist/packages")
      .filter { $0.hasSuffix(".index.json") }
      .map { try String(contentsOfFile: scratch.path + "/dist/packages/" + $0, encoding: .utf8) }.joined()
    #expect(index.contains("web/a.css") && !index.contains("filter.sh"), "\(index)")
  }

  /// A picture that `images` keeps is not proposed for it.
  @Test func imagesAreProposedOnlyWhereTheyHelp() throws {
    let scratch = try Scratch()
    try FileManager.default.copyItem(
      at: Command.repository.appendingPathComponent("examples/pictures/news-wide.png"),
      to: scratch.url.appendingPathComponent("big.png"))
    let image = "<img src=big.png alt=x width=40 height=30>"
    try scratch.write("index.html", Self.start + image + "\n")
    let proposed = try Command.run("check", in: scratch.url)
    try scratch.write("index.html", Self.start + image + "<a href=big.png>large</a>\n")
    let kept = try Command.run("check", in: scratch.url)
    #expect(proposed.errors.contains("HYB1066") && kept.errors.contains("HYB1066"), "\(proposed.errors)\(kept.errors)")
    #expect(proposed.errors.contains(#""images": true"#), "\(proposed.errors)")
    #expect(!kept.errors.contains(#""images": true"#), "\(kept.errors)")
    #expect(kept.errors.contains("keeps it, since something besides `<img src>` names it"), "\(kept.errors)")
  }
}
