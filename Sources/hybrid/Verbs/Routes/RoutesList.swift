import ArgumentParser
import Build

/// `hybrid routes list`: the table.
struct RoutesList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Every pattern with its page and where it comes from.")

  @Argument(help: ArgumentHelp("The site's folder; the same as `--root`.", valueName: "root"), completion: .directory)
  var folder: String?

  @OptionGroup var options: RoutesOptions
  @Option(help: "text or json.") var format: AnswerFormat = .text

  func run() throws {
    let inspector = try options.inspector(of: folder)
    Terminal.answer(
      format == .json ? OutputText.json(inspector.listing.compact) + "\n" : OutputText.dump(inspector.table))
  }
}
