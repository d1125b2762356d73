/// Writes a Protocol Buffers message, fields in ascending order, defaults left out, so that the same values give the same
/// bytes (the encoding's specification allows others to read it in any order).
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  private mutating func varint(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  mutating func number(_ field: UInt64, _ value: UInt64) {
    guard value != 0 else { return }
    varint(field << 3)
    varint(value)
  }

  mutating func double(_ field: UInt64, _ value: Double) {
    guard value.bitPattern != 0 else { return }
    varint(field << 3 | 1)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
    }
  }

  mutating func string(_ field: UInt64, _ value: String) {
    guard !value.isEmpty else { return }
    varint(field << 3 | 2)
    varint(UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  /// A `bytes` field or an embedded message; left out when it is empty.
  mutating func field(_ field: UInt64, _ value: [UInt8]) {
    guard !value.isEmpty else { return }
    varint(field << 3 | 2)
    varint(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// An embedded message that is written even if it is empty.
  mutating func element(_ field: UInt64, _ value: [UInt8]) {
    varint(field << 3 | 2)
    varint(UInt64(value.count))
    bytes.append(contentsOf: value)
  }
}

/// The bytes of a column.
enum ColumnWriter {
  /// 32-bit rows.
  static func words(_ values: [UInt32]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: values.count * 4) { bytes, count in
      let raw = UnsafeMutableRawBufferPointer(bytes)
      for (index, value) in values.enumerated() {
        raw.storeBytes(of: value.littleEndian, toByteOffset: index * 4, as: UInt32.self)
      }
      count = values.count * 4
    }
  }

  /// 32-bit rows; nothing when every row has the default.
  static func words(_ values: [UInt32], default absent: UInt32) -> [UInt8] {
    values.allSatisfy { $0 == absent } ? [] : words(values)
  }

  /// Signed 32-bit rows.
  static func words(_ values: [Int32]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: values.count * 4) { bytes, count in
      let raw = UnsafeMutableRawBufferPointer(bytes)
      for (index, value) in values.enumerated() {
        raw.storeBytes(of: value.littleEndian, toByteOffset: index * 4, as: Int32.self)
      }
      count = values.count * 4
    }
  }

  /// IEEE 754 numbers of 64 bits.
  static func doubles(_ values: [Double]) -> [UInt8] {
    words(
      values.flatMap { value in
        [UInt32(truncatingIfNeeded: value.bitPattern), UInt32(truncatingIfNeeded: value.bitPattern >> 32)]
      })
  }

  /// Bytes; nothing when every row is 0.
  static func bytes(_ values: [UInt8]) -> [UInt8] { values.allSatisfy { $0 == 0 } ? [] : values }

  /// Rows of bytes: where each begins, with the end of the last, and all bytes one after another.
  static func blobs(_ rows: [[UInt8]]) -> (starts: [UInt8], bytes: [UInt8]) {
    var starts: [UInt32] = [0]
    var bytes: [UInt8] = []
    for row in rows {
      bytes.append(contentsOf: row)
      starts.append(UInt32(bytes.count))
    }
    return (words(starts), bytes)
  }

  /// A string table.
  static func strings(_ table: StringTable) -> [UInt8] {
    // The offsets of the strings' begins, and of the last one's end.
    var offsets: [UInt32] = [0]
    offsets.reserveCapacity(table.count + 1)
    offsets.append(contentsOf: table.ends)
    var writer = MessageWriter()
    writer.field(1, words(offsets))
    writer.field(2, table.utf8)
    return writer.bytes
  }
}
