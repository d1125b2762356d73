/// What an index knows of one page: how much each of its words counts, and where its record is.
public struct SearchDocument: Sendable {
  /// What a word counts in each part of a page, where it counts 1 in the text.
  enum Weight {
    static let title = 6
    static let heading = 3
    static let description = 1
  }

  /// The page's terms, in no order, with what they count: 1 or more.
  public private(set) var weights: [String: Int] = [:]
  /// The number of words.
  public private(set) var length = 0
  /// The page's language as it was written, such as `de-AT`; empty where the page names none.
  public var language: String
  /// The bytes of its record in `search.json`.
  public var record: Range<Int>

  /// The terms of a page.
  ///
  /// - Parameters:
  ///   - title: the page's title.
  ///   - description: what the page says of itself.
  ///   - headings: its headings, which are in the text too.
  ///   - text: its text.
  ///   - language: its language; empty for none.
  ///   - record: the bytes of its record in `search.json`.
  public init(
    title: String, description: String, headings: [String], text: String, language: String, record: Range<Int>
  ) {
    self.language = language
    self.record = record
    add(text, 1)
    add(title, Weight.title)
    add(description, Weight.description)
    for heading in headings { add(heading, Weight.heading, isCounted: false) }
  }

  private mutating func add(_ text: String, _ weight: Int, isCounted: Bool = true) {
    SearchText.forEachWord(in: text) { term, _ in
      weights[term, default: 0] += weight
      if isCounted { length += 1 }
    }
  }
}
