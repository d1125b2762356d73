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

  /// Counts a line.
  mutating func note(lineBottom: Double) {
    guard remainingLines > 0 else { return }
    remainingLines -= 1
    if remainingLines == 0 { bottom = lineBottom }
  }
}
