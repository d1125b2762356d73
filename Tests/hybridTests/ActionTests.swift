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
