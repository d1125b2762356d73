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

  mutating func number(_ field: Int, _ value: UInt64) {
    guard value != 0 else { return }
    varint(UInt64(field) << 3)
    varint(value)
  }

  mutating func double(_ field: Int, _ value: Double) {
    guard value.bitPattern != 0 else { return }
    varint(UInt64(field) << 3 | 1)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
    }
  }

  mutating func string(_ field: Int, _ value: String) {
    guard !value.isEmpty else { return }
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  /// A `bytes` field or an embedded message; left out when it is empty.
  mutating func field(_ field: Int, _ value: [UInt8]) {
    guard !value.isEmpty else { return }
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// A column; left out when it has no rows, or when every row has what a missing column stands for.
  mutating func column<Value: ColumnValue>(_ column: ColumnField<Value>, _ rows: [Value]) {
    if let absent = column.absent, rows.allSatisfy({ $0 == absent }) { return }
    field(column.number, Value.bytes(column.isStarts ? Value.differences(rows) : rows))
  }

  /// An embedded message that is written even if it is empty.
  mutating func element(_ field: Int, _ value: [UInt8]) {
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(value.count))
    bytes.append(contentsOf: value)
  }
}

/// What a row of a column holds.
protocol ColumnValue: Equatable, Sendable {
  /// Whether columns have the numbers in as few bytes as the largest needs.
  static var canBeNarrow: Bool { get }
  /// The bytes of rows, little-endian.
  static func bytes(_ rows: [Self]) -> [UInt8]
  /// How far each row is from the one before, the first one from 0.
  static func differences(_ rows: [Self]) -> [Self]
}

extension ColumnValue {
  static var canBeNarrow: Bool { false }
  static func differences(_ rows: [Self]) -> [Self] { rows }
}

extension UInt8: ColumnValue {
  static func bytes(_ rows: [UInt8]) -> [UInt8] { rows }
}

extension ColumnValue where Self: FixedWidthInteger {
  /// The bytes of rows with fewer bits, one after another.
  static func bytes<Narrow: FixedWidthInteger>(_ rows: [Self], as _: Narrow.Type) -> [UInt8] {
    let width = MemoryLayout<Narrow>.size
    // The first byte says how many each number has.
    return [UInt8](unsafeUninitializedCapacity: 1 + rows.count * width) { bytes, count in
      let raw = UnsafeMutableRawBufferPointer(bytes)
      raw[0] = UInt8(width)
      for (index, row) in rows.enumerated() {
        raw.storeBytes(
          of: Narrow(truncatingIfNeeded: row).littleEndian, toByteOffset: 1 + index * width, as: Narrow.self)
      }
      count = 1 + rows.count * width
    }
  }
}

extension UInt32: ColumnValue {
  static var canBeNarrow: Bool { true }

  static func bytes(_ rows: [UInt32]) -> [UInt8] {
    guard !rows.isEmpty else { return [] }
    // All bits are "none" in columns of any width.
    let greatest = rows.reduce(0) { $1 == .max ? $0 : Swift.max($0, $1) }
    if greatest < UInt8.max { return bytes(rows, as: UInt8.self) }
    return greatest < UInt16.max ? bytes(rows, as: UInt16.self) : bytes(rows, as: UInt32.self)
  }

  static func differences(_ rows: [UInt32]) -> [UInt32] {
    var last: UInt32 = 0
    return rows.map { row in
      defer { last = row }
      return row &- last
    }
  }
}

extension Int32: ColumnValue {
  static var canBeNarrow: Bool { true }

  static func bytes(_ rows: [Int32]) -> [UInt8] {
    guard let least = rows.min(), let greatest = rows.max() else { return [] }
    if least >= Int8.min, greatest <= Int8.max { return bytes(rows, as: Int8.self) }
    return least >= Int16.min && greatest <= Int16.max ? bytes(rows, as: Int16.self) : bytes(rows, as: Int32.self)
  }
}

extension Double: ColumnValue {
  static func bytes(_ rows: [Double]) -> [UInt8] {
    rows.flatMap { row in
      stride(from: UInt64(0), to: 64, by: 8).map { UInt8(truncatingIfNeeded: row.bitPattern >> $0) }
    }
  }
}

/// Rows of columns.
enum ColumnWriter {
  /// The running sums of counts, from 0 to their sum: where the rows of each begin.
  static func starts(_ counts: some Sequence<Int>) -> [UInt32] {
    var sum: UInt32 = 0
    var starts: [UInt32] = [0]
    for count in counts {
      sum += UInt32(count)
      starts.append(sum)
    }
    return starts
  }

  /// Rows of bytes: where each begins, with the end of the last, and all bytes one after another.
  static func blobs(_ rows: [[UInt8]]) -> (starts: [UInt32], bytes: [UInt8]) {
    // By a closure: a key path to an array's count looks types up each time it is read.
    (starts(rows.lazy.map { $0.count }), Array(rows.joined()))
  }

  /// A string table.
  static func strings(_ table: StringTable) -> [UInt8] {
    // The offsets of the strings' begins, and of the last one's end.
    var offsets: [UInt32] = [0]
    offsets.reserveCapacity(table.count + 1)
    offsets.append(contentsOf: table.ends)
    var writer = MessageWriter()
    writer.column(StringTableFields.offsets, offsets)
    writer.field(StringTableFields.utf8, table.utf8)
    return writer.bytes
  }
}
