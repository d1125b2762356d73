/// Where a Markdown file has code: text that shows a comment and is none.
enum MarkdownCode {
  /// The byte ranges of code spans and fenced blocks, in order.
  ///
  /// Fences are lines of three or more backticks or tildes; a span ends at as many backticks as it begins with, before the next
  /// blank line.
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var fence: (sign: UInt8, count: Int, start: Int)?
    var paragraph = 0
    var line = 0
    while line < bytes.count {
      let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
      let first = bytes[line..<end].firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x3E } ?? end
      let sign = first < end ? bytes[first] : 0
      let count = bytes[first..<end].prefix { $0 == sign }.count
      let isFence = (sign == 0x60 || sign == 0x7E) && count >= 3
      if let open = fence {
        if isFence, sign == open.sign, count >= open.count {
          ranges.append(open.start..<end)
          fence = nil
          paragraph = end
        }
      } else if isFence, sign == 0x7E || !bytes[(first + count)..<end].contains(0x60) {
        ranges += spans(in: bytes, paragraph..<line)
        fence = (sign, count, line)
      } else if first == end {
        ranges += spans(in: bytes, paragraph..<line)
        paragraph = end
      }
      line = end + 1
    }
    if let fence {
      ranges.append(fence.start..<bytes.count)
    } else {
      ranges += spans(in: bytes, min(paragraph, bytes.count)..<bytes.count)
    }
    return ranges
  }

  /// The code spans of a paragraph. Each run of backticks is looked at once, so that hostile text costs no more time.
  private static func spans(in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == 0x60 else {
        index += 1
        continue
      }
      let end = bytes[index..<range.upperBound].firstIndex { $0 != 0x60 } ?? range.upperBound
      runs.append(index..<end)
      index = end
    }
    // The next run of each length, from the end.
    var next: [Int: Int] = [:]
    var closing = [Int?](repeating: nil, count: runs.count)
    for (number, run) in runs.enumerated().reversed() {
      closing[number] = next[run.count]
      next[run.count] = number
    }
    var spans: [Range<Int>] = []
    var number = 0
    while number < runs.count {
      if let last = closing[number] {
        spans.append(runs[number].lowerBound..<runs[last].upperBound)
        number = last + 1
      } else {
        number += 1
      }
    }
    return spans
  }
}
