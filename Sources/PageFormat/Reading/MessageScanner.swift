/// The value of a field of a Protocol Buffers message, as far as its wire type says.
struct WireValue {
  enum Kind: UInt8 {
    case absent, number, fixed64, fixed32
    /// A string, bytes or a message.
    case bytes
  }

  var kind = Kind.absent
  /// The number, or where the bytes begin in the file.
  var bits: UInt64 = 0
  /// The number of bytes.
  var length = 0

  /// The range of bytes in the file.
  var range: Range<Int> { Int(bits)..<Int(bits) + length }
}

/// Finds the fields of a message without decoding them. Every length is checked against the message's end.
struct MessageScanner {
  private let file: FileBytes
  private let end: Int
  private var position: Int
  private let name: String

  /// A scanner of the message in the range, which is in the file. The name is for errors.
  init(_ file: FileBytes, _ range: Range<Int>, name: String) {
    self.file = file
    position = range.lowerBound
    end = range.upperBound
    self.name = name
  }

  /// The next field, or `nil` at the message's end.
  mutating func next() throws(PageFormatError) -> (number: UInt64, value: WireValue)? {
    guard position < end else { return nil }
    let start = position
    let key = try varint()
    guard key >> 3 != 0, key >> 3 < 1 << 29 else { throw malformed(start, "a field's number") }
    switch key & 7 {
    case 0: return (key >> 3, WireValue(kind: .number, bits: try varint()))
    case 1:
      guard end - position >= 8 else { throw malformed(start, "8 bytes") }
      position += 8
      return (key >> 3, WireValue(kind: .fixed64, bits: file.doubleWord(position - 8)))
    case 2:
      let length = try varint()
      guard length <= UInt64(end - position) else { throw malformed(start, "at most \(end - position) bytes") }
      position += Int(length)
      return (key >> 3, WireValue(kind: .bytes, bits: UInt64(position - Int(length)), length: Int(length)))
    case 5:
      guard end - position >= 4 else { throw malformed(start, "4 bytes") }
      position += 4
      return (key >> 3, WireValue(kind: .fixed32, bits: UInt64(file.word(position - 4))))
    default: throw malformed(start, "wire type 0, 1, 2 or 5")
    }
  }

  @inline(__always)
  private mutating func varint() throws(PageFormatError) -> UInt64 {
    // OPTIMIZATION: most numbers have one byte.
    if position < end, case let byte = file.byte(position), byte < 0x80 {
      position += 1
      return UInt64(byte)
    }
    return try longVarint()
  }

  private mutating func longVarint() throws(PageFormatError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard position < end else { throw malformed(position, "the rest of a number") }
      let byte = file.byte(position)
      position += 1
      guard shift < 63 || byte <= 1 else { throw malformed(position - 1, "a number of 64 bits") }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    throw malformed(position, "a number of at most ten bytes")
  }

  private func malformed(_ offset: Int, _ expected: String) -> PageFormatError {
    PageFormatError(.envelope, field: name, offset: offset, expected: expected)
  }
}

/// A column of a message: its number, its name, and what is in every row where the file leaves it out. `schema/` declares
/// them, and `Tools/columns` writes them down (`Columns.swift`).
struct ColumnField<Value: ColumnValue>: Sendable {
  let number: Int
  let name: StaticString
  /// The values in a row.
  let perRow: Int
  /// Whether the column says where rows begin: files have how far each is from the one before.
  let isStarts: Bool
  /// The value in every row of a column that is missing; `nil` for one that must be there.
  let absent: Value?

  init(_ number: Int, _ name: StaticString, perRow: Int = 1, absent: Value? = nil, isStarts: Bool = false) {
    self.number = number
    self.name = name
    self.perRow = perRow
    self.absent = absent
    self.isStarts = isStarts
  }
}

/// The known fields of one message, by number; unknown ones are passed over.
struct MessageFields {
  private var values: [WireValue]
  private let name: String
  private(set) var file: FileBytes

  /// Scans a message for the fields 1 to `count`; those with the number `repeated` are handed to the closure.
  init(
    _ file: FileBytes, _ range: Range<Int>, name: String, count: Int, repeated: Int = 0,
    onRepeated: (Range<Int>) throws(PageFormatError) -> Void = { _ in }
  ) throws(PageFormatError) {
    self.file = file
    self.name = name
    values = Array(repeating: WireValue(), count: count + 1)
    var scanner = MessageScanner(file, range, name: name)
    while let (number, value) = try scanner.next() {
      guard number <= UInt64(count) else { continue }
      if number == UInt64(repeated) {
        guard value.kind == .bytes else {
          throw PageFormatError(.field, field: "\(name).\(number)", expected: "bytes")
        }
        try onRepeated(value.range)
        continue
      }
      guard values[Int(number)].kind == .absent else {
        throw PageFormatError(.field, field: "\(name).\(number)", expected: "one", found: "two")
      }
      values[Int(number)] = value
    }
  }

