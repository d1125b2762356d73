import CSSValues

extension ColorScheme {
  /// The number that files have for it.
  var number: UInt8 { self == .light ? 1 : 2 }

  /// The scheme of a file's number; `nil` where it is none.
  init?(number: UInt64) {
    switch number {
    case 1: self = .light
    case 2: self = .dark
    default: return nil
    }
  }
}

/// How a node of a layout differs from a plain box. The raw value is stored.
public struct LayoutNodeFlags: OptionSet, Hashable, Sendable {
  /// The stored value.
  public let rawValue: UInt8
  /// Flags from their stored value.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The node makes no box: `display: none` or `contents`, or a text without lines.
  public static let noBox = LayoutNodeFlags(rawValue: 1)
  /// The node is split: its boxes are in ``LayoutModel/fragments``, and its frame is their bounding box.
  public static let fragmented = LayoutNodeFlags(rawValue: 2)
  /// The node stays in place while the page scrolls: `position: fixed`.
  public static let fixed = LayoutNodeFlags(rawValue: 4)
  /// The node is not painted: `visibility: hidden`, or content of a closed `<details>`. Texts have the flag too.
  public static let invisible = LayoutNodeFlags(rawValue: 8)
  /// The node's frame depends on data or on a script: it is that of the page as written.
  public static let provisional = LayoutNodeFlags(rawValue: 16)
  /// The node is painted with everything in it as one: a stacking context (CSS 2.2, 9.9.1). The root has no such flag.
  public static let stackingContext = LayoutNodeFlags(rawValue: 32)
}

/// Which pseudo-elements a line's text is in that have no nodes. The raw value is stored.
public struct LayoutLineParts: OptionSet, Hashable, Sendable {
  /// The stored value.
  public let rawValue: UInt8
  /// Parts from their stored value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The text has the styles of the `::first-line` of a block around it.
  public static let firstLine = LayoutLineParts(rawValue: 1)
  /// The text is the `::first-letter` of a block around it.
  public static let firstLetter = LayoutLineParts(rawValue: 2)
}

/// What a layout depends on beside its viewport's size. The raw value is stored.
public struct LayoutFlags: OptionSet, Hashable, Sendable {
  /// The stored value.
  public let rawValue: UInt8
  /// Flags from their stored value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Styles ask for `env()`: the frames hold only for the viewport's safe area.
  public static let usesSafeArea = LayoutFlags(rawValue: 1)
  /// A Web page without `<meta name="viewport">`, which browsers of phones lay out 980 px wide.
  public static let namesNoViewport = LayoutFlags(rawValue: 2)
}

/// A node's border box in page coordinates.
///
/// OPTIMIZATION: 20 bytes instead of 40, since a page has up to a million nodes.
public struct LayoutFrame: Sendable, Hashable {
  /// The border box, in the unit of layout files.
  var bounds: QuantizedRect
  /// How the node differs from a plain box.
  public var flags: LayoutNodeFlags

  /// The border box, rounded as files hold it; the bounding box of the fragments where there are several. Ignored with
  /// ``LayoutNodeFlags/noBox``.
  public var rect: LayoutRect {
    get { bounds.rect }
    set { bounds = QuantizedRect(newValue) }
  }

  /// A frame from its rectangle and flags.
  public init(rect: LayoutRect, flags: LayoutNodeFlags = []) {
    bounds = QuantizedRect(rect)
    self.flags = flags
  }

  /// The frame of a node without a box.
  public static let noBox = LayoutFrame(rect: .zero, flags: .noBox)
}

/// One box of a node that is split over lines.
public struct LayoutFragment: Sendable, Hashable {
  /// The node.
  public var node: Int
  /// The box in page coordinates.
  public var rect: LayoutRect

  /// A fragment from its node and rectangle.
  public init(node: Int, rect: LayoutRect) {
    self.node = node
    self.rect = rect
  }
}

