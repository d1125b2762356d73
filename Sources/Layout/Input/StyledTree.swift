import CSSValues
import Page

/// What layout reads: elements and texts with their computed styles, in document order, with generated content in place.
///
/// `StyledTreeAssembly` makes it from a page in an environment, at build time and on the device. Elements of `display: none`
/// and what is below them may be left out. Boxes (anonymous ones, list markers' places, table parts) are layout's own business.
public struct StyledTree: Sendable {
  /// A node's index in ``nodes``; a parent's is smaller than its children's.
  public typealias Index = Int32

  /// What a node is.
  public enum Kind: UInt8, Sendable {
    case element
    case text
  }

  /// What layout must know about an element beyond its style.
  public typealias Role = PageRole
  /// Content with a natural size; see ``replaced``.
  public typealias ReplacedContent = Page.ReplacedContent
  /// The size of a text control in characters; see ``textControls``.
  public typealias TextControl = Page.TextControl
  /// What a cell or column spans; see ``tableSpans``.
  public typealias TableSpan = Page.TableSpan

  /// One element or text.
  public struct Node: Hashable, Sendable {
    /// The kind.
    public var kind: Kind
    /// The role.
    public var role: Role
    /// The index in ``styles``; a text has its parent's.
    public var style: Int32
    /// The parent.
    public var parent: Index
    /// The first child.
    public var firstChild: Index
    /// The last child.
    public var lastChild: Index
    /// The next sibling.
    public var nextSibling: Index
    /// A text's first UTF-16 unit in ``text``.
    public var textStart: Int32
    /// A text's length in UTF-16 units.
    public var textLength: Int32
    /// The index in the tree's `replaced`, `textControls`, `tableSpans`, `selectOptions` or `graphics`, or -1.
    public var detail: Int32
  }

  /// An `<svg>` that makes a box.
  public struct GraphicRoot: Hashable, Sendable {
    /// Its node.
    public var node: Index
    /// Its coordinate system's index in ``StyledTree/graphics``.
    public var graphic: Int32

    /// Makes a value from its parts.
    public init(node: Index, graphic: Int32) {
      self.node = node
      self.graphic = graphic
    }
  }

  /// The nodes; the first is the root element.
  public var nodes: [Node] = []
  /// The distinct computed styles.
  public var styles: [ComputedStyle] = []
  /// The characters of all texts, UTF-16, before white-space processing and `text-transform`.
  public var text: [UInt16] = []
  /// The replaced.
  public var replaced: [ReplacedContent] = []
  /// The text controls.
  public var textControls: [TextControl] = []
  /// The table spans.
  public var tableSpans: [TableSpan] = []
  /// The texts of a drop-down's options, as ranges of UTF-16 units in ``text``: it is as wide as its widest option.
  public var selectOptions: [[Range<Int32>]] = []
  /// The elements inside of `<svg>`.
  public var graphics: [Graphic] = []
  /// The `<svg>` elements that have any, in order.
  public var graphicRoots: [GraphicRoot] = []
  /// The styles of `::first-letter`, by the node of their block container.
  public var firstLetters: [Index: Int32] = [:]
  /// The styles of `::first-line`, by the node of their block container.
  public var firstLines: [Index: Int32] = [:]
  /// Whether elements were left out because they are nested too deep.
  public var isTruncated = false
  /// Whether the document is in quirks mode.
  public var isQuirky = false
  /// Whether lines without text of their own ignore their container's font: in quirks and limited-quirks mode.
  public var hasLineHeightQuirk = false

  /// A tree of nothing.
  public init() {}

  /// Appends an element as the last child of `parent` (-1 for the root).
  @discardableResult
  public mutating func appendElement(
    to parent: Index, style: Int32, role: Role = .generic, detail: Int32 = -1
  ) -> Index {
    append(
      Node(
        kind: .element, role: role, style: style, parent: parent, firstChild: -1, lastChild: -1, nextSibling: -1,
        textStart: 0, textLength: 0, detail: detail))
  }

  /// Appends a text as the last child of `parent`.
  @discardableResult
  public mutating func appendText(_ characters: some Sequence<UInt16>, to parent: Index) -> Index {
    let start = Int32(text.count)
    text.append(contentsOf: characters)
    return append(
      Node(
        kind: .text, role: .generic, style: nodes[Int(parent)].style, parent: parent, firstChild: -1, lastChild: -1,
        nextSibling: -1, textStart: start, textLength: Int32(text.count) - start, detail: -1))
  }

  /// Appends a text of UTF-8 as the last child of `parent`; what is not well-formed is U+FFFD.
  @discardableResult
  public mutating func appendText(utf8: UnsafeBufferPointer<UInt8>, to parent: Index) -> Index {
    let start = Int32(text.count)
    // OPTIMIZATION: ASCII needs no decoder.
    if utf8.allSatisfy({ $0 < 0x80 }) {
      text.append(contentsOf: utf8.lazy.map { UInt16($0) })
    } else {
      text.append(contentsOf: String(decoding: utf8, as: UTF8.self).utf16)
    }
    return append(
      Node(
        kind: .text, role: .generic, style: nodes[Int(parent)].style, parent: parent, firstChild: -1, lastChild: -1,
        nextSibling: -1, textStart: start, textLength: Int32(text.count) - start, detail: -1))
  }

  /// By style, whether a node has it. Styles of states such as `:hover` are in the table and no node has them.
  public var usedStyles: [Bool] {
    var isUsed = [Bool](repeating: false, count: styles.count)
    for index in nodes.indices where isUsed.indices.contains(Int(nodes[index].style)) {
      isUsed[Int(nodes[index].style)] = true
    }
    for style in firstLetters.values where isUsed.indices.contains(Int(style)) { isUsed[Int(style)] = true }
    for style in firstLines.values where isUsed.indices.contains(Int(style)) { isUsed[Int(style)] = true }
    return isUsed
  }

  private mutating func append(_ node: Node) -> Index {
    let index = Index(nodes.count)
    nodes.append(node)
    if node.parent >= 0 {
      let parent = Int(node.parent)
      if nodes[parent].lastChild >= 0 {
        nodes[Int(nodes[parent].lastChild)].nextSibling = index
      } else {
        nodes[parent].firstChild = index
      }
      nodes[parent].lastChild = index
    }
    return index
  }
}
