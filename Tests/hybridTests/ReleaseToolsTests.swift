import Foundation
import Testing

/// What makes and installs releases of the tool: `Tools/tag`, `Tools/action-install`, `Tools/demo`, the npm package's script.
@Suite struct ReleaseToolsTests {
  private static let tools = Command.repository.appendingPathComponent("Tools")
  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  private static func has(_ program: String) -> Bool {
    path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  private func run(_ program: String, _ arguments: [String] = [], in scratch: Scratch, _ more: [String: String] = [:])
    throws -> Command
  {
    try Command.start(
      [program] + arguments, in: scratch.url,
      environment: ["PATH": Self.path, "HOME": scratch.path].merging(more) { $1 },
      program: URL(fileURLWithPath: "/usr/bin/env")
    ).finish()
  }

  // MARK: - make tag

  /// A repository whose files all say 1.2.3.
  private func repository() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("Sources/hybrid/Hybrid.swift", "enum V {\n  static let text = \"1.2.3\"\n}\n")
    try scratch.write(
      "CHANGELOG.md", "# Changelog\n\n## 1.2.3 (2026-01-02)\n\n- **New**\n\n## 1.2.2 (2025-01-02)\n\n- Old\n")
    try scratch.write("clients/javascript/package.json", #"{ "version": "1.2.3" }"#)
    try scratch.write("README.md", "tar xzf hybrid-1.2.3-linux-x86_64.tar.gz\npip install hybrid_build-1.2.3-*.whl\n")
    try scratch.write("docs/reference/compatibility.md", "| Written by | Read by 1.2.3 |\n")
    try scratch.write("Package.swift", #".package(url: "https://example.com/a/Yams", from: "6.0.0")"# + "\n")
    try scratch.write("Tools/release-pins.json", #"{ "pins": [{ "location": "https://example.com/a/Yams.git" }] }"#)
    try git(["init", "-q"], in: scratch)
    try commit(scratch)
    return scratch
  }

  private func git(_ arguments: [String], in scratch: Scratch) throws {
    let done = try run("git", arguments, in: scratch)
    #expect(done.status == 0, "\(done.errors)")
  }

  private func commit(_ scratch: Scratch) throws {
    try git(["add", "-A"], in: scratch)
    try git(["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "c"], in: scratch)
  }

  private func tag(_ scratch: Scratch, _ arguments: String...) throws -> Command {
    try run(
      "python3", [Self.tools.path + "/tag"] + arguments, in: scratch,
      [
        "TAG_ROOT": scratch.path, "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com",
        "PYTHONDONTWRITEBYTECODE": "1",
      ])
  }

  @Test func theTagIsMadeOnceWithTheChangelog() throws {
    let scratch = try repository()
    let checked = try tag(scratch, "--check")
    #expect(checked.status == 0 && checked.output == "everything says 1.2.3\n", "\(checked.output)\(checked.errors)")
    let made = try tag(scratch)
    #expect(made.status == 0, "\(made.output)\(made.errors)")
    let text = try run("git", ["tag", "-l", "--format=%(contents)", "v1.2.3"], in: scratch).output
    #expect(text.contains("hybrid 1.2.3\n\n- **New**") && !text.contains("Old"), "\(text)")
    let again = try tag(scratch)
    #expect(again.status == 1 && again.output == "the tag v1.2.3 exists already\n", "\(again.output)")
  }

  @Test(arguments: [
    ("CHANGELOG.md", "## 1.2.3 (", "## 1.2.4 (", "the first section is 1.2.4, the program is 1.2.3"),
    ("CHANGELOG.md", "(2026-01-02)", "(unreleased)", "found “unreleased”"),
    ("CHANGELOG.md", "(2026-01-02)", "(2999-01-02)", "found “2999-01-02”"),
    ("CHANGELOG.md", "## 1.2.2", "## 1.3.0", "not in order"),
    ("clients/javascript/package.json", "1.2.3", "1.2.2", "the version is 1.2.2"),
    ("README.md", "hybrid-1.2.3", "hybrid-1.2.2", "README.md: names hybrid-1.2.2-…"),
    ("README.md", "build-1.2.3", "build-1.2.2", "README.md: names hybrid_build-1.2.2-…"),
    ("docs/reference/compatibility.md", "1.2.3", "1.2.2", "no column “Read by 1.2.3”"),
    ("Tools/release-pins.json", "Yams", "Yaml", "does not pin yams"),
  ]) func theTagIsRefusedWhereFilesDisagree(_ file: String, _ text: String, _ other: String, _ finding: String) throws {
    let scratch = try repository()
    let whole = try String(contentsOf: scratch.url.appendingPathComponent(file), encoding: .utf8)
    try scratch.write(file, whole.replacing(text, with: other))
    try commit(scratch)
    let answer = try tag(scratch)
    #expect(answer.status == 1 && answer.output.contains(finding), "\(answer.output)\(answer.errors)")
    #expect(try run("git", ["tag"], in: scratch).output.isEmpty)
  }

  @Test func theTagIsRefusedWhereSomethingIsNotCommitted() throws {
    let scratch = try repository()
    try scratch.write("new file", "x")
    let answer = try tag(scratch)
    #expect(answer.status == 1 && answer.output == "not committed: \"new file\"\n", "\(answer.output)")
  }

  @Test func thisRepositorySaysOneVersion() throws {
    let answer = try Command.start(
      [Self.tools.path + "/tag", "--agreement"], environment: ["PATH": Self.path],
      program: URL(fileURLWithPath: "/usr/bin/python3")
    ).finish()
    #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
  }

  // MARK: - The action

  /// A folder of releases with one, whose program prints its version.
  private func releases() throws -> (Scratch, hash: String, name: String) {
    let scratch = try Scratch()
    let machine = try run("uname", ["-m"], in: scratch).output.trimmingCharacters(in: .newlines)
    let name = "hybrid-7.8.9-linux-\(machine).tar.gz"
    try scratch.write("hybrid-7.8.9/bin/hybrid", "#!/bin/sh\necho 7.8.9\n")
    chmod(scratch.path + "/hybrid-7.8.9/bin/hybrid", 0o755)
    try FileManager.default.createDirectory(atPath: scratch.path + "/r/v7.8.9", withIntermediateDirectories: true)
    #expect(try run("tar", ["czf", "r/v7.8.9/" + name, "hybrid-7.8.9"], in: scratch).status == 0)
    let hash = String(try run("sha256sum", ["r/v7.8.9/" + name], in: scratch).output.prefix(64))
    try scratch.write("r/v7.8.9/SHA256SUMS", "\(hash)  \(name)\n")
    return (scratch, hash, name)
  }

  private func install(_ scratch: Scratch, _ more: [String: String]) throws -> Command {
    let standard = ["HYBRID_RELEASES": "file://\(scratch.path)/r", "FONTS": "false", "VERSION": "7.8.9"]
    return try run(Self.tools.path + "/action-install", in: scratch, standard.merging(more) { $1 })
  }

  @Test(.enabled(if: has("curl"), "curl is not installed (apt-get install curl)"))
  func theActionInstallsAReleaseWithItsHash() throws {
    let (scratch, hash, name) = try releases()
    for more in [[:], ["SHA256": hash], ["SHA256": hash.uppercased()], ["VERSION": "v7.8.9"]] {
      let answer = try install(scratch, more)
      #expect(answer.status == 0 && answer.output == "7.8.9\n", "\(answer.output)\(answer.errors)")
      #expect(FileManager.default.isExecutableFile(atPath: scratch.path + "/.local/hybrid/bin/hybrid"))
    }
    // What is wrong ends the step, and leaves what was installed before.
    let zeros = String(repeating: "0", count: 64)
    for hash in [zeros, "x"] {
      let refused = try install(scratch, ["SHA256": hash])
      #expect(refused.status == 65 && refused.output.contains("does not have the hash"), "\(refused.output)")
    }
    try scratch.write("r/v7.8.9/SHA256SUMS", "\(zeros)  \(name)\n\(hash)  other\n")
    #expect(try install(scratch, [:]).status == 65)
    #expect(FileManager.default.isExecutableFile(atPath: scratch.path + "/.local/hybrid/bin/hybrid"))
    let missing = try install(scratch, ["VERSION": "7.8.8"])
    #expect(missing.status == 69 && missing.output.contains("the release 7.8.8 cannot be downloaded"))
    #expect(try install(scratch, ["VERSION": "../7.8.9"]).status == 64)
  }

  // MARK: - make demo, npm, fonts

  @Test func theDemoTakesAProgramOrATarball() throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/examples", withDestinationPath: Command.repository.path + "/examples")
    try scratch.write("hybrid-1/bin/hybrid", "#!/bin/sh\nexec '\(Command.executable.path)' \"$@\"\n")
    chmod(scratch.path + "/hybrid-1/bin/hybrid", 0o755)
    #expect(try run("tar", ["czf", "hybrid-1.tar.gz", "hybrid-1"], in: scratch).status == 0)
    for program in ["hybrid-1.tar.gz", Command.executable.path] {
      let answer = try run(Self.tools.path + "/demo", [program], in: scratch)
      #expect(answer.status == 0, "\(answer.output)\(answer.wholeErrors)")
      #expect(answer.output.contains(".build/demo/dist: sound\n"), "\(answer.output)")
    }
  }

  @Test(.enabled(if: has("node"), "node is not installed (apt-get install nodejs)"))
  func theNpmScriptStartsTheProgramOfTheSystem() throws {
    let scratch = try Scratch()
    let script = try String(contentsOf: Self.tools.appendingPathComponent("release-npm.js"), encoding: .utf8)
    try scratch.write("node_modules/hybrid-cli/hybrid.js", script)
    let missing = try run("node", ["node_modules/hybrid-cli/hybrid.js"], in: scratch)
    #expect(missing.status == 69, "\(missing.wholeErrors)")
    let name = try #require(missing.wholeErrors.firstMatch(of: #/npm package (\S+) is not installed/#)).1
    try scratch.write("node_modules/\(name)/package.json", "{}")
    try scratch.write("node_modules/\(name)/bin/hybrid", "#!/bin/sh\necho \"$# $2\"\nexit 66\n")
    chmod(scratch.path + "/node_modules/\(name)/bin/hybrid", 0o755)
    let answer = try run("node", ["node_modules/hybrid-cli/hybrid.js", "build", "a site"], in: scratch)
    #expect(answer.status == 66 && answer.output == "2 a site\n", "\(answer.output)\(answer.wholeErrors)")
    // The program sends the script a signal, which comes back to it.
    for signal in ["TERM", "INT", "HUP"] {
      try scratch.write(
        "node_modules/\(name)/bin/hybrid",
        "#!/bin/sh\ntrap 'exit 7' \(signal)\nkill -\(signal) $PPID\nfor i in $(seq 100); do sleep 0.1; done\n")
      chmod(scratch.path + "/node_modules/\(name)/bin/hybrid", 0o755)
      let ended = try run("node", ["node_modules/hybrid-cli/hybrid.js"], in: scratch)
      #expect(ended.status == 7, "\(signal): \(ended.status) \(ended.wholeErrors)")
    }
  }

  /// On a machine without fonts and their configuration nothing of fontconfig's own is printed.
  @Test func aMissingFontConfigurationIsNotReported() throws {
    let scratch = try Scratch()
    try scratch.write("empty/x", "")
    try scratch.write(
      "index.html",
      "<!DOCTYPE html><html lang=en><title>t</title><meta name=viewport content=width=device-width><p>Text")
    let answer = try Command.run(
      "build", in: scratch.url, environment: ["FONTCONFIG_SYSROOT": scratch.path + "/empty"])
    #expect(answer.status == 0 && !answer.wholeErrors.contains("Fontconfig"), "\(answer.wholeErrors)")
  }

  @Test func runsOfAReleaseAreCompared() throws {
    let scratch = try Scratch()
    for folder in ["a", "b"] {
      try scratch.write(folder + "/x", "x")
      try scratch.write(folder + "/y", folder == "a" ? "1" : "2")
    }
    let check = [Self.tools.path + "/release-check", "--equal"]
    let differs = try run("python3", check + ["a", "b"], in: scratch)
    #expect(differs.status == 1 && differs.output == "y: differs\n", "\(differs.output)")
    let equal = try run("python3", check + ["a", "a"], in: scratch)
    #expect(equal.status == 0 && equal.output == "2 files are equal\n", "\(equal.output)")
    try FileManager.default.createDirectory(atPath: scratch.path + "/empty", withIntermediateDirectories: true)
    let empty = try run("python3", check + ["empty", "empty"], in: scratch)
    #expect(empty.status == 1 && empty.output.contains("both folders are empty"), "\(empty.output)")
    let missing = try run("python3", check + ["a", "gone"], in: scratch)
    #expect(missing.status == 2 && missing.wholeErrors.contains("gone: no such folder"), "\(missing.wholeErrors)")
  }
}
