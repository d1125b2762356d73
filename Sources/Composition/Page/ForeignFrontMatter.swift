import Diagnostics

/// YAML front matter, as Jekyll, Hugo and Eleventy read it: lines between `---` at the beginning of a file.
package enum ForeignFrontMatter {
  /// The bytes that front matter is looked for in.
  private static let limit = 1 << 16

  /// The bytes from the first `---` to the end of the second; `nil` for a file that begins otherwise.
  static func range(in bytes: [UInt8]) -> Range<Int>? {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count, bytes[start] == 0x20 || (0x09...0x0D).contains(bytes[start]) { start += 1 }
    guard isFence(bytes, start..<lineEnd(bytes, start)) else { return nil }
    var line = lineEnd(bytes, start) + 1
    var hasKey = false
    while line < min(bytes.count, start + limit) {
      let end = lineEnd(bytes, line)
      if isFence(bytes, line..<end) { return hasKey ? start..<end : nil }
      // Tags begin the page: `---` was a rule in its text.
      if bytes[line] == 0x3C { return nil }
      if bytes[line..<end].contains(0x3A) { hasKey = true }
      line = end + 1
    }
    return nil
  }

  private static func lineEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[min(start, bytes.count)...].firstIndex { $0 == 0x0A } ?? bytes.count
  }

  private static func isFence(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    var end = line.upperBound
    while end > line.lowerBound, bytes[end - 1] <= 0x20 { end -= 1 }
    return bytes[line.lowerBound..<end].elementsEqual("---".utf8)
  }

  /// Reports the front matter of a file; whether it has any.
  @discardableResult
  package static func report(in source: SourceFile, _ diagnostics: inout DiagnosticSink) -> Bool {
    guard let range = range(in: source.bytes) else { return false }
    diagnostics.report(
      .foreignFrontMatter, "YAML front matter is text for readers here", in: source,
      at: range.lowerBound..<range.lowerBound + 3,
      help:
        "write its values as `<script type=\"application/hybrid+json\">{ \"title\": \"News\" }</script>` in the head")
    return true
  }
}
