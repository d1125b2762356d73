/// What the block containers of a block formatting context share while it is laid out.
struct BlockFormattingState {
  /// The floats of the open contexts, the innermost's last.
  var floats = FloatContext()
  /// The lines of the innermost context that `-webkit-line-clamp` still shows.
  var lineClamp = LineClamp()
}

/// `-webkit-line-clamp` counts the lines of its formatting context (CSS Overflow 4, 5.1).
struct LineClamp {
  /// The lines that are still shown; 0 where nothing is clamped and behind the last one that is shown.
  var remainingLines: Int32 = 0
  /// Where the last line that is shown ends, once it is laid out: px in the formatting context.
  var bottom: Double?
  /// Whether something in flow is behind the last line that is shown. Without, all is as high as it would be unclamped.
  var isClamped = false
  /// The content with the last line that is shown, once its lines are committed, and the number of its texts to the end of that line.
  private(set) var last: (context: InlineContext, texts: Int)?

  /// Counts a line.
  mutating func note(lineBottom: Double) {
    guard remainingLines > 0 else {
      if bottom != nil { isClamped = true }
      return
    }
    remainingLines -= 1
    if remainingLines == 0 { bottom = lineBottom }
  }

  /// Notes that lines were committed; where there are some behind the last one that is shown, that one ends with an ellipsis.
  ///
  /// - Parameter texts: the number of texts to the end of the last line that is shown, where it is one of these lines.
  mutating func noteCommit(of context: InlineContext, texts: Int?) {
    context.clampedTexts = nil
    if let texts { last = (context, texts) }
    guard let last, last.context !== context || last.texts < context.textFragments.count else { return }
    if !context.textFragments.isEmpty { last.context.clampedTexts = last.texts }
  }
}

extension LayoutEngine {
  /// Whether a block in flow is behind a block in its formatting context.
  func isFollowedInFlow(_ box: BoxIndex) -> Bool {
    var block = box
    while block >= 0, !flags(block).contains(.formattingContext) {
      var next = boxes[Int(block)].nextSibling
      while next >= 0 {
        if flags(next).isDisjoint(with: [.outOfFlow, .floating, .outsideMarker]) { return true }
        next = boxes[Int(next)].nextSibling
      }
      block = boxes[Int(block)].parent
    }
    return false
  }
}
