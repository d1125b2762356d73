import Diagnostics

/// What a filter's standard error says about places.
enum FilterReports {
  /// The most problems that are taken from one run.
  private static let limit = 100

  /// The problems in lines such as `style.css:3:14: unknown word`.
  ///
  /// - Parameters:
  ///   - text: what was printed.
  ///   - file: the site path of the input, which a program that reads standard input cannot know.
  ///   - isFailure: whether the program ended with an error.
  static func problems(in text: String, file: String, isFailure: Bool) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for line in text.split(whereSeparator: \.isNewline) {
      guard problems.count < limit, let place = place(in: plain(line)) else { continue }
      let isOwn =
        ["-", "stdin", "<stdin>", "(stdin)", "/dev/stdin", "<standard input>"].contains(place.file)
        || place.file == file || place.file.hasSuffix("/" + file)
      let location = SourceLocation(file: file, line: isOwn ? place.line : 1, column: isOwn ? place.column : 1)
      let message = isOwn ? place.message : "\(place.file):\(place.line): \(place.message)"
      problems.append(
        Diagnostic(
          .filterReport, shortened(message), at: location,
          severity: isFailure && !message.lowercased().hasPrefix("warning") ? .error : .warning))
    }
    return problems
  }

  /// The first lines, for a message.
  static func beginning(of text: String) -> String {
    shortened(text.split(whereSeparator: \.isNewline).prefix(3).map(plain).joined(separator: " / "))
  }

  private static func shortened(_ text: String) -> String { text.count > 300 ? text.prefix(300) + "…" : text }

  /// A line without the codes of colours.
  private static func plain(_ line: Substring) -> String {
    String(line).replacing(#/\u{1B}\[[0-9;]*m/#, with: "").trimmingPrefix { $0.isWhitespace }.description
  }

  private static func place(in line: String) -> (file: String, line: Int, column: Int, message: String)? {
    guard line.utf8.count <= 4_096,
      let match = line.firstMatch(of: #/^([^\s:][^:]{0,400}):([0-9]{1,7})(?::([0-9]{1,7}))?[:\s]+(\S.*)$/#),
      let number = Int(match.2)
    else { return nil }
    return (String(match.1), max(1, number), max(1, match.3.flatMap { Int($0) } ?? 1), String(match.4))
  }
}
