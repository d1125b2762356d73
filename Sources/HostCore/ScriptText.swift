import Diagnostics

/// Texts of scripts that a host prints or shows: scripts may say anything, as long as they like.
public enum ScriptText {
  /// The most characters of a text that are shown or printed.
  public static let mostCharacters = 2_000

  /// One line for a terminal or a log. What would steer a terminal is shown as U+FFFD, line breaks as spaces.
  ///
  /// - Parameter text: what a script wrote to its console, or the message of its error.
  public static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in shown(text).unicodeScalars {
      switch scalar {
      case "\t", "\n", "\r": line.append(" ")
      default: line.append(scalar.steersOutput ? "\u{FFFD}" : scalar)
      }
    }
    return String(line)
  }

  /// The beginning of a text that is shown on the screen.
  public static func shown(_ text: String) -> String {
    // Counting all characters of a long text takes its time, too.
    guard text.utf8.count > mostCharacters else { return text }
    let beginning = text.prefix(mostCharacters)
    return beginning.endIndex == text.endIndex ? text : beginning + "…"
  }
}
