import Diagnostics

/// Prints lines whose names and texts come from a server: what would steer a terminal is shown as U+FFFD.
func print(_ lines: Any) {
  var visible = String.UnicodeScalarView()
  for scalar in "\(lines)".unicodeScalars {
    visible.append(scalar.steersOutput && scalar != "\n" ? "\u{FFFD}" : scalar)
  }
  Swift.print(String(visible))
}
