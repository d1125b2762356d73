/// White space around a node that has no node of its own. The raw value is stored.
public struct PageSpace: OptionSet, Hashable, Sendable {
  /// The stored value.
  public let rawValue: UInt8
  /// Flags from their stored value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Spaces that collapse come before the node.
  public static let before = PageSpace(rawValue: 1)
  /// The spaces before the node hold a line feed.
  public static let lineFeedBefore = PageSpace(rawValue: 2)
  /// Spaces that collapse come after the last child.
  public static let atEnd = PageSpace(rawValue: 4)
  /// The spaces after the last child hold a line feed.
  public static let lineFeedAtEnd = PageSpace(rawValue: 8)
}
