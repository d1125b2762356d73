import Testing

import Diagnostics

@Suite struct DiagnosticSinkTests {
  /// A thousand warnings never hide an error, and what is not shown is counted.
  @Test func warningsCrowdOutNoErrors() {
    var sink = DiagnosticSink(limit: 3)
    for number in 0..<5 {
      sink.report(Diagnostic(.missingImage, "warning \(number)", severity: .warning))
    }
    sink.report(Diagnostic(.missingImage, "error", severity: .error))
    #expect(sink.hasErrors)
    #expect(
      sink.diagnostics(ofPage: "index.html").map(\.message) == [
        "warning 0", "warning 1", "warning 2", "error", "2 more problems are not shown",
      ])
    #expect(sink.diagnostics(ofPage: "index.html").last?.severity == .warning)
  }

  /// What to say of a problem may take long to find: it is not looked for where the problem is not kept.
  @Test func textsOfProblemsThatAreNotKeptAreNotMade() {
    var sink = DiagnosticSink(limit: 2)
    var made: [String] = []
    func text(_ name: String) -> String {
      made.append(name)
      return name
    }
    let source = SourceFile(path: "a.html", text: "a")
    for number in 0..<4 {
      sink.report(.missingImage, text("message \(number)"), in: source, at: 0..<1, help: text("help \(number)"))
    }
    #expect(made == ["message 0", "help 0", "message 1", "help 1"])
    #expect(sink.diagnostics.map(\.help) == ["help 0", "help 1"] && sink.dropped == 2)
  }

  /// Errors are bounded too, and one that was not kept still counts.
  @Test func errorsOfAnotherSinkCount() {
    var inner = DiagnosticSink(limit: 0)
    inner.report(Diagnostic(.missingImage, "error", severity: .error))
    var sink = DiagnosticSink()
    sink.append(inner)
    #expect(sink.hasErrors)
    #expect(sink.diagnostics(ofPage: "a.html").map(\.message) == ["1 more problem is not shown"])
  }
}
