import Build

/// Manual pages in the macros of man(7): one for the program, one for each verb.
struct ManualPages {
  let program: CommandDescription

  /// File names (`hybrid-build.1`) with their texts.
  var pages: [(name: String, text: String)] {
    var pages = [(program.commandName + ".1", overview)]
    for verb in program.verbs { pages.append(("\(program.commandName)-\(verb.commandName).1", page(verb))) }
    return pages
  }

  private var overview: String {
    var text = head(program.commandName, program.abstract)
    text += ".SH SYNOPSIS\n.B \(program.commandName)\n.I VERB\n[options]\n"
    if let discussion = program.discussion { text += ".SH DESCRIPTION\n" + Self.paragraph(discussion) }
    text += ".SH VERBS\n"
    for verb in program.verbs {
      text += ".TP\n.BR \(program.commandName)\\-\(Self.escaped(verb.commandName)) (1)\n"
      text += Self.paragraph(verb.abstract ?? "")
    }
    return text + exitStatus + environment
  }

  private func page(_ verb: CommandDescription) -> String {
    let name = "\(program.commandName) \(verb.commandName)"
    var text = head("\(program.commandName)-\(verb.commandName)", verb.abstract)
    if verb.verbs.isEmpty {
      text += ".SH SYNOPSIS\n" + synopsis(verb, name)
      if let discussion = verb.discussion { text += ".SH DESCRIPTION\n" + Self.paragraph(discussion) }
      text += options(verb, heading: ".SH OPTIONS\n")
    } else {
      text += ".SH SYNOPSIS\n"
      for part in verb.verbs { text += synopsis(part, "\(name) \(part.commandName)") + ".br\n" }
      if let discussion = verb.discussion { text += ".SH DESCRIPTION\n" + Self.paragraph(discussion) }
      for part in verb.verbs {
        text += ".SH \(Self.escaped(part.commandName.uppercased()))\n" + Self.paragraph(part.abstract ?? "")
        if let discussion = part.discussion { text += ".PP\n" + Self.paragraph(discussion) }
        text += options(part, heading: "")
      }
    }
    return text + exitStatus + ".SH SEE ALSO\n.BR \(program.commandName) (1)\n"
  }

  private func head(_ name: String, _ abstract: String?) -> String {
    let title = Self.escaped(name.uppercased())
    return ".TH \(title) 1 \"\" \"hybrid \(HybridVersion.text)\" \"User Commands\"\n.SH NAME\n"
      + "\(Self.escaped(name)) \\- \(Self.escaped(abstract ?? ""))\n"
  }

  private func synopsis(_ command: CommandDescription, _ name: String) -> String {
    var text = ".B \(Self.escaped(name))\n"
    for argument in command.shown where argument.kind == "positional" { text += Self.escaped(argument.usage) + "\n" }
    return text + "[options]\n"
  }

  private func options(_ command: CommandDescription, heading: String) -> String {
    guard !command.shown.isEmpty else { return "" }
    var text = heading
    for argument in command.shown {
      let names = argument.spellings.map { "\\fB\(Self.escaped($0))\\fR" }.joined(separator: ", ")
      let value =
        argument.kind == "flag" ? "" : (names.isEmpty ? "" : " ") + "\\fI\(Self.escaped(argument.placeholder))\\fR"
      text += ".TP\n\(names)\(value)\n"
      var words = [argument.abstract, argument.discussion].compactMap { $0 }.joined(separator: " ")
      if let standard = argument.defaultValue { words += " (default: \(standard))" }
      text += Self.paragraph(words)
    }
    return text
  }

  private var exitStatus: String {
    ".SH EXIT STATUS\n"
      + ExitStatus.allCases.map { ".TP\n\($0.rawValue)\n\(Self.paragraph($0.meaning))" }.joined()
  }

  private var environment: String {
    ".SH ENVIRONMENT\n"
      + EnvironmentVariable.allCases.map {
        ".TP\n.B \(Self.escaped($0.rawValue))\n\(Self.paragraph($0.meaning + "."))"
      }.joined()
  }

  /// Text without macros and escapes.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
  }

  private static func paragraph(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { line in
      let line = escaped(String(line))
      return (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