  /// A number; 0 when it is missing.
  func number(_ field: Int) throws(PageFormatError) -> UInt64 {
    switch values[field].kind {
    case .absent: return 0
    case .number: return values[field].bits
    default: throw PageFormatError(.field, field: "\(name).\(field)", expected: "a number")
    }
  }

  /// A floating-point number; 0 when it is missing.
  func double(_ field: Int) throws(PageFormatError) -> Double {
    switch values[field].kind {
    case .absent: return 0
    case .fixed64: return Double(bitPattern: values[field].bits)
    default: throw PageFormatError(.field, field: "\(name).\(field)", expected: "a double")
    }
  }

  /// The range of bytes or a message; empty when it is missing.
  func bytes(_ field: Int) throws(PageFormatError) -> Range<Int> {
    switch values[field].kind {
    case .absent: return 0..<0
    case .bytes: return values[field].range
    default: throw PageFormatError(.field, field: "\(name).\(field)", expected: "bytes")
    }
  }

  /// A text; empty when it is missing.
  func string(_ field: Int) throws(PageFormatError) -> String {
    let range = try bytes(field)
    guard let text = file.validString(range) else {
      throw PageFormatError(.encoding, field: "\(name).\(field)", offset: range.lowerBound, expected: "UTF-8")
    }
    return text
  }

  /// A column of `rows` rows, or an empty one where it has a default or `canMiss`.
  func column<Value>(
    _ field: ColumnField<Value>, rows: Int, canMiss: Bool = false
  ) throws(PageFormatError) -> Column {
    let (range, width) = try numbers(field)
    if range.isEmpty, canMiss || field.absent != nil { return .empty }
    let rowWidth = width * field.perRow
    guard range.count % rowWidth == 0, range.count / rowWidth == rows else {
      throw PageFormatError(
        .columnLength, field: "\(name).\(field.name)", offset: range.lowerBound,
        expected: "\(rows) rows of \(rowWidth) bytes", found: "\(range.count) bytes")
    }
    return Column(start: range.lowerBound, rows: rows, width: width)
  }

  /// A column of starts, of `rows` rows, or an empty one where it has a default or `canMiss`.
  func starts(_ field: ColumnField<UInt32>, rows: Int, canMiss: Bool = false) throws(PageFormatError) -> StartColumn {
    let column = try column(field, rows: rows, canMiss: canMiss)
    guard let starts = StartColumn(column, file, areDifferences: file.hasNarrowColumns) else {
      throw PageFormatError(
        .index, field: "\(name).\(field.name)", expected: "starts below \(UInt32.max)", found: "a larger one")
    }
    return starts
  }

  /// The number of rows of a column.
  func rows<Value>(_ field: ColumnField<Value>) throws(PageFormatError) -> Int {
    let (range, width) = try numbers(field)
    return range.count / (width * field.perRow)
  }

  /// Where a column's numbers are, and the bytes of each.
  private func numbers<Value>(_ field: ColumnField<Value>) throws(PageFormatError) -> (range: Range<Int>, width: Int) {
    let range = try bytes(field.number)
    guard Value.canBeNarrow, file.hasNarrowColumns, !range.isEmpty else { return (range, MemoryLayout<Value>.size) }
    let width = Int(file.byte(range.lowerBound))
    guard width == 1 || width == 2 || width == 4 else {
      throw PageFormatError(
        .value, field: "\(name).\(field.name)", offset: range.lowerBound, expected: "numbers of 1, 2 or 4 bytes",
        found: "\(width)")
    }
    return (range.dropFirst(), width)
  }
}

/// A column's place in the file. Reading a row that is not there gives the default.
@usableFromInline
struct Column: Sendable {
  @usableFromInline var start: Int
  @usableFromInline var rows: Int
  /// The bytes of a number.
  @usableFromInline var width: Int

  static let empty = Column(start: 0, rows: 0, width: 1)

  @usableFromInline
  init(start: Int, rows: Int, width: Int) {
    self.start = start
    self.rows = rows
    self.width = width
  }

  @inlinable @inline(__always)
  func byte(_ row: Int, _ file: FileBytes) -> UInt8 {
    row >= 0 && row < rows ? file.byte(start + row) : 0
  }

  @inlinable @inline(__always)
  func word(_ row: Int, _ file: FileBytes, default absent: UInt32 = .max) -> UInt32 {
    row >= 0 && row < rows ? number(row, file) : absent
  }

