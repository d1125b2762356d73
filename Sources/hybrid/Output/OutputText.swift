import Diagnostics

/// Texts from sites as the formats of the output show them: one function for each format.
///
/// File names, URLs and keys of configurations may hold anything: sequences that steer a terminal, characters that turn
/// the direction of a line, markup. JSON is escaped by
/// `JSONText`, without loss.
enum OutputText {
  /// A line for a terminal or a log, or a part of one: what would steer it is shown as U+FFFD, and so is a sign of what a
  /// runner of CI would take for a command.
  static func terminal(_ text: String) -> String { string(inert(text.unicodeScalars.map(visible), isWhole: false)) }

  /// Visible characters without commands of CI's runners; as many as before, so that carets stay under their places.
  ///
  /// - Parameters:
  ///   - scalars: what is at the beginning of a line, or may be.
  ///   - isWhole: whether it is all of the line.
  static func inert(_ scalars: [Unicode.Scalar], isWhole: Bool) -> [Unicode.Scalar] {
    var scalars = scalars
    for place in RunnerCommands.signs(in: scalars) { scalars[place] = "\u{FFFD}" }
    if let place = RunnerCommands.beginning(of: scalars, isWhole: isWhole) { scalars[place] = "\u{FFFD}" }
    return scalars
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// A character that takes one place in a line and does nothing else.
  static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: " "
    default: scalar.steersOutput ? "\u{FFFD}" : scalar
    }
  }

  /// A dump whose tabs are its own, and whose line feeds may be those of texts.
  static func dump(_ text: String) -> String { VisibleLines.text(text) }

  /// JSON that another program reads: what would steer a terminal is escaped, which only strings can hold; so is the second
  /// sign of `##[`, which no runner of CI then takes for a command.
  static func json(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let signs = Set(text.utf8.contains(UInt8(ascii: "#")) ? RunnerCommands.signs(in: scalars) : [])
    let text =
      signs.isEmpty
      ? text : scalars.enumerated().map { signs.contains($0) ? "\\u0023" : String($1) }.joined()
    return replacing(text) { scalar in
      var escapes = ""
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        escapes += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return escapes
    }
  }

  private static func replacing(_ text: String, by replacement: (Unicode.Scalar) -> String) -> String {
    func steers(_ scalar: Unicode.Scalar) -> Bool { scalar != "\n" && scalar != "\t" && scalar.steersOutput }
    guard text.unicodeScalars.contains(where: steers) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if steers(scalar) { result += replacement(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Lines for people, each as ``terminal(_:)`` has it.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { terminal(String($0)) }.joined(separator: "\n")
  }

  /// The message of an annotation of GitHub Actions; its lines stay lines.
  static func annotation(_ text: String) -> String {
    lines(text).replacing("%", with: "%25").replacing("\n", with: "%0A")
  }

  /// A property of an annotation, such as its file.
  static func annotationProperty(_ text: String) -> String {
    annotation(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  /// A text in a table of GitHub's Markdown: punctuation is written as references, so that nothing begins or ends markup, a
  /// link or a cell.
  static func markdown(_ text: String) -> String {
    let plain = Set(" ,-./()'".unicodeScalars)
    var result = ""
    for scalar in text.unicodeScalars.lazy.map(visible) {
      let isName = scalar.value >= 0x80 || scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
      if isName || plain.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "&#\(scalar.value);"
      }
    }
    // What GitHub would make a link of.
    return result.replacing("www.", with: "www&#46;")
  }

  /// A text in HTML, between tags or in a value in double quotes.
  static func html(_ text: String) -> String {
    string(text.unicodeScalars.map(visible)).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
      ">", with: "&gt;"
    )
    .replacing("\"", with: "&quot;")
  }
}
