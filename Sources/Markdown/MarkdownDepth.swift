/// How many quotes, lists and footnotes are open at the lines of a text, at most.
///
/// The parser looks at each of them at each line that goes on with them, which blank lines do without a byte for any.
struct MarkdownDepth {
  /// Those open behind the line before.
  private var held = 0
  private var isBehindBlank = true

  /// How many the parser looks at for the next line.
  mutating func levels(at line: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    guard let own = Self.ownLevels(line) else {
      isBehindBlank = true
      return held
    }
    // A paragraph goes on without the signs of what it is in.
    held = isBehindBlank ? own : max(held, own)
    isBehindBlank = false
    return own
  }

  /// The levels that a line's beginning stands for: its marks, and two columns for each of those that go on; `nil` for a blank line,
  /// also within quotes.
  private static func ownLevels(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var marks = 0
    var columns = 0
    var isBlank = true
    var index = line.startIndex
    loop: while index < line.endIndex {
      let byte = line[index]
      switch byte {
      case 0x0A, 0x0D: break
      case 0x20: columns += 1
      case 0x09: columns += 4
      case 0x3E: marks += 1
      case 0x2A, 0x2B, 0x2D, 0x2E, 0x29:
        marks += 1
        isBlank = false
      case 0x30...0x39: isBlank = false
      case 0x5B:
        isBlank = false
        guard let end = footnoteEnd(line[index...]) else { break loop }
        marks += 1
        index = end
        continue loop
      default:
        isBlank = false
        break loop
      }
      index += 1
    }
    return isBlank ? nil : marks + columns / 2
  }

  /// Where what `[^a]:` at the beginning of a text begins goes on.
  private static func footnoteEnd(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard text.dropFirst().first == 0x5E, let end = text.firstIndex(of: 0x5D), text[end...].dropFirst().first == 0x3A
    else { return nil }
    return end + 2
  }
}
