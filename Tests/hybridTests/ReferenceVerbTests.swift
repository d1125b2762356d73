import Foundation
import Testing

/// The documents that are made of the argument parser's description.
@Suite struct ReferenceVerbTests {
  @Test func theCommandReferenceIsCurrent() throws {
    let file = Command.repository.appendingPathComponent("docs/reference/command-reference.md")
    let made = try Command.run("reference", "markdown")
    #expect(made.status == 0)
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil {
      try Data(made.output.utf8).write(to: file)
    }
    let committed = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    #expect(made.output == committed, "run: hybrid reference markdown > docs/reference/command-reference.md")
  }

  @Test func theDiagnosticsAreCurrent() throws {
    let file = Command.repository.appendingPathComponent("docs/reference/diagnostics.md")
    let made = try Command.run("explain", "--format", "markdown").output
    if ProcessInfo.processInfo.environment["HYBRID_UPDATE"] != nil { try Data(made.utf8).write(to: file) }
    let committed = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    #expect(made == committed, "run: hybrid explain --format markdown > docs/reference/diagnostics.md")
  }

  @Test func everyVerbHasAManualPageAndCompletions() throws {
    let scratch = try Scratch()
    #expect(try Command.run("reference", "man", "man1", in: scratch.url).status == 0)
    let pages = Scratch.contents(scratch.url.appendingPathComponent("man1"))
    let overview = String(decoding: try #require(pages["hybrid.1"]), as: UTF8.self)
    let build = String(decoding: try #require(pages["hybrid-build.1"]), as: UTF8.self)
    #expect(overview.contains(".BR hybrid\\-build (1)\n"))
    #expect(build.hasPrefix(".TH HYBRID\\-BUILD 1 "))
    #expect(build.contains(".TP\n\\fB\\-o\\fR, \\fB\\-\\-out\\-dir\\fR \\fIFOLDER\\fR\n"))
    // A line that begins with a dot would be a macro.
    for (name, page) in pages {
      let macros = String(decoding: page, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix(".") }
      #expect(
        macros.allSatisfy { [".TH", ".SH", ".TP", ".PP", ".B ", ".BR", ".I ", ".br"].contains($0.prefix(3)) }, "\(name)"
      )
    }
    for shell in ["bash", "zsh", "fish"] {
      let script = try Command.run("--generate-completion-script", shell)
      #expect(script.status == 0)
      #expect(script.output.contains("inspect"))
    }
  }

  /// Every verb explains itself, and refuses what it does not know.
  @Test func everyVerbHasHelpAndRefusesUnknownFlags() throws {
    let reference = try Command.run("reference", "markdown").output
    let verbs = reference.matches(of: #/\n    hybrid ((?:[a-z]+ ?)+)/#).map {
      $0.1.split(separator: " ").map(String.init)
    }
    #expect(verbs.count > 10)
    for verb in verbs {
      let help = try Command.start(verb + ["--help"]).finish()
      #expect(help.status == 0)
      #expect(help.output.hasPrefix("OVERVIEW: "), "\(verb)")
      #expect(help.output.contains("USAGE: hybrid \(verb.joined(separator: " "))"), "\(verb)")
      let wrong = try Command.start(verb + ["--no-such-flag"]).finish()
      #expect(wrong.status == 64, "\(verb)")
      #expect(wrong.errors.hasPrefix("Error: "), "\(verb)")
    }
    #expect(try Command.run("biuld").status == 64)
  }
}
