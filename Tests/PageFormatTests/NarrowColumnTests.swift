import Testing

@testable import PageFormat

/// Columns have their numbers in as few bytes as the largest needs.
@Suite struct NarrowColumnTests {
  /// A file of version 2 whose second field is a column.
  private func column<Value: ColumnValue>(_ field: ColumnField<Value>, _ rows: [Value]) throws -> MessageFields {
    var writer = MessageWriter()
    writer.number(1, 2)
    writer.column(field, rows)
    let file = FileBytes(writer.bytes)
    return try MessageFields(file, 0..<file.count, name: "test", count: 2)
  }

  @Test(
    arguments: [
      ([0, 254], 1), ([0, 255], 2), ([.max], 1), ([254, .max], 1), ([255, .max], 2), ([65_534, .max], 2),
      ([65_535], 4), ([.max - 1, .max], 4),
    ] as [([UInt32], Int)])
  func numbersWithoutSignsHaveTheirWidth(rows: [UInt32], width: Int) throws {
    let field = ColumnField<UInt32>(2, "numbers")
    let fields = try column(field, rows)
    let column = try fields.column(field, rows: rows.count)
    #expect(column.width == width)
    #expect(try fields.rows(field) == rows.count)
    #expect(rows.indices.map { column.word($0, fields.file) } == rows)
    #expect(column.word(rows.count, fields.file) == .max && column.word(-1, fields.file, default: 7) == 7)
    #expect(throws: PageFormatError.self) { try fields.column(field, rows: rows.count + 1) }
  }

  @Test(
    arguments: [
      ([-128, 127], 1), ([-129], 2), ([128], 2), ([-32_768, 32_767], 2), ([-32_769], 4), ([32_768], 4),
      ([.min, .max], 4),
    ] as [([Int32], Int)])
  func numbersWithSignsHaveTheirWidth(rows: [Int32], width: Int) throws {
    let field = ColumnField<Int32>(2, "numbers")
    let fields = try column(field, rows)
    let column = try fields.column(field, rows: rows.count)
    #expect(column.width == width)
    #expect(rows.indices.map { column.signed($0, fields.file) } == rows)
  }

  @Test func startsAreDifferencesInFiles() throws {
    let field = ColumnField<UInt32>(2, "starts", isStarts: true)
    let rows: [UInt32] = [0, 200, 200, 70_000, 70_001]
    let fields = try column(field, rows)
    let starts = try fields.starts(field, rows: rows.count)
    #expect((0..<5).map(starts.start) == rows.map(Int.init) && starts.start(5) == 0)
    #expect(starts.range(1, below: 70_001) == 200..<200 && starts.range(2, below: 70_001) == 200..<70_000)
    #expect(starts.range(3, below: 70_000).isEmpty && starts.range(4, below: 70_001).isEmpty)
    // No sum leaves 32 bits.
    let wide = ColumnField<UInt32>(2, "starts")
    let large = try column(wide, [0, .max - 1, .max - 1])
    #expect(throws: PageFormatError.self) { try large.starts(field, rows: 3) }
  }

  /// Version 1: four bytes for each number, and starts as they are.
  @Test func columnsOfVersion1AreRead() throws {
    var writer = MessageWriter()
    writer.number(1, 1)
    writer.field(2, [0, 0, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0])
    let file = FileBytes(writer.bytes)
    let fields = try MessageFields(file, 0..<file.count, name: "test", count: 2)
    let starts = try fields.starts(ColumnField<UInt32>(2, "starts", isStarts: true), rows: 3)
    #expect((0..<3).map(starts.start) == [0, 5, 7])
  }
}
