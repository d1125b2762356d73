/// A fault of a YAML file in words of its own, at the place where it was made: the parser notices most of them later.
struct YAMLFault {
  /// A place in the file.
  struct Place: Equatable {
    /// The line, from 1.
    var line: Int
    /// The column in Unicode scalars, from 1.
    var column: Int
  }

  var message: String
  var place: Place
  var help: String?

  /// The most bytes of a file that are looked at.
  private static let longest = 1 << 20

  /// Describes a fault.
  ///
  /// - Parameters:
  ///   - problem: the parser's words.
  ///   - place: where it noticed the fault.
  ///   - start: where what it was reading begins; `nil` where it does not say.
  ///   - bytes: the file.
  init(_ problem: String, at place: Place, start: Place?, in bytes: [UInt8]) {
    let text = YAMLText(bytes.prefix(Self.longest))
    self =
      Self.tab(problem, place, text) ?? Self.escape(problem, place, text) ?? Self.openQuote(problem, place, text)
      ?? Self.missingSpace(problem, place, start, text) ?? Self.openBracket(problem, place, start)
      ?? Self.value(problem, place, text) ?? Self.indentation(problem, place) ?? Self.other(problem, place)
  }

  private init(_ message: String, _ place: Place, _ help: String?) {
    (self.message, self.place, self.help) = (message, place, help)
  }

  // MARK: Mistakes

  private static func tab(_ problem: String, _ place: Place, _ text: YAMLText) -> YAMLFault? {
    let isIndented = text.indentation(of: place.line).contains("\t")
    guard isIndented || problem.contains("tab character") else { return nil }
    return YAMLFault(
      "a tab indents the line, where YAML takes only spaces", place, "indent with spaces: YAML has no tabs there")
  }

  /// `"C:\Users"`: a backslash in double quotes begins an escape.
  private static func escape(_ problem: String, _ place: Place, _ text: YAMLText) -> YAMLFault? {
    guard problem.contains("escape character") || problem.contains("hexdecimal") else { return nil }
    let line = text.line(place.line)
    guard let index = line.prefix(place.column).lastIndex(of: "\\"), index + 1 < line.count else { return nil }
    return YAMLFault(
      "`\\\(line[index + 1])` is not an escape of a text in double quotes",
      Place(line: place.line, column: index + 1),
      "put the text in single quotes, where a backslash is a character as others, or write `\\\\`")
  }

  /// A quote that opens before the line on which the parser gives up, and closes nowhere or in the middle of another value.
  private static func openQuote(_ problem: String, _ place: Place, _ text: YAMLText) -> YAMLFault? {
    let isStructure =
      problem.hasPrefix("did not find expected") || problem.contains("end of stream")
      || problem.contains("document indicator") || problem.contains("mapping values")
      || problem.contains("could not find expected") || problem.contains("escape character")
    guard isStructure, let quote = text.quote(openBefore: place.line, atEnd: problem.contains("end of stream")) else {
      return nil
    }
    return YAMLFault("the quote is not closed on its line", quote, "close the quote at the end of the value")
  }

  /// `base:/x/`: a key, a colon and a value without white space, or a line without a colon.
  private static func missingSpace(_ problem: String, _ place: Place, _ start: Place?, _ text: YAMLText) -> YAMLFault? {
    let isKey = problem.contains("could not find expected ':'")
    guard isKey || problem.contains("mapping values") || problem.contains("expected <document start>") else {
      return nil
    }
    var lines = [start?.line, place.line].compactMap { $0 }
    if let before = text.lineBefore(place.line) { lines.append(before) }
    for number in lines where number >= 1 {
      let line = text.line(number)
      guard let colon = text.tightColon(in: number) else { continue }
      let key = String(String.UnicodeScalarView(line[..<colon])).trimmed
      let value = String(String.UnicodeScalarView(line[(colon + 1)...])).trimmed
      return YAMLFault(
        "a space is missing behind the colon", Place(line: number, column: colon + 1),
        "write `\(key.prefix(40)): \(value.prefix(40))`")
    }
    guard isKey, let start else { return nil }
    return YAMLFault(
      "a colon is missing behind the key", start, "write `key: value`, or `- value` for an item of a list")
  }

  /// Brackets and braces that stay open, or have no comma between two values.
  private static func openBracket(_ problem: String, _ place: Place, _ start: Place?) -> YAMLFault? {
    let bracket: String
    if problem.contains("',' or ']'") {
      bracket = "]"
    } else if problem.contains("',' or '}'") {
      bracket = "}"
    } else {
      return nil
    }
    guard let start, start.line != place.line else {
      return YAMLFault(
        "a comma or `\(bracket)` is missing", place, "put a comma between two values, and close the bracket")
    }
    let opening = bracket == "]" ? "[" : "{"
    return YAMLFault(
      "`\(opening)` is not closed, or a comma is missing in it", start,
      "put a comma between two values, and write `\(bracket)` behind the last one")
  }

  /// A value that needs quotes.
  private static func value(_ problem: String, _ place: Place, _ text: YAMLText) -> YAMLFault? {
    let line = text.line(place.line)
    if problem.contains("cannot start any token") || problem.contains("alphabetic or numeric")
      || problem.contains("undefined alias") || problem.contains("tag handle")
      || problem.contains("comment or line break")
    {
      // Of names the parser says where they end or begin; the sign is there or before.
      let signs: Set<Unicode.Scalar> = ["@", "`", "%", "*", "&", "!", "|", ">"]
      var column = place.column
      let begins = line.indices.prefix(place.column).last { index in
        signs.contains(line[index]) && (index == 0 || line[index - 1] == " ")
      }
      if let begins { column = begins + 1 }
      let found = line.indices.contains(column - 1) ? "`\(line[column - 1])`" : "this character"
      return YAMLFault(
        "\(found) cannot begin a value without quotes", Place(line: place.line, column: column),
        "put the value in quotes")
    }
    if problem.contains("mapping values"), text.hasColon(inValueOf: place.line) {
      return YAMLFault(
        "a value holds a colon and a space without quotes", place, "put the value in quotes: `title: \"One: two\"`")
    }
    if problem.contains("block sequence entries") {
      return YAMLFault(
        "a list cannot begin behind its key", place, "write each `- value` on a line of its own below the key")
    }
    return nil
  }

  private static func indentation(_ problem: String, _ place: Place) -> YAMLFault? {
    let help = "indent the line as those beside it"
    if problem.contains("mapping values") {
      return YAMLFault("the line is indented further than the key before it", place, help)
    }
    if problem.contains("expected key") {
      return YAMLFault("the line is not a key of the object around it", place, help + ", and write `key: value`")
    }
    if problem.contains("expected '-' indicator") {
      return YAMLFault("the line is not an item of the list around it", place, help + ", and begin it with `- `")
    }
    return nil
  }

  private static func other(_ problem: String, _ place: Place) -> YAMLFault {
    if problem.contains("<document start>") {
      return YAMLFault(
        "the line is neither a key nor an item of what is before it", place, "write the file as keys, or as one list")
    }
    if problem.contains("node content") { return YAMLFault("a value is missing", place, "write a value, or `null`") }
    if problem.contains("control characters") || problem.contains("octet") {
      return YAMLFault(
        "a control character is in the file", place, "remove it, or write it as an escape in double quotes")
    }
    if problem.contains("end of stream") {
      return YAMLFault("the file ends before the value does", place, "close the quote or bracket that is open")
    }
    if problem.contains("could not find expected ':'") {
      return YAMLFault("a colon is missing behind the key", place, "write `key: value`")
    }
    return YAMLFault(problem, place, nil)
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
