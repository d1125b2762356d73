import Build
import Diagnostics
import Foundation

/// Problems as annotations of GitHub Actions: the worst ten, which is what a step may show, and all in the step's summary.
struct GitHubAnnotations {
  var pathPrefix: String
  /// GitHub shows no more of one step.
  private static let limit = 10

  func report(_ diagnostics: [Diagnostic]) {
    let worst = diagnostics.enumerated().sorted { left, right in
      left.element.severity != right.element.severity
        ? left.element.severity > right.element.severity : left.offset < right.offset
    }
    Terminal.report(worst.prefix(Self.limit).map { line($0.element) + "\n" }.joined())
    if diagnostics.count > Self.limit {
      Terminal.report("::notice title=hybrid::\(diagnostics.count - Self.limit) further problems are not shown here\n")
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
    let file = OutputText.annotationProperty(pathPrefix + place.file)
    var properties = "file=\(file),line=\(place.line),endLine=\(place.endLine)"
    // Columns across lines are refused.
    if place.line == place.endLine { properties += ",col=\(place.column),endColumn=\(place.endColumn)" }
    properties += ",title=\(OutputText.annotationProperty(diagnostic.code.name))"
    let text = ([diagnostic.message] + diagnostic.notes + [diagnostic.help.map { "help: " + $0 }].compactMap { $0 })
      .joined(separator: "\n")
    return "::\(command) \(properties)::\(OutputText.annotation(text))"
  }

  /// Appends a table of all problems to the file that GitHub names, if it does.
  private func appendSummary(_ diagnostics: [Diagnostic]) {
    guard let path = EnvironmentVariable.stepSummary.value(), !diagnostics.isEmpty else { return }
    var text = "### hybrid\n\n| severity | code | place | problem |\n| --- | --- | --- | --- |\n"
    for diagnostic in diagnostics {
      let place = diagnostic.location ?? SourceLocation(file: ".")
      text += "| \(diagnostic.severity.rawValue) | \(diagnostic.code.name) | "
      text += "\(OutputText.markdown(pathPrefix + place.file)):\(place.line):\(place.column) | "
      text += OutputText.markdown(diagnostic.message) + " |\n"
    }
    guard let file = fopen(path, "a") else { return }
    fputs(text + "\n", file)
    fclose(file)
  }
}
