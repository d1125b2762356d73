import Diagnostics

/// A problem for people: `path:line:col: error[HYB0123]: text`, the source line with a caret, notes and help.
struct HumanDiagnostics {
  var hasColor: Bool
  /// Columns of a source line that are shown; a longer one is cut around the place.
  private static let width = 110

  /// The lines, each with its end.
  func text(_ diagnostic: Diagnostic) -> String {
    let severity = diagnostic.severity.rawValue
    let tint =
      switch diagnostic.severity {
      case .error: "31;1"
      case .warning: "33;1"
      case .note: "36;1"
      }
    var text = ""
    if let place = diagnostic.location {
      text += colored("\(OutputText.terminal(place.file)):\(place.line):\(place.column):", "1") + " "
    }
    text +=
      colored("\(severity)[\(diagnostic.code.name)]:", tint) + " " + OutputText.terminal(diagnostic.message) + "\n"
    if let place = diagnostic.location, let line = diagnostic.sourceLine {
      text += excerpt(line, from: diagnostic.sourceLineColumn, place, tint: tint)
    }
    for note in diagnostic.notes { text += "note: \(OutputText.terminal(note))\n" }
    if let help = diagnostic.help { text += colored("help:", "32") + " \(OutputText.terminal(help))\n" }
    return text
  }

  /// The source line, and under it a caret and as many tildes as the place is wide.
  ///
  /// - Parameter origin: the column of the first character of `line`.
  private func excerpt(_ line: String, from origin: Int, _ place: SourceLocation, tint: String) -> String {
    let scalars = Array(line.unicodeScalars)
    let start = place.column - origin
    guard start >= 0, start <= scalars.count, !line.allSatisfy(\.isWhitespace) else { return "" }
    var end = place.endLine == place.line ? place.endColumn - origin : scalars.count
    end = min(max(end, start + 1), max(scalars.count, start + 1))
    let first = start < Self.width - 20 ? 0 : start - Self.width / 3
    let last = min(scalars.count, first + Self.width)
    let before = (first > 0 || origin > 1 ? "…" : "")
    let shown = OutputText.inert(scalars[first..<last].map(OutputText.visible), isWhole: true)
    let after = last < scalars.count ? "…" : ""
    let indent = shown[..<max(0, min(start - first, shown.count))].reduce(before.isEmpty ? 0 : 1) {
      $0 + Self.columns($1)
    }
    let marked = shown[max(0, min(start - first, shown.count))..<max(0, min(end - first, shown.count))]
    let tildes = max(1, marked.reduce(0) { $0 + Self.columns($1) }) - 1
    var view = String.UnicodeScalarView()
    view.append(contentsOf: shown)
    let caret = colored("^" + String(repeating: "~", count: tildes), tint)
    return "  \(before)\(String(view))\(after)\n  \(String(repeating: " ", count: indent))\(caret)\n"
  }

  private func colored(_ text: String, _ code: String) -> String {
    hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Terminal columns of a character: two for East Asian wide ones and emoji, none for combining marks.
  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x300: 1
    case 0x300...0x36F, 0x200B...0x200D, 0xFE00...0xFE0F, 0x20D0...0x20FF: 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
