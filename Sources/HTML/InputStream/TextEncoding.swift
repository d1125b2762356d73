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

  /// Decodes bytes, of which a byte order mark has been taken off, to valid UTF-8; what is no character becomes U+FFFD.
  public func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    switch name {
    case "utf-8": return Self.repairedUTF8(bytes)
    case "utf-16le": return Self.utf16(bytes, low: 0, high: 1)
    case "utf-16be": return Self.utf16(bytes, low: 1, high: 0)
    case "replacement": return bytes.isEmpty ? [] : [0xEF, 0xBF, 0xBD]
    case "x-user-defined": return Self.singleByte(bytes) { $0 < 0x80 ? UInt32($0) : 0xF700 + UInt32($0) }
    default: break
    }
    if let index = Self.singleByteTables[name] {
      return Self.singleByte(bytes) { $0 < 0x80 ? UInt32($0) : UInt32(index[Int($0) - 0x80]) }
    }
    return decodeMultiByte(bytes)
  }

  /// The multi-byte encodings, through ICU.
  private func decodeMultiByte(_ bytes: [UInt8]) -> [UInt8] {
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
    var isKnown = true
    let text = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let written = cicu_decode(converter, bytes, Int64(bytes.count), buffer.baseAddress, Int64(capacity))
      isKnown = written >= 0
      count = max(0, Int(written))
    }
    return isKnown ? text : Self.repairedUTF8(bytes)
  }

  private static func repairedUTF8(_ bytes: [UInt8]) -> [UInt8] {
    let isValid = bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        if bytes[index] < 0x80 {
          index += 1
          continue
        }
        let length = UTF8Sequence.length(bytes, at: index)
        if length == 0 { return false }
        index += length
      }
      return true
    }
    return isValid ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  private static func utf16(_ bytes: [UInt8], low: Int, high: Int) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      units.append(UInt16(bytes[index + low]) | UInt16(bytes[index + high]) << 8)
    }
    var text = Array(String(decoding: units, as: UTF16.self).utf8)
    if bytes.count % 2 == 1 { text += [0xEF, 0xBF, 0xBD] }
    return text
  }

  private static func singleByte(_ bytes: [UInt8], _ code: (UInt8) -> UInt32) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    for byte in bytes {
      let code = code(byte)
      if code < 0x80 {
        text.append(UInt8(code))
      } else if code < 0x800 {
        text.append(UInt8(0xC0 | code >> 6))
        text.append(UInt8(0x80 | code & 0x3F))
      } else {
        text.append(UInt8(0xE0 | code >> 12))
        text.append(UInt8(0x80 | code >> 6 & 0x3F))
        text.append(UInt8(0x80 | code & 0x3F))
      }
    }
    return text
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
