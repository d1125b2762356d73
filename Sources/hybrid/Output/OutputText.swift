import Diagnostics

/// Texts from sites as the formats of the output show them: one function for each format.
///
/// File names, URLs and keys of configurations may hold anything: sequences that steer a terminal, characters that turn
/// the direction of a line, markup. JSON is escaped by
/// `JSONText`, without loss.
enum OutputText {
  /// A line for a terminal: what would steer it is shown as U+FFFD.
  static func terminal(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { view.append(visible(scalar)) }
    return String(view)
  }

  /// A character that takes one place in a line and does nothing else.
  static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: " "
    default: scalar.steersOutput ? "\u{FFFD}" : scalar
    }
  }

  /// A dump whose tabs are its own, and whose line feeds may be those of texts: what would steer a terminal is shown as
  /// U+FFFD, and a line that GitHub's runner would take for a command (`::name::value`) begins with one.
  static func dump(_ text: String) -> String {
    let visible = replacing(text) { _ in "\u{FFFD}" }
    guard visible.utf8.contains(UInt8(ascii: ":")) else { return visible }
    return visible.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      isCommand(line) ? "\u{FFFD}" + line : String(line)
    }.joined(separator: "\n")
  }

  /// Whether GitHub's runner takes a line for a command: two colons first, and two more behind.
  private static func isCommand(_ line: Substring) -> Bool {
    let scalars = Array(line.unicodeScalars.drop { $0.properties.isWhitespace })
    guard scalars.starts(with: "::".unicodeScalars) else { return false }
    return scalars.indices.dropFirst(3).contains { scalars[$0 - 1] == ":" && scalars[$0] == ":" }
  }

  /// JSON that another program reads: what would steer a terminal is escaped, which only strings can hold.
  static func json(_ text: String) -> String {
    replacing(text) { scalar in
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
    for scalar in terminal(text).unicodeScalars {
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
    terminal(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
