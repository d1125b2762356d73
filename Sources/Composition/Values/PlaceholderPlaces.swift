import Foundation

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
      UnsafeBufferPointer(rebasing: bytes[range]).contains(byte: 0x7B) { text, place in
        place + 1 < text.count && text[place + 1] == 0x7B
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a byte is anywhere where a test holds.
  ///
  /// OPTIMIZATION: the C library looks for the byte, many at a time.
  ///
  /// - Parameter isFound: takes the bytes and a place with the byte.
  func contains(byte: UInt8, where isFound: (Self, Int) -> Bool) -> Bool {
    guard let start = baseAddress else { return false }
    var index = 0
    while index < count, let found = memchr(start + index, CInt(byte), count - index) {
      index = UnsafeRawPointer(found) - UnsafeRawPointer(start)
      if isFound(self, index) { return true }
      index += 1
    }
    return false
  }
}
