/// What a node of a page is. The raw values are stored.
public enum PageNodeKind: UInt8, Sendable, CaseIterable {
  /// An element of HTML's namespace, or of a Token page.
  case element = 1
  /// A text: a leaf without a style of its own.
  case text = 2
  /// An element of SVG's namespace.
  case svgElement = 3
  /// An element of MathML's namespace.
  case mathMLElement = 4
  /// The `::before` box of the parent.
  case before = 5
  /// The `::after` box of the parent.
  case after = 6
  /// The `::marker` box of the parent.
  case marker = 7

  /// Whether this is a generated box: it has a node, and no element of its own.
  public var isGenerated: Bool { self == .before || self == .after || self == .marker }
}
