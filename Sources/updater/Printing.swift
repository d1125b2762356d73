import Diagnostics

/// Prints a line whose names and texts come from a server: what would steer a terminal is shown as U+FFFD.
func print(_ line: Any) {
  var visible = String.UnicodeScalarView()
  for scalar in "\(line)".unicodeScalars { visible.append(scalar.steersOutput ? "\u{FFFD}" : scalar) }
  Swift.print(String(visible))
}
