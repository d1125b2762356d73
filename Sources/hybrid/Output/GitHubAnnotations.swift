import Build
import Diagnostics
import Foundation

/// Problems as annotations of GitHub Actions: the worst ten, which is what a step may show, and all in the step's summary.
struct GitHubAnnotations {
  var pathPrefix: String
  /// GitHub shows no more of one step.
  private static let limit = 10

  func tell(_ diagnostics: [Diagnostic]) {
    let worst = diagnostics.enumerated().sorted { left, right in
      left.element.severity != right.element.severity
        ? left.element.severity > right.element.severity : left.offset < right.offset
    }
    Terminal.tell(worst.prefix(Self.limit).map { line($0.element) + "\n" }.joined())
    if diagnostics.count > Self.limit {
      Terminal.tell("::notice title=hybrid::\(diagnostics.count - Self.limit) further problems are not shown here\n")
    }
    appendSummary(diagnostics)
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location ?? SourceLocation(file: ".")
    let command =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties = "file=\(property(pathPrefix + place.file)),line=\(place.line),endLine=\(place.endLine)"
    // Columns across lines are refused.
    if place.line == place.endLine { properties += ",col=\(place.column),endColumn=\(place.endColumn)" }
    properties += ",title=\(property(diagnostic.code.name))"
    let text = ([diagnostic.message] + diagnostic.notes + [diagnostic.help.map { "help: " + $0 }].compactMap { $0 })
      .joined(separator: "\n")
    return "::\(command) \(properties)::\(data(text))"
  }

  private func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  /// Appends a table of all problems to the file that GitHub names, if it does.
  private func appendSummary(_ diagnostics: [Diagnostic]) {
    guard let path = EnvironmentVariable.stepSummary.value(), !diagnostics.isEmpty else { return }
    func cell(_ text: String) -> String {
      text.replacing("|", with: "\\|").replacing("\n", with: " ").replacing("<", with: "&lt;")
    }
    var text = "### hybrid\n\n| severity | code | place | problem |\n| --- | --- | --- | --- |\n"
    for diagnostic in diagnostics {
      let place = diagnostic.location ?? SourceLocation(file: ".")
      text += "| \(diagnostic.severity.rawValue) | \(diagnostic.code.name) | "
      text += "\(cell(pathPrefix + place.file)):\(place.line):\(place.column) | \(cell(diagnostic.message)) |\n"
    }
    guard let file = fopen(path, "a") else { return }
    fputs(text + "\n", file)
    fclose(file)
  }
}
