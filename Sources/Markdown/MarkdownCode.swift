/// Which lines of a Markdown text are code between fences at the margin, where the parser looks for nothing.
///
/// Only lines that surely are such code count. Fences behind spaces, in lists or where HTML may be are not followed: what looks
/// like the end of one may be the beginning of the next, so that from the first of them on no line counts as code.
struct MarkdownCode {
  /// What ends a block of HTML that goes on over blank lines (CommonMark, 4.6, conditions 1 to 5).
  private enum End: CaseIterable {
    case tag, comment, instruction, declaration, characterData

    /// The texts of which one, in small letters, ends the block.
    var texts: [[UInt8]] {
      switch self {
      case .tag: Self.tags
      case .comment: [Array("-->".utf8)]
      case .instruction: [Array("?>".utf8)]
      case .declaration: [Array(">".utf8)]
      case .characterData: [Array("]]>".utf8)]
      }
    }

    private static let tags = ["</script>", "</pre>", "</style>"].map { Array($0.utf8) }
  }

  private static let rawTags = ["script", "pre", "style", "textarea"].map { Array($0.utf8) }

  /// The sign of the fence that is open, and how many of them it has.
  private var fence: (sign: UInt8, count: Int)?
  /// What may have to come before a block of HTML ends.
  private var ends: Set<End> = []
  /// Whether a block of HTML may go on to the next blank line.
  private var mayBeHTML = false
  private var isUncertain = false

  /// Whether a line, without its line break, is code or a fence of it.
  mutating func takes(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let indent = line.prefix { $0 == 0x20 }.count
    if let fence {
      let run = line[indent...].prefix { $0 == fence.sign }.count
      if indent <= 3, run >= fence.count, line[(indent + run)...].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        self.fence = nil
      }
      return true
    }
    guard !isUncertain else { return false }
    noteHTML(line, indent)
    guard Self.looksLikeFence(line) else { return false }
    guard let sign = line.first, sign == 0x60 || sign == 0x7E, !mayBeHTML, ends.isEmpty else {
      isUncertain = true
      return false
    }
    let run = line.prefix { $0 == sign }.count
    // CommonMark, 4.5: what follows backticks has none; it is a text otherwise.
    if sign == 0x60, line[run...].contains(sign) { return false }
    // cmark counts no further.
    fence = (sign, min(run, 255))
    return true
  }

  /// Notes where blocks of HTML may begin and end: more of them than there are.
  private mutating func noteHTML(_ line: UnsafeBufferPointer<UInt8>, _ indent: Int) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      mayBeHTML = false
      return
    }
    if indent <= 3, indent < line.count, line[indent] == 0x3C {
      mayBeHTML = true
      if let end = Self.end(ofHTML: line[(indent + 1)...]) { ends.insert(end) }
    }
    guard !ends.isEmpty else { return }
    ends = ends.filter { end in !end.texts.contains { Self.contains(line, $0) } }
    // To the next blank line it may still be another kind of block.
    mayBeHTML = true
  }

  /// What ends the block that a text behind `<` begins; `nil` for one that ends at a blank line.
  private static func end(ofHTML text: Slice<UnsafeBufferPointer<UInt8>>) -> End? {
    if text.starts(with: "!--".utf8) { return .comment }
    if text.starts(with: "![CDATA[".utf8) { return .characterData }
    if text.first == 0x21 { return .declaration }
    if text.first == 0x3F { return .instruction }
    return rawTags.contains { tag in text.starts(with: tag, by: { $0 | 0x20 == $1 }) } ? .tag : nil
  }

  private static func contains(_ line: UnsafeBufferPointer<UInt8>, _ text: [UInt8]) -> Bool {
    guard let first = text.first, line.count >= text.count else { return false }
    for start in 0...(line.count - text.count)
    where line[start] == first && line[start...].starts(with: text, by: { lowercased($0) == $1 }) {
      return true
    }
    return false
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// Whether a line has three signs of a fence behind spaces, quotes and marks of lists.
  private static func looksLikeFence(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let rest = line.drop { byte in
      switch byte {
      case 0x20, 0x09, 0x3E, 0x2A, 0x2B, 0x2D, 0x2E, 0x29, 0x30...0x39: true
      default: false
      }
    }
    guard let sign = rest.first, sign == 0x60 || sign == 0x7E else { return false }
    return rest.prefix(3).count == 3 && rest.prefix(3).allSatisfy { $0 == sign }
  }
}
