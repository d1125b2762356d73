/// What went wrong in a script, with its place. The page stays alive.
public struct ScriptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of an end it was.
  public enum Kind: Sendable, Hashable {
    /// The script threw, or could not be read.
    case exception
    /// A promise was rejected, and nothing took the reason by the end of the run.
    case rejection
    /// It ran longer than it may.
    case time
    /// It used more memory than it may.
    case memory
  }

  /// The kind.
  public var kind: Kind
  /// The engine's words.
  public var message: String
  /// The script: its path in the site, the page's for an inline one; for a call into a page that no line of it made, its
  /// name, such as `handler open`.
  public var source: String
  /// The line, from 1; 0 where the engine does not say. Lines of inline scripts count from the script's first.
  public var line: Int
  /// The column, from 1; 0 where the engine does not say.
  public var column: Int

  /// One line for people.
  public var description: String {
    let place = line > 0 ? ":\(line)" + (column > 0 ? ":\(column)" : "") : ""
    return "\(source)\(place): " + message.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
