import Platform

/// The texts of a fontconfig configuration file with which its rules can compare the name of a family.
///
/// XML is not parsed: every text between two tags counts, whatever its element. What could make a rule compare names
/// with other texts than those is refused.
struct FontconfigRules {
  /// Every text between tags.
  private(set) var texts: [String] = []
  /// The texts that a family may have inside of its name (`compare="contains"`).
  private(set) var parts: [String] = []

  private enum Test {
    case none
    case equality
    case part
  }

  private var test = Test.none
  /// The text since the last tag; comments do not part it.
  private var text: [UInt8] = []

  /// `nil` if names could be compared with something other than the file's texts, or if it is not UTF-8.
  init?(_ file: [UInt8]) {
    guard String(validUTF8: file) != nil, !file.contains(0) else { return nil }
    var index = 0
    while index < file.count {
      guard file[index] == UInt8(ascii: "<") else {
        text.append(file[index])
        index += 1
        continue
      }
      let rest = file[index...]
      if rest.starts(with: "<!--".utf8) {
        guard let end = Self.end(of: rest.dropFirst(4), "-->") else { return nil }
        index = end
        continue
      }
      if rest.starts(with: "<?".utf8) {
        guard let end = Self.end(of: rest.dropFirst(2), "?>"), Self.isReadable(file[index..<end]) else { return nil }
        index = end
        continue
      }
      guard let close = Self.close(of: rest), read(rest[(index + 1)..<close]) else { return nil }
      index = close + 1
    }
  }

  // MARK: Tags

  /// Takes the text before a tag and what the tag begins. Returns whether the rules can still be known.
  private mutating func read(_ tag: ArraySlice<UInt8>) -> Bool {
    guard flush() else { return false }
    let name = String(decoding: tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }, as: UTF8.self)
    if tag.first == UInt8(ascii: "/") {
      if tag.dropFirst().starts(with: "test".utf8) { test = .none }
      return true
    }
    // CDATA sections, entities, and declarations that give attributes default values.
    if tag.first == UInt8(ascii: "!") { return name == "!DOCTYPE" && !tag.contains(UInt8(ascii: "[")) }
    // A reference could hide what an attribute says.
    if tag.contains(UInt8(ascii: "&")) { return false }
    switch name {
    case "plus", "contains", "not_contains":
      // They make other texts, or compare parts of names outside of tests.
      return false
    case "test":
      let object = Self.attribute("name", of: tag)
      guard object == nil || object == "family" else { return true }
      let comparison = Self.attribute("compare", of: tag) ?? "eq"
      test = comparison == "contains" || comparison == "not_contains" ? .part : .equality
      return true
    default:
      // A test's other side may be an expression, such as another property.
      return test == .none || name == "string"
    }
  }

  private mutating func flush() -> Bool {
    defer { text.removeAll(keepingCapacity: true) }
    guard text.contains(where: { $0 > 0x20 }) else { return true }
    guard let written = Self.resolved(text) else { return false }
    texts.append(written)
    if test == .part { parts.append(written) }
    return true
  }

  /// A text with XML's own references resolved; `nil` if it has others.
  private static func resolved(_ text: [UInt8]) -> String? {
    guard text.contains(UInt8(ascii: "&")) else { return String(decoding: text, as: UTF8.self) }
    let references = ["lt;": "<", "gt;": ">", "quot;": "\"", "apos;": "'", "amp;": "&"]
    let pieces = String(decoding: text, as: UTF8.self).split(separator: "&", omittingEmptySubsequences: false)
    var result = String(pieces[0])
    for piece in pieces.dropFirst() {
      guard let found = references.first(where: { piece.hasPrefix($0.key) }) else { return nil }
      result += found.value + piece.dropFirst(found.key.count)
    }
    return result
  }

  /// An attribute's value as written, or `nil`.
  private static func attribute(_ name: String, of tag: ArraySlice<UInt8>) -> String? {
    var rest = tag.drop { $0 > 0x20 }
    while true {
      rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
      let written = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
      rest = rest.dropFirst(written.count).drop { $0 <= 0x20 }
      guard !written.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
      rest = rest.drop { $0 <= 0x20 }
      guard let quote = rest.popFirst() else { return nil }
      let value = rest.prefix { $0 != quote }
      if written.elementsEqual(name.utf8) { return String(decoding: value, as: UTF8.self) }
      rest = rest.dropFirst(value.count + 1)
    }
  }

  // MARK: Places

  /// Where a tag's `>` is, outside of quotes.
  private static func close(of tag: ArraySlice<UInt8>) -> Int? {
    var quote: UInt8?
    for index in tag.indices {
      let byte = tag[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index
      }
    }
    return nil
  }

  /// Where what follows a mark begins.
  private static func end(of bytes: ArraySlice<UInt8>, _ mark: String) -> Int? {
    let mark = Array(mark.utf8)
    return bytes.indices.first { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }.map { $0 + mark.count }
  }

  /// Whether a declaration leaves the file in UTF-8.
  private static func isReadable(_ declaration: ArraySlice<UInt8>) -> Bool {
    guard declaration.starts(with: "<?xml".utf8) else { return true }
    let encoding = attribute("encoding", of: declaration.dropFirst(2).dropLast(2)) ?? "utf-8"
    return ["utf-8", "utf8", "us-ascii"].contains(encoding.lowercased())
  }
}
