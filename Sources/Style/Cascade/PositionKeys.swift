/// What tells the elements of one page apart in their places, as it was written for the rules of one environment, for the others of
/// which the same facts decide.
///
/// OPTIMIZATION: it is names and attributes, which no environment changes. It serves the resolvers of one page, one after the other.
public final class PositionKeys {
  @exclusivity(unchecked) private var facts: PositionFacts?
  @exclusivity(unchecked) private var words: [UInt32] = []
  /// By element: where its key ends in ``words``, which is where the next one begins.
  @exclusivity(unchecked) private var ends: [UInt32] = []
  /// How many keys were read and not written again.
  @exclusivity(unchecked) package private(set) var readCount = 0

  /// No keys yet.
  public init() {}

  /// Whether the keys of a page's elements are known for some facts; where nothing is known yet, they are what is written next.
  func hold(_ facts: PositionFacts, elementCount: Int) -> Bool {
    if self.facts == nil {
      self.facts = facts
      ends.reserveCapacity(elementCount)
      return false
    }
    return self.facts == facts && ends.count == elementCount
  }

  /// Whether the keys of some facts are written, which are not those of others.
  func takes(_ facts: PositionFacts) -> Bool { self.facts == facts }

  /// Keeps the key of the next element; of one without a position it is empty.
  func append(_ key: ArraySlice<UInt32>) {
    words += key
    ends.append(UInt32(words.count))
  }

  /// Appends an element's key to another array; false for one without a position.
  func read(_ element: Int, into key: inout [UInt32]) -> Bool {
    let start = element > 0 ? Int(ends[element - 1]) : 0
    guard start < Int(ends[element]) else { return false }
    readCount += 1
    key += words[start..<Int(ends[element])]
    return true
  }
}
