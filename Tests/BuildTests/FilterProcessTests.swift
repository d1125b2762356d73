import Foundation
import Testing

@testable import Build

@Suite struct FilterProcessTests {
  private func run(_ script: String, input: String = "", _ change: (inout FilterProcess.Limits) -> Void = { _ in })
    throws
    -> FilterProcess.Answer
  {
    var limits = FilterProcess.Limits()
    change(&limits)
    return try FilterProcess.run(
      "/bin/sh", ["sh", "-c", script], input: Array(input.utf8), folder: "/", environment: ["PATH=/usr/bin:/bin"],
      limits: limits)
  }

  @Test func aTextGoesInAndATextComesOut() throws {
    let answer = try run("pwd; tr a-z A-Z; echo oh >&2", input: "abc")
    #expect(String(decoding: answer.output, as: UTF8.self) == "/\nABC")
    #expect(String(decoding: answer.errors, as: UTF8.self) == "oh\n")
    #expect(answer.ending == .exited(0))
    #expect(try run("exit 7").ending == .exited(7))
    #expect(try run("kill -9 $$").ending == .signalled(9))
    // More than a pipe holds, in both directions.
    let text = String(repeating: "0123456789abcde\n", count: 100_000)
    #expect(try run("cat", input: text).output.count == text.utf8.count)
  }

  /// A program that goes on is ended with all that it started.
  @Test func theWholeGroupEndsWithTheTime() throws {
    let mark = FileManager.default.temporaryDirectory.appendingPathComponent("hybrid-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: mark) }
    let start = ContinuousClock.now
    let answer = try run("(sleep 2; echo late > \(mark)) & sleep 60") { $0.seconds = 0.3 }
    #expect(answer.ending == .outOfTime)
    #expect(ContinuousClock.now - start < .seconds(20))
    usleep(2_500_000)
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  @Test func whatIsLeftBehindIsEnded() throws {
    let start = ContinuousClock.now
    // The child keeps the output open.
    let answer = try run("sleep 60 & echo done")
    #expect(answer.ending == .exited(0) && String(decoding: answer.output, as: UTF8.self) == "done\n")
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  #if os(Linux)
    /// What left the group is found: below a program that goes on, and beside one that has ended.
    @Test(arguments: ["sleep 60", "exit 0"])
    func whoLeavesTheGroupIsEnded(_ end: String) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hybrid-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (began, late) = (folder.path + "/began", folder.path + "/late")
      let child = "setsid sh -c 'echo x > \(began); sleep 2; echo late > \(late)' > /dev/null 2>&1 &"
      let wait = "while [ ! -s \(began) ]; do sleep 0.05; done"
      let answer = try run("\(child) \(wait); \(end)") { $0.seconds = 1.5 }
      #expect(answer.ending == (end == "exit 0" ? .exited(0) : .outOfTime))
      #expect(FileManager.default.fileExists(atPath: began))
      usleep(2_600_000)
      #expect(!FileManager.default.fileExists(atPath: late))
    }
  #endif

  @Test func outputHasALimit() throws {
    let answer = try run("yes") { $0.output = 1 << 20 }
    #expect(answer.ending == .tooMuchOutput)
    #expect(answer.output.count <= 1 << 20 + 1 << 16)
    #expect(try run("yes >&2 & sleep 1; kill $!") { $0.errors = 1_000 }.errors.count == 1_000)
  }

  @Test func wordsAreCutWithoutAShell() {
    #expect(CommandWords.split("a  -i - 'b c' \"d \\\" e\" f\\ g") == ["a", "-i", "-", "b c", "d \" e", "f g"])
    #expect(CommandWords.split("a $HOME * | b '' ") == ["a", "$HOME", "*", "|", "b", ""])
    #expect(CommandWords.split("a 'b") == nil && CommandWords.split(" ") == nil && CommandWords.split("a \\") == nil)
  }

  @Test func placesAreFoundInWhatProgramsSay() {
    func problems(_ text: String, failed: Bool = true) -> [String] {
      FilterReports.problems(in: text, file: "css/a.css", isFailure: failed).map {
        "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.severity) \($0.message)"
      }
    }
    #expect(problems("\u{1B}[31m<stdin>:3:4: Unknown word\u{1B}[0m\nplain\n") == ["3:4 error Unknown word"])
    #expect(problems("/tmp/css/a.css:9: warning: x") == ["9:1 warning warning: x"])
    #expect(problems("lib/b.js:2:3 oops", failed: false) == ["1:1 warning lib/b.js:2: oops"])
    #expect(problems("no place here: 12") == [])
  }
}
