import CSSValues

// What the values of bound styles stand for.
extension PageReader {
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
