import Archive
import Platform

/// Writes what the cache keeps: integers as LEB128, texts and bytes with their length before them.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []
  /// Where compressed files may be of which only the place is written; `nil` where they are written themselves.
  let spill: SpillFile?

  init(setAsideIn spill: SpillFile? = nil) { self.spill = spill }

  mutating func write(_ value: Int) { write(UInt64(bitPattern: Int64(value))) }

  mutating func write(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func write(_ value: [UInt8]) {
    write(value.count)
    bytes += value
  }

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      write(utf8.count)
      bytes += utf8
    }
  }

  mutating func write(_ text: String?) {
    write(text != nil)
    if let text { write(text) }
  }

  /// Bytes as they are, without a length.
  mutating func append(_ raw: [UInt8]) { bytes += raw }
}

/// What was kept is not what was written.
struct ByteCodingError: Error {}

/// Reads what ``ByteWriter`` wrote; whatever else it is given ends in an error.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  /// As ``ByteWriter/spill``.
  let spill: SpillFile?

  init(_ bytes: ArraySlice<UInt8>, setAsideIn spill: SpillFile? = nil) {
    self.bytes = bytes
    self.spill = spill
    position = bytes.startIndex
  }

  init(_ bytes: [UInt8], setAsideIn spill: SpillFile? = nil) { self.init(bytes[...], setAsideIn: spill) }

  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func integer() throws(ByteCodingError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      guard position < bytes.endIndex, shift < 64 else { throw ByteCodingError() }
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  mutating func int() throws(ByteCodingError) -> Int { Int(truncatingIfNeeded: try integer()) }

  /// A number of elements, each of which has at least one byte.
  mutating func count() throws(ByteCodingError) -> Int {
    let value = try int()
    guard value >= 0, value <= bytes.endIndex - position else { throw ByteCodingError() }
    return value
  }

  mutating func bool() throws(ByteCodingError) -> Bool {
    guard position < bytes.endIndex, bytes[position] < 2 else { throw ByteCodingError() }
    defer { position += 1 }
    return bytes[position] == 1
  }

  mutating func slice() throws(ByteCodingError) -> ArraySlice<UInt8> {
    let length = try count()
    defer { position += length }
    return bytes[position..<position + length]
  }

  /// So many bytes as they are.
  mutating func raw(_ length: Int) throws(ByteCodingError) -> [UInt8] {
    guard length <= bytes.endIndex - position else { throw ByteCodingError() }
    defer { position += length }
    return Array(bytes[position..<position + length])
  }

  mutating func array() throws(ByteCodingError) -> [UInt8] { Array(try slice()) }

  mutating func string() throws(ByteCodingError) -> String {
    guard let text = String(validUTF8: try slice()) else { throw ByteCodingError() }
    return text
  }

  mutating func optionalString() throws(ByteCodingError) -> String? { try bool() ? try string() : nil }
}
