import Foundation
import Testing

/// What names, URLs and keys of a site bring into the output: nothing steers a terminal, a log or a page.
@Suite struct OutputEscapingTests {
  /// ESC, BEL, C1's CSI, a right-to-left override, an isolate, an Arabic letter mark, a line separator, a tag character.
  private static let steering = "\u{1B}[31m\u{7}\u{9B}\u{202E}\u{2066}\u{61C}\u{2028}\u{E0041}"

  private func site() throws -> Scratch {
    let scratch = try Scratch()
    let href = Self.steering + "`<b>|[x](https://e.test)@user`.html"
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>\n"
        + "<a href='\(href)'>x</a><img alt=x src='\(Self.steering)`.png'>\n")
    // Files of such names are refused, and named.
    try scratch.write("site/a\u{202E}\u{1B}\u{9B}`|b\u{7}.txt", "x")
    try scratch.write("site/hybrid.json", "{ \"k\u{1B}\u{9B}\u{202E}`ey\": 1 }")
    return scratch
  }

  private func steers(_ text: String) -> [String] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
      default: false
      }
    }.map { String($0.value, radix: 16) }
  }

  @Test(arguments: ["human", "json", "github", "sarif"], [false, true])
  func nothingSteersTheOutput(format: String, hasConfiguration: Bool) throws {
    let scratch = try site()
    let file = scratch.url.appendingPathComponent("site/hybrid.json")
    if !hasConfiguration { try FileManager.default.removeItem(at: file) }
    let run = try Command.run(
      "build", "site", "--no-cache", "--diagnostics", format, "--report", "report.html", in: scratch.url,
      environment: ["GITHUB_STEP_SUMMARY": scratch.path + "/summary"])
    #expect(run.status != 0)
    #expect(run.errors.contains("HYB"), "\(run.errors)")
    #expect(steers(run.errors) == [], "\(run.errors)")
    #expect(steers(run.output) == [])
    let report = try String(contentsOf: scratch.url.appendingPathComponent("report.html"), encoding: .utf8)
    #expect(steers(report) == [])
  }

  /// In the summary of a step nothing begins or ends code, a cell, a link or an element.
  @Test(arguments: [
    ["bu\(steering)ild"], ["build", "--\(steering)"], ["explain", steering], ["build", "site\(steering)"],
  ])
  func argumentsSteerNoTerminal(arguments: [String]) throws {
    let scratch = try Scratch()
    let run = try Command.start(arguments, in: scratch.url).finish()
    #expect(run.status != 0 && !run.errors.isEmpty)
    #expect(steers(run.output + run.errors) == [], "\(run.output + run.errors)")
  }

  @Test func theSummaryIsText() throws {
    let scratch = try site()
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("site/hybrid.json"))
    _ = try Command.run(
      "build", "site", "--no-cache", "--diagnostics", "github", in: scratch.url,
      environment: ["GITHUB_STEP_SUMMARY": scratch.path + "/summary"])
    let summary = try String(contentsOf: scratch.url.appendingPathComponent("summary"), encoding: .utf8)
    #expect(summary.contains("HYB0133") && summary.contains("HYB0103"), "\(summary)")
    #expect(steers(summary) == [])
    for row in summary.split(separator: "\n").dropFirst(3) {
      #expect(row.filter { $0 == "|" }.count == 5, "\(row)")
      for character in "`<>[]@*_" { #expect(!row.contains(character), "\(character) in \(row)") }
      #expect(!row.contains("https://"))
    }
  }

  /// Dumps of a page steer no terminal; JSON holds the very characters, escaped.
  @Test func dumpsSteerNoTerminal() throws {
    let scratch = try Scratch()
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><a href=\"/x&#x1b;[31m&#x202e;\" id=\"i&#x9b;\">a&#x202e;b</a>")
    for verb in [["dom"], ["page"], ["page", "--semantics"], ["layout"], ["style", "--selector", "a"]] {
      for format in [verb == ["dom"] ? "tree" : "text", "json"] {
        let arguments = ["inspect", verb[0], "index.html", "--root", "site", "--format", format] + verb.dropFirst()
        let run = try Command.start(arguments, in: scratch.url).finish()
        #expect(run.status == 0, "\(verb) \(run.errors)")
        #expect(!run.output.unicodeScalars.contains { [0x1B, 0x9B, 0x202E].contains($0.value) }, "\(run.output)")
        if format == "json" { _ = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) }
      }
    }
  }

  /// A line feed of a title or a text begins no command of GitHub's runner.
  @Test(arguments: ["::error::x", " ::add-mask::x", "\u{3000}::stop-commands::\u{301}"])
  func dumpsHaveNoCommands(command: String) throws {
    let scratch = try Scratch()
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html><html lang=en><title>t\n\(command)</title><pre title='a\n\(command)'>x\n\(command)\n</pre>")
    for verb in ["dom", "page", "layout"] {
      let run = try Command.start(["inspect", verb, "index.html", "--root", "site"], in: scratch.url).finish()
      #expect(run.status == 0 && run.output.contains(command.drop { $0.isWhitespace }), "\(verb) \(run.errors)")
      for line in run.output.split(separator: "\n") {
        let scalars = line.unicodeScalars.drop { $0.properties.isWhitespace }
        #expect(!scalars.starts(with: "::".unicodeScalars), "\(verb): \(line)")
      }
    }
  }

  /// Programs get the very name.
  @Test func namesInJSONAreWhole() throws {
    let scratch = try site()
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("site/hybrid.json"))
    let run = try Command.run("check", "site", "--no-cache", "--diagnostics", "json", in: scratch.url)
    let files = run.errors.split(separator: "\n").compactMap { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["file"] as? String
    }
    #expect(files.contains("a\u{202E}\u{1B}\u{9B}`|b\u{7}.txt"), "\(files)")
  }

  /// Commands as runners of CI know them.
  private static let commands = [
    "::set-output name=sha::evil", "\u{AD}:\u{200B}:stop-commands::x", "##[set-output name=a]b", "x ##vso[task.x]y",
    "##teamcity[buildStop]", "###\u{200D}[error]x",
  ]

  /// Whether GitHub's runner, Azure's or TeamCity's would take a line for a command.
  private func isCommand(_ line: Substring) -> Bool {
    let scalars = line.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    let text = String(String.UnicodeScalarView(scalars))
    let start = text.drop { $0.isWhitespace }
    return start.hasPrefix("::") && start.dropFirst(2).contains("::")
      || text.range(of: #"##[A-Za-z]*\["#, options: .regularExpression) != nil
  }

  /// CI's runners find no commands in lines of sources, messages and names of files, in any format.
  @Test(arguments: commands, ["human", "json", "sarif"])
  func noCommandsOfRunners(command: String, format: String) throws {
    let scratch = try Scratch()
    #expect(isCommand(command[...]))
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><a href='\(command).html'>x</a>\n<p style=\"color:\n\(command)\n\">x</p>\n"
        + "<style>p{color:\n\(command)\n}</style>")
    try scratch.write("site/\(command).html", "<!DOCTYPE html><html lang=en><title>t</title><a href='none'>x</a>")
    let file = "problems.\(format)"
    let run = try Command.run(
      "build", "site", "--no-cache", "--diagnostics", format, "--diagnostics-file", file, in: scratch.url)
    #expect(run.errors.contains("HYB"), "\(run.errors)")
    let written = try String(contentsOf: scratch.url.appendingPathComponent(file), encoding: .utf8)
    #expect(written.contains("HYB") && !written.split(separator: "\n").contains(where: isCommand), "\(written)")
    #expect(!(run.errors + run.output).split(separator: "\n").contains(where: isCommand), "\(run.errors)")
  }

  /// A sign is shown as U+FFFD; any other line is shown as it is, and the caret stays under its place.
  @Test func carets() throws {
    let scratch = try Scratch()
    try scratch.write(
      "site/index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><p>x</p><style>\n::before{colr:red}\n::a{} p::after{colr:red}</style>"
    )
    let run = try Command.run("build", "site", "--no-cache", in: scratch.url)
    #expect(run.errors.contains("\n  ::before{colr:red}\n           ^"), "\(run.errors)")
    #expect(run.errors.contains("\n  \u{FFFD}:a{} p::after{colr:red}</style>\n                 ^"), "\(run.errors)")
  }

  /// Patterns of routes steer neither a terminal nor who reads the code that is made of them.
  @Test(arguments: [
    ["list"], ["list", "--format", "json"], ["graph"], ["generate", "--language", "swift"],
    ["generate", "--language", "kotlin"],
  ])
  func routesSteerNothing(arguments: [String]) throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    try scratch.write(
      "site/hybrid.json",
      #"{"name": "a\u202eb##[error]c", "routes": [{"pattern": "/zz\u202e\u009b31m\u2066/{q}", "page": "index.html"}]}"#)
    let run = try Command.start(["routes"] + arguments + ["--root", "site"], in: scratch.url).finish()
    #expect(run.status == 0 && run.output.contains("zz"), "\(run.errors)")
    #expect(steers(run.output) == [], "\(run.output)")
    #expect(!run.output.split(separator: "\n").contains(where: isCommand), "\(run.output)")
    if arguments.last == "swift" { #expect(run.output.contains(#"zz\u{202e}\u{9b}31m\u{2066}/"#), "\(run.output)") }
    if arguments.last == "kotlin" { #expect(run.output.contains(#"zz\u202e\u009b31m\u2066/"#), "\(run.output)") }
  }
}
