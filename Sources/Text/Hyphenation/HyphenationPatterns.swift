/// Patterns that say where words may be parted, after F. M. Liang (“Word Hy-phen-a-tion by Com-put-er”, 1983), as a tree of their
/// letters.
///
/// A pattern has a digit between any two letters, and the highest of all patterns that fit decides: odd ones part the word.
///
/// DEVIATION: As in the library Hyphen, of all that ends at a letter only the longest start of a pattern counts. Dictionaries
/// repeat in long patterns what the short ones within them say, and leave it out where it would be wrong.
struct HyphenationPatterns: Sendable {
  /// By node: what is behind it in the list of its parent's children, and its own first child; 0 for none.
  private var next: [Int32] = [0]
  private var firstChild: [Int32] = [0]
  private var letters: [UInt32] = [0]
  /// By node: where its digits begin in ``digits``, one more than it has letters; -1 where no pattern ends there.
  private var places: [Int32] = [-1]
  private var digits: [UInt8] = []
  /// By first letter: these are many, which a list would be slow for.
  private var roots: [UInt32: Int32] = [:]

  /// The most letters of a pattern.
  static let longest = 64

  var isEmpty: Bool { digits.isEmpty }

  /// Adds a pattern; of two with the same letters the last one counts.
  ///
  /// - Parameters:
  ///   - pattern: letters, and `.` for the start or the end of a word.
  ///   - values: one more than there are letters.
  mutating func add(_ pattern: [UInt32], _ values: [UInt8]) {
    guard let first = pattern.first, pattern.count <= Self.longest, values.count == pattern.count + 1 else { return }
    var node: Int32
    if let known = roots[first] {
      node = known
    } else {
      node = append(first)
      roots[first] = node
    }
    for letter in pattern.dropFirst() {
      if let known = child(of: node, letter) {
        node = known
      } else {
        let made = append(letter)
        next[Int(made)] = firstChild[Int(node)]
        firstChild[Int(node)] = made
        node = made
      }
    }
    places[Int(node)] = Int32(truncatingIfNeeded: digits.count)
    digits += values
  }

  private mutating func append(_ letter: UInt32) -> Int32 {
    next.append(0)
    firstChild.append(0)
    letters.append(letter)
    places.append(-1)
    return Int32(truncatingIfNeeded: letters.count - 1)
  }

  private func child(of node: Int32, _ letter: UInt32) -> Int32? {
    var child = firstChild[Int(node)]
    while child != 0 {
      if letters[Int(child)] == letter { return child }
      child = next[Int(child)]
    }
    return nil
  }

  /// Whether a word may be parted before each of its letters, and at its end; never before the first and at the end.
  func breaks(in word: ArraySlice<UInt32>) -> [Bool] {
    let edge = UInt32(UInt8(ascii: "."))
    let whole = [edge] + word + [edge]
    var values = [UInt8](repeating: 0, count: whole.count + 1)
    var isTaken = [Bool](repeating: false, count: whole.count + 1)
    for start in whole.indices {
      guard var node = roots[whole[start]] else { continue }
      var end = start + 1
      while true {
        let place = Int(places[Int(node)])
        if !isTaken[end], place >= 0 {
          for offset in 0...(end - start) where digits[place + offset] > values[start + offset] {
            values[start + offset] = digits[place + offset]
          }
        }
        isTaken[end] = true
        guard end < whole.count, let child = child(of: node, whole[end]) else { break }
        node = child
        end += 1
      }
    }
    // The word's first letter is the second of the whole.
    return (0...word.count).map { $0 > 0 && $0 < word.count && values[$0 + 1] & 1 == 1 }
  }
}
