import CSSValues

/// What the inline formatting contexts of a tree share: contexts by block container, fonts by style, and room for lines.
struct InlineFormattingState {
  /// The inline formatting contexts, by block container.
  var contexts: IndexTable<InlineContext>
  /// The lines of the block containers whose contexts were let go of.
  var finished = FinishedLines()
  /// First available fonts' metrics by layout style.
  var fontMetrics: IndexTable<FontMetrics>
  /// What text of one layout style hands to the measurer, by that style.
  var paragraphStyles: IndexTable<[TextParagraph.SpanStyle]>
  /// Fonts and line heights by layout style.
  var metrics: IndexTable<InlineMetrics>
  var pieces: LinePieces
  /// What other viewports of the page have collected, while this one is laid out.
  var pageLines: PageLines?
  /// How many layout styles there are.
  let styleCount: Int
  /// The fonts of the lines that the result has so far.
  var lineFonts = LineFonts()
  /// Room that the lines of one context after the other use.
  private var lineBoxRoom: [LineBox] = []
  private var lineItemRoom: [LineItem] = []

  /// How many pieces of text and inline boxes are on the lines of a tree, with what its boxes and contexts count as: the
  /// memory that layout takes grows with the number.
  struct LinePieces {
    /// The most that there may be.
    let maximum: Int
    /// Their number so far.
    var count: Int
    /// The first block container that was given no more of them.
    var firstBeyond: BoxIndex?

    /// What the boxes and contexts of a tree count as before there are lines: where they are too many, nothing is laid out.
    ///
    /// Each box has its place and its part of all tables, as much memory as half a piece of text. An inline box has its
    /// rectangles as well, and counts twice. For its text and items a context takes as much as a piece, and twice as much
    /// again where the first line has styles of its own. A marker beside its item takes no more than the text in it counts as.
    init(of tree: BoxTree, atMost maximum: Int) {
      self.maximum = maximum
      count = tree.brokenPieceCount
      firstBeyond = tree.firstBeyondContinuations
      guard maximum < .max else { return }
      var halves = 0
      // What was taken out of the tree has no style.
      for (index, box) in tree.boxes.enumerated() where box.style >= 0 && !box.flags.contains(.outsideMarker) {
        halves += box.kind == .inline ? 2 : 1
        if box.flags.contains(.hasInlineContent) {
          halves += 2
          if !tree.firstLines.isEmpty, tree.firstLines[BoxIndex(index)] != nil { halves += 4 }
        }
        if count + halves / 2 > maximum, firstBeyond == nil { firstBeyond = BoxIndex(index) }
      }
      count += halves / 2
    }
  }

  init(boxCount: Int, styleCount: Int, pieces: LinePieces) {
    contexts = IndexTable(count: boxCount)
    fontMetrics = IndexTable(count: styleCount)
    paragraphStyles = IndexTable(count: styleCount)
    metrics = IndexTable(count: styleCount)
    self.pieces = pieces
    self.styleCount = styleCount
  }

  /// Hands the room for lines out, and takes it back.
  mutating func swapLineRoom(_ boxes: inout [LineBox], _ items: inout [LineItem]) {
    swap(&boxes, &lineBoxRoom)
    swap(&items, &lineItemRoom)
  }
}
