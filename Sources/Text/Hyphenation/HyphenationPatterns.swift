/// Patterns that say where words may be parted, after F. M. Liang (“Word Hy-phen-a-tion by Com-put-er”, 1983), in the order of their
/// letters.
///
/// A pattern has a digit between any two letters, and the highest of all patterns that fit decides: odd ones part the word. Patterns
/// with the same start are side by side, so that a letter more is found by bisection, however many patterns go on there.
///
/// DEVIATION: As in the library Hyphen, of all that ends at a letter only the longest start of a pattern counts. Dictionaries
/// repeat in long patterns what the short ones within them say, and leave it out where it would be wrong.
struct HyphenationPatterns: Sendable {
  private struct Pattern {
    /// Where its letters begin in ``letters``.
    var start: Int32
    var count: Int32
    /// Where its digits begin in ``digits``, one more than it has letters.
    var digits: Int32
  }

  private var patterns: [Pattern] = []
  private var letters: [UInt32] = []
  private var digits: [UInt8] = []
  /// The patterns by first letter: most of the letters of a word begin some.
  private var roots: [UInt32: Range<Int>] = [:]

  /// The most letters of a pattern.
  static let longest = 64

  var isEmpty: Bool { patterns.isEmpty }

  /// Adds a pattern; of two with the same letters the last one counts. Words are parted by patterns that are in order
  /// (``sort()``).
  ///
  /// - Parameters:
  ///   - pattern: letters, and `.` for the start or the end of a word.
  ///   - values: one more than there are letters.
  mutating func add(_ pattern: [UInt32], _ values: [UInt8]) {
    guard !pattern.isEmpty, pattern.count <= Self.longest, values.count == pattern.count + 1 else { return }
    patterns.append(
      Pattern(
        start: Int32(truncatingIfNeeded: letters.count), count: Int32(truncatingIfNeeded: pattern.count),
        digits: Int32(truncatingIfNeeded: digits.count)))
    letters += pattern
    digits += values
  }

  /// Puts the patterns in order: after the last one is added, and before the first word.
  mutating func sort() {
    let letters = letters
    func letter(_ pattern: Pattern, _ index: Int32) -> UInt32 { letters[Int(pattern.start + index)] }
    patterns.sort { first, second in
      var index: Int32 = 0
      while index < min(first.count, second.count) {
        let (one, other) = (letter(first, index), letter(second, index))
        if one != other { return one < other }
        index += 1
      }
      return first.count == second.count ? first.start < second.start : first.count < second.count
    }
    var kept: [Pattern] = []
    kept.reserveCapacity(patterns.count)
    for pattern in patterns {
      if let last = kept.last, last.count == pattern.count,
        (0..<pattern.count).allSatisfy({ letter(last, $0) == letter(pattern, $0) })
      {
        kept[kept.count - 1] = pattern
      } else {
        kept.append(pattern)
      }
    }
    patterns = kept
    roots = [:]
    var start = 0
    for index in patterns.indices {
      let first = letter(patterns[index], 0)
      if index + 1 < patterns.count, letter(patterns[index + 1], 0) == first { continue }
      roots[first] = start..<index + 1
      start = index + 1
    }
  }

  /// Those of some patterns that go on with a letter.
  ///
  /// - Parameters:
  ///   - range: patterns with the same start.
  ///   - depth: how many letters this start has.
  private func patterns(_ range: Range<Int>, _ depth: Int, goingOnWith letter: UInt32) -> Range<Int> {
    // Only the first one may end there: no two have the same letters.
    let longer = range.lowerBound + (Int(patterns[range.lowerBound].count) == depth ? 1 : 0)
    func bound(_ low: Int, _ isBefore: (UInt32) -> Bool) -> Int {
      var low = low
      var high = range.upperBound
      while low < high {
        let middle = (low + high) / 2
        if isBefore(letters[Int(patterns[middle].start) + depth]) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let first = bound(longer) { $0 < letter }
    return first..<bound(first) { $0 <= letter }
  }

  /// Whether a word may be parted before each of its letters, and at its end; never before the first and at the end.
  func breaks(in word: ArraySlice<UInt32>) -> [Bool] {
    let edge = UInt32(UInt8(ascii: "."))
    let whole = [edge] + word + [edge]
    var values = [UInt8](repeating: 0, count: whole.count + 1)
    var isTaken = [Bool](repeating: false, count: whole.count + 1)
    for start in whole.indices {
      guard var range = roots[whole[start]] else { continue }
      var end = start + 1
      while true {
        let first = patterns[range.lowerBound]
        if !isTaken[end], Int(first.count) == end - start {
          for offset in 0...(end - start) where digits[Int(first.digits) + offset] > values[start + offset] {
            values[start + offset] = digits[Int(first.digits) + offset]
          }
        }
        isTaken[end] = true
        guard end < whole.count else { break }
        range = patterns(range, end - start, goingOnWith: whole[end])
        if range.isEmpty { break }
        end += 1
      }
    }
    // The word's first letter is the second of the whole.
    return (0...word.count).map { $0 > 0 && $0 < word.count && values[$0 + 1] & 1 == 1 }
  }
}
