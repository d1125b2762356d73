/// Lines that programs print of texts from elsewhere.
public enum VisibleLines {
  /// Lines whose tabs are their own, and whose line feeds may be those of texts: what would steer a terminal is shown as
  /// U+FFFD, and a line that GitHub's runner would take for a command (`::name::value`) begins with one. The second sign of
  /// `##[` and its like is one, too.
  public static func text(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() where scalar != "\n" && scalar != "\t" && scalar.steersOutput {
      scalars[place] = "\u{FFFD}"
    }
    let lines = scalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = Array(line)
      for place in RunnerCommands.signs(in: line) { line[place] = "\u{FFFD}" }
      if RunnerCommands.beginning(of: line, isWhole: true) != nil { line.insert("\u{FFFD}", at: 0) }
      return line
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: lines.joined(separator: ["\n"]))
    return String(view)
  }
}