/// One line (or a part of a line in one font and direction) of a text.
///
/// OPTIMIZATION: 48 bytes instead of 96, since a page has up to a million lines.
public struct LayoutLine: Sendable, Hashable {
  private var nodeNumber: Int32
  private var startUnit: Int32
  private var unitCount: Int32
  /// The line's rectangle, in the unit of layout files.
  var bounds: QuantizedRect
  /// The alphabetic baseline, in the same unit.
  var baselineUnits: Int32
  /// What is painted, in ``LayoutModel/strings``, where it is not the range of the node's text as it is: collapsed
  /// white space, hyphens, transformed letters, an ellipsis. ``StringIndex/none`` otherwise.
  public var text: StringIndex = .none
  /// The bidirectional level; odd is right to left.
  public var level: UInt8 = 0
  private var fontNumber: Int32 = -1
  /// The pseudo-elements that the text is in.
  public var parts: LayoutLineParts = []

  /// A line from its range and place.
  public init(node: Int, start: Int, length: Int, rect: LayoutRect, baseline: Double, text: StringIndex = .none) {
    nodeNumber = Int32(clamping: node)
    startUnit = Int32(clamping: start)
    unitCount = Int32(clamping: length)
    bounds = QuantizedRect(rect)
    baselineUnits = LayoutUnit.quantized(baseline)
    self.text = text
  }

  /// The text node, or the generated box, whose characters these are.
  public var node: Int {
    get { Int(nodeNumber) }
    set { nodeNumber = Int32(clamping: newValue) }
  }

  /// The first UTF-16 code unit in the node's text.
  public var start: Int {
    get { Int(startUnit) }
    set { startUnit = Int32(clamping: newValue) }
  }

  /// The number of UTF-16 code units.
  public var length: Int {
    get { Int(unitCount) }
    set { unitCount = Int32(clamping: newValue) }
  }

  /// The line's rectangle in page coordinates, as files hold it: the glyphs' advance wide, the font's ascent and descent high.
  public var rect: LayoutRect {
    get { bounds.rect }
    set { bounds = QuantizedRect(newValue) }
  }

  /// From the page's top to the alphabetic baseline as files hold it, in CSS px.
  public var baseline: Double {
    get { LayoutUnit.pixels(baselineUnits) }
    set { baselineUnits = LayoutUnit.quantized(newValue) }
  }

  /// The number of the line's first font in ``LayoutModel/fonts``.
  public var font: Int? {
    get { fontNumber < 0 ? nil : Int(fontNumber) }
    set { fontNumber = newValue.map { Int32(clamping: $0) } ?? -1 }
  }
}

/// A font that a layout was measured with.
public struct LayoutFont: Sendable, Hashable {
  /// The family's name.
  public var family: String
  /// The hash of the font's file, `sha256-` and base64url.
  public var hash: String
  /// The size of the font's file in bytes.
  public var size: Int

  /// Whether the font is a stand-in for another: neither the page nor the configuration says what the text is measured with,
  /// so that a device may draw it with another font.
  public var isApproximate: Bool
  /// The families that an approximate font replaces, as styles name them, in order of name. None where it gave
  /// characters that the page's own fonts lack.
  public var standsInFor: [String]
  /// Readers pass over further families of one font.
  static let maximumStandIns = 1024
  /// Whether the page ships the font, so that every device has it.
  public var isShipped: Bool

  /// A font from its family and file.
  public init(
    family: String, hash: String, size: Int, isApproximate: Bool = false, standsInFor: [String] = [],
    isShipped: Bool = false
  ) {
    self.family = family
    self.hash = hash
    self.size = size
    self.isApproximate = isApproximate
    self.standsInFor = standsInFor
    self.isShipped = isShipped
  }
}

/// The scrollable area of a node whose content is larger than its box.
public struct LayoutScrollArea: Sendable, Hashable {
  /// The node.
  public var node: Int
  /// The content's width in CSS px.
  public var width: Double
  /// The content's height in CSS px.
  public var height: Double

  /// A scroll area from its node and size.
  public init(node: Int, width: Double, height: Double) {
    self.node = node
    self.width = width
    self.height = height
  }
}

/// A node's used transform, its origin made part of it (CSS Transforms 1, 4).
public struct LayoutTransform: Sendable, Hashable {
  /// The node.
  public var node: Int
  /// `a b c d e f` of `matrix()`: a point (x, y) from the border box's left upper corner, in CSS px, is shown at
  /// (a·x + c·y + e, b·x + d·y + f) from there.
  public var matrix: [Double]

