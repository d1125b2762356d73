/// An encoding of the Encoding standard.
public struct TextEncoding: Hashable, Sendable {
  /// The name in lower case, such as `utf-8`, `gbk` or `windows-1252`.
  public let name: String

  /// The encoding that a label names (Encoding, section 4.2), such as `latin1` or `GB2312`; `nil` where none does.
  public init?(label: some StringProtocol) {
    let trimmed = label.utf8.drop(while: ASCII.isWhitespace)
    var bytes = trimmed.map(ASCII.lowercased)
    while let last = bytes.last, ASCII.isWhitespace(last) { bytes.removeLast() }
    guard let name = Self.namesByLabel[String(decoding: bytes, as: UTF8.self)] else { return nil }
    self.name = name
  }

  private init(name: String) { self.name = name }

  /// UTF-8, which is what new pages use.
  public static let utf8 = TextEncoding(name: "utf-8")
  static let utf16LittleEndian = TextEncoding(name: "utf-16le")
  static let utf16BigEndian = TextEncoding(name: "utf-16be")
  static let windows1252 = TextEncoding(name: "windows-1252")

  /// What bytes were decoded to.
  struct Decoded {
    /// UTF-8.
    var text: [UInt8]
    /// How often U+FFFD stands for bytes that are not a character.
    var replacements = 0
    /// The first of those in ``text``.
    var first = 0

    init(capacity: Int) {
      text = []
      text.reserveCapacity(capacity)
    }

    init(_ text: [UInt8]) { self.text = text }

    mutating func appendReplacement() {
      if replacements == 0 { first = text.count }
      replacements += 1
      text += [0xEF, 0xBF, 0xBD]
    }
  }

  /// Decodes bytes, of which a byte order mark has been taken off, to valid UTF-8; what is not a character becomes U+FFFD.
  public func decode(_ bytes: some Collection<UInt8>) -> [UInt8] { decoding(bytes).text }

  /// Decodes bytes, of which a byte order mark has been taken off, and counts what is not a character.
  func decoding(_ bytes: some Collection<UInt8>) -> Decoded {
    let bytes = Array(bytes)
    switch name {
    case "utf-8": return Self.repairedUTF8(bytes)
    case "utf-16le": return Self.utf16(bytes, low: 0, high: 1)
    case "utf-16be": return Self.utf16(bytes, low: 1, high: 0)
    case "replacement":
      var decoded = Decoded([])
      if !bytes.isEmpty { decoded.appendReplacement() }
      return decoded
    case "x-user-defined": return Self.singleByte(bytes) { $0 < 0x80 ? UInt32($0) : 0xF700 + UInt32($0) }
    default: break
    }
    if let index = Self.singleByteTables[name] {
      return Self.singleByte(bytes) { $0 < 0x80 ? UInt32($0) : UInt32(index[Int($0) - 0x80]) }
    }
    return decodeMultiByte(bytes)
  }

  private static func repairedUTF8(_ bytes: [UInt8]) -> Decoded {
    bytes.withUnsafeBufferPointer { buffer in
      var index = UTF8Sequence.validLength(buffer, from: 0)
      guard index < buffer.count else { return Decoded(bytes) }
      var decoded = Decoded(capacity: buffer.count + 1_024)
      var start = 0
      while index < buffer.count {
        decoded.text += buffer[start..<index]
        decoded.appendReplacement()
        index += UTF8Sequence.malformedLength(buffer, at: index)
        start = index
        index = UTF8Sequence.validLength(buffer, from: index)
      }
      decoded.text += buffer[start...]
      return decoded
    }
  }

  private static func utf16(_ bytes: [UInt8], low: Int, high: Int) -> Decoded {
    func unit(_ index: Int) -> UInt32 { UInt32(bytes[index + low]) | UInt32(bytes[index + high]) << 8 }
    var decoded = Decoded(capacity: bytes.count)
    var index = 0
    while index + 1 < bytes.count {
      let code = unit(index)
      index += 2
      guard code & 0xF800 == 0xD800 else {
        append(code, to: &decoded.text)
        continue
      }
      if code < 0xDC00, index + 1 < bytes.count, unit(index) & 0xFC00 == 0xDC00 {
        append(0x1_0000 + (code & 0x3FF) << 10 + (unit(index) & 0x3FF), to: &decoded.text)
        index += 2
      } else {
        decoded.appendReplacement()
      }
    }
    if index < bytes.count { decoded.appendReplacement() }
    return decoded
  }

  private static func singleByte(_ bytes: [UInt8], _ code: (UInt8) -> UInt32) -> Decoded {
    var decoded = Decoded(capacity: bytes.count + bytes.count / 2)
    for byte in bytes {
      let code = code(byte)
      if code == 0xFFFD { decoded.appendReplacement() } else { append(code, to: &decoded.text) }
    }
    return decoded
  }

  /// Appends a scalar value in UTF-8.
  @inline(__always)
  static func append(_ code: UInt32, to text: inout [UInt8]) {
    if code < 0x80 {
      text.append(UInt8(code))
    } else if code < 0x800 {
      text.append(UInt8(0xC0 | code >> 6))
      text.append(UInt8(0x80 | code & 0x3F))
    } else {
      if code < 0x1_0000 {
        text.append(UInt8(0xE0 | code >> 12))
      } else {
        text.append(UInt8(0xF0 | code >> 18))
        text.append(UInt8(0x80 | code >> 12 & 0x3F))
      }
      text.append(UInt8(0x80 | code >> 6 & 0x3F))
      text.append(UInt8(0x80 | code & 0x3F))
    }
  }

  // MARK: Tables

  private static let namesByLabel: [String: String] = {
    var names: [String: String] = [:]
    for line in "\(labels)".split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for word in words { names[word] = words[0] }
    }
    return names
  }()

  private static let singleByteTables: [String: [UInt16]] = singleByteIndexes.mapValues { digits in
    digits.withUTF8Buffer { digits in
      stride(from: 0, to: digits.count - 3, by: 4).map { start in
        digits[start..<(start + 4)].reduce(UInt16(0)) { $0 << 4 | UInt16(ASCII.hexadecimalValue($1) ?? 0) }
      }
    }
  }
}
