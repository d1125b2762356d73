/// Prescanning a byte stream to determine its encoding (HTML, section 13.2.3.2).
struct EncodingPrescan {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  /// The encoding that a `<meta>` or an XML declaration names.
  mutating func run() -> TextEncoding? {
    if let encoding = xmlEncoding() { return encoding }
    while position < bytes.count {
      if startsWith("<!--") {
        skipComment()
      } else if startsWith("<meta"), let next = byte(at: position + 5), ASCII.isWhitespace(next) || next == 0x2F {
        position += 5
        if let encoding = metaEncoding() { return encoding }
      } else if isTag {
        skipTag()
      } else if startsWith("<!") || startsWith("</") || startsWith("<?") {
        while position < bytes.count, bytes[position] != 0x3E { position += 1 }
      }
      position += 1
    }
    return nil
  }

  private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private func startsWith(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return position + count <= bytes.count && ASCII.equalsIgnoringCase(bytes[position..<position + count], text)
  }

  private mutating func skipComment() {
    // The two dashes may be those of the opening.
    position += 4
    while position < bytes.count {
      if bytes[position] == 0x3E, bytes[position - 1] == 0x2D, bytes[position - 2] == 0x2D { return }
      position += 1
    }
  }

  private var isTag: Bool {
    guard bytes[position] == 0x3C, let next = byte(at: position + 1) else { return false }
    if ASCII.isLetter(next) { return true }
    return next == 0x2F && byte(at: position + 2).map(ASCII.isLetter) ?? false
  }

  private mutating func skipTag() {
    while position < bytes.count, !ASCII.isWhitespace(bytes[position]), bytes[position] != 0x3E { position += 1 }
    while attribute() != nil {}
  }

  /// What a `<meta>` declares, from behind its name.
  private mutating func metaEncoding() -> TextEncoding? {
    var seen: Set<String> = []
    var hasPragma = false
    var needsPragma: Bool?
    var label: String?
    while let (name, value) = attribute() {
      guard seen.insert(name).inserted else { continue }
      switch name {
      case "http-equiv": if value == "content-type" { hasPragma = true }
      case "content":
        if label == nil, let found = Self.label(inContentType: value) {
          label = found
          needsPragma = true
        }
      case "charset":
        label = value
        needsPragma = false
      default: break
      }
    }
    guard let needsPragma, !needsPragma || hasPragma, let label, let encoding = TextEncoding(label: label) else {
      return nil
    }
    if encoding == .utf16BigEndian || encoding == .utf16LittleEndian { return .utf8 }
    return encoding.name == "x-user-defined" ? .windows1252 : encoding
  }

  /// The encoding that a `<meta>` declares in the course of parsing (HTML, section 13.2.6.4.4, a start tag "meta").
  ///
  /// - Parameters: the values of its attributes, or `nil`.
  static func encoding(charset: String?, httpEquiv: String?, content: String?) -> TextEncoding? {
    var encoding = charset.flatMap { TextEncoding(label: $0) }
    if encoding == nil, let httpEquiv, let content, httpEquiv.lowercased() == "content-type" {
      encoding = label(inContentType: content.lowercased()).flatMap { TextEncoding(label: $0) }
    }
    guard let encoding else { return nil }
    if encoding == .utf16BigEndian || encoding == .utf16LittleEndian { return .utf8 }
    return encoding.name == "x-user-defined" ? .windows1252 : encoding
  }

  /// Get an attribute (section 13.2.3.2): the next attribute's name and value in lower case; `nil` at the tag's end.
  private mutating func attribute() -> (name: String, value: String)? {
    while let byte = byte(at: position), ASCII.isWhitespace(byte) || byte == 0x2F { position += 1 }
    guard let first = byte(at: position), first != 0x3E else { return nil }
    var name: [UInt8] = []
    while let byte = byte(at: position), byte != 0x3E, byte != 0x2F, !ASCII.isWhitespace(byte),
      byte != 0x3D || name.isEmpty
    {
      name.append(ASCII.lowercased(byte))
      position += 1
    }
    let text = String(decoding: name, as: UTF8.self)
    while let byte = byte(at: position), ASCII.isWhitespace(byte) { position += 1 }
    guard byte(at: position) == 0x3D else { return (text, "") }
    position += 1
    while let byte = byte(at: position), ASCII.isWhitespace(byte) { position += 1 }
    return (text, value())
  }

  private mutating func value() -> String {
    guard let quote = byte(at: position) else { return "" }
    var value: [UInt8] = []
    if quote == 0x22 || quote == 0x27 {
      position += 1
      while let byte = byte(at: position), byte != quote {
        value.append(ASCII.lowercased(byte))
        position += 1
      }
      position += 1
    } else {
      while let byte = byte(at: position), !ASCII.isWhitespace(byte), byte != 0x3E {
        value.append(ASCII.lowercased(byte))
        position += 1
      }
    }
    return String(decoding: value, as: UTF8.self)
  }

  /// Extracting a character encoding from a `meta` element (section 2.5.4): the `charset` of a content type.
  private static func label(inContentType value: String) -> String? {
    let bytes = Array(value.utf8)
    let wanted = Array("charset".utf8)
    var index = 0
    while index + wanted.count <= bytes.count {
      guard bytes[index...].starts(with: wanted) else {
        index += 1
        continue
      }
      index += wanted.count
      while index < bytes.count, ASCII.isWhitespace(bytes[index]) { index += 1 }
      guard index < bytes.count, bytes[index] == 0x3D else { continue }
      index += 1
      while index < bytes.count, ASCII.isWhitespace(bytes[index]) { index += 1 }
      guard index < bytes.count else { return nil }
      let quote = bytes[index]
      if quote == 0x22 || quote == 0x27 {
        guard let end = bytes[(index + 1)...].firstIndex(of: quote) else { return nil }
        return String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      }
      let end = bytes[index...].firstIndex { ASCII.isWhitespace($0) || $0 == 0x3B } ?? bytes.count
      return String(decoding: bytes[index..<end], as: UTF8.self)
    }
    return nil
  }

  /// Getting an XML encoding (section 13.2.3.2): the `encoding` of an XML declaration at the very beginning.
  private func xmlEncoding() -> TextEncoding? {
    if bytes.starts(with: [0x3C, 0x00, 0x3F, 0x00]) { return .utf16LittleEndian }
    if bytes.starts(with: [0x00, 0x3C, 0x00, 0x3F]) { return .utf16BigEndian }
    guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: 0x3E) else { return nil }
    let declaration = bytes[..<end]
    guard let name = declaration.indices.first(where: { declaration[$0...].starts(with: "encoding".utf8) }) else {
      return nil
    }
    var index = name + 8
    while index < end, bytes[index] <= 0x20 { index += 1 }
    guard index < end, bytes[index] == 0x3D else { return nil }
    index += 1
    while index < end, bytes[index] <= 0x20 { index += 1 }
    guard index < end, bytes[index] == 0x22 || bytes[index] == 0x27,
      let close = bytes[(index + 1)..<end].firstIndex(of: bytes[index])
    else { return nil }
    let encoding = TextEncoding(label: String(decoding: bytes[(index + 1)..<close], as: UTF8.self))
    return encoding.map { $0 == .utf16BigEndian || $0 == .utf16LittleEndian ? .utf8 : $0 }
  }
}
