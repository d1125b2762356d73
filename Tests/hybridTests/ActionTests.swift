import Foundation
import HybridClient
import Testing

/// The GitHub Action: its steps' program, and that the two speak of the same inputs.
@Suite struct ActionTests {
  @Test func theActionBuildsAndPrintsWhere() throws {
    let scratch = try Scratch()
    try scratch.write(
      "a site/index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><meta name=viewport content=width=device-width><p>")
    let run = try Command.start(
      [], in: scratch.url,
      environment: [
        "HYBRID": Command.executable.path, "HOME": scratch.path, "ROOT": "a site", "OUT_DIR": "the release",
        "SEQUENCE": "7",
        "ARGUMENTS": "--warnings-as-errors\n  --channel 'beta one' --expires 30d\n",
        "GITHUB_OUTPUT": scratch.path + "/output", "GITHUB_STEP_SUMMARY": scratch.path + "/summary",
      ], program: Command.repository.appendingPathComponent("Tools/action")
    ).finish()
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasSuffix("the release: sound\n"))
    #expect(
      try String(contentsOf: scratch.url.appendingPathComponent("output"), encoding: .utf8) == "out-dir=the release\n")
    let release = try ReleaseFolder.open(scratch.path + "/the release")
    #expect(release.manifest.sequence == 7)
    let latest = try String(contentsOf: scratch.url.appendingPathComponent("the release/latest.json"), encoding: .utf8)
    let payload = try #require(latest.firstMatch(of: #/"payload":"([^"]*)"/#)).1
    let text = String(decoding: Data(base64Encoded: String(payload)) ?? Data(), as: UTF8.self)
    #expect(text.contains(#""channel":"beta one""#) && text.contains("expires"))
  }

  /// A problem ends the step, and is an annotation.
  @Test func theActionFailsWhereTheBuildDoes() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", "<!DOCTYPE html><html lang=en><title>t</title><link rel=stylesheet href=lost.css>")
    let run = try Command.start(
      [], in: scratch.url, environment: ["HYBRID": Command.executable.path, "HOME": scratch.path],
      program: Command.repository.appendingPathComponent("Tools/action")
    ).finish()
    #expect(run.status == 1)
    #expect((run.output + run.errors).contains("::error file=index.html,line=1"), "\(run.output)\(run.errors)")
  }

  /// A release over a budget was published: it is verified and named, and the step fails with its own status.
  @Test func theActionNamesAReleaseOverABudget() throws {
    let scratch = try Scratch()
    try scratch.write("index.html", "<!DOCTYPE html><html lang=en><title>t</title><p>x")
    try scratch.write("hybrid.json", #"{ "budgets": { "page": "1B" } }"#)
    let run = try Command.start(
      [], in: scratch.url,
      environment: [
        "HYBRID": Command.executable.path, "HOME": scratch.path, "GITHUB_OUTPUT": scratch.path + "/output",
      ], program: Command.repository.appendingPathComponent("Tools/action")
    ).finish()
    #expect(run.status == 3, "\(run.output)\(run.errors)")
    #expect(run.output.hasSuffix("./dist: sound\n"), "\(run.output)")
    #expect(
      try String(contentsOf: scratch.url.appendingPathComponent("output"), encoding: .utf8) == "out-dir=./dist\n")
  }

  /// A tag can be pushed again: actions of others are named by their commits. `OWNER/hybrid` is this one.
  @Test(arguments: ["action.yml", "docs/guides/ci.md"]) func actionsAreNamedByCommits(file: String) throws {
    let uses = try DocumentationTests.text(file).matches(of: /uses: *([^@\s]+)@(\S+)(.*)/)
      .filter { !$0.1.hasPrefix("OWNER/") }
    #expect(!uses.isEmpty)
    for use in uses {
      #expect(use.2.wholeMatch(of: /[0-9a-f]{40}/) != nil, "\(file): \(use.0)")
      #expect(use.3.contains(/# v\d+\.\d+\.\d+/), "\(file): \(use.0) does not say which release it is")
    }
  }

  /// What continuous integration counts needs valgrind, and debugging information taken off.
  @Test func hostilePagesAreMeasuredInIntegration() throws {
    #expect(try DocumentationTests.text(".ci/run").contains("\"make scaling-sample\"\n"))
    #expect(try DocumentationTests.text("Makefile").contains("\n\tTools/scaling --sample\n"))
    let packages =
      try DocumentationTests.text("Tools/install-dependencies").split(separator: "\n")
      .first { $0.hasPrefix("test_packages=(") }?.split { " ()".contains($0) } ?? []
    #expect(packages.contains("valgrind") && packages.contains("binutils"))
  }

  /// `make install-view` is all that is to be called: it installs what the package of hybrid-view links.
  @Test func hybridViewInstallsWhatItNeeds() throws {
    let makefile = try DocumentationTests.text("Makefile")
    #expect(makefile.contains("\nview-deps:\n\t@Tools/install-dependencies --view\n"))
    #expect(makefile.contains("\nview: view-deps\n") && makefile.contains("\ninstall-view: view-deps\n"))
    let packages =
      try DocumentationTests.text("Tools/install-dependencies").split(separator: "\n")
      .first { $0.hasPrefix("view_packages=(") }?.split { " ()".contains($0) } ?? []
    let providers = try DocumentationTests.text("Hosts/GTK/Package.swift").matches(of: #/\.apt\(\["([^"]+)"\]\)/#)
    #expect(providers.count == 2)
    for provider in providers { #expect(packages.contains(provider.1), "\(provider.1)") }
  }

  @Test func everyInputIsUsedAndDocumented() throws {
    let action = try DocumentationTests.text("action.yml")
    let inputs = try #require(action.firstMatch(of: #/(?s)\ninputs:\n(.*?)\noutputs:/#)).1
    let names = inputs.matches(of: #/(?m)^  ([a-z0-9-]+):$/#).map { String($0.1) }
    #expect(names.count == 10)
    for name in names { #expect(action.contains("inputs.\(name) "), "\(name)") }
    let document = try DocumentationTests.text("docs/guides/ci.md")
    for name in names { #expect(document.contains("`\(name)`"), "\(name)") }
    for path in action.matches(of: #/\$GITHUB_ACTION_PATH\/([\w\/-]+)/#) {
      let file = Command.repository.appendingPathComponent(String(path.1)).path
      #expect(FileManager.default.isExecutableFile(atPath: file), "\(path.1)")
    }
  }
}
