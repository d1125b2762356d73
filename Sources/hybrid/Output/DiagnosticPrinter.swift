import Build
import Diagnostics

/// Tells problems in one of the four formats, on stderr.
struct DiagnosticPrinter {
  var format: DiagnosticFormat
  var hasColor: Bool
  /// What stands before the paths where a tool that knows nothing of the site's root reads them: the root, seen from the
  /// current folder.
  var pathPrefix: String

  init(_ options: OutputOptions, root: String = ".") {
    format = options.diagnostics
    hasColor = Terminal.hasColor(options.color, 2)
    pathPrefix = root == "." ? "" : root.hasSuffix("/") ? root : root + "/"
  }

  /// Writes problems, which are sorted already.
  func tell(_ diagnostics: [Diagnostic]) {
    let diagnostics = diagnostics.map(\.withoutPasswords)
    switch format {
    case .human: Terminal.tell(diagnostics.map(HumanDiagnostics(hasColor: hasColor).text).joined())
    case .json: Terminal.tell(diagnostics.map { JSONDiagnostics.line($0) + "\n" }.joined())
    case .github: GitHubAnnotations(pathPrefix: pathPrefix).tell(diagnostics)
    case .sarif: Terminal.tell(SARIFReport(pathPrefix: pathPrefix).text(diagnostics))
    }
  }

  /// The line that counts the problems; only people get it.
  func tellCount(_ diagnostics: [Diagnostic]) {
    guard format == .human else { return }
    func count(_ severity: Severity, _ word: String) -> String? {
      let number = diagnostics.count { $0.severity == severity }
      return number == 0 ? nil : "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let parts = [count(.error, "error"), count(.warning, "warning"), count(.note, "note")].compactMap { $0 }
    if !parts.isEmpty { Terminal.tell(parts.joined(separator: ", ") + "\n") }
  }
}
