import ArgumentParser
import Build

/// `hybrid reference`: the command reference and the manual pages, made of the argument parser's own description. Hidden:
/// for the project's documentation and `make install`.
struct ReferenceVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference", abstract: "Write the command reference or the manual pages.", shouldDisplay: false,
    subcommands: [ReferenceMarkdown.self, ReferenceManual.self])
}

struct ReferenceMarkdown: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "markdown", abstract: "The command reference on stdout.")

  func run() throws { Terminal.answer(MarkdownReference(program: try .program()).text) }
}

struct ReferenceManual: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "man", abstract: "The manual pages, into a folder.")

  @Argument(help: ArgumentHelp("The folder, made where it is missing.", valueName: "folder"), completion: .directory)
  var folder: String

  func run() throws {
    let pages = ManualPages(program: try .program()).pages
    do throws(SystemError) {
      try SystemFile.makeFolder(folder)
      for page in pages { try SystemFile.write(Array(page.text.utf8), to: folder + "/" + page.name) }
    } catch {
      throw CommandFailure(.cannotWrite, "\(folder) cannot be written: \(error.reason)")
    }
  }
}
