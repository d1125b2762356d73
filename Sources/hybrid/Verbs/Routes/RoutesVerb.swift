import ArgumentParser
import Build
import Diagnostics

/// `hybrid routes`: the URLs of a site and what they lead to.
struct RoutesVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes", abstract: "The URLs of a site: the table, one decision, code for apps, a picture.",
    subcommands: [RoutesList.self, RoutesMatch.self, RoutesGenerate.self, RoutesGraph.self])
}

/// Which site's routes.
struct RoutesOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The site's folder.", valueName: "folder"), completion: .directory)
  var root = "."

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The configuration, instead of the one at the root.", valueName: "file"))
  var config: String?

  @Option(help: "Diagnostic format: human, json (one a line), github (annotations) or sarif.")
  var diagnostics: DiagnosticFormat = .human

  @Option(help: "Colours on stderr: auto, always or never.")
  var color: ColorChoice = .auto

  /// The routes of a folder; problems are reported, and errors end the command.
  func inspector(of folder: String? = nil) throws -> RouteInspector {
    let root = folder ?? root
    try SiteInput.require(root, config: config)
    do {
      let inspector = try RouteInspector(root: root, configurationFile: config)
      report(inspector.diagnostics, root)
      switch inspector.verdict {
      case .success: return inspector
      case .badConfiguration: throw ExitCode(ExitStatus.badConfiguration.rawValue)
      default: throw ExitCode(ExitStatus.sourceErrors.rawValue)
      }
    } catch let failure as RouteInspector.Failure {
      if case .configuration(let diagnostics) = failure { report(diagnostics, root) }
      throw ExitCode(ExitStatus.badConfiguration.rawValue)
    }
  }

  /// Prints problems as the other verbs do.
  func report(_ problems: [Diagnostic], _ root: String) {
    var output = OutputOptions()
    output.diagnosticsFile = nil
    output.maxProblems = nil
    output.verbose = false
    output.diagnostics = diagnostics
    output.color = color
    let shown = problems.filter { $0.severity > .note }
    if !shown.isEmpty { DiagnosticPrinter(output, root: root).report(shown) }
  }

  /// Writes an answer into a file, or to stdout.
  static func answer(_ text: String, to file: String?) throws {
    guard let file else { return Terminal.answer(text) }
    do throws(SystemError) {
      try OutputFile.write(Array(text.utf8), to: file)
    } catch {
      throw CommandFailure(.cannotWrite, "\(file) cannot be written: \(error.reason)")
    }
  }
}
