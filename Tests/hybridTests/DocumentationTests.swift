import Foundation
import Testing

/// The shell blocks of documents (```` ```sh ````) are run in their order, each document in a folder of its own that has the
/// examples; a command that fails fails the test. Blocks of other kinds are for reading.
@Suite struct DocumentationTests {
  /// The documents for users.
  static let all: [String] = {
    let files = FileManager.default
    let list = { (folder: String) in
      ((try? files.contentsOfDirectory(atPath: Command.repository.appendingPathComponent(folder).path)) ?? []).sorted()
    }
    return ["README.md", "examples/README.md"] + documentsOfFolder.map { "docs/" + $0 }
      + list("examples").map { "examples/\($0)/README.md" }.filter { (try? text($0)) != nil }
  }()

  /// The documents under `docs/` and its folders, relative to it.
  static let documentsOfFolder: [String] = {
    let folder = Command.repository.appendingPathComponent("docs").path
    return (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".md") }.sorted()
  }()

  /// Those that have blocks to run.
  static let documents = all.filter { (try? text($0).contains("```sh\n")) == true }

  static func text(_ document: String) throws -> String {
    try String(contentsOf: Command.repository.appendingPathComponent(document), encoding: .utf8)
  }

  @Test(arguments: documents) func theCommandsRun(_ document: String) throws {
    let blocks = try Self.text(document).matches(of: #/(?m)^```sh\n((?s:.*?))^```$/#).map { String($0.1) }
    #expect(!blocks.isEmpty && Self.documents.count >= 14)
    let scratch = try Scratch()
    if blocks.contains(where: { $0.contains("examples/") }) {
      try FileManager.default.copyItem(
        at: Command.repository.appendingPathComponent("examples"), to: scratch.url.appendingPathComponent("examples"))
    }
    try scratch.write("run.sh", "set -eu\n" + blocks.joined(separator: "\n"))
    // A block that does not end, such as a watch, fails with status 124.
    let run = try Command.start(
      ["300", "bash", "run.sh"], in: scratch.url,
      environment: [
        "PATH": Command.executable.deletingLastPathComponent().path + ":/usr/bin:/bin", "HOME": scratch.path,
        "HYBRID_TEMPLATES": Command.repository.appendingPathComponent("templates").path,
      ], program: URL(fileURLWithPath: "/usr/bin/timeout")
    ).finish()
    #expect(run.status == 0, "\(document)\n\(run.output)\n\(run.errors)")
  }

  /// What getting started says of the mistake is what the tool says.
  @Test func theMessageOfTheMistakeIsTheTools() throws {
    let document = try Self.text("docs/tutorials/first-site.md")
    let shown = document.split(separator: "\n").drop { !$0.contains("warning[HYB0137]") }.prefix(4).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let scratch = try Scratch()
    #expect(try Command.run("new", "my-app", "--template", "tabs", in: scratch.url).status == 0)
    let page = try #require(document.firstMatch(of: #/(?s)about\.html <<'END'\n(.*?)END\n/#)).1
    try scratch.write("my-app/about.html", page + "<p><a href=\"/trails/laek\">The lake</a>\n")
    let errors = try Command.run("check", "my-app", in: scratch.url).errors
    for line in shown { #expect(errors.contains(line), "\(line)\n\(errors)") }
  }

  /// README.md and docs/reference/commands.md show the summary that the tool prints, except for its time.
  @Test func theSummaryThatIsShownIsTheTools() throws {
    let scratch = try Scratch()
    #expect(try Command.run("new", "my-app", "--template", "tabs", in: scratch.url).status == 0)
    let summary = try Command.run("build", "my-app", in: scratch.url).timeless
    for document in ["README.md", "docs/reference/commands.md"] {
      let lines = try Self.text(document).replacing(#/in \d+\.\d\d s/#, with: "in T").split(separator: "\n")
      let shown = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.contains(" files → ") }
      #expect(
        !shown.isEmpty && shown.allSatisfy { $0 == summary.split(separator: "\n").first ?? "" },
        "\(document): \(shown) \(summary)")
      let last = summary.split(separator: "\n").last ?? ""
      #expect(lines.contains { $0.trimmingCharacters(in: .whitespaces) == last }, "\(document): \(last)")
    }
  }

  /// The table of verbs has them all, and no other.
  @Test func theTableOfVerbsIsWhole() throws {
    let program = try Command.run("--help").output
    let verbs = program.matches(of: #/(?m)^  ([a-z]+) {3,}\S/#).map { String($0.1) }
    let documented = try Self.text("docs/reference/commands.md").matches(of: #/(?m)^\| `hybrid ([a-z]+)/#).map {
      String($0.1)
    }
    #expect(verbs.count > 15)
    #expect(Set(verbs) == Set(documented))
  }

  /// Blocks for shells that are not run, and JSON, can be read at least; codes, and files of the repository, are there.
  @Test func whatIsNotRunCanBeRead() throws {
    let codes = try Self.text("docs/reference/diagnostics.md")
    let scratch = try Scratch()
    for document in Self.all + ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
      let text = try Self.text(document)
      for block in text.matches(of: #/(?m)^```(bash|json)\n((?s:.*?))^```$/#) {
        if block.1 == "json" {
          let value = try? JSONSerialization.jsonObject(with: Data(block.2.utf8))
          #expect(value != nil, "\(document): \(block.2)")
        } else {
          try scratch.write("block.sh", String(block.2))
          let read = try Command.start(
            ["-n", "block.sh"], in: scratch.url, program: URL(fileURLWithPath: "/bin/bash")
          ).finish()
          #expect(read.status == 0, "\(document): \(read.errors)")
        }
      }
      for code in text.matches(of: #/HYB\d{4}/#) { #expect(codes.contains(code.0), "\(document): \(code.0)") }
      for path in text.matches(
        of: #/`((?:Sources|Tests|Tools|Benchmarks|examples|templates|schema|preview)/[^`\s*]*)`/#)
      {
        let file = Command.repository.appendingPathComponent(String(path.1))
        #expect(FileManager.default.fileExists(atPath: file.path), "\(document): \(path.1)")
      }
    }
  }

  /// Links between documents lead to files and headings that are there.
  @Test func linksBetweenDocumentsLeadSomewhere() throws {
    let folder = Command.repository
    let names = Self.documentsOfFolder
    #expect(names.count > 30)
    let documents =
      names.map { "docs/" + $0 }
      + ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md"]
      + ["news", "shop", "handbook", "todo", "magazine", "settings", "weather"].map { "examples/\($0)/README.md" }
    for document in documents {
      let base = folder.appendingPathComponent(document).deletingLastPathComponent()
      let prose = try Self.text(document).replacing(#/(?s)```.*?```/#, with: "").replacing(#/`[^`\n]*`/#, with: "")
      for link in prose.matches(of: #/\]\(([^)\s]+)\)/#).map({ String($0.1) }) where !link.contains("://") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file =
          parts[0].isEmpty ? folder.appendingPathComponent(document) : base.appendingPathComponent(String(parts[0]))
        #expect(FileManager.default.fileExists(atPath: file.path), "\(document): \(link)")
        guard parts.count > 1, let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
        let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
          line.drop { $0 == "#" || $0 == " " }.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            .replacing(" ", with: "-")
        }
        #expect(headings.contains(String(parts[1])), "\(document): \(link)")
      }
    }
    // The index names every document.
    let index = try Self.text("docs/README.md")
    for name in names where name != "README.md" {
      #expect(index.contains("(\(name)"), "docs/README.md does not name \(name)")
    }
  }
}
