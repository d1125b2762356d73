import CSSValues

/// The intrinsic sizes of lines (CSS Sizing 3, 5.1): each unbreakable piece, and each line without soft breaks.
extension LayoutEngine {
  func intrinsicSizesOfLines(_ box: BoxIndex, _ percentageBlock: Double) -> MinMaxSizes {
    if inline.pieces.firstBeyond != nil { return MinMaxSizes(0, 0) }
    let context = inlineContext(box)
    if context.isEmpty && !context.hasFloats { return MinMaxSizes(0, 0) }
    // As in browsers, all the content has the styles of `::first-line` then.
    var walk = IntrinsicWalk(self, firstLineContext(context) ?? context, percentageBlock)
    return walk.run()
  }
}

/// The state of walking over an inline formatting context.
private struct IntrinsicWalk {
  let engine: LayoutEngine
  let context: InlineContext
  let shaped: ShapedParagraph
  let percentageBlock: Double
  var sizes = MinMaxSizes(0, 0)
  /// The unbreakable piece and the line under construction, and their trailing spaces.
  var piece = 0.0
  var line = 0.0
  var lineSpace = 0.0
  var pieceSpace = 0.0
  var floats = 0.0
  /// The edges that the open inline boxes have on each of their lines.
  var cloned = ClonedEdges()
  /// Whether nothing has ended the piece that a negative indent begins.
  var isInIndent = false

  init(_ engine: LayoutEngine, _ context: InlineContext, _ percentageBlock: Double) {
    self.engine = engine
    self.context = context
    self.percentageBlock = percentageBlock
    shaped = engine.shape(context)
  }

  mutating func run() -> MinMaxSizes {
    let isFirst = engine.beginsContainer(context.container)
    let indent =
      isFirst
      ? engine.resolveTextIndent(
        engine.computedStyle(context.container).pointee.text.textIndent.length, .indefinite) : 0
    piece = indent
    line = indent
    isInIndent = indent < 0
    // Inline boxes that end behind a forced break end on its line.
    var endsLine = false
    for index in context.items.indices {
      let item = context.items[index]
      if endsLine, item.kind != .close {
        endLine()
        endsLine = false
      }
      if index > 0, breaks(before: index) {
        // As in browsers, spaces that hang at a text's end count beside a negative indent.
        if isInIndent, item.spaces == .hang { pieceSpace = 0 }
        endPiece()
      }
      switch item.kind {
      case .text: addText(item)
      case .tab:
        line += engine.tabAdvance(ofStyle: item.style, in: context.container, at: line)
        piece += engine.tabAdvance(ofStyle: item.style, in: context.container, at: piece)
        lineSpace = 0
        pieceSpace = 0
      case .forcedBreak: endsLine = true
      case .open: addEdge(of: item.box, isStart: true)
      case .close: addEdge(of: item.box, isStart: false)
      case .atomic:
        let contribution = engine.contribution(item.box, percentageBlock)
        let margins = engine.resolveBoxMetrics(item.box, .indefinite).marginsInline
        line += contribution.maximum + margins
        piece += contribution.minimum + margins
        lineSpace = 0
        pieceSpace = 0
      case .float:
        let contribution = engine.contribution(item.box, percentageBlock)
        let margins = engine.resolveBoxMetrics(item.box, .indefinite).marginsInline
        sizes.minimum = max(sizes.minimum, contribution.minimum + margins)
        floats += max(0, contribution.maximum + margins)
      case .outOfFlow: break
      }
    }
    endLine()
    sizes.maximum = max(sizes.maximum, sizes.minimum)
    return sizes
  }

  private mutating func add(_ width: Double) {
    line += width
    piece += width
    lineSpace = 0
    pieceSpace = 0
  }

  private mutating func addEdge(of box: BoxIndex, isStart: Bool) {
    let edge =
      isStart
      ? engine.startEdge(of: box, percentageInline: .indefinite)
      : engine.endEdge(of: box, percentageInline: .indefinite)
    if edge != 0 { add(edge) }
    guard engine.style(box).pointee.clonesEdges else { return }
    let sign = isStart ? 1.0 : -1
    cloned.starts += sign * engine.startEdge(of: box, percentageInline: .indefinite)
    cloned.ends += sign * engine.endEdge(of: box, percentageInline: .indefinite)
  }

  private mutating func endPiece() {
    sizes.minimum = max(sizes.minimum, piece - pieceSpace + cloned.ends)
    piece = cloned.starts
    pieceSpace = 0
    isInIndent = false
  }

  private mutating func endLine() {
    endPiece()
    sizes.maximum = max(sizes.maximum, line - lineSpace + floats + cloned.ends)
    line = cloned.starts
    lineSpace = 0
    floats = 0
  }

  private func breaks(before index: Int) -> Bool {
    let item = context.items[index]
    guard item.wraps else { return false }
    switch item.kind {
    case .text, .tab, .atomic, .open: break
    default: return false
    }
    if context.items[index - 1].kind == .open { return false }
    if context.allowsBreak(before: item.start) { return true }
    return (item.kind == .text || item.kind == .open) && breaksAnywhere(item)
      && shaped.flags[item.start].contains(.graphemeStart)
  }

  private mutating func addText(_ item: InlineContext.Item) {
    let text = context.paragraph.text
    func space(_ start: Int, _ end: Int) -> Double {
      if item.spaces == .keep { return 0 }
      var first = end
      while first > start, text[first - 1] == 0x20 { first -= 1 }
      return engine.layoutUnitCeiling(context.advance(start, end))
        - engine.layoutUnitCeiling(context.advance(start, first))
    }
    let whole = engine.layoutUnitCeiling(context.advance(item.start, item.end))
    let trailing = space(item.start, item.end)
    line += whole
    // CSS Text 4, 4.3.2: preserved spaces hang only where they do not fit, which is nowhere in a max-content width.
    if item.spaces == .collapse {
      lineSpace = trailing == whole ? lineSpace + trailing : trailing
    } else {
      lineSpace = 0
    }
    // As in browsers, a text that fits into a negative indent is not parted for what follows it.
    guard item.wraps, !isInIndent || piece + whole > 0 else {
      piece += whole
      pieceSpace = trailing == whole ? pieceSpace + trailing : trailing
      return
    }
    let breaksAnywhere = breaksAnywhere(item)
    var start = item.start
    var unit = start + 1
    while unit <= item.end {
      let isEnd = unit == item.end
      let flags = shaped.flags[unit]
      if isEnd || flags.contains(.breakAllowed) || (breaksAnywhere && flags.contains(.graphemeStart)) {
        let width = engine.layoutUnitCeiling(context.advance(start, unit))
        let trailing = space(start, unit)
        piece += width
        pieceSpace = trailing == width ? pieceSpace + trailing : trailing
        if !isEnd {
          if flags.contains(.hyphenated) { piece += hyphen(unit - 1) }
          endPiece()
        }
        start = unit
      }
      unit += 1
    }
  }

  private func breaksAnywhere(_ item: InlineContext.Item) -> Bool {
    let style = engine.computedStyle(ofStyle: item.style)
    return style.pointee.text.overflowWrap == .anywhere || style.pointee.text.wordBreak == .breakWord
      || style.pointee.text.lineBreak == .anywhere
  }

  private func hyphen(_ unit: Int) -> Double {
    guard let index = context.paragraph.span(at: unit), index < shaped.hyphenAdvances.count else { return 0 }
    return engine.layoutUnitCeiling(shaped.hyphenAdvances[index])
  }
}
