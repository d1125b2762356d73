import CSSValues

/// What layout reads: elements and texts with their computed styles, in document order, with generated content in place.
///
/// The build makes it from a document and its styles, a client from a page file. Elements of `display: none` and what is
/// below them may be left out. Boxes (anonymous ones, list markers' places, table parts) are layout's own business.
public struct StyledTree: Sendable {
  /// A node's index in ``nodes``; a parent's is smaller than its children's.
  public typealias Index = Int32

  /// What a node is.
  public enum Kind: UInt8, Sendable {
    case element
    case text
  }

  /// What layout must know about an element beyond its style.
  public enum Role: UInt8, Sendable {
    case generic
    /// `<br>`.
    case lineBreak
    /// `<wbr>`.
    case wordBreakOpportunity
    /// Content with a natural size: images, videos, canvases, `<svg>`, iframes, checkboxes; see ``replaced``.
    case replaced
    /// `<button>` and button-like inputs: content is centred vertically.
    case button
    /// A single-line text field; see ``textControls``.
    case textField
    /// `<textarea>`.
    case textArea
    /// A drop-down `<select>`: the shown option's text is its child; see ``selectOptions`` for its width.
    case select
    case fieldset
    case legend
    case details
    /// The generated box of `::marker`; its style's `list-style-position` says where it goes.
    case listMarker
    /// A marker whose sign the browser draws: `disc`, `circle`, `square`. Its text stands for the sign.
    case bulletMarker
    /// A marker whose sign the browser draws: `disclosure-open`, `disclosure-closed`.
    case disclosureMarker
    /// `<table>`, for quirks.
    case table
    /// `<body>` and `<html>`, for quirks and for overflow's propagation to the viewport.
    case body
    case root
    /// An element inside of `<svg>`, which makes no box; see ``graphics``.
    case graphic

    /// The characters that stand for signs: • ◦ ▪ ▾ ▸.
    static let signs: [UInt16] = [0x2022, 0x25E6, 0x25AA, 0x25BE, 0x25B8]
    /// Whether this is the generated box of `::marker`.
    public var isMarker: Bool { self == .listMarker || self == .bulletMarker || self == .disclosureMarker }
  }

  /// One element or text.
  public struct Node: Sendable {
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

  /// Content with a natural size, in CSS px; what is missing is `nil` (CSS Images 3, 5.1).
  public struct ReplacedContent: Hashable, Sendable {
    /// The natural width.
    public var naturalWidth: Double?
    /// The natural height.
    public var naturalHeight: Double?
    /// Width over height.
    public var naturalRatio: Double?
    /// How far above its content box's bottom a control without text has its baseline, in CSS px; `nil` where the bottom
    /// margin edge is the baseline, as CSS 2.2, 10.8.1 has it.
    public var baselineInset: Double?

    /// A natural size; the ratio follows from both lengths where it is not given.
    public init(
      naturalWidth: Double?, naturalHeight: Double?, naturalRatio: Double? = nil, baselineInset: Double? = nil
    ) {
      self.baselineInset = baselineInset
      self.naturalWidth = naturalWidth
      self.naturalHeight = naturalHeight
      if let naturalRatio {
        self.naturalRatio = naturalRatio
      } else if let naturalWidth, let naturalHeight, naturalWidth > 0, naturalHeight > 0 {
        self.naturalRatio = naturalWidth / naturalHeight
      } else {
        self.naturalRatio = nil
      }
    }
  }

  /// The controls for dates and times (HTML, 4.10.5.1.7 to 4.10.5.1.11), as they stand in ``TextControl/rows``.
  public enum Calendar: Int32, Sendable {
    case date = 2
    case time = 3
    case localDateAndTime = 4
    case month = 5
    case week = 6
  }

  /// The size of a text control in characters: `size`, `cols`, `rows`.
  public struct TextControl: Hashable, Sendable {
    /// The columns; 0 for a list box (a ``Role/textArea`` whose children are its options).
    public var columns: Int32
    /// The rows; of a ``Role/textField`` 1, 0 for a file chooser, more for a ``Calendar``.
    public var rows: Int32
    /// Whether the control is a `<select>` that lists its options.
    var isListBox: Bool { columns == 0 }
    /// What of a date or time the control asks for.
    var calendar: Calendar? { Calendar(rawValue: rows) }
    /// Whether the control is an `<input type=file>`.
    var isFileChooser: Bool { rows == 0 }
    /// Makes a value from its parts.
    public init(columns: Int32, rows: Int32) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// `colspan`, `rowspan` of a cell (`rowspan="0"` is 0: to the end of the group), `span` of a column.
  public struct TableSpan: Hashable, Sendable {
    /// The columns.
    public var columns: Int32
    /// The rows.
    public var rows: Int32
    /// Makes a value from its parts.
    public init(columns: Int32, rows: Int32) {
      self.columns = columns
      self.rows = rows
    }
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
  /// Whether elements were left out because they are nested too deep.
  public var isTruncated = false
  /// Whether the document is in quirks mode.
  public var isQuirky = false

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
      for byte in utf8 { text.append(UInt16(byte)) }
    } else {
      text.append(contentsOf: String(decoding: utf8, as: UTF8.self).utf16)
    }
    return append(
      Node(
        kind: .text, role: .generic, style: nodes[Int(parent)].style, parent: parent, firstChild: -1, lastChild: -1,
        nextSibling: -1, textStart: start, textLength: Int32(text.count) - start, detail: -1))
  }

  /// By style, whether a node has it. Styles of states such as `:hover` stand in the table and no node has them.
  public var usedStyles: [Bool] {
    var isUsed = [Bool](repeating: false, count: styles.count)
    for index in nodes.indices where isUsed.indices.contains(Int(nodes[index].style)) {
      isUsed[Int(nodes[index].style)] = true
    }
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
