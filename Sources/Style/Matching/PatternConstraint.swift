import Routing

/// The `pattern` attribute (HTML, 4.10.5.3.6): an ECMAScript expression with the flag `v`, which the whole value must match.
///
/// UNIMPLEMENTED: expressions with look-around, operators of classes, back references, Unicode properties and modifiers,
/// and those longer than ``maximumLength``: they ask for nothing, as those do in browsers that are none.
enum PatternConstraint {
  /// The most characters of an expression or of a value that is compared with it.
  static let maximumLength = 256

  /// Whether a value matches; `nil` where nothing is asked of it.
  static func matches(_ pattern: String, _ value: String) -> Bool? {
    guard value.unicodeScalars.count <= maximumLength, isFaithful(pattern),
      let expression = try? RegularExpression(pattern)
    else { return nil }
    return expression.wholeMatch(value) != nil
  }

  /// A bound of the steps that comparing takes: an instruction is tried at most once at each place.
  static func steps(_ pattern: String, _ value: String) -> Int {
    let size = pattern.contains("{") ? 20_000 : pattern.utf8.count * 2
    return size * (min(value.utf8.count, maximumLength) + 1)
  }

  /// Signs that are written with `\` in the expressions of the flag `v`, and those that may be in their classes.
  private static let syntax = Set("^$\\.*+?()[]{}|/".unicodeScalars)
  private static let classSyntax = Set("()[]{}/-\\|".unicodeScalars)
  private static let punctuation = Set("&-!#%,:;<=>@`~".unicodeScalars)
  private static let doubled = Set("&!#$%*+,.:;<=>?@^`~-".unicodeScalars)

  /// Whether an expression means to the flag `v` what it means to ``RegularExpression``, which takes more.
  private static func isFaithful(_ pattern: String) -> Bool {
    let scalars = Array(pattern.unicodeScalars)
    guard scalars.count <= maximumLength else { return false }
    var position = 0
    // Inside a class: what a `-` may follow.
    var isInClass = false
    var mayBeginRange = false
    while position < scalars.count {
      let scalar = scalars[position]
      let next = position + 1 < scalars.count ? scalars[position + 1] : nil
      if scalar == "\\" {
        guard let next, isFaithful(escape: next, before: scalars[(position + 2)...].first, isInClass: isInClass) else {
          return false
        }
        mayBeginRange = true
        position += 2
        continue
      }
      if !isInClass {
        if scalar == "(", next == "?", position + 2 >= scalars.count || scalars[position + 2] != ":" { return false }
        if scalar == "[" {
          isInClass = true
          mayBeginRange = false
          if next == "^" { position += 1 }
        }
      } else if scalar == "]" {
        isInClass = false
      } else if scalar == "-" {
        guard mayBeginRange, let next, next != "]", next != "-" else { return false }
        mayBeginRange = false
        // The range's end.
        position += 1
        if scalars[position] == "\\" { continue }
        guard !classSyntax.contains(scalars[position]) else { return false }
      } else {
        if classSyntax.contains(scalar) || doubled.contains(scalar) && next == scalar { return false }
        mayBeginRange = true
      }
      position += 1
    }
    return true
  }

  private static func isFaithful(
    escape scalar: Unicode.Scalar, before next: Unicode.Scalar?, isInClass: Bool
  ) -> Bool {
    switch scalar {
    case "d", "D", "w", "W", "s", "S", "t", "n", "v", "f", "r", "x": return true
    case "b", "B": return !isInClass
    case "0": return !("0"..."9").contains(next ?? " ")
    // Halves of a pair stand for one character together.
    case "u": return next != "d" && next != "D"
    default: return syntax.contains(scalar) || isInClass && punctuation.contains(scalar)
    }
  }
}
