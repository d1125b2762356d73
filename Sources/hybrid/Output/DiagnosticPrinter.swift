import Build
import Diagnostics

/// Prints problems in one of the four formats, on stderr.
struct DiagnosticPrinter {
  var format: DiagnosticFormat
  var hasColor: Bool
  /// What comes before the paths where a tool that knows nothing of the site's root reads them: the root, seen from the
  /// current folder.
  var pathPrefix: String
  /// `--diagnostics-file`.
  var file: String?
  /// `--max-problems`.
  var limit: Int?
  /// `--verbose`: people see each of many problems that are alike.
  var showsAll: Bool

  init(_ options: OutputOptions, root: String = ".") {
    format = options.diagnostics
    hasColor = Terminal.hasColor(options.color, 2)
    file = options.diagnosticsFile
    limit = options.maxProblems
    showsAll = options.verbose
    pathPrefix = root == "." ? "" : root.hasSuffix("/") ? root : root + "/"
  }

  /// Writes problems, which are sorted already.
  func report(_ diagnostics: [Diagnostic]) {
    let diagnostics = diagnostics.map(\.withoutPasswords)
    writeFile(diagnostics)
    switch format {
    case .human: printForPeople(diagnostics)
    case .json: Terminal.report(diagnostics.map { OutputText.json(JSONDiagnostics.line($0)) + "\n" }.joined())
    case .github: GitHubAnnotations(pathPrefix: pathPrefix).report(diagnostics)
    case .sarif: Terminal.report(OutputText.json(SARIFReport(pathPrefix: pathPrefix).text(diagnostics)))
    }
  }

  /// The problems in their order, or as many of the gravest as were asked for, errors last in both: that is what a terminal still
  /// shows.
  private func printForPeople(_ diagnostics: [Diagnostic]) {
    let text = HumanDiagnostics(hasColor: hasColor).text
    let diagnostics = showsAll ? diagnostics : Self.grouped(diagnostics)
    let ranks: [Severity] = [.error, .warning, .note]
    guard let limit else {
      let sorted = ranks.reversed().flatMap { rank in diagnostics.filter { $0.severity == rank } }
      return Terminal.report(sorted.map(text).joined())
    }
    let gravest = ranks.flatMap { rank in diagnostics.filter { $0.severity == rank } }.prefix(limit)
    let shown = ranks.reversed().flatMap { rank in gravest.filter { $0.severity == rank } }
    let rest = diagnostics.count - shown.count
    if rest > 0 {
      Terminal.report("\(rest) more problem\(rest == 1 ? " is" : "s are") not shown (`--max-problems \(limit)`)\n")
    }
    Terminal.report(shown.map(text).joined())
  }

  /// Where so many files have one problem, people see the first of them.
  private static let alike = 5

  /// The problems with those that many files have reported once, with their number: most often they have one cause, such as
  /// a layout.
  private static func grouped(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    struct Kind: Hashable {
      var code: DiagnosticCode
      var severity: Severity
      var message: String
      var help: String?
    }
    func kind(_ problem: Diagnostic) -> Kind {
      Kind(code: problem.code, severity: problem.severity, message: problem.message, help: problem.help)
    }
    var files: [Kind: Set<String>] = [:]
    for problem in diagnostics { files[kind(problem), default: []].insert(problem.location?.file ?? "") }
    var shown: Set<Kind> = []
    return diagnostics.compactMap { problem in
      let kind = kind(problem)
      guard let count = files[kind]?.count, count >= alike else { return problem }
      guard shown.insert(kind).inserted else { return nil }
      var first = problem
      first.notes.append("\(count - 1) other files have it too; `--verbose` lists them")
      return first
    }
  }

  /// Writes all problems to the file that was asked for.
  private func writeFile(_ diagnostics: [Diagnostic]) {
    guard let file else { return }
    let text: String
    if file.hasSuffix(".sarif") {
      text = OutputText.json(SARIFReport(pathPrefix: pathPrefix).text(diagnostics))
    } else if file.hasSuffix(".json") || file.hasSuffix(".jsonl") {
      text = diagnostics.map { OutputText.json(JSONDiagnostics.line($0)) + "\n" }.joined()
    } else {
      text = diagnostics.map(HumanDiagnostics(hasColor: false).text).joined()
    }
    do throws(SystemError) {
      try OutputFile.write(Array(text.utf8), to: file)
    } catch {
      Terminal.report("hybrid: \(OutputText.terminal(file)) cannot be written: \(error.reason)\n")
      Terminal.hasFileFailure = true
    }
  }

  /// The line that counts the problems; only people get it.
  func reportCount(_ diagnostics: [Diagnostic]) {
    guard format == .human else { return }
    func count(_ severity: Severity, _ word: String) -> String? {
      let number = diagnostics.count { $0.severity == severity }
      return number == 0 ? nil : "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let parts = [count(.error, "error"), count(.warning, "warning"), count(.note, "note")].compactMap { $0 }
    if !parts.isEmpty { Terminal.report(parts.joined(separator: ", ") + "\n") }
  }
}
