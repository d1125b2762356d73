/// A piece of `content` (CSS Content 3, 2).
public enum ContentItem: Hashable, Sendable {
  /// A quoted text as it is.
  case string(String)
  /// `counter(name, style)`.
  case counter(name: String, style: ListStyleType)
  /// `counters(name, separator, style)`.
  case counters(name: String, separator: String, style: ListStyleType)
  /// `attr(name)` that stands for a string.
  case attribute(String)
  /// The keywords of quotation marks (CSS Content 3, 3.2); the `no-` ones count and show nothing.
  case openQuote, closeQuote, noOpenQuote, noCloseQuote
  /// An image's URL, resolved against its stylesheet.
  case image(String)
}

/// `content`.
public enum ContentValue: Hashable, Sendable {
  /// `normal`: nothing for `::before` and `::after`, the marker's own text for `::marker`.
  case normal
  /// `none`: no box.
  case none
  /// The pieces, and those of the alternative text after `/`.
  case items([ContentItem], alternative: [ContentItem])
}

/// A counter with a number: one of `counter-reset`, `counter-increment`, `counter-set`.
public struct CounterChange: Hashable, Sendable {
  /// The counter's name.
  public var name: String
  /// What it is set to or changed by.
  public var value: Int32
  /// `reversed()` of `counter-reset`; without a number the value counts the increments and is `nil`-like 0.
  public var isReversed: Bool

  /// A change of a counter.
  public init(name: String, value: Int32, isReversed: Bool = false) {
    self.name = name
    self.value = value
    self.isReversed = isReversed
  }
}