  /// A transform from its six finite numbers.
  public init(node: Int, matrix: [Double]) {
    self.node = node
    self.matrix = matrix
  }
}

/// The used radii of a border box's corners in CSS px (CSS Backgrounds 3, 5): percentages resolved, overlaps taken off.
public struct LayoutCorners: Sendable, Hashable {
  /// The node.
  public var node: Int
  /// Horizontal radii: top left, top right, bottom right, bottom left; then the vertical ones. Eight numbers.
  public var radii: [Double]

  /// Corners from their eight radii.
  public init(node: Int, radii: [Double]) {
    self.node = node
    self.radii = radii
  }
}

/// What a node of `position: sticky` keeps to while its container scrolls (CSS Positioned Layout 3, 3.4).
public struct LayoutSticky: Sendable, Hashable {
  /// The node; its frame is where it is before anything scrolls.
  public var node: Int
  /// The node that scrolls; `nil` for the page.
  public var scroller: Int?
  /// The least distances from the scrollport's edges in CSS px: top, right, bottom, left; `nil` where none is asked for.
  public var insets: [Double?]
  /// What its border box never leaves, in page coordinates.
  public var bounds: LayoutRect

  /// A constraint with four insets.
  public init(node: Int, scroller: Int?, insets: [Double?], bounds: LayoutRect) {
    self.node = node
    self.scroller = scroller
    self.insets = insets
    self.bounds = bounds
  }
}

/// A page laid out in one viewport, as the compiler hands it to ``encode(for:)``. Node numbers are the page's.
public struct LayoutModel: Sendable {
  /// The page's path in the site.
  public var source: String
  /// What the layout was made for.
  public var viewport: Viewport
  /// The strings of ``LayoutLine/text`` and ``images``.
  public var strings = StringTable()
  /// One frame for each node of the page.
  public var frames: [LayoutFrame] = []
  /// The boxes of split nodes, by node, then in order.
  public var fragments: [LayoutFragment] = []
  /// The lines, by node, then in order.
  public var lines: [LayoutLine] = []
  /// Nodes whose style is another than the page file says, with the style's number in the page, by node.
  public var styleOverrides: [(node: Int, style: Int)] = []
  /// The fonts that measured.
  public var fonts: [LayoutFont] = []
  /// What the frames depend on beside the viewport's size.
  public var flags: LayoutFlags = []
  /// The CSS px of the screen that one CSS px of the page takes when the page opens: `<meta name="viewport">` may lay it
  /// out at another width than the screen's.
  public var pageScale: Double = 1
  /// The whole page's scrollable width in CSS px.
  public var contentWidth: Double = 0
  /// The whole page's scrollable height in CSS px.
  public var contentHeight: Double = 0
  /// The nodes that scroll, by node.
  public var scrollAreas: [LayoutScrollArea] = []
  /// All nodes in the order of painting, where it is not the order of the nodes (stacking contexts); otherwise empty.
  public var paintOrder: [Int] = []
  /// Rectangles in page coordinates that nodes' contents are clipped to, by node.
  public var clips: [LayoutFragment] = []
  /// Rectangles in page coordinates that nodes themselves are clipped to, with all that is in them, by node.
  public var clipPaths: [LayoutFragment] = []
  /// The nodes that are clipped (and scrolled) by another node's clips than their parents' are, by node: absolutely
  /// positioned ones with their containing blocks, `nil` for the page itself.
  public var containers: [(node: Int, container: Int?)] = []
  /// The used transforms, by node.
  public var transforms: [LayoutTransform] = []
  /// The rounded corners, by node.
  public var corners: [LayoutCorners] = []
  /// What sticky nodes keep to, by node.
  public var sticky: [LayoutSticky] = []
  /// The addresses of the images that nodes with several candidates show, in ``strings``, by node.
  public var images: [(node: Int, source: StringIndex)] = []

  /// A layout with nothing in it.
  public init(source: String, viewport: Viewport) {
    self.source = source
    self.viewport = viewport
  }
}
