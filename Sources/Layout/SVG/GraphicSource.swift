/// Where the elements inside of `<svg>` are read from: a page in an environment.
public protocol GraphicSource {
  /// An element or a text.
  associatedtype Node: Hashable

  /// An element's local name, case kept; `nil` for one that is not SVG's.
  func tag(of node: Node) -> String?
  /// An attribute's value; `href` stands for `xlink:href` too.
  func attribute(_ name: String, of node: Node) -> String?
  /// What is in an element, in order.
  func children(of node: Node) -> [GraphicChild<Node>]
  /// The first element of the page with an id.
  mutating func element(withID id: String) -> Node?
  /// The index of an element's style in a box of the style `parent`; `nil` where it is not displayed. A copy that
  /// `<use>` makes of an element without a style has its parent's.
  mutating func style(of node: Node, inside parent: Int32, isCopy: Bool) -> Int32?
}

/// A child of an element inside of `<svg>`.
public enum GraphicChild<Node> {
  /// An element.
  case element(Node)
  /// A text's UTF-16 units; `nil` is white space that has no node.
  case text([UInt16], Node?)
}
