import CSSValues

// What the values of bound styles stand for.
extension PageReader {
  struct ValueShapeColumns: Sendable {
    var rows: Int
    var property, shape, byteStart: Column
    var bytes: Range<Int>

    init(_ file: FileBytes, _ range: Range<Int>) throws(PageFormatError) {
      let fields = try MessageFields(file, range, name: "value_shapes", count: 4)
      rows = try fields.rows(1, width: 4)
      property = try fields.column(1, "property", width: 4, rows: rows)
      shape = try fields.column(2, "shape", width: 4, rows: rows)
      byteStart = try fields.column(3, "byte_start", width: 4, rows: rows + 1, isOptional: true)
      bytes = try fields.bytes(4)
    }
  }

  /// The number of shapes of values.
  public var valueShapeCount: Int { valueShapes.rows }

  /// A shape of a property's values, with what it stands for.
  ///
  /// - Throws: ``PageFormatError`` of kind `value` or `index`.
  public func valueShape(_ index: Int) throws(PageFormatError) -> PageValueShape {
    guard let property = strings.string(valueShapes.property.word(index, file)),
      let shape = strings.string(valueShapes.shape.word(index, file))
    else { throw PageFormatError(.index, field: "value_shapes.property", row: index) }
    let bytes = try blob(valueShapes.byteStart, index, valueShapes.bytes, "value_shapes.byte_start")
    do {
      return try PageValueShape(property: property, shape: shape, bytes) { self.string(StringIndex($0)) }
    } catch {
      throw PageFormatError(.value, field: "value_shapes.bytes", row: index, found: "\(error)")
    }
  }
}
