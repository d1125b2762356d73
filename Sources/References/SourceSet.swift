/// The URLs of a `srcset` (HTML, 4.8.4.2.1): candidates are parted by commas, which a URL may hold but not end with.
package enum SourceSet {
  /// The URLs in their order.
  package static func urls(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return ranges(bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// A `srcset` with other URLs.
  ///
  /// - Parameter rewrite: returns what to write instead of a URL, or `nil` where it stays.
  package static func rewriting(_ text: String, _ rewrite: (String) -> String?) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = 0
    for range in ranges(bytes) {
      guard let other = rewrite(String(decoding: bytes[range], as: UTF8.self)) else { continue }
      result += bytes[end..<range.lowerBound]
      result += other.utf8
      end = range.upperBound
    }
    result += bytes[end...]
    return String(decoding: result, as: UTF8.self)
  }

  /// The places of the URLs.
  private static func ranges(_ bytes: [UInt8]) -> [Range<Int>] {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B) }
    var result: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      while index < bytes.count, isSpace(bytes[index]) || bytes[index] == 0x2C { index += 1 }
      let start = index
      while index < bytes.count, !isSpace(bytes[index]) { index += 1 }
      var end = index
      let endsWithComma = end > start && bytes[end - 1] == 0x2C
      while end > start, bytes[end - 1] == 0x2C { end -= 1 }
      if end > start { result.append(start..<end) }
      guard !endsWithComma else { continue }
      var depth = 0
      while index < bytes.count, depth > 0 || bytes[index] != 0x2C {
        if bytes[index] == 0x28 { depth += 1 } else if bytes[index] == 0x29 { depth = max(0, depth - 1) }
        index += 1
      }
    }
    return result
  }
}
