/// Tables of Markdown in GitHub's flavour.
public enum MarkdownTable {
  /// A text on one line, as the cell of a table: tags are shown, and code in backticks stays as it is.
  public static func cell(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("|", with: "\\|")
    return line.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index.isMultiple(of: 2) ? part.replacing("<", with: "&lt;") : part
    }.joined(separator: "`")
  }
}
