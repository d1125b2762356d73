/// Numbers strings that the tables of many files hold, so that each table looks such a string up by its text only once.
public struct StringPool: Sendable {
  /// A numbered string.
  public struct Entry: Sendable, Hashable {
    /// The number in the pool, from 0; -1 for a string that is in none.
    public let number: Int
    /// The string.
    public let text: String

    init(number: Int, text: String) {
      self.number = number
      self.text = text
    }

    /// A string without a number, which tables look up by its text.
    public init(unpooled text: String) { self.init(number: -1, text: text) }
  }

  private var numbers: [String: Entry] = [:]

  /// A pool without strings.
  public init() {}

  /// The string with its number, which is new when the pool does not have the string yet.
  public mutating func entry(_ text: String) -> Entry {
    // Canonically equivalent strings have different bytes: the one that came second is numbered again each time.
    if let known = numbers[text], known.text.utf8.elementsEqual(text.utf8) { return known }
    let entry = Entry(number: count, text: text)
    count += 1
    numbers[text] = entry
    return entry
  }

  /// The number of numbers given out.
  public private(set) var count = 0
}
