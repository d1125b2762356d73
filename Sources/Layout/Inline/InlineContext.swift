import CSSValues

/// An inline formatting context (CSS Inline 3, 2): the content of a block container whose children are inline-level, as one
/// string of characters and a list of items, shaped once whatever the number of widths that it is laid out at.
final class InlineContext {
  /// A piece of the content, in logical order.
  struct Item {
    enum Kind: UInt8 {
      /// Characters of one style and one bidi level.
      case text
      case tab
      /// `<br>` or a preserved line feed.
      case forcedBreak
      case open
      case close
      /// An inline-level box that takes part as one piece.
      case atomic
      case float
      case outOfFlow
    }

    var kind: Kind
    /// The text's, inline's or atomic's box.
    var box: BoxIndex
    /// UTF-16 units of the paragraph.
    var start: Int
    var end: Int
    /// The layout style that characters have; of an inline box its own.
    var style: Int32
    var level: UInt8 = 0
    /// Whether lines may break in the inline box that the item is in.
    var wraps: Bool
    /// Whether spaces at the end of a line vanish, or hang.
    var spaces: TrailingSpaces
    /// Whether a word that does not fit may break anywhere.
    var breaksAnywhere: Bool
  }

  /// A list marker in a line whose sign the browser draws: its text stands for the sign, which has a width of its own.
  struct SignMarker {
    /// The text's UTF-16 units in the paragraph.
    var units: Range<Int>
    var role: StyledTree.Role
    var style: Int32
  }

  /// What becomes of spaces at the end of a line (CSS Text 4, 4.1.3).
  enum TrailingSpaces: UInt8 { case collapse, hang, keep }

  /// A text on one line, as committed; px from the container's border box.
  struct TextFragment {
    var box: BoxIndex
    var start: Int
    var end: Int
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var baseline: Double
    var level: UInt8
    var isHyphenated: Bool
    /// Whether its units are those of ``InlineContext/firstLine``.
    var isOfFirstLine = false

    /// Its place, from the container's border box; px.
    var rect: LayoutRect { LayoutRect(x: x, y: y, width: width, height: height) }
  }

  /// An inline box on one line, as committed.
  struct BoxFragment {
    var box: BoxIndex
    var rect: LayoutRect
  }

  @exclusivity(unchecked) var container: BoxIndex
  @exclusivity(unchecked) var items: [Item] = []
  @exclusivity(unchecked) var paragraph: TextParagraph
  /// By unit of the paragraph: the UTF-16 offset in its text node's own characters.
  @exclusivity(unchecked) var sourceOffsets: [Int32] = []
  /// Whether there is nothing that makes a line.
  @exclusivity(unchecked) var isEmpty = true
  /// Floats and positioned boxes in document order.
  @exclusivity(unchecked) var outOfLine: [BoxIndex] = []
  /// Whether the paragraph's first line is right to left at its base.
  @exclusivity(unchecked) var isRightToLeft = false
  /// Whether every item is at level 0 of a left-to-right paragraph.
  @exclusivity(unchecked) var isSimple = true
  /// Whether an inline box with edges is right to left: it begins at its right edge.
  @exclusivity(unchecked) var hasReversedBox = false
  @exclusivity(unchecked) var hasFloats = false
  /// Whether some word that does not fit may break anywhere.
  @exclusivity(unchecked) var breaksAnywhere = false
  /// Whether there is nothing but text and inline boxes in their places: lines then depend only on their own place.
  @exclusivity(unchecked) var isPlain = true
  /// The inline markers whose signs the browser draws.
  @exclusivity(unchecked) var signMarkers: [SignMarker] = []

  /// The paragraph as another viewport's measurer has shaped it, until it is shaped.
  @exclusivity(unchecked) var shapedElsewhere: ShapedParagraph?

  // After shaping.
  @exclusivity(unchecked) var shaped: ShapedParagraph?
  /// Sums of advances: one more than there are units.
  @exclusivity(unchecked) var positions: [Double] = []

  /// What the lines were when they were last measured and not yet committed, where nothing but their place decided.
  @exclusivity(unchecked) var measured: KnownLines?

  /// The pieces on lines that the engine has counted for the context.
  @exclusivity(unchecked) var pieceCount = 0

  /// The same content with the styles of the first line, where those are others.
  @exclusivity(unchecked) var firstLine: InlineContext?

