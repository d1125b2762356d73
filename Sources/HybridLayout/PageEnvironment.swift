import CSSValues
import Layout
import Page

/// What a page's nodes are in one environment: the build asks a document and its styles, a device a page file.
/// ``StyledTreeAssembly`` asks in the order of the tree, so that counters and quotes can be worked out on the way.
public protocol PageEnvironment {
  /// The page, with the generated boxes of the environment.
  var page: Page { get }
  /// The distinct styles that answers count in; asking for styles may add to them.
  var styles: [ComputedStyle] { get }
  /// Whether the document is in quirks mode.
  var isQuirky: Bool { get }
  /// Whether the document is in quirks or limited-quirks mode: lines without text ignore their block's font.
  var hasLineHeightQuirk: Bool { get }

  /// The style of an element, whatever it is displayed as; `nil` where it has none.
  ///
  /// - Parameters:
  ///   - node: an element.
  ///   - parent: the style that it inherits from, -1 for the root.
  mutating func style(of node: Int32, inside parent: Int32) -> Int32?
  /// What an element or generated box is laid out as, asked once for each in the order of the tree; `nil` where it is not
  /// displayed.
  ///
  /// - Parameters:
  ///   - node: the element or generated box.
  ///   - parent: the style that it inherits from, -1 for the root.
  ///   - depth: of how many nodes it is inside.
  mutating func box(of node: Int32, inside parent: Int32, depth: Int) -> StyledNode?
  /// A style that no node has, made from a box's own.
  mutating func style(_ derivation: DerivedStyle, inside parent: Int32) -> Int32
  /// Whether an element has a `::first-letter` or `::first-line`.
  var hasLineStyles: Bool { get }
  /// The style of an element's `::first-letter` or `::first-line`; `nil` where it has none.
  ///
  /// - Parameters:
  ///   - pseudo: which of both.
  ///   - node: the element.
  ///   - parent: the element's style.
  mutating func style(of pseudo: LinePseudoElement, of node: Int32, inside parent: Int32) -> Int32?

  /// Appends a text node's characters.
  func appendText(of node: Int32, to tree: inout StyledTree, inside parent: StyledTree.Index)
  /// A text node's characters in UTF-16.
  func characters(of node: Int32) -> [UInt16]
  /// An element's tag.
  func tag(of node: Int32) -> String?
  /// An element's attribute.
  func attribute(_ name: String, of node: Int32) -> String?
}

/// What a node is laid out as.
public struct StyledNode {
  /// The style's index.
  public var style: Int32
  /// What it is to layout.
  public var role: PageRole
  /// What neither its style nor the page says.
  public var facts: [PageLayoutFact]
  /// Which of its children are laid out.
  public var children: PageBox.Children

  /// A node from its parts.
  public init(style: Int32, role: PageRole, facts: [PageLayoutFact] = [], children: PageBox.Children = .all) {
    self.style = style
    self.role = role
    self.facts = facts
    self.children = children
  }
}

/// The pseudo-elements of a block's first line.
public enum LinePseudoElement: Sendable {
  /// `::first-letter`.
  case firstLetter
  /// `::first-line`.
  case firstLine
}

/// How a style that no node has is made from a box's own.
public enum DerivedStyle: Hashable, Sendable {
  /// Of content without a node inside a box: inherited values only.
  case anonymous
  /// Of the block around what a `<details>` shows when it is open.
  case detailsContent(isOpen: Bool)
  /// Of the sign before the summary that a `<details>` has where it gives none.
  case summaryMarker

  /// The style inside of one.
  public func style(inside parent: ComputedStyle) -> ComputedStyle {
    switch self {
    case .anonymous: parent.inheritedOnly()
    case .detailsContent(let isOpen): parent.ofDetailsContent(isOpen: isOpen)
    case .summaryMarker: parent.ofSummaryMarker()
    }
  }
}
