/// The declarations of a style sheet with their places: enough of CSS's syntax (CSS Syntax 3) to say where an edit is.
///
/// Values are kept as text. What is malformed ends at the next `;` or `}`, as in CSS.
struct SheetDeclarations {
  /// One declaration.
  struct Declaration: Hashable {
    /// The selectors and at-rules around it, outermost first.
    var context: [String]
    /// The property's name, in lower case unless it is a custom property.
    var property: String
    /// The value without comments, its white space collapsed.
    var value: String
    /// The line of the name, from 1.
    var line: Int

    /// The innermost selector.
    var selector: String { context.last { !$0.hasPrefix("@") } ?? "" }
    /// What makes two declarations the same, wherever they are.
    var identity: [String] { context + [property, value] }
  }

  /// The declarations in the order of the source.
  private(set) var list: [Declaration] = []

  /// Deeper rules are passed over.
  private static let mostNesting = 64
  /// Larger sheets are not read.
  static let largestSheet = 4 << 20
  /// Further declarations are not read.
  private static let mostDeclarations = 100_000

  /// Reads a sheet.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - firstLine: the line at which it begins.
  init(_ bytes: ArraySlice<UInt8>, firstLine: Int = 1) {
    var context: [String] = []
    var part: [UInt8] = []
    var line = firstLine
    var partLine = firstLine
    var parentheses = 0
    var index = bytes.startIndex
    func text() -> String {
      String(decoding: part, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    func byte(_ offset: Int) -> UInt8? { index + offset < bytes.endIndex ? bytes[index + offset] : nil }
    while index < bytes.endIndex, list.count < Self.mostDeclarations {
      let current = bytes[index]
      switch current {
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        index += 2
        while index < bytes.endIndex, !(bytes[index] == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) {
          if bytes[index] == 0x0A { line += 1 }
          index += 1
        }
        index = min(index + 2, bytes.endIndex)
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        part.append(current)
        index += 1
        while index < bytes.endIndex, bytes[index] != current, bytes[index] != 0x0A {
          if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex {
            part.append(bytes[index])
            index += 1
            if bytes[index] == 0x0A { line += 1 }
          }
          part.append(bytes[index])
          index += 1
        }
        if index < bytes.endIndex, bytes[index] == current {
          part.append(current)
          index += 1
        }
        continue
      case UInt8(ascii: "("): parentheses += 1
      case UInt8(ascii: ")"): parentheses = max(0, parentheses - 1)
      case UInt8(ascii: "{"):
        context.append(context.count < Self.mostNesting ? text() : "")
        (part, parentheses) = ([], 0)
        index += 1
        continue
      case UInt8(ascii: "}"):
        add(text(), context, partLine)
        if !context.isEmpty { context.removeLast() }
        (part, parentheses) = ([], 0)
        index += 1
        continue
      case UInt8(ascii: ";") where parentheses == 0:
        add(text(), context, partLine)
        part = []
        index += 1
        continue
      default: break
      }
      let isSpace = current == 0x20 || current == 0x0A || current == 0x09 || current == 0x0D
      if part.isEmpty, !isSpace { partLine = line }
      if !part.isEmpty || !isSpace { part.append(current) }
      if current == 0x0A { line += 1 }
      index += 1
    }
  }

  private mutating func add(_ text: String, _ context: [String], _ line: Int) {
    guard !context.isEmpty, context.count <= Self.mostNesting, let colon = text.firstIndex(of: ":") else { return }
    let name = text[..<colon].split(separator: " ").joined()
    let value = text[text.index(after: colon)...].drop { $0 == " " }
    guard !name.isEmpty else { return }
    list.append(
      Declaration(
        context: context, property: name.hasPrefix("--") ? name : name.lowercased(), value: String(value), line: line))
  }
}