  @inlinable @inline(__always)
  func signed(_ row: Int, _ file: FileBytes) -> Int32 { row >= 0 && row < rows ? signedNumber(row, file) : 0 }

  /// The number at a place in a row of several; 0 in a row that is not there.
  func signed(_ row: Int, _ place: Int, of count: Int, _ file: FileBytes) -> Int32 {
    row >= 0 && row < rows ? signedNumber(row * count + place, file) : 0
  }

  /// As ``signed(_:_:of:_:)``, of a column without signs.
  func word(_ row: Int, _ place: Int, of count: Int, _ file: FileBytes) -> UInt32 {
    row >= 0 && row < rows ? number(row * count + place, file) : 0
  }

  /// A number that is there. All bits of a narrow one stand for all bits of a wide one.
  @inlinable @inline(__always)
  func number(_ index: Int, _ file: FileBytes) -> UInt32 {
    switch width {
    case 4: return file.word(start + index * 4)
    case 2:
      let half = file.half(start + index * 2)
      return half == .max ? .max : UInt32(half)
    default:
      let byte = file.byte(start + index)
      return byte == .max ? .max : UInt32(byte)
    }
  }

  @inlinable @inline(__always)
  func signedNumber(_ index: Int, _ file: FileBytes) -> Int32 {
    switch width {
    case 4: Int32(bitPattern: file.word(start + index * 4))
    case 2: Int32(Int16(bitPattern: file.half(start + index * 2)))
    default: Int32(Int8(bitPattern: file.byte(start + index)))
    }
  }

  /// The IEEE 754 number at a place in a row of several; 0 in a row that is not there.
  func double(_ row: Int, _ place: Int, of count: Int, _ file: FileBytes) -> Double {
    row >= 0 && row < rows ? Double(bitPattern: file.doubleWord(start + (row * count + place) * 8)) : 0
  }
}

/// Where the rows of another table begin for each row of this one, and where the last ones end. Reading a row that is not
/// there gives 0.
@usableFromInline
struct StartColumn: Sendable {
  private let starts: [UInt32]

  /// The starts of a column; `nil` where one is too large.
  init?(_ column: Column, _ file: FileBytes, areDifferences: Bool) {
    var starts: [UInt32] = []
    starts.reserveCapacity(column.rows)
    var last: UInt32 = 0
    for row in 0..<column.rows {
      let number = column.number(row, file)
      guard areDifferences else {
        starts.append(number)
        continue
      }
      let (sum, overflows) = last.addingReportingOverflow(number)
      guard !overflows else { return nil }
      last = sum
      starts.append(sum)
    }
    self.starts = starts
  }

  /// The number of starts, the end of the last row included.
  var rows: Int { starts.count }

  /// A start, as the file has it.
  func start(_ row: Int) -> Int { row >= 0 && row < starts.count ? Int(starts[row]) : 0 }

  /// The rows that belong to a row, of as many as there are; empty where the column says what cannot be.
  func range(_ row: Int, below limit: Int) -> Range<Int> {
    let (start, end) = (start(row), start(row + 1))
    return start <= end && end <= limit ? start..<end : 0..<0
  }
}

/// A string table, read a string at a time.
struct StringColumns {
  private let file: FileBytes
  private let offsets: StartColumn
  private let utf8: Range<Int>
  /// The number of strings.
  let count: Int

  init(_ file: FileBytes, _ range: Range<Int>, name: String) throws(PageFormatError) {
    let fields = try MessageFields(file, range, name: name, count: StringTableFields.count)
    let rows = try fields.rows(StringTableFields.offsets)
    offsets = try fields.starts(StringTableFields.offsets, rows: rows)
    utf8 = try fields.bytes(StringTableFields.utf8)
    self.file = file
    count = max(0, rows - 1)
  }

  /// The range of a string in the file, or `nil` when the index or the offsets are out of range.
  func range(_ index: UInt32) -> Range<Int>? {
    guard index < count else { return nil }
    let (start, end) = (offsets.start(Int(index)), offsets.start(Int(index) + 1))
    guard start <= end, end <= utf8.count else { return nil }
    return utf8.lowerBound + start..<utf8.lowerBound + end
  }

  /// The string, or `nil` for none.
  func string(_ index: UInt32) -> String? { range(index).map { file.string($0) } }

  /// Checks every string; the cost is the table's length.
  func validate(_ name: String) throws(PageFormatError) {
    for index in 0..<UInt32(count) {
      guard let range = range(index) else {
        throw PageFormatError(.index, field: name + ".offsets", row: Int(index), expected: "ascending offsets in utf8")
      }
      guard file.isUTF8(range) else {
        throw PageFormatError(.encoding, field: name + ".utf8", offset: range.lowerBound, row: Int(index))
      }
    }
  }
}
