import ArgumentParser
import Build

/// `hybrid routes graph`: a picture of the site.
struct RoutesGraph: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph", abstract: "A picture (SVG) of the pages and the links between them.",
    discussion: "Forms are dashed; a page with a link that leads nowhere has a red border.")

  @Argument(help: ArgumentHelp("The site's folder; the same as `--root`.", valueName: "root"), completion: .directory)
  var folder: String?

  @OptionGroup var options: RoutesOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("Write into a file instead of stdout.", valueName: "file"))
  var output: String?

  func run() throws {
    try RoutesOptions.answer(try options.inspector(of: folder).graph(), to: output)
  }
}
