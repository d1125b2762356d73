import Build

/// The command reference in `docs/`.
struct MarkdownReference {
  let program: CommandDescription

  /// The whole page.
  var text: String {
    var text = """
      # Command reference

      Made by `hybrid reference markdown`; `hybrid VERB --help` says the same. [Commands](commands.md) explains how they work
      together.


      """
    for verb in program.verbs { append(verb, name: program.commandName + " " + verb.commandName, level: 2, to: &text) }
    text += "## Exit status\n\n| status | meaning |\n| --- | --- |\n"
    for status in ExitStatus.allCases { text += "| \(status.rawValue) | \(MarkdownTable.cell(status.meaning)) |\n" }
    text += "\n## Environment\n\nAn empty variable counts as absent.\n\n| variable | meaning |\n| --- | --- |\n"
    for variable in EnvironmentVariable.allCases {
      text += "| `\(variable.rawValue)` | \(MarkdownTable.cell(variable.meaning)) |\n"
    }
    text += """

      Beside these, the libraries below read the environment as they do in every program: fontconfig (`FONTCONFIG_FILE`,
      `XDG_CONFIG_HOME`, `HOME`) for the fonts of the system, libcurl (`https_proxy`, `no_proxy`) for `vendor` and
      `--remote-cache`, Foundation (`TMPDIR`) for files in passing.

      """
    return text
  }

  private func append(_ command: CommandDescription, name: String, level: Int, to text: inout String) {
    text += String(repeating: "#", count: level) + " \(name)\n\n"
    if let abstract = command.abstract { text += abstract + "\n\n" }
    if !command.verbs.isEmpty {
      for verb in command.verbs { append(verb, name: name + " " + verb.commandName, level: level + 1, to: &text) }
      return
    }
    let positionals = command.shown.filter { $0.kind == "positional" }.map { " " + $0.usage }.joined()
    let hasOptions = command.shown.contains { $0.kind != "positional" }
    text += "    \(name)\(positionals)\(hasOptions ? " [options]" : "")\n\n"
    if let discussion = command.discussion { text += discussion + "\n\n" }
    guard !command.shown.isEmpty else { return }
    text += "| name | meaning | default |\n| --- | --- | --- |\n"
    for argument in command.shown {
      let spelling: String
      switch argument.kind {
      case "positional": spelling = "`\(argument.placeholder)`"
      case "flag": spelling = argument.spellings.map { "`\($0)`" }.joined(separator: ", ")
      default:
        let names =
          argument.spellings.dropLast().map { "`\($0)`" } + [
            "`\(argument.spellings.last ?? "") \(argument.placeholder)`"
          ]
        spelling = names.joined(separator: ", ")
      }
      let standard = argument.defaultValue.map { "`\($0)`" } ?? ""
      let words = [argument.abstract, argument.discussion].compactMap { $0 }.joined(separator: " ")
      text += "| \(MarkdownTable.cell(spelling)) | \(MarkdownTable.cell(words)) | \(MarkdownTable.cell(standard)) |\n"
    }
    text += "\n"
  }
}
