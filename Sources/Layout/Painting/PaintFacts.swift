import CSSValues

/// What a client must know beyond frames to paint a page: in which order, cut to what, with which corners. px of the page.
public struct PaintFacts: Hashable, Sendable {
  /// A rectangle of a node.
  public struct NodeRect: Hashable, Sendable {
    /// The node.
    public var node: StyledTree.Index
    /// The rectangle.
    public var rect: LayoutRect

    /// A rectangle of a node.
    public init(node: StyledTree.Index, rect: LayoutRect) {
      self.node = node
      self.rect = rect
    }
  }

  /// A node that boxes around it do not clip: its containing block is outside of them.
  public struct Container: Hashable, Sendable {
    /// An absolutely positioned node.
    public var node: StyledTree.Index
    /// Its containing block; -1 for the initial one.
    public var container: StyledTree.Index

    /// A node with its containing block.
    public init(node: StyledTree.Index, container: StyledTree.Index) {
      self.node = node
      self.container = container
    }
  }

  /// All nodes that may paint, in the order of painting (CSS 2.2, Appendix E); empty where that is the tree's own order.
  public var order: [StyledTree.Index] = []
  /// The nodes, the root left out, that are painted with everything in them as one (CSS 2.2, 9.9.1), ascending.
  public var stackingContexts: [StyledTree.Index] = []
  /// What nodes' contents are cut to (CSS Overflow 3, 3), by node. An axis that is not clipped reaches 2^20 px beyond.
  public var clips: [NodeRect] = []
  /// What nodes themselves are cut to with all that is in them: `clip-path: inset()` and `clip` (CSS Masking 1, 5), by node.
  public var clipPaths: [NodeRect] = []
  /// The nodes that not everything around them clips, by node.
  public var containers: [Container] = []
  /// The corners of the border boxes that have any, by node.
  public var corners: [CornerRadii] = []
  /// The nodes of `position: sticky`, by node.
  public var sticky: [StickyConstraint] = []

  /// Nothing to know.
  public init() {}
}

/// What `position: sticky` keeps to while its scroll container scrolls (CSS Positioned Layout 3, 3.4). px of the page.
public struct StickyConstraint: Hashable, Sendable {
  /// The node; its frame is where it is before anything scrolls.
  public var node: StyledTree.Index
  /// The node whose scrolling moves it; -1 for the page's.
  public var scroller: StyledTree.Index
  /// The least distances of its edges from the scrollport's; `nil` where none is asked for.
  public var top: Double?
  /// The right edge's.
  public var right: Double?
  /// The bottom edge's.
  public var bottom: Double?
  /// The left edge's.
  public var left: Double?
  /// What its border box never leaves: its containing block, its own margins taken off.
  public var bounds: LayoutRect

  /// A constraint without distances.
  public init(node: StyledTree.Index, scroller: StyledTree.Index, bounds: LayoutRect) {
    self.node = node
    self.scroller = scroller
    self.bounds = bounds
  }
}
