import ArgumentParser
import Build
import Diagnostics
import Foundation

/// `hybrid new`: a site to start from.
struct NewVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a site from a template.",
    discussion: "Without `--template`, `hybrid new` makes the tab app; `--list` names all templates.")

  @Argument(
    help: ArgumentHelp("The folder to make; it must not exist, or be empty.", valueName: "dir"), completion: .directory)
  var folder: String?

  @Option(
    help: ArgumentHelp("The template's name.", valueName: "name"),
    completion: .custom { _, _, _ in (try? templates()).map { TemplateFolder.names(in: $0) } ?? [] })
  var template = "tabs"

  @Flag(help: "List the templates.")
  var list = false

  func validate() throws {
    if !list, folder == nil { throw ValidationError("Missing expected argument '<dir>'") }
  }

  func run() throws {
    let templates = try Self.templates()
    let names = TemplateFolder.names(in: templates)
    if list {
      Terminal.answer(names.map { $0 + "\n" }.joined())
      return
    }
    guard let folder else { return }  // `validate` saw to it
    guard names.contains(template) else {
      let nearest = Suggestion.nearest(to: template, in: names).map { "did you mean `\($0)`? " } ?? ""
      throw CommandFailure(
        .noInput, "there is no template `\(template)`", help: "\(nearest)templates: \(names.joined(separator: ", "))")
    }
    if SystemFile.exists(folder), (try? SystemFile.names(in: folder))?.isEmpty != true {
      throw CommandFailure(
        .cannotWrite, "\(folder) exists and is not an empty folder", help: "name a folder that does not exist yet")
    }
    do throws(SystemError) {
      var files = try TemplateFolder.copy(templates + "/" + template, to: folder)
      if !files.contains(".gitignore") {
        try SystemFile.write(Array(Self.ignored.utf8), to: folder + "/.gitignore")
        files.insert(".gitignore", at: 0)
      }
      Terminal.answer("\(folder): \(BuildSummary.count(files.count, "file")) from the template `\(template)`\n")
      for file in files { Terminal.answer("  \(file)\n") }
      Terminal.answer("Next: hybrid build \(folder)\n")
    } catch {
      throw CommandFailure(.cannotWrite, "\(folder) cannot be written: \(error.reason)")
    }
  }

  /// What a build writes beside the pages: a version control of the site leaves it out.
  private static let ignored = "dist/\n.hybrid/\n"

  private static func templates() throws -> String {
    let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let candidates = TemplateFolder.candidates(executable: executable, folder: "templates", variable: .templates)
    guard let found = candidates.first(where: { !TemplateFolder.names(in: $0).isEmpty }) else {
      throw CommandFailure(
        .noInput, "no templates are installed",
        help:
          "set HYBRID_TEMPLATES to the folder templates of the project; looked in \(candidates.joined(separator: ", "))"
      )
    }
    return found
  }
}
