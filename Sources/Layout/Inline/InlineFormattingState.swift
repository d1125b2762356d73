import CSSValues

/// What the inline formatting contexts of a tree share: contexts by block container, fonts by style, and room for lines.
struct InlineFormattingState {
  /// The inline formatting contexts, by block container.
  var contexts: IndexTable<InlineContext>
  /// First available fonts' metrics by layout style.
  var fontMetrics: IndexTable<FontMetrics>
  /// Fonts and line heights by layout style.
  var metrics: IndexTable<InlineMetrics>
  var pieces: LinePieces
  /// Room that the lines of one context after the other use.
  private var lineBoxRoom: [LineBox] = []
  private var lineItemRoom: [LineItem] = []

  /// How many pieces of text and inline boxes are on the lines of a tree.
  struct LinePieces {
    /// The most that there may be.
    let maximum: Int
    /// Their number so far.
    var count: Int
    /// The first block container that was given no more of them.
    var firstBeyond: BoxIndex?
  }

  init(boxCount: Int, styleCount: Int, pieces: LinePieces) {
    contexts = IndexTable(count: boxCount)
    fontMetrics = IndexTable(count: styleCount)
    metrics = IndexTable(count: styleCount)
    self.pieces = pieces
  }

  /// Hands the room for lines out, and takes it back.
  mutating func swapLineRoom(_ boxes: inout [LineBox], _ items: inout [LineItem]) {
    swap(&boxes, &lineBoxRoom)
    swap(&items, &lineItemRoom)
  }
}
