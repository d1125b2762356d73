/// Bytes of a text that are replaced.
package struct TextEdit {
  package var range: Range<Int>
  /// What comes in their place.
  package var text: String

  /// A replacement.
  package init(range: Range<Int>, text: String) {
    self.range = range
    self.text = text
  }

  /// Bytes with ranges of them replaced; the edits are in order.
  package static func applying(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.count * 16)
    var cursor = 0
    for edit in edits {
      result += bytes[cursor..<edit.range.lowerBound]
      result += edit.text.utf8
      cursor = edit.range.upperBound
    }
    return result + bytes[cursor...]
  }
}
