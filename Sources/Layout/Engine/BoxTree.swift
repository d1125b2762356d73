/// A box's index in the box tree; what is negative is none.
typealias BoxIndex = Int32

extension BoxIndex {
  /// No box.
  static var none: BoxIndex { -1 }
}

/// How a box lays its content out, or what part of a formatting context it is.
enum BoxKind: UInt8 {
  /// A block container: block children or, with ``BoxFlags/hasInlineContent``, lines.
  case block
  case flex
  case grid
  /// A table with its captions.
  case table
  /// A row group; header and footer groups carry their display in the style.
  case tableSection
  case tableRow
  case tableCell
  case tableColumnGroup
  case tableColumn
  /// Content with a natural size.
  case replaced
  /// An inline box: a part of an inline formatting context.
  case inline
  case text
  case lineBreak
  case wordBreak

  /// Whether a box is only a part of lines, which are laid out with the block container around them.
  var isOfLines: Bool {
    switch self {
    case .inline, .text, .lineBreak, .wordBreak: true
    default: false
    }
  }
}

/// Facts about a box that the builder finds once.
struct BoxFlags: OptionSet {
  let rawValue: UInt32
  /// Absolutely or fixedly positioned.
  static let outOfFlow = BoxFlags(rawValue: 1)
  static let floating = BoxFlags(rawValue: 2)
  /// Establishes an independent formatting context (CSS Display 3, 2.1; CSS 2.2, 9.4.1).
  static let formattingContext = BoxFlags(rawValue: 4)
  /// A block container whose children are inline-level.
  static let hasInlineContent = BoxFlags(rawValue: 8)
  /// Made by layout; no element stands for it.
  static let anonymous = BoxFlags(rawValue: 16)
  /// The containing block of absolutely positioned descendants.
  static let containsAbsolute = BoxFlags(rawValue: 32)
  /// The containing block of fixedly positioned descendants.
  static let containsFixed = BoxFlags(rawValue: 64)
  /// Takes part in lines as one piece: inline-block, image.
  static let inlineLevel = BoxFlags(rawValue: 128)
  /// An inline box that goes on from one before a block (CSS 2.2, 9.2.1.1): it has no start edge.
  static let continuesBefore = BoxFlags(rawValue: 256)
  /// An inline box that is broken off by a block: it has no end edge.
  static let continuesAfter = BoxFlags(rawValue: 512)
  /// A block that breaks an inline box: its frame counts to the inline's.
  static let insideInline = BoxFlags(rawValue: 1024)
  /// A list marker outside of its item's principal box.
  static let outsideMarker = BoxFlags(rawValue: 2048)
  /// A flex or grid item.
  static let item = BoxFlags(rawValue: 4096)
  /// `position: relative` or `sticky`.
  static let relative = BoxFlags(rawValue: 8192)
  static let tableHeader = BoxFlags(rawValue: 16384)
  static let tableFooter = BoxFlags(rawValue: 32768)
  static let tableCaption = BoxFlags(rawValue: 65536)
  /// The box holds a list of absolutely positioned boxes: see ``BoxTree/firstPositioned``.
  static let hasPositioned = BoxFlags(rawValue: 131072)
  /// An anonymous block behind other blocks of its container: its first line is not the container's.
  static let goesOn = BoxFlags(rawValue: 262144)
}

/// A box of the box tree (CSS Display 3, 1).
struct Box {
  /// The styled node, or -1.
  var node: Int32
  /// The index of its layout style.
  var style: Int32
  var parent: BoxIndex
  var firstChild: BoxIndex = .none
  var lastChild: BoxIndex = .none
  var nextSibling: BoxIndex = .none
  /// The index in the styled tree's details (``StyledTree/Node/detail``), or -1.
  var detail: Int32 = -1
  var flags: BoxFlags = []
  var kind: BoxKind
  var role: StyledTree.Role = .generic
}

/// The lines that `text-box-trim` trims (CSS Inline 3, 6.2).
struct LineTrim: OptionSet {
  let rawValue: UInt8
  /// The first line's upper side.
  static let start = LineTrim(rawValue: 1)
  /// The last line's lower side.
  static let end = LineTrim(rawValue: 2)
}

/// The boxes of a styled tree, the first of them the root element's.
struct BoxTree {
  var boxes: [Box] = []
  var styles: LayoutStyles
  /// Absolutely positioned boxes by containing block: the first, and each one's successor. The boxes without a positioned
  /// ancestor hang at the initial containing block, whose list begins at ``firstOfInitialContainingBlock``.
  var firstPositioned: [BoxIndex: BoxIndex] = [:]
  var nextPositioned: [BoxIndex: BoxIndex] = [:]
  var firstOfInitialContainingBlock: BoxIndex = .none
  /// The boxes of `content-visibility: auto` whose contents are skipped, in tree order.
  var skipped: [BoxIndex] = []
  /// As how many pieces of a line an inline box counts that goes on behind a block, beside what it counts as a box of its own.
  static let piecesOfContinuation = 2
  /// The pieces of inline boxes that blocks break: one for each block in each of them, and those of boxes that go on.
  var brokenPieceCount = 0
  /// The innermost of the inline boxes in which no more of them go on, the first time; -1 for none.
  var firstBeyondContinuations: BoxIndex?
  /// The parts that `::first-letter` makes of texts, as ranges of their UTF-16 units: a text box's detail is an index.
  var textParts: [Range<Int32>] = []
  /// The styles that inline content has on the first line, by block container and layout style (`::first-line`).
  var firstLines: [BoxIndex: [Int32: Int32]] = [:]
  /// What `text-box-trim` cuts off lines, by the block container that has them.
  var lineTrims: [BoxIndex: LineTrim] = [:]
  /// Whether a box's lines depend on what is around its element.
  var hasLineRules: Bool { !textParts.isEmpty || !firstLines.isEmpty || !lineTrims.isEmpty }
  /// Whether boxes were left out because elements were nested too deeply.
  var isTruncated = false

  /// Boxes nested more deeply than this are left out, as browsers cap their trees: layout is recursive.
  static let maximumDepth = 2000
}
