import ArgumentParser

/// The exit statuses of all verbs (docs/commands.md).
enum ExitStatus: Int32 {
  case success = 0
  /// The sources have errors.
  case sourceErrors = 1
  /// Only warnings or a budget, where those were made to count.
  case warningsCount = 2
  case usage = 64
  /// `verify` or an input archive found unsound.
  case unsound = 65
  case noInput = 66
  case noRoute = 69
  case internalError = 70
  case cannotWrite = 73
  case badConfiguration = 78
  case interrupted = 130

  /// Ends the command with this status; nothing is thrown for success.
  func exit() throws {
    if self != .success { throw ExitCode(rawValue) }
  }
}
