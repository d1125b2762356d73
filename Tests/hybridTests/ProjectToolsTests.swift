import Foundation
import Testing

/// `Tools/test` with a stand-in for `swift`, and `Tools/plain-english` with files of its own.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct ProjectToolsTests {
  private static let tools = Command.repository.appendingPathComponent("Tools")

  /// An event stream of two tests that pass and one that has the given events.
  private func events(_ last: [String]) -> String {
    let names = ["passes()", "passesToo()", "third()"]
    let tests = names.map {
      #"{"kind":"test","payload":{"id":"A.B/\#($0)/B.swift:1:1","kind":"function","name":"\#($0)"}}"#
    }
    let passing = names.prefix(2).flatMap { name in
      ["testStarted", "testEnded"].map {
        #"{"kind":"event","payload":{"kind":"\#($0)","instant":{"absolute":1},"messages":[],"testID":"A.B/\#(name)/B.swift:1:1"}}"#
      }
    }
    return (tests + passing + last).joined(separator: "\n") + "\n"
  }

  private func event(_ kind: String, _ text: String, _ more: String = "") -> String {
    #"{"kind":"event","payload":{"kind":"\#(kind)","instant":{"absolute":2},"messages":[{"symbol":"x","text":"\#(text)"}],"testID":"A.B/third()/B.swift:1:1"\#(more)}}"#
  }

  /// What `Tools/test` says of a run with these events that ends with a status.
  private func run(_ events: String, status: Int = 0, allowed: String = "", _ arguments: String...) throws -> Command {
    let scratch = try Scratch()
    try scratch.write("events.jsonl", events)
    try scratch.write("allowed.txt", allowed)
    try scratch.write(
      "swift",
      """
      #!/bin/sh
      if [ "$1" = build ]; then echo "[1/2] Compiling"; exit 0; fi
      echo "what the process printed"
      while [ $# -gt 0 ]; do
        if [ "$1" = --event-stream-output-path ]; then cp events.jsonl "$2"; fi
        shift
      done
      exit \(status)
      """)
    chmod(scratch.path + "/swift", 0o755)
    try scratch.write("start", "#!/bin/sh\ncd \"$(dirname \"$0\")\" || exit 70\nexec ./swift \"$@\"\n")
    chmod(scratch.path + "/start", 0o755)
    return try Command.start(
      [Self.tools.path + "/test", "--filter", "A"] + arguments, in: scratch.url,
      environment: [
        "SWIFT": scratch.path + "/start", "TEST_LOG": scratch.path + "/log",
        "TEST_ALLOWED_SKIPS": scratch.path + "/allowed.txt",
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      ], program: URL(fileURLWithPath: "/usr/bin/python3")
    ).finish()
  }

  @Test func skippedTestsAreCountedWithTheirReasons() throws {
    let skipped = events([event("testSkipped", #"Test third() skipped: \"no browser\""#)])
    let answer = try run(skipped)
    #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
    #expect(answer.output.hasSuffix("1 skipped (1: no browser)\n2 passed, 0 failed, 1 skipped\n"), "\(answer.output)")
  }

  @Test func skippedTestsAreRefusedUnlessTheyAreListed() throws {
    let skipped = events([event("testSkipped", #"Test third() skipped: \"no browser\""#)])
    let refused = try run(skipped, "--refuse-skips")
    #expect(refused.status == 1)
    #expect(refused.output.contains("SKIPPED A.B/third(): no browser\n"), "\(refused.output)")
    #expect(refused.output.hasSuffix("2 passed, 1 failed, 1 skipped\n"), "\(refused.output)")
    for name in ["A.B/third()", "A.B/*"] {
      let allowed = try run(skipped, allowed: "# why\n\(name)  needs a reason\n", "--refuse-skips")
      #expect(allowed.status == 0, "\(allowed.output)")
    }
    // A name without a reason, and another test's.
    #expect(try run(skipped, allowed: "A.B/third()\n", "--refuse-skips").status == 1)
    #expect(try run(skipped, allowed: "A.B/fourth()  a reason\n", "--refuse-skips").status == 1)
  }

  @Test func failuresArePrintedWhole() throws {
    let issue = #","issue":{"isKnown":false,"sourceLocation":{"fileID":"A/B.swift","line":7}}"#
    let failed = events([
      event("testStarted", ""), event("issueRecorded", #"Expectation failed: 1 == 2\nand more"#, issue),
      event("testEnded", "failed"),
    ])
    let answer = try run(failed, status: 1)
    #expect(answer.status == 1)
    #expect(
      answer.output.contains("FAILED A.B/third()\n  A/B.swift:7: Expectation failed: 1 == 2\nand more\n"),
      "\(answer.output)")
    #expect(answer.output.hasSuffix("2 passed, 1 failed, 0 skipped\n"), "\(answer.output)")
  }

  /// A process that ends by a signal records no issue; the tests that did not end and the log's end are printed.
  @Test func aProcessThatEndsEarlyFails() throws {
    let answer = try run(events([event("testStarted", "")]), status: 11)
    #expect(answer.status == 1)
    #expect(answer.output.contains("the tests ended with status 11"), "\(answer.output)")
    #expect(answer.output.contains("  what the process printed\n  not ended: A.B/third()\n"), "\(answer.output)")
    #expect(answer.output.hasSuffix("2 passed, 1 failed, 0 skipped\n"), "\(answer.output)")
    #expect(try run("").status == 1)
  }

  /// Node's tests are counted with the others: subtests, not the tests around them.
  @Test func testsOfNodeAreCounted() throws {
    let scratch = try Scratch()
    try scratch.write("events.jsonl", events([]))
    try scratch.write(
      "swift",
      """
      #!/bin/sh
      while [ $# -gt 0 ]; do
        if [ "$1" = --event-stream-output-path ]; then cp "$(dirname "$0")/events.jsonl" "$2"; fi
        shift
      done
      """)
    try scratch.write(
      "node",
      """
      #!/bin/sh
      # Node runs twice, each time with half of the files.
      case "$*" in *update.test.js*) ;; *) exit 0 ;; esac
      cat <<END
      TAP version 13
      # Subtest: outer
          ok 1 - inner
            ---
            duration_ms: 1
            ...
          not ok 2 - broken
            ---
            error: 'why'
            ...
          1..2
      not ok 1 - outer
        ---
        error: '1 subtest failed'
        ...
      ok 2 - later # SKIP npm is not installed
      1..2
      END
      exit 1
      """)
    for name in ["swift", "node"] { chmod(scratch.path + "/" + name, 0o755) }
    let answer = try Command.start(
      [Self.tools.path + "/test"], in: scratch.url,
      environment: [
        "SWIFT": scratch.path + "/swift", "TEST_LOG": scratch.path + "/log",
        "PATH": scratch.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
      ], program: URL(fileURLWithPath: "/usr/bin/python3")
    ).finish()
    #expect(answer.status == 1)
    #expect(
      answer.output.contains("FAILED clients/javascript: broken\n      ---\n      error: 'why'\n      ...\n"),
      "\(answer.output)")
    // The two tests of the stand-in for Swift, and one of Node's.
    #expect(answer.output.contains("1: npm is not installed"), "\(answer.output)")
    #expect(answer.output.contains("\n3 passed, 1 failed, "), "\(answer.output)")
  }

  private func plainEnglish(_ files: [String: String], baseline: String = "") throws -> Command {
    let scratch = try Scratch()
    for (name, text) in files { try scratch.write(name, text) }
    try scratch.write("baseline", baseline)
    return try Command.start(
      [Self.tools.path + "/plain-english"] + files.keys.sorted(), in: scratch.url,
      environment: ["PLAIN_ENGLISH_ROOT": scratch.path, "PLAIN_ENGLISH_BASELINE": scratch.path + "/baseline"],
      program: URL(fileURLWithPath: "/usr/bin/python3")
    ).finish()
  }

  /// Comments, strings, names and documents are read; code is not, nor what is interpolated or between back quotes.
  @Test func refusedWordsAreFoundInProse() throws {
    let answer = try plainEnglish([
      "a.swift": """
      // It tells \("everything").
      let a = "lies here", b = tell(alone)
      func areTold() {}
      let c = "\\(told: x) `alone` two are told apart; a stand-in stands for it"
      let d = \"\"\"
        a file that is no archive
        \"\"\"
      """,
      "b.md": "What `stands` is no longer here.\n\n```\ntells\n```\n\nIt is read alone.\n",
    ])
    #expect(answer.status == 1)
    let places = answer.output.split(separator: "\n").map { $0.split(separator: ": write")[0] }
    #expect(
      places == [
        "a.swift:1: “tells”", "a.swift:2: “lies”", "a.swift:3: “Told”", "a.swift:6: “is no archive”", "b.md:7: “alone”",
      ])
    #expect(answer.output.contains("a.swift:1: “tells”: write report, print"))
  }

  /// Older lines may move; they may not change.
  @Test func linesOfTheBaselineAreAccepted() throws {
    // The first ten digits of the SHA-256 of `// It tells all.`.
    let baseline = "126f1943b8\n"
    #expect(try plainEnglish(["a.swift": "let a = 1\n  // It tells all.\n"], baseline: baseline).status == 0)
    #expect(try plainEnglish(["a.swift": "// It tells all of it.\n"], baseline: baseline).status == 1)
  }
}
