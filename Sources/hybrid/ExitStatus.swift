import ArgumentParser

/// The exit statuses of all verbs (docs/reference/commands.md).
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  /// The sources have errors.
  case sourceErrors = 1
  /// Only warnings, where those were made to count.
  case warningsCount = 2
  /// The release was published and is over a budget.
  case overBudget = 3
  /// `diff` found what `--fail-on` names.
  case differs = 4
  case usage = 64
  /// `verify` or an input archive found unsound.
  case unsound = 65
  case noInput = 66
  case noRoute = 69
  case internalError = 70
  case cannotWrite = 73
  case badConfiguration = 78
  case interrupted = 130

  /// What the status says, for the reference and the manual pages.
  var meaning: String {
    switch self {
    case .success: "Success; warnings are allowed."
    case .sourceErrors: "The sources have errors; nothing was published."
    case .warningsCount: "Only warnings, with `--warnings-as-errors`; nothing was published."
    case .overBudget: "The release is over a budget of the configuration; it was published all the same."
    case .differs: "diff found a difference that `--fail-on` names."
    case .usage: "Wrong usage: an unknown flag, a missing or malformed argument."
    case .unsound: "verify or an input archive was found unsound."
    case .noInput: "No such input: a folder, page, file, template or code."
    case .noRoute: "No route matches."
    case .internalError: "An internal error."
    case .cannotWrite: "The output cannot be written: permissions, a full disk, a folder that hybrid did not make."
    case .badConfiguration: "The configuration has errors."
    case .interrupted: "Interrupted."
    }
  }

  /// Ends the command with this status; nothing is thrown for success.
  func exit() throws {
    if self != .success { throw ExitCode(rawValue) }
  }
}
