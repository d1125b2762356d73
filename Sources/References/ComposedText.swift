import Diagnostics

/// A text that is put together from parts of files, each with its place.
package struct ComposedText {
  package private(set) var bytes: [UInt8] = []
  package private(set) var origins: [SourceOrigin] = []

  /// Nothing yet.
  package init() {}

  /// Adds a copy of bytes of a file.
  package mutating func copy(_ range: Range<Int>, of file: SourceFile) {
    guard !range.isEmpty else { return }
    origins.append(SourceOrigin(start: bytes.count, file: file, offset: range.lowerBound))
    bytes += file.bytes[range]
  }

  /// Adds a copy of bytes of a file in which some are replaced.
  package mutating func copy(_ range: Range<Int>, of file: SourceFile, editing edits: [TextEdit]) {
    var cursor = range.lowerBound
    for edit in edits where edit.range.lowerBound >= cursor && edit.range.upperBound <= range.upperBound {
      copy(cursor..<edit.range.lowerBound, of: file)
      insert(edit.text, for: edit.range, of: file)
      cursor = edit.range.upperBound
    }
    copy(cursor..<range.upperBound, of: file)
  }

  /// Adds a text that stands for bytes of a file.
  package mutating func insert(_ text: String, for range: Range<Int>, of file: SourceFile) {
    guard !text.isEmpty else { return }
    origins.append(
      SourceOrigin(start: bytes.count, file: file, offset: range.lowerBound, placeholder: range.count))
    bytes += text.utf8
  }

  /// Adds another text.
  package mutating func append(_ other: ComposedText) {
    let start = bytes.count
    origins += other.origins.map {
      SourceOrigin(start: $0.start + start, file: $0.file, offset: $0.offset, placeholder: $0.placeholder)
    }
    bytes += other.bytes
  }

  /// The text with others put in at places, which are in order.
  package func inserting(_ parts: [(offset: Int, text: ComposedText)]) -> ComposedText {
    var result = ComposedText()
    var next = 0
    var origin = 0
    func copyUpTo(_ end: Int) {
      while origin < origins.count, next < end {
        let start = max(next, origins[origin].start)
        let stop = min(end, origin + 1 < origins.count ? origins[origin + 1].start : bytes.count)
        if start < stop {
          var part = origins[origin]
          if part.placeholder == nil { part.offset += start - part.start }
          part.start = result.bytes.count
          result.origins.append(part)
          result.bytes += bytes[start..<stop]
          next = stop
        }
        if next < end { origin += 1 }
      }
    }
    for part in parts where !part.text.bytes.isEmpty {
      copyUpTo(part.offset)
      result.append(part.text)
    }
    copyUpTo(bytes.count)
    return result
  }
}
