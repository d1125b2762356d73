import CSSValues

/// `hyphenate-limit-chars` (CSS Text 4, 6.3): the fewest characters of a word that may be parted, and of what is before and behind
/// the hyphen. A dictionary may ask for more.
public struct HyphenationLimits: Hashable, Sendable {
  /// Of the whole word.
  public var word: UInt8
  /// Before the hyphen.
  public var before: UInt8
  /// Behind it.
  public var after: UInt8

  /// Limits; those of `auto` are what CSS recommends.
  public init(word: UInt8 = 5, before: UInt8 = 2, after: UInt8 = 2) {
    self.word = word
    self.before = before
    self.after = after
  }

  /// The limits of a computed style.
  init(_ style: ComputedStyle) {
    self.init()
    guard let value = style.other[.hyphenateLimitChars] else { return }
    let values: [CSSValue]
    if case .list(let list, _) = value { values = list } else { values = [value] }
    // UNIMPLEMENTED: the computed value of `5 3 auto` does not say its last `auto`.
    // CSS Text 4, 6.3: a value that is left out is `auto`, except that the last one counts for both ends.
    func limit(_ index: Int) -> UInt8? {
      guard values.indices.contains(index), case .number(let number) = values[index] else { return nil }
      return UInt8(max(1, min(255, number)))
    }
    word = limit(0) ?? word
    before = limit(1) ?? before
    after = limit(2) ?? (values.count == 2 ? limit(1) : nil) ?? after
  }
}
