/// "Did you mean …?": the nearest of a list of known words.
public enum Suggestion {
  /// The candidate with the smallest edit distance to `word`, or `nil` where none is near (a third of its length, at
  /// most 3 edits). Of equals the first in alphabetical order, so that the answer never depends on the list's order.
  public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    var steps = Int.max
    return nearest(to: word, in: candidates, steps: &steps)
  }

  /// - Parameter steps: how much may be compared. What it takes does not depend on the order of the candidates; where it takes more,
  ///   there is no answer and nothing is left.
  private static func nearest(
    to word: String, in candidates: some Sequence<String>, steps: inout Int
  ) -> String? {
    let limit = min(3, max(1, word.count / 3))
    var best: (distance: Int, word: String)?
    let bytes = Array(word.utf8)
    let letters = letters(word)
    for candidate in candidates {
      steps -= 1
      guard abs(candidate.utf8.count - bytes.count) <= limit, candidate != word else { continue }
      steps -= bytes.count / 8
      // OPTIMIZATION: an edit brings one letter and takes one away at the most.
      guard (letters ^ Self.letters(candidate)).nonzeroBitCount <= 2 * limit else { continue }
      steps -= 8 + bytes.count * limit
      guard steps > 0 else {
        steps = 0
        return nil
      }
      let distance = editDistance(bytes, Array(candidate.utf8), limit: limit)
      guard distance <= limit else { continue }
      if best == nil || (distance, candidate) < best! { best = (distance, candidate) }  // `best` was just tested
    }
    return best?.word
  }

  /// The first of the candidates in alphabetical order that differs from `word` only in capital and small letters, or `nil`.
  public static func otherCase(of word: String, in candidates: some Sequence<String>) -> String? {
    let folded = word.lowercased()
    return candidates.filter { $0.utf8.count == word.utf8.count && $0 != word && $0.lowercased() == folded }.min()
  }

  /// How much may be compared for all unknown words of a page or site: those that come later have no suggestion, so that many unknown
  /// words among many known ones cost no more than some.
  ///
  /// A class, because several checks of one page share it; one thread uses it.
  public final class Budget {
    private var steps: Int

    /// A budget of about a third of a second.
    ///
    /// - Parameter steps: how much may be compared: about a byte of a similar word each.
    public init(steps: Int = 20_000_000) { self.steps = steps }

    /// As ``Suggestion/nearest(to:in:)``; `nil` once the budget is spent.
    public func nearest<Words: Sequence<String>>(to word: String, in candidates: @autoclosure () -> Words) -> String? {
      steps > 0 ? Suggestion.nearest(to: word, in: candidates(), steps: &steps) : nil
    }
  }

  /// Known words, made ready for many questions.
  public struct Words: Sendable {
    fileprivate let words: [(word: String, count: Int, letters: UInt64)]

    /// A list of words in any order.
    public init(_ words: [String]) {
      self.words = words.map { ($0, $0.utf8.count, Suggestion.letters($0)) }
    }
  }

  /// As ``nearest(to:in:)``, of words that were made ready.
  ///
  /// - Parameters:
  ///   - word: the unknown word.
  ///   - candidates: the known ones.
  ///   - isPossible: which of them count.
  public static func nearest(
    to word: String, in candidates: Words, where isPossible: (String) -> Bool = { _ in true }
  ) -> String? {
    let limit = min(3, max(1, word.count / 3))
    let count = word.utf8.count
    let letters = letters(word)
    // OPTIMIZATION: most words are told apart by two integers.
    let near = candidates.words.filter {
      abs($0.count - count) <= limit && (letters ^ $0.letters).nonzeroBitCount <= 2 * limit && isPossible($0.word)
    }
    return nearest(to: word, in: near.lazy.map(\.word))
  }

  /// The bytes that a word is of, those that are equal in their last six bits as one.
  private static func letters(_ word: String) -> UInt64 {
    var set: UInt64 = 0
    for byte in word.utf8 { set |= 1 << UInt64(byte & 63) }
    return set
  }

  /// Levenshtein's distance with transpositions, or `limit + 1` once it is certain to be above `limit`.
  static func editDistance(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int {
    if abs(left.count - right.count) > limit { return limit + 1 }
    let far = limit + 1
    var beforePrevious = [Int](repeating: far, count: right.count + 1)
    var previous = (0...right.count).map { min($0, far) }
    var current = beforePrevious
    for row in 0..<left.count {
      // OPTIMIZATION: what is further from the diagonal than the limit is above it.
      let (low, high) = (max(0, row - limit), min(right.count, row + limit + 1))
      current[low] = low == 0 ? min(row + 1, far) : far
      var least = current[low]
      for column in low..<high {
        let substitution = previous[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(substitution, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current[column + 1] = min(best, far)
        least = min(least, best)
      }
      if high < right.count { current[high + 1] = far }
      if least > limit { return far }
      swap(&beforePrevious, &previous)
      swap(&previous, &current)
    }
    return previous[right.count]
  }
}
