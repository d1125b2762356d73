import Foundation

/// A command as the argument parser describes it (`--experimental-dump-help`): what the reference in `docs/` and the manual
/// pages are made of, so that neither can drift from what is parsed.
struct CommandDescription: Decodable {
  /// A flag, option or argument.
  struct Argument: Decodable {
    /// `--out-dir`, `-o`.
    struct Name: Decodable {
      var kind: String
      var name: String

      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: String
    var abstract: String?
    var discussion: String?
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var isOptional: Bool
    var isRepeating: Bool
    var shouldDisplay: Bool

    /// `-o`, `--out-dir`: the short one first.
    var spellings: [String] {
      let names = names ?? []
      return names.filter { $0.kind != "long" }.map(\.text) + names.filter { $0.kind == "long" }.map(\.text)
    }

    /// What stands for the value: `N`, or the words to choose from.
    var placeholder: String {
      if let allValues, !allValues.isEmpty, allValues.count <= 6 { return allValues.joined(separator: "|") }
      return (valueName ?? "value").uppercased()
    }

    /// `--out-dir FOLDER`, `[ROOT]`.
    var usage: String {
      let dots = isRepeating ? "…" : ""
      switch kind {
      case "positional": return isOptional ? "[\(placeholder)\(dots)]" : placeholder + dots
      case "flag": return "[\(spellings.last ?? "")]"
      default:
        let text = "\(spellings.last ?? "") \(placeholder)"
        return (isOptional ? "[\(text)]" : text) + dots
      }
    }
  }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?
  var subcommands: [CommandDescription]?
  var shouldDisplay: Bool?

  /// The arguments that people see, without those that every command has.
  var shown: [Argument] {
    (arguments ?? []).filter { argument in
      argument.shouldDisplay && !["--help", "--version"].contains(argument.spellings.last ?? "")
    }
  }

  /// The verbs that people see.
  var verbs: [CommandDescription] {
    (subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay != false }
  }

  /// The program with all its verbs.
  static func program() throws -> CommandDescription {
    struct Dump: Decodable {
      var command: CommandDescription
    }
    return try JSONDecoder().decode(Dump.self, from: Data(Hybrid._dumpHelp().utf8)).command
  }
}
