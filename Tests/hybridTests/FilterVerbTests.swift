import Foundation
import Testing

/// The programs of a checkout: what they make, and that none runs before somebody trusts them.
@Suite struct FilterVerbTests {
  private static let page =
    "<!DOCTYPE html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>"
    + "<link rel=stylesheet href=a.css><p>x</p>"

  /// A site whose style sheet goes through a program of its own, which leaves a mark beside itself.
  private func site(_ script: String, name: String = "filter.sh") throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("site/index.html", Self.page)
    try scratch.write("site/a.css", "p { color: red }\n")
    try scratch.write(
      "site/hybrid.json", "{ \"filters\": { \"*.css\": \"./\(name) -x 'a b'\" }, \"exclude\": [\"*.sh\", \"ran\"] }\n")
    try program(script, at: "site/\(name)", in: scratch)
    return scratch
  }

  private func program(_ script: String, at path: String, in scratch: Scratch) throws {
    try scratch.write(path, "#!/bin/sh\n" + script)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: scratch.url.appendingPathComponent(path).path)
  }

  private func run(_ arguments: [String], in scratch: Scratch) throws -> Command {
    let home = scratch.url.appendingPathComponent("home").path
    return try Command.start(arguments, in: scratch.url, environment: ["XDG_CONFIG_HOME": home]).finish()
  }

  private func hasRun(_ scratch: Scratch) -> Bool {
    FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("site/ran").path)
  }

  private static let marking = "echo \"$HYBRID_FILE $*\" >> ran; sed s/red/blue/\n"

  /// Whatever is asked for, a program of a checkout does not run before it is trusted.
  @Test(arguments: [
    ["build", "site"], ["check", "site"], ["build", "site", "--no-cache"], ["build", "site", "--shard", "1/2"],
    ["inspect", "dom", "index.html", "--root", "site"], ["inspect", "page", "index.html", "--root", "site", "--why"],
    ["inspect", "layout", "index.html", "--root", "site"], ["picture", "index.html", "--root", "site", "-o", "p.png"],
    ["routes", "list", "site"], ["routes", "graph", "site"], ["vendor", "site", "--check"], ["clean", "site"],
    ["cache", "stats", "site"], ["trust", "site"], ["trust", "site", "--revoke"],
  ])
  func nothingRunsUntrusted(_ arguments: [String]) throws {
    let scratch = try site(Self.marking)
    _ = try run(arguments, in: scratch)
    #expect(!hasRun(scratch))
  }

  @Test func untrustedFiltersSayWhatWouldRun() throws {
    let scratch = try site(Self.marking)
    let build = try run(["build", "site"], in: scratch)
    #expect(build.status == 78)
    #expect(build.errors.contains("hybrid.json:1:25: error[HYB0270]"), "\(build.errors)")
    #expect(build.errors.contains("for 1 file: ./filter.sh -x a b"), "\(build.errors)")
    #expect(build.errors.contains("hybrid trust"))
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("site/dist/latest.json").path))
  }

  @Test func trustedFiltersRunAndAreKept() throws {
    let scratch = try site(Self.marking)
    let trust = try run(["trust", "site"], in: scratch)
    #expect(trust.status == 0 && trust.output.contains("*.css: ./filter.sh -x a b"), "\(trust.output)\(trust.errors)")
    #expect(!hasRun(scratch))
    let build = try run(["build", "site"], in: scratch)
    #expect(build.status == 0 && build.errors == "", "\(build.errors)")
    let ran = scratch.url.appendingPathComponent("site/ran")
    #expect(try String(contentsOf: ran, encoding: .utf8) == "a.css -x a b\n")
    let style = try run(["inspect", "style", "index.html", "--selector", "p", "--root", "site"], in: scratch)
    #expect(
      style.output.contains("#0000ff") || style.output.contains("blue") || style.output.contains("rgb(0"),
      "\(style.output)")
    // The answers come from the cache.
    let runs = try String(contentsOf: ran, encoding: .utf8)
    #expect(try run(["build", "site"], in: scratch).status == 0)
    #expect(try String(contentsOf: ran, encoding: .utf8) == runs)
    // Another program of the same name, or another configuration, is trusted by nobody.
    try program("echo pwned > ran; cat\n", at: "site/filter.sh", in: scratch)
    #expect(try run(["build", "site"], in: scratch).status == 78)
    #expect(try String(contentsOf: ran, encoding: .utf8) == runs)
    try program(Self.marking, at: "site/filter.sh", in: scratch)
    #expect(try run(["build", "site"], in: scratch).status == 0)
    try scratch.write(
      "site/hybrid.json", "{ \"filters\": { \"*.css\": \"./filter.sh -y\" }, \"exclude\": [\"*.sh\", \"ran\"] }\n")
    #expect(try run(["build", "site"], in: scratch).status == 78)
    #expect(try run(["build", "site", "--allow-filters"], in: scratch).status == 0)
    // The same site in another place is another one.
    _ = try run(["trust", "site"], in: scratch)
    try FileManager.default.copyItem(
      at: scratch.url.appendingPathComponent("site"), to: scratch.url.appendingPathComponent("copy"))
    #expect(try run(["build", "copy"], in: scratch).status == 78)
    #expect(try run(["trust", "site", "--revoke"], in: scratch).output == "site: trusted no longer\n")
    #expect(try run(["build", "site", "--no-cache"], in: scratch).status == 78)
  }

  /// The script of an interpreter comes with the checkout as a program does.
  @Test(arguments: ["sh bin/filter.sh", "sh -- ./bin/filter.sh", "env --chdir=bin X=bin/filter.sh sh filter.sh"])
  func scriptsThatACommandNamesAreTrustedToo(_ command: String) throws {
    let scratch = try Scratch()
    try scratch.write("site/index.html", Self.page)
    try scratch.write("site/a.css", "p { color: red }\n")
    try scratch.write("site/bin/filter.sh", "cat\n")
    try scratch.write(
      "site/hybrid.json", "{ \"filters\": { \"*.css\": \"\(command)\" }, \"exclude\": [\"*.sh\", \"ran\"] }\n")
    #expect(try run(["trust", "site"], in: scratch).status == 0)
    let build = try run(["build", "site"], in: scratch)
    #expect(build.status == 0, "\(build.errors)")
    try scratch.write("site/bin/filter.sh", "echo pwned > \(scratch.path)/site/ran; cat\n")
    #expect(try run(["build", "site"], in: scratch).status == 78)
    #expect(!hasRun(scratch))
  }

  @Test func problemsOfProgramsHavePlaces() throws {
    let scratch = try site("echo '<stdin>:1:5: unknown word' >&2; exit 1\n")
    let failed = try run(["build", "site", "--allow-filters"], in: scratch)
    #expect(failed.status == 1)
    #expect(failed.errors.contains("a.css:1:5: error[HYB0177]: unknown word"), "\(failed.errors)")
    try program("echo 'it broke' >&2; exit 3\n", at: "site/filter.sh", in: scratch)
    let status = try run(["build", "site", "--allow-filters"], in: scratch)
    #expect(
      status.errors.contains("a.css:1:1: error[HYB0175]: the filter `./filter.sh` ended with status 3: it broke"),
      "\(status.errors)")
    try program("echo '-:1:1: odd' >&2; cat\n", at: "site/filter.sh", in: scratch)
    let warned = try run(["build", "site", "--allow-filters"], in: scratch)
    #expect(warned.status == 0 && warned.errors.contains("a.css:1:1: warning[HYB0177]: odd"), "\(warned.errors)")
  }

  @Test func namesOfFilesRunNothing() throws {
    let scratch = try site(Self.marking)
    try scratch.write("site/$(touch pwned);a.css", "p { color: red }")
    #expect(try run(["build", "site", "--allow-filters"], in: scratch).status == 0)
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("site/pwned").path))
    try scratch.write("site/hybrid.json", #"{ "filters": { "*.css": "no-such-program | cat" } }"#)
    let missing = try run(["build", "site", "--allow-filters"], in: scratch)
    #expect(
      missing.status == 78 && missing.errors.contains("error[HYB0271]: the program `no-such-program`"),
      "\(missing.errors)")
    try scratch.write("site/hybrid.json", #"{ "filters": { "*.css": "cat 'a" } }"#)
    #expect(try run(["build", "site"], in: scratch).errors.contains("a quote that is not closed"))
    // A list is taken word for word.
    try scratch.write("site/hybrid.json", #"{ "filters": { "*.css": ["sed", "s/red/a b/"] } }"#)
    #expect(try run(["build", "site", "--allow-filters"], in: scratch).status == 0)
  }

  @Test func secretsOfTheToolStayWithIt() throws {
    let scratch = try site("if [ -n \"$HYBRID_CACHE_KEY$HYBRID_SIGN_KEY\" ]; then exit 9; fi; cat\n")
    let build = try Command.start(
      ["build", "site", "--allow-filters"], in: scratch.url, environment: ["HYBRID_CACHE_KEY": "0123456789abcdef0123"]
    ).finish()
    #expect(build.status == 0, "\(build.errors)")
  }
}
