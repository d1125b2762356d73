import Platform
import Diagnostics

/// Reads JSON (RFC 8259) into values; a problem has its place.
public struct JSONValueReader {
  /// What is wrong, and the byte at which it is.
  public struct Fault: Error {
    /// One clause.
    public var message: String
    /// The byte of the source.
    public var offset: Int
  }

  private static let maximumDepth = 128
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  /// The value in a range of bytes.
  public static func read(_ bytes: [UInt8], in range: Range<Int>? = nil) throws(Fault) -> StaticValue {
    var reader = JSONValueReader(bytes, range ?? 0..<bytes.count)
    if range == nil, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.index == reader.end else { throw reader.fault("there is text after the end of the value") }
    return value
  }

  private func fault(_ message: String, at offset: Int? = nil) -> Fault {
    Fault(message: message, offset: min(offset ?? index, end))
  }

  private mutating func skipSpace() {
    while index < end, bytes[index] == 0x20 || (bytes[index] >= 0x09 && bytes[index] <= 0x0D) { index += 1 }
  }

  private mutating func value(depth: Int) throws(Fault) -> StaticValue {
    skipSpace()
    guard index < end else { throw fault("a value is missing at the end") }
    guard depth < Self.maximumDepth else { throw fault("values are nested more than \(Self.maximumDepth) levels deep") }
    switch bytes[index] {
    case 0x7B: return try object(depth)
    case 0x5B: return try list(depth)
    case 0x22: return .text(try string())
    case 0x74: return try word("true", .boolean(true))
    case 0x66: return try word("false", .boolean(false))
    case 0x6E: return try word("null", .null)
    case 0x2D, 0x30...0x39: return try number()
    default: throw fault("no value begins with `\(character)`")
    }
  }

  private var character: String {
    String(decoding: bytes[index..<min(end, index + 4)], as: UTF8.self).first.map(String.init) ?? ""
  }

  private mutating func word(_ text: String, _ value: StaticValue) throws(Fault) -> StaticValue {
    guard bytes[index..<end].starts(with: text.utf8) else { throw fault("no value begins with `\(character)`") }
    index += text.utf8.count
    return value
  }

  private mutating func number() throws(Fault) -> StaticValue {
    let start = index
    while index < end, (bytes[index] >= 0x30 && bytes[index] <= 0x39) || "+-.eE".utf8.contains(bytes[index]) {
      index += 1
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard Self.isNumber(text), let number = Double(text), number.isFinite else {
      throw fault("`\(text)` is not a number", at: start)
    }
    // A whole number that a Double cannot hold is an identifier: it keeps its digits.
    if abs(number) >= 0x1p53, text.utf8.allSatisfy({ $0 == 0x2D || $0 >= 0x30 }) { return .text(text) }
    return .number(number)
  }

  /// Whether a text is a number of RFC 8259, section 6: no `+1`, `01`, `.5` or `1.`.
  private static func isNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func digits() -> Int {
      let count = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == 0x2D { rest = rest.dropFirst() }
    let leading = rest.first
    let whole = digits()
    guard whole == 1 || (whole > 1 && leading != 0x30) else { return false }
    if rest.first == 0x2E {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if let sign = rest.first, sign | 0x20 == 0x65 {
      rest = rest.dropFirst()
      if let next = rest.first, next == 0x2B || next == 0x2D { rest = rest.dropFirst() }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func list(_ depth: Int) throws(Fault) -> StaticValue {
    index += 1
    var elements: [StaticValue] = []
    skipSpace()
    if index < end, bytes[index] == 0x5D {
      index += 1
      return .list([])
    }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      guard index < end else { throw fault("the list is not closed") }
      if bytes[index] == 0x5D {
        index += 1
        return .list(elements)
      }
      guard bytes[index] == 0x2C else { throw fault("a comma is missing before `\(character)`") }
      index += 1
    }
  }

  private mutating func object(_ depth: Int) throws(Fault) -> StaticValue {
    index += 1
    var object = StaticObject()
    skipSpace()
    if index < end, bytes[index] == 0x7D {
      index += 1
      return .object(object)
    }
    while true {
      skipSpace()
      guard index < end, bytes[index] == 0x22 else { throw fault("a name in double quotes is missing") }
      let start = index
      let name = try string()
      guard object[name] == nil else { throw fault("the name `\(name)` is written twice", at: start) }
      skipSpace()
      guard index < end, bytes[index] == 0x3A else { throw fault("a colon is missing after `\(name)`") }
      index += 1
      object[name] = try value(depth: depth + 1)
      skipSpace()
      guard index < end else { throw fault("the object is not closed") }
      if bytes[index] == 0x7D {
        index += 1
        return .object(object)
      }
      guard bytes[index] == 0x2C else { throw fault("a comma is missing before `\(character)`") }
      index += 1
    }
  }

  private mutating func string() throws(Fault) -> String {
    let start = index
    index += 1
    var text: [UInt8] = []
    while index < end {
      let byte = bytes[index]
      switch byte {
      case 0x22:
        index += 1
        guard let valid = String(validUTF8: text) else {
          throw fault("the text is not UTF-8", at: start)
        }
        return valid
      case 0x5C: text += try escape().utf8
      case 0..<0x20: throw fault("a text holds a line break or another control character")
      default:
        text.append(byte)
        index += 1
      }
    }
    throw fault("the text is not closed", at: start)
  }

  private mutating func escape() throws(Fault) -> String {
    let start = index
    index += 2
    guard start + 1 < end else { throw fault("the text is not closed", at: start) }
    switch bytes[start + 1] {
    case 0x22: return "\""
    case 0x5C: return "\\"
    case 0x2F: return "/"
    case 0x62: return "\u{8}"
    case 0x66: return "\u{C}"
    case 0x6E: return "\n"
    case 0x72: return "\r"
    case 0x74: return "\t"
    case 0x75:
      guard var unit = hexadecimal() else { throw fault("`\\u` needs four digits", at: start) }
      if unit >= 0xD800, unit < 0xDC00, index + 1 < end, bytes[index] == 0x5C, bytes[index + 1] == 0x75 {
        index += 2
        guard let low = hexadecimal(), low >= 0xDC00, low < 0xE000 else { throw fault("half a character", at: start) }
        unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(unit) else { throw fault("half a character", at: start) }
      return String(Character(scalar))
    default: throw fault("`\\` precedes a character that it cannot escape", at: start)
    }
  }

  private mutating func hexadecimal() -> UInt32? {
    guard index + 4 <= end else { return nil }
    let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
    guard digits.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66) }) else {
      return nil
    }
    index += 4
    return UInt32(digits, radix: 16)
  }
}
