/// The lines of a YAML file, as far as its usual mistakes need them.
struct YAMLText {
  private let lines: [[Unicode.Scalar]]

  /// More lines are not looked at.
  private static let mostLines = 20_000

  /// The lines of a text in UTF-8.
  init(_ bytes: ArraySlice<UInt8>) {
    lines = bytes.split(separator: 0x0A, maxSplits: Self.mostLines, omittingEmptySubsequences: false).map { line in
      let text = line.last == 0x0D ? line.dropLast() : line
      return Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    }
  }

  /// A line, from 1; empty where there is none.
  func line(_ number: Int) -> [Unicode.Scalar] { lines.indices.contains(number - 1) ? lines[number - 1] : [] }

  /// The white space that a line begins with.
  func indentation(of number: Int) -> [Unicode.Scalar] { Array(line(number).prefix { $0 == " " || $0 == "\t" }) }

  /// The nearest line before another one that holds something.
  func lineBefore(_ number: Int) -> Int? {
    var number = min(number, lines.count + 1) - 1
    while number >= 1 {
      if let first = line(number).first(where: { $0 != " " }), first != "#" { return number }
      number -= 1
    }
    return nil
  }

  // MARK: Colons

  /// The index of a colon between a key and a value without white space, on a line that has no other: `base:/x/`, but not
  /// `https://example.org`.
  func tightColon(in number: Int) -> Int? {
    let line = line(number)
    guard let start = line.firstIndex(where: { $0 != " " && $0 != "-" }),
      let colon = line[start...].firstIndex(of: ":"), colon > start, colon + 1 < line.count
    else { return nil }
    let isName = line[start..<colon].allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-"
    }
    let next = line[colon + 1]
    guard isName, next != " ", next != "\t", !Self.hasColon(line[(colon + 1)...]) else { return nil }
    let isAddress = line[(colon + 1)...].starts(with: ["/", "/"])
    return isAddress && line[start..<colon].count > 2
      && ["http", "https", "ftp", "mailto"].contains(Self.text(line[start..<colon]))
      ? nil : colon
  }

  /// Whether the value of a line's key holds `: ` without quotes.
  func hasColon(inValueOf number: Int) -> Bool {
    let line = line(number)
    for index in line.indices where Self.isColon(line, index) {
      let value = line[(index + 1)...].drop { $0 == " " }
      guard let first = value.first, first != "\"", first != "'", first != "{", first != "[" else { return false }
      return Self.hasColon(value)
    }
    return false
  }

  private static func hasColon(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
    let line = Array(line)
    return line.indices.contains { isColon(line, $0) }
  }

  private static func isColon(_ line: [Unicode.Scalar], _ index: Int) -> Bool {
    line[index] == ":" && (index + 1 == line.count || line[index + 1] == " " || line[index + 1] == "\t")
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  // MARK: Quotes

  /// Where a quote opens a value that goes on beyond its line, and ends on the line on which the parser gave up, or at the end of
  /// the file: that quote was not closed. `nil` where all values end well.
  ///
  /// - Parameters:
  ///   - last: the line on which the parser gave up.
  ///   - atEnd: whether it gave up for the end of the file.
  func quote(openBefore last: Int, atEnd: Bool) -> YAMLFault.Place? {
    var number = 1
    while number <= lines.count, number <= last {
      guard let (column, quote) = openQuote(in: number) else {
        number += 1
        continue
      }
      // Where it closes.
      var end = number + 1
      while end <= lines.count, Self.close(of: quote, in: line(end), from: 0) == nil { end += 1 }
      if end > lines.count || !atEnd && end >= last { return YAMLFault.Place(line: number, column: column + 1) }
      number = end + 1
    }
    return nil
  }

  /// The index of a quote that begins a value of a line and is not closed on it.
  private func openQuote(in number: Int) -> (column: Int, quote: Unicode.Scalar)? {
    let line = line(number)
    var index = 0
    var canBegin = true
    while index < line.count {
      let scalar = line[index]
      if canBegin, scalar == "\"" || scalar == "'" {
        guard let end = Self.close(of: scalar, in: line, from: index + 1) else { return (index, scalar) }
        index = end + 1
        canBegin = false
        continue
      }
      if scalar == "#", index == 0 || line[index - 1] == " " { return nil }
      // Values begin behind `: `, `- `, `,` and brackets.
      if scalar != " " { canBegin = [":", "-", ",", "[", "{"].contains(scalar) }
      if canBegin, scalar == ":" || scalar == "-", index + 1 < line.count, line[index + 1] != " " { canBegin = false }
      index += 1
    }
    return nil
  }

  private static func close(of quote: Unicode.Scalar, in line: [Unicode.Scalar], from start: Int) -> Int? {
    var index = start
    while index < line.count {
      if quote == "\"", line[index] == "\\" {
        index += 2
        continue
      }
      if line[index] == quote {
        guard quote == "'", index + 1 < line.count, line[index + 1] == "'" else { return index }
        index += 1
      }
      index += 1
    }
    return nil
  }
}
