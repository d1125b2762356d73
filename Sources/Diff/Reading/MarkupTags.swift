/// The start tags of a document in their order, with their lines: enough of HTML's syntax to say where an element is written.
struct MarkupTags {
  /// A start tag.
  struct Tag {
    /// The element's name in lower case.
    var name: String
    /// The attributes in the order of the source, names in lower case.
    var attributes: [(name: String, value: String)]
    /// The line on which the tag begins, from 1.
    var line: Int
    /// The offset behind the tag, in bytes.
    var end: Int
    /// The line on which the tag ends, from 1.
    var endLine: Int

    /// The value of an attribute; `nil` for none.
    func value(of name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  /// The tags.
  private(set) var list: [Tag] = []

  /// The most tags that are read.
  private static let mostTags = 100_000
  /// The most bytes that are read.
  private static let longest = 8 << 20
  /// The most attributes of a tag that are read.
  private static let mostAttributes = 100
  /// Elements whose contents are text, whatever they look like.
  private static let textElements: Set<String> = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
  ]

  private let bytes: ArraySlice<UInt8>
  private var index = 0
  private var line = 1

  /// Reads the tags of a document in UTF-8.
  init(_ document: [UInt8]) {
    bytes = document.prefix(Self.longest)
    while index < bytes.count, list.count < Self.mostTags {
      guard bytes[index] == UInt8(ascii: "<") else {
        step()
        continue
      }
      if isHere("<!--") {
        skip(behind: "-->", from: 4)
      } else if let next = byte(1), Self.isLetter(next) {
        readTag()
      } else if isHere("</") || isHere("<!") || isHere("<?") {
        skip(behind: ">", from: 2)
      } else {
        step()
      }
    }
  }

  // MARK: Bytes

  private func byte(_ offset: Int) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private mutating func step() {
    if bytes[index] == 0x0A { line += 1 }
    index += 1
  }

  private func isHere(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
  }

  /// Goes behind the next text; to the end where it does not come.
  private mutating func skip(behind text: StaticString, from offset: Int) {
    let start = min(index + offset, bytes.count)
    while index < start { step() }
    while index < bytes.count, !isHere(text) { step() }
    for _ in 0..<text.utf8CodeUnitCount where index < bytes.count { step() }
  }

  // MARK: Tags

  private mutating func readTag() {
    let start = line
    step()
    let name = text { !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }.lowercased()
    var attributes: [(name: String, value: String)] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      guard !Self.isSpace(bytes[index]), bytes[index] != UInt8(ascii: "/") else {
        step()
        continue
      }
      let attribute = readAttribute()
      if attributes.count < Self.mostAttributes { attributes.append(attribute) }
    }
    if index < bytes.count { step() }
    list.append(Tag(name: name, attributes: attributes, line: start, end: index, endLine: line))
    if Self.textElements.contains(name) { skipText(of: name) }
  }

  private mutating func readAttribute() -> (name: String, value: String) {
    let first = bytes[index]
    step()
    let rest = text {
      !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=")
    }
    let name = (String(decoding: [first], as: UTF8.self) + rest).lowercased()
    while let next = byte(0), Self.isSpace(next) { step() }
    guard byte(0) == UInt8(ascii: "=") else { return (name, "") }
    step()
    while let next = byte(0), Self.isSpace(next) { step() }
    guard let quote = byte(0) else { return (name, "") }
    var value: String
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      step()
      value = text { $0 != quote }
      if index < bytes.count { step() }
    } else {
      value = text { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
    }
    if value.contains("&") {
      value = value.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<")
        .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
    return (name, value)
  }

  private mutating func text(while condition: (UInt8) -> Bool) -> String {
    let start = index
    while index < bytes.count, condition(bytes[index]) { step() }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipText(of name: String) {
    let wanted = Array(("</" + name).utf8)
    while index < bytes.count {
      if bytes[index] == wanted[0], index + wanted.count <= bytes.count,
        wanted.indices.allSatisfy({ bytes[index + $0] | 0x20 == wanted[$0] | 0x20 })
      {
        return
      }
      step()
    }
  }
}
