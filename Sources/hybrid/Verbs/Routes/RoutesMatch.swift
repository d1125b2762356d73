import ArgumentParser
import Build

/// `hybrid routes match`: one decision.
struct RoutesMatch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Which page a URL leads to, and why.",
    discussion: "Exit status 69 where no route matches.")

  @Argument(help: ArgumentHelp("A path such as /user/ada, or a whole URL.", valueName: "url"))
  var url: String

  @Argument(help: ArgumentHelp("The site's folder; the same as `--root`.", valueName: "root"), completion: .directory)
  var folder: String?

  @OptionGroup var options: RoutesOptions
  @Option(help: "text or json.") var format: AnswerFormat = .text

  func run() throws {
    let decision = try options.inspector(of: folder).match(url)
    Terminal.answer(
      format == .json
        ? OutputText.json(decision.json.compact) + "\n"
        : decision.text.split(separator: "\n").map { OutputText.terminal(String($0)) + "\n" }.joined())
    if decision.target == nil { try ExitStatus.noRoute.exit() }
  }
}
