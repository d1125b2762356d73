import CSSValues

/// A change to a page that may move its boxes: a live page makes them, and layouts put them into their pages. Nodes are numbered
/// as commands to hosts number them.
public enum PageChange: Sendable, Hashable {
  /// A text node's characters.
  case text(node: Int, String)
  /// The text inside a control or generated box: a field's value, a drop-down's shown option.
  case content(node: Int, String)
  /// A node's style: a number of the page file; -1 is the node's own again.
  case style(node: Int, style: Int)
  /// What a node has on top of its style: what bindings and scripts gave it; without any it has only its style again.
  case declarations(node: Int, [LocalDeclaration])
  /// A copy of a node and what is below it, put into a parent after a sibling (`nil`: first). Its number is that of all nodes
  /// before, or that of a removed copy of the same node of the page, which it takes the place of; those of its descendants
  /// follow in pre-order. With any other number nothing is changed.
  case insertCopy(of: Int, into: Int, after: Int?, as: Int)
  /// A node and what is below it leave the tree.
  case remove(node: Int)
  /// A node goes with what is below it to another place among the children of its parent, after a sibling (`nil`: first).
  case move(node: Int, after: Int?)
}
