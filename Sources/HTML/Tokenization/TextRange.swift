/// A range of bytes in the text of the document that is being built. The first part of that text is the source itself,
/// so that what needs no decoding is never copied; decoded text is appended to it.
struct TextRange {
  var start: Int
  var end: Int

  static let empty = TextRange(start: 0, end: 0)
  var count: Int { end - start }
  var isEmpty: Bool { start == end }
}

/// Characters that are being collected: bytes of the source while nothing had to be decoded, and from the first decoded
/// character on bytes behind the source.
struct TextRun {
  /// The first byte of the source that is not collected yet.
  var start: Int
  /// Where the decoded characters begin in the text, or -1 while there are none.
  var tail = -1

  init(at start: Int) { self.start = start }
}
