import Platform

/// The bytes of one source with its name, and the places of its lines.
///
/// Offsets are in bytes of UTF-8; lines and columns count from 1, columns in Unicode scalars.
public final class SourceFile: Sendable {
  /// The path as diagnostics show it: relative to the site's root, with `/`.
  public let path: String
  /// The text in UTF-8.
  public let bytes: [UInt8]
  private let places: Mutex<SourcePlaces?>
  /// The file that this text is a part of, and how the text's bytes map to that file's.
  private let host: (file: SourceFile, alignment: SourceAlignment)?
  /// Where the parts of a composed text were written; empty for a text of one file.
  private let origins: [SourceOrigin]

  /// A source with a name; the bytes are UTF-8 (a page's declared encoding has been decoded before).
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    self.places = Mutex(nil)
    self.host = nil
    self.origins = []
  }

  /// A text that was composed of parts of other files: every place in it is reported as that of the file that holds it.
  ///
  /// - Parameters:
  ///   - path: the composed text's own name.
  ///   - bytes: the text in UTF-8.
  ///   - origins: the parts in the order of the text, the first at byte 0.
  public init(path: String, bytes: [UInt8], origins: [SourceOrigin]) {
    self.path = path
    self.bytes = bytes
    self.places = Mutex(nil)
    self.host = nil
    self.origins = origins
  }

  /// A part of another source (a `<style>` element's text, an attribute's value), whose places are those of the whole.
  ///
  /// - Parameters:
  ///   - bytes: the text as it was read: character references and line ends may have been resolved.
  ///   - host: the source that holds it.
  ///   - offset: the byte at which the text begins there.
  public init(_ bytes: [UInt8], in host: SourceFile, at offset: Int) {
    path = host.path
    self.bytes = bytes
    places = Mutex(nil)
    self.host = (host, SourceAlignment(of: bytes, in: host.bytes, at: offset))
    self.origins = []
  }

  /// The file in which a range of bytes was written, and its bytes there: this file, except for a part of another and
  /// for a composed text. A range that begins and ends in different files ends where it begins.
  public func written(_ range: Range<Int>) -> (file: SourceFile, range: Range<Int>) {
    if let host {
      let start = host.alignment.hostOffset(of: min(max(0, range.lowerBound), bytes.count))
      let end = host.alignment.hostOffset(of: min(max(0, range.upperBound), bytes.count))
      return host.file.written(start..<max(start, end))
    }
    guard let start = origins.place(of: min(max(0, range.lowerBound), bytes.count), isEnd: false) else {
      return (self, range)
    }
    let end = origins.place(of: min(max(0, range.upperBound), bytes.count), isEnd: !range.isEmpty)
    // A part may itself be composed: a page that was made from Markdown, in its layout.
    guard let end, end.file === start.file, end.offset >= start.offset else {
      return start.file.written(start.offset..<start.offset)
    }
    return start.file.written(start.offset..<end.offset)
  }

  /// A source from text.
  public convenience init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The line and column of a byte offset; an offset past the end is the end's.
  public func position(at offset: Int) -> (line: Int, column: Int) {
    if let host { return host.file.position(at: host.alignment.hostOffset(of: min(max(0, offset), bytes.count))) }
    if let origin = origins.place(of: min(max(0, offset), bytes.count), isEnd: false) {
      return origin.file.position(at: origin.offset)
    }
    let offset = min(max(0, offset), bytes.count)
    let places = knownPlaces()
    let line = places.line(at: offset)
    let start = places.lineStarts[line]
    return (line + 1, places.characters(before: offset, bytes) - places.characters(before: start, bytes) + 1)
  }

  /// The text of a line without its end, at most `limit` bytes; the empty string where there is no such line.
  public func line(_ number: Int, limit: Int = 400) -> String {
    excerpt(line: number, around: 1, limit: limit).text
  }

  /// The part of a line that a column is in, without the line's end, and the column of its first character: the whole
  /// line, or where that has more than `limit` bytes as many of them with the column in their first half.
  public func excerpt(line number: Int, around column: Int, limit: Int = 400) -> (text: String, column: Int) {
    if let host { return host.file.excerpt(line: number, around: column, limit: limit) }
    let places = knownPlaces()
    let starts = places.lineStarts
    guard number >= 1, number <= starts.count else { return ("", 1) }
    var start = starts[number - 1]
    var end = number < starts.count ? starts[number] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    var first = 1
    if end - start > limit, column > limit / 2 {
      // The characters before the column that are left out.
      let before = places.characters(before: start, bytes)
      let skipped = min(column - limit / 4 - 1, places.characters(before: end, bytes) - before)
      start = places.offset(ofCharacter: before + skipped, bytes)
      first += skipped
    }
    end = min(end, start + limit)
    // A character is not cut.
    while end > start, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return (String(decoding: bytes[start..<max(start, end)], as: UTF8.self), first)
  }

  private func knownPlaces() -> SourcePlaces {
    places.withLock { cached in
      if let cached { return cached }
      let made = SourcePlaces(bytes)
      cached = made
      return made
    }
  }
}
