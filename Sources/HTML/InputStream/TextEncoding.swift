import CICU

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
    /// How often U+FFFD stands for bytes that are no character.
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

  /// Decodes bytes, of which a byte order mark has been taken off, to valid UTF-8; what is no character becomes U+FFFD.
  public func decode(_ bytes: some Collection<UInt8>) -> [UInt8] { decoding(bytes).text }

  /// Decodes bytes, of which a byte order mark has been taken off, and counts what is no character.
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

  /// The multi-byte encodings, through ICU.
  ///
  /// DEVIATION: sequences of four bytes of gb18030 that name nothing become one U+FFFD; by the standard their second and
  /// later bytes are read again.
  private func decodeMultiByte(_ bytes: [UInt8]) -> Decoded {
    let converter =
      switch name {
      // The standard decodes GBK as GB18030, Big5 with the Hong Kong characters, and the others with Windows' additions.
      case "gbk", "gb18030": "gb18030"
      case "big5": "Big5-HKSCS"
      case "shift_jis": "windows-31j"
      case "euc-kr": "windows-949"
      default: name
      }
    let capacity = 3 * bytes.count + 16
    var replaced: Int64 = 0
    var firstReplaced: Int64 = 0
    var isKnown = true
    let bytes = converter == "gb18030" ? Self.withEuroSigns(bytes) : bytes
    var text = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let written = cicu_decode(
        converter, bytes, Int64(bytes.count), buffer.baseAddress, Int64(capacity), &replaced, &firstReplaced)
      isKnown = written >= 0
      count = max(0, Int(written))
    }
    guard isKnown else { return Self.repairedUTF8(bytes) }
    let privateUse = Self.replacePrivateUse(in: &text)
    var decoded = Decoded(text)
    decoded.replacements = Int(replaced) + privateUse.count
    // Where the first one stands in the text: behind what the bytes before it come to.
    if replaced > 0, firstReplaced > 0 {
      decoded.first = decodeMultiByte(Array(bytes[..<Int(firstReplaced)])).text.count
    }
    if let first = privateUse.first, replaced == 0 || first < decoded.first { decoded.first = first }
    return decoded
  }

  /// Puts U+FFFD for what Windows' converters make of single bytes that name nothing (0xFD to 0xFF): U+F8F0 to U+F8FF, which
  /// no encoding of the standard has.
  private static func replacePrivateUse(in text: inout [UInt8]) -> (count: Int, first: Int?) {
    var count = 0
    var first: Int?
    var start = text.startIndex
    while let index = text[start...].firstIndex(of: 0xEF) {
      start = index + 3
      guard start <= text.count, text[index + 1] == 0xA3, text[index + 2] >= 0xB0 else { continue }
      text[index + 1] = 0xBF
      text[index + 2] = 0xBD
      count += 1
      first = first ?? index
    }
    return (count, first)
  }

  /// GB18030 with its single bytes 0x80, which ICU takes for a control character, written as the euro sign (Encoding, section
  /// 10.2.1).
  private static func withEuroSigns(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x80) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      let isPair = byte > 0x80 && byte < 0xFF && next >= 0x40 && next != 0x7F && next != 0xFF
      if byte == 0x80 { result += [0xA2, 0xE3] } else { result.append(byte) }
      if isPair { result.append(next) }
      index += isPair ? 2 : 1
    }
    return result
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
  private static func append(_ code: UInt32, to text: inout [UInt8]) {
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
