import CSSValues

/// What a node and others look like with classes that data or a script gives the node.
public struct PageClassState: Sendable, Hashable {
  /// A node's style.
  public struct Row: Sendable, Hashable {
    /// The node: the state's own, or any other whose rules look at the state's, such as one below or beside it.
    public var node: Int
    /// The style's number.
    public var style: Int

    /// A node with its style.
    public init(node: Int, style: Int) {
      self.node = node
      self.style = style
    }
  }

  /// The node whose classes change.
  public var node: Int
  /// The classes that it has beyond those in its markup: in alphabetical order, a space between each two.
  public var classes: StringIndex
  /// The nodes that look otherwise than without those classes, ascending.
  public var rows: [Row]
  /// The viewport whose layouts the state is for; none for all that have no states of the node of their own.
  public var viewport: StringIndex
  /// The colour scheme of those layouts, where there is a viewport.
  public var colorScheme: ColorScheme

  /// A state from its parts.
  public init(
    node: Int, classes: StringIndex, rows: [Row], viewport: StringIndex = .none, colorScheme: ColorScheme = .light
  ) {
    self.node = node
    self.classes = classes
    self.rows = rows
    self.viewport = viewport
    self.colorScheme = colorScheme
  }
}
