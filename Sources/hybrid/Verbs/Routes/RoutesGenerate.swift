import ArgumentParser
import Build

/// `hybrid routes generate`: code for apps.
struct RoutesGenerate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Destinations and API requests as Swift or Kotlin.")

  enum Language: String, ExpressibleByArgument, CaseIterable {
    case swift, kotlin
  }

  @Argument(help: ArgumentHelp("The site's folder; the same as `--root`.", valueName: "root"), completion: .directory)
  var folder: String?

  @OptionGroup var options: RoutesOptions

  @Option(help: "swift or kotlin.")
  var language: Language

  @Option(help: ArgumentHelp("The package of Kotlin code.", valueName: "name"))
  var package = "hybrid.routes"

  @Option(name: .shortAndLong, help: ArgumentHelp("Write into a file instead of stdout.", valueName: "file"))
  var output: String?

  func run() throws {
    let inspector = try options.inspector(of: folder)
    let code = inspector.code(in: language == .swift ? .swift : .kotlin(package: package))
    options.report(code.diagnostics, folder ?? options.root)
    if code.diagnostics.contains(where: { $0.severity == .error }) { try ExitStatus.sourceErrors.exit() }
    try RoutesOptions.answer(code.text, to: output)
  }
}
