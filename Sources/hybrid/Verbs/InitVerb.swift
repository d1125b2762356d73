import ArgumentParser
import Build
import Foundation

/// `hybrid init`: a configuration for what a folder holds already.
struct InitVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a configuration for a folder with pages, or with a tool that makes pages.",
    discussion: """
      Recognises Vite, Astro, Eleventy, Docusaurus, Next.js, Hugo and Jekyll by their configuration files, other tools by \
      their output (dist, build, _site, out, public), and plain HTML. Writes hybrid.json and adds lines to .gitignore. \
      Nothing is overwritten, and no program runs. `hybrid new` makes a site from a template.

      Examples:
        hybrid init
        hybrid init my-app
      """)

  @Argument(help: ArgumentHelp("The folder.", valueName: "folder"), completion: .directory)
  var folder = "."

  @Flag(name: .shortAndLong, help: "Print nothing about what was found and written.")
  var quiet = false

  func run() throws {
    try SiteInput.require(folder)
    let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let shown = folder == "." ? "" : folder + "/"
    if let name = ConfigurationReader.fileNames.first(where: { SystemFile.exists(folder + "/" + $0) }) {
      throw CommandFailure(
        .cannotWrite, "\(shown)\(name) exists already, so that nothing was written",
        help: "`hybrid check\(folder == "." ? "" : " " + folder)` reads it")
    }
    guard let project = FoundProject(in: folder) else {
      throw CommandFailure(
        .noInput, "\(folder == "." ? "the folder" : folder) has no page and no tool that hybrid knows",
        help: "`hybrid new DIR` makes a site from a template; a page ends in .html")
    }
    let isForeign = SystemFile.exists(folder + "/dist") && !SystemFile.exists(folder + "/dist/latest.json")
    let release = project.siteFolder != nil || isForeign ? "release" : "dist"
    try write(Array(Self.text(of: project, name: Self.name(of: folder)).utf8), to: "hybrid.json", in: folder)
    let ignored = ["/\(release)/", "/.hybrid/"] + (project.siteFolder.map { ["/\($0)/.hybrid/"] } ?? [])
    let added = try ignore(ignored, in: folder)
    guard !quiet else { return }
    var lines = [Self.finding(project)]
    lines += project.notes.map { "note: \($0)" }
    lines.append(
      "wrote \(shown)hybrid.json"
        + (added.isEmpty ? "" : "; \(shown).gitignore leaves out \(added.joined(separator: ", "))"))
    let isOutside = project.siteFolder == nil && isForeign
    let build = "hybrid build" + (folder == "." ? "" : " \(folder)") + (isOutside ? " -o \(shown)release" : "")
    let tool = project.command.map { folder == "." ? $0 : "(cd \(folder) && \($0))" }
    lines.append("Next: " + (tool.map { "\($0) && \(build)" } ?? build))
    Terminal.answer(lines.map { OutputText.terminal($0) + "\n" }.joined())
  }

  /// What was found, in a line.
  private static func finding(_ project: FoundProject) -> String {
    var text: String
    let isMany = project.pages >= FoundProject.mostPages
    let pages = isMany ? "\(FoundProject.mostPages) pages or more" : BuildSummary.count(project.pages, "page")
    switch (project.tool, project.toolFile, project.siteFolder) {
    case (let tool?, let file?, let output?):
      text = "found \(tool) (\(file)), which writes \(output): \(project.pages == 0 ? "no page yet" : pages)"
    case (_, _, let output?): text = "found the output of a tool in \(output): \(pages)"
    default: text = "found \(pages)"
    }
    if let base = project.base { text += "; the base is \(base)" + (project.baseFile.map { " (\($0))" } ?? "") }
    return text
  }

  /// The configuration's text.
  private static func text(of project: FoundProject, name: String) -> String {
    var members: [(key: String, value: JSONText)] = [("name", .string(name))]
    if let folder = project.siteFolder { members.append(("siteFolder", .string(folder))) }
    if let base = project.base { members.append(("base", .string(base))) }
    let viewports: [(width: Int, height: Int, scale: Int)] = [(375, 667, 2), (390, 844, 3), (768, 1024, 2)]
    members.append(
      (
        "viewports",
        .array(
          viewports.map {
            ["width": .integer($0.width), "height": .integer($0.height), "scale": .integer($0.scale)]
          })
      ))
    return JSONText.object(members).pretty
  }

  /// A name for the site: that of the folder in plain characters.
  private static func name(of folder: String) -> String {
    let last = URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
    let plain = last.lowercased().map { character -> Character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
    }
    let words = String(plain).split(separator: "-").joined(separator: "-")
    return words.isEmpty ? "site" : words
  }

  /// Adds the lines that are missing in .gitignore; those that were added.
  private func ignore(_ wanted: [String], in folder: String) throws -> [String] {
    let path = folder + "/.gitignore"
    var text = ""
    if SystemFile.exists(path) {
      do throws(SystemError) {
        text = String(decoding: try SystemFile.read(path, limit: 1 << 20), as: UTF8.self)
      } catch {
        throw CommandFailure(.cannotWrite, "\(path) cannot be read: \(error.reason); hybrid.json is written")
      }
    }
    let known = Set(text.split(whereSeparator: \.isNewline).map { Self.bare($0) })
    let added = wanted.filter { !known.contains(Self.bare($0[...])) }
    guard !added.isEmpty else { return [] }
    if !text.isEmpty, text.last?.isNewline != true { text += "\n" }
    text += added.map { $0 + "\n" }.joined()
    try write(Array(text.utf8), to: ".gitignore", in: folder)
    return added
  }

  /// A line of .gitignore without what makes no difference here: `/dist/` and `dist`.
  private static func bare(_ line: Substring) -> String {
    line.split(separator: "/").joined(separator: "/").trimmingCharacters(in: .whitespaces)
  }

  private func write(_ bytes: [UInt8], to name: String, in folder: String) throws {
    let path = folder + "/" + name
    do throws(SystemError) {
      try OutputFile.write(bytes, to: path)
    } catch {
      throw CommandFailure(.cannotWrite, "\(path) cannot be written: \(error.reason)")
    }
  }
}