  // As committed last.
  @exclusivity(unchecked) var textFragments: [TextFragment] = []
  @exclusivity(unchecked) var boxFragments: [BoxFragment] = []
  /// The number of texts to the end of the last line that `-webkit-line-clamp` shows, where that line ends with an ellipsis.
  @exclusivity(unchecked) var clampedTexts: Int?
  /// Around all lines, from the container's border box; px.
  @exclusivity(unchecked) var lineBounds: LayoutRect?

  init(container: BoxIndex, paragraph: TextParagraph) {
    self.container = container
    self.paragraph = paragraph
  }

  /// The units, one more than the text has, before which a run of bidi controls is that a line may end before; empty
  /// where the text has no controls.
  @exclusivity(unchecked) private var breaksBeforeControls: [Bool] = []

  /// Whether a line may end before a unit, after shaping. A bidi control belongs to the character before it.
  func allowsBreak(before unit: Int) -> Bool {
    guard let shaped, unit < shaped.flags.count else { return false }
    if shaped.flags[unit].contains(.breakAllowed) {
      // A word that a dictionary parts shows its hyphen within a text: between two texts it would have none.
      return !shaped.flags[unit].contains(.hyphenated) || unit > 0 && paragraph.text[unit - 1] == 0xAD
    }
    return unit < breaksBeforeControls.count && breaksBeforeControls[unit]
  }

  /// Finds where lines may end before bidi controls, once for all of them: runs of them may be long.
  func findBreaksBeforeControls(_ flags: [ShapedParagraph.UnitFlags]) {
    let text = paragraph.text
    guard text.contains(where: Self.isBidiControl) else { return }
    breaksBeforeControls = [Bool](repeating: false, count: text.count + 1)
    for unit in 1...text.count where Self.isBidiControl(text[unit - 1]) {
      breaksBeforeControls[unit] = flags[unit - 1].contains(.breakAllowed) || breaksBeforeControls[unit - 1]
    }
  }

  private static func isBidiControl(_ unit: UInt16) -> Bool {
    (0x202A...0x202E).contains(unit) || (0x2066...0x2069).contains(unit)
  }

  /// The same content and lines for another engine.
  func copy() -> InlineContext {
    let copy = InlineContext(container: container, paragraph: paragraph)
    copy.items = items
    copy.sourceOffsets = sourceOffsets
    copy.isEmpty = isEmpty
    copy.outOfLine = outOfLine
    copy.isRightToLeft = isRightToLeft
    copy.isSimple = isSimple
    copy.hasReversedBox = hasReversedBox
    copy.hasFloats = hasFloats
    copy.breaksAnywhere = breaksAnywhere
    copy.isPlain = isPlain
    copy.signMarkers = signMarkers
    copy.shaped = shaped
    copy.shapedElsewhere = shapedElsewhere
    copy.positions = positions
    copy.breaksBeforeControls = breaksBeforeControls
    copy.textFragments = textFragments
    copy.boxFragments = boxFragments
    copy.lineBounds = lineBounds
    copy.clampedTexts = clampedTexts
    copy.pieceCount = pieceCount
    return copy
  }

  /// The sum of advances of units, as shaped together.
  @inline(__always)
  func advance(_ start: Int, _ end: Int) -> Double { positions[end] - positions[start] }
}

/// Lines that were measured, with all that committing them writes.
struct MeasuredLines {
  var request: InlineRequest
  var output: InlineOutput
  var textFragments: [InlineContext.TextFragment]
  var boxFragments: [InlineContext.BoxFragment]
  var bounds: LayoutRect?
}

/// Lines that were measured, outside of the contexts of which most never have any.
final class KnownLines {
  let lines: MeasuredLines

  init(_ lines: MeasuredLines) { self.lines = lines }
}

/// What the lines of a block container are laid out against; px.
struct InlineRequest {
  /// The content box's left edge and upper edge in the formatting context.
  var contextLeft: Double
  var contextTop: Double
  /// The same in the border box.
  var contentLeft: Double
  var contentTop: Double
  var contentInline: Double
  var percentageBlock: Double
  var availableBlock: Double
  var mode: ConstraintSpace.Mode

  /// Whether the lines of a plain context are the same, but that they may be committed.
  func isSamePlace(as other: InlineRequest) -> Bool {
    contextLeft == other.contextLeft && contextTop == other.contextTop && contentLeft == other.contentLeft
      && contentTop == other.contentTop && contentInline == other.contentInline
  }
}

/// The lines laid out; baselines count from the border box's upper edge. px.
struct InlineOutput {
  var height: Double = 0
  var firstBaseline: Double = .indefinite
  var lastBaseline: Double = .indefinite
}
