/// Where `{{ … }}` is in a text.
package struct PlaceholderPlaces {
  /// The ranges of the placeholders, braces included.
  let places: [Range<Int>]
  /// The place of a `{{` without an end.
  let unclosed: Int?

  init(in bytes: ArraySlice<UInt8>) {
    var places: [Range<Int>] = []
    var unclosed: Int?
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      guard bytes[index] == 0x7B, bytes[index + 1] == 0x7B else {
        index += 1
        continue
      }
      var end = index + 2
      while end + 1 < bytes.endIndex, bytes[end] != 0x7D || bytes[end + 1] != 0x7D { end += 1 }
      guard end + 1 < bytes.endIndex else {
        unclosed = index
        break
      }
      places.append(index..<end + 2)
      index = end + 2
    }
    self.places = places
    self.unclosed = unclosed
  }

  /// OPTIMIZATION: whether `{{` is anywhere in a text.
  package static func mayBe(in bytes: [UInt8]) -> Bool { mayBe(in: bytes, bytes.indices) }

  /// OPTIMIZATION: whether `{{` is anywhere in a range of a text.
  static func mayBe(in bytes: [UInt8], _ range: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var last: UInt8 = 0
      var index = range.lowerBound
      while index < range.upperBound {
        // Sixteen at a time, of which mostly none is a brace.
        if index + 16 <= range.upperBound,
          !any(raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) .== 0x7B)
        {
          last = 0
          index += 16
          continue
        }
        for place in index..<min(index + 16, range.upperBound) {
          if bytes[place] == 0x7B, last == 0x7B { return true }
          last = bytes[place]
        }
        index += 16
      }
      return false
    }
  }
}
